"""Tables from seeds: pieces never overlap or leave the table, rivers reach its edges, the dice are fair."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
import shapely
from shapely import Polygon

from tabletop.arcana.battlefield import Table, read_table, write_table
from tabletop.arcana.battlefield.schema import Terrain
from tests.catalogue import PROJECT
from tests.charts import REGIONS, printed_charts, rolled
from tests.tabletop.arcana.terrain.measuring import areas, is_band, shared

GOLDEN = PROJECT / "tests" / "golden" / "terrain.json"
SEEDS = 1_000  # of each of the four regions; benchmarks/terrain.py takes 10,000 of each
PIECES = 8
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
ONE_IN_TEN_THOUSAND = {2: 18.42, 5: 25.74, 10: 35.56}  # chi-square by degrees of freedom
NO_AREA = 1e-6


@cache
def tables(region: str) -> tuple[Table, ...]:
    return tuple(rolled(region, pieces=PIECES, seed=seed) for seed in range(SEEDS))


def corners_on_edges(terrain: Terrain, size: tuple[float, float]) -> dict[str, int]:
    xs, ys = zip(*terrain.polygon, strict=True)
    return {"left": xs.count(0), "right": xs.count(size[0]), "bottom": ys.count(0), "top": ys.count(size[1])}


def chi_square(counts: Counter[int], weights: dict[int, int]) -> float:
    assert set(counts) <= set(weights)
    total, whole = sum(counts.values()), sum(weights.values())
    expected = {value: total * weight / whole for value, weight in weights.items()}
    return sum((counts[value] - each) ** 2 / each for value, each in expected.items())


@pytest.mark.parametrize("region", REGIONS)
def test_pieces_never_overlap(region: str) -> None:
    assert shared([pair for table in tables(region) for pair in combinations(areas(table), 2)]) < NO_AREA


@pytest.mark.parametrize("region", REGIONS)
def test_pieces_never_leave_the_table(region: str) -> None:
    for table in tables(region):
        xs, ys = zip(*(point for each in table.terrain for point in each.polygon), strict=True)
        assert min(xs) >= 0 <= min(ys)
        assert max(xs) <= 72
        assert max(ys) <= 48


@pytest.mark.parametrize("region", REGIONS)
def test_every_coordinate_is_a_whole_number_of_hundredths(region: str) -> None:
    for table in tables(region)[:200]:
        for each in table.terrain:
            assert all(value == round(value * 100) / 100 for point in each.polygon for value in point)


@pytest.mark.parametrize("region", REGIONS)
def test_rivers_and_streams_run_between_opposite_edges(region: str) -> None:
    seen = 0
    for table in tables(region):
        for each in filter(is_band, table.terrain):
            on, ends = corners_on_edges(each, table.size), 4 if each.name == "Streams" else 2
            assert sorted(on.values()) == [0, 0, ends, ends]
            assert on["left"] == on["right"]
            seen += 1
    assert seen > SEEDS / 10


def test_a_deep_river_counts_as_two_pieces_and_everything_else_as_one() -> None:
    for region in REGIONS:
        for table in tables(region):
            rivers = sum(each.name == "Deep inland river" for each in table.terrain)
            assert len(table.terrain) + rivers == PIECES


def test_a_river_that_finds_one_piece_left_is_rolled_again() -> None:
    again = [each for table in tables("swamps-and-marshes") for each in table.terrain if each.rerolled]
    assert again
    assert {total for each in again for total in each.rerolled} == {6, 7}
    assert not {each.roll for each in again} & {6, 7}


def test_the_first_rivers_course_is_its_dices_and_the_others_run_along() -> None:
    for table in tables("swamps-and-marshes"):
        bands = [each for each in table.terrain if is_band(each)]
        courses = [sub.result for each in bands for sub in each.sub_rolls if sub.what == "course"]
        assert len(courses) <= 1
        lengthwise = {corners_on_edges(each, table.size)["left"] > 0 for each in bands}
        assert len(lengthwise) <= 1
        assert not courses or lengthwise == {courses[0] <= 3}


@pytest.mark.parametrize("region", REGIONS)
def test_every_total_comes_as_often_as_two_dice_bring_it(region: str) -> None:
    pieces = [each for table in tables(region) for each in table.terrain]
    totals = Counter([each.roll or 0 for each in pieces] + [total for each in pieces for total in each.rerolled])
    assert chi_square(totals, WAYS) < ONE_IN_TEN_THOUSAND[10]


@pytest.mark.parametrize(
    ("region", "what", "values"),
    [
        ("forests", "trees", (1, 2, 3)),
        ("jungles", "huts", (2, 3, 4)),
        ("swamps-and-marshes", "bridges", (2, 3, 4)),
        ("swamps-and-marshes", "course", (1, 2, 3, 4, 5, 6)),
        ("deserts-and-beaches", "which", (1, 2, 3, 4, 5, 6)),
    ],
)
def test_every_sub_roll_is_fair(region: str, what: str, values: tuple[int, ...]) -> None:
    subs = (sub for table in tables(region) for each in table.terrain for sub in each.sub_rolls if sub.what == what)
    assert (
        chi_square(Counter(sub.result for sub in subs), dict.fromkeys(values, 1)) < ONE_IN_TEN_THOUSAND[len(values) - 1]
    )


@pytest.mark.parametrize("region", REGIONS)
def test_a_piece_is_what_its_total_and_its_choice_say(region: str) -> None:
    chart = printed_charts()[region]
    for table in tables(region)[:500]:
        for each in table.terrain:
            which = [sub.result for sub in each.sub_rolls if sub.what == "which"]
            choices = chart.result(each.roll or 0).choices
            assert len(which) == len(choices) - 1
            assert each.name == chart.feature(choices[which[0] > 3] if which else choices[0]).name


@pytest.mark.parametrize(
    ("region", "what", "name"),
    [("forests", "trees", "Tree"), ("jungles", "huts", "Hut"), ("jungles", "cliffs", "Cliff"),
     ("swamps-and-marshes", "bridges", "Bridge"), ("deserts-and-beaches", "cliffs", "Cliff")],
)  # fmt: skip
def test_there_are_as_many_details_as_were_rolled(region: str, what: str, name: str) -> None:
    counts = set()
    for each in (each for table in tables(region)[:500] for each in table.terrain):
        results = [sub.result for sub in each.sub_rolls if sub.what == what]
        details = sum(part.name == name for part in each.parts)
        assert [details] == (results or [0])
        counts.add(details)
    assert len(counts) == 4


@pytest.mark.parametrize("region", REGIONS)
def test_details_lie_within_their_piece_and_apart(region: str) -> None:
    for each in (each for table in tables(region)[:500] for each in table.terrain if each.parts):
        parts = [Polygon(part.polygon) for part in each.parts]
        assert all(part.is_valid and part.difference(Polygon(each.polygon)).area < NO_AREA for part in parts)
        assert len(parts) == 1 or shared(list(combinations(parts, 2))) < 0.01


def test_bridges_cross_their_river() -> None:
    rivers = [each for table in tables("swamps-and-marshes")[:300] for each in table.terrain if each.parts]
    for river in rivers:
        left = Polygon(river.polygon).difference(shapely.union_all([Polygon(part.polygon) for part in river.parts]))
        assert len(shapely.get_parts(left)) == len(river.parts) + 1


@pytest.mark.parametrize("region", REGIONS)
def test_a_table_reads_as_it_was_written(region: str) -> None:
    for table in tables(region)[:100]:
        assert read_table(write_table(table)) == table


def test_the_golden_table_is_rolled_again_to_the_letter() -> None:
    fresh = write_table(rolled("swamps-and-marshes", pieces=6, seed=3))
    assert GOLDEN.read_bytes() == fresh


def test_a_seed_is_the_same_table_in_any_interpreter() -> None:
    script = (
        "import sys; from tests.charts import rolled; from tabletop.arcana.battlefield import write_table;"
        "sys.stdout.buffer.write(write_table(rolled('swamps-and-marshes', pieces=6, seed=3)))"
    )
    for salt in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": salt}
        ran = subprocess.run(
            [sys.executable, "-c", script], cwd=PROJECT, env=environment, capture_output=True, check=True
        )
        assert ran.stdout == GOLDEN.read_bytes()


def test_another_seed_is_another_table() -> None:
    polygons = {each.polygon for seed in range(50) for each in rolled("forests", seed=seed).terrain}
    assert len(polygons) == 50 * 6
