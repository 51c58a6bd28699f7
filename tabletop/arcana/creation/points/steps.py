"""Every way a design can be changed by a step: numbers up and down, abilities on and off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop.arcana.catalogue.design import Design, Magic
from tabletop.arcana.catalogue.profiles import Melee, Missile, MoraleKind, OddStrength, TerrainAbility
from tabletop.arcana.creation.points.changes import Change
from tabletop.arcana.creation.points.formula import Formula

Move = tuple[Change, int]

STRENGTHS = (OddStrength.WEAK, 0, 1, 2, 3, 4, 5, 6)
SPELLCASTERS = (None, Magic.GENERAL, Magic.SCHOOLS)
TERRAIN = tuple(TerrainAbility)
DEFENCES = ("shield", "missile_immune", "regeneration", "slow", "negates_long_weapons", "testudo", "charmer")
BLOWS = ("magical", "first_strike", "last_strike", "long_weapon", "phalanx", "sweep")
SHOTS = ("magical", "natural", "artillery", "reloads")
MIN_RANGE_STEP = 3


def moves(design: Design, formula: Formula, farthest: int = 1) -> Iterator[Move]:
    """Each change of one statistic and how many steps it goes, in the order of the design's fields.

    Steps are an inch, a wound, a point, an attack, a column of the range table; some lead where the formula refuses.
    """
    yield from _movement(design, farthest)
    yield from _numbers("wounds", design.wounds, farthest, least=1)
    yield from _armour(design, farthest)
    yield from _defence(design, farthest)
    yield from _morale(design, farthest)
    for number, blows in enumerate(design.melee):
        yield from _blows(f"melee[{number}]", blows, farthest)
    for number, shots in enumerate(design.missile):
        yield from _shots(f"missile[{number}]", shots, formula, farthest)
    if design.ramming is not None:
        yield from _blows("ramming", design.ramming, farthest)
    yield from _switches("", ("fearsome", "infiltrates"), design)
    yield from _ladder("spellcaster", design.spellcaster, SPELLCASTERS, farthest)


def _numbers(field: str, value: int, farthest: int, *, least: int = 0) -> Iterator[Move]:
    for other in range(max(least, value - farthest), value + farthest + 1):
        if other != value:
            yield Change(field, other), abs(other - value)


def _ladder(field: str, value: Any, rungs: Sequence[Any], farthest: int) -> Iterator[Move]:
    """Up and down an ordered row of values; nothing for a value that has no place in it."""
    if value in rungs:
        at = rungs.index(value)
        for other in range(max(0, at - farthest), min(len(rungs), at + farthest + 1)):
            if other != at:
                yield Change(field, rungs[other]), abs(other - at)


def _switches(path: str, abilities: Sequence[str], part: object) -> Iterator[Move]:
    for ability in abilities:
        yield Change(f"{path}{ability}", not getattr(part, ability)), 1


def _movement(design: Design, farthest: int) -> Iterator[Move]:
    for way in ("ground", "fly", "swim"):
        inches = getattr(design.movement, way)
        if inches is not None:
            yield from _numbers(f"movement.{way}", inches, farthest)
    has = design.movement.abilities
    for ability in TERRAIN:
        left = tuple(other for other in has if other != ability)
        yield Change("movement.abilities", left if ability in has else (*has, ability)), 1


def _armour(design: Design, farthest: int) -> Iterator[Move]:
    yield from _numbers("armour.value", design.armour.value if design.armour else 0, farthest)
    yield Change("armour.fixed", not (design.armour and design.armour.fixed)), 1
    if design.second_armour is not None:
        yield from _numbers("second_armour.value", design.second_armour.value, farthest)
        yield Change("second_armour.fixed", not design.second_armour.fixed), 1


def _defence(design: Design, farthest: int) -> Iterator[Move]:
    for ability in ("magic_resistance", "evasion", "missile_armour"):
        yield from _numbers(f"defence.{ability}", getattr(design.defence, ability), farthest)
    yield from _switches("defence.", DEFENCES, design.defence)


def _morale(design: Design, farthest: int) -> Iterator[Move]:
    if design.morale is None:
        return
    yield from _numbers("morale.value", design.morale.value, farthest)
    is_fearless = design.morale.kind == MoraleKind.FEARLESS
    yield Change("morale.kind", MoraleKind.NATURAL if is_fearless else MoraleKind.FEARLESS), 1
    yield Change("morale.disciplined", not design.morale.disciplined), 1


def _attacks(path: str, line: Melee | Missile, farthest: int) -> Iterator[Move]:
    yield from _numbers(f"{path}.attacks", line.attacks, farthest, least=1)
    yield from _numbers(f"{path}.skill", line.skill, farthest)
    yield from _ladder(f"{path}.strength", line.strength, STRENGTHS, farthest)
    yield from _numbers(f"{path}.hits_d3", line.hits_d3, farthest)
    yield from _numbers(f"{path}.wounds_d3", line.wounds_d3, farthest)


def _blows(path: str, line: Melee, farthest: int) -> Iterator[Move]:
    yield from _attacks(path, line, farthest)
    yield from _switches(f"{path}.", BLOWS, line)


def _shots(path: str, line: Missile, formula: Formula, farthest: int) -> Iterator[Move]:
    columns = sorted({line.range, *(column for column in formula.range if isinstance(column, int))})
    yield from _ladder(f"{path}.range", line.range, columns, farthest)
    if line.min_range >= MIN_RANGE_STEP:
        yield Change(f"{path}.min_range", line.min_range - MIN_RANGE_STEP), 1
    yield Change(f"{path}.min_range", line.min_range + MIN_RANGE_STEP), 1
    yield from _attacks(path, line, farthest)
    yield from _switches(f"{path}.", SHOTS, line)
