"""A board of areas as a picture: each area a sign with its name, each border a line, laid out from the coordinates.

Where things stand is worked out once, by `laid_out`, for the page and for paper alike: coordinates are stretched to the
size wanted, then spread until no two signs touch, and each name is put on that side of its sign on which it covers the
fewest signs, names and lines. No name covers another one or a sign: where none of the places tried is free, all signs
are spread further. Kinds and borders differ in shape and stroke, not by colour alone, so that any eyes and any printer
tell them apart: a river is a double line, a spine a thick one with bars, a ferry dots, a port dashes.

Cost: areas times names for every try; a board of 300 areas takes some tenths of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from itertools import combinations
from math import cos, hypot, pi, sin

from msgspec import Struct

from tabletop.boards.area_graph import Area, AreaGraph, AreaKind, Border, BorderKind

WIDTH = 760.0  # of the picture, in its units
SIGN = 24.0  # the radius of a sign
GAP = 12.0  # between signs at least
LETTER, LINE = 7.4, 15.0  # the width of a letter of a name, and the height of its line
MARGIN = 60.0
MOST_SPREADS = 60
SPREAD = 1.06
COUNTER = 17.0
CELL = 2 * SIGN + GAP

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


class AreaMark(Struct, frozen=True, kw_only=True):
    """What is said and shown of an area: its words, its address, its classes, and counters on its sign."""

    words: str = ""
    href: str = ""
    css: tuple[str, ...] = ()
    counters: tuple[tuple[str, str], ...] = ()  # each a short text and its classes


class LaidOut(Struct, frozen=True):
    """Where signs and names stand: centres by area, the boxes of names, and how large the whole is."""

    centres: Mapping[str, Point]
    names: Mapping[str, Box]
    width: float
    height: float


NOBODY = AreaMark()


def caption(area: Area) -> str:
    """What stands below an area's name: `forest, island, port`."""
    parts = [area.terrain.value if area.terrain else "sea"]
    parts += ["island"] if area.kind is AreaKind.ISLAND else []
    parts += ["capital"] if area.capital else []
    parts += ["port"] if area.port else []
    parts += ["magic"] if area.magic else []
    parts += ["mercenaries"] if area.mercenary else []
    parts += ["fort"] if area.fort else []
    return ", ".join(parts)


@lru_cache(maxsize=16)
def _laid_out(areas: tuple[Area, ...], borders: tuple[Border, ...], width: float) -> LaidOut:
    points = _spread(_stretched(areas, width))
    for _ in range(MOST_SPREADS):
        names = _named(areas, points, borders)
        if names is not None:
            return _framed(points, names)
        points = {name: (x * SPREAD, y * SPREAD) for name, (x, y) in points.items()}
    return _framed(points, {area.id: _boxes(area, points[area.id])[0] for area in areas})


def laid_out(board: AreaGraph, width: float = WIDTH) -> LaidOut:
    """The board laid out to about a width; a board without coordinates stands in a ring."""
    return _laid_out(board.areas, board.borders, width)


def _stretched(areas: tuple[Area, ...], width: float) -> dict[str, Point]:
    points = {area.id: area.at or free for area, free in zip(areas, _ring(len(areas), 300, 300), strict=True)}
    left, right = min(x for x, _ in points.values()), max(x for x, _ in points.values())
    top = min(y for _, y in points.values())
    scale = (width - 2 * MARGIN) / (right - left) if right > left else 1.0
    return {name: ((x - left) * scale, (y - top) * scale) for name, (x, y) in points.items()}


def _ring(count: int, wide: float, high: float) -> list[Point]:
    """Places in a ring, within twice these sizes."""
    angles = [2 * pi * place / max(count, 1) for place in range(count)]
    return [(wide + cos(angle) * wide * 0.8, high + sin(angle) * high * 0.8) for angle in angles]


def _spread(points: dict[str, Point]) -> dict[str, Point]:
    """The points as far apart as signs need: those that lie in one place are moved apart first."""
    seen: dict[Point, int] = {}
    for name, point in points.items():
        times = seen[point] = seen.get(point, -1) + 1
        points[name] = point[0] + times * CELL, point[1]
    places = sorted(points.values())
    nearest = min((hypot(x - ox, y - oy) for (x, y), (ox, oy) in _near(places)), default=CELL)
    scale = max(1.0, CELL / nearest) if nearest else 1.0
    return {name: (x * scale, y * scale) for name, (x, y) in points.items()}


def _near(places: list[Point]) -> Iterator[tuple[Point, Point]]:
    return combinations(places, 2)


def _boxes(area: Area, centre: Point) -> list[Box]:
    """Where an area's name may stand: below its sign, above, right, left, and at the corners between."""
    x, y = centre
    width = LETTER * max(len(area.name), len(caption(area)) * 0.85)
    height, away = 2 * LINE, SIGN + 4
    middles = [
        (x, y + away + height / 2), (x, y - away - height / 2), (x + away + width / 2, y), (x - away - width / 2, y),
        (x + away + width / 2, y + away), (x - away - width / 2, y + away), (x + away + width / 2, y - away),
        (x - away - width / 2, y - away), (x, y + away + height), (x, y - away - height),
    ]  # fmt: skip
    return [(mx - width / 2, my - height / 2, mx + width / 2, my + height / 2) for mx, my in middles]


def _named(areas: tuple[Area, ...], points: Mapping[str, Point], borders: tuple[Border, ...]) -> dict[str, Box] | None:
    """A place for each name that covers no sign and no other name, and few lines; None where one finds none."""
    lines = [(points[border.a], points[border.b]) for border in borders]
    signs = [(x - SIGN, y - SIGN, x + SIGN, y + SIGN) for x, y in points.values()]
    names: dict[str, Box] = {}
    for area in areas:
        free = [box for box in _boxes(area, points[area.id]) if not _covers(box, (*signs, *names.values()))]
        if not free:
            return None
        names[area.id] = min(free, key=lambda box: sum(_crosses(line, box) for line in lines))
    return names


def _covers(box: Box, others: Iterable[Box]) -> bool:
    return any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in others)


def _crosses(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a line goes through a box: what is left of it once it is cut off at each side (Liang and Barsky)."""
    (x, y), (to_x, to_y) = line
    first, last = 0.0, 1.0
    for along, start, low, high in ((to_x - x, x, box[0], box[2]), (to_y - y, y, box[1], box[3])):
        if not along:
            if not low < start < high:
                return False
            continue
        enters, leaves = sorted(((low - start) / along, (high - start) / along))
        first, last = max(first, enters), min(last, leaves)
    return first < last


def _framed(points: Mapping[str, Point], names: Mapping[str, Box]) -> LaidOut:
    """Everything moved so that it begins at 0,0 with room around."""
    boxes = [*names.values(), *((x - SIGN, y - SIGN, x + SIGN, y + SIGN) for x, y in points.values())]
    left, top = min(box[0] for box in boxes) - GAP, min(box[1] for box in boxes) - 2 * GAP
    right, bottom = max(box[2] for box in boxes) + GAP, max(box[3] for box in boxes) + GAP
    return LaidOut(
        {name: (x - left, y - top) for name, (x, y) in points.items()},
        {name: (box[0] - left, box[1] - top, box[2] - left, box[3] - top) for name, box in names.items()},
        right - left, bottom - top,
    )  # fmt: skip


def as_placed(board: AreaGraph, width: float, height: float) -> LaidOut:
    """The board as its coordinates have it, in a frame of a size, names below the signs: for who places areas."""
    places = list(zip(board.areas, _ring(len(board.areas), width / 2, height / 2), strict=True))
    centres = {area.id: (float(area.at[0]), float(area.at[1])) if area.at else free for area, free in places}
    names = {area.id: _boxes(area, centres[area.id])[0] for area in board.areas}
    return LaidOut(centres, names, width, height)


def areas_svg(
    board: AreaGraph, label: str, marks: Mapping[str, AreaMark] | None = None, where: LaidOut | None = None
) -> str:
    """The board as an `svg` element; an area with an address is a link, whose words are its name and what is there."""
    where, found = where or laid_out(board), marks or {}
    lines = "".join(_line(where.centres[each.a], where.centres[each.b], each.type) for each in board.borders)
    order = sorted(board.areas, key=lambda area: "chosen" in found.get(area.id, NOBODY).css)
    signs = "".join(_sign(area, where, found.get(area.id, NOBODY)) for area in order)
    return (
        f'<svg class="played areas" viewBox="0 0 {where.width:.0f} {where.height:.0f}" width="{where.width:.0f}" '
        f'height="{where.height:.0f}" role="group" aria-label="{escape(label)}"><g class="borders">{lines}</g>'
        f"{signs}</svg>"
    )


def _line(one: Point, other: Point, kind: BorderKind) -> str:
    (x, y), (to_x, to_y) = one, other
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    if kind is BorderKind.RIVER:
        return f'<line class="border river" {ends}/><line class="border river-inside" {ends}/>'
    if kind is BorderKind.SPINE:
        return f'<line class="border spine" {ends}/>' + "".join(
            f'<line class="border spine-bar" x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}"/>'
            for a, b, c, d in bars(one, other)
        )
    return f'<line class="border {kind}" {ends}/>'


def bars(one: Point, other: Point) -> Iterator[tuple[float, float, float, float]]:
    """The bars across the line of a spine, three of them."""
    (x, y), (to_x, to_y) = one, other
    length = hypot(to_x - x, to_y - y) or 1
    across_x, across_y = -(to_y - y) / length * 7, (to_x - x) / length * 7
    for share in (0.4, 0.5, 0.6):
        at_x, at_y = x + (to_x - x) * share, y + (to_y - y) * share
        yield at_x - across_x, at_y - across_y, at_x + across_x, at_y + across_y


def _sign(area: Area, where: LaidOut, mark: AreaMark) -> str:
    (x, y), box = where.centres[area.id], where.names[area.id]
    css = escape(" ".join(("area", area.kind, f"ground-{area.terrain or 'sea'}", *mark.css)))
    words = escape(mark.words or f"{area.name}, {caption(area)}")
    middle = (box[0] + box[2]) / 2
    drawn = "".join(outline(area, x, y)) + ground_art(area, x, y)
    drawn += f'<text class="label" x="{middle:.1f}" y="{box[1] + LINE * 1.4:.1f}">{escape(caption(area))}</text>'
    drawn += f'<text class="name" x="{middle:.1f}" y="{box[1] + LINE / 2:.1f}">{escape(area.name)}</text>'
    for number, (text, classes) in enumerate(mark.counters):
        at = x + (number - (len(mark.counters) - 1) / 2) * (COUNTER + 1)
        corner = f'x="{at - COUNTER / 2:.1f}" y="{y - COUNTER / 2:.1f}"'
        drawn += f'<rect class="counter {escape(classes)}" {corner} width="{COUNTER}" height="{COUNTER}" rx="3"/>'
        drawn += f'<text class="counted" x="{at:.1f}" y="{y:.1f}">{escape(text)}</text>'
    shape = f'<g class="{css}" data-area="{escape(area.id)}"><title>{words}</title>{drawn}</g>'
    if not mark.href:
        return shape
    here = ' aria-current="true"' if "chosen" in mark.css else ""
    return f'<a href="{escape(mark.href)}" aria-label="{words}"{here}>{_reach(box, x, y)}{shape}</a>'


def _reach(box: Box, x: float, y: float) -> str:
    """What takes a press for an area that is a link: its sign, its name, and what lies between, which isn't drawn."""
    left, top = min(box[0], x - SIGN), min(box[1], y - SIGN)
    width, height = max(box[2], x + SIGN) - left, max(box[3], y + SIGN) - top
    corner = f'x="{left:.1f}" y="{top:.1f}"'
    return f'<rect class="reach" {corner} width="{width:.1f}" height="{height:.1f}" fill="none" pointer-events="all"/>'


def outline(area: Area, x: float, y: float) -> Iterator[str]:
    """The shape of an area's sign: land a disc, an island two rings, sea a box."""
    if area.kind is AreaKind.SEA:
        corner = f'x="{x - SIGN:.1f}" y="{y - SIGN * 0.8:.1f}"'
        yield f'<rect class="shape" {corner} width="{2 * SIGN}" height="{SIGN * 1.6}"/>'
        return
    yield f'<circle class="shape" cx="{x:.1f}" cy="{y:.1f}" r="{SIGN}"/>'
    if area.kind is AreaKind.ISLAND:
        yield f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{SIGN - 4}"/>'
    if area.capital:
        yield f'<circle class="ring capital" cx="{x:.1f}" cy="{y:.1f}" r="{SIGN + 4}"/>'


# Small strokes at the foot of a sign, by ground: from the centre, in units of the picture.
ART = {
    "forest": "M-7 16l3-8 3 8zM1 16l3-8 3 8z",
    "hill": "M-9 16q4-8 9 0q4-8 9 0",
    "desert": "M-8 12h1M-3 15h1M2 12h1M7 15h1",
    "mountain": "M-8 16l5-9 4 6 3-4 4 7z",
    "swamp": "M-8 15h6M2 15h6M-6 12v3M-4 11v4M4 12v3M6 11v4",
    "sea": "M-10 13q2.5-4 5 0t5 0t5 0t5 0",
}


def ground_art(area: Area, x: float, y: float) -> str:
    """The strokes of an area's ground."""
    path = ART.get(str(area.terrain or "sea"))
    return f'<path class="ground" transform="translate({x:.1f} {y:.1f})" d="{path}"/>' if path else ""
