"""The designer's buttons: attacks come and go and come back, steps are taken, a design goes into a roster."""

from __future__ import annotations

import pytest
from django.test import Client

from armybuilder.models import Design as Row
from armybuilder.models import Roster
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.creation.equipment import equip
from tabletop.arcana.creation.points import price
from tests.catalogue import equipment
from tests.designer import DRAGON, FORM, form_of, page, sent, words
from tests.designs import address, design_of
from tests.markup import Document
from tests.visitors import OTHER, kept


def buttons(document: Document, text: str) -> list[str]:
    return [each.get("value") for each in document.all("button") if each.get("name") == "do" and each.text == text]


def test_attacks_are_added_duplicated_removed_and_put_back(dragon: Row, owner: Client) -> None:
    def press(text: str) -> None:
        document = page(owner)
        owner.post(address(), form_of(document) | {"do": buttons(document, text)[0]})

    press("Add a melee attack")
    assert [line.attacks for line in design_of(dragon).melee] == [8, 1]
    press("Duplicate melee 1")
    assert [line.attacks for line in design_of(dragon).melee] == [8, 8, 1]
    press("Remove melee 3")
    assert [line.attacks for line in design_of(dragon).melee] == [8, 8]
    press("Add a missile attack")
    assert [line.name for line in design_of(dragon).missile] == ["Breath", "Bow"]
    press("Remove missile 1")
    assert [line.name for line in design_of(dragon).missile] == ["Bow"]


def test_a_removal_is_undone_with_one_button(dragon: Row, owner: Client) -> None:
    document = page(owner)
    remove = form_of(document) | {"do": buttons(document, "Remove melee 1")[0]}
    shown = Document(owner.post(address(), remove, headers=FORM).content.decode())
    assert design_of(dragon).melee == ()
    owner.post(address(), form_of(page(owner)) | {"do": buttons(shown, "Undo")[0]})
    assert design_of(dragon) == DRAGON


def test_without_javascript_the_way_back_is_offered_after_the_redirect(dragon: Row, owner: Client) -> None:
    document = page(owner)
    owner.post(address(), form_of(document) | {"do": buttons(document, "Remove missile 1")[0]})
    assert buttons(page(owner), "Undo")
    assert not buttons(page(owner), "Undo")


def test_a_step_shows_what_it_costs_and_can_be_taken(dragon: Row, owner: Client) -> None:
    document = page(owner)
    [value] = [each.get("value") for each in document.all("button") if '"wounds",6' in each.get("value")]
    [button] = [each for each in document.all("button") if each.get("value") == value]
    assert button.text == "6 +19"
    owner.post(address(), form_of(document) | {"do": value})
    assert design_of(dragon).wounds == 6


def trooper(client: Client) -> tuple[Row, str]:
    client.post("/forge/new/", {"row": "orcs/orc-with-scimitar"})
    kept = Row.objects.order_by("-pk")[0]
    return kept, address(code=kept.code)


def put_on(client: Client, where: str, *kit: str) -> str:
    form = form_of(Document(client.get(where).content.decode()))
    return words(client.post(where, form | {"do": '{"verb": "equip"}', "kit": kit}, follow=True))


def test_equipment_changes_the_fields_says_so_and_is_undone(printed: None, client: Client) -> None:
    kept, where = trooper(client)
    before = design_of(kept)
    told = put_on(client, where, "", "chainmail", "spear")
    after = design_of(kept)
    expected = equip(before, ["chainmail", "spear"], equipment(), name=before.name)
    assert after == expected.design != before
    assert all(str(change).lower() in told.lower() for change in expected.changes)
    assert after.movement.ground == (before.movement.ground or 0) - 1


def test_what_equipment_changed_is_put_back_with_one_button(dragon: Row, owner: Client) -> None:
    document = page(owner)
    [do] = buttons(document, "Add it")
    shown = Document(
        owner.post(address(), form_of(document) | {"do": do, "kit": ["bow"]}, headers=FORM).content.decode()
    )
    assert [line.name for line in design_of(dragon).missile] == ["Breath", "Bow"]
    assert design_of(dragon).name == "Young Dragon"
    owner.post(address(), form_of(page(owner)) | {"do": buttons(shown, "Undo")[0]})
    assert design_of(dragon) == DRAGON


@pytest.mark.parametrize(
    ("kit", "reason"),
    [
        (("two-weapons", "shield"), "excludes shield"),
        (("no-such-package",), "there is no package"),
        (("bow", "bow"), "is there twice"),
        ((), "Choose some equipment first"),
    ],
)
def test_equipment_that_cannot_be_is_not_put_on(
    printed: None, client: Client, kit: tuple[str, ...], reason: str
) -> None:
    kept, where = trooper(client)
    before = design_of(kept)
    assert reason in put_on(client, where, *kit)
    assert design_of(kept) == before


def test_only_creatures_are_offered_equipment(dragon: Row, owner: Client) -> None:
    assert buttons(page(owner), "Add it")
    sent(owner, kind="vehicle")
    assert not buttons(page(owner), "Add it")
    put_on(owner, address(), "shield")
    assert not design_of(dragon).defence.shield


def test_choosing_equipment_alone_changes_nothing(dragon: Row, owner: Client) -> None:
    sent(owner, FORM, kit=["shield"])
    assert design_of(dragon) == DRAGON


def test_a_wished_for_price_shows_the_ways_to_it(dragon: Row, owner: Client) -> None:
    document = page(owner, "?wish=430")
    found = [each for each in document.all("li") if "→ 430 points" in each.text]
    assert found
    assert document.with_id("wish").get("value") == "430"
    [way] = [each for each in document.all("button") if each.inside(found[0])]
    owner.post(address(), form_of(document) | {"do": way.get("value")})
    assert price(design_of(dragon)).points == 430


@pytest.mark.parametrize("wish", ["", "x", "-1", "1e9", "9" * 30])
def test_a_wish_that_is_no_number_is_no_wish(dragon: Row, owner: Client, wish: str) -> None:
    assert owner.get(address(), {"wish": wish}).status_code == 200


@pytest.mark.parametrize(
    "action",
    [
        "",
        "x",
        "{}",
        '{"verb": "add", "part": "tail"}',
        '{"verb": "remove", "part": "melee", "at": 9}',
        '{"verb": "copy", "part": "missile", "at": -9}',
        '{"verb": "apply", "changes": [["melee[7].skill", 3]]}',
        '{"verb": "apply", "changes": [["name.first", 3]]}',
        '{"verb": "apply", "changes": [["__class__", 3]]}',
        '{"verb": "apply", "changes": [["wounds", "many"]]}',
        '{"verb": "apply", "changes": [["wounds", 101]]}',
        '{"verb": "put_back", "design": {"name": ""}}',
        '{"verb": "equip"}',
        '{"verb": "equip", "packages": ["shield", "no-such-package"]}',
        "[" * 10_000,
    ],
)
def test_an_action_that_is_none_changes_nothing(dragon: Row, owner: Client, action: str) -> None:
    for headers in (FORM, None):
        answer = sent(owner, headers, do=action)
        assert answer.status_code in (200, 302)
        assert len(design_of(dragon).melee) == 1
        assert design_of(dragon).wounds == 5


def test_a_design_goes_into_a_roster_with_its_own_file(dragon: Row, owner: Client) -> None:
    roster = kept()
    answer = owner.post(address("muster-design"), {"roster": roster.code, "count": "2"})
    assert answer.headers["Location"] == f"/rosters/{roster.code}/#desk"
    content = roster_of(Roster.objects.get(pk=roster.pk))
    assert [each.name for each in content.designs] == ["Young Dragon"]
    assert content.units[-1].models[0].profile == "designs/young-dragon"
    shown = words(owner.get(f"/rosters/{roster.code}/"))
    assert "2 Young Dragon" in shown
    assert "own design" in shown


def test_a_design_goes_into_a_new_roster_in_the_same_step(dragon: Row, owner: Client) -> None:
    before = set(Roster.objects.values_list("pk", flat=True))
    answer = owner.post(address("muster-design"), {"roster": "new.orcs", "count": "2"})
    [row] = Roster.objects.exclude(pk__in=before)
    assert answer.headers["Location"] == f"/rosters/{row.code}/"
    roster = roster_of(row)
    assert (roster.name, roster.army, roster.points_limit) == ("My Orcs", "orcs", 2000)
    assert [each.name for each in roster.designs] == ["Young Dragon"]
    assert [unit.models[0].count for unit in roster.units] == [2]


@pytest.mark.parametrize("army", ["", "no-such-list", "monsters", "x" * 60])
def test_a_design_goes_into_no_new_roster_of_no_army(dragon: Row, owner: Client, army: str) -> None:
    before = Roster.objects.count()
    assert owner.post(address("muster-design"), {"roster": f"new.{army}", "count": "1"}).status_code == 302
    assert "Choose one of the army lists." in words(owner.get(address()))
    assert Roster.objects.count() == before


def test_a_design_without_a_price_makes_no_new_roster_and_says_why(dragon: Row, owner: Client) -> None:
    before = Roster.objects.count()
    sent(owner, **{"melee[0].skill": "6"})
    owner.post(address("muster-design"), {"roster": "new.orcs", "count": "1"})
    assert "melee[0].skill" in words(owner.get(address()))
    assert Roster.objects.count() == before


@pytest.mark.parametrize("fields", [{}, {"roster": "nobodys", "count": "1"}, {"roster": "", "count": "x"}])
def test_a_design_goes_into_no_roster_that_is_not_there(dragon: Row, owner: Client, fields: dict[str, str]) -> None:
    answer = owner.post(address("muster-design"), fields)
    assert answer.status_code == (404 if fields.get("roster") == "nobodys" else 302)


def test_a_design_goes_into_nobody_elses_roster(dragon: Row, owner: Client) -> None:
    theirs = kept(visitor=OTHER)
    assert owner.post(address("muster-design"), {"roster": theirs.code, "count": "1"}).status_code == 404
    assert roster_of(Roster.objects.get(pk=theirs.pk)).designs == ()


def test_a_design_without_a_price_goes_into_no_roster_and_says_why(dragon: Row, owner: Client) -> None:
    roster = kept()
    sent(owner, **{"melee[0].skill": "6"})
    owner.post(address("muster-design"), {"roster": roster.code, "count": "1"})
    assert "melee[0].skill" in words(owner.get(address()))
    assert roster_of(Roster.objects.get(pk=roster.pk)).designs == ()
