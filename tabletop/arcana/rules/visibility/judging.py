"""What a thing in the way does to one line of sight: stops it, counts towards two, limits its depth, or nothing."""

from __future__ import annotations

from math import inf
from typing import Literal

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import inches
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.visibility.bodies import CROWD, Body, base_units
from tabletop.arcana.rules.visibility.eyes import Eyes
from tabletop.arcana.terrain.going import FLYING, TERRAIN_AND_MOVEMENT
from tabletop.citations import Citation
from tabletop.geometry.primitives.polygons import boxes_meet, overlapping
from tabletop.geometry.visibility.depth_limits import ANY, NONE, ONE

SIGHTING = BOOK.section("Sighting")
INTO_COMBAT = BOOK.section("Firing Into Combat")
LOOSE_FIRE = BOOK.section("Skirmished Missile Fire")

LOOSE_SEEN_THROUGH = 1


class Verdict(Struct, frozen=True, kw_only=True):
    """What a body does to a line that crosses it, why, and where that stands; `depth` limits the inches inside."""

    does: Literal["stops", "counts", "limits", "lets through"]
    why: str
    citation: Citation = SIGHTING
    depth: float = 0.0


class Case(Struct, frozen=True):
    """One question: who looks, who is looked at, and the units in one fight with the target.

    What if: one thing is `cleared` out of the way, or the viewer is `lifted` to a level.
    """

    viewer: Eyes
    target: Eyes
    fight: frozenset[str]
    cleared: str | None = None
    lifted: float = 0.0

    @property
    def level(self) -> float:
        return max(self.viewer.stand.level, self.target.stand.level, self.lifted)

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
    """None for what never matters here: the two units themselves, ground that they stand on, what is cleared."""
    if body.ref == case.cleared:
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
    if body.ground is None or body.unit is None:
        return False
    ends = [each.unit for each in (case.viewer, case.target) if boxes_meet(body.unit.box, each.unit.box)]
    return any(any(overlapping((body.ground,), unit.blocks)) for unit in ends)


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


def allowed(found: Verdict | None) -> float:
    """The inches that a line may run inside what is judged so."""
    if found is None:
        return ANY
    return {"stops": NONE, "counts": ONE, "limits": found.depth, "lets through": ANY}[found.does]
