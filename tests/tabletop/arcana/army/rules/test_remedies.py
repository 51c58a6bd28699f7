"""Remedies: whatever the army, each can be posted, can be carried out, and helps."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.roster import Ally, Character, Models, Roster, Unit, Upgrade, new_roster
from tabletop.arcana.game import ARCANA
from tabletop.findings import Finding, Remedy
from tests.laws import of_each
from tests.reviews import reviewed, weight
from tests.strategies import CATALOGUE, armies, rosters


def offered(roster: Roster) -> list[tuple[Finding, Remedy]]:
    return [(finding, remedy) for finding in reviewed(roster).findings for remedy in finding.remedies]


@given(armies())
def test_every_remedy_mends_its_finding_or_makes_it_smaller(roster: Roster) -> None:
    for finding, remedy in offered(roster):
        changed = remedy.edit.applied(roster, CATALOGUE)
        assert weight(changed, finding) < weight(roster, finding), f"{finding.message} {remedy.label}"


@given(rosters())
def test_every_remedy_can_be_posted_and_carried_out(roster: Roster) -> None:
    for _, remedy in offered(roster):
        assert ARCANA.read_edit(msgspec.to_builtins(remedy.edit)) == remedy.edit
        remedy.edit.applied(roster, CATALOGUE)


@given(armies(limits=st.integers(1, 4000)))
def test_an_army_that_is_too_dear_has_a_way_out(roster: Roster) -> None:
    for finding in reviewed(roster).findings:
        assert finding.remedies, finding.message


def army(*units: Unit, limit: int | None = 1000, allies: tuple[Ally, ...] = ()) -> Roster:
    roster = new_roster(name="Army", army="dwarves", points_limit=limit)
    return replace(roster, units=units, allies=allies)


def of(ref: str, profile: str, count: int, **kept: object) -> Unit:
    return Unit(ref=ref, models=(Models(profile=profile, count=count),), **kept)


def labels(roster: Roster, code: str) -> list[str]:
    return [remedy.label for finding, remedy in offered(roster) if finding.code == code]


LORD = Character(ref="c1", profile="dwarves/dwarf-lord")
WIZARD = Character(ref="c2", profile="dwarves/dwarf-wizard", school="earth")
ORCS = Ally(army="orcs", points=1000, units=(of("u9", "orcs/orc-warrior", 60),))

TABLE = [
    ("SIZE-01", army(of("u1", "dwarves/axemen", 60)), ["10 Axemen fewer", "Agree on another size: 1,200 points"]),
    (
        "SIZE-01",
        army(of("u1", "dwarves/axemen", 45, characters=(LORD,), name="Old Guard")),
        ["5 Axemen fewer", "Without the Dwarf Lord", "Agree on another size: 1,100 points"],
    ),
    (
        "COMP-02",
        army(of("u1", "dwarves/axemen", 30, characters=(LORD, WIZARD))),
        ["Without the Dwarf Lord", "Without the Dwarf Wizard"],
    ),
    (
        "COMP-02",
        army(of("u1", "dwarves/axemen", 45, characters=(LORD, WIZARD))),
        ["Without the Dwarf Lord", "Without the Dwarf Wizard", "Agree on another size: 1,295 points"],
    ),
    (
        "COMP-02",
        army(of("u1", "dwarves/axemen", 30), of("u2", "war-machines/ballista", 3)),
        ["2 Ballistas fewer"],
    ),
    (
        "COMP-01",
        army(of("u1", "dwarves/axemen", 20, characters=(LORD, replace(LORD, ref="c2")))),
        ["10 Axemen more"],
    ),
    (
        "COMP-01",
        army(Unit(ref="u1", characters=(LORD,))),
        ["Add 30 Axemen"],
    ),
    (
        "COMP-01",
        army(of("u1", "dwarves/axemen", 20), allies=(ORCS,), limit=2000),
        ["10 Axemen more"],
    ),
    (
        "COMP-02",
        army(of("u1", "dwarves/axemen", 30, characters=(LORD, WIZARD)), allies=(ORCS,), limit=2000),
        ["Without the Dwarf Lord", "Without the Dwarf Wizard"],
    ),
    ("LIST-01", army(of("u1", "dwarves/axemen", 30), of("u2", "orcs/orc-warrior", 3)), ["Without the 3 Orc Warriors"]),
]  # fmt: skip


@of_each(("code", "roster", "expected"), TABLE)
def test_the_ways_out_of_a_finding(code: str, roster: Roster, expected: list[str]) -> None:
    assert labels(roster, code) == expected


def test_remedies_for_one_contingent_leave_the_other_alone() -> None:
    greedy = Ally(army="orcs", points=1000, units=(of("u9", "orcs/orc-warrior", 50), of("u8", "monsters/roc", 2)))
    roster = army(of("u1", "dwarves/axemen", 30, characters=(LORD,)), allies=(greedy,), limit=2000)
    assert labels(roster, "COMP-02") == ["1 Roc fewer"]


def test_equipment_is_taken_from_giants_instead_of_the_giants() -> None:
    shooters = Models(profile="giant-kings/adult-giant", count=2, upgrades=(Upgrade(profile="giant-kings/ballista"),))
    roster = replace(new_roster(name="Clan", army="giant-kings"), units=(Unit(ref="u1", models=(shooters,)),))
    assert labels(roster, "COMP-02") == ["Add 1 Young Giant", "Adult Giants without Ballista"]
