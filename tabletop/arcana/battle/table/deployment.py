"""An army put down in its zone: every unit in a legal formation, rank behind rank from the middle of the front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil
from typing import Any, TypeVar

from msgspec import Struct

from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.battlefield import Formation, PlacedUnit, RankAndFile, Skirmish, TableUnit
from tabletop.arcana.battlefield.footprints import Footprint, footprint
from tabletop.arcana.battlefield.schema import Member
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.rules.formation.legality import USUAL_FILES, usual_files
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.polygons import Polygon, box

BETWEEN = 2.0
Framed = TypeVar("Framed", bound="Frame")
OWN_DESIGNS = "designs/"
FAR, NEAR = 180.0, 0.0


class Zone(Struct, frozen=True):
    """Where a side sets up, and the way it looks: up the table (0) from the near edge, down it (180) from the far."""

    polygon: Polygon
    facing: float


class Frame(Struct, frozen=True):
    """How many models are put down on which bases: their files, 0 for loose models side by side."""

    models: int
    size: Footprint
    files: int

    @property
    def across(self) -> int:
        return self.files or min(self.models, USUAL_FILES)

    @property
    def width(self) -> float:
        return self.across * self.size[0]

    @property
    def depth(self) -> float:
        return ceil(self.models / self.across) * self.size[1]


class Stand(Frame, frozen=True):
    """A unit as it is put down, before it has a place."""

    unit: FieldedUnit
    row: Row


def deployed(
    army: Army, *, side: str, zone: Zone, scale: int, behind: Sequence[PlacedUnit] = ()
) -> tuple[TableUnit, ...]:
    """Every unit of the army in the zone, the first in front; all of them behind those that stand there already.

    MalformedError where the zone is too small for them.
    """
    stands = [_stand(unit, scale) for unit in army.units if unit.size]
    taken = {unit.ref for unit in behind}
    refs = (ref for ref in (f"{side[0]}{number}" for number in count(1)) if ref not in taken)
    places = places_in(zone, stands, behind)
    return tuple(_stated(stand, (side, next(refs)), at, zone) for stand, at in places)


def _depth_of(units: Sequence[PlacedUnit], zone: Zone) -> float:
    """How far back from the zone's front edge the last of these units reaches, with room behind it."""
    if not units:
        return 0.0
    _, y1, _, y2 = box(zone.polygon)
    _, low, _, high = box(point for unit in units for block in unit.blocks for point in block)
    return max((y2 - low if zone.facing == NEAR else high - y1) + BETWEEN, 0.0)


def _stand(unit: FieldedUnit, scale: int) -> Stand:
    """The largest body of models stands for the unit; of characters alone, what the first one rides or is."""
    if unit.models:
        row = max(unit.models, key=lambda models: models.count).row
    else:
        row = unit.characters[0].mount or unit.characters[0].row
    return Stand(unit.size, footprint(row.stands_on, scale), usual_files(row, unit.size), unit, row)


def places_in(
    zone: Zone, stands: Sequence[Framed], behind: Sequence[PlacedUnit] = ()
) -> Iterator[tuple[Framed, tuple[float, float]]]:
    """Each with the place of its front left corner: inches from the zone's own left, and back from its front.

    All stand behind those that are there already. MalformedError where the zone is too small for them.
    """
    x1, y1, x2, y2 = box(zone.polygon)
    back = _depth_of(behind, zone)
    wide, deep = x2 - x1, y2 - y1
    for line in _lines(stands, wide):
        across = sum(placed.width for placed in line) + BETWEEN * (len(line) - 1)
        left = (wide - across) / 2
        for stand in line:
            yield stand, (left, back)
            left += stand.width + BETWEEN
        back += max(placed.depth for placed in line) + BETWEEN
    if back - BETWEEN > deep:
        raise MalformedError("units", f"the army needs a zone {back - BETWEEN:.0f} inches deep; this one has {deep:g}")


def _lines(stands: Sequence[Framed], wide: float) -> Iterator[list[Framed]]:
    line: list[Framed] = []
    for stand in stands:
        if line and sum(placed.width + BETWEEN for placed in line) + stand.width > wide:
            yield line
            line = []
        line.append(stand)
    if line:
        yield line


def _stated(stand: Stand, called: tuple[str, str], at: tuple[float, float], zone: Zone) -> TableUnit:
    unit = stand.unit
    return TableUnit(
        ref=called[1],
        side=called[0],
        name=unit.name[:120],
        **_figures(stand.row),
        models=stand.models,
        members=tuple(_members(stand)),
        formation=formation_at(at, stand, zone),
    )


def _figures(row: Row) -> dict[str, Any]:
    """The row by its slug; what a player designed is in no catalogue, so a table states its figures."""
    if not row.slug.startswith(OWN_DESIGNS):
        return {"profile": row.slug}
    move = row.movement
    figures = {"movement": float(move.ground or 0), "fly": move.fly, "swim": move.swim, "abilities": move.abilities}
    return figures | {"base": row.base, "footprint": row.footprint, "wounds": row.wounds}


def _member(row: Row, count: int = 1) -> Member:
    if row.slug.startswith(OWN_DESIGNS):
        return Member(name=row.name, count=count)
    return Member(profile=row.slug, count=count)


def _members(stand: Stand) -> Iterator[Member]:
    """Everybody who isn't of the row that stands for the unit."""
    for models in stand.unit.models:
        if models.row.slug != stand.row.slug:
            yield _member(models.row, models.count)
    for character in stand.unit.characters if stand.unit.models else stand.unit.characters[1:]:
        yield _member(character.row)


def formation_at(at: tuple[float, float], stand: Frame, zone: Zone) -> Formation:
    """The formation at a place in a zone, by inches from the zone's own left and back from its front."""
    x1, y1, x2, y2 = box(zone.polygon)
    ahead = zone.facing == NEAR
    origin, sign = ((x1, y2), 1) if ahead else ((x2, y1), -1)

    def place(right: float, back: float) -> tuple[float, float]:
        return origin[0] + sign * right, origin[1] - sign * back

    if stand.files:
        return RankAndFile(files=stand.files, corner=place(*at), facing=zone.facing)
    wide, deep = stand.size
    spots = (divmod(model, stand.across) for model in range(stand.models))
    positions = (place(at[0] + (column + 0.5) * wide, at[1] + (row + 0.5) * deep) for row, column in spots)
    return Skirmish(positions=tuple(positions), facing=zone.facing)
