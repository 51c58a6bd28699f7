"""Every page of the site in each state that looks different."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.desk import Desk
from tests.clicks import ARMY
from tests.visitors import RAIDERS

Reach = Callable[[Page], object]
LONG = {"name": "Ein sehr langer Name, der auf kein Telefon passt, und noch länger: Donaudampfschifffahrtsgesellschaft"}


def at(address: str) -> Reach:
    return lambda page: page.goto(address)


def opened(content: bytes) -> Reach:
    """The editor of this file's roster."""

    def reach(page: Page) -> None:
        page.goto("/rosters/open/")
        file = {"name": "roster.json", "mimeType": "application/json", "buffer": content}
        page.get_by_label("Roster file").set_input_files(file)
        page.get_by_role("button", name="Open").click()
        expect(page.locator("#desk")).to_be_visible()

    return reach


def everything(**fields: object) -> Reach:
    return opened(json.dumps(ARMY | fields).encode())


def then(reach: Reach, *steps: Callable[[Page], object]) -> Reach:
    def all_of_it(page: Page) -> None:
        reach(page)
        for step in steps:
            step(page)

    return all_of_it


def open_all(page: Page) -> None:
    closed = page.locator("#desk details:not([open]) > summary")
    while closed.count():
        closed.first.click()


def open_outfit(page: Page) -> None:
    page.get_by_role("link", name="Outfit").last.click()
    expect(page.locator(".outfit")).to_be_visible()


def remove_unit(page: Page) -> None:
    page.locator("article.unit details.menu summary").first.click()
    page.get_by_role("button", name="Delete unit").first.click()
    expect(page.locator("#notice")).to_contain_text("Removed")


def be_late(page: Page) -> None:
    page.evaluate("document.querySelectorAll('[name=version]').forEach((each) => { each.value = 0; })")
    page.locator(".step").first.click()
    expect(page.locator("#notice")).to_contain_text("another place")


def delete(page: Page) -> None:
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text(re.compile("Deleted “"))).to_be_visible()


def show_tip(page: Page) -> None:
    page.locator(".term").first.focus()
    expect(page.locator(".tip").first).to_be_visible()


def add_leader(page: Page) -> None:
    Desk(page).lead("Handgunner", "Dwarf Lord (200)")


STATES: dict[str, Reach] = {
    "home": at("/"),
    "home with rosters": then(opened(RAIDERS), at("/")),
    "armies": at("/armies/"),
    "a list": at("/armies/dwarves/"),
    "a general list": at("/armies/monsters/"),
    "a list with nothing found": at("/armies/dwarves/?words=nothing"),
    "a row": at("/armies/dwarves/handgunner/"),
    "a row with a misprint": at("/armies/daemons/imps/"),
    "a row with a tip": then(at("/armies/daemons/imps/"), show_tip),
    "a row that casts": at("/armies/undead/vampire-master/"),
    "magic": at("/magic/"),
    "magic, spells found": at("/magic/?words=hit&template=yes"),
    "magic, nothing found": at("/magic/?words=nothing"),
    "a school": at("/magic/earth/"),
    "an optional school": at("/magic/plague/"),
    "a spell of two schools": at("/magic/earth/geyser/"),
    "a spell with a template": at("/magic/nature/create-forest/"),
    "a spell with odds": at("/magic/chaos/steal-enchantment/"),
    "terrain": at("/terrain/"),
    "what to roll": at("/terrain/table/"),
    "a table of terrain": at("/terrain/table/?region=swamps-and-marshes&pieces=8&placing=alternating&seed=5"),
    "a table that was changed": at("/terrain/table/?region=jungles&seed=11&agreed=t3~red_t4~12.5~30~45~blue"),
    "rules": at("/rules/"),
    "a rule": at("/rules/#COMP-01"),
    "no rosters": at("/rosters/"),
    "rosters": then(opened(RAIDERS), everything(**LONG), at("/rosters/")),
    "a deleted roster": then(opened(RAIDERS), delete),
    "a new roster": at("/rosters/new/"),
    "opening a file": at("/rosters/open/"),
    "a sample": at("/samples/giant-kings/"),
    "an empty roster": then(at("/"), lambda page: Desk(page).start("Dwarves")),
    "a legal roster": opened(RAIDERS),
    "an illegal roster": everything(points_limit=700),
    "a roster with everything open": then(everything(**LONG), open_all),
    "a roster with an outfit": then(everything(), open_outfit),
    "a roster with a removal": then(everything(), remove_unit),
    "a roster with a new leader": then(opened(RAIDERS), add_leader),
    "a roster that is behind": then(opened(RAIDERS), be_late),
    "a search in the editor": then(opened(RAIDERS), lambda page: page.goto(f"{page.url.partition('#')[0]}?find=axe")),
    "the print shop": then(opened(RAIDERS), at("/print/")),
    "the print shop with pages": at("/print/?kinds=markers&kinds=cards&roster=sample.dwarf-raiding-party"),
    "the print shop without a roster": at("/print/?kinds=roster"),
    "for programs": at("/api/docs/"),
}
