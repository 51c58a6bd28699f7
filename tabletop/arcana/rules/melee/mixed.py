"""Models of several kinds in one unit: who of which touches the enemy, strikes, steps up, is struck and is left.

Kinds named first touch the enemy first, stand before the others in ranks, and fall last (reading BR117). Where attacks
are shared out among models each of these falls by itself, and who of which kind is left is in `Left.parts`; else those
named last fall.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.arcana.catalogue.profiles import Morale
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.fighters import Fighter, Struck
from tabletop.arcana.rules.melee.mounted import of_kinds


def living(fighter: Fighter, left: Left) -> tuple[int, ...]:
    """How many of each kind live."""
    return tuple([models for models, _ in left.parts]) or first_of(left.models, fighter.parts)


def first_of(count: int, parts: Sequence[int]) -> tuple[int, ...]:
    """Of each kind how many are among the first so many models."""
    found, before = [], 0
    for models in parts:
        found.append(max(min(count, before + models) - before, 0))
        before += models
    return tuple(found)


def striking(fighter: Fighter, struck: Struck, kept: int, stepped: int) -> tuple[tuple[int, int], ...]:
    """Of each kind how many of those strike who do so in their places, and of those who have stepped up."""
    now = living(fighter, struck.left)
    own = list(first_of(kept, _standing(fighter, now)))
    for kind, more in enumerate(first_of(kept - sum(own), [all_ - at for all_, at in zip(now, own, strict=True)])):
        own[kind] += more
    behind = first_of(stepped, [all_ - at for all_, at in zip(now, own, strict=True)])
    return tuple(zip(own, behind, strict=True))


def reached(fighter: Fighter, struck: Struck, reach: int) -> tuple[int, ...]:
    """Of each kind how many are among so many models that are touched."""
    now = living(fighter, struck.left)
    own = first_of(reach, _standing(fighter, now))
    rest = first_of(reach - sum(own), [all_ - at for all_, at in zip(now, own, strict=True)])
    return tuple([at + more for at, more in zip(own, rest, strict=True)])


def crews(fighter: Fighter, struck: Struck, models: int, kinds: Sequence[int]) -> int:
    """The wounds of so many machines of some kinds, of all without any, of a unit that shares them.

    Each machine keeps one as long as there are as many; of the others those named first have all that they have room
    for (reading BR119).
    """
    each, left = fighter.figures.wounds, struck.left

    def through(number: int) -> int:
        room = sum(fighter.sizes[:number]) if fighter.sizes else number * each
        return min(room, left.wounds(each) - (left.models - number))

    if not kinds:
        return through(models)
    alive = first_of(left.models, fighter.parts)
    touching = first_of(models, [alive[kind] for kind in kinds])
    starts = [sum(alive[:kind]) for kind in kinds]
    return sum(
        through(start + number) - through(start) for start, number in zip(starts, touching, strict=True) if number
    )


def lost_by_living(fighter: Fighter, left: Left) -> int:
    """The wounds that living models have lost, without those that smaller machines never had."""
    never = left.models * fighter.figures.wounds - sum(fighter.sizes[: left.models]) if fighter.sizes else 0
    return sum(left.lost) - never


def larger_fallen(fighter: Fighter, left: Left) -> int:
    """How many wounds the machines that have fallen had at first above those of as many of the last."""
    fallen = fighter.sizes[left.models :]
    return sum(fallen) - len(fallen) * fallen[-1] if fallen else 0


def troops_morale(fighter: Fighter, left: Left) -> Morale:
    """That of its troops: of several kinds, of those that live, as long as any does."""
    if not fighter.morales:
        return fighter.figures.morale or Morale(value=0)
    alive = [own for kind, own in enumerate(fighter.morales) if left.lives(kind, fighter.parts)]
    return of_kinds(alive or fighter.morales)


def _standing(fighter: Fighter, now: Sequence[int]) -> tuple[int, ...]:
    """Of each kind those who have touched the enemy since the blows began: who fell had done so, where it is known."""
    if not fighter.by_figure:
        return (0,) * len(now)
    touched = first_of(fighter.contact, fighter.parts)
    every = zip(touched, fighter.parts, now, strict=True)
    return tuple([max(at - (models - lives), 0) for at, models, lives in every])
