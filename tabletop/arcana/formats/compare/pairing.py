"""Which units and characters of two rosters belong together.

Keys are tried one after the other, the strictest first. Of things with equal keys the first is paired with the first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tabletop.arcana.army.roster import Character, Unit

Thing = TypeVar("Thing")
Pair = tuple[int | None, int | None]


def paired(old: Sequence[Thing], new: Sequence[Thing], keys: Sequence[Callable[[Thing], Hashable]]) -> list[Pair]:
    """Pairs of indices into `old` and `new`, in the order of `old`; then those that are in `new` alone.

    An index is None where a thing has no partner. The first key that is equal pairs two things; None pairs nothing.
    """
    partners: dict[int, int] = {}
    for key in keys:
        left: dict[Hashable, list[int]] = {}
        for index in sorted(set(range(len(new))) - set(partners.values()), reverse=True):
            left.setdefault(key(new[index]), []).append(index)
        left.pop(None, None)
        for index, thing in enumerate(old):
            if index not in partners and left.get(key(thing)):
                partners[index] = left[key(thing)].pop()
    pairs: list[Pair] = [(index, partners.get(index)) for index in range(len(old))]
    return pairs + [(None, index) for index in sorted(set(range(len(new))) - set(partners.values()))]


def paired_units(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """Pairs units by their ref with their name or first profile, then by their name, then by all their profiles."""
    return paired(old, new, (_ref_and_name, _ref_and_first, lambda unit: unit.name or None, _profiles))


def paired_characters(old: Sequence[Character], new: Sequence[Character]) -> list[Pair]:
    """Pairs characters by their profile and ref, then by their profile alone."""
    return paired(old, new, (lambda character: (character.ref, character.profile), lambda character: character.profile))


def _ref_and_name(unit: Unit) -> Hashable:
    return (unit.ref, unit.name) if unit.name else None


def _ref_and_first(unit: Unit) -> Hashable:
    return unit.ref, _profiles(unit)[:1]


def _profiles(unit: Unit) -> tuple[str, ...]:
    return (*(models.profile for models in unit.models), *(character.profile for character in unit.characters))
