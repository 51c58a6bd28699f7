"""The lists, rows and rules as other programs read them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tabletop.arcana.army.rules import CORE
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row

pytestmark = pytest.mark.usefixtures("catalogue")


def found(client: Client, **parameters: Any) -> list[dict[str, Any]]:
    """Every row that is found, in one page."""
    return client.get("/api/profiles/", {"page_size": 400, **parameters}).json()["results"]


def slugs(rows: list[dict[str, Any]]) -> list[str]:
    return [row["slug"] for row in rows]


def test_every_list_is_there_in_the_books_order(client: Client, catalogue: Catalogue) -> None:
    lists = client.get("/api/lists/").json()["results"]
    assert [each["slug"] for each in lists] == list(catalogue.lists)
    assert sum(each["rows"] for each in lists) == len(catalogue.rows) == 399
    assert [each["slug"] for each in lists if each["kind"] == "general"] == ["monsters", "vehicles", "war-machines"]


def test_a_list_has_the_rules_at_its_head(client: Client) -> None:
    dwarves = client.get("/api/lists/dwarves/").json()
    assert dwarves["war_machines"]["surcharge"] == 15
    assert dwarves["war_machines"]["attacks"] == 1, "defaults are spelt out"
    assert [note["title"] for note in dwarves["notes"]] == ["War machines"]


@pytest.mark.parametrize("path", ["lists/elves", "profiles/dwarves/elf", "profiles/elves/axemen"])
def test_what_there_is_not_is_a_json_404(client: Client, path: str) -> None:
    answer = client.get(f"/api/{path}/")
    assert answer.status_code == 404
    assert list(answer.json()) == ["detail"]


def test_rows_come_in_the_books_order(client: Client, catalogue: Catalogue) -> None:
    assert slugs(found(client)) == list(catalogue.rows)


def test_every_row_is_shown_as_the_catalogue_has_it(client: Client, catalogue: Catalogue) -> None:
    for shown in found(client):
        row = catalogue.rows[shown["slug"]]
        assert (shown["name"], shown["section"], shown["points"], shown["base"]) == (
            (row.name, row.section, row.points, row.base)
        )
        assert shown["printed"] == {cell: getattr(row.printed, cell) for cell in row.printed.__struct_fields__}
        assert [each["field"] for each in shown["errata"]] == [
            erratum.field for erratum in catalogue.errata.get(row.slug, ())
        ]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"list": "dwarves"}, lambda row: row.slug.startswith("dwarves/")),
        ({"section": "war-machines"}, lambda row: row.section == "war-machines"),
        ({"min_points": 200}, lambda row: row.points >= 200),
        ({"max_points": 10}, lambda row: row.points <= 10),
        ({"min_points": 20, "max_points": 20}, lambda row: row.points == 20),
        ({"base": "0.5"}, lambda row: row.base == 0.5),
        (
            {"list": "orcs", "section": "characters"},
            lambda row: row.slug[:5] == "orcs/" and row.section == "characters",
        ),
        ({"search": "VAMPIRE"}, lambda row: "vampire" in row.name.lower()),
    ],
    ids=lambda value: "these" if callable(value) else str(value),
)
def test_filters_keep_exactly_what_they_say(
    client: Client, catalogue: Catalogue, parameters: dict[str, Any], expected: Any
) -> None:
    kept = [row.slug for row in catalogue.rows.values() if expected(row)]
    assert kept
    assert slugs(found(client, **parameters)) == kept


def cells_of(row: Row) -> str:
    return " ".join(getattr(row.printed, cell) for cell in row.printed.__struct_fields__).lower()


def test_all_words_must_stand_in_the_printed_cells(client: Client, catalogue: Catalogue) -> None:
    kept = [row.slug for row in catalogue.rows.values() if "long" in cells_of(row) and "shield" in cells_of(row)]
    assert kept
    assert slugs(found(client, search="shield long")) == kept


@pytest.mark.parametrize("words", ["%", "_", "zzz", "'"])
def test_signs_of_the_database_are_plain_signs(client: Client, catalogue: Catalogue, words: str) -> None:
    kept = [row.slug for row in catalogue.rows.values() if words in f"{row.name.lower()} {cells_of(row)}"]
    assert slugs(found(client, search=words)) == kept


@pytest.mark.parametrize("order", ["points", "-points", "base", "-base"])
def test_rows_are_ordered_and_ties_stay_in_the_books_order(client: Client, catalogue: Catalogue, order: str) -> None:
    rows = list(catalogue.rows.values())
    sign, key = (-1, order[1:]) if order.startswith("-") else (1, order)
    expected = sorted(rows, key=lambda row: sign * getattr(row, key))
    assert slugs(found(client, ordering=order)) == [row.slug for row in expected]


def test_pages_hold_every_row_once(client: Client, catalogue: Catalogue) -> None:
    seen, address = [], "/api/profiles/?ordering=points&page_size=60"
    while address:
        page = client.get(address).json()
        assert page["count"] == 399
        seen += slugs(page["results"])
        address = page["next"]
    assert sorted(seen) == sorted(catalogue.rows)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("list", "elves"),
        ("section", "heroes"),
        ("min_points", "many"),
        ("min_points", "-1"),
        ("max_points", "1e400"),
        ("max_points", "9" * 30),
        ("base", "3"),
        ("base", "nan"),
        ("search", "a" * 61),
        ("search", "a\0"),
        ("ordering", "browser"),
    ],
)
def test_a_wrong_parameter_is_named(client: Client, parameter: str, value: str) -> None:
    answer = client.get("/api/profiles/", {parameter: value})
    assert answer.status_code == 400
    assert answer.json()["field"] == parameter
    assert answer.json()["detail"]


@pytest.mark.parametrize("page", ["0", "999", "x"])
def test_a_page_that_is_not_there_is_a_404(client: Client, page: str) -> None:
    assert client.get("/api/profiles/", {"page": page}).status_code == 404


def test_every_row_has_an_answer_of_its_own(client: Client, catalogue: Catalogue) -> None:
    for slug in catalogue.rows:
        answer = client.get(f"/api/profiles/{slug}/")
        assert answer.status_code == 200
        assert answer.json()["slug"] == answer.json()["figures"]["slug"] == slug


def test_strong_errata_apply_to_play_and_not_to_the_figures_as_printed(client: Client) -> None:
    titan = client.get("/api/profiles/monsters/forest-titan/").json()
    assert titan["figures"]["melee"][1]["attacks"] == 1
    assert titan["in_play"]["melee"][1]["attacks"] == 10
    assert [(each["field"], each["strength"]) for each in titan["errata"]] == [("melee.1.attacks", "strong")]
    assert titan["points"] == titan["in_play"]["points"]


def test_weak_errata_are_shown_and_not_applied(client: Client) -> None:
    avatar = client.get("/api/profiles/ratmen/rat-avatar/").json()
    assert [each["strength"] for each in avatar["errata"]] == ["weak"]
    assert avatar["figures"] == avatar["in_play"]


def test_the_rulebook_is_the_codes(client: Client) -> None:
    rules = client.get("/api/rules/").json()
    assert (rules["name"], rules["version"]) == (CORE.name, CORE.version)
    assert [each["code"] for each in rules["rules"]] == [rule.code for rule in CORE.rules]
    assert [each["severity"] for each in rules["rules"]] == [rule.severity.name.lower() for rule in CORE.rules]
    assert [each["statement"] for each in rules["rules"]] == [rule.statement for rule in CORE.rules]
    assert [each["reason"] for each in rules["unchecked"]] == [each.reason for each in CORE.unchecked]


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/api/lists/", 3),
        ("/api/lists/dwarves/", 3),
        ("/api/profiles/", 4),
        ("/api/profiles/?list=dwarves&search=axe&min_points=5&ordering=-points", 4),
        ("/api/profiles/dwarves/axemen/", 3),
        ("/api/rules/", 0),
    ],
)
def test_answers_take_few_queries(client: Client, django_assert_max_num_queries: Any, address: str, most: int) -> None:
    with django_assert_max_num_queries(most):
        assert client.get(address).status_code == 200


def test_queries_do_not_grow_with_rows(client: Client, django_assert_num_queries: Any) -> None:
    for size in (1, 400):
        with django_assert_num_queries(3):
            assert len(client.get("/api/profiles/", {"page_size": size}).json()["results"]) == min(size, 399)


@pytest.mark.parametrize("path", ["lists", "lists/dwarves", "profiles", "profiles/dwarves/axemen", "rules"])
def test_the_catalogue_is_read_only_and_json_alone(client: Client, path: str) -> None:
    address = f"/api/{path}/"
    assert client.get(address, headers={"accept": "text/html,*/*"}).headers["Content-Type"] == "application/json"
    assert client.get(address, headers={"accept": "text/html"}).status_code == 406
    for method in (client.post, client.put, client.patch, client.delete):
        assert method(address).status_code == 405
