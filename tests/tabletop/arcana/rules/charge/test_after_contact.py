"""Laws of what follows contact: nobody stands on anybody, nobody goes too far, a turned table answers alike."""

from __future__ import annotations

from itertools import permutations
from math import hypot

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from tabletop.arcana.battlefield import PlacedUnit
from tabletop.arcana.rules.charge import solve
from tabletop.arcana.rules.charge.contact.aftermath import Lined, aftermath, line_up
from tabletop.arcana.rules.charge.contact.meeting import Met, meet
from tabletop.arcana.rules.charge.contact.pushing import Pushed, push
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped, wrap
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.shortest_paths import blocked_centres
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import centroid, overlapping, sides
from tabletop.geometry.primitives.segments import point_at
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE
from tabletop.geometry.primitives.vectors import distance
from tests.tables import MIDDLE, Plain, block, laid, loose, mirrored, plain_table, swung

FURTHEST = 3.0
few = settings(max_examples=25)
quarters = st.sampled_from([90, 180, 270])
inches = st.integers(0, 24).map(lambda number: number / 2)


@st.composite
def crowds(draw: st.DrawFn, ref: str, y: float, most: int = 7) -> Plain:
    """Up to so many models on a grid of an inch and a half, some of its places free."""
    cells = draw(st.lists(st.tuples(st.integers(-4, 4), st.integers(0, 2)), min_size=1, max_size=most, unique=True))
    return loose(ref, *((120 + 1.5 * column, y + 1.5 * row) for column, row in cells))


def nobody_overlaps(*units: PlacedUnit) -> bool:
    bases = [base for unit in units for base in unit.bases]
    return not any(first < second for first, second in overlapping(bases, bases))


@st.composite
def meetings(draw: st.DrawFn) -> Plain:
    return plain_table(draw(crowds("r1", 112)), draw(crowds("b1", 118)), size=[240, 240])


def met(plain: Plain, budget: float) -> Met:
    scene = laid(plain)
    found = meet(scene, scene.unit("r1"), scene.unit("b1"), budget)
    assert found
    return found


@few
@given(meetings(), inches)
def test_skirmishers_meet_within_their_inches_and_on_nobody(plain: Plain, budget: float) -> None:
    found, target = met(plain, budget), laid(plain).unit("b1")
    event(f"{len(found.touches)} touch")
    assert nobody_overlaps(found.unit, target)
    for model, (before, after) in enumerate(zip(laid(plain).unit("r1").centres, found.unit.centres, strict=True)):
        if model not in found.touches:
            assert before == after
            continue
        touch = found.touches[model]
        assert distance(before, after) - RANGE <= touch.inches <= budget + RANGE
        assert are_within([found.unit.bases[model]], [target.bases[touch.foe]], CONTACT)


@few
@given(meetings(), inches, quarters)
def test_a_turned_meeting_touches_as_many(plain: Plain, budget: float, angle: float) -> None:
    here, there = met(plain, budget), met(swung(plain, MIDDLE, angle), budget)
    assert len(here.touches) == len(there.touches)


columns = st.lists(st.integers(-6, 6), min_size=1, max_size=4, unique=True)


@few
@given(columns, columns, inches)
def test_as_many_enemies_are_fought_as_any_sharing_out_could(own: list[int], their: list[int], budget: float) -> None:
    """Before a row of enemies with room between them every way is straight, and few enough to try them all."""
    red, blue = [(120 + 2 * x, 110.0) for x in own], [(120 + 4 * x, 116.0) for x in their]
    found = met(plain_table(loose("r1", *red), loose("b1", *blue), size=[240, 240]), budget)
    shares = permutations([*red, *[None] * len(blue)], len(blue))
    event(f"{len(found.touches)} touch")
    assert len({touch.foe for touch in found.touches.values()}) == max(
        sum(man is not None and in_reach(man, foe, budget) for man, foe in zip(share, blue, strict=True))
        for share in shares
    )


def in_reach(man: tuple[float, float], foe: tuple[float, float], budget: float) -> bool:
    return hypot(max(abs(man[0] - foe[0]) - 1, 0), foe[1] - man[1] - 1) <= budget


@st.composite
def pushes(draw: st.DrawFn) -> Plain:
    """A block that stands just before a crowd."""
    files = draw(st.integers(3, 6))
    front = block("r1", models=files * 2, files=files, corner=(120 - files / 2 + draw(st.integers(-4, 4)) / 2, 117.5))
    return plain_table(front, draw(crowds("b1", 118)), size=[240, 240])


def pushed(plain: Plain, left: float) -> Pushed:
    scene = laid(plain)
    found = push(scene, scene.unit("r1"), scene.unit("b1"), left)
    assert found
    return found


@few
@given(pushes(), inches)
def test_a_push_is_three_inches_at_most_and_leaves_nobody_under_another(plain: Plain, left: float) -> None:
    found = pushed(plain, left)
    event("full" if found.full else "not full")
    assert 0 <= found.inches <= min(FURTHEST, left) + CONTACT
    assert nobody_overlaps(found.unit, found.target)
    touching = [are_within([found.target.bases[model]], found.unit.blocks, CONTACT) for model in found.models]
    assert all(touching)


@few
@given(pushes(), inches)
def test_a_mirrored_push_goes_as_far(plain: Plain, left: float) -> None:
    here, there = pushed(plain, left), pushed(mirrored(plain), left)
    assert here.inches == pytest.approx(there.inches, abs=1e-6)
    assert len(here.models) == len(there.models)
    assert here.full == there.full


def wrapped(plain: Plain, budget: float) -> Wrapped:
    scene = laid(plain)
    found = wrap(scene, scene.unit("b1"), scene.unit("r1"), budget)
    assert found
    return found


@few
@given(pushes(), inches)
def test_wrapping_leaves_nobody_under_another_and_posts_touch(plain: Plain, budget: float) -> None:
    found, target = wrapped(plain, budget), laid(plain).unit("r1")
    event(f"{len(found.posts)} posts")
    assert nobody_overlaps(found.unit, target)
    for model, way in found.inches.items():
        assert way <= budget + RANGE
        assert are_within([found.unit.bases[model]], target.blocks, CONTACT)


@st.composite
def short_ranks(draw: st.DrawFn) -> Plain:
    """A block whose last rank may be short, skirmishers before or behind it, their bases square to it or turned."""
    files = draw(st.integers(5, 8))
    target = block("r1", models=files + draw(st.integers(1, 2 * files)), files=files, corner=(117, 120))
    around = draw(crowds("b1", draw(st.sampled_from([110, 124])), 20))
    around["formation"]["facing"] = draw(st.sampled_from([0, 3, 5, 355, 45]))
    return plain_table(target, around, size=[240, 240])


@few
@given(short_ranks())
def test_every_post_about_a_short_rank_and_at_corners_touches(plain: Plain) -> None:
    found, target = wrapped(plain, 30), laid(plain).unit("r1")
    assert nobody_overlaps(found.unit, target)
    for model in found.posts:
        assert are_within([found.unit.bases[model]], target.blocks, CONTACT)


@pytest.mark.parametrize(("files", "models", "facing"), [(4, 5, 5), (7, 13, 5), (7, 11, 45), (3, 7, 3)])
def test_nobody_is_left_who_could_touch(files: int, models: int, facing: int) -> None:
    """Bases that are turned touch at corners, their middles over no side."""
    front = block("r1", models=models, files=files, corner=(117, 120))
    plain = plain_table(front, loose("b1", *crowd(28), facing=facing), size=[240, 240])
    found, target = wrapped(plain, 30), laid(plain).unit("r1")
    left = [base for base in found.unit.bases if not are_within([base], target.blocks, CONTACT)]
    standing = [*target.blocks, *(base for base in found.unit.bases if base not in left)]
    assert left
    outlines = [blocked_centres(part, left[0], centroid(left[0])) for part in target.blocks]
    edges = [edge for outline in outlines for edge in sides(outline)]
    places = [point_at(edge, share / 25) for edge in edges for share in range(25)]
    assert all(any(overlapping([oblong(place, facing, 1, 1)], standing)) for place in places)


def crowd(models: int) -> list[tuple[float, float]]:
    return [(112 + number % 10 * 1.5, 124 + number // 10 * 1.5) for number in range(models)]


@few
@given(pushes(), inches, quarters)
def test_a_turned_wrap_fills_the_same_sides(plain: Plain, budget: float, angle: float) -> None:
    here, there = wrapped(plain, budget), wrapped(swung(plain, MIDDLE, angle), budget)
    assert {model: post.side for model, post in here.posts.items()} == {
        model: post.side for model, post in there.posts.items()
    }


def test_six_behind_a_short_rank_all_touch() -> None:
    behind = loose("b1", *((116.5 + number, 112) for number in range(6)))
    found = wrapped(plain_table(block("r1", models=12, files=8, corner=(115, 116)), behind, size=[240, 240]), 8)
    assert len(found.posts) == 6
    # Two stand in the gap beside the short rank, an inch nearer than those behind it.
    assert sorted(post.place[1] for post in found.posts.values()) == [113.5] * 4 + [114.5] * 2


def test_as_many_as_can_stand_on_a_side_with_their_middles_over_it() -> None:
    """Six before and six behind five files, of whom two overhang the ends of the side; then two on either flank."""
    before = loose("b1", *((112.5 + number % 10, 118 + number // 10 * 1.2) for number in range(18)))
    found = wrapped(plain_table(block("r1", corner=(117, 116)), before, size=[240, 240]), 30)
    sides = [post.side for post in found.posts.values()]
    assert sorted(sides.count(side) for side in set(sides)) == [2, 2, 6, 6]


@st.composite
def fronts(draw: st.DrawFn) -> Plain:
    """A block whose front a corner of another touches, and a third that may be in the way of lining up."""
    ours = block("r1", corner=(117.5, 112))
    at = 117.5 + draw(st.integers(1, 9)) / 2
    theirs = block("b1", corner=(at, 112), facing=180 + draw(st.integers(5, 60)))
    place = 120 + draw(st.integers(-4, 8)) / 2, 110 - draw(st.integers(0, 4)) / 4
    third = block(
        "b2",
        models=draw(st.sampled_from([6, 9])),
        files=3,
        corner=place,
        facing=draw(st.sampled_from([0, 10, -10, 60])),
    )
    return plain_table(ours, theirs, third, size=[240, 240])


def lined(plain: Plain) -> Lined:
    scene = laid(plain)
    found = line_up(scene, scene.unit("r1"), scene.unit("b1"), "front")
    assert found
    return found


@few
@given(fronts())
def test_a_block_lines_up_on_nobody_and_fights_whom_it_charged(plain: Plain) -> None:
    assume(nobody_overlaps(*laid(plain).units.values()))
    found, scene = lined(plain), laid(plain)
    event("stopped" if found.wrap else "flush")
    others = {**scene.units, **{unit.ref: unit for unit in found.moved}, "r1": found.unit}
    assert nobody_overlaps(*others.values())
    assert found.own_models
    assert found.their_models
    assert found.wrap is None or found.reason is not None


@few
@given(fronts())
def test_a_mirrored_block_turns_the_other_way(plain: Plain) -> None:
    assume(nobody_overlaps(*laid(plain).units.values()))
    here, there = lined(plain), lined(mirrored(plain))
    assert here.degrees == pytest.approx(-there.degrees, abs=1e-3)
    assert here.charges == there.charges
    assert (here.reason is None) == (there.reason is None)


@st.composite
def crowded(draw: st.DrawFn) -> Plain:
    """A block charges another through friends in skirmish."""
    friends = draw(crowds("r2", 114, most=4))
    theirs = block("b1", corner=(122.5 + draw(st.integers(-3, 3)), 119), facing=180)
    return plain_table(block("r1", corner=(117.5, 112)), friends, theirs, size=[240, 240])


@few
@given(crowded())
def test_after_a_charge_through_friends_nobody_stands_on_another(plain: Plain) -> None:
    scene = laid(plain)
    assume(nobody_overlaps(*scene.units.values()))
    found = solve(scene, "r1", "b1")
    after = aftermath(scene, found)
    event(f"{len(after.others)} gave way")
    units = {**scene.units, **{unit.ref: unit for unit in (after.unit, after.target, *after.others) if unit}}
    assert nobody_overlaps(*units.values())
