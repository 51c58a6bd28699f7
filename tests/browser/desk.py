"""The editor as a person uses it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


class Desk:
    """A roster's page; without JavaScript each change loads the page anew."""

    def __init__(self, page: Page, *, scripted: bool = True) -> None:
        self.page = page
        self.scripted = scripted

    def start(self, army: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name=re.compile(f"^{army}")).click()
        expect(self.page.locator("#tally")).to_be_visible()
        self.page.wait_for_load_state()

    @property
    def total(self) -> Locator:
        return self.page.locator("#tally-total")

    @property
    def verdict(self) -> Locator:
        return self.page.locator("#verdict")

    @property
    def notice(self) -> Locator:
        """What is in the way: a refusal, or a change from another place."""
        return self.page.locator("#notice")

    @property
    def toast(self) -> Locator:
        """What was just done."""
        return self.page.locator("#toasts")

    @property
    def lines(self) -> Locator:
        return self.page.locator(".unit-line")

    def unit(self, name: str) -> Locator:
        """The unit whose line says so, open or not."""
        return self.page.locator("li.unit").filter(has=self.page.locator(".unit-name", has_text=name))

    def open(self, name: str) -> Locator:
        """The parts of a unit, which is opened if it isn't."""
        body = self.unit(name).first.locator(".unit-body")
        if not body.is_visible():
            self.unit(name).first.locator(".unit-line").click()
            expect(body).to_be_visible()
        return body

    def count(self, name: str) -> Locator:
        self.open(name)
        return self.page.get_by_label(f"How many {name}")

    def more(self, name: str) -> Locator:
        self.open(name)
        return self.page.get_by_label(f"One {name} more")

    def fewer(self, name: str) -> Locator:
        self.open(name)
        return self.page.get_by_label(f"One {name} fewer")

    def pick(self, name: str) -> Locator:
        return self.page.locator("#add").get_by_role("button", name=re.compile(rf"^Add (\d+ )?{name}$"))

    def add(self, name: str) -> None:
        self.pick(name).click()
        expect(self.unit(name).first).to_be_visible()

    def enter(self, field: Locator, value: object) -> None:
        """Type it, press Enter and wait for the answer; what stands there already is no change."""
        if field.input_value() == str(value):
            return
        version = self.page.locator("#edit [name=version]")
        before = version.input_value()
        field.fill(str(value))
        field.press("Enter")
        expect(version).not_to_have_value(before)
        expect(field).to_have_value(str(value))

    def type_count(self, name: str, count: int) -> None:
        self.enter(self.count(name), count)

    def type_limit(self, points: int) -> None:
        self.open_head("#size")
        self.enter(self.page.get_by_label("Game of"), points)
        expect(self.total).to_contain_text(f"of {points:,} points")

    def open_head(self, name: str) -> Locator:
        """A menu of the head: `#size`, or `#more` with the name, the rules, notes and files."""
        menu = self.page.locator(name)
        if menu.get_attribute("open") is None:
            menu.locator("summary").first.click()
        return menu

    def take_notes(self, notes: str) -> None:
        menu = self.open_head("#more")
        version = self.page.locator("#edit [name=version]")
        before = version.input_value()
        self.page.locator("#notes-of-roster").fill(notes)
        menu.locator("summary").first.focus()
        expect(version).not_to_have_value(before)

    def open_naming(self, unit: str) -> Locator:
        """The name and the notes of a unit."""
        naming = self.open(unit).locator("details.named")
        if naming.get_attribute("open") is None:
            naming.locator("summary").click()
        return naming

    def lead(self, unit: str, character: str) -> None:
        body = self.open(unit)
        body.get_by_label("Leader").select_option(label=character)
        body.get_by_role("button", name="Add", exact=True).click()
        expect(self.unit(unit).locator(".character")).to_be_visible()

    def raiders(self) -> None:
        """The book's raiding party, by clicking: 834 points."""
        self.start("Dwarves")
        self.add("Axemen")
        self.type_count("Axemen", 17)
        self.lead("Axemen", "Dwarf Champion (117)")
        self.add("Berserker")
        for left in (9, 8):
            self.fewer("Berserker").click()
            expect(self.unit("Berserker").locator(".unit-name")).to_contain_text(f"{left} Berserker")
        self.add("Handgunner")
        self.type_count("Handgunner", 5)
        self.type_limit(834)
