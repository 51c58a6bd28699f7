"""Maps of areas: names cover nothing as far as there is room, and what a line goes through is told exactly."""

from __future__ import annotations

from itertools import combinations

import pytest

from tabletop.boards.area_graph import Area, AreaGraph, AreaKind, Border
from tabletop.boards.area_pictures import _crosses, laid_out

BOX = (0.0, 0.0, 10.0, 4.0)


@pytest.mark.parametrize(
    ("line", "crosses"),
    [
        (((-5.0, 2.0), (15.0, 2.0)), True),  # along, through it
        (((-5.0, 9.0), (15.0, 9.0)), False),  # along, beside it
        (((5.0, -5.0), (5.0, 9.0)), True),  # up, through it
        (((20.0, -5.0), (20.0, 9.0)), False),
        (((-5.0, 2.0), (-1.0, 2.0)), False),  # it ends before
        (((-2.0, 4.0), (4.0, -2.0)), True),  # over a corner
        (((-2.0, 1.0), (1.0, -2.0)), False),  # past a corner
    ],
)
def test_a_line_crosses_a_box_that_it_goes_through(
    line: tuple[tuple[float, float], tuple[float, float]], crosses: bool
) -> None:
    assert _crosses(line, BOX) is crosses
    assert _crosses(line[::-1], BOX) is crosses


def crowded(count: int, name: str, *, apart: float) -> AreaGraph:
    """Areas in a row, so far apart."""
    areas = tuple(
        Area(id=f"a{number}", name=name, kind=AreaKind.SEA, at=(round(number * apart), 0)) for number in range(count)
    )
    borders = tuple(Border(a=f"a{number}", b=f"a{number + 1}") for number in range(count - 1))
    return AreaGraph(format="muster-board/1", areas=areas, borders=borders).check()


def test_names_that_have_no_room_spread_the_map_until_none_covers_another() -> None:
    close = laid_out(crowded(12, "A land of a very long name, longer than all others", apart=10))
    boxes = [*close.names.values()]
    assert len(boxes) == 12
    assert not any(
        one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        for one, other in combinations(boxes, 2)
    )
    roomy = laid_out(crowded(12, "Elk", apart=10))
    assert close.width > roomy.width


def test_a_board_without_coordinates_stands_in_a_ring() -> None:
    areas = tuple(Area(id=f"a{number}", name="Elk", kind=AreaKind.SEA) for number in range(6))
    ring = laid_out(AreaGraph(format="muster-board/1", areas=areas, borders=()))
    assert len(set(ring.centres.values())) == 6
