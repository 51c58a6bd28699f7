"""A board of squares as SVG: floor, walls, doors and columns, and in play marks and counters, each square a link.

A square says what it is in its words, as hexes do in `marked.py`, whose marks and counters these are. What leads over
the edge is drawn as an arrow, a portal with the first letter of its colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from tabletop.boards.marked import Mark
from tabletop.boards.walled_squares import Place, SideKind, Square, WalledSquares, ends_of

SIDE = 64  # of a square, in units of the picture
HALF = SIDE // 2
MARGIN = 26  # around the board, with room for arrows
COUNTER = 22
IN_A_ROW = 2  # counters beside each other
ARROW = 7
FRAME = f'width="{SIDE - 10}" height="{SIDE - 10}" rx="4"'


def squares_svg(board: WalledSquares, label: str, marks: Mapping[Square, Mark] | None = None) -> str:
    """The board as an `svg` element; a square has its name in `data-square`, and without a mark its kind as its words.

    A lit or chosen square is drawn after its neighbours, walls after all squares.
    """
    marks = marks or {}
    kinds = {sign: number for number, sign in enumerate(board.meanings)}
    squares = "".join(_square(board, square, marks.get(square), kinds) for square in board.signs)
    width, height = board.width * SIDE + 2 * MARGIN, board.height * SIDE + 2 * MARGIN
    return (
        f'<svg class="played squares" viewBox="{-MARGIN} {-MARGIN} {width} {height}" width="{width}" '
        f'height="{height}" role="group" aria-label="{escape(label)}">{squares}'
        f'<g class="lines">{_lines(board)}{_exits(board)}</g></svg>'
    )


def _square(board: WalledSquares, square: Square, mark: Mark | None, kinds: Mapping[str, int]) -> str:
    (row, column), sign = square, board.signs[square]
    x, y = column * SIDE, row * SIDE
    words = mark.words if mark else f"{row},{column} {board.kind_of(square).name}"
    css = " ".join(("square", f"kind-{kinds[sign]}", *(mark.css if mark else ())))
    inside = f'<rect class="floor" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>'
    inside += _inside(x + HALF, y + HALF, mark) if mark else _sign(x + HALF, y + HALF, sign)
    shape = f'<g class="{escape(css)}" data-square="{row},{column}"><title>{escape(words)}</title>{inside}</g>'
    if mark and mark.href:
        here = ' aria-current="true"' if "chosen" in mark.css else ""
        stop = "" if mark.is_stop else ' tabindex="-1"'
        return f'<a href="{escape(mark.href)}" aria-label="{escape(words)}"{here}{stop}>{shape}</a>'
    return shape


def _sign(x: int, y: int, sign: str) -> str:
    return "" if sign == "." else f'<text x="{x}" y="{y}">{escape(sign)}</text>'


def _inside(x: int, y: int, mark: Mark) -> str:
    frame = f'x="{x - HALF + 5}" y="{y - HALF + 5}" {FRAME}'
    drawn = "".join(f'<rect class="frame-{name}" {frame}/>' for name in ("lit", "chosen") if name in mark.css)
    drawn += f'<g class="art" transform="translate({x} {y})">{mark.art}</g>' if mark.art else ""
    if mark.label:
        drawn += f'<text class="label" x="{x}" y="{y + HALF - 12}">{escape(mark.label)}</text>'
    if mark.disc:
        drawn += f'<circle class="disc" cx="{x + HALF - 13}" cy="{y - HALF + 13}" r="9"/>'
        drawn += f'<text class="gold" x="{x + HALF - 13}" y="{y - HALF + 13}">{escape(mark.disc)}</text>'
    for number, counter in enumerate(mark.counters):
        row, place = divmod(number, IN_A_ROW)
        left, top = x - HALF + 7 + place * (COUNTER + 3), y - HALF + 7 + row * (COUNTER + 3)
        drawn += f'<rect class="counter {escape(counter.css)}" x="{left}" y="{top}" width="{COUNTER}" '
        drawn += f'height="{COUNTER}" rx="3"/>'
        middle = f'x="{left + COUNTER // 2}" y="{top + COUNTER // 2}"'
        drawn += f'<text class="counted" {middle}>{escape(counter.text)}</text>'
    return drawn


def _lines(board: WalledSquares) -> str:
    drawn = ""
    for side, kind in board.standing.items():
        (x, y), (to_x, to_y) = (_at(end) for end in ends_of(side))
        line = f'x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}"'
        drawn += f'<line class="wall" {line}/>'
        if kind is SideKind.DOOR:
            drawn += f'<line class="door" {line}/>'
    return drawn + "".join(
        f'<circle class="column" cx="{x}" cy="{y}" r="5"/>' for x, y in map(_at, sorted(board.columns))
    )


def _exits(board: WalledSquares) -> str:
    """An arrow out of each open side at the edge; a portal with its letter beside it."""
    colours = {board.exit_side(end): portal.colour for portal in board.portals for end in (portal.a, portal.b)}
    drawn = ""
    for leaves, over in sorted(board.crossings.items()):
        (x, y), (out_x, out_y) = _at(leaves), over.out
        tip = x + out_x * (ARROW + 5), y + out_y * (ARROW + 5)
        one, two = ((tip[0] - out_x * ARROW + each * out_y, tip[1] - out_y * ARROW + each * out_x) for each in (-6, 6))
        points = " ".join(f"{across},{down}" for across, down in (tip, one, two))
        drawn += f'<polygon class="exit" points="{points}"/>'
        if colour := colours.get(leaves):
            drawn += (
                f'<text class="portal" x="{x + out_x * 19}" y="{y + out_y * 19}">{escape(colour[0].upper())}</text>'
            )
    return drawn


def _at(place: Place) -> tuple[int, int]:
    """A place of the fine grid in units of the picture."""
    return place[0] * HALF, place[1] * HALF
