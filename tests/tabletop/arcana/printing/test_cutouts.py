"""Templates, gauges, bases and trays: each measured on both papers and in both scales."""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, dist, pi
from typing import Any

import pytest

from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.profiles import FOOTPRINTS
from tabletop.arcana.printing.cutouts import CutoutKind, cutout_sheet, cutouts_of
from tabletop.arcana.printing.cutouts.gauges import (
    ARC_RADIUS,
    BAND_WIDTH,
    DIAL,
    FRONTS,
    Range,
    charge_gauge,
    fire_arc,
    range_bands,
    scatter_dial,
    wheel_gauge,
)
from tabletop.arcana.printing.cutouts.shapes import MM_A_BASE
from tabletop.pdf.cutouts import OVERLAP, Cutout
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tests.catalogue import printed_catalogue
from tests.tabletop.pdf.measuring import MM, TOLERANCE, outside, overlaps, pages_of, text_of

CATALOGUE = printed_catalogue()
KINDS = tuple(CutoutKind)
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
SCALES = pytest.mark.parametrize("scale", [25, 15])
CUT_WIDTH = 0.25 * MM


def army(*units: Unit) -> Army:
    return resolve(Roster(format="muster-roster/1", game="arcana", name="A", army="dwarves", units=units), CATALOGUE)


WIZARD = Unit(ref="w", characters=(Character(ref="c1", profile="dwarves/dwarf-wizard", school="earth"),))
AXEMEN = Unit(ref="u1", name="The Old Guard", models=(Models(profile="dwarves/axemen", count=17),))
CANNON = Unit(ref="u2", models=(Models(profile="war-machines/cannon", count=1),))


@cache
def printed(kind: CutoutKind, paper: Paper, scale: int) -> list[Any]:
    cutouts = cutouts_of(kind, CATALOGUE, (), scale)
    return pages_of(render(cutout_sheet(kind, cutouts, scale, paper=paper)))


def outlines(pages: list[Any]) -> list[tuple[float, float]]:
    """Width and height in millimetres of what is cut, in order of size."""
    drawn = [each for page in pages for each in (*page.curves, *page.rects) if each["linewidth"] > CUT_WIDTH - 0.01]
    sizes = [(round(each["width"] / MM, 2), round(each["height"] / MM, 2)) for each in drawn]
    return sorted(size for size in sizes if min(size) > 5)


def matching(found: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> bool:
    pairs = list(zip(sorted(found), sorted(wanted), strict=True))
    return all(abs(a - b) <= TOLERANCE for one, other in pairs for a, b in zip(one, other, strict=True))


@SHEET_PAPERS
@SCALES
def test_every_template_has_the_book_s_size(paper: Paper, scale: int) -> None:
    base = {25: 25, 15: 15}[scale]
    circles = [base * count for count in (1, 3, 4, 5, 3, 4, 3, 5, 5, 5, 5, 3, 4)]
    wanted = [(float(across), float(across)) for across in circles]
    wanted += [(6.0 * base, float(base))] * 2 + [(127.0, 127.0), (101.6, 152.4)]
    assert matching(outlines(printed("templates", paper, scale)), wanted)


def test_28_mm_templates_are_those_of_25() -> None:
    assert cutouts_of("templates", CATALOGUE, (), 28) == cutouts_of("templates", CATALOGUE, (), 25)


@SHEET_PAPERS
@SCALES
def test_every_base_has_its_size(paper: Paper, scale: int) -> None:
    wanted = [(wide * MM_A_BASE[scale], deep * MM_A_BASE[scale]) for wide, deep, _ in FOOTPRINTS.values()]
    assert matching(outlines(printed("bases", paper, scale)), wanted)
    assert len(wanted) == 7


@SHEET_PAPERS
@SCALES
def test_a_tray_holds_its_block_exactly(paper: Paper, scale: int) -> None:
    unit = float(MM_A_BASE[scale])
    blocks = [(5 * unit, 2 * unit), (5 * unit, 4 * unit), (5 * unit, 4 * unit), (6 * unit, 4 * unit)]
    wanted = [*blocks, *((wide + 6, deep + 6) for wide, deep in blocks)]
    assert matching(outlines(printed("trays", paper, scale)), wanted)


def test_a_unit_s_tray_has_a_place_for_each_of_its_models() -> None:
    (tray,) = cutouts_of("trays", CATALOGUE, [army(AXEMEN, WIZARD)], 25)
    assert (tray.width, tray.height) == (5 * 25 + 6, 4 * 25 + 6)
    assert tray.name == "The Old Guard"


@SHEET_PAPERS
@pytest.mark.parametrize("inches", [6, 10])
def test_movement_sticks_are_true_inches(paper: Paper, inches: int) -> None:
    found = [height for wide, height in outlines(printed("gauges", paper, 25)) if abs(wide - 18) < 0.1]
    assert any(abs(height - inches * 25.4) <= TOLERANCE for height in found)


@SHEET_PAPERS
def test_a_stick_longer_than_the_paper_is_as_long_when_its_parts_are_joined(paper: Paper) -> None:
    (whole,) = [each for each in cutouts_of("gauges", CATALOGUE, (), 25) if each.name == "12 inches"]
    assert whole.height == pytest.approx(304.8)
    pages = printed("gauges", paper, 25)
    assert sum(len(page.search(r"part \d of 2")) for page in pages) == 2
    heights = [each["height"] / MM for page in pages for each in (*page.curves, *page.lines)]
    assert any(abs(2 * height - OVERLAP - 304.8) <= TOLERANCE for height in heights)


@SHEET_PAPERS
@SCALES
def test_the_wheel_gauge_s_arcs_are_the_fronts(paper: Paper, scale: int) -> None:
    wanted = sorted(front * MM_A_BASE[scale] for front in FRONTS)
    arcs = [curve for page in printed("gauges", paper, scale) for curve in page.curves if len(curve["pts"]) > 80]
    found = [arc["width"] / MM for arc in arcs if abs(arc["width"] - arc["height"]) < 0.02]
    assert all(any(abs(radius - each) <= TOLERANCE for each in found) for radius in wanted)


def alone(cutout: Cutout, paper: Paper) -> Any:
    (page,) = pages_of(render(cutout_sheet("gauges", (cutout,), 25, paper=paper)))
    return page


def corners(page: Any, count: int) -> list[tuple[float, float]]:
    """The points in millimetres of the one cut line that has so many."""
    (found,) = [curve for curve in page.curves if len(curve["pts"]) == count and curve["linewidth"] > CUT_WIDTH - 0.01]
    return [(x / MM, y / MM) for x, y in found["pts"]]


def degrees_between(point: tuple[float, float], one: tuple[float, float], other: tuple[float, float]) -> float:
    first, second = (atan2(end[1] - point[1], end[0] - point[0]) for end in (one, other))
    return abs(degrees(first - second))


@SHEET_PAPERS
def test_the_arc_of_fire_is_a_quarter_turn_with_two_equal_edges(paper: Paper) -> None:
    left, point, right = corners(alone(fire_arc(), paper), 3)
    assert [dist(point, end) for end in (left, right)] == pytest.approx([ARC_RADIUS] * 2, abs=TOLERANCE)
    assert degrees_between(point, left, right) == pytest.approx(90, abs=degrees(TOLERANCE / ARC_RADIUS))


@SHEET_PAPERS
def test_the_charge_gauge_has_a_right_angle_and_two_of_45_degrees(paper: Paper) -> None:
    square, along, up, *_ = corners(alone(charge_gauge(), paper), 4)
    assert [dist(square, end) for end in (along, up)] == pytest.approx([ARC_RADIUS] * 2, abs=TOLERANCE)
    for at, one, other, angle in ((square, along, up, 90), (along, square, up, 45), (up, square, along, 45)):
        turn = degrees_between(at, one, other)
        assert min(turn, 360 - turn) == pytest.approx(angle, abs=degrees(TOLERANCE / ARC_RADIUS))


@SHEET_PAPERS
def test_the_dial_has_its_size_and_six_directions_from_its_middle(paper: Paper) -> None:
    page = alone(scatter_dial(), paper)
    (rim,) = [curve for curve in page.curves if curve["width"] / MM > DIAL - 1]
    assert [rim[side] / MM for side in ("width", "height")] == pytest.approx([DIAL] * 2, abs=TOLERANCE)
    middle = (rim["x0"] + rim["width"] / 2) / MM, (rim["top"] + rim["height"] / 2) / MM
    ends = [max(((x / MM, y / MM) for x, y in line["pts"]), key=lambda end: dist(end, middle)) for line in page.lines]
    spokes = [end for end in ends if abs(dist(end, middle) - (DIAL / 2 - 8)) <= TOLERANCE]
    turns = sorted(degrees(atan2(y - middle[1], x - middle[0])) % 360 for x, y in spokes)
    assert turns == pytest.approx([30, 90, 150, 210, 270, 330], abs=degrees(TOLERANCE / (DIAL / 2 - 8)))


@SHEET_PAPERS
@SCALES
def test_the_wheel_gauge_s_ticks_are_half_inches_along_each_arc(paper: Paper, scale: int) -> None:
    page = alone(wheel_gauge(scale), paper)
    (edge,) = [line for line in page.lines if abs(line["width"]) < 0.01 and line["linewidth"] > CUT_WIDTH - 0.01]
    corner = edge["x0"] / MM, edge["bottom"] / MM
    reach = FRONTS[-1] * MM_A_BASE[scale]
    ends = [max(((x / MM, y / MM) for x, y in line["pts"]), key=lambda end: dist(end, corner)) for line in page.lines]
    outer = [end for end in ends if abs(dist(end, corner) - reach) <= TOLERANCE]
    along = sorted(reach * atan2(x - corner[0], corner[1] - y) for x, y in outer)[1:]  # the edge itself is at 0
    wanted = [12.7 * number for number in range(1, int(reach * pi / 2 / 12.7) + 1)]
    assert along[: len(wanted)] == pytest.approx(wanted, abs=TOLERANCE)


@SHEET_PAPERS
def test_the_bands_of_a_range_are_printed_where_they_end(paper: Paper) -> None:
    page = alone(*range_bands([Range("Sling", 6)]), paper)
    (stick,) = [each for each in page.rects or page.curves if abs(each["width"] / MM - BAND_WIDTH) < 0.1]
    assert stick["height"] / MM == pytest.approx(8 * 25.4, abs=TOLERANCE)
    ends = [(stick["bottom"] - line["top"]) / MM for line in page.lines if line["linewidth"] > 0.5 * MM]
    assert sorted(ends) == pytest.approx([2 * 25.4, 6 * 25.4, 8 * 25.4], abs=TOLERANCE)


def test_range_bands_are_a_third_the_range_and_a_third_beyond() -> None:
    (band,) = range_bands([Range("Bow", 12), Range("Sling", 12)])
    assert band.height == pytest.approx(16 * 25.4)
    thick = sorted(band.height - line.points[0][1] for line in band.lines if line.pen.width > 0.5)
    assert thick == pytest.approx([4 * 25.4, 12 * 25.4, 16 * 25.4])
    (mortar,) = range_bands([Range("Mortar", 33, 9)])
    assert [label.text for label in mortar.labels][2:] == ["too near", '9"', "normal", '33"']
    assert mortar.height == pytest.approx(33 * 25.4)


def test_only_what_the_rosters_use_is_printed() -> None:
    names = [each.name for each in cutouts_of("templates", CATALOGUE, [army(AXEMEN, WIZARD)], 25)]
    assert "Sinkhole" in names
    assert "Fog Cloud" not in names
    assert "5 bases" in names
    assert "Sinkhole" not in [each.name for each in cutouts_of("templates", CATALOGUE, [army(AXEMEN)], 25)]
    cannon = CATALOGUE.in_play("war-machines/cannon").missile
    bands = cutouts_of("ranges", CATALOGUE, [army(CANNON)], 25)
    longest = max(missile.range if missile.min_range else missile.range * 4 / 3 for missile in cannon)
    assert max(band.height for band in bands) == pytest.approx(longest * 25.4)


def test_an_outline_is_a_line_and_nothing_else() -> None:
    for each in cutouts_of("templates", CATALOGUE, (), 25, outline=True):
        assert len(each.lines) == 1
        assert each.labels == ()


def test_each_spell_s_template_bears_its_name_and_drifting_ones_a_dial() -> None:
    text = "\n".join(text_of(page) for page in printed("templates", A4, 25))
    for spell in (spell for spell in CATALOGUE.spells.values() if spell.template):
        assert spell.name in text
    by_name = {each.name: each for each in cutouts_of("templates", CATALOGUE, (), 25)}
    faces = [str(face) for face in range(1, 7)]
    assert [label.text for label in by_name["Tornado"].labels][-6:] == faces
    assert faces[0] not in [label.text for label in by_name["Sinkhole"].labels]


@SHEET_PAPERS
@SCALES
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_lies_outside_or_on_top_of_something_else(paper: Paper, scale: int, kind: CutoutKind) -> None:
    for page in printed(kind, paper, scale):
        assert outside(page) == []
        assert overlaps(page) == []


@SCALES
@pytest.mark.parametrize("kind", KINDS)
def test_every_label_lies_inside_what_it_stands_on(scale: int, kind: CutoutKind) -> None:
    for each in cutouts_of(kind, CATALOGUE, (), scale):
        assert _labels_outside(each) == []


def _labels_outside(cutout: Cutout) -> list[str]:
    boxes = [(label.text, label.box) for label in cutout.labels]
    return [
        text
        for text, box in boxes
        if box.x < 0 or box.y < 0 or box.right > cutout.width or box.bottom > cutout.height + 0.5
    ]


def test_the_same_cutouts_make_the_same_bytes() -> None:
    gauges = cutouts_of("gauges", CATALOGUE, (), 25)
    assert len({render(cutout_sheet("gauges", gauges, 25, paper=A4)) for _ in range(2)}) == 1
