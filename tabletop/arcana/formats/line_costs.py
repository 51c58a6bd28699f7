"""What each line of a roster costs, for those who read a file; no reader believes it."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.army.pricing import Item, UnitPrice, price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, Unit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.decoding import MalformedError


class UnitCost(Struct, frozen=True):
    """A unit's priced items by line: each line of models with its upgrades, and each character."""

    models: tuple[tuple[Item, ...], ...]
    characters: tuple[Item, ...]

    @property
    def points(self) -> int:
        return sum(total_points(items) for items in (*self.models, self.characters))

    @property
    def is_special(self) -> bool:
        return any(items[0].special for items in self.models) or not self.models


def total_points(items: tuple[Item, ...]) -> int:
    return sum(item.points for item in items)


class RosterCosts(Struct, frozen=True):
    """The costs of a roster's units by ref; none are known where the roster can't be fielded."""

    units: dict[str, UnitCost]

    def of(self, unit: Unit) -> UnitCost | None:
        return self.units.get(unit.ref)

    def points_of(self, unit: Unit) -> int | None:
        cost = self.of(unit)
        return cost.points if cost else None

    def total(self, units: tuple[Unit, ...]) -> int | None:
        """What these cost together; None where one isn't priced."""
        costs = [self.of(unit) for unit in units]
        return None if None in costs else sum(cost.points for cost in costs if cost)


def roster_costs(roster: Roster, catalogue: Catalogue) -> RosterCosts:
    """The costs of every unit; of none where the roster names what the catalogue doesn't have."""
    try:
        priced = price(resolve(roster, catalogue))
    except MalformedError:
        return RosterCosts({})
    prices = priced.units
    return RosterCosts({unit.ref: _cost(unit, prices[unit.ref]) for unit in roster.contingent_units})


def _cost(unit: Unit, priced: UnitPrice) -> UnitCost:
    left = iter(priced.items)
    models = tuple(tuple(next(left) for _ in range(1 + len(line.upgrades))) for line in unit.models)
    return UnitCost(models, tuple(left))
