"""Sectors at true size, squares of an inch and a half, one on a sheet: to be cut out and laid side by side."""

from __future__ import annotations

from tabletop.boards.walled_squares import SideKind, WalledSquares, ends_of
from tabletop.pdf.document import Page, Sheet
from tabletop.pdf.grid import room_for_cutting
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.wizwar.catalogue import SECTOR
from tabletop.wizwar.pack import Pack, Sector

SQUARE = 38.1
WHOLE = SQUARE * SECTOR
TITLE, WORD = Style(14, "title"), Style(10)
CUT, LINE, WALL, DOOR = Pen(0.15, INK), Pen(0.15, INK, (0.6, 1.4)), Pen(2.0, INK), Pen(0.4, INK)
DOOR_WIDTH = 2.6
HOME, TREASURE = 13.0, 5.0


def sector_sheet(pack: Pack, *, paper: Paper) -> Sheet:
    """A page for each sector of the pack that nothing is wrong with."""
    return Sheet(
        title=f"Wiz-War: sectors, squares of {SQUARE:g} mm",
        subject=f"{len(pack.sound_sectors)} sectors, {pack.meta.sentence}",
        paper=paper,
        pages=tuple(_page(sector, pack.meta.sentence, paper) for sector in pack.sound_sectors),
    )


def _page(sector: Sector, sentence: str, paper: Paper) -> Page:
    board = sector.board()
    room = room_for_cutting(paper)
    box = Box((paper.width - WHOLE) / 2, room.y + 12, WHOLE, WHOLE)

    def draw(surface: Surface) -> None:
        surface.text((box.x, room.y + 7), f"{sector.name} · {sentence}", TITLE)
        with surface.figure(f"the sector {sector.name}, {SECTOR} by {SECTOR} squares", box):
            _draw(surface, board, box)
        surface.text(
            (box.x, box.bottom + 8),
            "Cut along the outer line. Solid lines are walls, boxes doors, a ring is home.",
            WORD,
        )

    return draw


def _draw(surface: Surface, board: WalledSquares, box: Box) -> None:
    surface.rectangle(box, CUT)
    for step in range(1, SECTOR):
        across, down = box.x + step * SQUARE, box.y + step * SQUARE
        surface.line((across, box.y), (across, box.bottom), LINE)
        surface.line((box.x, down), (box.right, down), LINE)
    for (row, column), sign in board.signs.items():
        centre = box.x + (column + 0.5) * SQUARE, box.y + (row + 0.5) * SQUARE
        if sign == "H":
            surface.circle(centre, HOME, Pen(0.8, INK))
            surface.text((centre[0], centre[1] + 1.5), "home", WORD, "centre")
        elif sign == "T":
            surface.circle(centre, TREASURE, Pen(0.5, INK))
            surface.circle(centre, TREASURE - 1.2, Pen(0.3, INK))
    for side, kind in board.standing.items():
        (x, y), (to_x, to_y) = ((box.x + at[0] * SQUARE / 2, box.y + at[1] * SQUARE / 2) for at in ends_of(side))
        if kind is SideKind.WALL:
            surface.line((x, y), (to_x, to_y), WALL)
            continue
        inset = 3.0
        if x == to_x:
            door = Box(x - DOOR_WIDTH / 2, y + inset, DOOR_WIDTH, to_y - y - 2 * inset)
            surface.line((x, y), (x, y + inset), WALL)
            surface.line((x, to_y - inset), (x, to_y), WALL)
        else:
            door = Box(x + inset, y - DOOR_WIDTH / 2, to_x - x - 2 * inset, DOOR_WIDTH)
            surface.line((x, y), (x + inset, y), WALL)
            surface.line((to_x - inset, y), (to_x, y), WALL)
        surface.rectangle(door, DOOR, fill="#ffffff")
