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
    """Points beside a line, and the parts that it buys; none for the whole roster.

    A line that buys several units alike may state the price of one of them.
    """

    line: int
    says: int
    places: tuple[Place, ...]
    times: int = 1


def differing_prices(stated: Iterable[StatedOn], roster: Roster, catalogue: Catalogue) -> Iterator[StatedPrice]:
    """Those prices that aren't ours, by line; none where the roster can't be priced."""
    costs = roster_costs(roster, catalogue)
    units = [costs.of(unit) for unit in roster.contingent_units]
    if not units or None in units:
        return
    known = [cost for cost in units if cost]
    for price in stated:
        ours = list(_points(price, known))
        if price.says not in ours:
            yield StatedPrice(price.line, price.says, ours[0])


def _points(price: StatedOn, units: list[UnitCost]) -> Iterator[int]:
    """What the parts cost, then other sums that may be meant: one of several units, the units whole."""
    if not price.places:
        yield sum(unit.points for unit in units)
        return
    points = sum(_part_points(place, units) for place in price.places)
    yield points
    if price.times > 1:
        yield points // price.times
    yield sum(units[number].points for number in {number for number, _, _ in price.places})


def _part_points(place: Place, units: list[UnitCost]) -> int:
    unit, (_, kind, number) = units[place[0]], place
    if kind == "unit":
        return unit.points
    return total_points(unit.models[number]) if kind == "models" else unit.characters[number].points
