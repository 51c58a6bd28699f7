"""Which enemy must be charged first, who may pass it by, and what a manoeuvre before a charge would change.

What is computed: of all enemies that a charger could charge, the one that takes the least movement must be charged,
unless it may be ignored: engaged enemies, those behind ground that may hurt, by blocks those that they would have to
wheel to reach, and by flyers all. Every candidate is solved as a charge of its own; most are left out at once, because
no way is shorter than the straight gap. Solved charges are kept with the table, as the next question needs them again.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit, apart, between, once_a_table
from tabletop.arcana.battlefield.schema import Altitude, Going, Nature, Skirmish
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc, open_view
from tabletop.arcana.rules.charge.declaration.sides import Manoeuvre, Miss
from tabletop.arcana.rules.charge.planning.solving import Charge, solve
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.execute import begin_move, carry_out, reason_to_stay
from tabletop.arcana.rules.movement.motions import STEEPEST_DIAGONAL, motion_of
from tabletop.arcana.rules.movement.orders import Diagonal, Forward, Hand, Heading, Order
from tabletop.arcana.rules.movement.terrain_cost import reach, tolls
from tabletop.arcana.terrain.kinds import going_of
from tabletop.geometry.motion.sweeps import overlap_spans
from tabletop.geometry.primitives.polygons import box_distance, overlapping
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import direction, minus, turn_between


def charge(scene: PlacedTable, ref: str, target_ref: str, *, sees: Sight = open_view) -> Charge:
    """The cheapest charge that the rules allow, a nearer enemy forbidding it; MalformedError for unknown refs.

    Who can't pass that enemy by on foot may do so on the wing (Flyers & Melee).
    """
    solved = _solved(scene, ref, target_ref, sees)
    if not solved.possible:
        return solved
    if solved.charger.broken or solved.charger.immobile:
        return replace(solved, possible=False, reason=reason_to_stay(scene, solved.charger))
    first = must_be_charged(scene, solved, sees=sees)
    if first is None:
        return solved
    if solved.charger.fly:
        flown = solve(scene, ref, target_ref, sees=sees, flying_only=True)
        if flown.possible:
            return flown
    return replace(solved, possible=False, reason=passed_by(solved, first))


def _solved(scene: PlacedTable, ref: str, target_ref: str, sees: Sight) -> Charge:
    """`solve`, kept with the table: who is nearer to one enemy is asked again for the next."""
    kept, asked = _charges_of(scene), (ref, target_ref, sees)
    if asked not in kept:
        kept[asked] = solve(scene, ref, target_ref, sees=sees)
    return kept[asked]


@once_a_table
def _charges_of(scene: PlacedTable) -> dict[tuple[str, str, Sight], Charge]:
    return {}


def must_be_charged(scene: PlacedTable, solved: Charge, *, sees: Sight = open_view) -> Charge | None:
    """The charge that takes the least movement where it isn't this one and can't be ignored."""
    if solved.needed is None or solved.flying:
        return None
    less = solved.needed - RANGE
    declares_at = solved.declared.unit if solved.declared else solved.charger
    charger, binding = solved.charger, list[Charge]()
    for other in scene.units.values():
        if other.side == charger.side or other.ref == solved.target.ref or other.altitude == Altitude.HIGH:
            continue
        if scene.is_engaged(other.ref) or box_distance(charger.box, other.box) >= less or apart(charger, other) >= less:
            continue
        if not (in_arc(declares_at, other.blocks) and sees(scene, declares_at, other)):
            continue
        nearer = _solved(scene, charger.ref, other.ref, sees)
        if (
            _needs_less(nearer, less)
            and _needs_less(_unhurt(scene, nearer, sees), less)
            and (not has_to_wheel(scene, nearer) or has_to_wheel(scene, solved))
        ):
            binding.append(nearer)
    return min(binding, key=lambda nearer: nearer.needed or 0.0, default=None)


def _needs_less(solved: Charge, inches: float) -> bool:
    return solved.possible and (solved.needed or 0.0) < inches


def passed_by(solved: Charge, first: Charge) -> Reason:
    """Why a charge isn't allowed where a nearer enemy has to be charged first."""
    target, away, needed = first.target, first.needed or 0.0, solved.needed or 0.0
    return because(Cause.NEARER_ENEMY, CHARGES, ref=target.ref, nearer=target.called, away=away, needed=needed)


def has_to_wheel(scene: PlacedTable, solved: Charge) -> bool:
    """Where the cheapest way wheels: whether no way without a wheel comes to the enemy within the move.

    Tries forward, both steepest diagonals and the direct line: the shortest way without a wheel to a convex target is
    one of these.
    """
    if solved.pivot is None:
        return False
    state = begin_move(scene, scene.unit(solved.charger.ref))
    moves = (carry_out(state, (order,)) for order in _ways_without_a_wheel(solved))
    return not any(moved.reason and moved.reason.ref == solved.target.ref for moved in moves)


def _ways_without_a_wheel(solved: Charge) -> Iterator[Order]:
    steepest = float(STEEPEST_DIAGONAL)
    yield Forward(solved.allowance)
    yield Diagonal(Hand.LEFT, steepest, solved.allowance)
    yield Diagonal(Hand.RIGHT, steepest, solved.allowance)
    gap = between(solved.charger, solved.target).gap
    angle = turn_between(solved.charger.formation.facing, direction(minus(gap.end, gap.start)))
    if 0 < abs(angle) < steepest:
        yield Diagonal(Hand.LEFT if angle < 0 else Hand.RIGHT, abs(angle), solved.allowance)


def _hurts(unit: PlacedUnit, piece: Piece) -> bool:
    """Whether a piece may harm a unit on foot: a hazard (walls of fire, too), or rough ground to towed vehicles."""
    return piece.terrain.effects.hazard is not None or (unit.towed and going_of(piece.terrain) != Going.OPEN)


def with_harm_closed(scene: PlacedTable, unit: PlacedUnit) -> PlacedTable:
    """The table with all ground that may hurt a unit closed, unless it is in it; the same table where there is none."""
    closed = {
        ref: Piece(replace(piece.terrain, going=Going.IMPASSABLE, nature=Nature.ROCKY), piece.parts)
        for ref, piece in scene.pieces.items()
        if _hurts(unit, piece) and not any(overlapping(unit.blocks, piece.parts))
    }
    return PlacedTable(scene.table, scene.units, {**scene.pieces, **closed}) if closed else scene


def _unhurt(scene: PlacedTable, solved: Charge, sees: Sight) -> Charge:
    """A charge where its way harms nobody, or else the cheapest that doesn't (reading T92)."""
    harmful = [piece for piece in scene.pieces.values() if _hurts(solved.charger, piece)]
    crossed = (overlap_spans(leg.motion.sweep, piece.parts) for piece in harmful for leg in solved.legs)
    if solved.flying or not any(crossed):
        return solved
    return solve(with_harm_closed(scene, solved.charger), solved.charger.ref, solved.target.ref, sees=sees)


def choices(scene: PlacedTable, solved: Charge, *, sees: Sight = open_view) -> dict[Miss, Charge]:
    """Other sides that a manoeuvre within the first quarter of the move opens, each with the charge that follows it."""
    window, begun = solved.allowance * float(QUARTER), on_foot(scene, solved.charger)
    charges = {
        miss: solve(begun, solved.charger.ref, solved.target.ref, sees=sees, first=miss.manoeuvre)
        for miss in solved.misses
        if miss.manoeuvre and miss.manoeuvre.inches <= window + RANGE
    }
    return {miss: then for miss, then in charges.items() if any(part.side == miss.side for part in then.sides)}


def on_foot(scene: PlacedTable, unit: PlacedUnit) -> PlacedTable:
    """The table for whoever has begun to move: on the ground nobody takes off any more."""
    if unit.altitude == Altitude.GROUND and unit.fly:
        return scene.with_unit(replace(unit, fly=None))
    return scene if scene.units.get(unit.ref) is unit else scene.with_unit(unit)


def curve(scene: PlacedTable, solved: Charge, steps: int, *, sees: Sight = open_view) -> list[Charge]:
    """“What if I advance first”: the charge after each of so many even steps in the first quarter.

    Straight ahead for blocks; skirmishers, and columns and single models as skirmishers (reading T71), straight at the
    target.
    """
    charger = solved.charger
    unit = charger if charger.is_ranked or isinstance(charger.formation, Skirmish) else loosened(charger)
    begun, window = on_foot(scene, unit), solved.allowance * float(QUARTER)
    advances = [_advance(begun, unit, solved.target, window * (index + 1) / steps) for index in range(steps)]
    return [solve(begun, unit.ref, solved.target.ref, sees=sees, first=advance) for advance in advances]


def _advance(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, spent: float) -> Manoeuvre:
    """As far as so many inches of its move take a unit."""
    order: Forward | Heading = Forward(spent)
    if not unit.is_ranked:
        gap = between(unit, target).gap
        order = Heading(direction(minus(gap.end, gap.start)), spent)
    along = tolls(unit, motion_of(unit, order).sweep, scene.pieces.values(), flying=unit.altitude != Altitude.GROUND)
    order = replace(order, inches=spent * reach(along, spent, spent))
    return Manoeuvre((order,), spent, unit.standing(motion_of(unit, order).formation_at(1.0)))
