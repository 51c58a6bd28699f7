"""The map of a pack on a sheet, as `area_pictures` lays it out: signs, names, borders, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop.boards.area_graph import Area, AreaKind, BorderKind
from tabletop.boards.area_pictures import SIGN, LaidOut, Point, bars, caption, laid_out
from tabletop.greyhawk.pack import Pack
from tabletop.greyhawk.printing.counters import letters_of
from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

TITLE, NAME, SMALL, LETTERS = Style(16, "title"), Style(9, "bold"), Style(7), Style(8)
HEAD = 12.0  # millimetres above the map
KEY = 16.0  # below it, for what lines mean
WHITE = "#ffffff"
PENS: dict[BorderKind, Pen] = {
    BorderKind.OPEN: Pen(0.3, INK),
    BorderKind.RIVER: Pen(1.3, INK),
    BorderKind.SPINE: Pen(0.7, INK),
    BorderKind.FERRY: Pen(0.5, INK, (0.6, 1.4)),
    BorderKind.PORT: Pen(0.4, INK, (2.2, 1.2)),
}
MEANINGS = {
    BorderKind.OPEN: "open", BorderKind.RIVER: "river", BorderKind.SPINE: "spine: nobody crosses",
    BorderKind.FERRY: "ferry", BorderKind.PORT: "port and its sea",
}  # fmt: skip
INSIDE = Pen(0.7, WHITE)


def map_sheet(pack: Pack, *, paper: Paper) -> Sheet:
    """The pack's map on one page; MalformedError where there is none."""
    mark = pack.meta.sentence
    board = pack.map
    box = content_box(paper, mark)
    where = laid_out(board)
    scale = min(box.width / where.width, (box.height - HEAD - KEY) / where.height)
    return Sheet(
        title=f"Greyhawk Wars: the map, {board.name or 'areas'}", paper=paper, mark=mark,
        pages=(_page(pack, where, box, scale),),
    )  # fmt: skip


def _page(pack: Pack, where: LaidOut, box: Box, scale: float) -> Page:
    board = pack.map
    left, top = box.x + (box.width - where.width * scale) / 2, box.y + HEAD

    def at(point: Point) -> Point:
        return left + point[0] * scale, top + point[1] * scale

    def draw(surface: Surface) -> None:
        surface.text((box.x, box.y + 6), board.name or "The map", TITLE)
        words = "; ".join(f"{area.name}, {caption(area)}" for area in board.areas)
        with surface.figure(f"Map: {words}"[:900], Box(left, top, where.width * scale, where.height * scale)):
            for border in board.borders:
                _line(surface, at(where.centres[border.a]), at(where.centres[border.b]), border.type)
            for area in board.areas:
                _name(surface, area, where, at)
            for area in board.areas:
                _sign(surface, area, at(where.centres[area.id]), scale, _letters(pack, area))
        if pack.countries:
            words = ", ".join(f"{letters_of(country.name)} {country.name}" for country in pack.countries)
            surface.text((box.x, box.bottom - 9), f"In a sign stand the letters of its country: {words}.", SMALL)
        for number, kind in enumerate(BorderKind):
            x, y = box.x + number * box.width / len(BorderKind), box.bottom - 4
            _line(surface, (x, y - 1.2), (x + 9, y - 1.2), kind)
            surface.text((x + 10.5, y), MEANINGS[kind], SMALL)

    return draw


def _name(surface: Surface, area: Area, where: LaidOut, at: Callable[[Point], Point]) -> None:
    box = where.names[area.id]
    (left, top), (right, bottom) = at((box[0], box[1])), at((box[2], box[3]))
    surface.rectangle(Box(left, top, right - left, bottom - top), fill=WHITE)
    x, y = (left + right) / 2, top
    surface.text((x, y + 3.4), area.name, NAME, "centre")
    surface.text((x, y + 6.6), caption(area), SMALL, "centre")


def _line(surface: Surface, one: Point, other: Point, kind: BorderKind) -> None:
    surface.line(one, other, PENS[kind])
    if kind is BorderKind.RIVER:
        surface.line(one, other, INSIDE)
    if kind is BorderKind.SPINE:
        for x, y, to_x, to_y in _short(bars(one, other)):
            surface.line((x, y), (to_x, to_y), PENS[kind])


def _short(found: Iterator[tuple[float, float, float, float]]) -> Iterator[tuple[float, float, float, float]]:
    """Bars a quarter as long, for millimetres."""
    for x, y, to_x, to_y in found:
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        yield (
            middle_x + (x - middle_x) / 4, middle_y + (y - middle_y) / 4,
            middle_x + (to_x - middle_x) / 4, middle_y + (to_y - middle_y) / 4,
        )  # fmt: skip


def _letters(pack: Pack, area: Area) -> str:
    country = pack.by_country.get(area.country or "")
    return letters_of(country.name) if country else ""


def _sign(surface: Surface, area: Area, centre: Point, scale: float, letters: str) -> None:
    (x, y), radius = centre, SIGN * scale
    pen = Pen(0.4, INK)
    if area.kind is AreaKind.SEA:
        surface.rectangle(Box(x - radius, y - radius * 0.8, 2 * radius, 1.6 * radius), pen, WHITE)
        return
    if area.capital:
        surface.circle(centre, radius + 1.0, pen, WHITE)
    surface.circle(centre, radius, pen, WHITE)
    if letters:
        surface.text((x, y + 1.0), letters, LETTERS, "centre")
    if area.kind is AreaKind.ISLAND:
        surface.circle(centre, radius - 1.0, pen)
