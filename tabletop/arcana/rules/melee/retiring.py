"""Engaged units that give ground: falling back before the enemy, and the exchange with a fresh unit."""

from __future__ import annotations

from fractions import Fraction
from math import hypot

from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.footprints import front_middle
from tabletop.arcana.battlefield.reasons import ForbiddenError, Step, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import Altitude, RankAndFile, Side, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.melee.fight import State
from tabletop.arcana.rules.melee.orders import FallBack
from tabletop.arcana.rules.morale.testing import passing_chance
from tabletop.arcana.rules.movement.blocking import check_room, first_collision, obstacles
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.movement.making_way import aside, stood_upon
from tabletop.arcana.rules.movement.terrain_cost import cost, tolls
from tabletop.geometry.motion.sweeps import Drift
from tabletop.geometry.primitives.polygons import overlapping
from tabletop.geometry.primitives.segments import span_inside
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import Point, ahead, heading, minus, plus, times

FALLING_BACK = BOOK.section("Falling Back")
EXCHANGE = BOOK.section("Unit Exchange")
FARTHEST_BACK = Fraction(1, 2)
EXCHANGE_APART = 6.0


def passing(unit: PlacedUnit) -> Fraction | None:
    """The chance of its morale test before any modifier: 2d6 no higher than its value; None where no row says."""
    if unit.row is None or unit.row.morale is None:
        return None
    return passing_chance(unit.row.morale.value)


def shifted(unit: PlacedUnit, vector: Point) -> PlacedUnit:
    """A copy of the unit moved by a vector in inches, its formation and facing kept."""
    block = unit.formation
    if isinstance(block, Skirmish):
        return unit.standing(replace(block, positions=tuple(plus(place, vector) for place in block.positions)))
    return unit.standing(replace(block, corner=plus(block.corner, vector)))


def fall_back(state: State, order: FallBack) -> State:
    """Straight back, facing the enemy, up to half of the move; the table's edge and others behind stop it."""
    unit = _at_height(state, order.altitude)
    way, most = order.inches, float(begin_move(state.scene, unit).allowance * FARTHEST_BACK)
    if way > most + RANGE:
        raise forbidden(Cause.FALLS_BACK_TOO_FAR, FALLING_BACK, distance=way, most=most)
    vector, flying = times(_away(state), way), unit.altitude != Altitude.GROUND
    drifts = _drifts(unit, vector)
    hit = first_collision(drifts, obstacles(state.scene, unit, flying=flying))
    if hit and hit.obstacle.ref:
        raise ForbiddenError(hit.reason)
    share = hit.share if hit else 1.0
    price = cost(tolls(unit, drifts, state.scene.pieces.values(), flying=flying), way, share)
    if price > most + RANGE:
        raise forbidden(Cause.FALLS_BACK_OVER_BAD_GROUND, FALLING_BACK, price=price)
    vector = times(vector, share)
    done = _landed(state, shifted(unit, vector), order.altitude)
    step = Step(text=f"falls back {inches(way * share)}", inches=way * share, cost=price, citation=FALLING_BACK)
    return _followed(replace(state, unit=done, steps=(*state.steps, step), used_up=True), vector)


def _at_height(state: State, altitude: Altitude | None) -> PlacedUnit:
    """As it moves: from the ground a flyer goes high, and is in skirmish then (reading T90)."""
    unit = state.unit
    if unit.is_block and state.sides != {Side.FRONT}:
        raise forbidden(Cause.FALLS_BACK_FROM_ITS_FRONT_ALONE, FALLING_BACK)
    if altitude is None:
        return unit
    if unit.fly is None:
        raise forbidden(Cause.FALLS_BACK_WITHOUT_WINGS, FALLING_BACK)
    if unit.altitude == Altitude.GROUND and altitude != Altitude.HIGH:
        raise forbidden(Cause.FALLS_BACK_HIGH, FALLING_BACK)
    if unit.altitude != Altitude.GROUND:
        return unit
    return replace(loosened(unit) if unit.is_block else unit, altitude=Altitude.HIGH)


def _landed(state: State, unit: PlacedUnit, altitude: Altitude | None) -> PlacedUnit:
    """At the height that it ends at; on the ground where there is room."""
    down = replace(unit, altitude=altitude or unit.altitude)
    if down.altitude == Altitude.GROUND and unit.altitude != Altitude.GROUND:
        around = obstacles(state.scene, down, flying=False)
        if reason := check_room(down, around) or state.new_contact(down):
            raise ForbiddenError(reason)
    return down


def _drifts(unit: PlacedUnit, vector: Point) -> list[Drift]:
    return [Drift(shape, vector) for shape in unit.blocks]


def _followed(state: State, vector: Point) -> State:
    """The fight with those enemies that come along; they stay only if they pass a morale test, berserk ones never."""
    come = [foe for foe in state.foes if _keeps_up(state, foe, vector)]
    refs = tuple(foe.ref for foe in come)
    return replace(
        state,
        fights=tuple(fight for fight in state.fights if fight.foe.ref in refs),
        moved=tuple(replace(shifted(foe, vector), altitude=state.unit.altitude) for foe in come),
        may_follow=refs,
        must_follow=tuple(foe.ref for foe in come if foe.berserk),
        test="a morale test first: failed, it stays and fights at -1 skill",
    )


def _keeps_up(state: State, foe: PlacedUnit, vector: Point) -> bool:
    """Whether it has the inches and the room, no other fight, and wings where the unit is in the air (reading T90)."""
    flying = state.unit.altitude != Altitude.GROUND or foe.altitude != Altitude.GROUND
    speed = foe.fly if flying else foe.ground
    if speed is None or speed + RANGE < hypot(*vector) or len(state.scene.engagements(foe.ref)) > 1:
        return False
    around = obstacles(state.scene, foe, flying=flying)
    return (
        first_collision(_drifts(foe, vector), [obstacle for obstacle in around if obstacle.ref != state.unit.ref])
        is None
    )


def exchange(state: State, ref: str) -> State:
    """The unit goes back in skirmish, up to 6 inches or its move; the fresh one takes its place at its front."""
    unit, fresh = state.unit, state.scene.unit(ref)
    _check_exchange(state, fresh)
    placed = _in_place_of(unit, fresh)
    others = {other_ref: other for other_ref, other in state.scene.units.items() if other_ref != unit.ref}
    scene = PlacedTable(state.scene.table, {**others, ref: placed}, state.scene.pieces)
    if reason := check_room(placed, obstacles(scene, placed, flying=False)) or state.new_contact(placed):
        raise ForbiddenError(reason)
    step = Step(text=f"{fresh.called} takes its place, it retires", citation=EXCHANGE)
    return replace(
        state,
        unit=_retired(state, scene, placed),
        moved=(placed,),
        steps=(*state.steps, step),
        fights=(),
        test="a morale test first, modifiers included: failed, it breaks and flees at once",
        used_up=True,
    )


def _retired(state: State, scene: PlacedTable, placed: PlacedUnit) -> PlacedUnit:
    """The exchanged unit in skirmish, behind the fresh one; models that still stand on others make room."""
    unit = loosened(state.unit) if state.unit.is_block else state.unit
    retired = _back(state, unit, min(EXCHANGE_APART, begin_move(state.scene, unit).allowance))
    if any(overlapping(retired.blocks, placed.blocks)):
        retired = _back(state, retired, _clearance(retired, placed, _away(state)))
    return aside(scene, retired, stood_upon(scene, retired))


def _back(state: State, unit: PlacedUnit, way: float) -> PlacedUnit:
    """The unit moved back by `way` inches, or until something is in the way."""
    vector = times(_away(state), way)
    hit = first_collision(_drifts(unit, vector), obstacles(state.scene, unit, flying=False))
    return shifted(unit, times(vector, hit.share if hit else 1.0))


def _check_exchange(state: State, fresh: PlacedUnit) -> None:
    unit, scene = state.unit, state.scene
    if fresh.side != unit.side or scene.is_engaged(fresh.ref) or fresh.broken:
        raise forbidden(Cause.EXCHANGES_WITH_FREE_FRIENDS, EXCHANGE)
    pair = between(unit, fresh).gap
    if pair.inches > EXCHANGE_APART + RANGE:
        raise forbidden(Cause.TOO_FAR_TO_EXCHANGE, EXCHANGE, unit=fresh.called, gap=pair.inches, most=EXCHANGE_APART)
    if pair.inches > RANGE:
        for other in scene.others(unit):
            if other.ref != fresh.ref and any(span_inside((pair.start, pair.end), block) for block in other.blocks):
                raise forbidden(Cause.STANDS_BETWEEN, EXCHANGE, unit=other.called)


def _in_place_of(unit: PlacedUnit, fresh: PlacedUnit) -> PlacedUnit:
    """Front on front, middle on middle; loose units keep their places to each other (reading T69)."""
    block, own = unit.formation, fresh.formation
    if isinstance(block, Skirmish) or isinstance(own, Skirmish):
        return shifted(fresh, minus(_middle(unit), _middle(fresh)))
    front = front_middle(block, unit.size)
    corner = ahead(front, block.facing - 90, own.files * fresh.size[0] / 2)
    return fresh.standing(RankAndFile(files=own.files, corner=corner, facing=block.facing))


def _middle(unit: PlacedUnit) -> Point:
    return sum(x for x, _ in unit.centres) / unit.models, sum(y for _, y in unit.centres) / unit.models


def _away(state: State) -> Point:
    """Straight back for a block; for loose models away from the middle of all that it fights (reading T90)."""
    block = state.unit.formation
    if not isinstance(block, Skirmish):
        return times(heading(block.facing), -1)
    middles = [_middle(foe) for foe in state.foes]
    x, y = minus(
        _middle(state.unit), (sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles))
    )
    long = (x * x + y * y) ** 0.5 or 1.0
    return x / long, y / long


def _clearance(retired: PlacedUnit, placed: PlacedUnit, back: Point) -> float:
    """How much farther back the last overlap ends."""
    depths = [x * back[0] + y * back[1] for block in placed.blocks for x, y in block]
    own = [x * back[0] + y * back[1] for block in retired.blocks for x, y in block]
    return max(max(depths) - min(own), 0.0)
