"""The extra inches of skirmishers that charged or were charged: spent to fight with more models."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.rules.formation.changing import ChargeBar
from tabletop.arcana.rules.formation.legality import SKIRMISHED
from tabletop.arcana.rules.movement.advance import Halt, walk
from tabletop.arcana.rules.movement.blocking import enemy, no_room_on, stands_on, touched_enemies
from tabletop.arcana.rules.movement.motions import stride
from tabletop.arcana.rules.movement.move_state import March
from tabletop.arcana.rules.movement.orders import Close, Order, Places
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import CONTACT, ROUNDING
from tabletop.geometry.primitives.vectors import distance

CLOSING = 3.0


def close_up(scene: PlacedTable, unit: PlacedUnit, orders: Sequence[Order]) -> Halt:
    """Unengaged models moved nearer to the enemy, each at most 3 inches; the engaged ones stay."""
    march = March(scene=scene, began=unit, unit=unit, allowance=CLOSING, bars_charge=ChargeBar.ENGAGED)
    try:
        return _closed(march, _foes(scene, unit), _only(orders))
    except ForbiddenError as error:
        return Halt(march, error.reason)


def _only(orders: Sequence[Order]) -> Close:
    if len(orders) != 1 or not isinstance(orders[0], Close):
        raise forbidden(Cause.CLOSING_COMES_ALONE, SKIRMISHED)
    return orders[0]


def _foes(scene: PlacedTable, unit: PlacedUnit) -> dict[str, PlacedUnit]:
    """The enemies that it charged or was charged by this turn."""
    if not isinstance(unit.formation, Skirmish):
        raise forbidden(Cause.ONLY_SKIRMISHERS_CLOSE_UP, SKIRMISHED)
    refs = {ref for each in scene.engagements(unit.ref) if each.this_turn for ref in each.units}
    if not refs:
        raise forbidden(Cause.NO_CHARGE_THIS_TURN, SKIRMISHED)
    return {other.ref: other for other in scene.others(unit) if other.ref in refs}


def _closed(march: March, foes: dict[str, PlacedUnit], order: Close) -> Halt:
    motion = stride(march.unit, Places(order.places))
    before = march.unit.bases
    after = march.unit.standing(motion.ends(1.0)).bases
    enemies = [base for foe in foes.values() for base in foe.bases]
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        _check_nearer(place, old, new, enemies)
    halt = walk(march, motion)
    return halt if halt.reason else Halt(halt.march, _at_the_end(halt.march, foes))


def _check_nearer(place: int, old: Polygon, new: Polygon, enemies: Sequence[Polygon]) -> None:
    """ForbiddenError where an engaged model moves, or another without getting nearer."""
    if distance(old[0], new[0]) <= ROUNDING:
        return
    was, becomes = (closest_pair([base], enemies).gap.inches for base in (old, new))
    if was <= CONTACT:
        raise forbidden(Cause.MODEL_IS_ENGAGED, SKIRMISHED, model=place + 1)
    if becomes >= was:
        raise forbidden(Cause.MODEL_GETS_NO_NEARER, SKIRMISHED, model=place + 1)


def _at_the_end(march: March, foes: dict[str, PlacedUnit]) -> Reason | None:
    for ref in touched_enemies(march.scene, march.unit):
        if ref not in foes:
            return enemy(march.scene.unit(ref)).reason(march.unit.centres[0])
    return next((no_room_on(other) for other in stands_on(march.scene, march.unit)), None)
