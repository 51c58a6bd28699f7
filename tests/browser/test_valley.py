"""Arrakhar's Wand in one visit: from the home page to a legal force, and with both sides through a turn."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from armybuilder.battles.models import Battle, Seat
from armybuilder.battles.services.battles import command_battle
from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.catalogue import UnitType
from tabletop.battle.commands import Sent
from tests.browser.everybody import PHONE, check_page, check_with_axe, resized
from tests.valley import HAUNTS


def played(side: str, *commands: said.GameCommand) -> None:
    """Commands of a side that the test needn't click."""
    for command in commands:
        seat, head = Seat.objects.get(), Battle.objects.get().head
        command_battle(seat=seat, sent=Sent(id=f"test-{head}", on=head, seat=side, command=command))


def press(page: Page, name: str) -> None:
    """A press on a button of the page, and its answer."""
    head = page.locator("#battle").get_attribute("data-head") or ""
    page.get_by_role("button", name=name, exact=True).first.click()
    expect(page.locator("#battle")).not_to_have_attribute("data-head", head)


def tap(page: Page, place: str) -> None:
    page.locator(f"[data-hex='{place}']").click()
    expect(page.locator(f"[data-hex='{place}']")).to_have_class(re.compile("chosen|aim"))


def test_from_the_home_page_to_a_legal_force_and_through_a_turn(page: Page) -> None:
    begin(page)
    set_up(page)
    play_the_sorcerers_phase(page)
    play_the_wizards_phase(page)
    expect(page.locator("#clock")).to_contain_text("Turn 2, segment 1 of 10")
    expect(page.locator("#step")).to_have_text("The sorcerer's wandering orcs")


def begin(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="The sorcerer's force").click()
    expect(page.locator("#desk")).to_contain_text("Legal")
    page.get_by_role("link", name="Play a battle").click()
    page.locator("select[name=blue]").select_option(label="Ready-made: The wizard's force")
    check_with_axe(page, "new valley")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#step")).to_have_text("The sorcerer sets up")
    expect(page.locator(".g-figures")).to_have_text("house pack, not the published numbers")


def set_up(page: Page) -> None:
    """One haunt and the wand by hand, all else by commands."""
    tap(page, "6,9")
    press(page, "Place the haunt")
    tap(page, "6,10")
    expect(page.get_by_text("AW-22: T1 in 6,9 is 1 step away").first).to_be_visible()
    check_with_axe(page, "haunts")
    rest = {name: place for name, place in HAUNTS.items() if name != "T1"}
    played("sorcerer", *(said.PlaceHaunt(haunt=name, place=place) for name, place in rest.items()))
    page.reload()
    press(page, "Hide it there")
    sorcerers = (said.PlaceUnits(unit=UnitType.SORCERER, place=place, count=3) for place in ("6,10", "6,6"))
    played("sorcerer", *sorcerers)
    page.reload()
    press(page, "Set-up is done")
    expect(page.locator("#step")).to_have_text("The wizard sets up")
    units = (UnitType.WIZARD, UnitType.BARBARIAN, UnitType.DWARF, UnitType.ELF)
    played("wizard", *(said.PlaceUnits(unit=unit, place="6,14", count=4) for unit in units))
    page.goto(page.url.partition("?")[0])
    press(page, "Set-up is done")


def play_the_sorcerers_phase(page: Page) -> None:
    page.get_by_text("Type your own dice").click()
    page.get_by_label("Faces, such as 2 5 5").fill("6")
    press(page, "Take these dice")
    expect(page.locator(".b-log")).to_contain_text("Orc 1 wanders in at 5,7")
    press(page, "On to summoning")
    press(page, "Summon demons")
    press(page, "On to movement")
    for step in ("On to fireballs", "On to combat", "End the phase"):
        press(page, step)


def play_the_wizards_phase(page: Page) -> None:
    """On a phone, with an attack."""
    press(page, "On to movement")
    expect(page.locator("#step")).to_have_text("The wizard's movement")
    resized(page, PHONE)
    tap(page, "6,14")
    barbarians = page.locator("form", has=page.get_by_text("Barbarian 1"))
    barbarians.get_by_label("To").select_option("6,11")
    barbarians.get_by_role("button").last.click()
    expect(page.locator(".b-log")).to_contain_text("Barbarians 1, 2, 3 and 4 go from 6,14 to 6,11")
    check_page(page, "valley")
    press(page, "On to fireballs")
    press(page, "On to combat")
    press(page, "Attack")
    expect(page.get_by_role("heading", name=re.compile("against sorcerers"))).to_be_visible()
    press(page, "Roll")
    press(page, "On to the haunt check")
    press(page, "Check the haunts and end the turn")
