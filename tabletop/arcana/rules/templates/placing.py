"""Where a template may be put, and which models it touches there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, RankAndFile, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.templates.orders import Order
from tabletop.arcana.rules.visibility.bodies import View, view_of
from tabletop.arcana.rules.visibility.seeing import look
from tabletop.geometry.distance.distances import are_within, closest_pair, gap, gap_from_disc
from tabletop.geometry.primitives.convexes import Convexes, convexes
from tabletop.geometry.primitives.discs import distances_to_shapes
from tabletop.geometry.primitives.lattice import Lattice, oblong
from tabletop.geometry.primitives.polygons import Polygon, centroid, contains
from tabletop.geometry.primitives.tolerances import ARC, CONTACT, RANGE, STATED
from tabletop.geometry.primitives.vectors import Point, distance, dot, heading, minus

TEMPLATES = BOOK.section("Template Spells")
CASTING = BOOK.section("Spellcasting")
FIRE_WALL = BOOK.section("Fire Wall")

POINT = 0.01  # inches across: what stands for a point that is looked at


class Touched(Struct, frozen=True):
    """Which models of a unit are touched, by their places, and of which the middle is under it."""

    unit: PlacedUnit
    models: tuple[int, ...]
    middles: tuple[int, ...]


def walls_of(order: Order) -> tuple[Polygon, ...]:
    """The walls as convex polygons; none for a round template."""
    if order.diameter:
        return ()
    return tuple(oblong(spot.middle, spot.facing, *order.wall) for spot in order.spots)


def touched(scene: PlacedTable, order: Order) -> tuple[Touched, ...]:
    """Every unit with a model that the template touches or covers, in the table's order."""
    units = (_touched(unit, order) for unit in scene.units.values())
    return tuple(touch for touch in units if touch.models)


def _touched(unit: PlacedUnit, order: Order) -> Touched:
    walls = walls_of(order)
    if walls:
        models = [place for place, base in enumerate(unit.bases) if closest_pair((base,), walls).gap.inches <= CONTACT]
        middles = [place for place, at in enumerate(unit.centres) if any(contains(wall, at) for wall in walls)]
        return Touched(unit, tuple(models), tuple(middles))
    radius, middle = order.diameter / 2, order.spots[0].middle
    near = distances_to_shapes(np.array([middle]), convexes(unit.bases))[0] <= radius + CONTACT
    under = [place for place, at in enumerate(unit.centres) if np.hypot(*minus(at, middle)) <= radius + CONTACT]
    return Touched(unit, tuple(int(place) for place in np.flatnonzero(near)), tuple(under))


def every_base(scene: PlacedTable) -> tuple[Convexes, tuple[str, ...]]:
    """All bases of the table as one array, and whose each is."""
    units = scene.units.values()
    return convexes([base for unit in units for base in unit.bases]), tuple(
        unit.ref for unit in units for _ in unit.bases
    )


def distance_to(caster: PlacedUnit, point: Point) -> float:
    """Inches from the nearest base."""
    return min(gap_from_disc(point, 0.0, base).inches for base in caster.bases)


def reason_against(scene: PlacedTable, caster: PlacedUnit, order: Order) -> Reason | None:
    """Why it can't be put there: out of range, unseen, beside a fight, or walls that don't touch."""
    middle = order.spots[0].middle
    return _out_of_reach(scene, caster, order, middle) or _off_the_fight(scene, caster, order) or _apart(order)


def _out_of_reach(scene: PlacedTable, caster: PlacedUnit, order: Order, point: Point) -> Reason | None:
    (x, y), (wide, deep) = point, scene.table.size
    if not (0 <= x <= wide and 0 <= y <= deep):
        return because(Cause.MIDDLE_OFF_THE_TABLE, TEMPLATES, where=point)
    away = distance_to(caster, point)
    if order.range is not None and away > order.range + RANGE:
        return because(Cause.BEYOND_THE_SPELL, TEMPLATES, where=point, away=away, reach=order.range)
    return _unseen(scene, caster, point)


def _off_the_fight(scene: PlacedTable, caster: PlacedUnit, order: Order) -> Reason | None:
    """Why a template lies wrong on a unit that fights: its middle belongs on a model in contact (reading T96)."""
    middle = order.spots[0].middle
    under = _unit_under(scene, middle)
    fights = [touch.unit for touch in touched(scene, order) if scene.is_engaged(touch.unit.ref)]
    if under is not None and not scene.is_engaged(under.ref):
        return None
    bases = [base for unit in fights for base in _in_contact(scene, unit)]
    if any(contains(base, middle) for base in bases):
        return None
    near = sorted((centroid(base) for base in bases), key=lambda point: distance(point, middle))
    better = next((point for point in near if not _out_of_reach(scene, caster, order, point)), None)
    if better is None:
        return None
    x, y = better
    return because(Cause.MIDDLE_BESIDE_THE_FIGHT, TEMPLATES, where=better, x=x, y=y)


def _in_contact(scene: PlacedTable, unit: PlacedUnit) -> Iterator[Polygon]:
    foes = [base for foe in scene.foes(unit) for base in foe.bases]
    yield from (base for base in unit.bases if are_within((base,), foes, STATED))


def _unseen(scene: PlacedTable, caster: PlacedUnit, point: Point) -> Reason | None:
    under = _unit_under(scene, point)
    if scene.is_engaged(caster.ref):
        return _from_a_melee(scene, caster, under, point)
    if under is not None and under.ref == caster.ref:
        return None
    if isinstance(caster.formation, RankAndFile) and _is_behind(caster, caster.formation, point):
        return because(Cause.BEHIND_THE_CASTER, CASTING, where=point)
    return _blocked(view_of(scene), caster, under, point)


def _unit_under(scene: PlacedTable, point: Point) -> PlacedUnit | None:
    return next((unit for unit in scene.units.values() if any(contains(base, point) for base in unit.bases)), None)


def _from_a_melee(scene: PlacedTable, caster: PlacedUnit, under: PlacedUnit | None, point: Point) -> Reason | None:
    fought = {ref for engagement in scene.engagements(caster.ref) for ref in engagement.units}
    if under is not None and under.ref in fought:
        return None
    return because(Cause.CASTER_IS_ENGAGED, CASTING, where=point, caster=caster.called)


def _is_behind(caster: PlacedUnit, block: RankAndFile, point: Point) -> bool:
    return dot(minus(point, Lattice(block.corner, block.facing, *caster.size).corner), heading(block.facing)) < -ARC


def _blocked(view: View, caster: PlacedUnit, under: PlacedUnit | None, point: Point) -> Reason | None:
    """Sight to a point; a point on a unit is seen as that unit is."""
    unit = under or replace(caster, ref="", side="", altitude=Altitude.GROUND)
    mark = replace(unit, models=1, size=(POINT, POINT), formation=Skirmish(positions=(point,)))
    return look(view, caster, mark).reason


def _apart(order: Order) -> Reason | None:
    walls = walls_of(order)
    for number, wall in enumerate(walls[1:], 1):
        away = min(gap(wall, other).inches for other in walls[:number])
        if away > CONTACT:
            where = order.spots[number].middle
            return because(Cause.WALL_STANDS_APART, FIRE_WALL, where=where, wall=number + 1, gap=away)
    return None
