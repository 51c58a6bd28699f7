"""Which units and characters of two rosters are the same ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tabletop.arcana.army.roster import Character, Unit

Thing = TypeVar("Thing")
Pair = tuple[int | None, int | None]


def paired(old: Sequence[Thing], new: Sequence[Thing], keys: Sequence[Callable[[Thing], Hashable]]) -> list[Pair]:
    """Places in both, in the order of the old ones, then the new ones that have no partner.

    The first key that is alike pairs two things; a key that is None pairs nothing.
    """
    partners: dict[int, int] = {}
    for key in keys:
        left: dict[Hashable, list[int]] = {}
        for place in sorted(set(range(len(new))) - set(partners.values()), reverse=True):
            left.setdefault(key(new[place]), []).append(place)
        left.pop(None, None)
        for place, thing in enumerate(old):
            if place not in partners and left.get(key(thing)):
                partners[place] = left[key(thing)].pop()
    found: list[Pair] = [(place, partners.get(place)) for place in range(len(old))]
    return found + [(None, place) for place in sorted(set(range(len(new))) - set(partners.values()))]


def paired_units(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """The same ref and name or first profile; or the same name; or the same profiles."""
    return paired(old, new, (_ref_and_name, _ref_and_first, lambda unit: unit.name or None, _profiles))


def paired_characters(old: Sequence[Character], new: Sequence[Character]) -> list[Pair]:
    """The same profile and ref, or else the same profile."""
    return paired(old, new, (lambda character: (character.ref, character.profile), lambda character: character.profile))


def _ref_and_name(unit: Unit) -> Hashable:
    return (unit.ref, unit.name) if unit.name else None


def _ref_and_first(unit: Unit) -> Hashable:
    return unit.ref, _profiles(unit)[:1]


def _profiles(unit: Unit) -> tuple[str, ...]:
    return (*(models.profile for models in unit.models), *(character.profile for character in unit.characters))
