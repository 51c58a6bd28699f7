"""Whether a block would have to wheel to come to an enemy, or gets there straight on or aslant, too."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.battlefield.scene import PlacedTable, between
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.movement.execute import begin_move, carry_out
from tabletop.arcana.rules.movement.motions import STEEPEST_DIAGONAL
from tabletop.arcana.rules.movement.orders import Diagonal, Forward, Order
from tabletop.geometry.primitives.vectors import direction, minus, turn_between


def has_to_wheel(scene: PlacedTable, found: Charge) -> bool:
    """Where the cheapest way wheels: whether no way without a wheel comes to the enemy within the move.

    Of the ways to one convex shape the least is straight at it, or along the edge of the directions that there are.
    """
    if found.pivot is None:
        return False
    march = begin_move(scene, scene.unit(found.charger.ref))
    halts = (carry_out(march, (order,)) for order in _straight_ways(found))
    return not any(halt.reason and halt.reason.ref == found.target.ref for halt in halts)


def _straight_ways(found: Charge) -> Iterator[Order]:
    unit, steepest = found.charger, float(STEEPEST_DIAGONAL)
    yield Forward(found.allowance)
    yield Diagonal("left", steepest, found.allowance)
    yield Diagonal("right", steepest, found.allowance)
    gap = between(unit, found.target).gap
    aslant = turn_between(unit.formation.facing, direction(minus(gap.end, gap.start)))
    if 0 < abs(aslant) < steepest:
        yield Diagonal("left" if aslant < 0 else "right", abs(aslant), found.allowance)
