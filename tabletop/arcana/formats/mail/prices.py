"""What a player wrote that a line costs, held against what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.line_costs import UnitCost, roster_costs, total_points
from tabletop.rosters.reading import StatedPrice

Place = tuple[int, str, int]  # of a unit in the roster, which of its lists, which of that


class StatedOn(Struct, frozen=True):
    """Points beside a line, and the parts that it buys; none for the whole roster, unless it says `is_part`.

    A line that buys several units alike may state the price of one of them.
    """

    line: int
    says: int
    places: tuple[Place, ...]
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
    if not price.places:
        yield sum(unit.points for unit in units)
        return
    points = parts_points(price.places, units)
    yield points
    if price.times > 1:
        yield points // price.times
    yield sum(units[number].points for number in {number for number, _, _ in price.places})


def parts_points(places: Iterable[Place], units: list[UnitCost]) -> int:
    """What these parts cost together, in points."""
    return sum(_part_points(place, units) for place in places)


def _part_points(place: Place, units: list[UnitCost]) -> int:
    unit, (_, kind, number) = units[place[0]], place
    if kind == "unit":
        return unit.points
    return total_points(unit.models[number]) if kind == "models" else unit.characters[number].points
