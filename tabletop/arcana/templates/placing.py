"""Where a template may be put, and which models it touches there."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.book import BOOK
from tabletop.arcana.sight.bodies import View, view_of
from tabletop.arcana.sight.seeing import look
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import Reason, inches
from tabletop.arcana.table.values import RankAndFile, Skirmish
from tabletop.arcana.templates.orders import Order
from tabletop.geometry.convexes import Convexes, convexes
from tabletop.geometry.discs import distances
from tabletop.geometry.distances import closest, from_disc, gap
from tabletop.geometry.lattice import Lattice, oblong
from tabletop.geometry.polygons import Polygon, contains
from tabletop.geometry.tolerances import ARC, CONTACT, RANGE
from tabletop.geometry.vectors import Point, dot, heading, minus

TEMPLATES = BOOK.section("Template Spells")
CASTING = BOOK.section("Casting Spells")
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
    found = (_touched(unit, order) for unit in scene.units.values())
    return tuple(each for each in found if each.models)


def _touched(unit: PlacedUnit, order: Order) -> Touched:
    walls = walls_of(order)
    if walls:
        models = [place for place, base in enumerate(unit.bases) if closest((base,), walls).gap.inches <= CONTACT]
        middles = [place for place, at in enumerate(unit.centres) if any(contains(wall, at) for wall in walls)]
        return Touched(unit, tuple(models), tuple(middles))
    radius, middle = order.diameter / 2, order.spots[0].middle
    near = distances(np.array([middle]), convexes(unit.bases))[0] <= radius + CONTACT
    under = [place for place, at in enumerate(unit.centres) if np.hypot(*minus(at, middle)) <= radius + CONTACT]
    return Touched(unit, tuple(int(place) for place in np.flatnonzero(near)), tuple(under))


def every_base(scene: PlacedTable) -> tuple[Convexes, tuple[str, ...]]:
    """All bases of the table as one array, and whose each is."""
    units = scene.units.values()
    return convexes([base for unit in units for base in unit.bases]), tuple(
        unit.ref for unit in units for _ in unit.bases
    )


def reason_against(scene: PlacedTable, caster: PlacedUnit, order: Order) -> Reason | None:
    """Why it can't be put there: out of range, unseen, or walls that don't touch."""
    first = order.spots[0]
    away = min(from_disc(first.middle, 0.0, base).inches for base in caster.bases)
    if order.range is not None and away > order.range + RANGE:
        text = f"its middle is {inches(away)} away, and the spell reaches {inches(order.range)}"
        return Reason(text=text, citation=TEMPLATES, where=first.middle, opens="a nearer point")
    return _unseen(scene, caster, first.middle) or _apart(order)


def _unseen(scene: PlacedTable, caster: PlacedUnit, point: Point) -> Reason | None:
    under = next((unit for unit in scene.units.values() if any(contains(base, point) for base in unit.bases)), None)
    if scene.is_engaged(caster.ref):
        return _from_a_melee(scene, caster, under, point)
    if under is not None and under.ref == caster.ref:
        return None
    if isinstance(caster.formation, RankAndFile) and _is_behind(caster, caster.formation, point):
        text = "its middle is behind the front edge of the caster's unit"
        return Reason(text=text, citation=CASTING, where=point, opens="face it")
    return _blocked(view_of(scene), caster, under, point)


def _from_a_melee(scene: PlacedTable, caster: PlacedUnit, under: PlacedUnit | None, point: Point) -> Reason | None:
    fought = {ref for each in scene.engagements(caster.ref) for ref in each.units}
    if under is not None and under.ref in fought:
        return None
    text = f"{caster.called} is engaged: its wizards see only it and whom it fights"
    return Reason(text=text, citation=CASTING, where=point, opens="a point on the fight, or leave it")


def _is_behind(caster: PlacedUnit, block: RankAndFile, point: Point) -> bool:
    return dot(minus(point, Lattice(block.corner, block.facing, *caster.size).corner), heading(block.facing)) < -ARC


def _blocked(view: View, caster: PlacedUnit, under: PlacedUnit | None, point: Point) -> Reason | None:
    """Sight to a point; a point on a unit is seen as that unit is."""
    unit = under or replace(caster, ref="", side="", altitude="ground")
    mark = replace(unit, models=1, size=(POINT, POINT), formation=Skirmish(positions=(point,)))
    return look(view, caster, mark).reason


def _apart(order: Order) -> Reason | None:
    walls = walls_of(order)
    for number, wall in enumerate(walls[1:], 1):
        away = min(gap(wall, other).inches for other in walls[:number])
        if away > CONTACT:
            text = f"wall {number + 1} is {inches(away)} from the others"
            where = order.spots[number].middle
            return Reason(text=text, citation=FIRE_WALL, where=where, opens="put it in contact")
    return None
