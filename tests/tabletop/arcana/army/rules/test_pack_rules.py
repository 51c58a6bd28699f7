"""A pack's rulebook: what it bans, limits, allows and leaves to the book."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.event_pack import Limit, Pack
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.repair import look_with, try_remedies
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import (
    Ally,
    Character,
    Models,
    Mount,
    Options,
    Roster,
    Unit,
    Upgrade,
    new_roster,
    read_roster,
)
from tabletop.arcana.army.rules import CORE, TOURNAMENT, pack_rulebook, review, rulebook_of
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Melee, Morale, Movement
from tabletop.findings import Report, Severity
from tests.catalogue import SAMPLES, printed_catalogue
from tests.reviews import brief

CATALOGUE = printed_catalogue()
AXEMEN = Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=20),))
WOLF = Design(
    name="Great Wolf",
    kind="creature",
    base=1,
    wounds=1,
    movement=Movement(ground=8),
    armour=Armour(),
    morale=Morale(value=8),
    melee=(Melee(attacks=1, skill=3, strength=1),),
)


def cup(**fields: Any) -> Pack:
    return Pack(format="muster-pack/1", name="Cup", **fields)


def dwarves(*units: Unit, **fields: Any) -> Roster:
    return replace(new_roster(name="Test", army="dwarves", points_limit=4000), units=(AXEMEN, *units), **fields)


def report(roster: Roster, pack: Pack) -> Report:
    army = resolve(roster, CATALOGUE, pack)
    return review(army, price(army))


def codes(roster: Roster, pack: Pack) -> set[str]:
    """The codes about more than the shares and the size, which these small armies never meet."""
    return {finding.code for finding in report(roster, pack).findings} - {"COMP-01"}


def of_packs(roster: Roster, pack: Pack) -> list[str]:
    return [brief(finding) for finding in report(roster, pack).findings if finding.code.startswith("PACK")]


@pytest.mark.parametrize(("tournament", "book"), [(True, TOURNAMENT), (False, CORE)])
def test_a_pack_that_changes_nothing_is_the_book(tournament: bool, book: object) -> None:
    rulebook = pack_rulebook(cup(tournament=tournament), CORE)
    assert [rule.code for rule in rulebook.rules] == [rule.code for rule in book.rules]
    assert rulebook.unchecked == CORE.unchecked


@pytest.mark.parametrize(
    ("fields", "gone"),
    [
        ({"allies": True}, {"ALLY-01", "TOUR-02"}),
        ({"optional_schools": True}, {"OPT-02", "TOUR-06"}),
        ({"cheap_monsters_as_normal": True}, {"OPT-01", "TOUR-07"}),
        ({"designs": False}, {"DSGN-01"}),
        ({"sizes": ()}, {"TOUR-01"}),
    ],
)
def test_what_the_organiser_decides_needs_no_rule_any_more(fields: dict[str, Any], gone: set[str]) -> None:
    here = {rule.code for rule in pack_rulebook(cup(**fields), CORE).rules}
    assert {rule.code for rule in TOURNAMENT.rules} - here == gone


@pytest.mark.parametrize(
    ("fields", "limit", "legal"),
    [({"sizes": (1500,)}, 1500, True), ({"sizes": (1500,)}, 4000, False), ({"sizes": ()}, None, True)],
)
def test_the_size_of_the_game_is_the_packs(fields: dict[str, Any], limit: int | None, legal: bool) -> None:
    assert ("TOUR-01" not in codes(dwarves(points_limit=limit), cup(**fields))) == legal


@pytest.mark.parametrize(("largest", "legal"), [(400, True), (399, False)])
def test_the_largest_unit_is_the_packs(largest: int, legal: bool) -> None:
    assert ("TOUR-04" not in codes(dwarves(), cup(largest_unit=largest))) == legal


@pytest.mark.parametrize(
    ("fields", "legal"),
    [({}, True), ({"small_units": 0}, False), ({"small_units": 0, "small_unit": 40}, True)],
)
def test_small_units_are_the_packs(fields: dict[str, Any], legal: bool) -> None:
    small = Unit(ref="u2", models=(Models(profile="dwarves/axemen", count=2),))
    assert ("TOUR-05" not in codes(dwarves(small), cup(**fields))) == legal


LORD = Character(ref="c1", profile="dwarves/dwarf-lord", mount=Mount(profile="monsters/giant-eagle"))
LED = Unit(ref="u2", characters=(LORD,))
HYDRA = Models(profile="monsters/hydra-body", count=1, upgrades=(Upgrade(profile="monsters/hydra-head", count=3),))


@pytest.mark.parametrize(
    ("banned", "unit", "found"),
    [
        ("dwarves/axemen", LED, ["PACK-01 unit u1"]),
        ("dwarves/dwarf-lord", LED, ["PACK-01 character c1"]),
        ("monsters/giant-eagle", LED, ["PACK-01 character c1"]),
        ("monsters/hydra-head", Unit(ref="u3", models=(HYDRA,)), ["PACK-01 unit u3"]),
        ("dwarves/berserker", LED, []),
    ],
)
def test_a_banned_row_is_found_wherever_it_is_bought(banned: str, unit: Unit, found: list[str]) -> None:
    assert of_packs(dwarves(unit), cup(banned=(banned,))) == found


def test_a_banned_army_is_one_finding_about_the_army() -> None:
    allied = dwarves(LED, allies=(Ally(army="orcs", points=500, units=(Unit(ref="o1"),)),))
    banning = cup(banned_lists=("dwarves", "orcs", "monsters"))
    assert of_packs(allied, banning) == ["PACK-01 army dwarves", "PACK-01 army orcs", "PACK-01 character c1"]
    labels = [[each.label for each in finding.remedies] for finding in report(allied, banning).findings[-3:-1]]
    assert labels == [[], ["Leave the Orcs at home"]]


@pytest.mark.parametrize(("most", "legal"), [(25, True), (24, False), (0, False)])
def test_a_limit_counts_the_whole_army(most: int, legal: bool) -> None:
    more = Unit(ref="u2", models=(Models(profile="dwarves/axemen", count=5),))
    pack = cup(limits=(Limit(profile="dwarves/axemen", most=most),))
    assert (of_packs(dwarves(more), pack) == []) == legal


def test_a_shared_vehicle_counts_once() -> None:
    chariot = "vehicles/light-chariot-with-spearman-and-2-horses"
    riders = tuple(
        Character(ref=f"r{number}", profile="dwarves/dwarf-champion", mount=Mount(profile=chariot, shared=number > 0))
        for number in range(2)
    )
    pack = cup(limits=(Limit(profile=chariot, most=1),))
    assert of_packs(dwarves(Unit(ref="u2", characters=riders)), pack) == []


def test_the_remedies_of_a_limit_take_no_more_than_is_too_many() -> None:
    pack = cup(sizes=(), limits=(Limit(profile="dwarves/axemen", most=17),))
    [finding] = [each for each in report(dwarves(), pack).findings if each.code == "PACK-02"]
    assert (finding.actual, finding.limit) == (20, 17)
    look = look_with(CATALOGUE, rulebook_of("core", pack), pack)
    [working] = try_remedies(finding, look(dwarves()), CATALOGUE, look)
    assert working.after.roster.units[0].models[0].count == 17


@pytest.mark.parametrize("banned", ["dwarves/dwarf-lord", "monsters/giant-eagle"])
def test_the_remedy_of_a_ban_mends_it(banned: str) -> None:
    pack = cup(sizes=(), banned=(banned,))
    look = look_with(CATALOGUE, rulebook_of("core", pack), pack)
    now = look(dwarves(LED, points_limit=None))
    [finding] = [each for each in now.report.findings if each.code == "PACK-01"]
    [working] = try_remedies(finding, now, CATALOGUE, look)
    kept_lord = any(unit.characters for unit in working.after.roster.units)
    assert kept_lord == (banned == "monsters/giant-eagle")


def wolves(**fields: Any) -> Roster:
    pack = Unit(ref="u2", models=(Models(profile="designs/great-wolf", count=5),))
    return dwarves(pack, designs=(WOLF,), **fields)


def test_without_designs_each_is_an_error() -> None:
    assert of_packs(wolves(), cup(designs=False)) == ["PACK-03 unit u2"]
    assert of_packs(wolves(), cup()) == []


@pytest.mark.parametrize(
    ("rules", "pack", "special"),
    [
        ("core", None, False),
        ("tournament", None, True),
        ("pack/abc", cup(), True),
        ("pack/abc", cup(tournament=False), False),
        ("pack/abc", None, False),
        ("core", cup(), True),
    ],
)
def test_designs_are_special_as_the_packs_basis_says(rules: str, pack: Pack | None, special: bool) -> None:
    roster = replace(wolves(), rules=rules)
    [_, unit] = price(resolve(roster, CATALOGUE, pack)).contingents[0]
    assert [item.special for item in unit.items] == [special]


def test_a_pack_that_isnt_here_is_a_warning_and_the_core_rules() -> None:
    roster = replace(dwarves(points_limit=None), rules="pack/abc")
    army = resolve(roster, CATALOGUE)
    found = review(army, price(army))
    [finding] = found.findings
    assert (finding.code, finding.severity) == ("PACK-00", Severity.WARNING)
    assert "pack/abc" in finding.message
    assert found.is_legal
    assert [rule.code for rule in rulebook_of("pack/abc").rules[:-1]] == [rule.code for rule in CORE.rules]


@pytest.mark.parametrize(
    ("rules", "pack", "name"),
    [
        ("core", None, "core rules"),
        ("tournament", None, "tournament rules"),
        ("pack/abc", cup(), "pack “Cup”"),
        ("pack/abc", None, "core rules"),
    ],
)
def test_an_army_says_what_it_is_built_by(rules: str, pack: Pack | None, name: str) -> None:
    assert resolve(replace(dwarves(), rules=rules), CATALOGUE, pack).rules_name == name


def test_options_that_a_pack_allows_are_legal() -> None:
    agreed = Options(cheap_monsters_as_normal=True, optional_schools=True)
    roster = dwarves(options=agreed)
    assert codes(roster, cup()) == {"TOUR-06", "TOUR-07"}
    assert codes(roster, cup(optional_schools=True, cheap_monsters_as_normal=True)) == set()


def test_a_pack_without_figures_of_its_own_keeps_every_sample_legal() -> None:
    for path in SAMPLES.glob("*.json"):
        assert report(read_roster(path.read_bytes()), cup(tournament=False)).is_legal, path.stem
