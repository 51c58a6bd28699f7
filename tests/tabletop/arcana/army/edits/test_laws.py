"""Edits as laws: what moves can move back, a copy is the same, and refs stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.edits import DuplicateUnit, MoveUnit, RemoveUnit, free_ref
from tabletop.arcana.army.roster import Roster, Unit, new_roster
from tests.strategies import rosters
from tests.tabletop.arcana.army.edits.army import applied


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        ([], "u1"),
        (["u1"], "u2"),
        (["u7", "u3"], "u8"),
        (["u007"], "u8"),
        (["c9", "guard"], "u1"),
        (["u" + "9" * 31], "u1"),
    ],
)
def test_a_fresh_ref_follows_those_that_are_used(present: list[str], expected: str) -> None:
    units = tuple(Unit(ref=ref) for ref in present)
    assert free_ref(replace(new_roster(name="A", army="dwarves"), units=units), "u") == expected


@given(st.data(), rosters())
def test_moving_a_unit_there_and_back_changes_nothing(data: st.DataObject, roster: Roster) -> None:
    if roster.units:
        place = data.draw(st.integers(0, len(roster.units) - 1))
        by = data.draw(st.integers(-place, len(roster.units) - 1 - place))
        ref = roster.units[place].ref
        moved = applied(MoveUnit(unit=ref, by=by), roster)
        assert moved.units[place + by].ref == ref
        assert applied(MoveUnit(unit=ref, by=-by), moved) == roster


@given(st.data(), rosters())
def test_a_duplicate_is_the_same_but_for_its_refs(data: st.DataObject, roster: Roster) -> None:
    if roster.units:
        place = data.draw(st.integers(0, len(roster.units) - 1))
        original = roster.units[place]
        after = applied(DuplicateUnit(unit=original.ref), roster)
        twin = after.units[place + 1]
        same = tuple(replace(each, ref=old.ref) for each, old in zip(twin.characters, original.characters, strict=True))
        assert replace(twin, ref=original.ref, characters=same) == original
        assert applied(RemoveUnit(unit=twin.ref), after) == roster
