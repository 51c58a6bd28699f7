"""Engaged units that give ground: falling back before the enemy, and the exchange with a fresh unit."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tabletop.arcana.book import BOOK
from tabletop.arcana.fighting.fight import State
from tabletop.arcana.formation.legality import loosened
from tabletop.arcana.movement.blocking import first_collision, obstacles
from tabletop.arcana.table.footprints import front_middle
from tabletop.arcana.table.placed import PlacedUnit, between
from tabletop.arcana.table.reasons import ForbiddenError, Step, forbidden, inches
from tabletop.arcana.table.values import RankAndFile, Skirmish
from tabletop.arcana.terrain.odds import spread
from tabletop.geometry.polygons import overlapping
from tabletop.geometry.segments import inside
from tabletop.geometry.sweeps import Drift
from tabletop.geometry.tolerances import RANGE
from tabletop.geometry.vectors import Point, ahead, heading, minus, plus, times

FALLING_BACK = BOOK.section("Falling Back")
EXCHANGE = BOOK.section("Unit Exchange")
FARTHEST_BACK = Fraction(1, 2)
EXCHANGE_APART = 6.0


def passing(unit: PlacedUnit) -> Fraction | None:
    """The chance of its morale test before any modifier: 2d6 no higher than its value; None where no row says."""
    if unit.row is None or unit.row.morale is None:
        return None
    value = unit.row.morale.value
    return sum((chance for total, chance in spread("2d6").items() if total <= value), Fraction())


def shifted(unit: PlacedUnit, vector: Point) -> PlacedUnit:
    """The same formation somewhere else."""
    block = unit.formation
    if isinstance(block, Skirmish):
        return unit.standing(replace(block, positions=tuple(plus(place, vector) for place in block.positions)))
    return unit.standing(replace(block, corner=plus(block.corner, vector)))


def fall_back(state: State, way: float) -> State:
    """Straight back, facing the enemy, up to half of the move; the table's edge and others behind stop it.

    Enemies that can keep up come along; they stay only if they pass a morale test, berserk ones never.
    """
    block = state.unit.formation
    if not isinstance(block, RankAndFile) or state.sides != {"front"}:
        raise forbidden("only a block engaged on its front alone falls back", FALLING_BACK)
    most = float(state.unit.ground * FARTHEST_BACK)
    if way > most + RANGE:
        raise forbidden(f"{inches(way)} back, at most half of the move", FALLING_BACK, f"fall back {inches(most)}")
    vector = times(heading(block.facing), -way)
    foes = {foe.ref for foe in state.foes}
    around = [each for each in obstacles(state.scene, state.unit, flying=False) if each.ref not in foes]
    hit = first_collision([Drift(shape, vector) for shape in state.unit.blocks], around)
    if hit and hit.obstacle.ref:
        raise ForbiddenError(hit.obstacle.reason(hit.contact.where))
    share = hit.contact.share if hit else 1.0
    vector = times(vector, share)
    following = tuple(shifted(foe, vector) for foe in state.foes if foe.ground + RANGE >= way * share)
    step = Step(text=f"falls back {inches(way * share)}", inches=way * share, cost=way * share, citation=FALLING_BACK)
    return replace(
        state,
        unit=shifted(state.unit, vector),
        moved=following,
        may_follow=tuple(foe.ref for foe in following),
        steps=(*state.steps, step),
        test="a morale test first: failed, it stays and fights at -1 skill",
        used_up=True,
    )


def exchange(state: State, ref: str) -> State:
    """The unit goes back in skirmish, up to 6 inches or its move; the fresh one takes its place at its front."""
    unit, fresh = state.unit, state.scene.unit(ref)
    _check_exchange(state, fresh)
    placed = _in_place_of(unit, fresh)
    back = _away(state)
    retired = shifted(loosened(unit) if unit.is_block else unit, times(back, min(EXCHANGE_APART, unit.ground)))
    if any(overlapping(retired.blocks, placed.blocks)):
        retired = shifted(retired, times(back, _clearance(retired, placed, back)))
    step = Step(text=f"{fresh.called} takes its place, it retires", citation=EXCHANGE)
    return replace(
        state,
        unit=retired,
        moved=(placed,),
        steps=(*state.steps, step),
        fights=(),
        test="a morale test first, modifiers included: failed, it breaks and flees at once",
        used_up=True,
    )


def _check_exchange(state: State, fresh: PlacedUnit) -> None:
    unit, scene = state.unit, state.scene
    if fresh.side != unit.side or scene.is_engaged(fresh.ref):
        raise forbidden("only with a friend that isn't engaged", EXCHANGE)
    pair = between(unit, fresh).gap
    if pair.inches > EXCHANGE_APART + RANGE:
        raise forbidden(
            f"{fresh.called} is {inches(pair.inches)} away, at most 6", EXCHANGE, "bring it within 6 inches"
        )
    if pair.inches > RANGE:
        for other in scene.others(unit):
            if other.ref != fresh.ref and any(inside((pair.start, pair.end), block) for block in other.blocks):
                raise forbidden(f"{other.called} stands between them", EXCHANGE)


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
    """Straight back for a block; for loose models away from the first enemy's middle."""
    block = state.unit.formation
    if not isinstance(block, Skirmish):
        return times(heading(block.facing), -1)
    x, y = minus(_middle(state.unit), _middle(state.foes[0]))
    long = (x * x + y * y) ** 0.5 or 1.0
    return x / long, y / long


def _clearance(retired: PlacedUnit, placed: PlacedUnit, back: Point) -> float:
    """How much farther back the last overlap ends."""
    depths = [x * back[0] + y * back[1] for block in placed.blocks for x, y in block]
    own = [x * back[0] + y * back[1] for block in retired.blocks for x, y in block]
    return max(max(depths) - min(own), 0.0)
