"""The print shop: own rosters only, previews of the pages, one PDF or a ZIP, and reasons when there's nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from itertools import count
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Roster as Row
from armybuilder.printing import orders
from armybuilder.printing.orders import Copy, print_content
from armybuilder.printing.orders import pages_of as pages_of_order
from armybuilder.printing.presenters.products import NAMES, PRODUCTS
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintContent, PrintOptions, SheetKind
from tabletop.arcana.printing.orders.sheets import MAKERS
from tabletop.pdf.document import Sheet
from tests.catalogue import SAMPLES
from tests.markup import Document
from tests.tabletop.pdf.measuring import MM, pages_of, text_of
from tests.visitors import HTMX, RAIDERS, TOKEN, content_of, kept

ALL_PRODUCTS = [product for products in PRODUCTS.values() for product in products]


def page(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_owner_s_rosters_are_offered_and_nobody_else_s(row: Row, owner: Client, other: Client) -> None:
    assert row.code in page(owner.get("/print/"))
    for client in (other, Client()):
        assert row.code not in page(client.get("/print/"))


def test_somebody_else_s_roster_is_no_choice(row: Row, other: Client) -> None:
    query = f"kinds=roster&roster={row.code}"
    assert "Nothing to print yet." in page(other.get(f"/print/?{query}"))
    for address in ("sheets.pdf", "sheets.zip"):
        answer = other.get(f"/print/{address}?{query}")
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/print/")
    assert other.get(f"/print/pages/1.png?{query}").status_code == 404


def test_a_link_from_the_editor_has_the_roster_chosen(row: Row, owner: Client) -> None:
    assert f'/print/?roster={row.code}"' in page(owner.get(f"/rosters/{row.code}/"))
    assert f'value="{row.code}" selected' in page(owner.get(f"/print/?roster={row.code}"))


def test_the_pages_are_shown_before_they_are_printed(row: Row, owner: Client) -> None:
    query = f"kinds=roster&kinds=bases&roster={row.code}"
    shown = page(owner.get(f"/print/?{query}"))
    count = len(pages_of(owner.get(f"/print/sheets.pdf?{query}").content))
    assert f"<h2>{count} pages</h2>" in shown
    assert shown.count('<img src="/print/pages/') == count
    picture = owner.get(f"/print/pages/{count}.png?{query}")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert owner.get(f"/print/pages/{count + 1}.png?{query}").status_code == 404
    assert owner.get(f"/print/pages/0.png?{query}").status_code == 404


def test_a_page_is_shown_without_laying_out_what_comes_after_it(
    row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def untouched(*_: Any) -> Iterator[Sheet]:
        raise AssertionError("this page comes later")

    monkeypatch.setattr("tabletop.arcana.printing.orders.sheets.MAKERS", dict(MAKERS) | {"templates": untouched})
    query = "kinds=bases&kinds=templates&copies=12"
    assert owner.get(f"/print/pages/12.png?{query}").content.startswith(b"\x89PNG")
    with pytest.raises(AssertionError):
        owner.get(f"/print/?{query}")


def test_one_pdf_has_everything_and_a_zip_a_file_for_each(row: Row, owner: Client) -> None:
    query = f"kinds=roster&kinds=markers&kinds=gauges&roster={row.code}&paper=letter"
    answer = owner.get(f"/print/sheets.pdf?{query}")
    assert answer.headers["Content-Disposition"] == 'inline; filename="roster-sheet-and-2-more.pdf"'
    text = "".join(text_of(each) for each in pages_of(answer.content))
    assert all(word in text for word in (row.name, "broken", "Wheel gauge", "US Letter"))
    with ZipFile(BytesIO(owner.get(f"/print/sheets.zip?{query}").content)) as archive:
        assert [name[:9] for name in archive.namelist()] == ["01-roster", "02-marker", "03-gauges"]


def test_every_kind_is_offered_once(row: Row, owner: Client) -> None:
    shown = page(owner.get("/print/"))
    assert [shown.count(f'name="kinds" value="{kind}"') for kind in SHEET_NAMES] == [1] * len(SHEET_NAMES)


@pytest.mark.parametrize(("notes", "there"), [("", False), ("&notes=with", True)])
def test_notes_are_printed_only_when_asked_for(owner: Client, row: Row, notes: str, there: bool) -> None:
    noted = kept(json.loads(RAIDERS) | {"notes": "The cousins hide behind the hill."})
    for address in (f"/print/sheets.pdf?kinds=roster&roster={noted.code}{notes}",):
        text = "".join(text_of(each) for each in pages_of(owner.get(address).content))
        assert ("behind the hill" in text) == there


def test_a_print_leads_to_the_check_of_its_link_or_of_its_file(owner: Client, row: Row) -> None:
    unshared = kept()
    for each, where in ((row, f"/check/{TOKEN}/?d="), (unshared, "/check/?d=")):
        pdf = owner.get(f"/print/sheets.pdf?kinds=organiser&roster={each.code}").content
        assert f"http://testserver{where}" in text_of(pages_of(pdf)[-1])


def test_nothing_ticked_is_told_in_our_words(row: Row, owner: Client) -> None:
    shown = page(owner.get(f"/print/?asked=1&roster={row.code}"))
    assert "Nothing is ticked. Tick what to print, or start with “For a game”." in shown
    assert "1 to 20 copies." in page(owner.get("/print/?kinds=bases&copies=21"))


def test_a_bundle_ticks_its_kinds_and_leaves_the_rest(row: Row, owner: Client) -> None:
    answer = owner.get(f"/print/?kinds=trays&roster={row.code}&paper=letter&bundle=tournament")
    assert answer.status_code == 302
    document = Document(page(owner.get(answer.headers["Location"])))
    boxes = [each for each in document.all("input") if each.get("name") == "kinds"]
    ticked = [box.get("value") for box in boxes if "checked" in box.attributes]
    assert ticked == ["compact", "organiser"]
    assert document.chosen(document.with_id("for-army")) == row.code
    assert "paper=letter" in answer.headers["Location"]


def test_the_shop_opens_with_all_that_a_game_needs(row: Row, owner: Client) -> None:
    document = Document(page(owner.get("/print/")))
    pressed = [each for each in document.all("button") if each.get("aria-pressed") == "true"]
    assert [each.get("value") for each in pressed] == ["game"]
    assert document.chosen(document.with_id("for-army")) == row.code


def test_the_foot_sums_up_what_is_ticked(row: Row, owner: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "shop-sum"}
    part = page(owner.get(f"/print/?asked=1&kinds=bases&kinds=gauges&roster={row.code}", headers=headers))
    assert "2 kinds, " in part
    assert "Base outlines&nbsp;1" in part
    assert "<form" not in part


def test_each_product_says_how_many_pages_it_makes(row: Row, owner: Client) -> None:
    """The whole page and the part of it that is swapped say the same; what each kind makes is what is printed."""
    asked = f"/print/?asked=1&kinds=roster&copies=2&roster={row.code}"
    whole = Document(page(owner.get(asked)))
    part = Document(page(owner.get(asked, headers={"HX-Request": "true", "HX-Target": "shop-sum"})))
    counts = [
        {product.kind: document.with_id(f"pages-{product.kind}").text for product in ALL_PRODUCTS}
        for document in (whole, part)
    ]
    counted = counts[0]
    assert counted == counts[1]
    assert counted["roster"] == "2 pages"
    assert counted["spells"] == "none in this army"
    assert [document.with_id("pages-of-tournament").text for document in (whole, part)] == ["4 pages"] * 2
    content = print_content([Copy(content_of(row))], date(2026, 11, 21))
    for kind, words in counted.items():
        pages = pages_of_order(PrintOptions(kinds=(kind,), copies=2), content, most=1000)
        assert words in ("none in this army", f"{pages} pages"), kind
    sum_up = page(owner.get(f"/print/?asked=1&kinds=cards&copies=2&roster={row.code}"))
    assert f"1 kind, {counted['cards']}" in sum_up
    alone = Document(page(owner.get("/print/?asked=1&kinds=gauges")))
    assert (alone.with_id("pages-gauges").text, alone.with_id("pages-roster").text) == ("3 pages", "")


def test_counts_that_are_not_made_take_the_place_of_old_ones(
    row: Row, owner: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "shop-sum"}
    settings.PRINT_PAGES = 1
    for wrong in ("kinds=gauges", "kinds=gauges&copies=0"):
        part = Document(page(owner.get(f"/print/?asked=1&{wrong}", headers=headers)))
        assert {part.with_id(f"pages-{product.kind}").text for product in ALL_PRODUCTS} == {""}, wrong
    settings.PRINT_PAGES = 1000
    clock = count()
    monkeypatch.setattr(orders, "thread_time", lambda: next(clock) / 10)  # ends within the first kinds
    part = Document(page(owner.get(f"/print/?asked=1&kinds=gauges&roster={row.code}", headers=headers)))
    counted = [part.with_id(f"pages-{product.kind}").text for product in ALL_PRODUCTS]
    assert 0 < counted.count("") < len(counted)
    monkeypatch.setattr(orders, "pages_of_kinds", None)
    assert "1 kind" not in page(owner.get("/print/?kinds=gauges", headers=headers | {"HX-Target": "pages"}))


def test_a_kind_that_takes_too_long_has_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, laid_out = iter([0.0, 0.1, 9.0]), list[int]()

    def slow(*_: object) -> Iterator[tuple[SheetKind, Any]]:
        for number in range(50):
            laid_out.append(number)
            yield SheetKind.GAUGES, SimpleNamespace(count=1)

    monkeypatch.setattr(orders, "sheets_of", slow)
    monkeypatch.setattr(orders, "thread_time", lambda: next(asked, 9.0))
    assert orders.pages_of_kinds(PrintOptions(kinds=(SheetKind.GAUGES,)), PrintContent(None, (), (), ())) == {}  # type: ignore[arg-type]
    assert laid_out == [0, 1]


def test_every_product_has_a_picture_and_a_sentence(owner: Client) -> None:
    for product in ALL_PRODUCTS:
        assert finders.find(product.picture), product.picture
        assert product.sentence.endswith(".")
    assert [*NAMES] == [*SHEET_NAMES]


def test_a_kind_that_needs_a_roster_says_so(row: Row, owner: Client) -> None:
    shown = page(owner.get("/print/?kinds=roster"))
    assert "Choose an army first. These need one: Roster." in shown
    assert "/print/pages/" not in shown


@pytest.mark.parametrize("wrong", ["paper=a3", "scale=20", "copies=0", "copies=x", "kinds=posters", "roster=nobody"])
def test_a_wrong_wish_is_told_and_prints_nothing(row: Row, owner: Client, wrong: str) -> None:
    query = f"kinds=bases&{wrong}"
    assert "Nothing to print yet." in page(owner.get(f"/print/?{query}"))
    assert owner.get(f"/print/sheets.pdf?{query}").status_code == 302


def test_htmx_gets_the_pages_alone(row: Row, owner: Client) -> None:
    part = page(owner.get("/print/?kinds=bases", headers=HTMX))
    assert part.lstrip().startswith('<section id="pages"')
    assert "<html" not in part


def test_no_more_than_twelve_pages_are_shown(row: Row, owner: Client) -> None:
    shown = page(owner.get("/print/?kinds=bases&copies=20"))
    assert "<h2>20 pages</h2>" in shown
    assert "The first 12 of them:" in shown
    assert shown.count('<img src="/print/pages/') == 12
    assert owner.get("/print/pages/13.png?kinds=bases&copies=20").status_code == 404


def test_a_reference_that_takes_more_than_two_pages_is_said_to(row: Row, owner: Client) -> None:
    said = "The reference sheet takes 3 pages."
    every = "&".join(f"roster=sample.{path.stem}" for path in SAMPLES.glob("*.json"))
    assert said in page(owner.get(f"/print/?asked=1&kinds=reference&copies=2&{every}"))
    for fine in ("kinds=reference&roster=sample.marr&roster=sample.ratmen", f"kinds=reference&type=large&{every}"):
        assert "The reference sheet takes" not in page(owner.get(f"/print/?asked=1&{fine}"))


def test_wishes_reach_the_paper(row: Row, owner: Client) -> None:
    small = pages_of(owner.get("/print/sheets.pdf?kinds=markers&counters=book&scale=15&shape=square").content)[0]
    cuts = (rect for rect in small.rects if not rect["fill"] and rect["linewidth"] < 0.5)
    sizes = {round(rect["width"] / MM) for rect in cuts}
    assert sizes == {15}
    bare = owner.get("/print/sheets.pdf?kinds=templates&style=outline").content
    assert not any("Tornado" in text_of(each) for each in pages_of(bare))


def test_units_are_set_against_targets_from_wherever_they_are_chosen(row: Row, owner: Client, other: Client) -> None:
    order = "/print/?asked=1&kinds=cards&roster=sample.dwarves"
    usual = page(owner.get(f"{order}&against=usual"))
    assert "no room for odds" in usual
    assert "cards=tarot" in usual
    assert 'href="/odds/?a=sample.dwarves.u1"' in usual
    assert "no room for odds" not in page(owner.get(f"{order}&against=usual&cards=a6"))
    own = "against=own&target=&target=goblins/goblin-regulars"
    assert 'value="goblins/goblin-regulars" maxlength' in page(owner.get(f"{order}&{own}"))
    drawn = owner.get(f"/print/sheets.pdf?kinds=cards&roster=sample.dwarves&{own}").content
    assert "20 Goblin Regulars" in text_of(pages_of(drawn)[0])
    for wrong, said in (
        ("against=own", "Choose a target for the odds"),
        ("against=own&target=orcs/orc", "“orcs/orc” is no profile."),
        ("against=nobody-1", "has been deleted"),
    ):
        assert said in page(owner.get(f"{order}&{wrong}"))
    assert f'<option value="{row.code}">' in page(owner.get(f"{order}&against=usual")).partition('name="against"')[2]
    assert "has been deleted" in page(other.get(f"{order}&against={row.code}"))
    assert f'<option value="{row.code}" selected>' in page(owner.get(f"{order}&against={row.code}"))


def test_many_odds_are_printed_by_a_worker(row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_ODDS_AT_ONCE", 3)
    order = "kinds=cards&roster=sample.dwarves&against=usual"
    assert "Print one PDF" in page(owner.get(f"/print/?asked=1&{order}"))
    assert owner.get(f"/print/sheets.pdf?{order}").headers["Location"].endswith("#pages")
