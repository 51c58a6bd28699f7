"""Laws of who may fight: who touches does, long weapons only add to them, turned and mirrored tables answer alike."""

from __future__ import annotations

import json

from hypothesis import event, given, settings
from hypothesis import strategies as st

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.rules.melee.striking import Striker, strikers
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.primitives.tolerances import CONTACT
from tests.catalogue import printed_catalogue
from tests.tables import MIDDLE, Plain, block, loose, mirrored, plain_table, swung

few = settings(max_examples=25)
SPEARS, AXES = "barbarians/barbarian-spearman", "barbarians/barbarian-warrior"


@st.composite
def fights(draw: st.DrawFn) -> Plain:
    """A block of three ranks with a few enemies at its front and one on its left."""
    ours = block("r1", models=15, corner=(117.5, 120), profile=draw(st.sampled_from([SPEARS, AXES])))
    columns = draw(st.lists(st.integers(-1, 5), min_size=1, max_size=4, unique=True))
    before = loose("b1", *((118 + column, 120.5) for column in columns))
    aside = loose("b2", (117, 119.5 - draw(st.integers(0, 2))))
    engaged = [{"units": ["r1", "b1"]}, {"units": ["r1", "b2"], "sides": ["left", "front"]}]
    return plain_table(ours, before, aside, size=[240, 240], engaged=engaged)


def striking(plain: Plain) -> tuple[Striker, ...]:
    scene = lay(read_table(json.dumps(plain)), printed_catalogue())
    return strikers(scene, scene.unit("r1"))


def armed(plain: Plain, profile: str) -> Plain:
    return {**plain, "units": [{**plain["units"][0], "profile": profile}, *plain["units"][1:]]}


@few
@given(fights())
def test_who_touches_an_enemy_fights_it_and_long_weapons_only_add(plain: Plain) -> None:
    axes, spears = striking(armed(plain, AXES)), striking(armed(plain, SPEARS))
    event(f"{len(spears) - len(axes)} more")
    scene = lay(read_table(json.dumps(plain)), printed_catalogue())
    for each in axes:
        assert not each.over
        assert all(
            are_within([scene.unit("r1").bases[each.model]], scene.unit(ref).blocks, CONTACT) for ref in each.touches
        )
    assert {each.model: each.touches for each in axes} == {each.model: each.touches for each in spears if each.touches}
    assert all(5 <= each.model < 10 and each.over == ("b1",) for each in spears if each.over)


@few
@given(fights(), st.sampled_from([90, 180, 270]))
def test_a_turned_fight_is_fought_by_the_same(plain: Plain, angle: float) -> None:
    assert striking(plain) == striking(swung(plain, MIDDLE, angle))


@few
@given(fights())
def test_a_mirrored_fight_is_fought_by_as_many(plain: Plain) -> None:
    flipped = mirrored(plain)
    engaged = [flipped["engaged"][0], {**flipped["engaged"][1], "sides": ["right", "front"]}]
    here, there = striking(plain), striking({**flipped, "engaged": engaged})
    assert sorted(each.at for each in here) == sorted(each.at for each in there)
