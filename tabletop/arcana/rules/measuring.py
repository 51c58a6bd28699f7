"""How far it is from one thing on the table to another: nearest edges, whatever flies."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.catalogue.book import BOOK
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point

MEASURING = BOOK.section("What you will need to play")


class Measured(Struct, frozen=True, kw_only=True):
    """Inches between the nearest edges, 0 where they touch or overlap, and the two nearest points."""

    inches: float
    start: Point
    end: Point
    steps: tuple[Step, ...]


class _Shape(Struct, frozen=True):
    """Something with a place: a unit by its bases, terrain by its parts."""

    called: str
    parts: tuple[Polygon, ...]
    is_unit: bool

    def part(self, place: int) -> str:
        return f"model {place + 1} of {self.called}" if self.is_unit else self.called


def measure(scene: PlacedTable, first: str, second: str) -> Measured:
    """The distance between two units or pieces of terrain by their refs; MalformedError for a ref of neither."""
    start, end = _shape(scene, first), _shape(scene, second)
    pair = closest_pair(start.parts, end.parts)
    text = f"from {start.part(pair.first)} to {end.part(pair.second)}, edge to edge"
    step = Step(text=text, inches=pair.gap.inches, citation=MEASURING)
    return Measured(inches=pair.gap.inches, start=pair.gap.start, end=pair.gap.end, steps=(step,))


def _shape(scene: PlacedTable, ref: str) -> _Shape:
    if unit := scene.units.get(ref):
        return _Shape(unit.called, unit.bases, is_unit=True)
    if piece := scene.pieces.get(ref):
        return _Shape(piece.called, piece.parts, is_unit=False)
    raise MalformedError("", f"there is nothing “{ref}” on this table")
