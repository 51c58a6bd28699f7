"""A board of hexes in play as SVG: ground, hexsides, marks and counters, each hex a link with words.

Hexes are drawn as in `pictures.py`. A hex with an address is a link, so that a board is played without a script, by
keyboard, and by whoever hears what is in a hex; its words are its name. How marks look is the page's business: a mark
has classes, `lit` for what may do something, `chosen`, and those of its game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import cos, pi, sin, sqrt

from msgspec import Struct

from tabletop.boards.hex import CORNERS, Hex, HexBoard, Layout, Point

SIDE = 40  # of a hex, in units of the picture
MARGIN = SIDE + 2
LINE = 15  # units between the lines of text in a hex
COUNTER = 18  # the side of a counter


class Counter(Struct, frozen=True):
    """A small square in a hex, with a short text; `css` says whose it is."""

    text: str
    css: str = ""


class Mark(Struct, frozen=True, kw_only=True):
    """What is said and shown of a hex: its words, its address, its classes, a word on it, a disc, counters.

    `art` is SVG of the game's own around the centre. `is_stop` is whether the keyboard stops at its address.
    """

    words: str
    href: str = ""
    css: tuple[str, ...] = ()
    label: str = ""
    disc: str = ""
    counters: tuple[Counter, ...] = ()
    art: str = ""
    is_stop: bool = True


class MarkedSide(Struct, frozen=True):
    """An edge between two hexes, drawn by its class."""

    a: Hex
    b: Hex
    css: str


def marked_svg(board: HexBoard, label: str, marks: Mapping[Hex, Mark], sides: Iterable[MarkedSide] = ()) -> str:
    """The board as an `svg` element; a hex has its name in `data-hex`, and without a mark its kind as its words."""
    turn = pi / 6 if board.layout is Layout.ODD_COLUMNS else 0.0
    centres = {place: _drawn(board.centre(place), turn) for place in board.hexes()}
    left, right = min(x for x, _ in centres.values()) - MARGIN, max(x for x, _ in centres.values()) + MARGIN
    top, bottom = min(y for _, y in centres.values()) - MARGIN, max(y for _, y in centres.values()) + MARGIN
    corners = [_drawn(corner, turn) for corner in CORNERS]
    order = sorted(centres, key=lambda place: _layer(marks.get(place)))
    shapes = "".join(_hex(board, place, centres[place], corners, marks.get(place)) for place in order)
    edges = "".join(_edge(centres[side.a], centres[side.b], side.css) for side in sides)
    width, height = right - left, bottom - top
    return (
        f'<svg class="played" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="{escape(label)}">{shapes}<g class="edges">{edges}</g></svg>'
    )


def _layer(mark: Mark | None) -> int:
    """Which hexes are drawn above others, so that no neighbour covers their frame: lit ones, then the chosen one."""
    return 0 if mark is None else ("lit" in mark.css) + 2 * ("chosen" in mark.css)


def _drawn(lattice: Point, turn: float) -> tuple[float, float]:
    x, y = lattice[0] * SIDE * sqrt(3) / 2, lattice[1] * SIDE / 2
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _hex(
    board: HexBoard, place: Hex, centre: tuple[float, float], corners: list[tuple[float, float]], mark: Mark | None
) -> str:
    (row, column), (x, y) = place, centre
    outline = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners)
    words = mark.words if mark else f"{row},{column} {board.kind_of(place).name}"
    css = " ".join(("hex", *(mark.css if mark else ())))
    inside = f'<polygon points="{outline}"/>' + (_inside(x, y, mark) if mark else "")
    shape = f'<g class="{escape(css)}" data-hex="{row},{column}"><title>{escape(words)}</title>{inside}</g>'
    if mark and mark.href:
        here = ' aria-current="true"' if "chosen" in mark.css else ""
        stop = "" if mark.is_stop else ' tabindex="-1"'
        return f'<a href="{escape(mark.href)}" aria-label="{escape(words)}"{here}{stop}>{shape}</a>'
    return shape


def _inside(x: float, y: float, mark: Mark) -> str:
    drawn = f'<g class="art" transform="translate({x:.1f} {y:.1f})">{mark.art}</g>' if mark.art else ""
    if mark.disc:
        drawn += f'<circle class="disc" cx="{x:.1f}" cy="{y - LINE:.1f}" r="10"/>'
        drawn += f'<text class="gold" x="{x:.1f}" y="{y - LINE:.1f}">{escape(mark.disc)}</text>'
    if mark.label:
        drawn += f'<text class="label" x="{x:.1f}" y="{y + LINE * 1.5:.1f}">{escape(mark.label)}</text>'
    count = len(mark.counters)
    for number, counter in enumerate(mark.counters):
        at = x + (number - (count - 1) / 2) * (COUNTER + 1)
        css, corner = escape(counter.css), f'x="{at - COUNTER / 2:.1f}" y="{y - COUNTER / 3:.1f}"'
        drawn += f'<rect class="counter {css}" {corner} width="{COUNTER}" height="{COUNTER}" rx="3"/>'
        drawn += f'<text class="counted" x="{at:.1f}" y="{y + COUNTER / 6:.1f}">{escape(counter.text)}</text>'
    return drawn


def _edge(one: tuple[float, float], other: tuple[float, float], css: str) -> str:
    """The edge between two neighbours: across the middle of the line between their centres."""
    (x, y), (to_x, to_y) = one, other
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
    along_x, along_y = -(to_y - y), to_x - x  # at a right angle, of the length between centres: a side is 1/√3 of it
    half = 1 / (2 * sqrt(3))
    return (
        f'<line class="{escape(css)}" x1="{middle_x - along_x * half:.1f}" y1="{middle_y - along_y * half:.1f}" '
        f'x2="{middle_x + along_x * half:.1f}" y2="{middle_y + along_y * half:.1f}"/>'
    )
