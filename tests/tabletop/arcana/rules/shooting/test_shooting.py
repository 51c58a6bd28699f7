"""Volleys: a turned table is shot at alike, arcs are what angles say, cover is the lightest in sight."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.rules.shooting import Volley, shoot, shooting
from tabletop.arcana.rules.shooting.conditions import Conditions
from tabletop.arcana.rules.shooting.shooting import forward
from tabletop.arcana.rules.visibility.eyes import Stand
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import clip_polygon
from tabletop.geometry.primitives.vectors import Point, ahead, direction, minus, turn_between
from tests.catalogue import printed_catalogue
from tests.tables import MIDDLE, Plain, block, loose, plain_table, swung, terrain

BOW = "barbarians/barbarian-with-bow"


def volley(plain: Plain) -> Volley:
    return shoot(lay(read_table(json.dumps(plain)), printed_catalogue()), "r1", "b1")


def table_of(x: float, y: float, facing: float) -> Plain:
    archers = block("r1", profile=BOW, models=12, files=4, corner=(118, 118), facing=facing)
    wood = terrain("t1", "light-forest", (112, 128), (119, 128), (119, 134), (112, 134))
    return plain_table(archers, loose("b1", (x, y), (x + 2, y)), ground=[wood], size=[240, 240])


@settings(deadline=None)
@given(st.integers(105, 135), st.integers(124, 140), st.integers(-40, 40), st.integers(1, 359))
def test_a_turned_table_is_shot_at_alike(x: int, y: int, facing: int, angle: int) -> None:
    plain = table_of(x + 0.37, y + 0.41, facing)
    here, there = volley(plain), volley(swung(plain, MIDDLE, angle))
    assert [shot.inches for shot in here.shots] == pytest.approx([shot.inches for shot in there.shots])
    assume(all(abs(shot.inches - edge) > 0.01 for shot in here.shots for edge in (7, 21, 28)))
    if (len(here.fires), here.cover, here.expected) != (len(there.fires), there.cover, there.expected):
        nudged = [
            volley(table_of(x + 0.37 + dx, y + 0.41 + dy, facing)) for dx in (-0.01, 0.01) for dy in (-0.01, 0.01)
        ]
        assume(all((len(each.fires), each.cover) == (len(here.fires), here.cover) for each in nudged))
    assert (len(here.fires), here.cover, here.expected) == (len(there.fires), there.cover, there.expected)


def test_whom_the_unit_cannot_see_no_model_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, tables = Random(7), []
    for _ in range(24):
        archers = block("r1", profile=BOW, models=8, files=4, corner=(110, 112), facing=chance.uniform(-20, 20))
        x, y = chance.uniform(105, 125), chance.uniform(120, 130)
        enemies = loose("b1", *((x + chance.uniform(-3, 3), y + 2 * number) for number in range(4)))
        west, south, wide, deep = (chance.uniform(*span) for span in ((102, 112), (108, 120), (4, 14), (3, 12)))
        corners = ((west, south), (west + wide, south), (west + wide, south + deep), (west, south + deep))
        wood = terrain("t1", chance.choice(("dense-forest", "light-forest")), *corners)
        tables.append(plain_table(archers, enemies, ground=[wood], size=[240, 240]))
    found = [volley(table).shots for table in tables]
    hidden = [shots for shots in found if any(shot.why and not shot.line for shot in shots)]
    assert hidden
    assert len(hidden) < len(found)
    monkeypatch.setattr(shooting, "_sights", lambda aim, _: _all_pairs(aim))
    assert [volley(table).shots for table in tables] == found


def _all_pairs(aim: shooting.Aim) -> frozenset[tuple[Stand, Stand]]:
    groups = product(aim.view.eyes[aim.shooter.ref], aim.view.eyes[aim.target.ref])
    return frozenset((own.stand, other.stand) for own, other in groups)


@given(st.floats(0, 360), st.floats(0, 360), st.floats(1.5, 30))
def test_the_field_of_fire_is_what_angles_say(facing: float, towards: float, away: float) -> None:
    base = oblong((0, 0), facing, 1, 1)
    left, right = base[0], base[3]
    target = ahead((0, 0), towards, away)
    seen = bool(clip_polygon(oblong(target, 0, 0.01, 0.01), forward(base, facing, 45)))
    assume(all(abs(abs(turn_between(facing, direction(minus(target, at)))) - 45) > 2 for at in (left, right)))
    assert seen == (_inside(left, target, facing, -45) and _inside(right, target, facing, 45))


def _inside(corner: Point, target: Point, facing: float, line: float) -> bool:
    """Whether the target is to the inner side of the line from a front corner, and before the front."""
    turn = turn_between(facing, direction(minus(target, corner)))
    return abs(turn) < 90 and (turn > line if line < 0 else turn < line)


def test_heights_open_the_field_to_what_is_behind_friends() -> None:
    plain = table_of(118.5, 138, 0)
    screen = block("r2", models=20, files=10, corner=(114, 125))
    hill = terrain("t2", "hill", (116, 114), (124, 114), (124, 119), (116, 119), height=2)
    screened = {**plain, "units": [*plain["units"], screen]}
    assert not volley(screened).fires
    assert len(volley({**screened, "terrain": [hill]}).fires) == 8


def test_friends_are_no_targets_and_weapons_have_names() -> None:
    plain = plain_table(block("r1", profile=BOW, corner=(30, 20)), loose("r2", (32, 30)), loose("b1", (40, 30)))
    scene = lay(read_table(json.dumps(plain)), printed_catalogue())
    found = shoot(scene, "r1", "r2")
    assert found.reason is not None
    assert (found.fires, found.reason.ref) == ((), "r2")
    with pytest.raises(MalformedError, match="sling"):
        shoot(scene, "r1", "b1", Conditions(weapon="sling"))
    with pytest.raises(MalformedError, match="no missile attack"):
        shoot(scene, "b1", "r1")
