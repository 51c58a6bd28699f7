"""Two rosters beside each other, unit by unit."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.roster import Roster, Unit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.compare.pairing import paired_units
from tabletop.arcana.formats.compare.unit_diff import UnitComparison
from tabletop.arcana.formats.line_costs import RosterCosts, roster_costs
from tabletop.arcana.formats.naming import profile_names
from tabletop.rosters.comparison import Side, UnitPair
from tabletop.rosters.digest import same_choices


def side_by_side(one: Roster, two: Roster, catalogue: Catalogue) -> Iterator[UnitPair]:
    """The units of both rosters in pairs: those of the first in their order, then those that only the second has."""
    costs = roster_costs(one, catalogue), roster_costs(two, catalogue)
    comparison = UnitComparison(profile_names(catalogue, one, two), *costs)
    left, right = one.contingent_units, two.contingent_units
    for here, there in paired_units(left, right):
        old = None if here is None else left[here]
        new = None if there is None else right[there]
        same = old is not None and new is not None and same_choices(old, new)
        yield UnitPair(_side(old, comparison, costs[0]), _side(new, comparison, costs[1]), same)


def _side(unit: Unit | None, comparison: UnitComparison, costs: RosterCosts) -> Side:
    return Side(comparison.described(unit), costs.points_of(unit)) if unit else Side()
