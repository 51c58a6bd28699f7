"""Two rosters beside each other: every unit of both once, alike exactly where nothing differs."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.roster import Models, Roster, Unit, read_roster
from tabletop.arcana.formats.compare.compare_units import side_by_side
from tabletop.arcana.formats.compare.difference import summary_difference
from tests.catalogue import SAMPLES, printed_catalogue

CATALOGUE = printed_catalogue()
RAIDERS = read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes())


def beside(one: Roster, two: Roster) -> list[tuple[str, int | None, str, int | None, bool]]:
    rows = side_by_side(one, two, CATALOGUE)
    return [(row.one.text, row.one.points, row.two.text, row.two.points, row.same) for row in rows]


def test_a_roster_beside_itself_is_alike_unit_by_unit() -> None:
    rows = beside(RAIDERS, RAIDERS)
    assert [row[4] for row in rows] == [True] * len(RAIDERS.units)
    assert all(row[:2] == row[2:4] for row in rows)
    assert sum(row[1] or 0 for row in rows) == 834


def test_what_only_one_of_them_has_stands_beside_nothing() -> None:
    bears = Unit(ref="u9", name="Late", models=(Models(profile="dwarves/axemen", count=2),))
    changed = replace(RAIDERS, units=(*RAIDERS.units[1:], bears))
    rows = beside(RAIDERS, changed)
    assert rows[0][2:] == ("", None, False)
    assert rows[-1] == ("", None, "Late (2 Axemen)", 40, False)
    assert [row[4] for row in rows[1:-1]] == [True, True]


def test_units_differ_where_the_difference_says_so() -> None:
    first = RAIDERS.units[0]
    more = replace(first, models=(replace(first.models[0], count=22),))
    changed = replace(RAIDERS, units=(more, *RAIDERS.units[1:]))
    assert [row[4] for row in beside(RAIDERS, changed)] == [False, True, True]
    assert [str(change) for change in summary_difference(RAIDERS, changed, CATALOGUE)] == ["+5 Axemen, +100"]


def test_every_sample_beside_every_other_shows_each_unit_once() -> None:
    rosters = [read_roster(path.read_bytes()) for path in sorted(SAMPLES.glob("*.json"))[:6]]
    for one in rosters:
        for two in rosters:
            rows = beside(one, two)
            assert sum(bool(row[0]) for row in rows) == len(one.contingent_units)
            assert sum(bool(row[2]) for row in rows) == len(two.contingent_units)
