"""A stride taken as far as the ground, the others and the budget allow."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.movement.blocking import Collision, first_collision, obstacles
from tabletop.arcana.movement.march import March
from tabletop.arcana.movement.strides import Stride
from tabletop.arcana.movement.tolls import Toll, cost, reach, tolls
from tabletop.arcana.table.reasons import Reason, Step, inches
from tabletop.geometry.sweeps import spans
from tabletop.geometry.tolerances import RANGE


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
    if way.stops_short and way.free <= afforded:
        return _stopped(way)
    if afforded < 1:
        return _exhausted(way, reach(way.tolls, way.length, way.march.left))
    return Halt(_walked(way, way.free))


def _stopped(way: _Way) -> Halt:
    assert way.collision is not None
    march = _walked(way, way.free)
    return Halt(march, way.collision.obstacle.reason(way.collision.contact.where))


def _exhausted(way: _Way, share: float) -> Halt:
    whole = cost(way.tolls, way.length, 1.0)
    refs = [ref for toll in way.tolls for ref in toll.pieces]
    through = f" through {', '.join(dict.fromkeys(refs))}" if refs else ""
    left = way.march.left
    reason = Reason(
        text=f"{way.stride.text} costs {inches(whole)}{through}, {inches(max(left, 0.0))} are left",
        citation=way.stride.citation,
        ref=refs[0] if refs else "",
        opens=f"stop after {inches(way.stride.inches * share)}",
    )
    return Halt(_walked(way, share), reason)


def _walked(way: _Way, share: float) -> March:
    """The march after a share of the stride."""
    stride, march = way.stride, way.march
    step = Step(
        text=stride.text if share == 1 else f"{stride.text}, stopped after {inches(stride.inches * share)}",
        inches=stride.inches * share,
        cost=cost(way.tolls, way.length, share),
        citation=stride.citation,
    )
    moved = replace(march, unit=march.unit.standing(stride.ends(share)), passed=_passed(way))
    return moved.roughed(way.tolls, stride.inches, share).paid(step, bars_charge=stride.bars_charge)


def _flat(way: _Way) -> Halt:
    stride, march = way.stride, way.march
    price = march.share(stride.flat or 0)
    if not march.affords(price):
        return Halt(march, too_dear(stride.text, price, march, stride.citation))
    if way.collision:
        return Halt(march, way.collision.obstacle.reason(way.collision.contact.where))
    step = Step(text=stride.text, cost=price, citation=stride.citation)
    turned = replace(march, unit=march.unit.standing(stride.ends(1.0)), passed=_passed(way))
    return Halt(turned.paid(step, bars_charge=stride.bars_charge))
