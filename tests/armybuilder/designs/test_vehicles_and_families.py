"""Families, vehicles and war machines: the address holds the choices, the page prices them, a button saves them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from armybuilder.models import Design as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.points.rows import design_of as design_of_row
from tabletop.arcana.creation.vehicles import build
from tests.catalogue import printed_vehicles
from tests.designs import design_of
from tests.markup import Document
from tests.visitors import OTHER, OWNER, browser_of, kept

ORCS = {"base": "orcs/orc-with-scimitar", "folk": "Orc"}
THREE = ORCS | {"kits": "3", "k0": ["heavy-weapon", "shield"], "k1": ["spear"], "k2": ["crossbow"], "k2.skill": "3"}
CHARIOT = {
    "name": "Swift",
    "type": "light-chariot",
    "army": "barbarians",
    "beasts": "monsters/horse",
    "beasts.count": "2",
    "crew0": "barbarians/barbarian-with-bow",
    "crew0.count": "1",
}


def read(client: Client, address: str, fields: Any = None, headers: dict[str, str] | None = None) -> Document:
    answer = client.get(f"{address}?{urlencode(fields or {}, doseq=True)}", headers=headers)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def saved(client: Client, document: Document) -> list[Any]:
    """Press the button that saves; the designs that are there then, oldest first."""
    [form] = [each for each in document.all("form") if each.get("method") == "post" and not each.get("hx-post")]
    fields: dict[str, list[str]] = {}
    for control in document.controls(form):
        if control.get("name"):
            fields.setdefault(control.get("name"), []).append(control.get("value"))
    assert client.post(form.get("action"), fields).status_code in (200, 302)
    return [design_of(row) for row in Row.objects.order_by("pk")]


def rows_of(document: Document) -> list[list[str]]:
    heads = [each for each in document.all("tr") if document.within(each, "td")]
    return [[cell.text for cell in document.within(head, "th", "td")] for head in heads]


def test_a_family_is_priced_side_by_side_and_saved_together(printed: None, client: Client) -> None:
    document = read(client, "/forge/family/", THREE)
    found = rows_of(document)
    assert [row[0] for row in found] == ["Orc with heavy weapon and shield", "Orc with spear", "Orc with crossbow"]
    designs = saved(client, document)
    assert [design.name for design in designs] == [row[0] for row in found]
    assert [str(price(design).points) for design in designs] == [row[1] for row in found]
    assert designs[2].missile[0].skill == 3


def test_the_usual_family_is_there_before_anything_is_chosen(printed: None, client: Client) -> None:
    assert len(rows_of(read(client, "/forge/family/"))) == 3


def test_what_each_package_changed_is_told(printed: None, client: Client) -> None:
    text = read(client, "/forge/family/", ORCS | {"kits": "1", "k0": ["chainmail"]}).all("tbody")[0].text
    assert "movement 6 to 5: chainmail" in text


def test_equipment_that_clashes_is_told_and_not_saved(printed: None, client: Client) -> None:
    document = read(client, "/forge/family/", ORCS | {"kits": "1", "k0": ["two-weapons", "shield"]})
    assert "excludes shield" in document.all("main")[0].text
    assert saved(client, document) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"kits": "1", "k0": ["no-such-package"]},
        {"kits": "2", "k0": ["shield"], "k1": ["shield"]},
        {"kits": "1", "k0": ["shield", "shield"]},
        {"kits": "-1"},
        {"kits": "99"},
        {"kits": "x", "folk": "\x07"},
        {"kits": "1", "k0.skill": "x", "k0.name": "y" * 500},
    ],
)
def test_a_family_that_cannot_be_is_told_so(printed: None, client: Client, fields: dict[str, Any]) -> None:
    document = read(client, "/forge/family/", ORCS | fields)
    assert len(rows_of(document)) <= 12


def test_a_variant_more_is_one_button_away(printed: None, client: Client) -> None:
    document = read(client, "/forge/family/", THREE)
    [button] = [each for each in document.all("button") if each.text == "Add a variant"]
    assert len(rows_of(read(client, "/forge/family/", THREE | {button.get("name"): button.get("value")}))) == 4


def test_a_family_is_made_from_ones_own_design_and_from_nobody_elses(printed: None) -> None:
    owner, other = browser_of(OWNER), browser_of(OTHER)
    owner.post("/forge/new/", {"row": "dwarves/handgunner"})
    code = Row.objects.get().code
    assert rows_of(read(owner, "/forge/family/", {"base": code}))
    assert other.get(f"/forge/family/?base={code}").status_code == 404
    assert other.get("/forge/family/?base=dwarves/elves").status_code == 404


def test_only_the_part_comes_back_to_htmx(printed: None, client: Client) -> None:
    for page in ("family", "vehicle", "war-machine"):
        part = read(client, f"/forge/{page}/", headers={"HX-Request": "true"})
        assert not part.all("header", "main")


def test_a_vehicle_is_priced_and_saved_as_a_design(printed: None, client: Client, catalogue: Catalogue) -> None:
    document = read(client, "/forge/vehicle/", CHARIOT)
    assert "✓ Legal" in document.all("main")[0].text
    [design] = saved(client, document)
    assert (design.name, design.kind, design.base) == ("Swift", "vehicle", 4)
    assert design.missile[0].natural
    assert str(price(design).points) in document.with_id("total").text


def test_a_limit_that_is_broken_is_told_with_its_source_and_not_saved(printed: None, client: Client) -> None:
    document = read(client, "/forge/vehicle/", CHARIOT | {"crew0.count": "5", "wounds": "9"})
    text = document.all("main")[0].text
    assert "✕ Not legal" in text
    assert "VEH-04" in text
    assert "VEH-09" in text
    assert saved(client, document) == []


@pytest.mark.parametrize("slug", printed_vehicles())
def test_every_printed_vehicle_is_rebuilt_from_its_parts(
    printed: None, client: Client, catalogue: Catalogue, slug: str
) -> None:
    document = read(client, "/forge/vehicle/", {"printed": slug})
    built = build(printed_vehicles()[slug], catalogue).design
    assert f"{price(built).points:,} points" in document.with_id("total").text
    assert document.with_id("name").get("value") == printed_vehicles()[slug].name


def test_the_form_of_a_rebuilt_vehicle_sends_the_same_parts(
    printed: None, client: Client, catalogue: Catalogue
) -> None:
    for slug in printed_vehicles():
        document = read(client, "/forge/vehicle/", {"printed": slug})
        [form] = [each for each in document.all("form") if each.get("hx-get")]
        again = read(client, "/forge/vehicle/", document.sent(form))
        assert again.with_id("total").text == document.with_id("total").text


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "spaceship"},
        {"type": "wagon", "crew0": "dwarves/elves"},
        {"type": "wagon", "crew0": "dwarves/axemen", "crew0.count": "many"},
        {"type": "wagon", "wounds": "-1"},
        {"type": "wagon", "army": "elves"},
        {"type": "wagon", "armour": "7"},
        {"type": "light-howdah", "wounds": "3"},
        {"type": "wagon", "crew0": "nonsense"},
        {"printed": "vehicles/none"},
    ],
)
def test_parts_that_cannot_be_are_told_so(printed: None, client: Client, fields: dict[str, str]) -> None:
    document = read(client, "/forge/vehicle/", fields)
    if "printed" not in fields:
        assert "No price yet" in document.with_id("total").text
        assert saved(client, document) == []


def test_a_self_propelled_vehicle_moves_by_itself(printed: None, client: Client) -> None:
    fields = {name: value for name, value in CHARIOT.items() if not name.startswith("beasts")} | {"ground": "10"}
    [design] = saved(client, read(client, "/forge/vehicle/", fields))
    assert design.movement.ground == 10


def test_a_war_machine_has_the_crew_of_its_army(printed: None, client: Client, catalogue: Catalogue) -> None:
    document = read(client, "/forge/war-machine/", {"machine": "war-machines/cannon", "crew": "dwarves"})
    [design] = saved(client, document)
    cannon = design_of_row(catalogue.rows["war-machines/cannon"])
    assert design.missile == cannon.missile
    assert design.name == "Cannon (Dwarves)"
    assert design.defence.magic_resistance == 4
    assert "A second crew: 56 more" in document.with_id("total").text


def test_a_standard_crew_costs_what_is_printed(printed: None, client: Client, catalogue: Catalogue) -> None:
    for row in catalogue.rows_of("war-machines"):
        total = read(client, "/forge/war-machine/", {"machine": row.slug}).with_id("total").text
        assert abs(int(total.split()[0].replace(",", "")) - row.points) <= 1, row.slug  # printed to the nearest


@pytest.mark.parametrize(
    "fields", [{"base": "3"}, {"machine": "none", "crew": "none"}, {"name": "x" * 121}, {"name": "\x07"}]
)
def test_an_order_that_cannot_be_is_told_so(printed: None, client: Client, fields: dict[str, str]) -> None:
    assert read(client, "/forge/war-machine/", fields)


def test_these_pages_ask_the_database_little(printed: None, owner: Client, django_assert_max_num_queries: Any) -> None:
    kept()
    for page in ("family", "vehicle", "war-machine"):
        with django_assert_max_num_queries(4):
            owner.get(f"/forge/{page}/")
