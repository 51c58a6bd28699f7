"""Differences in words: complete, priced, and none exactly where nothing differs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.roster import Ally, Character, Models, Mount, Options, Roster, Unit, Upgrade, new_roster
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.compare.difference import summary_difference
from tabletop.arcana.formats.line_costs import RosterCosts, roster_costs
from tabletop.rosters.comparison import signed
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import without_notes
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.reviews import priced
from tests.strategies import armies, rosters
from tests.tabletop.arcana.formats.odd import odd_rosters

CATALOGUE = printed_catalogue()
LORD = Character(ref="c1", profile="dwarves/dwarf-champion")
AXES = Models(profile="dwarves/axemen", count=17)
CANNON = Models(profile="war-machines/cannon", count=2)
GUARD = Unit(ref="u1", name="Guard", models=(AXES,), characters=(LORD,))
GUNS = Unit(ref="u2", models=(CANNON,))
ROSTER = replace(new_roster(name="Raiders", army="dwarves", points_limit=2000), units=(GUARD, GUNS))
TWIN = replace(GUARD, ref="u3", characters=(replace(LORD, ref="c3"),))
ROLLERS = Upgrade(profile="giant-kings/rollers")


def told(before: Roster, after: Roster) -> list[str]:
    return [str(change) for change in summary_difference(before, after, CATALOGUE)]


def guard(**changes: object) -> Roster:
    return replace(ROSTER, units=(replace(GUARD, **changes), GUNS))


def lord(**changes: object) -> Roster:
    return guard(characters=(replace(LORD, **changes),))


CHANGES: list[tuple[Roster, list[str]]] = [
    (replace(ROSTER, name="Guards"), ["name: “Raiders” → “Guards”"]),
    (replace(ROSTER, points_limit=None), ["limit: 2,000 → none"]),
    (replace(ROSTER, rules="tournament"), ["rules: core → tournament"]),
    (replace(ROSTER, options=Options(optional_schools=True)), ["options: none → optional schools"]),
    (replace(ROSTER, allies=(Ally(army="orcs", points=500),)), ["allies: none → Orcs with 500"]),
    (replace(ROSTER, designs=(Design(name="Beast"),)), ["+ design Beast"]),
    (guard(models=(replace(AXES, count=22),)), ["+5 Axemen, +100"]),
    (guard(models=(replace(AXES, count=16),)), ["−1 Axeman, −20"]),
    (guard(models=(AXES, replace(CANNON, count=1))), ["+1 Cannon, +706"]),
    (guard(models=(replace(AXES, upgrades=(ROLLERS,)),)), ["Axemen: with Rollers, +595"]),
    (guard(name="Old Guard"), ["Old Guard: was “Guard”"]),
    (guard(name=""), ["Guard: its name was removed"]),
    (guard(infiltrating=True), ["Guard: infiltrating, +114"]),
    (guard(characters=()), ["− Dwarf Champion, −117"]),
    (lord(weapon="crossbow"), ["Dwarf Champion: crossbow, +24"]),
    (lord(counterspell=True, school="earth"), ["Dwarf Champion: counterspell, school of earth, +75"]),
    (lord(mount=Mount(profile="monsters/giant-eagle")), ["Dwarf Champion: on Giant Eagle, +80"]),
    (lord(upgrades=(replace(ROLLERS, count=2),)), ["Dwarf Champion: with 2 Rollers, +70"]),
    (lord(ref="c9"), []),
    (
        replace(ROSTER, units=(GUARD, replace(GUNS, models=(replace(CANNON, reinforced=1),)))),
        ["Cannon: +1 reinforced, +56"],
    ),
    (replace(ROSTER, units=(GUNS, GUARD)), ["the units are ordered differently"]),
    (
        guard(models=(replace(AXES, count=7), replace(AXES, count=10))),
        ["Guard: its parts are grouped or ordered differently"],
    ),
    (replace(ROSTER, units=(GUARD,)), ["− 2 Cannons, −1,412"]),
    (replace(ROSTER, units=(GUARD, GUNS, Unit(ref="u3"))), ["+ empty unit"]),
    (replace(ROSTER, units=(GUARD, GUNS, TWIN)), ["+ Guard (17 Axemen, Dwarf Champion), +457"]),
]


@of_each(("after", "expected"), CHANGES, ids=lambda value: "; ".join(value) if isinstance(value, list) else "")
def test_a_change_is_told(after: Roster, expected: list[str]) -> None:
    assert told(ROSTER, after) == expected


def test_a_renamed_unit_with_another_ref_is_still_itself() -> None:
    assert told(ROSTER, replace(ROSTER, units=(replace(GUARD, ref="x", name="Old Guard"), GUNS))) == [
        "Old Guard: was “Guard”"
    ]


def test_designs_are_told_by_name() -> None:
    small, large = (replace(ROSTER, designs=(Design(name="Beast", wounds=wounds),)) for wounds in (1, 2))
    assert told(small, large) == ["design Beast changed"]
    assert told(small, ROSTER) == ["− design Beast"]


def test_what_has_no_price_is_told_without() -> None:
    lost = Unit(ref="u9", models=(Models(profile="dwarves/lost", count=1),))
    less = guard(models=(), characters=())
    assert told(replace(ROSTER, units=(*ROSTER.units, lost)), less) == [
        "−17 Axemen",
        "− Dwarf Champion",
        "− 1 dwarves/lost",
    ]
    before, after = (replace(each, units=(*each.units, lost)) for each in (ROSTER, less))
    assert told(before, after) == ["−17 Axemen, −340", "− Dwarf Champion, −117"]


def test_lists_that_share_refs_by_chance_are_told_apart() -> None:
    other = replace(new_roster(name="Raiders", army="dwarves", points_limit=2000), units=(replace(GUNS, ref="u1"),))
    assert told(ROSTER, other) == ["− Guard (17 Axemen, Dwarf Champion), −457"]


@given(rosters() | odd_rosters(), rosters() | odd_rosters())
def test_a_difference_beyond_notes_is_told_exactly_where_digests_differ(before: Roster, after: Roster) -> None:
    before, after = without_notes(before), without_notes(after)
    for one, other in ((before, after), (before, before), (before, replace(before, units=before.units[::-1]))):
        assert bool(told(one, other)) == (content_digest(one) != content_digest(other))


@given(armies(st.just(2000)), armies(st.just(2000)))
def test_the_points_of_the_changes_add_up(before: Roster, after: Roster) -> None:
    after = replace(after, army=before.army)
    changes = summary_difference(before, after, CATALOGUE)
    assert sum(change.points or 0 for change in changes) == priced(after).points - priced(before).points


def test_numbers_are_signed_with_a_true_minus() -> None:
    assert [signed(5), signed(-1000), signed(0)] == ["+5", "−1,000", "+0"]


def test_only_units_that_differ_are_priced(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def counted(roster: Roster, catalogue: Catalogue) -> RosterCosts:
        asked.append(tuple(unit.ref for unit in roster.contingent_units))
        return roster_costs(roster, catalogue)

    monkeypatch.setattr("tabletop.arcana.formats.compare.difference.roster_costs", counted)
    many = tuple(replace(GUNS, ref=f"u{number}") for number in range(2, 100))
    before = replace(ROSTER, units=(GUARD, *many), allies=(Ally(army="orcs", points=500, units=(TWIN,)),))
    after = replace(before, units=(replace(GUARD, models=(replace(AXES, count=20),)), *many))
    assert told(before, after) == ["+3 Axemen, +60"]
    assert asked == [("u1",), ("u1",)]


@given(rosters(), rosters())
def test_a_price_of_a_difference_is_that_of_the_whole_roster(before: Roster, after: Roster) -> None:
    with pytest.MonkeyPatch.context() as patch:
        few = summary_difference(before, after, CATALOGUE)
        patch.setattr("tabletop.arcana.formats.compare.difference._without", lambda roster, refs: roster)
        assert few == summary_difference(before, after, CATALOGUE)
