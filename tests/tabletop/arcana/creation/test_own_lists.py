"""A whole army list of a player's own: read strictly, priced as it says, audited, and played as a printed one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tabletop.arcana.army.edits import AddUnit
from tabletop.arcana.army.roster import Roster, new_roster, read_roster
from tabletop.arcana.battle.armies import body_of
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyNote
from tabletop.arcana.creation.own_lists import ListPack, audit_list, read_list_pack, with_own_list, write_list_pack
from tabletop.arcana.formats.registry import FORMATS, read_any
from tabletop.arcana.game import ARCANA, Reference, judge
from tabletop.arcana.printing.cards import unit_cards
from tabletop.decoding import MalformedError
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import has_notes, without_notes
from tests.catalogue import printed_catalogue
from tests.reviews import errors

CATALOGUE = printed_catalogue()
REFERENCE = Reference(CATALOGUE, lambda rules: {})
SHIELD = {"division": "pale", "field": "vert", "second": "or", "charge": "hammer", "charge_tincture": "sable"}
BODY = {"movement": {"ground": 6}, "morale": {"value": 7}, "melee": [{"attacks": 1, "skill": 2}]}
ROWS = [
    BODY | {"name": "Frog Guard", "points": 12},
    BODY | {"name": "Frog Pikes", "armour": {"value": 3}, "phalanx_cost": 30},
    BODY | {"name": "Frog Queen", "section": "characters", "wounds": 4, "points": 90, "elite": True},
    BODY
    | {
        "name": "Croaker",
        "section": "characters",
        "wounds": 2,
        "points": 40,
        "spellcaster": {"schools": ["water", "nature"], "cost": 60},
    },
    BODY | {"name": "Riding Toad", "section": "mounts", "base": 2, "wounds": 2, "note": "Smells."},
]
LIST: dict[str, Any] = {
    "name": "Frogs",
    "shield": SHIELD,
    "note": "They croak.",
    "notes": [{"title": "Mud", "text": "They cross it as others cross grass."}],
    "war_machines": {"surcharge": 9, "reinforcement": 40, "morale": 7},
    "hires": ["monsters/bear"],
    "rows": ROWS,
}
META = {"id": "frogs-of-the-club", "title": "Frogs of the club", "kind": "own"}


def pack(**fields: Any) -> ListPack:
    plain = {"format": "muster-pack/1", "game": "arcana", "meta": META, "list": LIST | fields}
    return read_list_pack(json.dumps(plain))


def row(**fields: Any) -> dict[str, Any]:
    return {"rows": [*ROWS[:2], ROWS[2] | fields]}


def host(*units: dict[str, Any], own: Any = None) -> Roster:
    plain = {
        "format": "muster-roster/1",
        "game": "arcana",
        "name": "Pond",
        "army": "designs",
        "own_list": own or json.loads(json.dumps(LIST | {"pack": META["id"]})),
        "points_limit": 1000,
        "units": units,
    }
    return read_roster(json.dumps(plain))


def unit(ref: str, slug: str, count: int, **leader: Any) -> dict[str, Any]:
    leads = {"characters": [{"ref": f"{ref}c"} | leader]} if leader else {}
    return {"ref": ref, "models": [{"profile": slug, "count": count}]} | leads


GUARD = unit("u1", "designs/frog-guard", 50, profile="designs/frog-queen")


def test_a_pack_comes_back_as_it_was_written_and_a_roster_carries_its_list() -> None:
    assert read_list_pack(write_list_pack(pack())) == pack()
    assert host().own_list == pack().carried
    assert pack().flaws() == ()
    assert [flaw.field for flaw in pack(rows=[]).flaws()] == ["list.rows", "list.rows"]


def test_rows_cost_what_is_stated_and_else_what_the_formula_comes_to() -> None:
    rows = {row.name: row for row in with_own_list(CATALOGUE, pack().list).rows_of(DESIGNS)}
    assert {name: row.points for name, row in rows.items() if name != "Riding Toad"} == {
        "Frog Guard": 12,
        "Frog Pikes": next(each.points for each in audit_list(pack().list, CATALOGUE) if each.name == "Frog Pikes"),
        "Frog Queen": 90,
        "Croaker": 40,
    }
    assert rows["Riding Toad"].notes == ("own design", "Smells.")
    assert rows["Frog Guard"].printed.melee == "1/2"


def test_the_audit_says_of_every_row_whether_it_agrees_with_the_formula() -> None:
    audited = {each.name: each for each in audit_list(pack().list, CATALOGUE)}
    assert [audited["Frog Pikes"].agrees, audited["Riding Toad"].agrees, audited["Frog Queen"].agrees] == [
        True,
        True,
        False,
    ]
    assert audited["Frog Queen"].note


def test_an_army_of_the_list_is_judged_and_priced_as_a_printed_one() -> None:
    verdict = judge(host(GUARD, unit("u2", "monsters/bear", 1)), CATALOGUE)
    assert errors(verdict.roster) == []
    assert verdict.points == 50 * 12 + 90 + CATALOGUE.rows["monsters/bear"].points
    assert verdict.listed.army == "Frogs (own list)"
    assert errors(host(GUARD, unit("u2", "monsters/giant-eagle", 1)))[:1] == ["LIST-01 unit u2"]
    assert errors(host(GUARD, unit("u2", "monsters/giant-eagle", 1), own=LIST | {"hires": None}))[:1] != [
        "LIST-01 unit u2"
    ]
    with_cannon = judge(host(GUARD, unit("u2", "war-machines/cannon", 1)), CATALOGUE)
    assert with_cannon.points == 690 + CATALOGUE.rows["war-machines/cannon"].points + 9
    teaching = judge(host(unit("u1", "designs/frog-guard", 50, profile="designs/croaker", school="water")), CATALOGUE)
    assert teaching.points == 600 + 40 + 60


def test_it_is_edited_printed_and_fielded_as_a_printed_one_and_marked_as_own() -> None:
    edited = ARCANA.edited(host(GUARD), AddUnit(profile="designs/frog-pikes", count=5), REFERENCE)
    army = judge(edited, CATALOGUE)
    assert [unit.name for unit in army.army.units] == ["50 Frog Guards", "5 Frog Pikes"]
    cards = list(unit_cards(army.army, army.price, 25))
    assert "own\u00a0design" in cards[0].foot
    fielded = body_of(army.army.catalogue.rows["designs/frog-queen"], "u1c", count=1, points=90)
    assert json.loads(fielded.figures)["wounds"] == 4


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_a_roster_of_it_comes_back_from_every_format(kind: str) -> None:
    roster = host(GUARD, unit("u2", "designs/frog-pikes", 9))
    written = FORMATS[kind].file(roster, CATALOGUE)
    read = read_any(written.name, written.content, CATALOGUE)
    assert read.roster == roster or "summary" in kind, read.problems


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rows": [*ROWS, ROWS[0]]}, "list.rows[5].name"),
        ({"hires": ["monsters/no-such"]}, "list.hires[0]"),
        ({"hires": ["dwarves/axemen"]}, "list.hires[0]"),
        (row(points=None, armour={"value": 90}), "list.rows[2].armour.value"),
        (row(points=50, melee=[{"attacks": 1, "skill": 1}], armour={"value": 90}), "list.rows[2].armour.value"),
        (row(section="equipment"), "list.rows[2]"),
        (row(points=-1), "list.rows[2].points"),
        (row(base=7), "list.rows[2].base"),
        (row(price=3), "list.rows[2].price"),
        (row(spellcaster={"schools": ["mud"]}), "list.rows[2].spellcaster.schools[0]"),
        ({"war_machines": {"attacks": 0}}, "list.war_machines.attacks"),
        ({"pack": "A b"}, "list.pack"),
    ],
)
def test_a_malformed_pack_names_its_field(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(MalformedError) as raised:
        with_own_list(CATALOGUE, pack(**fields).list)
    assert raised.value.field == field


def test_its_rules_are_no_notes_and_stay_and_count() -> None:
    ruled = msgspec.structs.replace(host(GUARD).own_list, notes=(ArmyNote(title="Jump", text="All frogs jump."),))
    roster = msgspec.structs.replace(host(GUARD), own_list=ruled, notes="Mine")
    assert has_notes(roster)
    bare = without_notes(roster)
    assert read_roster(json.dumps(msgspec.to_builtins(bare))) == bare == msgspec.structs.replace(roster, notes="")
    assert not has_notes(bare)
    assert content_digest(bare) == content_digest(roster) != content_digest(host(GUARD))


def test_the_list_says_nothing_to_armies_of_others() -> None:
    plain = new_roster(name="Plain", army="dwarves")
    assert "designs/frog-guard" not in judge(plain, CATALOGUE).army.catalogue.rows
