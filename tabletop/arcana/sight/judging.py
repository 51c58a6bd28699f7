"""What a thing in the way does to one line of sight: stops it, counts towards two, limits its depth, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.arcana.book import BOOK
from tabletop.arcana.ground import FLYING, TERRAIN_AND_MOVEMENT
from tabletop.arcana.sight.bodies import CROWD, Body, View, base_units
from tabletop.arcana.sight.eyes import Eyes
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import inches
from tabletop.citations import Citation
from tabletop.geometry.convexes import Convexes, Floats, beyond_an_edge
from tabletop.geometry.polygons import box, boxes_meet, hull, overlapping
from tabletop.geometry.tolerances import RANGE

SIGHTING = BOOK.section("Sighting")
INTO_COMBAT = BOOK.section("Firing Into Combat")
LOOSE_FIRE = BOOK.section("Skirmished Missile Fire")

TOUCHED = 1e-6  # inches inside something that are rounding, not sight
LOOSE_SEEN_THROUGH = 1


class Verdict(Struct, frozen=True, kw_only=True):
    """What a body does to a line that crosses it, why, and where that stands; `depth` limits the inches inside."""

    does: Literal["stops", "counts", "limits", "lets through"]
    why: str
    citation: Citation = SIGHTING
    depth: float = 0.0


Verdicts = tuple[Verdict | None, ...]
Places = NDArray[np.intp]


class Case(Struct, frozen=True):
    """One question: who looks, who is looked at, and the units in one fight with the target."""

    viewer: Eyes
    target: Eyes
    fight: frozenset[str]

    @property
    def level(self) -> float:
        return max(self.viewer.stand.level, self.target.stand.level)

    @property
    def is_aloft(self) -> bool:
        return self.viewer.is_high or self.target.is_high


def fight_of(scene: PlacedTable, ref: str) -> frozenset[str]:
    """Everybody in the same melee: engaged with it, or with whoever is."""
    found, fresh = {ref}, [ref]
    while fresh:
        refs = {each for engagement in scene.engagements(fresh.pop()) for each in engagement.units}
        fresh.extend(refs - found)
        found |= refs
    return frozenset(found) if len(found) > 1 else frozenset()


def verdict(body: Body, case: Case) -> Verdict | None:
    """None for what never matters here: the two units themselves, and ground that they stand on."""
    if body.unit is None and body.piece is None:
        return None
    if body.unit is not None:
        return _of_unit(body, body.unit, case)
    return _of_wood(body, case) if body.depth is not None else _of_terrain(body, case)


def _of_unit(body: Body, unit: PlacedUnit, case: Case) -> Verdict | None:
    if unit.ref in {case.viewer.unit.ref, case.target.unit.ref} or body.apart != _are_among(body, case):
        return None
    if case.level > body.top:
        return _over(body, case)
    if unit.side == case.viewer.unit.side and unit.ref in case.fight:
        text = f"{body.called} is a friend in the target's fight: one sees past it"
        return Verdict(does="lets through", why=text, citation=INTO_COMBAT)
    if unit.is_ranked:
        return Verdict(does="stops", why=f"{body.called} is in rank and file")
    if unit.side != case.viewer.unit.side and base_units(unit) >= CROWD:
        text = f"{body.called} is an enemy of {base_units(unit)} base units, and {CROWD} block"
        return Verdict(does="stops", why=text)
    return Verdict(does="counts", why=f"{body.called} is skirmished: through one, not through two", citation=LOOSE_FIRE)


def _are_among(body: Body, case: Case) -> bool:
    """Whether either unit stands between the skirmishers: then only their bases are in the way."""
    if body.ground is None:
        return False
    ends = (*case.viewer.unit.blocks, *case.target.unit.blocks)
    around = box(body.ground)
    return any(boxes_meet(around, box(part)) and any(overlapping((body.ground,), (part,))) for part in ends)


def _over(body: Body, case: Case) -> Verdict:
    if case.is_aloft:
        return Verdict(does="lets through", why=f"high flyers see over {body.called}", citation=FLYING)
    return Verdict(does="lets through", why=f"{inches(case.level)} up, one sees over {body.called}")


def _of_wood(body: Body, case: Case) -> Verdict:
    assert body.depth is not None
    if not case.is_aloft and body.ref in case.viewer.stand.woods | case.target.stand.woods:
        text = f"in {body.called} one sees {inches(body.depth)}"
        return Verdict(does="limits", why=text, citation=TERRAIN_AND_MOVEMENT, depth=body.depth)
    if case.level > body.top:
        return _over(body, case)
    text = f"nobody outside {body.called} sees what is behind it"
    return Verdict(does="stops", why=text, citation=TERRAIN_AND_MOVEMENT)


def _of_terrain(body: Body, case: Case) -> Verdict | None:
    if body.ref in case.viewer.stand.on | case.target.stand.on:
        return None
    if case.level > body.top:
        return _over(body, case)
    why = "from every height" if body.top == inf else f"to whoever stands no higher than its {inches(body.top)}"
    return Verdict(does="stops", why=f"{body.called} blocks sight {why}")


class Judged(Struct, frozen=True):
    """The verdicts of one case, shape by shape, and the measure of lines by them."""

    verdicts: Verdicts
    kept: NDArray[np.bool_]
    shapes: Convexes
    excess: Callable[[Floats], Floats]

    @property
    def limits(self) -> bool:
        """Whether inches inside something count, not only whether it is crossed."""
        return any(each is not None and each.does == "limits" for each in self.verdicts)


def judged(view: View, case: Case) -> Judged:
    """The shapes that matter in a case, and by how much a line runs too far inside them."""
    if not view.bodies:
        return Judged((), np.zeros(0, dtype=bool), view.shapes, _measure((), view.owners))
    ends = hull(point for eyes in (case.viewer, case.target) for part in eyes.parts for point in part)
    near = ~beyond_an_edge(ends, view.shapes)
    close = set(view.owners[near].tolist())
    verdicts = tuple(verdict(body, case) if place in close else None for place, body in enumerate(view.bodies))
    wanted = np.array([each is not None and each.does != "lets through" for each in verdicts], dtype=bool)
    kept = wanted[view.owners] & near
    return Judged(verdicts, kept, view.shapes.chosen(kept), _measure(verdicts, view.owners[kept]))


def _measure(verdicts: Verdicts, owners: Places) -> Callable[[Floats], Floats]:
    """Inf for what is stopped; else the inches beyond the depth of the wood where they are most."""
    stops = np.array([_does(verdicts, owner, "stops") for owner in owners], dtype=bool)
    loose = _members(verdicts, owners, "counts")
    woods = _members(verdicts, owners, "limits")
    depths = np.array([each.depth for each in verdicts if each and each.does == "limits"])

    def excess(lengths: Floats) -> Floats:
        crossed = lengths > TOUCHED
        stopped = (crossed & stops).any(axis=1)
        if loose.size:
            stopped |= ((crossed @ loose) > 0).sum(axis=1) > LOOSE_SEEN_THROUGH
        over = (lengths @ woods - depths).max(axis=1) - RANGE if woods.size else np.zeros(len(lengths))
        return np.where(stopped, np.inf, over)

    return excess


def _does(verdicts: Verdicts, owner: int, what: str) -> bool:
    found = verdicts[owner]
    return found is not None and found.does == what


def _members(verdicts: Verdicts, owners: Places, what: str) -> Floats:
    """Which shape belongs to which of the bodies that do this, as a matrix of ones."""
    bodies = [place for place, each in enumerate(verdicts) if each is not None and each.does == what]
    return np.array([[float(owner == body) for body in bodies] for owner in owners]).reshape(len(owners), len(bodies))
