"""An army put down in its zone: every unit in a legal formation, rank behind rank from the middle of the front."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from msgspec import Struct

from tabletop.arcana.fielding import Army, FieldedUnit
from tabletop.arcana.formation.legality import models_needed
from tabletop.arcana.profile import Row
from tabletop.arcana.roster import MalformedError
from tabletop.arcana.table import Formation, RankAndFile, Skirmish, TableUnit
from tabletop.arcana.table.footprints import Footprint, footprint
from tabletop.geometry.polygons import Polygon, box

BETWEEN = 2.0
USUAL_FILES = 5
FAR, NEAR = 180.0, 0.0


class Zone(Struct, frozen=True):
    """Where a side sets up, and the way it looks: up the table (0) from the near edge, down it (180) from the far."""

    polygon: Polygon
    facing: float


class Stand(Struct, frozen=True):
    """A unit as it is put down, before it has a place: its files, 0 for loose models side by side."""

    unit: FieldedUnit
    row: Row
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


def deployed(army: Army, *, side: str, zone: Zone, scale: int) -> tuple[TableUnit, ...]:
    """Every unit of the army in the zone, the first in front; MalformedError where the zone is too small for them."""
    stands = [_stand(unit, scale) for unit in army.units if unit.size]
    return tuple(_stated(stand, side, number, at, zone) for number, (stand, at) in enumerate(_places(stands, zone), 1))


def _stand(unit: FieldedUnit, scale: int) -> Stand:
    """The largest body of models stands for the unit; of characters alone, what the first one rides or is."""
    if unit.models:
        row = max(unit.models, key=lambda each: each.count).row
    else:
        row = unit.characters[0].mount or unit.characters[0].row
    files = _files(row, unit.size)
    return Stand(unit, row, unit.size, footprint(row.base, scale), files)


def _files(row: Row, models: int) -> int:
    loose = row.section == "war-machines" or (row.morale is not None and row.morale.kind == "berserk")
    if loose or models < models_needed(row.base):
        return 0
    return min(models, max(USUAL_FILES, ceil(sqrt(models / 2))))


def _places(stands: list[Stand], zone: Zone) -> Iterator[tuple[Stand, tuple[float, float]]]:
    """Each with the place of its front left corner: inches from the zone's own left, and back from its front."""
    x1, y1, x2, y2 = box(zone.polygon)
    wide, deep, back = x2 - x1, y2 - y1, 0.0
    for line in _lines(stands, wide):
        across = sum(each.width for each in line) + BETWEEN * (len(line) - 1)
        left = (wide - across) / 2
        for stand in line:
            yield stand, (left, back)
            left += stand.width + BETWEEN
        back += max(each.depth for each in line) + BETWEEN
    if back - BETWEEN > deep:
        raise MalformedError("units", f"the army needs a zone {back - BETWEEN:.0f} inches deep; this one has {deep:g}")


def _lines(stands: list[Stand], wide: float) -> Iterator[list[Stand]]:
    line: list[Stand] = []
    for stand in stands:
        if line and sum(each.width + BETWEEN for each in line) + stand.width > wide:
            yield line
            line = []
        line.append(stand)
    if line:
        yield line


def _stated(stand: Stand, side: str, number: int, at: tuple[float, float], zone: Zone) -> TableUnit:
    unit = stand.unit
    return TableUnit(
        ref=f"{side[0]}{number}",
        side=side,
        name=unit.name[:120],
        profile=stand.row.slug,
        models=stand.models,
        formation=_formation(stand, at, zone),
    )


def _formation(stand: Stand, at: tuple[float, float], zone: Zone) -> Formation:
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
