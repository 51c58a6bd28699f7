"""A table on paper: the map with its key, then every piece with its place and what it does there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Part, Table, Terrain
from tabletop.arcana.pictures.table import FOOT
from tabletop.arcana.pictures.terrain_styles import (
    SWATCH,
    Look,
    from_below,
    grounds_of,
    inside,
    label_of,
    layers,
    look_of,
    looks_of,
)
from tabletop.arcana.terrain.crossings import crossings
from tabletop.arcana.terrain.wording import effects_in_words, rolls_in_words, whereabouts
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.heraldry.paths import scale_path
from tabletop.pdf.document import Sheet, content_box, render
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

TITLE = Style(20, "title")
SUBTITLE = Style(9.5)
HEADING = Style(12.5, "title")
REF = Style(9.5, "bold", leading=1.25)
NAME = Style(9.5, "bold", leading=1.25)
ASIDE = Style(8.5, "italic", leading=1.397)
TEXT = Style(9, leading=1.22)
KEY = Style(8.5)
MARK = Style(8, "bold")

READING = "Places are inches from the lower left corner; “!” hurts those inside."
PAPER = "#ffffff"
HIGHEST_MAP = 150.0
FOOT_LINE = Pen(0.1, INK, (0.3, 1.2))
BADGE = 2.6
KEYS_ACROSS = 4
SWATCH_SCALE = 2.6
KEY_HEIGHT = 8.0
REF_WIDTH = 11.0
NAME_WIDTH = 58.0


class Map(Struct, frozen=True, kw_only=True):
    """The table from above, its far edge at the top; `scale` is millimetres on paper for an inch."""

    table: Table
    scale: float

    @property
    def height(self) -> float:
        return self.table.size[1] * self.scale

    def draw(self, surface: Surface, x: float, y: float) -> None:
        """A line for every foot, the pieces, their refs above all of them, the edge."""
        edge = Box(x, y, self.table.size[0] * self.scale, self.height)
        with surface.figure("The table from above; what lies on it is listed below.", edge):
            self._draw(surface, edge)

    def _draw(self, surface: Surface, edge: Box) -> None:
        (wide, high), x, y = self.table.size, edge.x, edge.y
        for across in range(FOOT, int(wide), FOOT):
            surface.line((x + across * self.scale, y), (x + across * self.scale, edge.bottom), FOOT_LINE)
        for up in range(FOOT, int(high), FOOT):
            level = edge.bottom - up * self.scale
            surface.line((x, level), (edge.right, level), FOOT_LINE)
        for ground in (ground for terrain in from_below(self.table) for ground in grounds_of(terrain)):
            self._ground(surface, ground, (x, y))
        for terrain in self.table.terrain:
            self._badge(surface, terrain, (x, y))
        surface.rectangle(edge, Pen(0.4, INK))

    def _ground(self, surface: Surface, ground: Terrain | Part, at: tuple[float, float]) -> None:
        polygon = tuple((x, self.table.size[1] - y) for x, y in ground.polygon)
        drawn(surface, polygon, look_of(ground), at, self.scale)

    def _badge(self, surface: Surface, terrain: Terrain, at: tuple[float, float]) -> None:
        x, y = inside(terrain.polygon)
        centre = at[0] + x * self.scale, at[1] + (self.table.size[1] - y) * self.scale
        surface.circle(centre, BADGE, Pen(0.2, INK), "#ffffff")
        surface.text((centre[0], centre[1] + 1), label_of(terrain), MARK, "centre")


class Sample(Struct, frozen=True):
    """A line of the key."""

    x: float
    look: Look
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        drawn(surface, SWATCH, self.look, (x + self.x, y), SWATCH_SCALE)
        surface.text((x + self.x + 4.4 * SWATCH_SCALE, y + 4.4), self.look.label, KEY)


def drawn(surface: Surface, polygon: Polygon, look: Look, at: tuple[float, float], scale: float) -> None:
    """A piece of ground, given in inches with y down, in millimetres from a place."""
    for layer in layers(polygon, look):
        path = scale_path(layer.path, scale, at)
        if layer.fill:
            surface.path(path, fill=PAPER)
            continue
        dashes = tuple(float(length) * scale for length in layer.dashes.split())
        surface.path(path, Pen(layer.width * scale, INK, dashes, layer.faint))


def terrain_sheet(table: Table, *, paper: Paper, changes: Sequence[str] = ()) -> bytes:
    """The map and the effects in play as PDF; `changes` are what was agreed since the roll, in words."""
    box = content_box(paper)
    sections = [Section((Stack(tuple(_top(table, box.width))),))]
    sections.append(Section(tuple(_pieces(table, box.width)), Stack(tuple(_heading("In play", box.width)))))
    if changes:
        column = Column(0, box.width)
        lines = tuple(
            TableRow((cell(column, f"{number}. {change}", TEXT),), below=0.3)
            for number, change in enumerate(changes, 1)
        )
        sections.append(Section(lines, Stack(tuple(_heading("Agreed since the roll", box.width)))))
    title = table.name or "A table"
    return render(Sheet(title=title, subject="Terrain", paper=paper, pages=paginate(sections, box)))


def _top(table: Table, width: float) -> Iterator[Block]:
    wide, high = table.size
    scale = min(width / wide, HIGHEST_MAP / high)
    yield TableRow((cell(Column(0, width), table.name or "A table", TITLE),))
    size = f'{wide:g}" by {high:g}", a line for every foot. {READING}'
    yield TableRow((cell(Column(0, width), size, SUBTITLE),), below=2)
    yield Map(table=table, scale=scale)
    yield Gap(2.5)
    looks = looks_of(table)
    for first in range(0, len(looks), KEYS_ACROSS):
        row = looks[first : first + KEYS_ACROSS]
        yield from (Sample(number * width / KEYS_ACROSS, look) for number, look in enumerate(row))
        yield Gap(KEY_HEIGHT)


def _heading(text: str, width: float) -> Iterator[Block]:
    yield Gap(1.5)
    yield TableRow((cell(Column(0, width), text, HEADING),), below=0.6)
    yield Hairline(width, Pen(0.35, INK))
    yield Gap(0.6)


def _pieces(table: Table, width: float) -> Iterator[Block]:
    across = crossings(table)
    for terrain in table.terrain:
        yield Stack(tuple(_piece(terrain, across[terrain.ref], width)))


def _piece(terrain: Terrain, across: tuple[str, ...], width: float) -> Iterator[Block]:
    ref = cell(Column(0, REF_WIDTH), label_of(terrain), REF)
    name = cell(Column(REF_WIDTH, NAME_WIDTH - 2), terrain.name or terrain.kind, NAME)
    x = REF_WIDTH + NAME_WIDTH
    aside = "; ".join(filter(None, (whereabouts(terrain), rolls_in_words(terrain))))
    yield TableRow((ref, name, cell(Column(x, width - x, "right"), aside, ASIDE)), above=0.5)
    lies = (f"Lies across {', '.join(across)}: agree which counts there.",) if across else ()
    text = " ".join((*effects_in_words(terrain), *lies))
    yield TableRow((cell(Column(REF_WIDTH, width - REF_WIDTH), text, TEXT),), below=0.9)
    yield Hairline(width)
