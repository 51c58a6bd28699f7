"""Tables laid out: what profiles fill, where bases stand, who is engaged."""

from __future__ import annotations

import json
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.battlefield import PlacedUnit, lay, read_table
from tabletop.arcana.battlefield.footprints import first_place, footprint, ranks_of
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.catalogue.lists import catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.polygons import area, overlapping
from tabletop.geometry.primitives.regions import common_area
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.tables import Plain, block, box, loose, plain_table, table, terrain


def printed(unit: Plain) -> PlacedUnit:
    return lay(read_table(json.dumps(plain_table(unit))), printed_catalogue()).unit(unit["ref"])


def unit_of(profile: str, **more: object) -> Plain:
    loose_one = {"kind": "skirmish", "positions": [[30, 30]], "facing": 0}
    return {"ref": "r1", "side": "red", "profile": profile, "models": 1, "formation": loose_one, **more}


def test_a_profile_fills_what_isnt_given() -> None:
    unit = printed(unit_of("high-elves/cavalry-with-lance"))
    row = printed_catalogue().in_play("high-elves/cavalry-with-lance")
    assert (unit.base, unit.wounds, unit.ground) == (row.base, row.wounds, row.movement.ground)
    assert (unit.name, unit.size) == (row.name, (1, 2))
    assert unit.called == f"{row.name} (r1)"


def test_what_is_given_stands() -> None:
    unit = printed(unit_of("high-elves/cavalry-with-lance", base=1, movement=3, wounds=5, name="Old"))
    assert (unit.base, unit.ground, unit.wounds, unit.name) == (1, 3, 5, "Old")


def test_abilities_come_from_the_row_and_from_its_list_unless_they_are_given() -> None:
    slug = next(row.slug for row in printed_catalogue().rows_of("sylvan-elves") if row.section == "troops")
    assert "forestwalker" in printed(unit_of(slug)).abilities
    assert printed(unit_of(slug, abilities=[])).abilities == ()


def test_towed_vehicles_and_berserkers_are_known_by_their_rows() -> None:
    assert printed(unit_of("vehicles/light-chariot-with-spearman-and-2-horses")).towed
    assert not printed(unit_of("dwarves/axemen")).towed
    assert printed(unit_of("dwarves/berserker")).berserk
    assert not printed(unit_of("dwarves/axemen")).berserk


@of_each(
    ("base", "scale", "size"),
    [
        (0.5, 25, (1, 0.5)),
        (1, 25, (1, 1)),
        (1, 28, (1, 1)),
        (2, 25, (1, 2)),
        (4, 25, (2, 2)),
        (6, 25, (2, 3)),
        (9, 25, (3, 3)),
        (15, 25, (3, 5)),
        (1, 15, (0.6, 0.6)),
        (2, 15, (0.6, 1.2)),
    ],
)
def test_a_base_is_so_many_inches_wide_and_deep(base: float, scale: int, size: tuple[float, float]) -> None:
    assert footprint(Statistics(base=base).stands_on, scale) == pytest.approx(size)


@pytest.mark.parametrize(
    ("files", "models", "ranks", "first"),
    [(5, 10, (5, 5), 0), (5, 12, (5, 5, 2), 1), (5, 13, (5, 5, 3), 1), (6, 6, (6,), 0), (4, 5, (4, 1), 1)],
)
def test_only_the_last_rank_is_short_and_stands_in_the_middle(
    files: int, models: int, ranks: tuple[int, ...], first: int
) -> None:
    assert ranks_of(files, models) == ranks
    assert first_place(files, ranks[-1]) == first


def test_bases_come_from_the_front_left_to_the_rear_right() -> None:
    unit = table(block(models=7, files=4, corner=(10, 20))).unit("r1")
    assert unit.centres == (
        (10.5, 19.5),
        (11.5, 19.5),
        (12.5, 19.5),
        (13.5, 19.5),
        (10.5, 18.5),
        (11.5, 18.5),
        (12.5, 18.5),
    )
    assert len(unit.bases) == 7


@given(st.integers(2, 8), st.integers(1, 40), st.integers(0, 359))
def test_blocks_cover_just_what_the_bases_do(files: int, models: int, facing: int) -> None:
    files = min(files, models)
    unit = table(block(models=models, files=files, corner=(36, 24), facing=facing)).unit("r1")
    assert len(unit.bases) == models
    assert len(unit.blocks) <= 2
    assert list(overlapping(unit.bases, unit.bases)) == []
    assert isclose(sum(map(area, unit.blocks)), models, rel_tol=1e-9)
    covered = sum(common_area(base, whole) for base in unit.bases for whole in unit.blocks)
    assert isclose(covered, models, rel_tol=1e-9)


def test_a_snaking_columns_ranks_stand_along_its_trail() -> None:
    trail = [(10, 16), (5, 16)]
    formation = {"kind": "column", "files": 2, "corner": (9, 20), "facing": 0, "trail": trail}
    unit = table(block(models=14, files=2, corner=(0, 0)) | {"formation": formation}).unit("r1")
    assert unit.centres[0] == (9.5, 19.5)
    assert unit.centres[6:8] == ((9.5, 16.5), (10.5, 16.5))
    assert unit.centres[8] == pytest.approx((9.5, 16.5))
    assert unit.centres[9] == pytest.approx((9.5, 15.5))
    assert unit.centres[-1] == pytest.approx((7.5, 15.5))


def test_the_gap_of_two_units_is_between_their_nearest_models() -> None:
    scene = table(block(corner=(10, 10)), loose("b1", (30, 30), (12, 12)))
    pair = between(scene.unit("r1"), scene.unit("b1"))
    assert (pair.second, pair.gap.inches) == (1, 1.5)


def test_engagements_are_known_from_both_sides() -> None:
    engaged = [{"units": ["r1", "b1"], "this_turn": True}]
    scene = table(block(corner=(10, 10)), loose("b1", (12, 10.5)), loose("b2", (40, 40)), engaged=engaged)
    assert scene.is_engaged("r1")
    assert scene.is_engaged("b1")
    assert not scene.is_engaged("b2")


def test_a_table_is_changed_by_making_another() -> None:
    scene = table(block(corner=(10, 10)), loose("b1", (30, 30)))
    moved = scene.unit("r1").standing(scene.unit("b1").formation)
    after = scene.with_unit(moved)
    assert after.unit("r1").bases != scene.unit("r1").bases
    assert after.others(moved) == scene.others(scene.unit("r1"))


def test_an_unknown_ref_is_named() -> None:
    with pytest.raises(MalformedError, match="“x9”"):
        table(block(corner=(10, 10))).unit("x9")


def test_terrain_is_covered_by_convex_parts() -> None:
    bay = [(10, 10), (15, 10), (15, 15), (14, 15), (14, 11), (11, 11), (11, 15), (10, 15)]
    scene = table(ground=[terrain("t1", "hill", *bay), terrain("t2", "wall", *box(1, 1, 5, 2), name="Old wall")])
    assert sum(map(area, scene.pieces["t1"].parts)) == 13
    assert [piece.called for piece in scene.pieces.values()] == ["hill (t1)", "Old wall (t2)"]


def test_parts_of_a_piece_are_pieces_whose_ground_is_theirs_alone() -> None:
    bridge = {"kind": "open", "name": "Bridge", "polygon": box(10, 20, 12, 23)}
    scene = table(ground=[terrain("t1", "water", *box(0, 20, 30, 23), parts=[bridge])])
    assert list(scene.pieces) == ["t1", "t1.1"]
    assert isclose(sum(map(area, scene.pieces["t1"].parts)), 84)
    assert scene.pieces["t1.1"].called == "Bridge (t1.1)"
    assert list(overlapping(scene.pieces["t1"].parts, scene.pieces["t1.1"].parts)) == []


def test_an_empty_catalogue_is_enough_without_profiles() -> None:
    assert lay(read_table(json.dumps(plain_table())), catalogue([], [])).units == {}


@pytest.mark.parametrize(
    ("profile", "size", "counted"),
    [
        ("vehicles/light-chariot-with-spearman-and-2-horses", (2, 3), 4),
        ("vehicles/war-wagon-with-12-archers-and-2-beasts", (3, 5), 9),
        ("vehicles/medium-chariot-with-3-spearmen-and-4-horses", (3, 3), 9),
    ],
)
def test_a_vehicle_covers_its_footprint_and_counts_as_its_base(
    profile: str, size: tuple[float, float], counted: float
) -> None:
    placed = printed(unit_of(profile))
    assert (placed.size, placed.base) == (size, counted)


def test_a_stated_base_may_have_a_footprint_of_its_own() -> None:
    unit = unit_of("dwarves/axemen", base=4, footprint=[2, 3])
    assert printed(unit).size == (2, 3)
    for wrong, fault in (
        ({"base": None, "footprint": [2, 3]}, r"units\[0\].footprint.*goes with a base"),
        ({"base": 9, "footprint": [2, 3]}, r"units\[0\].footprint.*at least 3 by 3"),
    ):
        with pytest.raises(MalformedError, match=fault):
            printed({name: value for name, value in (unit | wrong).items() if value is not None})
