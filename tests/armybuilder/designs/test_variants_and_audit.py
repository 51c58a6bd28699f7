"""The cost tables, a club's variant of them, and the audit of the printed rows."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from django.test import Client

from armybuilder.designs.services import keep_audit
from armybuilder.designs.snapshots import audit_in, formula_in
from armybuilder.designs.views.audit import CAUSES, COLUMNS, _latest
from armybuilder.designs.views.variants import TITLES, cost_tables
from armybuilder.models import CostCell, Edition, FormulaVariant, Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.points import BOOK_FORMULA, TABLES
from tabletop.arcana.creation.points.audit import Audited, audit
from tabletop.arcana.creation.points.audit_summary import figures_of
from tabletop.arcana.creation.points.sums import format_amount
from tests.armybuilder.core.test_queries import exactly
from tests.catalogue import printed_catalogue
from tests.designs import VARIANT_CODE, address
from tests.markup import Document

PAGES = 16
CLUB = f"/forge/variants/{VARIANT_CODE}/"


@cache
def audited() -> tuple[Audited, ...]:
    """The audit of the fixtures, made once for all tests."""
    return audit(printed_catalogue())


def read(client: Client, where: str, **query: str) -> Document:
    answer = client.get(where, query)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def read_all(client: Client, **query: str) -> list[list[str]]:
    """The cells of the audit's rows on every page: of the whole first page, and of those that are put into it."""
    rows = rows_in(read(client, "/forge/audit/", page="1", **query), "audit")
    for number in range(2, PAGES + 1):
        part = client.get("/forge/audit/", {"page": str(number), **query}, headers={"HX-Request": "true"})
        rows += rows_in(Document(part.content.decode()), "audit")
    return rows


def rows_in(document: Document, name: str) -> list[list[str]]:
    """The cells of a table's rows."""
    [table] = [each for each in document.all("table") if name in each.get("class").split()]
    cells = [[cell.text for cell in document.within(row, "th", "td")] for row in document.within(table, "tr")]
    return [row for row in cells if row][1:]


def test_the_loaded_cells_are_the_codes_own(printed: None) -> None:
    loaded = [(row.table, row.key, Fraction(row.amount), row.citation) for row in CostCell.objects.all()]
    own = [(cell.table, cell.key, cell.amount, cell.citation.section) for cell in BOOK_FORMULA.cells()]
    assert loaded == own
    assert [row.number for row in CostCell.objects.all()] == list(range(1, len(own) + 1))


def test_every_table_has_a_title_and_its_place_in_the_book(printed: None) -> None:
    assert set(TITLES) == set(TABLES)
    assert [table.slug for table in cost_tables()] == list(TABLES)


def test_the_page_shows_every_cell(printed: None, client: Client) -> None:
    with exactly(1):
        document = read(client, "/forge/tables/")
    cells = [each.text for each in document.all("td")]
    assert cells == [format_amount(cell.amount).replace("-", "−") for cell in BOOK_FORMULA.cells()]


def test_a_club_keeps_its_variant_under_its_own_name(printed: None, client: Client) -> None:
    answer = client.post("/forge/variants/", {"name": " Tuesday Club "})
    row = FormulaVariant.objects.get()
    assert answer.headers["Location"] == f"/forge/variants/{row.code}/"
    client.post(
        answer.headers["Location"], {"version": "1", "name": "Tuesday Club", "armour.3": "4,5", "range.45": "9"}
    )
    formula = formula_in(FormulaVariant.objects.get())
    assert (formula.name, formula.is_book) == ("Tuesday Club", False)
    assert (formula.armour[3], formula.range[45]) == (Fraction(9, 2), Fraction(9))
    assert formula.armour[2] == BOOK_FORMULA.armour[2]


@pytest.mark.parametrize("name", ["", "   ", BOOK_FORMULA.name])
def test_no_variant_passes_for_the_book(printed: None, client: Client, name: str) -> None:
    answer = client.post("/forge/variants/", {"name": name})
    assert "needs a name of its own" in answer.content.decode()
    assert not FormulaVariant.objects.exists()


def test_a_variant_cannot_be_renamed_to_the_book(row: Roster, owner: Client) -> None:
    answer = owner.post(CLUB, {"version": "2", "name": BOOK_FORMULA.name, "armour.3": "9"})
    assert "needs a name of its own" in answer.content.decode()
    assert FormulaVariant.objects.get().name == "Tuesday Club"


@pytest.mark.parametrize("amount", ["x", "1e9", "1/0", "--1", "999999", "1.23456", "1/2/3", "½"])
def test_an_amount_that_is_no_number_is_named_and_nothing_is_saved(row: Roster, owner: Client, amount: str) -> None:
    answer = owner.post(CLUB, {"version": "2", "name": "Tuesday Club", "armour.3": amount, "armour.2": "5"})
    text = answer.content.decode()
    assert "must be a number" in text
    assert f'value="{amount}"' in text
    assert FormulaVariant.objects.get().version == 2


def test_the_formula_never_divides_by_nought(row: Roster, owner: Client) -> None:
    answer = owner.post(CLUB, {"version": "2", "name": "Tuesday Club", "movement.terrain-ability-inches": "0"})
    assert "more than 0" in answer.content.decode()


def test_the_books_own_amount_is_no_change(row: Roster, owner: Client) -> None:
    owner.post(CLUB, {"version": "2", "name": "Tuesday Club", "armour.3": "4", "fixed_armour.4": "12"})
    assert FormulaVariant.objects.get().cells == []


def test_a_stale_tab_of_a_variant_loses_nothing(row: Roster, owner: Client) -> None:
    late = {"version": "1", "name": "Late", "armour.3": "8"}
    document = Document(owner.post(CLUB, late).content.decode())
    [button] = [each for each in document.all("button") if each.get("name") == "over"]
    assert [each.get("value") for each in document.all("input") if each.get("name") == "armour.3"] == ["8"]
    assert FormulaVariant.objects.get().name == "Tuesday Club"
    owner.post(CLUB, late | {"over": button.get("value")})
    assert (FormulaVariant.objects.get().name, len(FormulaVariant.objects.get().cells)) == ("Late", 1)


def test_a_deleted_variant_can_be_taken_back_and_prices_nothing_meanwhile(row: Roster, owner: Client) -> None:
    owner.post(f"{CLUB}delete/")
    assert "Deleted “Tuesday Club”" in read(owner, "/forge/variants/").all("main")[0].text
    assert owner.get(f"{address()}?formula={VARIANT_CODE}").status_code == 404
    assert owner.post(f"{CLUB}restore/").headers["Location"] == CLUB
    assert owner.get(f"{address()}?formula={VARIANT_CODE}").status_code == 200


def test_the_audit_shows_every_row_with_both_prices(printed: None, client: Client, catalogue: Catalogue) -> None:
    shown = read_all(client, sort="book")
    real = audited()
    assert len(shown) == len(real) == 399
    for cells, row in zip(shown, real, strict=True):
        assert cells[0].startswith(row.name)
        assert cells[1:3] == [str(row.printed), format_amount(row.exact)]
        assert cells[4] == ("✓ yes" if row.agrees else "✕ no")
        assert cells[5] == (" ".join(row.note.split()) or "–")


def test_the_audit_begins_with_what_differs(printed: None, client: Client) -> None:
    shown = read_all(client)
    assert [cells[0] for cells in shown] == [cells[0] for cells in sorted(shown, key=lambda cells: cells[4] == "✓ yes")]
    assert sum(cells[4] == "✕ no" for cells in shown) == 79


def test_no_page_of_the_audit_is_long(printed: None, client: Client) -> None:
    for number in ("1", "16", "17", "0", "x", "-1", "9" * 30):
        assert 0 < len(rows_in(read(client, "/forge/audit/", page=number), "audit")) <= 25


def test_pages_keep_what_was_asked(printed: None, client: Client) -> None:
    asked = {"army": "monsters", "show": "agrees", "sort": "printed", "down": "true"}
    document = read(client, "/forge/audit/", **asked)
    [pages] = [each for each in document.all("nav") if each.get("aria-label") == "Pages of profiles"]
    links = [each for each in document.all("a") if each.inside(pages)]
    assert [each.text for each in links] == ["Page 1", "Page 2", "Page 3"]
    assert [each.get("aria-current") for each in links] == ["page", "", ""]
    last = client.get(f"/forge/audit/{links[-1].get('href').partition('#')[0]}").content.decode()
    points = [int(row[1]) for row in rows_in(Document(last), "audit")]
    assert points == sorted(points, reverse=True)
    assert "72 of 399 profiles, 51 to 72 on this page" in last


def test_each_heading_sorts_and_turns_round(printed: None, client: Client) -> None:
    for key in COLUMNS:
        document = read(client, "/forge/audit/", sort=key, army="lizardmen")
        [head] = [each for each in document.all("th") if each.get("aria-sort")]
        [link] = [each for each in document.all("a") if each.inside(head)]
        assert head.get("aria-sort") == "ascending"
        turned = Document(client.get(f"/forge/audit/{link.get('href').partition('#')[0]}").content.decode())
        assert [each.get("aria-sort") for each in turned.all("th") if each.get("aria-sort")] == ["descending"]
        assert turned.with_id("rows-count").text == "24 of 399 profiles"


def test_the_figures_on_the_page_are_the_audits(printed: None, client: Client) -> None:
    text = " ".join(read(client, "/forge/audit/").all("main")[0].text.split())
    figures = figures_of(audited())
    assert f"{figures.agree} agree with the print ({figures.rounded_up} rounded up, " in text
    assert f"{figures.to_nearest} to the nearest); {figures.explained} more would" in text
    assert "none is left unexplained" in text
    for cause, number in figures.causes:
        assert (f"{number} by {CAUSES[cause]}" in text) == bool(number)


def test_the_figures_of_the_audit_are_counted_list_by_list(printed: None, client: Client, catalogue: Catalogue) -> None:
    rows = rows_in(read(client, "/forge/audit/"), "shares-table")
    real = audited()
    assert [row[0] for row in rows[:-1]] == [army.name for army in catalogue.lists.values()]
    sums = [sum(int(row[place]) for row in rows[:-1]) for place in range(1, 5)]
    assert sums == [int(cell) for cell in rows[-1][1:]]
    assert sums[1] == sum(row.agrees for row in real)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"army": "dwarves"}, 18),
        ({"army": "dwarves", "show": "differs"}, 0),
        ({"show": "agrees"}, None),
        ({"show": "reading", "sort": "difference", "down": "true"}, None),
        ({"army": "no-such-list"}, 0),
        ({"sort": "nonsense"}, 399),
        ({"show": "nonsense"}, 399),
    ],
)
def test_the_audit_is_filtered_by_the_address(
    printed: None, client: Client, catalogue: Catalogue, query: dict[str, str], expected: int | None
) -> None:
    document = read(client, "/forge/audit/", **query)
    kept = [
        row for row in audited() if query.get("show") in (None, row.cause) or (query["show"] == "agrees" and row.agrees)
    ]
    text = document.with_id("rows-count").text
    assert text.partition(",")[0] == f"{len(kept) if expected is None else expected} of 399 profiles"


@pytest.mark.parametrize("sort", ["name", "printed", "exact", "difference", "share", "cause"])
def test_the_audit_is_sorted_by_the_address(printed: None, client: Client, sort: str) -> None:
    up = read_all(client, sort=sort)
    down = read_all(client, sort=sort, down="true")
    assert sorted(map(tuple, up)) == sorted(map(tuple, down))
    if sort == "printed":
        assert [int(row[1]) for row in up] == sorted(int(row[1]) for row in up)
    assert up[0] != down[0]


def test_the_plot_has_a_point_for_every_row_with_its_figures_as_text(
    printed: None, client: Client, catalogue: Catalogue
) -> None:
    document = read(client, "/forge/audit/")
    points = [each for each in document.elements if each.get("class") in ("plot-agrees", "plot-differs")]
    titles = [each.text for each in document.all("title")]
    assert len(points) == 399
    for row in audited():
        assert f"{row.name}: printed {row.printed}, computed {float(row.exact):g}" in titles


def test_the_audit_is_made_when_the_catalogue_is_loaded(printed: None, client: Client, monkeypatch: Any) -> None:
    _latest.clear()
    monkeypatch.setattr("armybuilder.designs.services.audit", lambda catalogue: pytest.fail("made again"))
    with exactly(2):
        read(client, "/forge/audit/")
    with exactly(1):
        read(client, "/forge/audit/")


def test_an_audit_is_kept_as_it_was_made(printed: None, catalogue: Catalogue) -> None:
    assert audit_in(Edition.objects.get()) == audited()


def test_the_audit_of_another_program_is_made_again_and_kept(
    printed: None, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Catalogue] = []
    monkeypatch.setattr("armybuilder.designs.services.audit", lambda rows: made.append(rows) or audited())
    for audit_of_before in ({}, {"library": "another", "rows": []}):
        Edition.objects.update(audit=audit_of_before)
        assert keep_audit(catalogue) == audit_in(Edition.objects.get()) == audited()
    assert made == [catalogue] * 2


def test_every_row_has_its_receipt(printed: None, client: Client, catalogue: Catalogue) -> None:
    for row in audited()[::11]:
        assert format_amount(row.exact) in read(client, f"/forge/audit/{row.slug}/").all("main")[0].text
    assert client.get("/forge/audit/dwarves/elves/").status_code == 404
