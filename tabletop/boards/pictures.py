"""A board of hexes as SVG: each hex with its name and kind, its sign where the ground isn't plain.

Hexes of rows stand on a corner, those of columns on an edge: both are the lattice of `hex.py` at true angles, the
second turned by 30 degrees. Kinds are told apart by their signs, and by shades that the page gives to their numbers.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin, sqrt

from tabletop.boards.hex import CORNERS, Hex, HexBoard, Layout, Point

SIDE = 16  # of a hex, in units of the picture
MARGIN = SIDE + 1  # around the outermost centres, with room for a line
PLAIN = "."


def board_svg(board: HexBoard, label: str) -> str:
    """The board as an `svg` element; a hex has its name in `data-hex` and its kind in `data-sign`."""
    turn = pi / 6 if board.layout is Layout.ODD_COLUMNS else 0.0
    numbers = {sign: number for number, sign in enumerate(board.meanings)}
    centres = {place: _drawn(board.centre(place), turn) for place in board.hexes()}
    left, right = min(x for x, _ in centres.values()) - MARGIN, max(x for x, _ in centres.values()) + MARGIN
    top, bottom = min(y for _, y in centres.values()) - MARGIN, max(y for _, y in centres.values()) + MARGIN
    corners = [_drawn(corner, turn) for corner in CORNERS]
    shapes = "".join(_shape(board, place, centre, corners, numbers) for place, centre in centres.items())
    size = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    return f'<svg class="hexes" viewBox="{size}" role="img" aria-label="{escape(label)}">{shapes}</svg>'


def _drawn(lattice: Point, turn: float) -> tuple[float, float]:
    """A point of the lattice in units of the picture, turned clockwise by radians around 0,0."""
    x, y = lattice[0] * SIDE * sqrt(3) / 2, lattice[1] * SIDE / 2
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _shape(
    board: HexBoard,
    place: Hex,
    centre: tuple[float, float],
    corners: list[tuple[float, float]],
    numbers: dict[str, int],
) -> str:
    (row, column), (x, y) = place, centre
    sign = board.signs[row][column]
    outline = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners)
    mark = "" if sign == PLAIN else escape(sign)
    return (
        f'<g class="hex kind-{numbers[sign]}" data-hex="{row},{column}" data-sign="{escape(sign)}">'
        f"<title>{row},{column} {escape(board.kind_of(place).name)}</title>"
        f'<polygon points="{outline}"/><text x="{x:.1f}" y="{y:.1f}">{mark}</text></g>'
    )
