"""The segments of play on the house's board: ways, spells, attacks, haunts, the wand, both ends (AW-40 to AW-100)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import Haunt, Side, UnitType
from tabletop.arrakhar.ground import PlacedHaunt, Refusal
from tabletop.arrakhar.play.casting import burnt, most_summoned, refused_fireball, refused_haste, refused_summons
from tabletop.arrakhar.play.combat import (
    haunt_check,
    is_retaken,
    odds_of,
    refused_advance,
    refused_attack,
    wandering_orcs,
    winner,
)
from tabletop.arrakhar.play.movement import Move, moved, reachable, refused_end, refused_move
from tabletop.arrakhar.play.valley import TURN, FieldedUnit, Segment, Valley
from tabletop.boards.hex import Hex
from tabletop.decoding import MalformedError
from tests.valley import HOUSE, VALLEY, pack

TEMPLE, RUIN, CRYPT = (
    PlacedHaunt(Haunt.TEMPLE, 1, (5, 7)), PlacedHaunt(Haunt.RUIN, 1, (1, 5)), PlacedHaunt(Haunt.CRYPT, 1, (11, 5)),
)  # fmt: skip


def unit(ref: str, place: Hex, **done: Any) -> FieldedUnit:
    """A unit by a ref as `elf-1`."""
    return FieldedUnit(ref=ref, unit=UnitType(ref.partition("-")[0]), place=place, **done)


def valley(*units: FieldedUnit, side: Side = Side.WIZARD, turn: int = 2, **fields: Any) -> Valley:
    given = {"haunts": (TEMPLE, RUIN, CRYPT), "pool": {UnitType.DEMON: 9, UnitType.ORC: 2}} | fields
    return Valley(board=VALLEY, side=side, turn=turn, units=units, **given)


def codes(refusals: tuple[Refusal, ...]) -> list[str]:
    return [refusal.code for refusal in refusals]


def way(start: Hex, end: Hex) -> tuple[Hex, ...]:
    found = VALLEY.way(start, end)
    assert found
    return found.hexes


def test_aw_40_orcs_wander_in_by_the_pack() -> None:
    assert [wandering_orcs(valley(), HOUSE, face) for face in (4, 5, 6)] == [0, 1, 1]
    crowd = valley(*(unit(f"orc-{number}", (10, 5)) for number in range(20)))
    assert wandering_orcs(crowd, HOUSE, 6) == 0
    with pytest.raises(MalformedError, match=r"pack\.wandering: isn't entered"):
        wandering_orcs(valley(), pack(wandering=None), 6)


def test_aw_45_a_sorcerer_beside_the_haunt_summons_once_a_turn() -> None:
    caster = unit("sorcerer-1", (5, 6))
    evil = valley(caster, side=Side.SORCERER)
    assert refused_summons(evil, caster, TEMPLE) == ()
    assert codes(refused_summons(evil, replace(caster, cast=True), TEMPLE)) == ["AW-45"]
    assert codes(refused_summons(evil, replace(caster, place=(5, 5)), TEMPLE)) == ["AW-45"]
    assert codes(refused_summons(evil, replace(caster, place=TEMPLE.place), TEMPLE)) == ["AW-45"]
    assert codes(refused_summons(valley(caster), caster, TEMPLE)) == ["AW-45"]
    assert codes(refused_summons(evil, unit("demon-1", (5, 6)), TEMPLE)) == ["AW-45"]


def test_aw_46_to_50_worked_cases_37_38_and_39() -> None:
    caster = unit("sorcerer-1", (5, 6))
    demons = [unit(f"demon-{number}", TEMPLE.place) for number in range(3)]
    assert most_summoned(valley(caster, *demons, side=Side.SORCERER), TEMPLE, 4) == 1
    beside = unit("sorcerer-2", (1, 6))
    assert most_summoned(valley(beside, side=Side.SORCERER), RUIN, 3) == 2
    lower = unit("sorcerer-3", (11, 6))
    blocked = valley(lower, unit("orc-1", CRYPT.place), side=Side.SORCERER, pool={UnitType.GHOUL: 3})
    assert codes(refused_summons(blocked, lower, CRYPT)) == ["AW-48"]
    full = valley(caster, *demons, unit("demon-9", TEMPLE.place), side=Side.SORCERER)
    assert codes(refused_summons(full, caster, TEMPLE)) == ["AW-48"]
    assert codes(refused_summons(valley(caster, side=Side.SORCERER, pool={}), caster, TEMPLE)) == ["AW-47"]
    out = [unit(f"demon-{number}", (1 + number // 4, 12)) for number in range(19)]
    assert most_summoned(valley(caster, *out, side=Side.SORCERER), TEMPLE, 4) == 1
    used = valley(caster, side=Side.SORCERER, summoned_at=frozenset({"T1"}))
    assert codes(refused_summons(used, caster, TEMPLE)) == ["AW-49"]


def test_aw_53_no_haunt_no_summons() -> None:
    caster = unit("sorcerer-1", (1, 6))
    destroyed = valley(caster, side=Side.SORCERER, haunts=(TEMPLE, CRYPT))
    assert codes(refused_summons(destroyed, caster, RUIN)) == ["AW-53"]


def test_aw_55_worked_cases_33_and_34_ways_and_what_is_in_reach() -> None:
    dwarf, elf = unit("dwarf-1", (6, 0)), unit("elf-1", (6, 9))
    good = valley(dwarf, elf)
    assert [reachable(good, dwarf)[place] for place in ((7, 2), (3, 1))] == [3, 4]
    assert refused_move(good, Move(("dwarf-1",), way((6, 0), (3, 1)))) == ()
    assert (6, 6) not in reachable(good, elf)
    far = Move(("elf-1",), way((6, 9), (6, 6)))
    (refused,) = refused_move(good, far)
    assert refused.sentence == "1 elf in 6,9: 6 hexes, and 4 are allowed."
    hasted = replace(elf, haste=2)
    assert reachable(valley(hasted), hasted)[6, 6] == 6
    assert refused_move(valley(hasted), far) == ()
    assert codes(refused_move(valley(replace(elf, moved=True)), Move(("elf-1",), ((6, 9), (5, 9))))) == ["AW-55"]
    assert codes(refused_move(valley(elf, side=Side.SORCERER), Move(("elf-1",), ((6, 9), (5, 9))))) == ["AW-55"]


def test_aw_56_never_into_mountains_or_the_enemy_and_aw_3_and_4_entries() -> None:
    elf, orc = unit("elf-1", (5, 9)), unit("orc-1", (5, 10))
    good = valley(elf, orc, unit("dwarf-1", (4, 9)))
    assert codes(refused_move(good, Move(("elf-1",), ((5, 9), (5, 10))))) == ["AW-56"]
    assert codes(refused_move(good, Move(("elf-1",), ((5, 9), (5, 8))))) == ["AW-56"]
    assert codes(refused_move(good, Move(("elf-1",), ((5, 9), (5, 11))))) == ["AW-56"]
    assert codes(refused_move(good, Move(("elf-1",), ((4, 4), (4, 5))))) == ["AW-56"]
    assert refused_move(good, Move(("elf-1",), ((5, 9), (4, 9), (3, 9)))) == ()
    assert not {(5, 8), (5, 10)} & reachable(good, elf).keys()
    out, back = unit("elf-2", (1, 3)), ((1, 3), (0, 3), (1, 2))
    assert codes(refused_move(valley(out), Move(("elf-2",), back))) == ["AW-4"]
    assert (0, 3) in reachable(valley(out), out)
    intruder = unit("orc-2", (1, 3))
    evil = valley(intruder, side=Side.SORCERER)
    assert codes(refused_move(evil, Move(("orc-2",), ((1, 3), (0, 3))))) == ["AW-3"]
    assert (0, 3) not in reachable(evil, intruder)


def test_aw_57_worked_case_35_one_type_and_four_to_a_hex_as_the_segment_ends() -> None:
    mixed = valley(unit("elf-1", (5, 9)), unit("elf-2", (5, 9)), unit("dwarf-1", (5, 9)))
    (refused,) = refused_end(mixed)
    assert (refused.code, refused.sentence) == ("AW-57", "2 elves and 1 dwarf in 5,9: a hex holds units of one type.")
    assert codes(refused_end(valley(*(unit(f"elf-{number}", (5, 9)) for number in range(5))))) == ["AW-57"]
    assert refused_end(valley(*(unit(f"{name}-1", (6, 0)) for name in ("elf", "dwarf", "wizard")))) == ()


def test_aw_58_not_to_the_entries_on_the_sorcerers_first_turn() -> None:
    orc = unit("orc-1", (3, 7))
    first, later = (valley(orc, side=Side.SORCERER, turn=turn) for turn in (1, 2))
    near = Move(("orc-1",), way((3, 7), (2, 11)))
    assert codes(refused_move(first, near)) == ["AW-58"]
    assert refused_move(later, near) == ()
    assert (2, 11) not in reachable(first, orc)
    assert (2, 11) in reachable(later, orc)


def test_aw_60_and_63_who_is_hasted() -> None:
    wizard, elf = unit("wizard-1", (5, 9)), unit("elf-1", (5, 10))
    good = valley(wizard, elf, unit("dwarf-1", (5, 11)))
    assert refused_haste(good, wizard, (5, 10)) == refused_haste(good, wizard, (5, 9)) == ()
    assert codes(refused_haste(good, wizard, (5, 11))) == ["AW-60"]
    assert codes(refused_haste(good, wizard, (4, 9))) == ["AW-60"]
    assert codes(refused_haste(good, elf, (5, 10))) == ["AW-60"]
    waiting = [unit("wizard-2", (6, 0)), *(unit(f"elf-{number}", (6, 0)) for number in range(2, 8))]
    first, later = (valley(*waiting, turn=turn) for turn in (1, 2))
    four = tuple(f"elf-{number}" for number in range(2, 6))
    assert refused_haste(first, waiting[0], (6, 0), four) == ()
    assert codes(refused_haste(first, waiting[0], (6, 0))) == ["AW-60"]
    assert codes(refused_haste(later, waiting[0], (6, 0), four)) == ["AW-63"]
    beyond = valley(waiting[0], unit("elf-9", (6, 1)), turn=1)
    assert codes(refused_haste(beyond, waiting[0], (6, 1))) == ["AW-63"]


def test_aw_70_worked_case_45_one_spell_a_turn_by_wizards_and_sorcerers() -> None:
    caster, elf = unit("sorcerer-1", (5, 9)), unit("elf-1", (5, 10))
    evil = valley(caster, elf, side=Side.SORCERER)
    assert refused_fireball(evil, caster, (5, 10)) == ()
    assert codes(refused_fireball(evil, replace(caster, cast=True), (5, 10))) == ["AW-70"]
    assert codes(refused_fireball(evil, unit("orc-1", (5, 9)), (5, 10))) == ["AW-70"]
    assert codes(refused_fireball(valley(caster, elf), caster, (5, 10))) == ["AW-70"]


def test_aw_71_a_fireball_goes_two_hexes_where_one_between_is_clear() -> None:
    wizard = unit("wizard-1", (5, 7))
    for place, refused in {(6, 9): ["AW-71"], (5, 5): [], (5, 4): ["AW-71"], (4, 9): []}.items():
        good = valley(wizard, unit("orc-1", place), unit("elf-1", (5, 6)))
        assert codes(refused_fireball(good, wizard, place)) == refused, place
    assert codes(refused_fireball(valley(wizard), wizard, (5, 6))) == ["AW-71"]
    waiting = unit("wizard-2", (6, 0))
    assert codes(refused_fireball(valley(waiting, unit("orc-1", (6, 1))), waiting, (6, 1))) == ["AW-71"]


def test_aw_74_fireballs_leave_haunts_and_the_wand() -> None:
    before = valley(unit("elf-1", TEMPLE.place), unit("orc-1", (5, 6)), wand=TEMPLE.place)
    after = burnt(before, ("elf-1",))
    assert (after.haunts, after.wand, after.emptied) == (before.haunts, before.wand, {TEMPLE.place})
    assert [left.ref for left in after.units] == ["orc-1"]


def test_aw_80_and_81_attacks_are_against_units_of_one_hex_beside() -> None:
    elf, dwarf, orcs = unit("elf-1", (5, 9)), unit("dwarf-1", (4, 10)), [unit(f"orc-{n}", (5, 10)) for n in (1, 2)]
    good = valley(elf, dwarf, *orcs, unit("orc-3", (5, 11)))
    assert refused_attack(good, ("elf-1",), ("orc-1",)) == ()
    assert refused_attack(good, ("elf-1", "dwarf-1"), ("orc-1", "orc-2")) == ()
    assert odds_of((elf, dwarf), tuple(orcs)).ratio == "1:1"
    assert codes(refused_attack(good, ("elf-1",), ("orc-3",))) == ["AW-80"]
    assert codes(refused_attack(good, ("elf-1",), ("orc-1", "orc-3"))) == ["AW-81", "AW-80"]
    spent = valley(replace(elf, attacked=True), *orcs)
    assert codes(refused_attack(spent, ("elf-1",), ("orc-1",))) == ["AW-81"]
    assert codes(refused_attack(replace(good, side=Side.SORCERER), ("elf-1",), ("orc-1",))) == ["AW-80"]
    assert codes(refused_attack(valley(unit("wizard-1", (5, 9)), *orcs), ("wizard-1",), ("orc-1",))) == ["AW-80"]
    waiting = valley(unit("elf-2", (6, 0)), unit("orc-9", (6, 1)))
    assert codes(refused_attack(waiting, ("elf-2",), ("orc-9",))) == ["AW-80"]


def test_aw_85_who_advances() -> None:
    elf, wizard = unit("elf-1", (5, 9), attacked=True), unit("wizard-1", (4, 10))
    empty = valley(elf, wizard)
    theirs = valley(elf, wizard, emptied=frozenset({(5, 10)}), side=Side.SORCERER)
    assert codes(refused_advance(theirs, ("wizard-1",), (5, 10))) == ["AW-85"]
    assert refused_advance(empty, ("elf-1",), (5, 10), attacked=frozenset({"elf-1"})) == ()
    assert codes(refused_advance(empty, ("wizard-1",), (5, 10))) == ["AW-85"]
    burning = valley(elf, wizard, emptied=frozenset({(5, 10)}))
    assert refused_advance(burning, ("wizard-1",), (5, 10)) == ()
    assert codes(refused_advance(burning, ("elf-1",), (5, 10))) == ["AW-85"]
    assert codes(refused_advance(burning, ("elf-1", "wizard-1"), (5, 10))) == ["AW-85", "AW-85"]
    assert codes(refused_advance(burning, ("wizard-1",), (5, 9))) == ["AW-85", "AW-85"]
    assert codes(refused_advance(burning, ("wizard-1",), (5, 12))) == ["AW-85", "AW-85"]


def test_aw_90_and_91_the_haunt_check() -> None:
    in_both = valley(unit("elf-1", TEMPLE.place), unit("dwarf-1", RUIN.place), unit("orc-1", CRYPT.place))
    check = haunt_check(in_both, "R1")
    assert (check.destroyed, check.wand) == ((TEMPLE, RUIN), RUIN.place)
    assert haunt_check(in_both, "C1").wand is None
    assert haunt_check(replace(in_both, wand=(9, 9)), "R1").destroyed == (TEMPLE, RUIN)
    assert haunt_check(replace(in_both, wand=(9, 9)), "R1").wand is None


def test_aw_95_and_96_worked_case_47_the_wand_is_carried_and_handed_on() -> None:
    start, meeting, end = (5, 12), (5, 9), (2, 10)
    a, b, c = unit("elf-1", meeting), unit("barbarian-1", start), unit("dwarf-1", end)
    good = valley(a, b, c, wand=meeting)
    steps = (*way(start, meeting), *way(meeting, end)[1:])
    assert (len(way(start, meeting)) - 1, len(steps) - 1) == (3, 6)
    handed = Move(("barbarian-1",), steps, takes_wand=True)
    assert refused_move(good, handed) == ()
    after = moved(good, handed)
    assert (after.wand, after.by_ref["barbarian-1"].place, after.by_ref["elf-1"].moved) == (end, end, False)
    on = Move(("dwarf-1",), (end, (2, 11)), takes_wand=True)
    assert codes(refused_move(after, on)) == ["AW-95", "AW-96"]
    assert codes(refused_move(valley(replace(a, moved=True), b, wand=meeting), handed)) == ["AW-96"]
    joined = valley(a, unit("elf-2", meeting, moved=True), wand=meeting)
    assert refused_move(joined, Move(("elf-1",), (meeting, (5, 10)), takes_wand=True)) == ()
    stops = Move(("barbarian-1",), way(start, meeting), takes_wand=True)
    assert codes(refused_move(good, stops)) == ["AW-96"]
    assert codes(refused_move(valley(b), Move(("barbarian-1",), (start, (5, 11)), takes_wand=True))) == ["AW-95"]


def test_aw_97_worked_case_49_the_wands_fireball_is_an_extra_spell() -> None:
    wizard, orc = unit("wizard-1", (5, 9), cast=True), unit("orc-1", (5, 10))
    good = valley(wizard, orc, wand=(5, 9))
    assert codes(refused_fireball(good, wizard, (5, 10))) == ["AW-70"]
    assert refused_fireball(good, wizard, (5, 10), by_wand=True) == ()
    assert codes(refused_fireball(replace(good, wand_used=True), wizard, (5, 10), by_wand=True)) == ["AW-97"]
    assert codes(refused_fireball(valley(wizard, orc), wizard, (5, 10), by_wand=True)) == ["AW-97"]
    elf = unit("elf-1", (5, 9))
    assert codes(refused_fireball(valley(elf, orc, wand=(5, 9)), elf, (5, 10), by_wand=True)) == ["AW-97"]


def test_aw_98_the_sorcerer_keeps_the_wand_and_cannot_move_it() -> None:
    orc = unit("orc-1", (5, 9))
    evil = valley(orc, side=Side.SORCERER, wand=(5, 9))
    assert is_retaken(evil)
    assert not is_retaken(valley(unit("elf-1", (5, 9)), wand=(5, 9)))
    assert not is_retaken(valley(orc, wand=(5, 10)))
    assert codes(refused_move(evil, Move(("orc-1",), ((5, 9), (5, 10)), takes_wand=True))) == ["AW-98"]


def test_aw_100_both_ends() -> None:
    elf = unit("elf-1", (1, 3))
    out = moved(valley(elf, wand=(1, 3)), Move(("elf-1",), ((1, 3), (0, 3)), takes_wand=True))
    assert (winner(out), out.units) == (Side.WIZARD, ())
    assert winner(moved(valley(elf), Move(("elf-1",), ((1, 3), (0, 3))))) is Side.SORCERER
    assert winner(valley(elf, unit("orc-1", (5, 9)))) is None


def test_a_turn_has_ten_segments_the_sorcerers_first() -> None:
    assert len(TURN) == 10
    assert TURN[0] == (Side.SORCERER, Segment.WANDERING)
    assert TURN[-1] == (Side.WIZARD, Segment.HAUNTS)
    assert [side for side, _ in TURN] == [Side.SORCERER] * 5 + [Side.WIZARD] * 5
