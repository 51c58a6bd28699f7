"""Who of a unit may shoot at a target, from how far, through what cover, and what each needs to hit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, product
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.abilities.ability import WHO_MAY_FIRE
from tabletop.arcana.book import BOOK
from tabletop.arcana.profile import Missile
from tabletop.arcana.roster import MalformedError
from tabletop.arcana.sight.bodies import View, view_of
from tabletop.arcana.sight.cover import covers
from tabletop.arcana.sight.eyes import Eyes, eyes_of
from tabletop.arcana.sight.judging import INTO_COMBAT, SIGHTING, Case, fight_of
from tabletop.arcana.sight.lonely import nearer_target
from tabletop.arcana.sight.saving import save_against
from tabletop.arcana.sight.seeing import free_between
from tabletop.arcana.sight.swimming import evasion_in_water
from tabletop.arcana.sight.tohit import (
    AREA_ATTACKS,
    MODIFIERS,
    RANGES,
    Band,
    Needed,
    band_of,
    barred_by_moving,
    expected_hits,
    moving_modifier,
    needed,
)
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import Reason, Step
from tabletop.arcana.table.values import RankAndFile
from tabletop.arcana.terrain.effects import COVER_PENALTY
from tabletop.geometry.convexes import cut
from tabletop.geometry.distances import closest
from tabletop.geometry.polygons import Polygon
from tabletop.geometry.segments import Segment
from tabletop.geometry.tolerances import ARC
from tabletop.geometry.vectors import heading, plus, times

RANKED_FIRE = BOOK.section("RaF Missile Fire")
FIRING_RANKS = 2
HALF_ARC = 45.0
OUT_OF_RANGE: frozenset[Band] = frozenset({"too far", "too near"})


class Shot(Struct, frozen=True, kw_only=True):
    """One model's: the inches to the target, its range band, a free line, or why it doesn't shoot."""

    model: int
    inches: float
    band: Band
    line: Segment | None = None
    why: str = ""
    needed: Needed | None = None


class Volley(Struct, frozen=True, kw_only=True):
    """The unit's: every model's shot, the target's cover, attacks and expected hits; a reason where nobody shoots."""

    weapon: Missile
    shots: tuple[Shot, ...]
    cover: int = 0
    expected: Fraction = Fraction()
    reason: Reason | None = None
    steps: tuple[Step, ...] = ()

    @property
    def fires(self) -> tuple[Shot, ...]:
        return tuple(shot for shot in self.shots if shot.needed)


class Aim(Struct, frozen=True):
    """Who shoots at whom, with what, after how many inches of movement."""

    view: View
    shooter: PlacedUnit
    target: PlacedUnit
    weapon: Missile
    moved: float


def shoot(scene: PlacedTable, shooter: str, target: str, *, weapon: str = "", moved: float = 0.0) -> Volley:
    """MalformedError for refs of no unit, a shooter without missiles, or without this weapon."""
    first, second = scene.unit(shooter), scene.unit(target)
    aim = Aim(view_of(scene), first, second, _weapon(first, weapon), moved)
    reason = _barred(aim) or nearer_target(scene, first, second, lambda other: _hurts(aim, other))
    if reason:
        return Volley(weapon=aim.weapon, shots=(), reason=reason)
    return _volley(aim, tuple(_shots(aim)))


def _hurts(aim: Aim, other: PlacedUnit) -> bool:
    """Whether any model could shoot at another enemy instead, needing 1 or more, and not in vain."""
    instead = replace(aim, target=other)
    save = save_against(aim.weapon, other)
    if _barred(instead) or (save and save.kind == "immune"):
        return False
    return any(shot.needed and shot.needed.number > 0 for shot in _volley(instead, tuple(_shots(instead))).shots)


def _weapon(unit: PlacedUnit, name: str) -> Missile:
    found = [each for each in (unit.row.missile if unit.row else ()) if each.name.lower().startswith(name.lower())]
    if not found:
        raise MalformedError("weapon", f"{unit.called} has no missile attack{f' “{name}”' if name else ''}")
    return found[0]


def _barred(aim: Aim) -> Reason | None:
    """Why the whole unit can't shoot at this target."""
    shooter, target = aim.shooter, aim.target
    if shooter.side == target.side:
        return Reason(text=f"{target.called} is a friend", citation=SIGHTING, ref=target.ref, opens="aim at an enemy")
    if aim.view.scene.is_engaged(shooter.ref):
        text = f"{shooter.called} is engaged, and who fights doesn't shoot"
        return Reason(text=text, citation=WHO_MAY_FIRE, ref=shooter.ref, opens="leave the melee")
    if text := barred_by_moving(aim.weapon, aim.moved, speed_of(shooter)):
        return Reason(text=text, citation=WHO_MAY_FIRE, ref=shooter.ref, opens="move less")
    return None


def speed_of(unit: PlacedUnit) -> float:
    return unit.ground if unit.altitude == "ground" else unit.fly or 0.0


def _shots(aim: Aim) -> Iterator[Shot]:
    seen = aim.view.eyes[aim.target.ref]
    fight = fight_of(aim.view.scene, aim.target.ref)
    for place, base in enumerate(aim.shooter.bases):
        away = closest((base,), aim.target.bases).gap.inches
        shot = Shot(model=place, inches=away, band=band_of(aim.weapon, away))
        if why := _out_of_place(aim, place) or _out_of_range(aim.weapon, shot):
            yield replace(shot, why=why)
            continue
        eyes = eyes_of(aim.view.scene, aim.shooter, [place])[0]
        yield _looked(aim, shot, [Case(eyes, each, fight) for each in in_arc(aim.shooter, base, seen)])


def _out_of_place(aim: Aim, place: int) -> str:
    block = aim.shooter.formation
    if isinstance(block, RankAndFile) and place >= FIRING_RANKS * block.files:
        return "only the front two ranks shoot"
    return ""


def _out_of_range(weapon: Missile, shot: Shot) -> str:
    if shot.band not in OUT_OF_RANGE:
        return ""
    least = f"{weapon.min_range} to " if weapon.min_range else ""
    most = weapon.range if weapon.min_range else Fraction(4 * weapon.range, 3)
    return f"{shot.inches:.2f} inches are {shot.band}: it reaches {least}{float(most):.4g}"


def in_arc(shooter: PlacedUnit, base: Polygon, seen: tuple[Eyes, ...]) -> Iterator[Eyes]:
    """What of the target is in a model's field of fire (ruling T40); skirmishers shoot all round."""
    if not shooter.is_ranked:
        yield from seen
        return
    edges = forward(base, shooter.formation.facing, HALF_ARC)
    for eyes in seen:
        if parts := tuple(kept for part in eyes.parts if (kept := cut(part, edges))):
            yield Eyes(eyes.unit, eyes.stand, parts)


def forward(base: Polygon, facing: float, half: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The edges of the field before a base, its lines at an angle from its front corners: normals and points."""
    left, right = base[0], base[3]
    normals = ((facing - half - 90, left), (facing + half + 90, right), (facing + 180, left))
    return [(heading(angle), plus(corner, times(heading(angle), ARC))) for angle, corner in normals]


def _looked(aim: Aim, shot: Shot, cases: list[Case]) -> Shot:
    if not cases:
        return replace(shot, why="no part of the target is in its 90° field of fire")
    line = next((line for case in cases if (line := free_between(aim.view, case))), None)
    return replace(shot, line=line, why="" if line else "it sees no part of the target")


def _volley(aim: Aim, shots: tuple[Shot, ...]) -> Volley:
    firing = [shot for shot in shots if shot.line]
    if not firing:
        return Volley(weapon=aim.weapon, shots=shots, reason=_nobody(shots))
    cover = _cover(aim, firing) if aim.view.scene.pieces else 0
    moving = moving_modifier(aim.weapon, aim.moved, speed_of(aim.shooter))
    swimming = -evasion_in_water(aim.view.scene, aim.shooter, aim.target)
    done = tuple(
        replace(shot, needed=needed(aim.weapon, shot.band, aim.target, cover=cover, moving=moving, swimming=swimming))
        if shot.line
        else shot
        for shot in shots
    )
    expected = sum((_expected(aim, shot.needed) for shot in done if shot.needed), Fraction())
    return Volley(weapon=aim.weapon, shots=done, cover=cover, expected=expected, steps=tuple(_steps(aim, done, cover)))


def _nobody(shots: tuple[Shot, ...]) -> Reason:
    texts = dict.fromkeys(shot.why for shot in shots)
    return Reason(text="; ".join(texts), citation=SIGHTING, opens="another target, or another place")


def _expected(aim: Aim, found: Needed) -> Fraction:
    engaged = aim.view.scene.is_engaged(aim.target.ref)
    each = expected_hits(aim.weapon, found.number, loose=not aim.target.is_ranked, engaged=engaged)
    return aim.weapon.attacks * each


def _cover(aim: Aim, firing: list[Shot]) -> int:
    """The lightest cover among the models that any shooter sees; one in the open, and there is none."""
    behind: dict[int, list[tuple[int, int]]] = {}
    for shot, place in product(firing, range(aim.target.models)):
        behind.setdefault(_penalty(aim, shot.model, place), []).append((shot.model, place))
    for penalty in sorted(behind, reverse=True)[:-1]:
        if any(_sees_some(aim, shooter, list(models)) for shooter, models in groupby(behind[penalty], itemgetter(0))):
            return penalty
    return min(behind)


def _penalty(aim: Aim, shooter: int, place: int) -> int:
    """The heaviest cover of one model from one shooter."""
    found = covers(aim.view.scene, aim.shooter.bases[shooter], aim.target.bases[place])
    return min((COVER_PENALTY[cover] for cover in found), default=0)


def _sees_some(aim: Aim, shooter: int, pairs: list[tuple[int, int]]) -> bool:
    scene, fight = aim.view.scene, fight_of(aim.view.scene, aim.target.ref)
    eyes = eyes_of(scene, aim.shooter, [shooter])[0]
    seen = in_arc(aim.shooter, aim.shooter.bases[shooter], eyes_of(scene, aim.target, [place for _, place in pairs]))
    return any(free_between(aim.view, Case(eyes, each, fight)) for each in seen)


def _steps(aim: Aim, shots: tuple[Shot, ...], cover: int) -> Iterator[Step]:
    firing = [shot for shot in shots if shot.needed]
    yield Step(text=f"{len(firing)} of {len(shots)} models shoot", citation=SIGHTING)
    for why in dict.fromkeys(shot.why for shot in shots if shot.why):
        count = sum(shot.why == why for shot in shots)
        yield Step(text=f"{count} don't: {why}", citation=RANKED_FIRE if "rank" in why or "90°" in why else SIGHTING)
    for band in dict.fromkeys(shot.band for shot in firing):
        count = sum(shot.band == band for shot in firing)
        yield Step(text=f"{count} at {band} range", citation=RANGES)
    text = f"every model that is seen stands in cover: {cover}" if cover else "a model in the open is seen: no cover"
    yield Step(text=text, citation=MODIFIERS)
    if aim.view.scene.is_engaged(aim.target.ref):
        text = "misses are rolled against whom the target fights, in the order that its player chooses"
        yield Step(text=text, citation=INTO_COMBAT)
        if aim.weapon.hits_d3:
            yield Step(text="what an area attack does to them isn't counted here", citation=AREA_ATTACKS)
