"""The forge as a person uses it, and each of its pages in each state that looks different."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.designs import YOUNG_DRAGON

Reach = Callable[[Page], object]


class Bench:
    """The designer's page; without JavaScript a button saves and prices."""

    def __init__(self, page: Page, *, scripted: bool = True) -> None:
        self.page = page
        self.scripted = scripted

    def start(self) -> None:
        self.page.goto("/forge/")
        self.page.get_by_role("button", name="From nothing").click()
        expect(self.total).to_contain_text("points")

    def open(self, **fields: object) -> None:
        """The young dragon with other fields, from a file."""
        self.page.goto("/forge/open/")
        content = json.dumps(YOUNG_DRAGON | fields).encode()
        file = {"name": "design.json", "mimeType": "application/json", "buffer": content}
        self.page.get_by_label("Design file").set_input_files(file)  # type: ignore[arg-type]
        self.page.get_by_role("button", name="Open").click()
        expect(self.page.locator("#design")).to_be_visible()

    @property
    def total(self) -> Locator:
        return self.page.locator("#total")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")

    def field(self, path: str) -> Locator:
        return self.page.locator(f'[name="{path}"]')

    def reveal(self, path: str) -> None:
        """Unfold what the field is in."""
        while not self.field(path).first.is_visible():
            folded = self.page.locator("details:not([open])").filter(has=self.field(path)).first
            folded.locator("> summary").click()

    def fill(self, path: str, value: str) -> None:
        self.reveal(path)
        with self.settling():
            self.field(path).fill(value)

    def choose(self, path: str, value: str) -> None:
        self.reveal(path)
        with self.settling():
            self.field(path).select_option(value)

    def tick(self, path: str) -> None:
        self.reveal(path)
        with self.settling():
            self.field(path).check()

    @contextmanager
    def settling(self) -> Iterator[None]:
        """Wait for the answer of a change made inside; without JavaScript, ask for it."""
        if self.scripted:
            with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                yield
        else:
            yield
            self.page.get_by_role("button", name="Save and price").last.click()


def at(address: str) -> Reach:
    return lambda page: page.goto(address)


def opened(**fields: object) -> Reach:
    return lambda page: Bench(page).open(**fields)


def then(reach: Reach, *steps: Callable[[Page], object]) -> Reach:
    def all_of_it(page: Page) -> None:
        for step in (reach, *steps):
            step(page)

    return all_of_it


def open_all(page: Page) -> None:
    closed = page.locator("main details:not([open]) > summary")
    while closed.count():
        closed.first.click()


def remove_attack(page: Page) -> None:
    page.get_by_role("button", name="Remove melee 1").click()
    expect(page.locator("#notice")).to_contain_text("Undo")


def equip(page: Page) -> None:
    page.locator("summary").filter(has_text="Equipment").click()
    page.get_by_label("Weapon", exact=True).select_option("spear")
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#notice")).to_contain_text("long weapon gained")


def be_late(page: Page) -> None:
    page.evaluate("document.querySelectorAll('[name=version]').forEach((each) => { each.value = 99; })")
    page.locator("#wounds").fill("7")
    expect(page.locator("#notice")).to_contain_text("another place")


def be_unreadable(page: Page) -> None:
    page.locator("#wounds").fill("400")
    expect(page.locator("#receipt")).to_contain_text("Nothing was saved")


def make_variant(page: Page) -> None:
    page.goto("/forge/variants/")
    page.get_by_label("Name").fill("Tuesday Club")
    page.get_by_role("button", name="New variant").click()
    page.locator("summary").filter(has_text=re.compile("^Fixed armour$")).click()
    page.locator("[name='fixed_armour.4']").fill("13")
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("1 cell changed")).to_be_visible()


def price_by_variant(page: Page) -> None:
    make_variant(page)
    Bench(page).open()
    page.get_by_role("link", name="Tuesday Club").click()
    expect(page.locator("#total")).to_contain_text("by Tuesday Club")


def muster(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Dwarves")).click()
    expect(page.locator("#desk")).to_be_visible()
    Bench(page).open()
    page.get_by_role("button", name="Put it in").click()
    expect(page.locator("#desk")).to_contain_text("Young Dragon")


def show_carried(page: Page) -> None:
    muster(page)
    page.get_by_role("link", name="Young Dragon", exact=True).click()
    expect(page.get_by_role("button", name="Copy to my designs")).to_be_visible()


LONG = "Ein sehr langer Name, der auf kein Telefon passt: Donaudampfschifffahrtsgesellschaftskapitän"
HEADS = [{"name": f"Head {number}", "attacks": number, "skill": 3} for number in range(1, 5)]
STATES: dict[str, Reach] = {
    "no designs": at("/forge/"),
    "designs": then(opened(), opened(name=LONG), opened(melee=[{"attacks": 1, "skill": 6}]), at("/forge/")),
    "a deleted design": then(opened(), lambda page: page.get_by_role("button", name="Delete").click()),
    "a new design": at("/forge/new/"),
    "rows found": at("/forge/new/?find=dragon"),
    "opening a design": at("/forge/open/"),
    "a design": opened(),
    "a design with everything open": then(opened(name=LONG, melee=HEADS, ramming=HEADS[0]), open_all),
    "a refused design": opened(melee=[{"attacks": 1, "skill": 6}], morale={"value": 12}),
    "an unreadable form": then(opened(), be_unreadable),
    "equipment put on": then(opened(melee=[{"attacks": 1, "skill": 3}]), equip),
    "a removed attack": then(opened(), remove_attack),
    "a design that is behind": then(opened(), be_late),
    "a wished-for price": then(opened(), lambda page: page.goto(f"{page.url}?wish=430")),
    "a design by a variant": price_by_variant,
    "a roster with a design": muster,
    "a carried design": show_carried,
    "a family": at(
        "/forge/family/?base=orcs/orc-with-scimitar&kits=3&k0=heavy-weapon&k1=two-weapons&k1=shield&k2=crossbow"
    ),
    "a vehicle": at("/forge/vehicle/"),
    "a rebuilt vehicle": at("/forge/vehicle/?printed=vehicles/war-wagon-with-2-ballistae-and-2-beasts"),
    "a war machine": at("/forge/war-machine/?machine=war-machines/cannon&crew=dwarves"),
    "cost tables": at("/forge/tables/"),
    "no variants": at("/forge/variants/"),
    "a variant": make_variant,
    "the audit": at("/forge/audit/"),
    "a later page of the audit": at("/forge/audit/?sort=share&down=true&page=3"),
    "the audit of nothing": at("/forge/audit/?army=dwarves&show=differs"),
    "an audited row": at("/forge/audit/vehicles/war-wagon-with-2-ballistae-and-2-beasts/"),
}
