"""What terrain does to units, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tabletop.arcana.battlefield.schema import Cover, Effects, Terrain
from tabletop.arcana.terrain import Mover, cover_penalty, slowing_of
from tabletop.arcana.terrain.effects import evasion_against
from tests.charts import printed_charts
from tests.laws import of_each

RANKED, LOOSE = Mover(formation="rank-and-file"), Mover(formation="skirmish")
HALF, QUARTER, THREE_QUARTERS, ALL, NONE = Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), Fraction(1), Fraction(0)
CRATER = ((0, 0), (9, 0), (9, 9))


def piece(region: str, slug: str) -> Terrain:
    feature = printed_charts()[region].feature(slug)
    return Terrain(
        ref="t1", kind=feature.kind, polygon=CRATER, going=feature.going, nature=feature.nature, effects=feature.effects
    )


def ground(**fields: Any) -> Terrain:
    return Terrain(ref="t1", polygon=CRATER, **fields)


@pytest.mark.parametrize(
    ("kind", "ranked", "loose"),
    [
        ("open", ALL, ALL),
        ("hill", ALL, ALL),
        ("light-forest", HALF, THREE_QUARTERS),
        ("difficult", HALF, THREE_QUARTERS),
        ("dense-forest", QUARTER, HALF),
        ("very-difficult", QUARTER, HALF),
        ("impassable", NONE, NONE),
    ],
)
def test_formation_decides_how_much_of_a_move_is_left(kind: Any, ranked: Fraction, loose: Fraction) -> None:
    assert slowing_of(ground(kind=kind), RANKED).speed == ranked
    assert slowing_of(ground(kind=kind), LOOSE).speed == loose
    assert slowing_of(ground(kind=kind), RANKED).citation.section == "Terrain and Movement"


@pytest.mark.parametrize("kind", ["towed", "war-machine"])
def test_towed_vehicles_and_war_machines_are_slowed_as_ranks_are(kind: Any) -> None:
    slowed = slowing_of(ground(kind="difficult"), Mover(kind=kind, formation="skirmish"))
    assert slowed.factor == 2
    assert slowed.citation.section in {"Moving Vehicles", "Moving War Machines"}


@of_each(
    ("ability", "region", "slug", "ranked", "loose"),
    [
        ("forestwalker", "forests", "woods", 1, 1),
        ("forestwalker", "jungles", "dense-jungle", 1, 1),
        ("forestwalker", "jungles", "tangled-scrub", 1, 1),
        ("forestwalker", "forests", "stream", 2, Fraction(4, 3)),
        ("rock-climber", "deserts-and-beaches", "boulders", 1, 1),
        ("rock-climber", "deserts-and-beaches", "jebel", 1, 1),
        ("rock-climber", "forests", "woods", 2, Fraction(4, 3)),
        ("swimmer", "forests", "stream", 1, 1),
        ("swimmer", "jungles", "swamp", 1, 1),
        ("swimmer", "swamps-and-marshes", "deep-river", 2, 2),
        ("swimmer", "swamps-and-marshes", "lake", 2, Fraction(4, 3)),
        ("swimmer", "swamps-and-marshes", "bog", 4, 2),
        ("ignores-terrain", "jungles", "dense-jungle", 1, 1),
        ("ignores-terrain", "swamps-and-marshes", "lake", 1, 1),
    ],
)
def test_abilities_free_their_own_ground_alone(
    ability: Any, region: str, slug: str, ranked: Fraction, loose: Fraction
) -> None:
    able = piece(region, slug)
    assert slowing_of(able, Mover(formation="rank-and-file", abilities=(ability,))).factor == ranked
    assert slowing_of(able, Mover(abilities=(ability,))).factor == loose


@pytest.mark.parametrize("slug", ["deep-river", "lake"])
def test_nobody_wades_deep_water(slug: str) -> None:
    deep = piece("swamps-and-marshes", slug)
    assert slowing_of(deep, RANKED).factor is slowing_of(deep, LOOSE).factor is None
    assert slowing_of(deep, LOOSE).speed == 0


@pytest.mark.parametrize("slug", ["deep-river", "lake"])
def test_a_swimming_speed_is_the_speed_in_water(slug: str) -> None:
    swimmer = Mover(ground=Fraction(6), swim=Fraction(9))
    assert slowing_of(piece("swamps-and-marshes", slug), swimmer).speed == Fraction(9, 6)


def test_flyers_pass_over_all_but_woods() -> None:
    flyer = Mover(flying=True)
    assert slowing_of(ground(kind="impassable"), flyer).factor == 1
    assert slowing_of(ground(kind="light-forest"), flyer).factor is None
    assert slowing_of(ground(kind="light-forest"), flyer).citation.section == "Flying"


def test_only_war_machines_are_barred_from_the_jungles_swamp() -> None:
    swamp = piece("jungles", "swamp")
    assert slowing_of(swamp, Mover(kind="war-machine")).factor is None
    assert slowing_of(swamp, Mover(kind="towed")).factor == 4
    assert slowing_of(swamp, LOOSE).factor == 2


@pytest.mark.parametrize(
    ("covers", "penalty"),
    [
        (["soft"], -1),
        (["hard"], -1),
        (["full"], -2),
        (["soft", "full"], -1),
        (["full", None], 0),
        ([None], 0),
        ([], 0),
    ],
)
def test_one_model_in_the_open_spoils_everyones_cover(covers: list[Cover | None], penalty: int) -> None:
    assert cover_penalty(covers) == penalty


@pytest.mark.parametrize(
    ("slug", "target", "attacker", "evasion"),
    [
        ("deep-river", Mover(abilities=("swimmer",)), LOOSE, 1),
        ("deep-river", Mover(swim=Fraction(8)), LOOSE, 1),
        ("deep-river", Mover(abilities=("swimmer",)), Mover(swim=Fraction(8)), 0),
        ("deep-river", LOOSE, LOOSE, 0),
        ("fen", Mover(abilities=("swimmer",)), LOOSE, 0),
    ],
)
def test_deep_water_hides_swimmers_from_those_who_cannot(
    slug: str, target: Mover, attacker: Mover, evasion: int
) -> None:
    assert evasion_against(piece("swamps-and-marshes", slug), target, attacker) == evasion


def test_a_chart_that_names_swimmers_is_cited() -> None:
    lake = ground(kind="water", going="impassable", effects=Effects(swimming="difficult"))
    assert slowing_of(lake, Mover(abilities=("swimmer",))).citation.section == "Terrain Generator Charts"
