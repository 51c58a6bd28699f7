"""Two changes made together: neither is ever lost, and what touches the same thing is not guessed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from hypothesis import assume, event, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.merge import merge_rosters
from tabletop.arcana.army.roster import Roster, Unit, read_roster
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.clicks import ARMY, CLICKS
from tests.laws import of_each

CATALOGUE = printed_catalogue()
BASE = read_roster(msgspec.json.encode(ARMY))
clicks = st.sampled_from([click for click in CLICKS if click["verb"] != "several"])

TOGETHER: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"verb": "set_limit", "points": 900}, {"verb": "rename", "name": "Others"}),
    ({"verb": "set_limit", "points": 900}, {"verb": "remove_unit", "unit": "u1"}),
    ({"verb": "name_unit", "unit": "u1", "name": "A"}, {"verb": "name_unit", "unit": "u2", "name": "B"}),
    ({"verb": "name_unit", "unit": "u1", "name": "A"}, {"verb": "note_unit", "unit": "u1", "notes": "B"}),
    ({"verb": "add_unit", "profile": "dwarves/axemen"}, {"verb": "add_unit", "profile": "dwarves/berserker"}),
    ({"verb": "add_unit", "profile": "dwarves/axemen"}, {"verb": "add_unit", "profile": "dwarves/axemen"}),
    (
        {"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 9},
        {"verb": "set_count", "unit": "u1", "profile": "dwarves/berserker", "count": 9},
    ),
    (
        {"verb": "add_character", "unit": "u2", "profile": "dwarves/dwarf-lord"},
        {"verb": "add_character", "unit": "u2", "profile": "dwarves/dwarf-champion"},
    ),
    (
        {"verb": "set_mount", "character": "c1", "profile": "monsters/giant-eagle"},
        {"verb": "set_counterspell", "character": "c1", "counterspell": True},
    ),
    ({"verb": "move_unit", "unit": "u1", "by": 2}, {"verb": "duplicate_unit", "unit": "u2"}),
    ({"verb": "move_unit", "unit": "u1", "by": 2}, {"verb": "remove_unit", "unit": "u5"}),
]
APART: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"verb": "set_limit", "points": 900}, {"verb": "set_limit", "points": 1000}),
    ({"verb": "rename", "name": "A"}, {"verb": "rename", "name": "B"}),
    (
        {"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 9},
        {"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 8},
    ),
    (
        {"verb": "set_count", "unit": "u3", "profile": "war-machines/cannon", "count": 1},
        {"verb": "set_reinforced", "unit": "u3", "profile": "war-machines/cannon", "count": 2},
    ),
    ({"verb": "remove_unit", "unit": "u1"}, {"verb": "name_unit", "unit": "u1", "name": "Loved"}),
    ({"verb": "remove_unit", "unit": "u1"}, {"verb": "add_character", "unit": "u1", "profile": "dwarves/dwarf-lord"}),
    ({"verb": "remove_character", "character": "c1"}, {"verb": "set_weapon", "character": "c1", "weapon": "crossbow"}),
    (
        {"verb": "move_character", "character": "c1", "unit": "u2"},
        {"verb": "move_character", "character": "c1", "unit": None},
    ),
    ({"verb": "move_unit", "unit": "u1", "by": 1}, {"verb": "move_unit", "unit": "u1", "by": 2}),
    ({"verb": "move_character", "character": "c1", "unit": "u2"}, {"verb": "remove_character", "character": "c1"}),
]


def changed(click: dict[str, Any]) -> Roster:
    return ARCANA.read_edit(click).applied(BASE, CATALOGUE)


@of_each(("one", "two"), TOGETHER)
def test_changes_of_different_things_are_made_together(one: dict[str, Any], two: dict[str, Any]) -> None:
    for mine, theirs in ((one, two), (two, one)):
        both = merge_rosters(BASE, changed(mine), changed(theirs))
        assert both is not None
        assert keeps_both(changed(mine), changed(theirs), both)


@of_each(("one", "two"), APART)
def test_changes_of_the_same_thing_are_not_guessed(one: dict[str, Any], two: dict[str, Any]) -> None:
    assert merge_rosters(BASE, changed(one), changed(two)) is None
    assert merge_rosters(BASE, changed(two), changed(one)) is None


def test_units_put_in_by_both_get_refs_of_their_own() -> None:
    add = {"verb": "add_unit", "profile": "dwarves/dwarf-lord"}
    both = merge_rosters(BASE, changed(add), changed(add))
    assert both is not None
    assert [unit.ref for unit in both.units] == ["u1", "u2", "u3", "u4", "u5", "u6", "u7"]
    assert [unit.characters[0].ref for unit in both.units[5:]] == ["c3", "c4"]


def test_what_was_put_in_stands_where_it_was_put_in() -> None:
    first = replace(BASE, units=(Unit(ref="first"), *BASE.units))
    last = replace(BASE, units=(*BASE.units[:-1], Unit(ref="before-last"), BASE.units[-1]))
    refs = ["first", "u1", "u2", "u3", "u4", "before-last", "u5"]
    for mine, theirs in ((first, last), (last, first)):
        both = merge_rosters(BASE, mine, theirs)
        assert both is not None
        assert [unit.ref for unit in both.units] == refs


@given(clicks, clicks)
def test_a_merge_never_loses_either_change(one: dict[str, Any], two: dict[str, Any]) -> None:
    mine, theirs = changed(one), changed(two)
    both = merge_rosters(BASE, mine, theirs)
    event("merged" if both else "apart")
    if both is None:
        assert touched(BASE, mine) & touched(BASE, theirs) or crossed(mine, theirs)
    else:
        assert keeps_both(mine, theirs, both)


@given(st.lists(clicks, max_size=5), st.lists(clicks, max_size=5))
def test_a_merge_of_many_changes_never_loses_any(one: list[dict[str, Any]], two: list[dict[str, Any]]) -> None:
    mine, theirs = after(one), after(two)
    both = merge_rosters(BASE, mine, theirs)
    if both is not None:
        assert keeps_both(mine, theirs, both)


@given(st.lists(clicks, max_size=4))
def test_a_merge_with_nothing_is_the_other_change(click: list[dict[str, Any]]) -> None:
    mine = after(click)
    assert merge_rosters(BASE, mine, BASE) == merge_rosters(BASE, BASE, mine) == mine


def after(several: list[dict[str, Any]]) -> Roster:
    roster = BASE
    for click in several:
        try:
            roster = ARCANA.read_edit(click).applied(roster, CATALOGUE)
        except MalformedError:
            assume(False)
    return roster


def crossed(mine: Roster, theirs: Roster) -> bool:
    """Whether one took away what the other changed inside, or both moved something."""
    ours, other = (things(touched(BASE, each)) for each in (mine, theirs))
    return any(one[: len(two)] == two or two[: len(one)] == one for one in ours for two in other) or all(
        refs(each) != refs(BASE) for each in (mine, theirs)
    )


# What is one thing however much it holds: a line of models, a mount, the extras of a character.
WHOLE = {"models": 2, "mount": 1, "upgrades": 1}


def things(places: set[Place]) -> set[Place]:
    """Places of whole things; where a ref comes or goes, its unit or character does."""
    return {place[:-1] if place[-1] == "ref" else place[: _end(place)] for place in places}


def _end(place: Place) -> int:
    return next((number + WHOLE[name] for number, name in enumerate(place) if name in WHOLE), len(place))


def refs(roster: Roster) -> list[str]:
    return [unit.ref for unit in roster.contingent_units]


Place = tuple[str, ...]


def facts(roster: Roster) -> dict[Place, object]:
    """Every choice by its place: what a unit or a character is goes by its ref."""
    return dict(_facts((), msgspec.to_builtins(roster)))


def _facts(place: Place, value: Any) -> Iterator[tuple[Place, object]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _facts((*place, str(name)), inner)
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            name = inner.get("ref") or inner.get("profile") or inner.get("army") or inner.get("name") or number
            yield from _facts((*place, str(name)), inner)
    else:
        yield place, value


def touched(before: Roster, now: Roster) -> set[Place]:
    """The places where something was changed or taken away."""
    old, new = facts(before), facts(now)
    return {place for place in old | new if old.get(place) != new.get(place)}


def characters(roster: Roster) -> list[str]:
    return [each.ref for unit in roster.contingent_units for each in unit.characters]


def keeps_both(mine: Roster, theirs: Roster, both: Roster) -> bool:
    """Whether a merge has every change of both, and everything that both have put in."""
    return all(
        not left_out(one, both) and how_many(each, one, other) == len(each(both))
        for one, other in ((mine, theirs), (theirs, mine))
        for each in (refs, characters)
    )


def how_many(parts: Callable[[Roster], list[str]], mine: Roster, theirs: Roster) -> int:
    """What is left of the base in both, and what each has put in."""
    old, one, two = (set(parts(each)) for each in (BASE, mine, theirs))
    return len(old & one & two) + len(one - old) + len(two - old)


def left_out(mine: Roster, both: Roster) -> list[Place]:
    """Where a merge doesn't have my change; what I have put in is counted instead, for it may have another ref."""
    wanted, made = facts(mine), facts(both)
    fresh = {*refs(mine), *characters(mine)} - {*refs(BASE), *characters(BASE)}
    return [place for place in touched(BASE, mine) if not fresh & {*place} and wanted.get(place) != made.get(place)]
