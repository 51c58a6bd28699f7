"""The dice of shots into a melee: those that miss the target are rolled at whom it fights, one unit after the other.

An area attack that hits any of them is suffered whole by that one, and by halves, rounded up, by each unit that it
fights: the same dice, halved for each unit by itself and once more for loose ones. Exact as a salvo is; what every unit
has suffered stands in one state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm.blows import hits_of
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, hit_steps, salvo_start
from tabletop.arcana.rules.shooting.tohit import AREA_ATTACKS
from tabletop.dice import Change, Dice, Distribution, Sifted, Step, certain
from tabletop.dice.steps import Steps

INTO_COMBAT = BOOK.section("Firing Into Combat")

Salvoes = Sequence[Salvo]  # at the target, and at those whom it fights in the order that its player has chosen


class Melee(Struct, frozen=True):
    """Shots between two throws: those still in the air, those that hit each unit, and what each has suffered."""

    flying: int
    struck: tuple[int, ...]
    units: tuple[SalvoState, ...]


class Spread(Struct, frozen=True):
    """Area hits for several units at once: the total of each of so many rolls, halved for every unit by itself."""

    times: int
    dice: Dice
    halvings: tuple[int, ...]

    @property
    def count(self) -> int:
        return self.times * self.dice.count

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        size = self.dice.count
        totals = [self.dice.read(faces[first : first + size]) for first in range(0, len(faces), size)]
        return tuple(sum(halved(total, times) for total in totals) for times in self.halvings)

    def odds(self) -> Distribution[tuple[int, ...]]:
        return _spread(self)


def halved(total: int, times: int) -> int:
    """Half of it so many times, each rounded up."""
    return -(-total >> times)


@lru_cache(maxsize=256)
def _spread(roll: Spread) -> Distribution[tuple[int, ...]]:
    one = roll.dice.odds().map(lambda total: tuple(halved(total, times) for times in roll.halvings))
    sums: Distribution[tuple[int, ...]] = certain((0,) * len(roll.halvings))
    for _ in range(roll.times):
        sums = sums.then(lambda so_far: one.map(lambda own: tuple(map(sum, zip(so_far, own, strict=True)))))
    return sums


def into_melee_start(salvoes: Salvoes) -> Melee:
    """The state before the first die."""
    units = tuple(replace(salvo_start(salvo), hits=0) for salvo in salvoes)
    return Melee(salvoes[0].shots, (), units)


def into_melee_steps(salvoes: Salvoes) -> Steps[Melee]:
    """Shots at each unit in turn, what hits bring, and what each unit suffers; every shot with the same missile."""
    steps: list[Step[Melee] | Change[Melee]] = [_shooting(salvo) for salvo in salvoes]
    if salvoes[0].missile.hits_d3:
        steps += [_spreading(salvoes, place) for place in range(len(salvoes))]
    else:
        steps.append(Change(lambda melee: _with_hits(melee, melee.struck)))
    for place, salvo in enumerate(salvoes):
        steps += _suffering(salvo, place)
    return steps


def _shooting(salvo: Salvo) -> Step[Melee]:
    sieves = hits_of(salvo.needed)
    return Step(
        salvo.name,
        INTO_COMBAT,
        lambda melee: Sifted(melee.flying, sieves, INTO_COMBAT),
        lambda melee, hits: replace(melee, flying=melee.flying - hits, struck=(*melee.struck, hits)),
    )


def _spreading(salvoes: Salvoes, place: int) -> Step[Melee]:
    """Of whom a shot has hit: the target fights all others, and each of these fights the target (ruling T94)."""
    fought = [other for other in range(len(salvoes)) if other == place or 0 in (other, place)]
    halvings = tuple(int(salvoes[other].target.takes_half) + (other != place) for other in fought)
    dice = Dice(salvoes[place].missile.hits_d3, 3)

    def after(melee: Melee, hits: tuple[int, ...]) -> Melee:
        by_unit = dict(zip(fought, hits, strict=True))
        return _with_hits(melee, [by_unit.get(other, 0) for other in range(len(salvoes))])

    return Step(
        f"{salvoes[place].name}, hits",
        AREA_ATTACKS,
        lambda melee: Spread(melee.struck[place], dice, halvings) if melee.struck[place] else None,
        after,
    )


def _with_hits(melee: Melee, hits: Sequence[int]) -> Melee:
    units = (replace(unit, hits=unit.hits + own) for unit, own in zip(melee.units, hits, strict=True))
    return replace(melee, units=tuple(units))


def _suffering(salvo: Salvo, place: int) -> Iterator[Step[Melee] | Change[Melee]]:
    """A unit's saves and losses, as of a salvo at it alone."""

    def having(melee: Melee, unit: SalvoState) -> Melee:
        return replace(melee, units=(*melee.units[:place], unit, *melee.units[place + 1 :]))

    for step in hit_steps(salvo):
        if isinstance(step, Change):
            yield Change(lambda melee, step=step: having(melee, step.after(melee.units[place])))  # type: ignore[misc]
        else:
            yield _lifted(step, place, having)


def _lifted(step: Step[SalvoState], place: int, having: Any) -> Step[Melee]:
    return Step(
        step.name,
        step.citation,
        lambda melee: step.roll(melee.units[place]),
        lambda melee, result: having(melee, step.after(melee.units[place], result)),
    )
