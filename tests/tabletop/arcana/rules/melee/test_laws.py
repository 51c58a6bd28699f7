"""Laws of manoeuvres in a fight: on nobody, no farther than allowed, alike on turned and mirrored tables."""

from __future__ import annotations

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from tabletop.arcana.battlefield import PlacedUnit
from tabletop.arcana.rules.melee import manoeuvre, read_manoeuvres
from tabletop.arcana.rules.melee.manoeuvres import Done
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.primitives.polygons import overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE
from tabletop.geometry.primitives.vectors import distance
from tests.tables import MIDDLE, Plain, block, laid, loose, mirrored, mirrored_orders, plain_table, swung

few = settings(max_examples=40)
MOVE = 12
orders = st.sampled_from(
    ["add both", "add left", "drop right", "skirmish", "turn left", "turn right ; add left", "exchange r2", "wrap"]
    + [f"fall back {inches}" for inches in (1, 3.5, 6)]
)  # fmt: skip
sides = st.sampled_from(["front", "left", "right"])


@st.composite
def fights(draw: st.DrawFn) -> Plain:
    """A block that fights another on one of its sides, with somebody behind it."""
    side, along = draw(sides), draw(st.integers(-3, 3)) / 2
    places = {
        "front": ((122.5 + along, 122), 180),
        "left": ((117.5, 123 + along), 90),
        "right": ((122.5, 118 + along), 270),
    }
    corner, facing = places[side]
    ours = block("r1", models=15, corner=(117.5, 122))
    theirs = block("b1", models=draw(st.sampled_from([8, 10, 12])), corner=corner, facing=facing)
    behind = draw(st.integers(0, 8)) / 2
    friend = draw(
        st.sampled_from(
            [block("r2", corner=(118, 118 - behind)), loose("r2", (119, 118 - behind), (121.5, 117.5 - behind))]
        )
    )
    engaged = [{"units": ["r1", "b1"], "sides": [side, "front"]}]
    return plain_table(ours, theirs, friend, size=[240, 240], engaged=engaged)


def nobody_overlaps(*units: PlacedUnit) -> bool:
    bases = [base for unit in units for base in unit.bases]
    return not any(first < second for first, second in overlapping(bases, bases))


def done(plain: Plain, order: str) -> Done:
    return manoeuvre(laid(plain), "r1", read_manoeuvres(order))


@few
@given(fights(), orders)
def test_a_legal_manoeuvre_leaves_nobody_on_another(plain: Plain, order: str) -> None:
    found, scene = done(plain, order), laid(plain)
    assume(nobody_overlaps(*scene.units.values()))
    event(f"{order}: {found.legal}")
    if not found.legal:
        assert found.reason
        assert found.unit == scene.unit("r1")
        return
    units = {**scene.units, "r1": found.unit, **{unit.ref: unit for unit in found.moved}}
    assert nobody_overlaps(*units.values())


@few
@given(fights(), st.integers(1, 30).map(lambda number: number / 4))
def test_who_falls_back_goes_straight_and_half_a_move_at_most(plain: Plain, way: float) -> None:
    found, scene = done(plain, f"fall back {way}"), laid(plain)
    assume(found.legal)
    before, after = scene.unit("r1").centres, found.unit.centres
    gone = {round(distance(*pair), 6) for pair in zip(before, after, strict=True)}
    assert len(gone) == 1
    assert gone.pop() == pytest.approx(way)
    assert way <= MOVE / 2 + RANGE
    for foe in found.moved:
        assert foe.side == "red" or are_within(foe.blocks, found.unit.blocks, CONTACT)


@few
@given(fights(), orders, st.sampled_from([90, 180, 270]))
def test_a_turned_fight_allows_the_same(plain: Plain, order: str, angle: float) -> None:
    here, there = done(plain, order), done(swung(plain, MIDDLE, angle), order)
    assert (here.legal, here.sides, here.test) == (there.legal, there.sides, there.test)


@few
@given(fights(), orders)
def test_a_mirrored_fight_allows_the_same_to_the_other_hand(plain: Plain, order: str) -> None:
    flipped = mirrored(plain)
    names = {"left": "right", "right": "left"}
    sides = [[names.get(side, side) for side in each["sides"]] for each in flipped["engaged"]]
    engaged = [{**each, "sides": pair} for each, pair in zip(flipped["engaged"], sides, strict=True)]
    here, there = done(plain, order), done({**flipped, "engaged": engaged}, mirrored_orders(order))
    assert here.legal == there.legal
    assert {ref: names.get(side, side) for ref, side in here.sides.items()} == there.sides
