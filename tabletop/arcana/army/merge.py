"""Two changes of one roster made together, where they don't touch the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import free_ref
from tabletop.arcana.army.roster import Ally, Character, Models, Options, Roster, Unit, refs_of, reread
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.design_files import design_slug
from tabletop.decoding import MalformedError

# What is merged field by field; everything else is one thing, a line of models with its crews and extras too.
WITH_FIELDS = (Roster, Options, Ally, Unit, Character)
NAMED: dict[type, Callable[[Any], Hashable]] = {
    Ally: lambda ally: ally.army,
    Character: lambda character: character.ref,
    Design: design_slug,
    Models: lambda models: models.profile,
    Unit: lambda unit: unit.ref,
}

Things = dict[Hashable, Any]


class OverlapError(Exception):
    """Two changes of a roster set one thing to two different values."""


def merge_rosters(base: Roster, mine: Roster, theirs: Roster) -> Roster | None:
    """Their roster with my changes of `base` made in it too; None where both touch the same unit's or roster's field.

    What I have put in gets another ref where they have given that ref to something of theirs.
    """
    try:
        both = reread(_both(base, _apart(base, mine, theirs), theirs))
    except (OverlapError, MalformedError):
        return None
    removed = (refs_of(base) - refs_of(mine)) | (refs_of(base) - refs_of(theirs))
    return None if removed & refs_of(both) else both  # what one has removed, the other has moved elsewhere


def _apart(base: Roster, mine: Roster, theirs: Roster) -> Roster:
    """My roster with refs of its own for what I have put in."""
    taken = refs_of(theirs) - refs_of(base)
    everything = replace(theirs, units=(*theirs.contingent_units, *mine.contingent_units), allies=())
    fresh: dict[str, str] = {}
    for ref in sorted(taken & (refs_of(mine) - refs_of(base))):
        fresh[ref] = free_ref(everything, ref[0])
        everything = replace(everything, units=(*everything.units, Unit(ref=fresh[ref])))

    def renamed(unit: Unit) -> Unit:
        leaders = tuple(
            replace(character, ref=fresh.get(character.ref, character.ref)) for character in unit.characters
        )
        return replace(unit, ref=fresh.get(unit.ref, unit.ref), characters=leaders)

    allies = tuple(replace(ally, units=tuple(map(renamed, ally.units))) for ally in mine.allies)
    return replace(mine, units=tuple(map(renamed, mine.units)), allies=allies)


def _both(base: Any, mine: Any, theirs: Any) -> Any:
    """What has both changes; None stands for a thing that isn't there."""
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    if isinstance(base, WITH_FIELDS) and type(base) is type(mine) is type(theirs):
        return _fields(base, mine, theirs)
    if isinstance(base, tuple) and all(type(thing) in NAMED for thing in (*base, *mine, *theirs)):
        return _sequence(base, mine, theirs)
    raise OverlapError


def _fields(base: Struct, mine: Struct, theirs: Struct) -> Struct:
    names = base.__struct_fields__
    return replace(
        theirs, **{name: _both(getattr(base, name), getattr(mine, name), getattr(theirs, name)) for name in names}
    )


def _sequence(base: Sequence[Any], mine: Sequence[Any], theirs: Sequence[Any]) -> tuple[Any, ...]:
    old, one, two = _named(base), _named(mine), _named(theirs)
    made = {name: _both(old.get(name), one.get(name), two.get(name)) for name in {**old, **one, **two}}
    left = {name: thing for name, thing in made.items() if thing is not None}
    return tuple(left[name] for name in _order(list(old), list(one), list(two)) if name in left)


def _named(things: Sequence[Any]) -> Things:
    """Things by their names, the second of a name apart from the first."""
    seen: Counter[Hashable] = Counter()
    by_name: Things = {}
    for thing in things:
        name = NAMED[type(thing)](thing)
        by_name[name, seen[name]] = thing
        seen[name] += 1
    return by_name


def _order(old: list[Hashable], one: list[Hashable], two: list[Hashable]) -> list[Hashable]:
    """The order of whoever has changed it, and what the other has put in before what it was put in before."""
    shared = set(old) & set(one) & set(two)
    was, mine, theirs = ([name for name in names if name in shared] for names in (old, one, two))
    if was not in (mine, theirs) and mine != theirs:
        raise OverlapError
    first, second = (two, one) if mine == was else (one, two)
    order = list(first)
    for place in range(len(second) - 1, -1, -1):
        if second[place] not in order:
            following = [name for name in second[place + 1 :] if name in order]
            order.insert(order.index(following[0]) if following else len(order), second[place])
    return order
