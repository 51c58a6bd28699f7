"""What a player wrote that a line costs, held against what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from msgspec import Struct

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.line_costs import UnitCost, roster_costs, total_points
from tabletop.rosters.reading import StatedPrice


class Priced(Enum):
    """What of a unit a price may be beside."""

    UNIT = auto()
    MODELS = auto()
    CHARACTER = auto()


class PricedPart(Struct, frozen=True):
    """A unit by its number in the roster, or one entry of its models or characters, each counted from 0."""

    unit: int
    what: Priced = Priced.UNIT
    number: int = 0


class StatedOn(Struct, frozen=True):
    """Points beside a line, and the parts that it buys; none for the whole roster, unless it says `is_part`.

    A line that buys several units alike may state the price of one of them.
    """

    line: int
    says: int
    parts: tuple[PricedPart, ...]
    times: int = 1
    is_part: bool = False


def unit_costs(roster: Roster, catalogue: Catalogue) -> list[UnitCost]:
    """What each unit costs, in the roster's order; nothing where one can't be priced."""
    costs = roster_costs(roster, catalogue)
    units = [costs.of(unit) for unit in roster.contingent_units]
    return [] if None in units else [cost for cost in units if cost]


def differing_prices(stated: Iterable[StatedOn], units: list[UnitCost]) -> Iterator[StatedPrice]:
    """Those prices that aren't ours, by line; none where nothing could be priced."""
    for price in stated if units else ():
        ours = list(_points(price, units))
        if price.says not in ours:
            yield StatedPrice(price.line, price.says, ours[0])


def _points(price: StatedOn, units: list[UnitCost]) -> Iterator[int]:
    """What the parts cost, then other sums that may be meant: one of several units, the units whole."""
    if not price.parts:
        yield sum(unit.points for unit in units)
        return
    points = parts_points(price.parts, units)
    yield points
    if price.times > 1:
        yield points // price.times
    yield sum(units[number].points for number in {part.unit for part in price.parts})


def parts_points(parts: Iterable[PricedPart], units: list[UnitCost]) -> int:
    """What these parts cost together, in points."""
    return sum(_part_points(part, units[part.unit]) for part in parts)


def _part_points(priced: PricedPart, unit: UnitCost) -> int:
    if priced.what == Priced.UNIT:
        return unit.points
    if priced.what == Priced.MODELS:
        return total_points(unit.models[priced.number])
    return unit.characters[priced.number].points
