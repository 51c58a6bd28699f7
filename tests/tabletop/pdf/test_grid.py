"""Things of one size on a sheet: as many as fit, inside what printers reach, backs behind their fronts."""

from __future__ import annotations

import pytest

from tabletop.pdf.document import Sheet, render
from tabletop.pdf.grid import CROP_ROOM, crop_marks, grid, room_for_cutting
from tabletop.pdf.paper import A4, LETTER, PAPERS, UNPRINTABLE, Paper
from tabletop.pdf.surface import Surface
from tests.laws import of_each
from tests.tabletop.pdf.measuring import MM, TOLERANCE, outside, pages_of

SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
SIZES = pytest.mark.parametrize("size", [(63.5, 88.9), (70, 120), (105, 148), (25, 25), (15, 15)])


@of_each(
    ("paper", "size", "gap", "places"),
    [
        (A4, (63.5, 88.9), 0, 9),
        (LETTER, (63.5, 88.9), 0, 8),
        (A4, (70, 120), 0, 4),
        (LETTER, (70, 120), 0, 4),
        (A4, (105, 148), 0, 2),
        (A4, (25, 25), 2, 70),
        (LETTER, (25, 25), 2, 63),
        (A4, (15, 15), 2, 176),
    ],
)
def test_a_page_takes_as_many_as_it_can(paper: Paper, size: tuple[float, float], gap: float, places: int) -> None:
    assert grid(paper, *size, gap=gap, cropped=size[0] > 30).places == places


@SHEET_PAPERS
@SIZES
@pytest.mark.parametrize("gap", [0, 2, 3])
def test_every_place_lies_where_printers_reach(paper: Paper, size: tuple[float, float], gap: float) -> None:
    places = grid(paper, *size, gap=gap, cropped=True)
    room = room_for_cutting(places.paper)
    for number in range(places.places):
        box = places.place(number)
        assert (box.width, box.height) == size
        assert box.x >= UNPRINTABLE + CROP_ROOM - 1e-9
        assert box.right <= places.paper.width - UNPRINTABLE - CROP_ROOM + 1e-9
        assert room.y + CROP_ROOM - 1e-9 <= box.y <= box.bottom <= room.bottom - CROP_ROOM + 1e-9


@SHEET_PAPERS
@SIZES
def test_a_back_lies_behind_its_front_when_the_sheet_is_turned(paper: Paper, size: tuple[float, float]) -> None:
    places = grid(paper, *size, gap=2)
    seats = [places.place(number) for number in range(places.places)]
    for number, front in enumerate(seats):
        back = places.behind(number)
        assert back.x == pytest.approx(places.paper.width - front.right)
        assert back.y == front.y
        assert any(abs(back.x - seat.x) < 1e-6 and back.y == seat.y for seat in seats)


def test_what_doesn_t_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="don't fit on A4"):
        grid(A4, 300, 300)


@SHEET_PAPERS
def test_crop_marks_stand_on_the_edges_and_outside_the_cards(paper: Paper) -> None:
    places = grid(paper, 63.5, 88.9, cropped=True)

    def draw(surface: Surface) -> None:
        crop_marks(surface, places)

    page = pages_of(render(Sheet(title="x", paper=places.paper, pages=(draw,))))[0]
    assert outside(page) == []
    marks = [line for line in page.lines if max(line["width"], line["height"]) / MM == pytest.approx(2.5, abs=0.01)]
    upright = sorted({round(line["x0"] / MM, 2) for line in marks if line["width"] == 0})
    edges = sorted({round(edge, 2) for each in range(places.columns) for edge in (places.place(each).x,)})
    assert upright[:-1] == pytest.approx(edges, abs=TOLERANCE)
    assert len(marks) == 2 * (places.columns + 1) + 2 * (places.rows + 1)
    box = places.box
    for mark in marks:
        is_beside = mark["x1"] / MM < box.x or mark["x0"] / MM > box.right
        assert is_beside or mark["bottom"] / MM < box.y or mark["top"] / MM > box.bottom
