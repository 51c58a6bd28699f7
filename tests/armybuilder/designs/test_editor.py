"""The designer: what stands in the form is saved and priced, nothing is lost, and it works without JavaScript."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.test import Client

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.designs.presenters.form_layout import Form, groups, identity
from armybuilder.designs.presenters.form_reading import design_from, fields_of
from armybuilder.designs.services import create_design
from armybuilder.models import Design as Row
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.vehicles import build
from tabletop.decoding import MalformedError
from tests.armybuilder.core.test_queries import exactly
from tests.catalogue import printed_vehicles
from tests.designer import DRAGON, FORM, form_of, page, sent, words
from tests.designs import CODE, VARIANT_CODE, address, design_of, kept_design
from tests.markup import Document
from tests.tabletop.arcana.creation.points.designs import random_design
from tests.visitors import HTMX, OTHER, OWNER, browser_of


def test_any_design_stands_in_the_form_as_it_is() -> None:
    for number in range(500):
        wanted = random_design(Random(number))
        assert design_from(fields_of(wanted)) == wanted


def test_every_field_of_a_design_has_a_control() -> None:
    for number in range(100):
        fields = fields_of(random_design(Random(number)))
        shown = {control.entry.path for group in groups(Form(fields, {})) for control in group.controls}
        first_lines = {f"{part}[0].alternative" for part in ("melee", "missile")}
        assert set(fields) - {"name", "kind"} - first_lines <= shown


def test_the_form_sends_back_what_is_kept(dragon: Row, owner: Client) -> None:
    answer = owner.post(address(), form_of(page(owner)))
    assert (answer.status_code, answer.headers["Location"]) == (302, address())
    assert design_of(dragon) == DRAGON


def test_the_receipt_stands_beside_the_form_with_every_source(dragon: Row, owner: Client) -> None:
    text = words(owner.get(address()))
    for line in price(DRAGON).breakdown.lines:
        assert f"{line.label} {line.citation.section}".replace("'", "&#x27;") in text
    assert "428 points, exactly 427.5" in text
    assert "◆ Special" in text
    assert "Elite" in text


def test_a_change_is_saved_and_priced_and_only_the_receipt_comes_back(dragon: Row, owner: Client) -> None:
    answer = sent(owner, FORM, wounds="6")
    assert design_of(dragon).wounds == 6
    assert "447 points, exactly 446.5" in words(answer)
    document = Document(answer.content.decode())
    assert [each.get("value") for each in document.all("input") if each.get("name") == "version"] == ["2"]
    assert not [each for each in document.all("input") if each.get("name") == "wounds"]
    assert {each.get("id") for each in document.elements if each.get("hx-swap-oob")} >= {
        "total",
        "notice",
        "steps",
        "roads",
    }


def test_an_unchanged_form_makes_no_new_version(dragon: Row, owner: Client) -> None:
    sent(owner, FORM)
    assert Row.objects.get(code=CODE).version == 1
    sent(owner, FORM, wounds="6")
    assert Row.objects.get(code=CODE).version == 2


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("melee[0].skill", "6", "the table for skill goes from 1 to 5, not 6"),
        ("missile[0].range", "46", "the table for range ends at 45″, before 46″"),
        ("armour.value", "6", "the table for fixed armour goes from 1 to 5, not 6"),
        ("movement.ground", "1", "below 2″ the formula gives a price below 0; leave the ground move out"),
        ("morale.value", "12", "the table for morale goes from 6 to 11, not 12"),
    ],
)
def test_what_the_formula_refuses_is_kept_and_said_beside_its_field(
    dragon: Row, owner: Client, field: str, value: str, reason: str
) -> None:
    answer = sent(owner, FORM, **{field: value})
    document = Document(answer.content.decode())
    place = f"why-{identity(field)}"
    assert document.with_id(place).text == reason
    assert "No price yet" in words(answer)
    assert fields_of(design_of(dragon))[field] == [value]
    again = page(owner)
    assert document.with_id(place).text == again.with_id(place).text
    assert owner.get(address("receipt-pdf", paper="a4")).status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("wounds", "many", "must be a whole number, not “many”"),
        ("wounds", "101", "must be at most 100"),
        ("wounds", "-1", "must be at least 0"),
        ("melee[0].attacks", "", "is missing"),
        ("name", "", "must not be empty"),
        ("kind", "dragon", "must be one of creature, monster, character, vehicle, war-machine, not “dragon”"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field_and_nothing_is_saved(
    dragon: Row, owner: Client, field: str, value: str, reason: str
) -> None:
    for headers in (FORM, None):
        answer = sent(owner, headers, **{field: value})
        document = Document(answer.content.decode())
        assert reason in [each.text for each in document.elements if each.get("class") == "fault"]
        assert "Nothing was saved." in words(answer)
        assert design_of(dragon) == DRAGON
    assert document.with_id("wounds").get("value") == (value if field == "wounds" else "5")


def test_a_stale_tab_is_told_so_and_loses_nothing(dragon: Row, owner: Client) -> None:
    behind = form_of(page(owner))
    sent(owner, wounds="7")
    for headers in (FORM, None):
        answer = owner.post(address(), behind | {"wounds": "9", "name": "Mine"}, headers=headers)
        assert "changed in another place" in words(answer)
        assert design_of(dragon).wounds == 7
    document = Document(answer.content.decode())
    assert (document.with_id("wounds").get("value"), document.with_id("name").get("value")) == ("9", "Mine")
    [button] = [each for each in document.all("button") if each.get("name") == "over"]
    owner.post(address(), form_of(document) | {"over": button.get("value")})
    assert (design_of(dragon).wounds, design_of(dragon).name) == (9, "Mine")


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 20, "²"])
def test_a_version_that_is_none_changes_nothing(dragon: Row, owner: Client, version: str) -> None:
    assert sent(owner, FORM, version=version, wounds="9").status_code == 200
    assert design_of(dragon) == DRAGON


def test_fields_that_no_design_has_are_ignored_or_named(dragon: Row, owner: Client) -> None:
    for name in ("<b>", "melee[999].skill", "melee[0]", "melee[0].skill.x", "points", "melee.skill", "movement"):
        assert sent(owner, FORM, **{name: "3"}).status_code == 200
    assert price(design_of(dragon)).points == 428


def test_a_design_is_priced_by_a_clubs_variant_which_is_named_everywhere(dragon: Row, owner: Client) -> None:
    query = f"?formula={VARIANT_CODE}"
    text = words(owner.get(address() + query))
    assert "433 points, exactly 432.5" in text
    assert "by Tuesday Club" in text
    assert "This isn't the book's price." in text
    assert form_of(page(owner, query))["formula"] == [VARIANT_CODE]
    pdf = owner.get(address("receipt-pdf", paper="a4") + query)
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert owner.get(address() + "?formula=nobodys").status_code == 404
    assert "This isn't the book's price." not in words(owner.get(address()))


def test_somebody_elses_variant_prices_nothing(dragon: Row, owner: Client) -> None:
    other = browser_of(OTHER)
    kept_design(visitor=OTHER, code="others")
    assert other.get(address(code="others") + f"?formula={VARIANT_CODE}").status_code == 404


def test_the_file_is_the_format_and_opens_as_the_same_design(dragon: Row, owner: Client) -> None:
    answer = owner.get(address("design-file"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="young-dragon.json"'
    assert json.loads(answer.content)["format"] == "muster-design/1"


@pytest.mark.parametrize("headers", [{}, FORM], ids=["page", "part"])
@pytest.mark.parametrize("lines", [1, 15])
def test_the_designer_asks_the_same_for_any_design(
    dragon: Row, owner: Client, headers: dict[str, str], lines: int
) -> None:
    Row.objects.filter(pk=dragon.pk).update(
        content=json.loads(json.dumps(dragon.content | {"melee": dragon.content["melee"] * lines}))
    )
    with exactly(5):
        assert owner.get(address(), headers=headers).status_code == 200


def test_a_change_asks_little(dragon: Row, owner: Client) -> None:
    form = form_of(page(owner))
    with exactly(4):
        owner.post(address(), form | {"wounds": "6"}, headers=FORM)


def test_what_a_player_types_is_text(dragon: Row, owner: Client) -> None:
    name = "<script>alert(1)</script>\"'>"
    for headers in (FORM, HTMX, None):
        answer = sent(owner, headers, name=name)
        assert "<script>alert" not in answer.content.decode()
    assert design_of(dragon).name == name
    for place in (address(), "/forge/"):
        assert "<script>alert" not in owner.get(place).content.decode()


def test_a_design_that_cannot_be_stated_is_never_read() -> None:
    with pytest.raises(MalformedError):
        design_from({})


def test_what_no_vehicle_may_be_is_said_beside_its_price_with_one_way_out(owner: Client) -> None:
    ram = {"attacks": 6, "skill": 3, "strength": 1}
    wild = {"kind": "vehicle", "movement": {"ground": 40}, "wounds": 12, "base": 4, "ramming": ram, "fearsome": False}
    kept_design(code="wild", **wild | {"melee": [], "missile": [], "armour": {"value": 3, "fixed": True}})
    browser = owner.get(address(code="wild")).content.decode()
    assert "VEH-01" in browser
    assert "VEH-04" in browser
    assert browser.count("Make it a Light Chariot within its limits") == 1


def test_a_vehicle_keeps_its_parts_when_its_form_is_saved(owner: Client) -> None:
    parts = printed_vehicles()["vehicles/heavy-chariot-with-4-javelins-and-4-horses"]
    made = build(parts, current_catalogue()).design
    row = create_design(visitor=OWNER, design=made)
    form = form_of(Document(owner.get(address(code=row.code)).content.decode()))
    owner.post(address(code=row.code), form | {"wounds": "4"}, headers=FORM)
    saved = design_of(row)
    assert (saved.parts, saved.room, saved.footprint, saved.wounds) == (made.parts, made.room, made.footprint, 4)
    owner.post(address(code=row.code), form | {"version": "2", "kind": "creature"}, headers=FORM)
    assert design_of(row).parts is None
