"""Who of a unit may shoot at a target, from how far, through what cover, and what each needs to hit.

Every model is asked by itself, in this order: its rank, its range to the nearest base of the target, its field of fire
(45° to either side of its base's front corners for blocks, ruling T40; all round for skirmishers), and a free line to
any part of the target in that field, as `visibility` finds them. The cover is the lightest among the target's models
that any shooter sees, so only models behind heavier cover are asked whether anybody sees a lighter one. Expected hits
are exact fractions. Whoever misses into a melee is the business of `strays`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import groupby, product
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, RankAndFile
from tabletop.arcana.catalogue.abilities.ability import WHO_MAY_FIRE
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.rules.harm.hitting import Needed
from tabletop.arcana.rules.harm.saving import ARTILLERY, SaveKind
from tabletop.arcana.rules.shooting.conditions import STILL, Conditions, band_at, barred_by, hindrance
from tabletop.arcana.rules.shooting.cover import penalty
from tabletop.arcana.rules.shooting.lone_characters import nearer_target
from tabletop.arcana.rules.shooting.saving import save_against
from tabletop.arcana.rules.shooting.swimming import evasion_in_water
from tabletop.arcana.rules.shooting.tohit import AREA_ATTACKS, MODIFIERS, RANGES, Band, aimed_at, expected_hits, needed
from tabletop.arcana.rules.visibility.bodies import View, view_of
from tabletop.arcana.rules.visibility.eyes import Eyes, Stand, eyes_of
from tabletop.arcana.rules.visibility.judging import INTO_COMBAT, SIGHTING, SightQuery, melee_of
from tabletop.arcana.rules.visibility.lines import free_lines
from tabletop.arcana.rules.visibility.seeing import free_between, look
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.primitives.polygons import Polygon, clip_polygon
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import ARC
from tabletop.geometry.primitives.vectors import heading, plus, times

RANKED_FIRE = BOOK.section("RaF Missile Fire")
FIRING_RANKS = 2
HALF_ARC = 45.0
OUT_OF_RANGE: frozenset[Band] = frozenset({Band.TOO_FAR, Band.TOO_NEAR})


class Shot(Struct, frozen=True, kw_only=True):
    """One model's shot: the inches to the target, its range band, a free line, or why it doesn't shoot."""

    model: int
    inches: float
    band: Band
    line: Segment | None = None
    why: Reason | None = None
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
    """Who shoots at whom, with what, after what it did this turn."""

    view: View
    shooter: PlacedUnit
    target: PlacedUnit
    weapon: Missile
    how: Conditions


def shoot(scene: PlacedTable, shooter: str, target: str, how: Conditions = STILL) -> Volley:
    """MalformedError for refs of no unit, a shooter without missiles, or without this weapon."""
    first, second = scene.unit(shooter), scene.unit(target)
    aim = Aim(view_of(scene), first, second, _weapon(first, how), how)
    reason = _barred(aim) or (None if how.charge else nearer_target(scene, first, second, lambda it: _hurts(aim, it)))
    if reason:
        return Volley(weapon=aim.weapon, shots=(), reason=reason, steps=(reason.step,))
    return _volley(aim, tuple(_shots(aim)))


def _hurts(aim: Aim, other: PlacedUnit) -> bool:
    """Whether any model could shoot at another enemy instead, needing 1 or more, and not in vain."""
    instead = replace(aim, target=other)
    save = save_against(aim.weapon, other)
    if _barred(instead) or (save and save.kind is SaveKind.IMMUNE):
        return False
    return any(shot.needed and shot.needed.number > 0 for shot in _volley(instead, tuple(_shots(instead))).shots)


def _weapon(unit: PlacedUnit, how: Conditions) -> Missile:
    """Natural for who rides on a vehicle that alone has moved, as “Who May Fire” has it."""
    name = how.weapon
    weapons = [
        missile for missile in (unit.row.missile if unit.row else ()) if missile.name.lower().startswith(name.lower())
    ]
    if not weapons:
        raise MalformedError("weapon", f"{unit.called} has no missile attack{f' “{name}”' if name else ''}")
    return replace(weapons[0], natural=weapons[0].natural or how.riding)


def _barred(aim: Aim) -> Reason | None:
    """Why the whole unit can't shoot at this target."""
    shooter, target = aim.shooter, aim.target
    if shooter.side == target.side:
        return because(Cause.TARGET_IS_A_FRIEND, SIGHTING, ref=target.ref, target=target.called)
    if aim.view.scene.is_engaged(shooter.ref):
        return because(Cause.SHOOTER_IS_ENGAGED, WHO_MAY_FIRE, ref=shooter.ref, shooter=shooter.called)
    barred = barred_by(aim.weapon, aim.how, speed_of(shooter))
    return replace(barred, ref=shooter.ref) if barred else None


def speed_of(unit: PlacedUnit) -> float:
    return unit.ground if unit.altitude == Altitude.GROUND else unit.fly or 0.0


def _shots(aim: Aim) -> Iterator[Shot]:
    seen = aim.view.eyes[aim.target.ref]
    fight = melee_of(aim.view.scene, aim.target.ref)
    sights: frozenset[tuple[Stand, Stand]] | None = None
    for place, base in enumerate(aim.shooter.bases):
        away = closest_pair((base,), aim.target.bases).gap.inches
        shot = Shot(model=place, inches=away, band=band_at(aim.weapon, aim.how, away))
        if why := _out_of_place(aim, place) or _out_of_range(aim.weapon, shot):
            yield replace(shot, why=why)
            continue
        if sights is None:
            sights = _sights(aim, fight)
        eyes = eyes_of(aim.view.scene, aim.shooter, [place])[0]
        queries = [SightQuery(eyes, part, fight) for part in in_arc(aim.shooter, base, seen)]
        yield _with_a_line(aim, shot, queries, sights)


def _sights(aim: Aim, fight: frozenset[str]) -> frozenset[tuple[Stand, Stand]]:
    """How models of both stand between whom a line may be free: none is, unless one is between all that they hold.

    Asked once for all models: where a wood or a unit hides the target from the whole unit, none is asked by itself.
    """
    groups = product(aim.view.eyes[aim.shooter.ref], aim.view.eyes[aim.target.ref])
    queries = [SightQuery(_as_one(own), _as_one(other), fight) for own, other in groups]
    lines = zip(queries, free_lines(aim.view, queries), strict=True)
    return frozenset((query.viewer.stand, query.target.stand) for query, line in lines if line)


def _as_one(eyes: Eyes) -> Eyes:
    """Bases that stand alike and all the ground between them."""
    return Eyes(eyes.unit, eyes.stand, (eyes.ends.around,))


def _out_of_place(aim: Aim, place: int) -> Reason | None:
    block = aim.shooter.formation
    if isinstance(block, RankAndFile) and place >= FIRING_RANKS * block.files:
        return because(Cause.BEHIND_THE_FIRING_RANKS, RANKED_FIRE)
    return None


def _out_of_range(weapon: Missile, shot: Shot) -> Reason | None:
    if shot.band not in OUT_OF_RANGE:
        return None
    reaches = partial(because, citation=SIGHTING, band=shot.band)
    if weapon.min_range:
        reach = reaches(Cause.OUTSIDE_ITS_REACH, least=weapon.min_range, most=float(weapon.range))
    else:
        reach = reaches(Cause.BEYOND_ITS_REACH, most=4 * weapon.range / 3)
    return because(Cause.OUT_OF_RANGE, SIGHTING, away=shot.inches, reach=reach)


def in_arc(shooter: PlacedUnit, base: Polygon, seen: tuple[Eyes, ...]) -> Iterator[Eyes]:
    """What of the target is in a model's field of fire (ruling T40); skirmishers shoot all round."""
    if not shooter.is_ranked:
        yield from seen
        return
    edges = forward(base, shooter.formation.facing, HALF_ARC)
    for eyes in seen:
        if parts := tuple(kept for part in eyes.parts if (kept := clip_polygon(part, edges))):
            yield Eyes(eyes.unit, eyes.stand, parts)


def forward(base: Polygon, facing: float, half: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The edges of the field before a base, its lines at an angle from its front corners: normals and points."""
    left, right = base[0], base[3]
    normals = ((facing - half - 90, left), (facing + half + 90, right), (facing + 180, left))
    return [(heading(angle), plus(corner, times(heading(angle), ARC))) for angle, corner in normals]


def _with_a_line(aim: Aim, shot: Shot, queries: list[SightQuery], sights: frozenset[tuple[Stand, Stand]]) -> Shot:
    if not queries:
        return replace(shot, why=because(Cause.OUT_OF_ITS_FIELD_OF_FIRE, RANKED_FIRE))
    asked = (query for query in queries if (query.viewer.stand, query.target.stand) in sights)
    line = next((line for query in asked if (line := free_between(aim.view, query))), None)
    return replace(shot, line=line, why=None if line else because(Cause.SEES_NOTHING_OF_THE_TARGET, SIGHTING))


def _volley(aim: Aim, shots: tuple[Shot, ...]) -> Volley:
    firing = [shot for shot in shots if shot.line]
    if not firing:
        reason, steps = _reason_of_nobody(aim, shots), tuple(_steps_of_models(shots))
        return Volley(weapon=aim.weapon, shots=shots, reason=reason, steps=steps)
    cover = _cover(aim, firing) if aim.view.scene.pieces else 0
    hindered = hindrance(aim.weapon, aim.how, speed_of(aim.shooter))
    swimming = -evasion_in_water(aim.view.scene, aim.shooter, aim.target)
    needs = partial(needed, aim.weapon, target=aimed_at(aim.target), cover=cover, hindrance=hindered, swimming=swimming)
    done = tuple(replace(shot, needed=needs(shot.band)) if shot.line else shot for shot in shots)
    expected = sum((_expected(aim, shot.needed) for shot in done if shot.needed), Fraction())
    steps = (*_steps_of_models(done), *_steps_of_volley(aim, done, cover))
    return Volley(weapon=aim.weapon, shots=done, cover=cover, expected=expected, steps=steps)


def _reason_of_nobody(aim: Aim, shots: tuple[Shot, ...]) -> Reason:
    """Why no model shoots; with what is in the way, where the unit as a whole doesn't see the target."""
    whys = tuple(why for _, why in _reasons_not_to_shoot(shots))
    unseen = any(why.cause is Cause.SEES_NOTHING_OF_THE_TARGET for why in whys)
    if unseen and (blocked := look(aim.view, aim.shooter, aim.target).reason):
        return blocked.leading_to(Cause.NOBODY_SEES, whys=whys)
    return because(Cause.NOBODY_SHOOTS, SIGHTING, whys=whys)


def _expected(aim: Aim, needed: Needed) -> Fraction:
    engaged = aim.view.scene.is_engaged(aim.target.ref)
    hits = expected_hits(aim.weapon, needed.number, halved=aim.target.takes_half, engaged=engaged)
    return aim.weapon.attacks * hits


def _cover(aim: Aim, firing: list[Shot]) -> int:
    """The lightest cover among the models that any shooter sees; one in the open, and there is none."""
    behind: dict[int, list[tuple[int, int]]] = {}
    for shot, place in product(firing, range(aim.target.models)):
        cover = penalty(aim.view.scene, aim.shooter.bases[shot.model], aim.target, place)
        behind.setdefault(cover, []).append((shot.model, place))
    for cover in sorted(behind, reverse=True)[:-1]:
        if any(_sees_some(aim, shooter, list(models)) for shooter, models in groupby(behind[cover], itemgetter(0))):
            return cover
    return min(behind)


def _sees_some(aim: Aim, shooter: int, pairs: list[tuple[int, int]]) -> bool:
    scene, fight = aim.view.scene, melee_of(aim.view.scene, aim.target.ref)
    eyes = eyes_of(scene, aim.shooter, [shooter])[0]
    seen = in_arc(aim.shooter, aim.shooter.bases[shooter], eyes_of(scene, aim.target, [place for _, place in pairs]))
    return any(free_between(aim.view, SightQuery(eyes, part, fight)) for part in seen)


def _steps_of_models(shots: tuple[Shot, ...]) -> Iterator[Step]:
    yield Step(text=f"{sum(bool(shot.needed) for shot in shots)} of {len(shots)} models shoot", citation=SIGHTING)
    for count, why in _reasons_not_to_shoot(shots):
        yield Step(text=f"{count} don't: {why.text}", citation=why.citation)


def _reasons_not_to_shoot(shots: tuple[Shot, ...]) -> Iterator[tuple[int, Reason]]:
    """Why models don't shoot, and how many for each reason; of those out of range the one that misses it least."""
    silent: dict[tuple[Cause, bool], list[tuple[float, Reason]]] = {}
    for shot in shots:
        if why := shot.why:
            is_too_near = why.cause is Cause.OUT_OF_RANGE and shot.band is Band.TOO_NEAR
            silent.setdefault((why.cause, is_too_near), []).append((shot.inches, why))
    for (_, is_too_near), alike in silent.items():
        yield len(alike), (max if is_too_near else min)(alike, key=itemgetter(0))[1]


def _steps_of_volley(aim: Aim, shots: tuple[Shot, ...], cover: int) -> Iterator[Step]:
    firing = [shot for shot in shots if shot.needed]
    for band in dict.fromkeys(shot.band for shot in firing):
        count = sum(shot.band == band for shot in firing)
        yield Step(text=f"{count} at {band} range", citation=RANGES)
    text = f"every model that is seen stands in cover: {cover}" if cover else "a model in the open is seen: no cover"
    yield Step(text=text, citation=MODIFIERS)
    if not any(shot.needed.chance for shot in firing if shot.needed):
        yield Step(text="below -2 no roll hits", citation=MODIFIERS)
    if aim.weapon.reloads:
        yield Step(text="it takes a turn to reload after this", citation=ARTILLERY)
    if aim.view.scene.is_engaged(aim.target.ref):
        text = "misses are rolled again at the units the target fights, in the order its player chooses"
        yield Step(text=text, citation=INTO_COMBAT)
        if aim.weapon.hits_d3:
            text = "if it hits, all units the target fights take half as many, rounded up"
            yield Step(text=text, citation=AREA_ATTACKS)
