"""Cutouts on pages: packed without touching, and what is too large in parts that make the whole again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.pdf.cutouts import GAP, OVERLAP, Cutout, Label, Line, pack_rows, split_cutout
from tabletop.pdf.grid import room_for_cutting
from tabletop.pdf.paper import A4, PAPERS
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import Style

LENGTHS = st.floats(5, 190).map(lambda length: round(length, 2))


def oblong(width: float, height: float) -> Cutout:
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0))
    label = Label((width / 2, height / 2), "middle", Style(7), "centre")
    return Cutout(name="oblong", width=width, height=height, lines=(Line(corners),), labels=(label,))


@given(st.lists(st.tuples(LENGTHS, LENGTHS), min_size=1, max_size=30), st.sampled_from(list(PAPERS.values())))
def test_every_cutout_lies_on_one_page_and_on_no_other(sizes: list[tuple[float, float]], paper: object) -> None:
    room = room_for_cutting(A4)
    pages = list(pack_rows([oblong(*size) for size in sizes], room))
    assert sum(map(len, pages)) == len(sizes)
    for seats in pages:
        boxes = [(seat.x, seat.y, seat.x + seat.cutout.width, seat.y + seat.cutout.height) for seat in seats]
        for number, one in enumerate(boxes):
            assert one[0] >= room.x
            assert one[1] >= room.y
            assert one[2] <= room.right + 1e-6
            assert one[3] <= room.bottom + 1e-6
            for other in boxes[number + 1 :]:
                apart = (other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
                assert max(apart) >= GAP - 1e-6


def test_what_fits_stays_whole() -> None:
    whole = oblong(190, 270)
    assert split_cutout(whole, 197.3, 276.65) == (whole,)


@given(st.floats(200, 900), st.floats(50, 900))
def test_parts_lie_over_each_other_and_make_the_whole(width: float, height: float) -> None:
    parts = split_cutout(oblong(width, height), 197.3, 276.65)
    columns, rows = _count(width, 197.3), _count(height, 276.65)
    assert len(parts) == columns * rows
    assert all(part.width <= 197.3 + 1e-6 and part.height <= 276.65 + 1e-6 for part in parts)
    across = sum(part.width for part in parts[:columns]) - (columns - 1) * OVERLAP
    down = sum(part.height for part in parts[::columns]) - (rows - 1) * OVERLAP
    assert (across, down) == (pytest.approx(width), pytest.approx(height))


def _count(length: float, room: float) -> int:
    return 1 if length <= room else -int(-(length - OVERLAP) // (room - OVERLAP))


def test_no_line_of_a_part_reaches_beyond_it_and_together_they_are_as_long() -> None:
    whole = oblong(500, 100)
    parts = split_cutout(whole, 197.3, 276.65)
    drawn = 0.0
    for part in parts:
        for line in part.lines:
            assert all(-1e-6 <= x <= part.width + 1e-6 and -1e-6 <= y <= part.height + 1e-6 for x, y in line.points)
        level = [line for line in part.lines if line.pen == whole.lines[0].pen]
        drawn += sum(
            abs(x1 - x0)
            for line in level
            for (x0, y0), (x1, y1) in zip(line.points, line.points[1:], strict=False)
            if y0 == y1 in (0.0, 100.0)
        )
    assert drawn == pytest.approx(2 * (500 + (len(parts) - 1) * OVERLAP))


def test_seams_fall_on_the_same_place_of_both_parts() -> None:
    first, second, *_ = split_cutout(oblong(500, 100), 197.3, 276.65)
    seams = [
        [line.points[0][0] for line in part.lines if line.pen.dashes and line.points[0][0] == line.points[1][0]]
        for part in (first, second)
    ]
    assert seams[0][-1] == pytest.approx(first.width - OVERLAP / 2)
    assert seams[1][0] == pytest.approx(OVERLAP / 2)


def test_each_part_says_which_it_is() -> None:
    texts = [label.text for part in split_cutout(oblong(500, 100), 197.3, 276.65) for label in part.labels]
    assert [text for text in texts if text.startswith("part")] == ["part 1 of 3", "part 2 of 3", "part 3 of 3"]
    assert texts.count("middle") == 1


def test_a_seam_goes_around_the_labels_on_it() -> None:
    width, height = 22.0, 600.0
    edge = Line(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0)), Pen(0.25))
    notes = tuple(Label((12.0, float(y)), "on a seam", Style(7)) for y in range(5, 600, 5))
    for part in split_cutout(Cutout(name="x", width=width, height=height, lines=(edge,), labels=notes), 190, 270):
        dashed = [line.points for line in part.lines if line.pen.dashes]
        assert dashed
        for (left, y), (right, _) in dashed:
            for label in part.labels:
                box = label.box
                crosses = box.y <= y <= box.bottom and left < box.right - 1e-9 and box.x + 1e-9 < right
                assert not crosses, (label.text, y)
