"""The forge in a browser: a creature is designed, put into a roster, and both are printed; everybody can use it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from armybuilder.designs.snapshots import design_in
from armybuilder.models import Design as Row
from tabletop.arcana.creation.points import price
from tests.browser.everybody import check_page
from tests.browser.forge import STATES, Bench
from tests.browser.test_journey import text_of


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def bench(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Bench:
    scripted = request.param == "with JavaScript"
    return Bench(request.getfixturevalue("page" if scripted else "plain_page"), scripted=scripted)


def printed(bench: Bench, name: str) -> str:
    address = bench.page.get_by_role("link", name=name).first.get_attribute("href")
    answer = bench.page.request.get(str(address))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    return " ".join(text_of(answer.body()).split())


FIGURES = {"movement.ground": "8", "movement.fly": "15", "wounds": "5", "armour.value": "4"}
FIGURES |= {"defence.magic_resistance": "4", "morale.value": "9", "melee[0].attacks": "8", "melee[0].skill": "3"}
BREATH = {"name": "Breath", "range": "12", "skill": "3", "hits_d3": "3"}


def design_dragon(bench: Bench) -> None:
    """The book's example, field by field, from nothing."""
    bench.start()
    bench.fill("name", "Young Dragon")
    for path, value in FIGURES.items():
        bench.fill(path, value)
    bench.tick("armour.fixed")
    bench.choose("morale.kind", "fearless")
    bench.choose("melee[0].strength", "2")
    bench.page.locator("summary").filter(has_text="Missiles").click()
    bench.page.get_by_role("button", name="Add a missile attack").click()
    expect(bench.page.get_by_role("heading", name="Missile 1")).to_be_visible()
    for field, value in BREATH.items():
        bench.fill(f"missile[0].{field}", value)
    bench.choose("missile[0].strength", "2")
    for path in ("missile[0].magical", "missile[0].natural", "fearsome"):
        bench.tick(path)
    bench.choose("base", "9")


@pytest.mark.long
def test_a_creature_is_designed_put_into_a_roster_and_both_are_printed(bench: Bench) -> None:
    page = bench.page
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Dwarves")).click()
    expect(page.locator("#desk")).to_be_visible()

    design_dragon(bench)
    expect(bench.total).to_contain_text("428 points, exactly 427.5")
    assert price(design_in(Row.objects.get())).points == 428
    receipt = printed(bench, "Print the receipt (A4)")
    assert all(words in receipt for words in ("Young Dragon", "428 points", "427.5", "Breath: natural", "own design"))

    page.get_by_label("Models").fill("2")
    page.get_by_role("button", name="Put it in").click()
    expect(page.locator("#desk")).to_contain_text("2 Young Dragon")
    expect(page.locator("#desk")).to_contain_text("own design")
    expect(page.locator("#desk .total")).to_contain_text("856")
    page.locator("#more > summary").click()
    roster = printed(bench, "Print (A4)")
    assert all(words in roster for words in ("Young Dragon", "856 points", "own design"))


def test_equipment_is_put_on_told_and_undone(bench: Bench) -> None:
    bench.start()
    bench.page.locator("summary").filter(has_text="Equipment").click()
    bench.page.get_by_label("Missile", exact=True).select_option("crossbow")
    bench.page.get_by_role("button", name="Add it").click()
    expect(bench.notice).to_contain_text("Crossbow 18″, strength 2, skill 2")
    assert [line.name for line in design_in(Row.objects.get()).missile] == ["Crossbow"]
    bench.page.get_by_role("button", name="Undo").click()
    expect(bench.page.get_by_role("heading", name="Missile 1")).to_have_count(0)
    assert design_in(Row.objects.get()).missile == ()


def test_the_audit_is_sorted_and_paged_by_its_links(bench: Bench) -> None:
    page = bench.page
    page.goto("/forge/audit/")
    expect(page.locator("table.audit tbody tr")).to_have_count(25)
    page.get_by_role("link", name="Printed", exact=True).click()
    page.get_by_role("link", name="Page 16").click()
    expect(page.locator("#rows-count")).to_contain_text("376 to 399")
    expect(page.locator("table.audit tbody tr").last).to_contain_text("Heavy Cannon")
    page.get_by_role("link", name="1 by the profiles it is made of").click()
    expect(page.locator("table.audit tbody tr")).to_have_count(1)


def test_a_refusal_stands_beside_its_field_and_goes_when_it_is_mended(bench: Bench) -> None:
    bench.start()
    bench.fill("melee[0].skill", "6")
    expect(bench.page.locator("#why-melee-0-skill")).to_have_text("the table for skill goes from 1 to 5, not 6")
    expect(bench.total).to_contain_text("No price yet")
    bench.fill("melee[0].skill", "5")
    expect(bench.page.locator("#why-melee-0-skill")).to_have_text("")
    expect(bench.total).to_contain_text("points")


def test_quick_typing_is_not_lost(page: Page) -> None:
    bench = Bench(page)
    bench.start()
    bench.field("wounds").click()
    bench.page.keyboard.press("Control+A")
    bench.page.keyboard.type("12", delay=400)
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.type("3", delay=20)
    bench.page.get_by_role("button", name="Add a melee attack").click()
    expect(bench.page.get_by_role("heading", name="Melee 2")).to_be_visible()
    assert (bench.field("wounds").input_value(), bench.field("armour.value").input_value()) == ("12", "3")
    saved = design_in(Row.objects.get())
    assert (saved.wounds, saved.armour and saved.armour.value, len(saved.melee)) == (12, 3, 2)
    expect(bench.notice).to_be_empty()


def test_a_family_is_priced_as_it_is_chosen_and_saved_together(bench: Bench) -> None:
    page = bench.page
    page.goto("/forge/family/")
    page.get_by_label("Base trooper").select_option("orcs/orc-with-scimitar")
    if not bench.scripted:
        page.get_by_role("button", name="Price them").click()
    expect(page.locator("tbody")).to_contain_text("Orc with Scimitar with crossbow")
    page.get_by_role("button", name="Save all 3").click()
    expect(page.get_by_role("link", name="Orc with Scimitar with spear")).to_be_visible()
    assert Row.objects.count() == 3


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_nothing_scrolls_sideways_and_every_target_can_be_hit(page: Page, state: str) -> None:
    STATES[state](page)
    check_page(page, state)
