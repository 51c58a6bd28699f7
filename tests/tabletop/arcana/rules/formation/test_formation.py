"""Formations: what is legal, what changes cost, what casualties leave."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.battlefield import Column, PlacedUnit, RankAndFile, Skirmish, lay, read_table
from tabletop.arcana.battlefield.footprints import lattice_of, ranks_of
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.rules.formation import (
    FilesChanged,
    change_files,
    faults,
    is_wide_enough,
    loosen,
    middle_models,
    models_needed,
    reform,
    settled,
    turn,
    without,
)
from tabletop.geometry.primitives.polygons import area
from tabletop.geometry.primitives.vectors import distance
from tests.catalogue import printed_catalogue
from tests.tables import block, column, loose, plain_table, table

QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)

counts = st.integers(2, 60)
facings = st.integers(0, 359)


def ranked(models: int, files: int, facing: float = 0, **more: object) -> PlacedUnit:
    return table(block(models=models, files=files, corner=(36, 24), facing=facing, **more)).unit("r1")


def crowd(*positions: tuple[float, float], **more: object) -> PlacedUnit:
    return table(loose("r1", *positions, **more)).unit("r1")


SEVEN = ((30, 20), (32, 20), (34, 20), (30, 22), (32, 22), (34, 22), (32, 24))


@pytest.mark.parametrize(
    ("base", "needed"), [(0.5, 10), (1, 6), (2, 4), (4, 2), (6, 2), (9, 2), (15, 2)], ids=lambda value: f"{value:g}"
)
def test_ranks_need_enough_models_for_a_bonus_and_never_one_alone(base: float, needed: int) -> None:
    assert models_needed(base) == needed
    assert faults(ranked(needed, needed, base=base)) == ()
    assert len(faults(ranked(needed - 1, needed - 1, base=base))) == 1


@given(counts, counts)
def test_a_block_is_wide_enough_with_five_files_or_as_many_as_ranks(files: int, models: int) -> None:
    assume(files <= models)
    assert is_wide_enough(files, models) == (files >= 5 or files * files >= models)


def test_every_fault_is_named() -> None:
    texts = [fault.text for fault in faults(ranked(5, 1, berserk=True))]
    assert texts == [
        "5 models of base 1: rank and file needs 6",
        "5 ranks of 1: rank and file needs as many files as ranks, or 5",
        "berserk units always skirmish",
    ]


def test_war_machines_never_form_ranks() -> None:
    machines = block(models=2, files=2, corner=(30, 20), base=4, profile="war-machines/ballista")
    unit = lay(read_table(json.dumps(plain_table(machines))), printed_catalogue()).unit("r1")
    assert [fault.text for fault in faults(unit)] == ["war machines always skirmish"]


@pytest.mark.parametrize(
    ("positions", "engaged", "found"),
    [
        pytest.param(((30, 20), (43, 20)), False, 0, id="twelve inches apart"),
        pytest.param(((30, 20), (43.1, 20)), False, 1, id="more"),
        pytest.param(((30, 20), (43.1, 20)), True, 0, id="more, in a fight"),
        pytest.param(((30, 20), (31, 20)), False, 0, id="side by side"),
        pytest.param(((30, 20), (30.9, 20)), False, 1, id="on each other"),
    ],
)
def test_skirmishers_keep_together_and_apart(
    positions: tuple[tuple[float, float], ...], engaged: bool, found: int
) -> None:
    assert len(faults(crowd(*positions), engaged=engaged)) == found


@given(counts, counts, facings, st.sampled_from([-1, 1, 2]))
def test_a_turn_keeps_the_models_and_the_middle(models: int, files: int, facing: int, quarters: int) -> None:
    assume(files <= models)
    before, change = ranked(models, files, facing), turn(ranked(models, files, facing), quarters)
    assert len(change.unit.bases) == models
    assert change.share == QUARTER
    assert change.bars_charge
    assert middle(change.unit) == pytest.approx(middle(before))


def middle(unit: PlacedUnit) -> tuple[float, float]:
    formation = unit.formation
    assert not isinstance(formation, Skirmish)
    ranks = len(ranks_of(formation.files, unit.models))
    return lattice_of(formation, unit.size).point(formation.files / 2, ranks / 2)


@given(st.integers(1, 6), st.integers(1, 6), facings)
def test_four_turns_of_a_full_block_are_none(files: int, ranks: int, facing: int) -> None:
    unit = start = ranked(files * ranks, files, facing)
    for _ in range(4):
        unit = turn(unit, 1).unit
    for base, was in zip(unit.bases, start.bases, strict=True):
        assert base[0] == pytest.approx(was[0])


@pytest.mark.parametrize(
    ("left", "right", "before", "share", "barred"),
    [
        (1, 1, (0, 0), 0, False),
        (-1, -1, (0, 0), 0, False),
        (2, 0, (0, 0), QUARTER, False),
        (1, 0, (1, 0), QUARTER, False),
        (0, 2, (2, 0), 0, True),
        (2, 1, (0, 0), QUARTER, True),
        (-2, -2, (0, 0), QUARTER, True),
    ],
)
def test_one_file_a_side_is_free_and_three_bar_a_charge(
    left: int, right: int, before: tuple[int, int], share: Fraction, barred: bool
) -> None:
    change = change_files(ranked(24, 9), left=left, right=right, before=FilesChanged(*before))
    assert (change.share, bool(change.bars_charge)) == (share, barred)
    assert change.unit.formation.files == 9 + left + right


@given(st.integers(-2, 2), st.integers(-2, 2), facings)
def test_changing_files_leaves_the_others_where_they_are(left: int, right: int, facing: int) -> None:
    unit = ranked(36, 9, facing)
    after = change_files(unit, left=left, right=right).unit
    corners = {tuple(round(number, 6) for number in base[0]) for base in unit.bases[:9]}
    kept = {tuple(round(number, 6) for number in base[0]) for base in after.bases[: 9 + left + right]}
    assert len(corners & kept) == 9 + min(left, 0) + min(right, 0)


@pytest.mark.parametrize(("left", "before"), [(3, 0), (1, 2), (-3, 0), (-1, 2)])
def test_a_third_file_on_a_side_is_refused(left: int, before: int) -> None:
    with pytest.raises(ForbiddenError, match="more than 2 files"):
        change_files(ranked(24, 9), left=left, right=0, before=FilesChanged(before, 0))


def test_files_need_models() -> None:
    with pytest.raises(ForbiddenError, match="can't stand in 8 files"):
        change_files(ranked(6, 6), left=1, right=1)


def test_a_unit_that_gets_too_deep_falls_into_skirmish_where_it_stands() -> None:
    change = change_files(ranked(12, 4), left=0, right=-1)
    assert isinstance(change.unit.formation, Skirmish)
    assert "falls into skirmish" in change.text


def test_going_into_skirmish_moves_nobody() -> None:
    unit = ranked(13, 5, 33)
    change = loosen(unit)
    assert change.unit.formation.positions == unit.centres
    assert (change.share, change.bars_charge) == (0, "")
    with pytest.raises(ForbiddenError, match="already"):
        loosen(change.unit)


def test_the_middle_models_are_the_nearest_to_all() -> None:
    assert middle_models(Skirmish(positions=SEVEN)) == (4,)
    assert middle_models(Skirmish(positions=((0, 0), (2, 0), (0, 2), (2, 2)))) == (0, 1, 2, 3)


@given(st.integers(3, 7), facings)
def test_ranks_form_around_the_middle_model_in_the_middle_of_the_front(files: int, facing: int) -> None:
    change = reform(crowd(*SEVEN), files, facing)
    block_formed = change.unit.formation
    assert isinstance(block_formed, RankAndFile)
    place = change.unit.centres.index(min(change.unit.centres, key=lambda centre: distance(centre, SEVEN[4])))
    assert distance(change.unit.centres[place], SEVEN[4]) < 1e-9
    assert place == (files - 1) // 2
    assert (change.share, bool(change.bars_charge)) == (HALF, True)
    assert block_formed.facing == facing


@pytest.mark.parametrize(
    ("unit", "files", "text"),
    [
        pytest.param(ranked(10, 5), 5, "only a skirmishing unit", id="in ranks already"),
        pytest.param(crowd(*SEVEN, berserk=True), 5, "berserk", id="berserk"),
        pytest.param(crowd(*SEVEN, fly=9, altitude="low"), 5, "can't fly", id="in the air"),
        pytest.param(crowd(*SEVEN[:5]), 5, "needs 6", id="too few"),
        pytest.param(crowd(*SEVEN), 2, "as many files", id="too deep"),
        pytest.param(crowd(*SEVEN), 8, "can't stand", id="too wide"),
    ],
)
def test_ranks_arent_formed(unit: PlacedUnit, files: int, text: str) -> None:
    with pytest.raises(ForbiddenError, match=text):
        reform(unit, files, 0)


def test_turning_and_files_need_ranks() -> None:
    for change in (lambda: turn(crowd(*SEVEN), 1), lambda: change_files(crowd(*SEVEN), left=1, right=0)):
        with pytest.raises(ForbiddenError, match="no ranks"):
            change()


@given(st.data(), counts, facings)
def test_casualties_come_from_the_back_and_the_front_stays(data: st.DataObject, models: int, facing: int) -> None:
    wide = [each for each in range(1, models + 1) if is_wide_enough(each, models)]
    files, dead = data.draw(st.sampled_from(wide)), data.draw(st.integers(1, models - 1))
    unit = ranked(models, files, facing)
    after, steps = without(unit, dead)
    assert after.models == len(after.bases) == models - dead
    assert steps[0].text == f"{dead} of {models} models fall"
    if models - dead < 6:
        assert isinstance(after.formation, Skirmish)
        assert len(steps) == 2
    else:
        assert isinstance(after.formation, RankAndFile)
        full = (models - dead) // files * files
        assert after.bases[:full] == unit.bases[:full]


def test_a_front_that_isnt_full_any_more_closes_to_its_middle() -> None:
    after, _ = without(ranked(12, 12), 4)
    assert (after.formation.files, after.formation.corner) == (8, (38, 24))


@pytest.mark.parametrize(
    ("models", "dead", "trail", "kind"),
    [
        pytest.param(12, 3, (), RankAndFile, id="as wide as deep"),
        pytest.param(13, 3, (), Column, id="too deep still"),
        pytest.param(12, 3, ((31.5, 19), (40, 19)), Column, id="it snakes"),
        pytest.param(10, 5, (), Skirmish, id="too few"),
    ],
)
def test_a_column_that_casualties_leave_wide_enough_is_in_ranks_again(
    models: int, dead: int, trail: tuple[tuple[float, float], ...], kind: type
) -> None:
    straight = table(column(models=models, files=3, corner=(30, 20))).unit("r1")
    after, _ = without(straight.standing(replace(straight.formation, trail=trail)), dead)
    assert type(after.formation) is kind


def test_skirmishers_fall_where_their_player_says() -> None:
    after, _ = without(crowd(*SEVEN), 2, which=(0, 4))
    assert after.formation.positions == (SEVEN[1], SEVEN[2], SEVEN[3], SEVEN[5], SEVEN[6])
    assert without(crowd(*SEVEN), 2)[0].formation.positions == SEVEN[:5]


@pytest.mark.parametrize(("dead", "which"), [(0, ()), (7, ()), (8, ()), (2, (1,)), (1, (9,))])
def test_nobody_or_everybody_or_a_wrong_number_cant_fall(dead: int, which: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"fall|match"):
        without(crowd(*SEVEN), dead, which=which)


@given(counts, counts)
def test_settling_keeps_the_ground(models: int, files: int) -> None:
    assume(files <= models)
    unit = ranked(models, files)
    after, reason = settled(unit)
    assert (reason is None) == (not faults(unit)) == isinstance(after.formation, RankAndFile)
    assert sum(map(area, after.blocks)) == pytest.approx(models)
