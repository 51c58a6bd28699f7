"""The schools and spells as other programs read them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.schools import wizards_of
from tabletop.arcana.catalogue.spells import Spell, header
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES

pytestmark = pytest.mark.usefixtures("catalogue")


def found(client: Client, **parameters: Any) -> list[str]:
    answer = client.get("/api/spells/", {"page_size": 400, **parameters})
    return [spell["slug"] for spell in answer.json()["results"]]


def test_every_school_is_there_with_its_casters(client: Client, catalogue: Catalogue) -> None:
    schools = client.get("/api/schools/").json()["results"]
    assert [each["slug"] for each in schools] == list(School)
    for each in schools:
        assert each["spells"] == len(catalogue.spells_of(each["slug"]))
        assert each["tincture"] == SCHOOL_TINCTURES[each["slug"]]
        assert each["casters"] == [row.slug for row in wizards_of(catalogue, each["slug"])]
    assert [each["slug"] for each in schools if each["optional"]] == ["plague"]


def test_spells_come_in_the_books_order_with_their_headers(client: Client, catalogue: Catalogue) -> None:
    answer = client.get("/api/spells/", {"page_size": 400}).json()
    assert answer["count"] == 94
    assert [each["slug"] for each in answer["results"]] == list(catalogue.spells)
    for each in answer["results"]:
        spell = catalogue.spells[each["slug"]]
        assert (each["level"], each["range"], each["kind"], each["save"]) == (
            (spell.level, spell.range, spell.kind, spell.save)
        )
        assert (each["header"], each["text"]) == (header(spell), spell.text)
        assert each["template"] == (spell.template is not None)


@pytest.mark.parametrize("school", tuple(School))
def test_a_schools_spells_come_by_their_places(client: Client, catalogue: Catalogue, school: School) -> None:
    assert found(client, school=school) == [spell.slug for spell in catalogue.spells_of(school)]


@pytest.mark.parametrize(
    ("parameters", "keeps"),
    [
        ({"level": 2}, lambda spell: spell.level == 2),
        ({"range": 18}, lambda spell: spell.range == 18),
        ({"range": "self"}, lambda spell: spell.range == "self"),
        ({"kind": "summoning"}, lambda spell: spell.kind == "summoning"),
        ({"save": "none-but-unit"}, lambda spell: spell.save == "none-but-unit"),
        ({"template": "true"}, lambda spell: spell.template is not None),
        ({"template": "false", "level": 3}, lambda spell: spell.template is None and spell.level == 3),
        ({"search": "SKELETON"}, lambda spell: "skeleton" in spell.text.lower()),
        ({"search": "eldritch half"}, lambda spell: "eldritch" in spell.text and "half" in spell.text),
    ],
    ids=lambda value: "these" if callable(value) else str(value),
)
def test_spells_are_found_by_what_is_asked(
    client: Client, catalogue: Catalogue, parameters: dict[str, Any], keeps: Any
) -> None:
    kept = [spell.slug for spell in catalogue.spells.values() if keeps(spell)]
    assert kept
    assert found(client, **parameters) == kept


def test_searching_a_school_finds_a_spell_once(client: Client) -> None:
    assert found(client, search="geyser") == ["earth/geyser"]
    assert found(client, school="water", search="earth") == ["earth/geyser"]


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("school", "fog"),
        ("level", "4"),
        ("kind", "eternal"),
        ("save", "perhaps"),
        ("template", "maybe"),
        ("range", "x" * 21),
        ("search", "a\0"),
    ],
)
def test_a_wrong_parameter_of_spells_is_named(client: Client, parameter: str, value: str) -> None:
    answer = client.get("/api/spells/", {parameter: value})
    assert answer.status_code == 400
    assert answer.json()["field"] == parameter


def test_every_spell_reads_back_from_its_answer(client: Client, catalogue: Catalogue) -> None:
    for slug, spell in catalogue.spells.items():
        answer = client.get(f"/api/spells/{slug}/").json()
        assert answer["marker"] == spell.marker
        assert msgspec.convert(answer["facts"], Spell) == spell


@pytest.mark.parametrize("path", ["spells/earth/fog", "spells/fog/geyser", "spells/water/geyser"])
def test_a_spell_that_is_not_there_is_a_json_404(client: Client, path: str) -> None:
    answer = client.get(f"/api/{path}/")
    assert answer.status_code == 404
    assert list(answer.json()) == ["detail"]


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("/api/schools/", 1),
        ("/api/spells/?page_size=2", 3),
        ("/api/spells/?page_size=400", 3),
        ("/api/spells/fire/fire-wall/", 1),
        ("/api/spells/?school=fire&search=hit&template=true", 3),
    ],
)
def test_answers_about_magic_take_fixed_queries(
    client: Client, django_assert_num_queries: Any, address: str, count: int
) -> None:
    with django_assert_num_queries(count):
        assert client.get(address).status_code == 200
