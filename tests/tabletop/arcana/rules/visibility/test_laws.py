"""Laws of sight: a turned, shifted, mirrored or swapped table answers alike; more in the way never opens a line."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.rules.visibility import in_sight, looks, sees, sight, view_of
from tabletop.arcana.rules.visibility import seen as seen_of
from tabletop.geometry.primitives.polygons import overlapping
from tests.tables import (
    MIDDLE,
    Plain,
    block,
    blocks,
    facings,
    laid,
    loose,
    mirrored,
    pieces,
    plain_table,
    shifted,
    skirmishers,
    swung,
    table,
    terrain,
)

NUDGE = 5e-3
PUSHES = ((NUDGE, 0.0), (-NUDGE, 0.0), (0.0, NUDGE), (0.0, -NUDGE))


@st.composite
def walls(draw: st.DrawFn, ref: str) -> Plain:
    """A broad block, or a row of skirmishers, between two who look at each other."""
    x, y = 108 + draw(st.integers(0, 140)) / 10, 114 + draw(st.integers(0, 100)) / 10
    if draw(st.booleans()):
        return block(ref, models=20, files=10, corner=(x, y), facing=draw(st.sampled_from([0, 5, 350, 30])))
    return loose(ref, *((x + 2.5 * number, y) for number in range(draw(st.integers(3, 12)))))


@st.composite
def crowds(draw: st.DrawFn) -> Plain:
    """r1 and b1 with up to three units and two pieces of terrain between; nobody stands on anybody."""
    ends = [
        block("r1", models=6, files=3, corner=(118 + draw(st.integers(-40, 40)) / 10, 106)),
        block("b1", models=6, files=3, corner=(121 + draw(st.integers(-40, 40)) / 10, 134), facing=180),
    ]
    refs = draw(st.sampled_from([[], ["r2"], ["b2"], ["r2", "b2"], ["r2", "r3", "b2"]]))
    units = [*ends, *(draw(walls(ref)) for ref in refs)]
    ground = [draw(pieces(ref)) for ref in draw(st.sampled_from([[], ["t1"], ["t1", "t2"]]))]
    plain = plain_table(*units, ground=ground, size=[240, 240])
    shapes = [unit.blocks for unit in laid(plain).units.values()]
    assume(not any(any(overlapping(one, two)) for place, one in enumerate(shapes) for two in shapes[:place]))
    return plain


def seen(plain: Plain, viewer: str = "r1", target: str = "b1") -> bool:
    scene = laid(plain)
    return sees(view_of(scene), scene.unit(viewer), scene.unit(target))


def on_a_boundary(plain: Plain) -> bool:
    """Whether a hair's breadth changes the answer; asked where answers differ alone, for it looks up to 20 times."""
    here = seen(plain)
    for number in range(len(plain["units"])):
        for push in PUSHES:
            units = list(plain["units"])
            units[number] = shifted({**plain, "units": [units[number]], "terrain": []}, push)["units"][0]
            if seen({**plain, "units": units}) != here:
                return True
    return False


def assert_seen_alike(plain: Plain, there: bool) -> None:
    """Where the answers differ, the scene is not one that a hair's breadth decides."""
    here = seen(plain)
    assume(here == there or not on_a_boundary(plain))
    assert here == there


@settings(deadline=None)
@given(crowds(), st.one_of(facings, st.floats(0, 360)))
def test_a_turned_table_is_seen_alike(plain: Plain, angle: float) -> None:
    assert_seen_alike(plain, seen(swung(plain, MIDDLE, angle)))


@settings(deadline=None)
@given(crowds(), st.tuples(st.floats(-40, 40), st.floats(-40, 40)))
def test_a_shifted_table_is_seen_alike(plain: Plain, by: tuple[float, float]) -> None:
    assert_seen_alike(plain, seen(shifted(plain, by)))


@settings(deadline=None)
@given(crowds())
def test_a_mirrored_table_is_seen_alike(plain: Plain) -> None:
    assert_seen_alike(plain, seen(mirrored(plain)))


def sides_exchanged(plain: Plain) -> Plain:
    """The two that look change sides, the others stay: whose friends they are, whoever looks, is as before."""
    viewer, target, *others = plain["units"]
    return {**plain, "units": [{**viewer, "side": "blue"}, {**target, "side": "red"}, *others]}


@settings(deadline=None)
@given(crowds())
def test_who_sees_is_seen_by_the_same_sides(plain: Plain) -> None:
    assert_seen_alike(plain, seen(sides_exchanged(plain), "b1", "r1"))


@settings(deadline=None)
@given(crowds(), st.one_of(blocks("r9"), skirmishers("b9")))
def test_a_blocker_never_opens_sight(plain: Plain, blocker: Plain) -> None:
    more = {**plain, "units": [*plain["units"], blocker]}
    assert seen(more) <= seen(plain)


@settings(deadline=None)
@given(crowds(), pieces("t9").filter(lambda piece: piece["kind"] != "hill"))
def test_more_terrain_on_the_level_never_opens_sight(plain: Plain, piece: Plain) -> None:
    """A hill may: one can stand on it. So may a wood around one that stood behind another: both are counted apart."""
    scene = laid({**plain, "terrain": [*plain["terrain"], piece]})
    assert sees(view_of(scene), scene.unit("r1"), scene.unit("b1")) <= seen(plain)


@settings(deadline=None)
@given(crowds())
def test_the_answer_of_a_question_is_the_quick_one(plain: Plain) -> None:
    found = sight(laid(plain), "r1", "b1")
    assert found.visible == seen(plain)
    assert found.visible == (found.reason is None)
    if not found.visible and found.blockers:
        assert found.reason is not None
        assert found.reason.ref == found.blockers[0].ref


@settings(deadline=None)
@given(crowds())
def test_whom_a_unit_sees_of_several_it_sees_alone(plain: Plain) -> None:
    scene = laid(plain)
    view, unit = view_of(scene), scene.unit("r1")
    assert list(looks(view, unit, scene.others(unit))) == [sight(scene, "r1", each.ref) for each in scene.others(unit)]
    assert seen_of(view, unit, scene.others(unit)) == tuple(sees(view, unit, each) for each in scene.others(unit))


@settings(deadline=None)
@given(crowds(), st.floats(-3, 3), st.floats(0, 360))
def test_a_unit_that_moves_sees_as_if_the_table_were_laid_anew(plain: Plain, aside: float, facing: float) -> None:
    scene = laid(plain)
    unit, other = scene.unit("r1"), scene.unit("b1")
    corner = shifted({**plain, "terrain": []}, (aside, -9.0))["units"][0]["formation"]["corner"]
    moved = unit.standing(replace(unit.formation, corner=tuple(corner), facing=facing))
    assert in_sight(scene, moved, other) == sees(view_of(scene.with_unit(moved)), moved, other)


def test_a_view_is_made_once_a_table() -> None:
    scene = table(block("r1", corner=(10, 10)), loose("b1", (40, 40)))
    assert view_of(scene) is view_of(scene)
    assert view_of(scene.with_unit(scene.unit("r1"))) is not view_of(scene)


def test_two_threads_may_look_over_one_table() -> None:
    bay = [(20, 22), (40, 22), (40, 40), (39, 40), (39, 24), (21, 24), (21, 40), (20, 40)]
    units = [block(f"r{number}", corner=(3 + 9 * number, 8), facing=7 * number) for number in range(4)]
    foes = [block(f"b{number}", corner=(9 + 9 * number, 44), facing=180) for number in range(4)]
    scene = table(*units, *foes, loose("b9", (30, 30), (33, 31)), ground=[terrain("t1", "light-forest", *bay)])
    view = view_of(scene)
    pairs = [(f"r{one}", f"b{two}") for one in range(4) for two in range(4)] * 12

    def asked(pair: tuple[str, str]) -> bool:
        return sees(view, scene.unit(pair[0]), scene.unit(pair[1]))

    alone = [asked(pair) for pair in pairs]
    assert {True, False} == set(alone)
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(asked, pairs)) == alone


def test_a_scene_without_pieces_or_others_is_seen() -> None:
    assert seen(plain_table(block("r1", corner=(10, 10)), loose("b1", (40, 40))))
