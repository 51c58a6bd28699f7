"""An organiser makes a pack, a player builds an army under it; axe finds nothing on any of its pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from armybuilder.event_packs.snapshots import pack_in
from armybuilder.models import Pack
from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.event_pack import Limit
from tests.browser.conftest import watched
from tests.browser.everybody import check_page
from tests.packs import CODE, kept_pack

PAGES = ["/packs/", "/packs/new/", "/packs/open/", f"/packs/{CODE}/", f"/rosters/new/?pack={CODE}", "/rules/"]


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def visitor(request: pytest.FixtureRequest, site: str) -> Page:
    page: Page = request.getfixturevalue("page" if request.param == "with JavaScript" else "plain_page")
    return page


def make_a_pack(page: Page) -> str:
    """The Spring Cup, by the form; its address."""
    page.goto("/packs/")
    page.get_by_role("link", name="New pack").click()
    page.get_by_role("textbox", name="Name", exact=True).fill("Spring Cup")
    page.get_by_label("Game sizes").fill("1,000 or 2,000")
    page.get_by_role("checkbox", name="Orcs", exact=True).check()
    page.locator("summary", has_text="Dwarves").click()
    page.get_by_role("checkbox", name="Banned Berserker", exact=True).check()
    page.get_by_role("spinbutton", name="At most Axemen", exact=True).fill("15")
    page.get_by_role("button", name="Make the pack").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring Cup")
    return page.url


def test_an_organiser_makes_a_pack_and_a_player_builds_under_it(
    visitor: Page, chromium: Browser, site: str, complaints: list[str]
) -> None:
    link = make_a_pack(visitor)
    made = pack_in(Pack.objects.get())
    assert (made.sizes, made.banned_lists, made.banned) == ((1000, 2000), ("orcs",), ("dwarves/berserker",))
    assert made.limits == (Limit(profile="dwarves/axemen", most=15),)

    context = watched(chromium.new_context(locale="en-GB", base_url=site), complaints)
    player = context.new_page()
    player.goto(link)
    expect(player.get_by_role("link", name="Change")).to_have_count(0)
    player.get_by_role("link", name="Start an army under this pack").click()
    player.get_by_label("Army").select_option("dwarves")
    player.get_by_role("button", name="Start").click()
    picker = player.locator("#add")
    for name in ("Add 10 Axemen",) * 3 + ("Add 10 Berserker",):
        picker.get_by_role("button", name=name, exact=True).click()
        player.wait_for_load_state("networkidle")
        player.wait_for_timeout(450)  # or it would be a double click
    panel = player.locator("#fielded")
    expect(panel).to_contain_text("30 Axemen in the army; Spring Cup allows 15.")
    expect(panel).to_contain_text("Berserker is banned by Spring Cup.")
    panel.get_by_role("button", name=re.compile("Without the 10 Berserkers")).click()
    expect(panel).not_to_contain_text("Berserker is banned")
    panel.get_by_role("link", name="PACK-02").first.click()
    expect(player).to_have_url(f"{link}#PACK-02")
    assert roster_of(Row.objects.get()).rules == f"pack/{Pack.objects.get().code}"
    context.close()
    assert complaints == []


def test_a_pack_is_put_on_a_roster_by_its_link(visitor: Page, site: str) -> None:
    kept_pack()
    visitor.goto("/samples/dwarf-raiding-party/")
    visitor.get_by_role("button", name="Copy to my rosters").click()
    visitor.locator("#more > summary").click()
    visitor.get_by_label("Or an event pack").fill(f"{site}/packs/{CODE}/")
    visitor.get_by_label("Or an event pack").press("Enter")
    expect(visitor.locator("#army-title")).to_contain_text("pack “Spring Cup”")
    expect(visitor.locator("#verdict")).to_contain_text("not legal")


def test_a_deleted_pack_is_taken_back(visitor: Page) -> None:
    link = make_a_pack(visitor)
    visitor.get_by_role("button", name="Delete").click()
    expect(visitor.get_by_role("status")).to_contain_text("Deleted “Spring Cup”")
    visitor.get_by_role("button", name="Restore").click()
    expect(visitor).to_have_url(link)


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_on_the_pages_of_packs(page: Page, address: str) -> None:
    kept_pack(largest_unit=300, optional_schools=True, designs=False)
    page.goto(address)
    check_page(page, address)


@pytest.mark.long
def test_axe_finds_nothing_where_a_pack_is_made_changed_or_refused(page: Page) -> None:
    make_a_pack(page)
    check_page(page, "mine")
    page.get_by_role("link", name="Change").click()
    check_page(page, "form")
    page.get_by_label("Game sizes").fill("many")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Game sizes:")
    check_page(page, "refused")
    page.get_by_label("Game sizes").fill("900")
    page.locator("[name=version]").evaluate("(each) => { each.value = 7; }")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("changed in another place")
    check_page(page, "stale")
    page.goto("/packs/")
    check_page(page, "list")


def test_axe_finds_nothing_on_a_roster_under_a_pack(page: Page) -> None:
    kept_pack()
    page.goto(f"/rosters/new/?pack={CODE}")
    page.get_by_role("button", name="Start").click()
    page.locator("#more > summary").click()
    expect(page.get_by_label("Or an event pack")).to_be_visible()
    check_page(page, "a roster under a pack")
