"""Magic in a browser: found as one types or by a button, read beside the wizard, and everybody can use it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdfium2 import PdfDocument

from tests.browser.everybody import badly_seen, check_page, check_with_axe
from tests.browser.states import open_all, opened
from tests.clicks import ARMY

PAGES = ("/magic/?words=skeleton", "/magic/death/")  # the page itself is one of the states in test_access
SPELLS = ("/magic/death/raise-dead/", "/magic/fire/fire-wall/")  # of figures, and of a school with a short name

FLOAT = """
() => {
  document.querySelector("h1").removeAttribute("style");
  const add = (id, style, words) => {
    const each = document.body.appendChild(document.createElement("p"));
    [each.id, each.style.cssText, each.textContent] = [id, `position: fixed; left: 0; bottom: 0; ${style}`, words];
  };
  add("ground", "width: 20rem; height: 6rem; background: #000", "");
  add("word", "color: #fff", "afloat");
}
"""

UPON = """
() => {
  const below = document.querySelector("main a").getBoundingClientRect();
  const each = document.body.appendChild(document.createElement("button"));
  each.textContent = "upon";
  each.style.cssText = `position: absolute; left: ${below.left + 9}px; top: ${below.top}px; width: ${below.width}px;
    height: ${below.height}px; color: #000; background: #fff`;
}
"""


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def visit(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Page:
    page: Page = request.getfixturevalue("page" if request.param == "with JavaScript" else "plain_page")
    return page


def test_a_spell_is_found_by_words_and_figures_and_read(visit: Page) -> None:
    visit.goto("/magic/")
    visit.get_by_role("searchbox", name="Words").press_sequentially("eldritch")
    visit.get_by_label("Level").select_option("3")
    visit.get_by_label("Template").select_option("yes")
    visit.get_by_role("button", name="Find").click()
    expect(visit.locator("#spells-count")).to_have_text("1 of 94 spells")
    for part in ("words=eldritch", "level=3", "template=yes"):
        expect(visit).to_have_url(re.compile(part))
    visit.reload()
    expect(visit.get_by_role("searchbox", name="Words")).to_have_value("eldritch")
    expect(visit.get_by_label("Level")).to_have_value("3")
    visit.get_by_role("link", name="Vortex of Souls").click()
    expect(visit.get_by_role("heading", level=1)).to_have_text("Vortex of Souls")
    expect(visit.get_by_role("img", name="circle, 3 bases across")).to_be_visible()
    visit.get_by_role("link", name="Skeleton Warriors").click()
    expect(visit.get_by_role("heading", level=1)).to_have_text("Skeleton Warriors")
    visit.go_back()
    visit.go_back()
    expect(visit.locator("#spells-count")).to_have_text("1 of 94 spells")


def test_spells_appear_as_one_types(page: Page) -> None:
    page.goto("/magic/")
    page.get_by_role("searchbox", name="Words").press_sequentially("meld")
    expect(page.locator("#spells .spell")).to_have_count(4)
    page.get_by_role("searchbox", name="Words").fill("")
    expect(page.locator("#spells .spell")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/magic/\?words=&"))


def test_the_menu_leads_to_magic_on_a_phone(visit: Page) -> None:
    visit.set_viewport_size({"width": 390, "height": 844})
    visit.goto("/")
    menu = visit.get_by_role("navigation", name="Main")
    for link in menu.get_by_role("link").all():
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    menu.get_by_role("link", name="Look up").click()
    visit.get_by_role("main").get_by_role("link", name="Magic", exact=True).first.click()
    expect(visit.get_by_role("heading", level=1)).to_have_text("Magic")
    expect(menu.get_by_role("link", name="Look up")).to_have_attribute("aria-current", "true")


def test_a_wizards_spells_open_beside_it(visit: Page) -> None:
    opened(json.dumps(ARMY).encode())(visit)
    visit.locator("#unit-u4").click()
    spells = visit.locator("#spells-c2-1")
    expect(spells.get_by_role("link", name="Sinkhole")).to_be_hidden()
    spells.locator("summary").click()
    expect(spells.get_by_role("link", name="Sinkhole")).to_be_visible()
    expect(spells.locator(".spell")).to_have_count(10)


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_on_pages_of_magic(page: Page, address: str) -> None:
    page.goto(address)
    check_with_axe(page, address)


@pytest.mark.parametrize("address", SPELLS)
def test_everybody_can_use_pages_of_spells(page: Page, address: str) -> None:
    page.goto(address)
    check_page(page, address)


def test_what_is_painted_or_laid_on_a_page_later_is_looked_at_again(page: Page) -> None:
    """A word pale on paper, a white one that floats above a ground that isn't around it, a button upon a link."""
    page.goto(SPELLS[1])
    assert badly_seen(page) == []
    page.locator("h1").evaluate("(word) => { word.style.cssText = 'color: #bbb'; }")
    assert [found["rule"] for found in badly_seen(page)] == ["color-contrast"]
    page.evaluate(FLOAT)
    assert badly_seen(page) == []
    page.locator("#ground").evaluate("(ground) => { ground.style.background = '#ddd'; }")
    assert [found["rule"] for found in badly_seen(page)] == ["color-contrast"]
    page.locator("#ground").evaluate("(ground) => { ground.style.background = '#000'; }")
    page.evaluate(UPON)
    assert [found["rule"] for found in badly_seen(page)] == ["target-size"]


def test_axe_finds_nothing_beside_a_wizard(page: Page) -> None:
    opened(json.dumps(ARMY).encode())(page)
    open_all(page)
    check_with_axe(page, "a wizard")


def test_a_school_prints_without_the_site_around_it_and_in_hatchings(page: Page) -> None:
    page.goto("/magic/fire/")
    coloured, hatched = page.locator("h1").locator("xpath=../..").locator(".tincture svg").all()
    assert (coloured.is_visible(), hatched.is_visible()) == (True, False)
    page.emulate_media(media="print")
    assert (coloured.is_visible(), hatched.is_visible()) == (False, True)
    for part in (".site", ".foot", ".neighbours", ".crumbs"):
        expect(page.locator(part).first).to_be_hidden()
    assert len(PdfDocument(page.pdf(format="A4"))) == 1
