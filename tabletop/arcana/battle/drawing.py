"""A battle's drawn table as the rules of tables ask it: its units laid where they stand, with what the battle knows.

The battle says how many a unit's models are, how fast and how high it goes, whether it is broken and whom it fights;
the laid table says where each stands. Together they are a table in play, on which the same functions carry orders out
as on one that is played without phases (`battle/table/`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, hypot
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battle.laid import Laid, Stood
from tabletop.arcana.battle.profiles import figures, is_berserk, living
from tabletop.arcana.battle.state import INCH, BattleUnit, Standing, State
from tabletop.arcana.battle.table.deployment import FAR, NEAR, Frame, Zone, formation_at, places_in
from tabletop.arcana.battle.table.positions import middle_of, shifted
from tabletop.arcana.battle.table.state import Play
from tabletop.arcana.battle.table.turn_state import Ledger, ledger_of
from tabletop.arcana.battlefield import (
    Engagement,
    Formation,
    PlacedTable,
    PlacedUnit,
    RankAndFile,
    TableUnit,
    lay,
)
from tabletop.arcana.battlefield.footprints import footprint, front_middle
from tabletop.arcana.battlefield.scene import apart
from tabletop.arcana.battlefield.schema import Altitude, Hazard, Member, Skirmish
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.rules.deployment import Terms, zones_of
from tabletop.arcana.rules.formation import without
from tabletop.arcana.rules.formation.legality import USUAL_FILES, loosened
from tabletop.arcana.rules.movement import begin_move
from tabletop.arcana.rules.movement.making_way import aside
from tabletop.geometry.primitives.polygons import Box, box, overlapping
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import Point, ahead, minus


class Drawn(Struct, frozen=True):
    """A battle's table in play, as its units stand on it now."""

    play: Play
    scene: PlacedTable


MOST_KEPT = 16
_latest: list[
    tuple[State, Catalogue, Drawn]
] = []  # the last tables asked for: a command or a page asks again and again


def drawn(state: State, catalogue: Catalogue) -> Drawn | None:
    """The table with all who stand on it, by phases or without; None on paper.

    MalformedError for a table without phases on which the catalogue doesn't have somebody's profile.
    """
    if state.laid is None and state.sandbox is None:
        return None
    for asked, known, found in _latest:
        if known is catalogue and (asked is state or (state.sandbox is not None and asked.sandbox == state.sandbox)):
            return found
    if state.sandbox is not None:
        found = Drawn(state.sandbox, lay(state.sandbox.table, catalogue))
    else:
        assert state.laid is not None
        found = _drawn(state, state.laid, catalogue)
    _latest[:] = [(state, catalogue, found), *_latest[: MOST_KEPT - 1]]
    return found


def _drawn(state: State, laid: Laid, catalogue: Catalogue) -> Drawn:
    units = {ref: placed(state, catalogue, ref) for ref in laid.stood if state.unit(ref).is_here}
    fights = tuple(
        Engagement(units=contact.units, sides=contact.sides, this_turn=contact.since == state.clock.turn)
        for contact in state.contacts
        if all(ref in units for ref in contact.units)
    )
    stated = tuple(_stated(state.unit(ref), catalogue, unit.formation, unit.models) for ref, unit in units.items())
    table = replace(laid.drawn, units=stated, engaged=fights)
    pieces = lay(replace(laid.drawn, units=()), catalogue).pieces
    scene = PlacedTable(table, units, pieces)
    on_paper = {ref: _moved_on_paper(scene, state.unit(ref)) for ref in units if state.unit(ref).turn.moved}
    turn = on_paper | {ref: spent.ledger for ref, spent in laid.spent.items() if ref in units}
    return Drawn(Play(table=table, turn=turn), scene)


def _moved_on_paper(scene: PlacedTable, unit: BattleUnit) -> Ledger:
    """What a unit has spent of its move this turn before a table was laid."""
    moved = unit.turn.moved / INCH
    return replace(ledger_of(begin_move(scene, scene.unit(unit.ref))), spent=moved, path=moved)


def stands(state: State, *refs: str) -> bool:
    """Whether there is a drawn table, and all these are on it."""
    return has_place(state, *refs) and all(state.unit(ref).is_here for ref in refs)


def has_place(state: State, *refs: str) -> bool:
    """Whether there is a drawn table on which all these stand, or stood as they were lost."""
    return state.laid is not None and all(ref in state.laid.stood for ref in refs)


def placed(state: State, catalogue: Catalogue, ref: str) -> PlacedUnit:
    """A unit where it stands, with as many models and files as the battle gives it now."""
    laid, unit = state.laid, state.unit(ref)
    assert laid is not None
    place = laid.stood[ref]
    models = models_of(unit)
    found = _laid(laid, unit, _stated(unit, catalogue, place.formation, place.models), catalogue)
    if models < place.models:
        found, _ = without(found, place.models - models)
    elif models > place.models:
        found = _grown(laid, found, models)
    return found if has_settled(unit, place) else _as_wide(found, unit.files)


def has_settled(unit: BattleUnit, place: Stood) -> bool:
    """Whether it stands as many models strong and as wide as the battle has it."""
    return (models_of(unit), unit.files) == (place.models, place.ranked_files)


def models_of(unit: BattleUnit) -> int:
    """The models that stand on the table: a rider stands on what carries it."""
    return sum(body.left for body in living(unit)) or 1


def in_zone(state: State, catalogue: Catalogue, units: Sequence[BattleUnit]) -> list[PlacedUnit]:
    """A side's units in its zone, each where it stands if all of its army is put down rank behind rank.

    Or as near to that as it overlaps nobody who stands there already.
    MalformedError where the zone is too small for them.
    """
    laid, side = state.laid, units[0].side
    assert laid is not None
    zone, army = zone_of(state, side), list(state.of(side))
    sizes = (footprint(_main(catalogue, unit).stands_on, laid.drawn.scale) for unit in army)
    frames = [Frame(models_of(unit), size, unit.files) for unit, size in zip(army, sizes, strict=True)]
    formations = (formation_at(at, frame, zone) for frame, at in places_in(zone, frames))
    slots = {unit.ref: formation for unit, formation in zip(army, formations, strict=True)}
    stated = (_stated(unit, catalogue, slots[unit.ref], models_of(unit)) for unit in units)
    found = [_laid(laid, unit, each, catalogue) for unit, each in zip(units, stated, strict=True)]
    there = [placed(state, catalogue, unit.ref).box for unit in army if stands(state, unit.ref)]
    for number, unit in enumerate(found):
        found[number] = _beside(unit, there, zone)
        there.append(found[number].box)
    return found


def _beside(unit: PlacedUnit, there: Sequence[Box], zone: Zone) -> PlacedUnit:
    """The unit as few whole inches from its place as it stands in the zone and beside all boxes; else in its place."""
    x1, y1, x2, y2 = box(zone.polygon)
    left, low, right, high = unit.box

    def is_free(step: Point) -> bool:
        x, y = step
        inside = x1 <= left + x + RANGE and right + x <= x2 + RANGE and y1 <= low + y + RANGE and high + y <= y2 + RANGE
        return inside and all(right + x < a or c < left + x or high + y < b or d < low + y for a, b, c, d in there)

    wide, deep = ceil(x2 - x1), ceil(y2 - y1)
    steps = [(float(x), float(y)) for x in range(-wide, wide + 1) for y in range(-deep, deep + 1)]
    free = next(filter(is_free, sorted(steps, key=lambda step: hypot(*step))), (0.0, 0.0))
    return shifted(unit, free)


def hazard_under(scene: PlacedTable, unit: PlacedUnit) -> Hazard | None:
    """The ground that harms in which a unit stands; the first such piece, None in the air and on safe ground."""
    if unit.altitude is not Altitude.GROUND:
        return None
    pieces = (piece for piece in scene.pieces.values() if any(overlapping(unit.blocks, piece.parts)))
    return next((piece.terrain.effects.hazard for piece in pieces if piece.terrain.effects.hazard), None)


def enemy_within(scene: PlacedTable, ref: str, inches: float) -> str | None:
    """An enemy that isn't broken and stands nearer than so many inches; None where there is none."""
    unit = scene.unit(ref)
    enemies = (other for other in scene.others(unit) if other.side != unit.side and not other.broken)
    return next((other.ref for other in enemies if apart(unit, other) < inches - RANGE), None)


def zone_of(state: State, side: str) -> Zone:
    """Where a side sets up, and which way it looks."""
    assert state.laid is not None
    near, far = zones_of(state.laid.drawn.size, Terms())
    return Zone(near, NEAR) if side == state.near else Zone(far, FAR)


def off_table(state: State, catalogue: Catalogue, unit: BattleUnit, facing: float) -> PlacedUnit:
    """A unit before it has a place, as wide as the battle has it, its front left corner at the table's own."""
    laid = state.laid
    assert laid is not None
    models = models_of(unit)
    block = RankAndFile(files=min(unit.files or USUAL_FILES, models), corner=(0.0, 0.0), facing=facing)
    found = _laid(laid, unit, _stated(unit, catalogue, block, models), catalogue)
    return found if unit.files else loosened(found)


def _laid(laid: Laid, unit: BattleUnit, stated: TableUnit, catalogue: Catalogue) -> PlacedUnit:
    """The unit with its bases: the slowest of it sets its pace, and the berserk run on by their die."""
    found = lay(replace(laid.drawn, terrain=(), units=(stated,)), catalogue).unit(unit.ref)
    ways = [figures(catalogue, unit, body).movement for body in living(unit)] or [_main(catalogue, unit).movement]
    further = unit.turn.extra / INCH
    fly, swim = _slowest(way.fly for way in ways), _slowest(way.swim for way in ways)
    return replace(
        found,
        ground=min(way.ground or 0 for way in ways) + further,
        fly=None if fly is None else fly + further,
        swim=swim,
        berserk=is_berserk(catalogue, unit),
        broken=unit.standing is Standing.BROKEN,
        immobile="moving" in unit.turn.barred,
        altitude=unit.altitude,
        wounds_lost=sum(unit.main.lost),
    )


def _slowest(speeds: Iterable[int | None]) -> int | None:
    """The least of speeds; None where one of them has none."""
    found = list(speeds)
    return None if None in found else min(speed for speed in found if speed is not None)


def _stated(unit: BattleUnit, catalogue: Catalogue, formation: Formation, models: int) -> TableUnit:
    """The unit as a table states it."""
    leaders = [body for body in unit.characters if body.left and body.ref != unit.main.ref and not body.rides]
    named = (Member(name=body.name) if body.figures else Member(profile=body.profile) for body in leaders)
    return TableUnit(
        ref=unit.ref,
        side=unit.side,
        name=unit.name,
        **_looks(catalogue, unit),
        models=models,
        wounds=unit.main.wounds,
        members=tuple(named),
        formation=formation,
    )


def _looks(catalogue: Catalogue, unit: BattleUnit) -> dict[str, Any]:
    """The row by its slug; figures of a body that is in no list are stated."""
    if not unit.main.figures:
        return {"profile": unit.main.profile}
    own = _main(catalogue, unit)
    return {"base": own.base, "footprint": own.footprint, "abilities": own.movement.abilities}


def _main(catalogue: Catalogue, unit: BattleUnit) -> Statistics:
    return figures(catalogue, unit, unit.main)


def _grown(laid: Laid, unit: PlacedUnit, models: int) -> PlacedUnit:
    """The unit with more models: at the back of a block, beside the last of loose ones."""
    block = unit.formation
    if not isinstance(block, Skirmish):
        return replace(unit, models=models)
    more = range(unit.models, models)
    beside = replace(block, positions=(*block.positions, *(block.positions[-1] for _ in more)))
    grown = replace(unit, models=models, formation=beside)
    return aside(PlacedTable(laid.drawn, {unit.ref: grown}, {}), grown, more)


def _as_wide(unit: PlacedUnit, files: int) -> PlacedUnit:
    """The unit so many files wide with the middle of its front where it was, loose for 0."""
    block = unit.formation
    if not files:
        return loosened(unit) if isinstance(block, RankAndFile) else unit
    wide = RankAndFile(files=min(files, unit.models), corner=(0.0, 0.0), facing=block.facing)
    if isinstance(block, Skirmish):
        there = unit.standing(wide)
        return shifted(there, minus(middle_of(unit), middle_of(there)))
    corner = ahead(front_middle(block, unit.size), block.facing - 90, wide.files * unit.size[0] / 2)
    return unit.standing(replace(wide, corner=corner))


def changed(before: PlacedTable, after: Play) -> Iterator[TableUnit]:
    """The units that stand otherwise on a table after something than before."""
    for unit in after.table.units:
        was = before.units[unit.ref]
        if (unit.formation, unit.models) != (was.formation, was.models):
            yield unit
