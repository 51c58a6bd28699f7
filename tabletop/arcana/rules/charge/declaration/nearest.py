"""Which enemy must be charged first: the one that takes the least movement, and who may pass it by."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, apart, between, once_a_table
from tabletop.arcana.battlefield.schema import RankAndFile, Skirmish
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc, open_view
from tabletop.arcana.rules.charge.declaration.sides import Manoeuvre, Miss
from tabletop.arcana.rules.charge.planning.solving import Charge, solve
from tabletop.arcana.rules.charge.planning.unwheeled import has_to_wheel
from tabletop.arcana.rules.charge.reactions.harms import unhurt
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.execute import reason_to_stay
from tabletop.arcana.rules.movement.motions import motion_of
from tabletop.arcana.rules.movement.orders import Forward, Heading
from tabletop.arcana.rules.movement.terrain_cost import reach, tolls
from tabletop.geometry.primitives.polygons import box_distance
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import direction, minus


def charge(scene: PlacedTable, ref: str, target_ref: str, *, sees: Sight = open_view) -> Charge:
    """The cheapest charge that the rules allow, a nearer enemy forbidding it; MalformedError for unknown refs."""
    found = _solved(scene, ref, target_ref, sees)
    if not found.possible:
        return found
    if reason := reason_to_stay(scene, found.charger):
        return replace(found, possible=False, reason=reason)
    first = must_be_charged(scene, found, sees=sees)
    if first is None:
        return found
    return _on_the_wing(scene, found, sees) or replace(found, possible=False, reason=passed_by(found, first))


def _on_the_wing(scene: PlacedTable, found: Charge, sees: Sight) -> Charge | None:
    """The same flown by a unit that could walk, too: who flies passes nearer enemies by."""
    unit = found.charger
    if not unit.fly:
        return None
    flown = solve(scene.with_unit(replace(unit, ground=0)), unit.ref, found.target.ref, sees=sees)
    if not (flown.possible and flown.flying):
        return None
    unit_there = replace(flown.unit, ground=unit.ground)
    return replace(flown, charger=unit, unit=unit_there, begun=replace(flown.begun, ground=unit.ground))


def _solved(scene: PlacedTable, ref: str, target_ref: str, sees: Sight) -> Charge:
    """`solve`, kept with the table: who is nearer to one enemy is asked again for the next."""
    kept, asked = _kept(scene), (ref, target_ref, sees)
    if asked not in kept:
        kept[asked] = solve(scene, ref, target_ref, sees=sees)
    return kept[asked]


@once_a_table
def _kept(scene: PlacedTable) -> dict[tuple[str, str, Sight], Charge]:
    return {}


def must_be_charged(scene: PlacedTable, found: Charge, *, sees: Sight = open_view) -> Charge | None:
    """The charge that takes the least movement where it isn't this one and can't be ignored.

    Engaged enemies may be ignored, those behind ground that may hurt, and by blocks those that they would have to
    wheel to reach; flyers ignore all.
    """
    if found.needed is None or found.flying:
        return None
    nearer = [other for other in _enemies(scene, found) if _is_in_play(scene, found, other, sees)]
    charges = [_solved(scene, found.charger.ref, other.ref, sees) for other in nearer]
    binding = [
        each
        for each in charges
        if _binds(each, found)
        and _binds(unhurt(scene, each, sees), found)
        and (not has_to_wheel(scene, each) or has_to_wheel(scene, found))
    ]
    return min(binding, key=lambda each: each.needed or 0.0, default=None)


def _enemies(scene: PlacedTable, found: Charge) -> list[PlacedUnit]:
    skipped = {found.charger.ref, found.target.ref}
    return [unit for unit in scene.units.values() if unit.side != found.charger.side and unit.ref not in skipped]


def _is_in_play(scene: PlacedTable, found: Charge, other: PlacedUnit, sees: Sight) -> bool:
    place = found.declared.unit if found.declared else found.charger
    return (
        not scene.is_engaged(other.ref)
        and other.altitude != "high"
        and _might_be_nearer(found, other)
        and in_arc(place, other.blocks)
        and sees(scene, place, other)
    )


def _might_be_nearer(found: Charge, other: PlacedUnit) -> bool:
    """Quick for most: no way is shorter than the straight gap."""
    less = (found.needed or 0.0) - RANGE
    return box_distance(found.charger.box, other.box) < less and apart(found.charger, other) < less


def _binds(each: Charge, found: Charge) -> bool:
    return each.possible and (each.needed or 0.0) < (found.needed or 0.0) - RANGE


def passed_by(found: Charge, first: Charge) -> Reason:
    """Why a charge isn't allowed where a nearer enemy has to be charged first."""
    target, away, needed = first.target, first.needed or 0.0, found.needed or 0.0
    return because(Cause.NEARER_ENEMY, CHARGES, ref=target.ref, nearer=target.called, away=away, needed=needed)


def choices(scene: PlacedTable, found: Charge, *, sees: Sight = open_view) -> dict[Miss, Charge]:
    """Other sides that a manoeuvre within the first quarter of the move opens, each with the charge that follows it."""
    window = found.allowance * float(QUARTER)
    turns = [miss for miss in found.misses if miss.turn and miss.turn.inches <= window + RANGE]
    begun = on_foot(scene, found.charger)
    charges = {miss: solve(begun, found.charger.ref, found.target.ref, sees=sees, first=miss.turn) for miss in turns}
    return {miss: each for miss, each in charges.items() if each.needed is not None and _reaches(each, miss)}


def on_foot(scene: PlacedTable, unit: PlacedUnit) -> PlacedTable:
    """The table for whoever has begun to move: on the ground nobody takes off any more."""
    if unit.altitude == "ground" and unit.fly:
        return scene.with_unit(replace(unit, fly=None))
    return scene if scene.units.get(unit.ref) is unit else scene.with_unit(unit)


def _reaches(each: Charge, miss: Miss) -> bool:
    return any(stretch.side == miss.side for stretch in each.sides) and each.needed is not None


def curve(scene: PlacedTable, found: Charge, steps: int, *, sees: Sight = open_view) -> list[Charge]:
    """“What if I advance first”: the charge after each of so many even steps in the first quarter.

    Straight ahead for blocks; skirmishers, and columns as skirmishers (reading T71), straight at the target.
    """
    unit = found.charger if isinstance(found.charger.formation, RankAndFile | Skirmish) else loosened(found.charger)
    begun = on_foot(scene, unit)
    turns = _advances(begun, unit, found, steps)
    return [solve(begun, unit.ref, found.target.ref, sees=sees, first=turn) for turn in turns]


def _advances(scene: PlacedTable, unit: PlacedUnit, found: Charge, steps: int) -> list[Manoeuvre]:
    window = found.allowance * float(QUARTER)
    gap = between(unit, found.target).gap
    towards = direction(minus(gap.end, gap.start))
    return [_advance(scene, unit, window * (number + 1) / steps, towards) for number in range(steps)]


def _advance(scene: PlacedTable, unit: PlacedUnit, spent: float, towards: float) -> Manoeuvre:
    """As far as so many inches of its move take it."""
    whole = motion_of(unit, Forward(spent) if unit.is_ranked else Heading(towards, spent))
    along = tolls(unit, whole.sweep, scene.pieces.values(), flying=unit.altitude != "ground")
    way = spent * reach(along, spent, spent)
    order = Forward(way) if unit.is_ranked else Heading(towards, way)
    return Manoeuvre((order,), spent, unit.standing(motion_of(unit, order).formation_at(1.0)))
