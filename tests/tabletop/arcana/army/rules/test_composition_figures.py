"""The size of the game and the 60/40 rule at their limits: all that is said and offered, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Ally, Character, Models, Roster, Unit, new_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.army.rules.composition import roster_has_units
from tabletop.findings import Report
from tests.catalogue import printed_catalogue, read_yaml
from tests.laws import of_each
from tests.reviews import reviewed

CODES = ("ROST-01", "SIZE-01", "COMP-01", "COMP-02")
TABLE = read_yaml(Path(__file__).parent / "composition.yaml")


def troops(ref: str, profile: str, count: int) -> tuple[Unit, ...]:
    return (Unit(ref=ref, models=(Models(profile=profile, count=count),)),) if count else ()


def dwarves(
    *,
    axemen: int = 0,
    vipers: int = 0,
    lords: int = 0,
    limit: int | None = 1000,
    orcs: dict[str, int] | None = None,
    rules: str = "core",
) -> Roster:
    """An army of these; `orcs` are so many models of each profile that come as allies for 1,000 points."""
    leaders = tuple(Character(ref=f"c{number}", profile="dwarves/dwarf-lord") for number in range(lords))
    units = (*troops("u1", "dwarves/axemen", axemen), *troops("u2", "monsters/viper", vipers))
    if leaders:
        units = (*units, Unit(ref="u3", characters=leaders))
    allied = [unit for profile, count in (orcs or {}).items() for unit in troops("u9", profile, count)]
    allies = () if orcs is None else (Ally(army="orcs", points=1000, units=tuple(allied)),)
    roster = new_roster(name="Figures", army="dwarves", points_limit=limit)
    return replace(roster, units=units, allies=allies, rules=rules)


def said(report: Report) -> Iterator[str]:
    """The findings about the composition with their figures and ways out, then the passes."""
    for finding in report.findings:
        if finding.code in CODES:
            figures = f"{finding.code} {finding.culprit.kind} {finding.culprit.ref}".strip()
            yield f"{figures}, {finding.actual} for {finding.limit}: {finding.message}"
            yield from (f"- {remedy.label}" for remedy in finding.remedies)
    yield from (f"{explained.code}: {explained.message}" for explained in report.passes if explained.code in CODES)


@of_each("case", TABLE, ids=lambda case: case["name"])
def test_all_that_is_said_at_the_limits(case: dict[str, Any]) -> None:
    assert list(said(reviewed(dwarves(**case["army"])))) == case["said"].splitlines()


def test_first_troops_are_worth_200_points_whatever_each_costs() -> None:
    catalogue = printed_catalogue()
    cheap = replace(catalogue.rows["dwarves/axemen"], points=1)
    rows = [cheap if row.slug == cheap.slug else row for row in catalogue.rows_of("dwarves")]
    army = resolve(dwarves(), replace(catalogue, by_list={**catalogue.by_list, "dwarves": tuple(rows)}))
    (finding,) = (found for found in review(army, price(army)).findings if found.code == roster_has_units.code)
    assert [remedy.label for remedy in finding.remedies] == ["Add 200 Axemen"]
