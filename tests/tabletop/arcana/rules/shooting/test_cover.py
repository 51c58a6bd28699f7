"""Cover, and cover together with range, as a volley finds them (Resolving Missile Attacks; rulings T5, T19, T46)."""

from __future__ import annotations

import json

import pytest

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.rules.shooting import Volley, shoot
from tabletop.arcana.rules.shooting.cover import penalty
from tests.catalogue import printed_catalogue
from tests.tables import Plain, block, box, loose, plain_table, table, terrain

BOW = "barbarians/barbarian-with-bow"  # range 21, skill 2
SHOOTER = [(36.0, 10.0), (36.0, 11.0), (37.0, 11.0), (37.0, 10.0)]


def volley(target: Plain, *ground: Plain, models: int = 1) -> Volley:
    """By archers whose front is at 12 inches up the table."""
    archers = block("r1", profile=BOW, models=models, files=models, corner=(36, 12))
    plain = plain_table(archers, target, ground=list(ground))
    return shoot(lay(read_table(json.dumps(plain)), printed_catalogue()), "r1", "b1")


# The gap in inches, and what the range adds: to a third of 21 inches short, to a third beyond it long.
BANDS = {3.0: 1, 6.9: 1, 7.1: 0, 20.9: 0, 21.1: -1, 27.9: -1}
COVERS = {"open": 0, "difficult": 0, "light-forest": -1, "dense-forest": -1}


@pytest.mark.parametrize("gap", BANDS)
@pytest.mark.parametrize("kind", COVERS)
def test_cover_counts_at_every_range(kind: str, gap: float) -> None:
    front = 12 + gap
    ground = terrain("t1", kind, *box(20, front - 0.1, 60, front + 1))
    found = volley(loose("b1", (36.5, front + 0.5)), ground)
    assert found.cover == COVERS[kind]
    (shot,) = found.fires
    assert shot.needed
    assert shot.needed.number == 2 + BANDS[gap] + COVERS[kind]


@pytest.mark.parametrize(("cover", "modifier"), [("soft", -1), ("hard", -1), ("full", -2)])
@pytest.mark.parametrize("gap", [6.0, 12.0, 24.0])
def test_agreed_cover_counts_as_it_is_called(cover: str, modifier: int, gap: float) -> None:
    ground = terrain("t1", "difficult", *box(20, 12 + gap, 60, 14 + gap), effects={"cover": cover})
    found = volley(loose("b1", (36.5, 12.5 + gap)), ground)
    assert found.cover == modifier
    assert {shot.needed.number for shot in found.fires if shot.needed} == {
        2 + modifier + {6.0: 1, 12.0: 0, 24.0: -1}[gap]
    }


def test_any_part_of_a_base_inside_is_in_cover_and_touching_is_not() -> None:
    wood = terrain("t1", "light-forest", *box(30, 30, 40, 40))
    for x, modifier in ((29.6, -1), (29.4, 0), (40.4, -1), (40.6, 0)):
        scene = table(loose("b1", (x, 35)), ground=[wood])
        assert penalty(scene, SHOOTER, scene.unit("b1"), 0) == modifier, x


def test_the_best_of_several_covers_counts_alone() -> None:
    wood = terrain("t1", "light-forest", *box(30, 30, 40, 40))
    ruin = terrain("t2", "difficult", *box(34, 30, 40, 40), effects={"cover": "full"})
    scene = table(loose("b1", (35, 35), (32, 35)), ground=[wood, ruin])
    assert [penalty(scene, SHOOTER, scene.unit("b1"), place) for place in (0, 1)] == [-2, -1]


@pytest.mark.parametrize(("altitude", "modifier"), [("ground", -1), ("low", 0), ("high", 0)])
def test_who_flies_has_none(altitude: str, modifier: int) -> None:
    wood = terrain("t1", "light-forest", *box(30, 30, 40, 40))
    scene = table(loose("b1", (35, 35), fly=12, altitude=altitude), ground=[wood])
    assert penalty(scene, SHOOTER, scene.unit("b1"), 0) == modifier


@pytest.mark.parametrize(
    ("kind", "effects", "modifier"),
    [
        ("wall", {}, -1),
        ("obstacle", {"cover": "soft"}, -1),
        ("obstacle", {}, 0),
        ("building", {}, -2),
        ("difficult", {"cover": "hard"}, 0),
    ],
)
@pytest.mark.parametrize(("behind", "near"), [(0.0, True), (0.9, True), (1.0, True), (1.1, False)])
def test_an_inch_behind_a_wall_is_cover(
    kind: str, effects: dict[str, str], modifier: int, behind: float, near: bool
) -> None:
    """Ground that is no wall shelters those in it alone."""
    line = terrain("t1", kind, *box(20, 20, 60, 20.4), effects=effects)
    scene = table(loose("b1", (36.5, 20.4 + behind + 0.5)), ground=[line])
    assert penalty(scene, SHOOTER, scene.unit("b1"), 0) == (modifier if near else 0)


def test_a_wall_shelters_from_across_it_alone() -> None:
    line = terrain("t1", "wall", *box(20, 20, 60, 20.4))
    scene = table(loose("b1", (36.5, 19.3)), ground=[line])
    assert penalty(scene, SHOOTER, scene.unit("b1"), 0) == 0
    beside = table(loose("b1", (61.2, 20.2)), ground=[line])
    assert penalty(beside, SHOOTER, beside.unit("b1"), 0) == 0


@pytest.mark.parametrize(("open_at", "modifier"), [(None, -1), (36.5, 0)])
def test_one_in_the_open_in_sight_takes_cover_from_all(open_at: float | None, modifier: int) -> None:
    places = [(30.0, 20.5), (32.0, 20.5), (34.0, 20.5), *([(open_at, 18.0)] if open_at else [])]
    wood = terrain("t1", "light-forest", *box(25, 20, 40, 22))
    found = volley(loose("b1", *places), wood, models=3)
    assert found.cover == modifier


def test_the_lightest_cover_in_sight_is_everybodys() -> None:
    wood = terrain("t1", "light-forest", *box(25, 20, 33, 22))
    ruin = terrain("t2", "difficult", *box(33, 20, 45, 22), effects={"cover": "full"})
    assert volley(loose("b1", (30, 20.5), (38, 20.5)), wood, ruin, models=3).cover == -1
    assert volley(loose("b1", (35, 20.5), (38, 20.5)), wood, ruin, models=3).cover == -2
