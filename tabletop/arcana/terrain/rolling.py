"""Rolling on a chart: totals of 2d6, what they leave open, and who places each piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle

from msgspec import Struct

from tabletop.arcana.battlefield.schema import SubRoll
from tabletop.arcana.terrain.charts import Chart, Feature, Result
from tabletop.arcana.terrain.details import is_met
from tabletop.dice import Chance

CHOICE = "which"
COURSE = "course"


class Rolled(Struct, frozen=True):
    """A piece as the dice have it: its feature, its total, the totals rolled again before it, its sub-rolls."""

    feature: Feature
    roll: int
    rerolled: tuple[int, ...]
    sub_rolls: tuple[SubRoll, ...]
    placed_by: str | None

    @property
    def results(self) -> dict[str, int]:
        return {roll.what: roll.result for roll in self.sub_rolls}


def roll_pieces(
    chart: Chart, pieces: int, sides: Iterable[str], chance: Chance, *, has_course: bool = False
) -> list[Rolled]:
    """Roll until so many pieces are there; what counts as two isn't laid where one is left, but rolled again.

    The sides place in turn, the first of them first; none are named where one player sets up the whole table.
    `has_course`: a river lies there already, and the others run along it.
    """
    rolled: list[Rolled] = []
    turns = cycle(tuple(sides) or (None,))
    while left := pieces - sum(rolled_piece.feature.counts_as for rolled_piece in rolled):
        rolled.append(_rolled(chart, left, next(turns), chance, has_course=has_course))
        has_course = has_course or COURSE in rolled[-1].results
    return rolled


def _rolled(chart: Chart, left: int, side: str | None, chance: Chance, *, has_course: bool) -> Rolled:
    again: list[int] = []
    while True:
        total = chance.roll("2d6")
        chosen, feature = _chosen(chart, chart.result(total), chance)
        if feature.counts_as <= left:
            further = (*chosen, *sub_rolls(feature, chance, has_course=has_course))
            return Rolled(feature, total, tuple(again), further, side)
        again.append(total)


def _chosen(chart: Chart, result: Result, chance: Chance) -> tuple[tuple[SubRoll, ...], Feature]:
    """The result's feature; where it leaves a choice, a d6 of 1 to 3 is the first, 4 to 6 the second."""
    if len(result.choices) == 1:
        return (), chart.feature(result.choices[0])
    thrown = chance.roll("d6")
    return (SubRoll(what=CHOICE, dice="d6", result=thrown),), chart.feature(result.choices[thrown > 3])


def sub_rolls(feature: Feature, chance: Chance, *, has_course: bool) -> Iterator[SubRoll]:
    """What the feature asks for; a second river runs as the first does and rolls for no course of its own."""
    results: dict[str, int] = {}
    for rule in feature.sub_rolls:
        if is_met(rule.when, results) and not (has_course and rule.what == COURSE):
            results[rule.what] = chance.roll(rule.dice)
            yield SubRoll(what=rule.what, dice=rule.dice, result=results[rule.what])
