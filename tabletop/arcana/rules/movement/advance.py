"""A stride taken as far as the ground, the others and the budget allow."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.rules.formation.changing import FREE
from tabletop.arcana.rules.movement.blocking import Collision, first_collision, obstacles
from tabletop.arcana.rules.movement.motions import Stride
from tabletop.arcana.rules.movement.move_state import March
from tabletop.arcana.rules.movement.terrain_cost import Toll, cost, reach, tolls
from tabletop.citations import Citation
from tabletop.geometry.motion.sweeps import motion_box, overlap_spans
from tabletop.geometry.primitives.polygons import boxes_meet
from tabletop.geometry.primitives.tolerances import RANGE


class Halt(Struct, frozen=True):
    """Where a march ended, and why it couldn't go on; no reason where it could."""

    march: March
    reason: Reason | None = None


class _Way(Struct, frozen=True):
    """A stride with what it meets and what it pays."""

    march: March
    stride: Stride
    tolls: tuple[Toll, ...]
    collision: Collision | None

    @property
    def length(self) -> float:
        """Inches of movement for the whole on open ground."""
        return self.stride.inches * self.stride.rate

    @property
    def free(self) -> float:
        """The share until something is met."""
        return self.collision.contact.share if self.collision else 1.0

    @property
    def stops_short(self) -> bool:
        return self.collision is not None and (1 - self.free) * max(self.stride.inches, 1.0) > RANGE


def walk(march: March, stride: Stride) -> Halt:
    """The stride as far as it goes; short of its end with the reason."""
    scene, flying = march.scene, march.flying
    along = tolls(march.unit, stride.motion, scene.pieces.values(), flying=flying)
    collision = first_collision(stride.motion, obstacles(scene, march.unit, flying=flying))
    way = _Way(march, stride, along, collision)
    return _flat(way) if stride.flat is not None else _by_the_inch(way)


def _by_the_inch(way: _Way) -> Halt:
    afforded = reach(way.tolls, way.length, way.march.left + RANGE)
    if way.collision and way.stops_short and way.free <= afforded:
        return Halt(_walked(way, way.free), way.collision.obstacle.reason(way.collision.contact.where))
    if afforded < 1:
        return _exhausted(way, reach(way.tolls, way.length, way.march.left))
    return Halt(_walked(way, way.free))


def _exhausted(way: _Way, share: float) -> Halt:
    whole = cost(way.tolls, way.length, 1.0)
    refs = [ref for toll in way.tolls for ref in toll.pieces]
    short = partial(
        because,
        citation=way.stride.citation,
        motion=way.stride.text,
        price=whole,
        left=max(way.march.left, 0.0),
        affordable=way.stride.inches * share,
    )
    reason = (
        short(Cause.MOVE_TOO_SHORT_FOR_THE_GROUND, ref=refs[0], pieces=tuple(dict.fromkeys(refs)))
        if refs
        else short(Cause.MOVE_TOO_SHORT)
    )
    return Halt(_walked(way, share), reason)


def _walked(way: _Way, share: float) -> March:
    """The march after a share of the stride."""
    stride, march = way.stride, way.march
    step = Step(
        text=stride.text if share == 1 else f"{stride.text}, stopped after {inches(stride.inches * share)}",
        inches=stride.inches * share,
        cost=march.paying(cost(way.tolls, way.length, share)),
        citation=stride.citation,
    )
    moved = replace(march, unit=march.unit.standing(stride.ends(share)), passed=_passed(way, share))
    return moved.roughed(way.tolls, stride.inches, share).paid(step, bars_charge=stride.bars_charge)


def _flat(way: _Way) -> Halt:
    """A stride at a flat price: all of it or nothing."""
    stride, march = way.stride, way.march
    price = march.share(stride.flat or FREE)
    if not march.affords(price):
        return Halt(march, too_dear(stride.text, price, march, stride.citation))
    if way.collision:
        return Halt(march, way.collision.obstacle.reason(way.collision.contact.where))
    step = Step(text=stride.text, cost=march.paying(price), citation=stride.citation)
    turned = replace(march, unit=march.unit.standing(stride.ends(1.0)), passed=_passed(way, 1.0))
    return Halt(turned.paid(step, bars_charge=stride.bars_charge))


def too_dear(manoeuvre: str, price: float, march: March, citation: Citation) -> Reason:
    return because(Cause.MANOEUVRE_TOO_DEAR, citation, manoeuvre=manoeuvre, price=price, left=max(march.left, 0.0))


def _passed(way: _Way, share: float) -> tuple[str, ...]:
    """The friendly skirmishers that a block has walked through; they don't move any more this turn."""
    march = way.march
    if march.flying or not march.unit.is_ranked:
        return march.passed
    around = motion_box(way.stride.motion)
    through = (
        other.ref
        for other in march.scene.others(march.unit)
        if other.side == march.unit.side
        and other.altitude != "high"
        and boxes_meet(around, other.box)
        and _walks_over(way, other, share)
    )
    return tuple(dict.fromkeys((*march.passed, *through)))


def _walks_over(way: _Way, other: PlacedUnit, share: float) -> bool:
    return any(start < share for start, _ in overlap_spans(way.stride.motion, other.blocks))
