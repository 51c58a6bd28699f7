"""What may be behind a price that doesn't fit: cells that may be misprinted, rules that may be read otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import Armour, Melee, Missile, MoraleKind
from tabletop.arcana.creation.points.changes import Change
from tabletop.arcana.creation.points.formula import Formula, Table
from tabletop.arcana.creation.points.melee import groups
from tabletop.arcana.creation.points.steps import STRENGTHS, TERRAIN

READING, NEIGHBOUR, ABILITY, CELL, FAR = 1, 2, 3, 4, 6
DISTANCES = {1: NEIGHBOUR, 2: ABILITY, 3: CELL}
GROUND_SPAN, FARTHEST_WOUNDS, FARTHEST_ATTACKS, FARTHEST_SWEEP = 4, 12, 4, 10


class Suspicion(Struct, frozen=True):
    """Changes that belong together, in words that follow “fits”, and how far-fetched they are (the less the better)."""

    changes: tuple[Change, ...]
    words: str
    weight: int

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(change.field for change in self.changes)


def likely_causes(design: Design, formula: Formula) -> Iterator[Suspicion]:
    """Everything that may be suspected of a design, readings first, in the order of its fields."""
    yield from readings(design)
    yield from _moves(design)
    yield from _numbers("wounds", "wounds", design.wounds, range(1, FARTHEST_WOUNDS + 1))
    yield from _armours(design, formula)
    yield from _defences(design, formula)
    yield from _morales(design, formula)
    for number, (name, line) in enumerate(_named(design.melee, "Melee")):
        yield from _blows(f"melee[{number}]", name, line, formula)
    for number, (name, shot) in enumerate(_named(design.missile, "Missile")):
        yield from _shots(f"missile[{number}]", name, shot, formula)
    if design.ramming is not None:
        yield from _blows("ramming", "Ram", design.ramming, formula)
    yield from _switch("fearsome", "fearsome", is_on=design.fearsome)


def readings(design: Design) -> Iterator[Suspicion]:
    """Other ways to read the formula: alternatives in full or free, further lines at half, the ram's skill left out."""
    yield from _choices("melee", design.melee)
    yield from _choices("missile", design.missile)
    if design.ramming is not None:
        without_skill = Change("ramming.skill", 2)
        yield Suspicion((without_skill,), "with the ram's skill left out", READING)


def _choices(head: str, lines: Sequence[Melee | Missile]) -> Iterator[Suspicion]:
    others = [number for number, line in enumerate(lines) if line.alternative]
    if others:
        full = tuple(Change(f"{head}[{number}].alternative", False) for number in others)
        yield Suspicion(full, f"with both {head} alternatives charged in full", READING)
    for number, (name, line) in enumerate(_named(lines, head.capitalize())):
        if line.alternative:
            free = Change(f"{head}[{number}].attacks", 0)
            yield Suspicion((free,), f"without a charge for the alternative {name}", NEIGHBOUR)
        elif number:
            at_half = Change(f"{head}[{number}].alternative", True)
            yield Suspicion((at_half,), f"with {name} charged as an alternative, the lesser at half", READING)


def _named(lines: Sequence[Any], what: str) -> list[tuple[str, Any]]:
    return [pair for group in groups(lines, what) for pair in group]


def _numbers(field: str, what: str, printed: int, others: Any) -> Iterator[Suspicion]:
    """Suspicions that a cell should have another number; the nearer to the printed one, the likelier."""
    for value in others:
        if value != printed:
            has_lost_zero = value == 10 * printed
            weight = NEIGHBOUR if has_lost_zero else DISTANCES.get(abs(value - printed), FAR)
            yield Suspicion((Change(field, value),), f"with {what} {value} instead of {printed}", weight)


def _keys(table: Table) -> list[int]:
    return [key for key in table if isinstance(key, int)]


def _switch(field: str, what: str, *, is_on: bool, weight: int = ABILITY) -> Iterator[Suspicion]:
    words = f"without {what}" if is_on else f"with {what} added"
    yield Suspicion((Change(field, not is_on),), words, weight)


def _moves(design: Design) -> Iterator[Suspicion]:
    inches = design.movement
    if design.kind == DesignKind.WAR_MACHINE:
        return
    for way in ("ground", "fly", "swim"):
        printed = getattr(inches, way)
        if printed is not None:
            others = range(max(2, printed - GROUND_SPAN), printed + GROUND_SPAN + 1)
            yield from _numbers(f"movement.{way}", f"{way} move", printed, others)
    if inches.fly is not None and inches.ground is not None:
        yield Suspicion((Change("movement.fly", None),), "without flight", ABILITY)
    if inches.ground is not None:
        yield from _terrain(design)


def _terrain(design: Design) -> Iterator[Suspicion]:
    printed = design.movement.abilities
    for ability in TERRAIN:
        if ability in printed:
            others = tuple(other for other in printed if other != ability)
            yield Suspicion((Change("movement.abilities", others),), f"without {ability}", ABILITY)
        else:
            yield Suspicion((Change("movement.abilities", (*printed, ability)),), f"with {ability} added", CELL)


def _armours(design: Design, formula: Formula) -> Iterator[Suspicion]:
    printed = design.armour or Armour()
    for is_fixed, table in ((False, formula.armour), (True, formula.fixed_armour)):
        for value in _keys(table):
            other = Armour(value=value, fixed=is_fixed)
            if other != printed:
                words = f"with armour {_suit(other)} instead of {_suit(printed)}"
                is_near = other.fixed == printed.fixed and abs(value - printed.value) == 1
                is_near = is_near or other.value == printed.value
                yield Suspicion((Change("armour", other),), words, NEIGHBOUR if is_near else CELL)
    if design.second_armour is not None:
        yield Suspicion((Change("second_armour", None),), "without the second armour", ABILITY)


def _suit(suit: Armour) -> str:
    return f"{suit.value} fixed" if suit.fixed else str(suit.value)


def _defences(design: Design, formula: Formula) -> Iterator[Suspicion]:
    worth = design.defence
    resistances = _keys(formula.magic_resistance)
    yield from _numbers("defence.magic_resistance", "magic resistance", worth.magic_resistance, resistances)
    yield from _degrees("evasion", worth.evasion, formula.evasion)
    yield from _degrees("missile_armour", worth.missile_armour, formula.missile_armour)
    for field in ("shield", "missile_immune", "regeneration", "slow", "charmer", "testudo"):
        is_on = getattr(worth, field)
        weight = ABILITY if is_on or field in ("shield", "missile_immune", "regeneration") else CELL
        yield from _switch(f"defence.{field}", field.replace("_", " "), is_on=is_on, weight=weight)
    for field in ("sensitive", "immune"):
        for element in getattr(worth, field):
            left = tuple(other for other in getattr(worth, field) if other != element)
            yield Suspicion((Change(f"defence.{field}", left),), f"without {element} {field}", ABILITY)


def _degrees(field: str, printed: int, table: Table) -> Iterator[Suspicion]:
    """An ability in degrees: another degree, or not there at all."""
    what = field.replace("_", " ")
    for value in _keys(table):
        if value != printed and value and printed:
            words = f"with {what} {value} instead of {printed}"
            yield Suspicion((Change(f"defence.{field}", value),), words, NEIGHBOUR)
        elif value != printed:
            words = f"with {what} {value} added" if value else f"without {what}"
            yield Suspicion((Change(f"defence.{field}", value),), words, ABILITY)


def _morales(design: Design, formula: Formula) -> Iterator[Suspicion]:
    if design.morale is None:
        return
    yield from _numbers("morale.value", "morale", design.morale.value, _keys(formula.morale))
    if design.morale.kind == MoraleKind.FEARLESS:
        yield Suspicion((Change("morale.kind", MoraleKind.NATURAL),), "without fearless", ABILITY)
    else:
        yield Suspicion((Change("morale.kind", MoraleKind.FEARLESS),), "with fearless morale", ABILITY)
    if design.morale.disciplined:
        yield from _switch("morale.disciplined", "discipline", is_on=True)


def _blows(path: str, name: str, line: Melee, formula: Formula) -> Iterator[Suspicion]:
    yield from _attacks(path, name, line, _keys(formula.melee_skill))
    yield from _strengths(path, name, line)
    for field, weight in (("first_strike", ABILITY), ("long_weapon", CELL), ("last_strike", CELL), ("phalanx", FAR)):
        is_on = getattr(line, field)
        what = f"{field.replace('_', ' ')} for {name}"
        yield from _switch(f"{path}.{field}", what, is_on=is_on, weight=ABILITY if is_on else weight)


def _attacks(path: str, name: str, line: Melee | Missile, skills: list[int]) -> Iterator[Suspicion]:
    farthest = FARTHEST_SWEEP if isinstance(line, Melee) and line.sweep else FARTHEST_ATTACKS
    others = range(max(1, line.attacks - farthest), line.attacks + farthest + 1)
    yield from _numbers(f"{path}.attacks", f"{name} attacks", line.attacks, others)
    yield from _numbers(f"{path}.skill", f"{name} skill", line.skill, skills)
    for field, what in (("hits_d3", "d3 hits"), ("wounds_d3", "d3 wounds")):
        number = getattr(line, field)
        for suspicion in _numbers(f"{path}.{field}", f"{name} {what}", number, (number + 1, max(0, number - 1))):
            yield Suspicion(suspicion.changes, suspicion.words, ABILITY if number else CELL)


def _strengths(path: str, name: str, line: Melee | Missile) -> Iterator[Suspicion]:
    if line.strength in STRENGTHS:
        at = STRENGTHS.index(line.strength)
        for other, strength in enumerate(STRENGTHS):
            if other != at and strength != 6:
                words = f"with {name} strength {strength} instead of {line.strength}"
                change = Change(f"{path}.strength", strength)
                yield Suspicion((change,), words, NEIGHBOUR if abs(other - at) == 1 else CELL)
        yield from _switch(f"{path}.magical", f"magical {name}", is_on=line.magical)
    if line.element is not None:
        yield Suspicion((Change(f"{path}.element", None),), f"without {line.element} for {name}", ABILITY)


def _shots(path: str, name: str, line: Missile, formula: Formula) -> Iterator[Suspicion]:
    yield from _attacks(path, name, line, _keys(formula.missile_skill))
    yield from _strengths(path, name, line)
    columns = _keys(formula.range)
    for inches in columns:
        if inches != line.range and inches > line.min_range:
            weight = NEIGHBOUR if abs(inches - line.range) == 3 else CELL
            words = f"with {name} range {inches}″ instead of {line.range}″"
            yield Suspicion((Change(f"{path}.range", inches),), words, weight)
    yield from _switch(f"{path}.natural", f"natural for {name}", is_on=line.natural)
    if line.artillery:
        words = f"with {name} firing every turn" if line.reloads else f"with a turn of reloading for {name}"
        yield Suspicion((Change(f"{path}.reloads", not line.reloads),), words, READING)
