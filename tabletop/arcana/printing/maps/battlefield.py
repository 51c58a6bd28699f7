"""A table in play on paper: the map at a scale that is said, with every unit, and the list of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tabletop.arcana.battle.table.descriptions import formation_in_words
from tabletop.arcana.battle.table.positions import middle_of
from tabletop.arcana.battlefield import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.footprints import lattice_of
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.pictures.table import side_number
from tabletop.arcana.printing.maps.terrain import HEADING, HIGHEST_MAP, NAME, PAPER, SUBTITLE, TEXT, TITLE, Map
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.heraldry.paths import polygon_path
from tabletop.pdf.document import Sheet, content_box, render
from tabletop.pdf.flow import Block, Column, Gap, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style, measure

MILLIMETRES = 25.4
NAME_WIDTH = 62.0
FRONT = 0.9
REF = Style(7, "bold")
PLATE = (0.8, 2.7)
STROKES: tuple[tuple[tuple[int, int], ...], ...] = ((), ((0, 2),), ((0, 2), (1, 3)), ((1, 3),))
"""Which corners of a base are joined for the first side, the second and so on: told apart without colour."""
SIDES_DRAWN = ("empty bases", "bases with a stroke", "crossed bases", "bases with a stroke the other way")


class BattlefieldMap(Struct, frozen=True, kw_only=True):
    """The map with its units; `scale` is millimetres on paper for an inch."""

    scene: PlacedTable
    scale: float

    @property
    def height(self) -> float:
        return self.scene.table.size[1] * self.scale

    def draw(self, surface: Surface, x: float, y: float) -> None:
        box = Box(x, y, self.scene.table.size[0] * self.scale, self.height)
        with surface.figure("The table from above; the units on it are listed below.", box):
            Map(table=self.scene.table, scale=self.scale).draw(surface, x, y)
            for unit in self.scene.units.values():
                self._unit(surface, unit, (x, y))

    def _unit(self, surface: Surface, unit: PlacedUnit, at: tuple[float, float]) -> None:
        strokes = STROKES[side_number(self.scene, unit.side) % len(STROKES)]
        for block in unit.blocks:
            corners = tuple((at[0] + x * self.scale, at[1] + y * self.scale) for x, y in self._flipped(block))
            surface.path(polygon_path(corners), Pen(0.3, INK), PAPER)
            for start, end in strokes:
                surface.line(corners[start], corners[end % len(corners)], Pen(0.3, INK))
        if not isinstance(unit.formation, Skirmish):
            lattice = lattice_of(unit.formation, unit.size)
            front = self._flipped((lattice.point(0, 0), lattice.point(unit.formation.files, 0)))
            left, right = ((at[0] + x * self.scale, at[1] + y * self.scale) for x, y in front)
            surface.line(left, right, Pen(FRONT, INK))
        x, y = self._flipped((middle_of(unit),))[0]
        x, y = at[0] + x * self.scale, at[1] + y * self.scale
        wide, high = measure(unit.ref, REF) + PLATE[0], PLATE[1]
        surface.rectangle(Box(x - wide / 2, y - high / 2, wide, high), fill=PAPER)
        surface.text((x, y + 0.9), unit.ref, REF, "centre")

    def _flipped(self, points: Iterable[tuple[float, float]]) -> Polygon:
        return tuple((x, self.scene.table.size[1] - y) for x, y in points)


def battlefield_sheet(scene: PlacedTable, *, name: str, paper: Paper) -> bytes:
    """The table as PDF: as large as the page takes it, its scale stated."""
    box = content_box(paper)
    sections = [Section((Stack(tuple(_top(scene, name, box.width))),))]
    for side in dict.fromkeys(unit.side for unit in scene.units.values()):
        rows = tuple(_line(unit, box.width) for unit in scene.units.values() if unit.side == side)
        drawn = SIDES_DRAWN[side_number(scene, side) % len(SIDES_DRAWN)]
        heading = TableRow((cell(Column(0, box.width), f"{side.capitalize()}: {drawn}", HEADING),), below=0.8)
        sections.append(Section(rows, Stack((Gap(1.5), heading))))
    return render(Sheet(title=name, subject="Table", paper=paper, pages=paginate(sections, box)))


def _top(scene: PlacedTable, name: str, width: float) -> Iterator[Block]:
    wide, high = scene.table.size
    scale = min(width / wide, HIGHEST_MAP / high)
    yield TableRow((cell(Column(0, width), name, TITLE),))
    size = f'{wide:g}" by {high:g}", a line for every foot; 1 : {MILLIMETRES / scale:.1f}'
    yield TableRow((cell(Column(0, width), size, SUBTITLE),), below=2)
    yield BattlefieldMap(scene=scene, scale=scale)
    yield Gap(2.5)


def _line(unit: PlacedUnit, width: float) -> Block:
    called = cell(Column(0, NAME_WIDTH - 2), unit.called, NAME)
    words = cell(Column(NAME_WIDTH, width - NAME_WIDTH), formation_in_words(unit), TEXT)
    return TableRow((called, words), below=1)
