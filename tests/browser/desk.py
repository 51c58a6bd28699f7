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
        self.page.get_by_role("button", name=army).click()
        expect(self.page.get_by_role("heading", name="Add to the army")).to_be_visible()
        self.page.wait_for_load_state()

    @property
    def total(self) -> Locator:
        return self.page.locator(".total")

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".total-bar .status")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")

    def unit(self, name: str) -> Locator:
        return self.page.locator("article.unit").filter(has=self.page.get_by_role("link", name=name, exact=True))

    def count(self, name: str) -> Locator:
        return self.page.get_by_label(f"How many {name}")

    def more(self, name: str) -> Locator:
        return self.page.get_by_label(f"One {name} more")

    def fewer(self, name: str) -> Locator:
        return self.page.get_by_label(f"One {name} fewer")

    def pick(self, name: str) -> Locator:
        return self.page.locator("#picker").get_by_role("button", name=re.compile(rf"^Add (\d+ )?{name}$"))

    def add(self, name: str) -> None:
        self.pick(name).click()
        expect(self.unit(name)).to_be_visible()

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
        self.enter(self.page.get_by_label("Game of"), points)
        expect(self.total).to_contain_text(f"of {points:,} points")

    def take_notes(self, notes: str) -> None:
        summary = self.page.locator("#roster-notes > summary")
        if not self.page.locator("#notes-of-roster").is_visible():
            summary.click()
        version = self.page.locator("#edit [name=version]")
        before = version.input_value()
        self.page.locator("#notes-of-roster").fill(notes)
        summary.focus()
        expect(version).not_to_have_value(before)

    def open_menu(self, unit: str) -> Locator:
        menu = self.unit(unit).locator("details.menu")
        if menu.get_attribute("open") is None:
            menu.locator("summary").click()
        return menu

    def lead(self, unit: str, character: str) -> None:
        menu = self.open_menu(unit)
        menu.get_by_label("Leader").select_option(label=character)
        menu.get_by_role("button", name="Add", exact=True).click()
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
            expect(self.unit("Berserker").locator("h3")).to_contain_text(f"{left} Berserker")
        self.add("Handgunner")
        self.type_count("Handgunner", 5)
        self.type_limit(834)
