"""A whole army list of a player's own: read strictly, priced as it says, audited, and played as a printed one."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from tabletop.arcana.army.edits import AddUnit
from tabletop.arcana.army.event_pack import Pack, check_pack
from tabletop.arcana.army.offers import Wearer, mounts_for
from tabletop.arcana.army.roster import Roster, new_roster, read_roster
from tabletop.arcana.battle.armies import body_of
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyNote
from tabletop.arcana.creation.own_lists import (
    ListPack,
    audit_list,
    copied,
    moved,
    place_of,
    put,
    read_list_pack,
    row_like,
    with_own_list,
    without,
    write_list_pack,
)
from tabletop.arcana.formats.registry import FORMATS, read_any
from tabletop.arcana.game import ARCANA, Reference, judge
from tabletop.arcana.printing.cards import unit_cards
from tabletop.decoding import MalformedError, converted
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


def test_rows_are_taken_from_printed_ones_put_copied_moved_and_left_out() -> None:
    own = pack(rows=[]).list
    printed = [CATALOGUE.in_play(slug) for slug in ("dwarves/axemen", "dwarves/dwarf-wizard", "dwarves/pikemen")]
    for each in printed:
        own = put(own, row_like(each))
    axemen = with_own_list(CATALOGUE, own).rows["designs/axemen"]
    assert (axemen.points, axemen.printed.melee) == (printed[0].points, printed[0].printed.melee)
    own = copied(copied(own, 0), 0)
    assert [row.name for row in own.rows] == ["Axemen", "Axemen 3", "Axemen 2", "Dwarf Wizard", "Pikemen"]
    assert place_of(own, "axemen-2") == 2
    assert [row.name for row in moved(own, 0, 9).rows][-2:] == ["Pikemen", "Axemen"]
    assert moved(own, 0, -1) == own
    assert [row.name for row in without(own, 1).rows][1:2] == ["Axemen 2"]
    assert put(own, own.rows[1], 0, instead=True).rows[0] == own.rows[1]
    full = msgspec.structs.replace(own, rows=own.rows * 20)
    with pytest.raises(MalformedError, match="at most 100"):
        copied(full, 0)
    with pytest.raises(MalformedError, match=r"defence.sensitive\[0\]"):
        row_like(CATALOGUE.in_play("monsters/golem-metal"))


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
        (row(spellcaster={"schools": []}), "list.rows[2].spellcaster.schools"),
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


def test_an_event_judges_armies_by_the_list_that_it_has() -> None:
    event = Pack(format="muster-pack/1", name="Cup", tournament=False, lists=(pack().carried,), designs=False)
    check_pack(event, CATALOGUE)
    assert codes(host(GUARD), event) == []
    assert codes(host(GUARD, own=LIST), event) == [], "taken from somewhere else"
    dearer = LIST | {"rows": [ROWS[0] | {"points": 11}, *ROWS[1:]]}
    assert codes(host(GUARD, own=dearer), event) == ["PACK-04"]
    assert codes(host(GUARD, own=LIST | {"name": "Toads"}), event) == ["PACK-04"]
    every = msgspec.structs.replace(event, own_lists=True, designs=True)
    assert codes(host(GUARD, own=LIST | {"name": "Toads"}), every) == []
    assert codes(host(GUARD, own=dearer), every) == ["PACK-04"]
    beside = msgspec.structs.replace(
        host(GUARD, unit("u2", "designs/newt", 1)), designs=(converted(BODY | {"name": "Newt"}, Design),)
    )
    assert codes(beside, every) == ["PACK-04"]
    assert codes(beside, event) == ["PACK-03", "PACK-04"]
    with pytest.raises(MalformedError) as raised:
        check_pack(msgspec.structs.replace(event, lists=(*event.lists, *event.lists)), CATALOGUE)
    assert raised.value.field == "lists[1].name"


def codes(roster: Roster, event: Pack) -> list[str]:
    """What an event says of an own list and designs."""
    findings = judge(roster, CATALOGUE, event).report.findings
    return [found.code for found in findings if found.code.startswith(("PACK", "LIST", "DSGN", "TOUR-10"))]


def test_a_spreadsheet_of_a_roster_has_a_line_for_each_row_of_its_list() -> None:
    roster = host(GUARD)
    lines = FORMATS["csv"].file(roster, CATALOGUE).content.decode("utf-8-sig").splitlines()
    assert sum(line.startswith("list row,") for line in lines) == len(ROWS)
    assert max(map(len, lines)) < 1000
    text = "\n".join(lines)
    twice = text.replace("Frog Pikes", "Frog Guard")
    assert "another row or design" in str(read_any("r.csv", twice.encode(), CATALOGUE).problems)
    headless = re.sub(r'"\{""name"":""Frogs"".*?\}"', "", text, count=1)
    assert headless != text
    assert read_any("r.csv", headless.encode(), CATALOGUE).roster is None


def test_who_hires_some_monsters_is_offered_no_others_to_ride() -> None:
    riding = unit("u1", "designs/frog-guard", 50, profile="designs/frog-queen")
    verdict = judge(host(riding, own=LIST | {"hires": ["monsters/giant-eagle"]}), CATALOGUE)
    contingent = verdict.army.own
    (one,) = contingent.units
    wearer = Wearer(verdict.army, verdict.price, verdict.rulebook, contingent, one, one.characters[0], verdict.roster)
    offered = [offer.value for offer in mounts_for(wearer) if offer.value.startswith("monsters/")]
    assert offered == ["monsters/giant-eagle"]
