"""Laws of setting up: zones mirror each other, turns add up, infiltrators stand only where there is room."""

from __future__ import annotations

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from tabletop.arcana.rules.deployment import Terms, alternating, attacking, set_up
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.motion.free_space import Rings
from tabletop.geometry.primitives.polygons import area, box, contains, overlapping
from tabletop.geometry.primitives.vectors import Point
from tests.tables import Plain, block, laid, loose, mirrored, plain_table

few = settings(max_examples=50)
APART = 6.0
counts = st.integers(1, 12)
lengths = st.integers(24, 96)


@few
@given(lengths, lengths, st.integers(0, 30), st.integers(0, 12))
def test_zones_mirror_each_other(wide: int, deep: int, apart: int, margin: int) -> None:
    assume(apart < deep and 2 * margin < wide)
    scene = laid(plain_table(loose("r1", (1, 1)), loose("b1", (9, 9)), size=[wide, deep]))
    zones = set_up(scene, Terms(apart=apart, margin=margin)).zones
    (x1, y1, x2, y2), (x3, y3, x4, y4) = box(zones["red"]), box(zones["blue"])
    assert (x1, x2) == (x3, x4) == (margin, wide - margin)
    assert (y1, y4) == (0, deep)
    assert y3 - y2 == apart
    assert area(zones["red"]) == pytest.approx(area(zones["blue"]))


@given(counts, counts)
def test_turns_place_every_unit_once(red: int, blue: int) -> None:
    turns = list(alternating({"red": red, "blue": blue}))
    assert {side: sum(turn.units for turn in turns if turn.side == side) for side in ("red", "blue")} == {
        "red": red,
        "blue": blue,
    }
    assert turns[-1].side == ("blue" if blue >= red else "red")
    theirs = [turn.units for turn in attacking("red", red, "blue", blue)]
    assert theirs == [3 * red // 4, blue, red - 3 * red // 4]


@st.composite
def intrusions(draw: st.DrawFn) -> Plain:
    """An infiltrator anywhere, enemies in ranks and loose."""
    tenths = st.integers(5, 475).map(lambda number: number / 10)
    spy = loose("r1", (draw(st.integers(5, 715)) / 10, draw(tenths)), infiltrating=True)
    ranks = block("b1", corner=(draw(st.integers(20, 50)), draw(st.integers(14, 40))), facing=draw(st.integers(0, 359)))
    return plain_table(spy, ranks, loose("b2", (draw(st.integers(12, 60)), 40), (36, draw(tenths))))


def is_inside(rings: Rings, point: Point) -> bool:
    outline, *holes = rings
    return contains(outline, point) and not any(contains(hole, point) for hole in holes)


@few
@given(intrusions())
def test_infiltrators_are_legal_where_there_is_room_and_nowhere_else(plain: Plain) -> None:
    scene = laid(plain)
    found, (base,) = set_up(scene, Terms()), scene.unit("r1").bases
    apart = closest_pair([base], [block for ref in ("b1", "b2") for block in scene.unit(ref).blocks]).gap.inches
    legal = "r1" not in {fault.ref for fault in found.faults}
    event(f"legal: {legal}")
    assert legal == (apart >= APART - 1e-3 and not any(overlapping([base], [found.zones["blue"]])))
    x, y = box(base)[:2]
    corners = [(x + shift[0], y + shift[1]) for shift in ((0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99))]
    if legal:
        assert all(any(is_inside(rings, corner) for rings in found.room["red"]) for corner in corners)
    elif apart < APART - 0.05:
        nearest = closest_pair([base], [block for ref in ("b1", "b2") for block in scene.unit(ref).blocks]).gap.start
        assert not any(is_inside(rings, nearest) for rings in found.room["red"])


@few
@given(intrusions())
def test_a_mirrored_table_has_the_same_faults(plain: Plain) -> None:
    here, there = set_up(laid(plain), Terms()), set_up(laid(mirrored(plain)), Terms())
    assert sorted(fault.ref for fault in here.faults) == sorted(fault.ref for fault in there.faults)
    areas = [sum(area(rings[0]) for rings in found.room["red"]) for found in (here, there)]
    assert areas[0] == pytest.approx(areas[1], rel=1e-6)
