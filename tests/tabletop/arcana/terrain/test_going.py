"""Terrain by kind: what it costs whom, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabletop.arcana.battlefield import PlacedUnit, Terrain
from tabletop.arcana.battlefield.schema import TerrainKind
from tabletop.arcana.terrain.going import slowing
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS, obstructs_flight
from tests.laws import of_each
from tests.tables import block, loose, table

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
RANKED = table(block(corner=(30, 20))).unit("r1")
LOOSE = table(loose("r1", (30, 20))).unit("r1")
COLUMN = {"kind": "column", "files": 2, "corner": (30, 20), "facing": 0}
SNAKE = table({**block(corner=(30, 20)), "formation": COLUMN}).unit("r1")
THIRD, NEVER = Fraction(4, 3), None


def piece(kind: str, **more: object) -> Terrain:
    return Terrain(ref="t1", kind=kind, polygon=SQUARE, **more)  # type: ignore[arg-type]


@of_each(
    ("kind", "ranked", "loose_"),
    [
        ("open", 1, 1),
        ("hill", 1, 1),
        ("light-forest", 2, THIRD),
        ("dense-forest", 4, 2),
        ("difficult", 2, THIRD),
        ("very-difficult", 4, 2),
        ("impassable", NEVER, NEVER),
        ("obstacle", 2, THIRD),
        ("wall", 2, THIRD),
        ("building", NEVER, NEVER),
        ("water", 4, 2),
    ],
)
def test_ranks_lose_a_half_or_three_quarters_and_skirmishers_a_quarter_or_a_half(
    kind: str, ranked: Fraction | None, loose_: Fraction | None
) -> None:
    assert slowing(RANKED, piece(kind)) == ranked
    assert slowing(LOOSE, piece(kind)) == loose_
    assert slowing(SNAKE, piece(kind)) == loose_


def test_every_kind_is_known() -> None:
    assert set(TERRAIN_KINDS) == set(TerrainKind)


@pytest.mark.parametrize("unit", [RANKED, LOOSE], ids=["ranked", "loose"])
def test_who_ignores_terrain_goes_anywhere(unit: PlacedUnit) -> None:
    free = table(block(corner=(30, 20), abilities=["ignores-terrain"])).unit("r1").standing(unit.formation)
    assert {slowing(free, piece(kind)) for kind in TERRAIN_KINDS} == {1}


def test_only_woods_obstruct_flight_unless_something_else_was_agreed() -> None:
    assert {kind for kind in TERRAIN_KINDS if obstructs_flight(piece(kind))} == {"light-forest", "dense-forest"}
    assert obstructs_flight(piece("building", obstructs_flight=True))
    assert slowing(LOOSE, piece("light-forest"), flying=True) is None
    assert slowing(LOOSE, piece("impassable"), flying=True) == 1


def test_a_swimmer_without_a_walk_pays_inch_for_inch() -> None:
    eel = table(loose("r1", (30, 20), movement=0, swim=6)).unit("r1")
    assert slowing(eel, piece("water")) == 1
    assert slowing(eel, piece("water", going="open")) == 1
