"""Judged unit by unit, a roster is told the same as by every rule asked about the whole of it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army import judging
from tabletop.arcana.army.event_pack import Limit, Pack
from tabletop.arcana.army.judging import JudgedArmy, judge_army
from tabletop.arcana.army.pricing import price, price_record, price_unit
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Ally, Character, Models, Mount, Options, Roster, Unit, new_roster, read_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.game import judge
from tabletop.decoding import MalformedError
from tabletop.rosters.document import write_roster
from tabletop.rosters.plain import plain_verdict
from tests.strategies import (
    ARMIES,
    CATALOGUE,
    ROWS,
    WEAPONS,
    armies,
    by_lot,
    lots,
    rosters,
    some_character,
    some_models,
)
from tests.tabletop.arcana.army.test_cases import ALL

PACKS = [
    None,
    Pack(format="muster-pack/1", name="Plain"),
    Pack(
        format="muster-pack/1", name="Strict", largest_unit=300, small_units=0, designs=False,
        banned=("dwarves/axemen",), banned_lists=("monsters",), limits=(Limit(profile="orcs/orc-warrior", most=3),),
    ),
]  # fmt: skip


def judged_whole(roster: Roster, pack: Pack | None = None) -> JudgedArmy:
    """The same by the definition: everything looked up, priced by its receipt, every rule asked about the whole."""
    army = resolve(roster, CATALOGUE, pack)
    priced = price(army)
    report = review(army, priced)
    findings = tuple(replace(finding, remedies=()) for finding in report.findings)
    return JudgedArmy(army, priced, replace(report, findings=findings), judge_army(roster, CATALOGUE, pack).rulebook)


def assert_same(roster: Roster, pack: Pack | None = None) -> None:
    found, whole = judge_army(roster, CATALOGUE, pack), judged_whole(roster, pack)
    assert found.report == whole.report
    assert found.price == whole.price
    assert price_record(found.price, "") == price_record(whole.price, "")
    for unit in (unit for units in found.price.contingents for unit in units):
        assert unit.points == sum(item.points for item in unit.items)
        assert unit.breakdown == whole.price.units[unit.ref].breakdown
    assert [unit.name for unit in found.army.units] == [unit.name for unit in whole.army.units]


def written(roster: Roster, pack: Pack | None) -> bytes:
    return msgspec.json.encode(plain_verdict(judge(roster, CATALOGUE, pack)))


def changed(roster: Roster, lot: int) -> Roster:
    """The roster after one change, of one unit or of what the army agrees on."""
    pick, random = by_lot(lot), Random(lot)
    options = Options(cheap_monsters_as_normal=random.random() < 0.5, optional_schools=random.random() < 0.5)
    whole = [
        replace(roster, points_limit=pick([None, 1, 500, 4000])),
        replace(roster, options=options),
        replace(roster, rules=pick(["core", "tournament", "pack/spring-cup-1"])),
        replace(roster, units=roster.units[1:]),
        replace(roster, units=(*roster.units, Unit(ref=f"new-{lot}", models=(some_models(pick),)))),
    ]
    if not roster.units or random.random() < 0.2:
        return pick(whole)
    at = random.randrange(len(roster.units))
    unit = roster.units[at]
    character = replace(some_character(pick), ref=f"new-{lot}")
    edits = [
        replace(unit, infiltrating=not unit.infiltrating),
        replace(unit, name=pick(["", "Named", "Other"])),
        replace(unit, models=(*unit.models, some_models(pick))[-3:]),
        replace(unit, models=(Models(profile=pick(ROWS), count=7),)),
        replace(unit, models=unit.models[1:]),
        replace(unit, characters=(*unit.characters, character)[-3:]),
        replace(unit, characters=unit.characters[1:]),
    ]
    return replace(roster, units=(*roster.units[:at], pick(edits), *roster.units[at + 1 :]))


@settings(max_examples=60)
@given(rosters() | armies(), st.sampled_from(PACKS))
def test_judged_unit_by_unit_a_roster_is_told_the_same_as_as_a_whole(roster: Roster, pack: Pack | None) -> None:
    assert_same(roster, pack)


def test_every_rule_says_of_units_one_by_one_what_it_says_of_all() -> None:
    """Each rule's own cases: no trait keeps a rule from a unit that it has a word to say about."""
    for case in ALL:
        assert_same(case.roster)


@pytest.mark.parametrize("army", ["dwarves", "ratmen"])
def test_what_most_units_have_bought_adds_up_to_their_receipts(army: str) -> None:
    standard = judging.standard_of(CATALOGUE, army, Options(), "core", None, (), None, "en")
    eagle = Mount(profile="monsters/giant-eagle")
    for number, slug in enumerate(ROWS):
        leader = Character(ref="c", profile=slug)
        leaders = (
            replace(leader, weapon=WEAPONS[number % len(WEAPONS)], counterspell=True),
            replace(leader, mount=eagle, school=School.FIRE),
            replace(leader, mount=replace(eagle, shared=True)),
        )
        lines = Models(profile=slug, count=3, reinforced=2), Models(profile=slug, count=2, school=School.AIR)
        machines = Unit(ref="u", models=lines)
        for unit in (machines, *(Unit(ref="u", characters=(each,)) for each in leaders)):
            found = standard.judged(unit)
            assert found.price == price_unit(found.unit), slug


@settings(max_examples=30)
@given(rosters() | armies(), st.lists(lots, min_size=1, max_size=5, unique=True), st.sampled_from(PACKS))
def test_after_any_edits_what_is_remembered_says_the_same_to_the_byte(
    roster: Roster, edits: list[int], pack: Pack | None
) -> None:
    written(roster, pack)
    for lot in edits:
        roster = changed(roster, lot)
        remembering = written(roster, pack)
        judging.standard_of.cache_clear()
        assert written(roster, pack) == remembering
    assert_same(roster, pack)


def test_after_an_edit_only_the_unit_that_it_touches_is_judged_again() -> None:
    units = tuple(Unit(ref=f"u{n}", models=(Models(profile="dwarves/axemen", count=n + 1),)) for n in range(40))
    roster = replace(new_roster(name="Forty", army="dwarves"), units=units)
    judge_army(roster, CATALOGUE)
    standard = judging.standard_of(CATALOGUE, "dwarves", Options(), "core", None, (), None, "en")
    before = standard.judged.cache_info()
    more = replace(units[7], models=(Models(profile="dwarves/axemen", count=999),))
    judge_army(read_roster(write_roster(replace(roster, units=(*units[:7], more, *units[8:])))), CATALOGUE)
    after = standard.judged.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 39)


def test_units_that_differ_in_name_and_refs_are_judged_once_and_each_is_told_of_itself() -> None:
    lines = Models(profile="dwarves/axemen", count=31), Models(profile="orcs/orc-warrior", count=3, reinforced=1)
    units = tuple(
        Unit(
            ref=f"u{number}",
            name=name,
            models=lines,
            characters=tuple(Character(ref=f"{number}-{slug}", profile=slug) for slug in ("dwarves/axemen", ROWS[0])),
        )
        for number, name in enumerate(["", "Ice", "Fire"])
    )
    standard = judging.standard_of(CATALOGUE, "dwarves", Options(), "core", None, (), None, "en")
    before = standard.judged_kind.cache_info().misses
    roster = replace(new_roster(name="Thrice", army="dwarves"), units=units)
    findings = judge_army(roster, CATALOGUE).report.findings
    assert standard.judged_kind.cache_info().misses == before + 1
    assert {finding.culprit.ref for finding in findings} >= {unit.ref for unit in units} | {"2-dwarves/axemen"}
    assert {finding.message[:4] for finding in findings if finding.code == "UNIT-02"} == {"31 A", "Ice:", "Fire"}
    assert_same(roster)


@pytest.mark.parametrize("refs", ["ab", "ba"])
def test_who_has_no_room_of_riders_alike_is_told_by_their_refs(refs: str) -> None:
    howdah = Mount(profile="vehicles/giant-howdah-12-archers-on-giant-lizard", shared=True)
    riders = tuple(Character(ref=ref, profile="snakemen/kaa-commander", mount=howdah) for ref in refs)
    unit = Unit(ref="u", models=(Models(profile="dwarves/axemen", count=1),), characters=riders)
    roster = replace(new_roster(name="Riders", army="dwarves"), units=(unit,))
    assert_same(roster)
    findings = judge_army(roster, CATALOGUE).report.findings
    assert [each.culprit.ref for each in findings if each.code == "MNT-04"] == ["a", "b"]


def test_no_more_is_remembered_than_the_bounds_say() -> None:
    for number in range(judging.STANDARDS + 3):
        pack = Pack(format="muster-pack/1", name=f"Pack {number}")
        judge_army(new_roster(name="Empty", army="dwarves", rules="pack/p"), CATALOGUE, pack)
    assert judging.standard_of.cache_info().currsize <= judging.STANDARDS
    standard = judging.standard_of(CATALOGUE, "dwarves", Options(), "core", None, (), None, "en")
    for number in range(judging.UNITS + 3):
        standard.judged(Unit(ref=f"u{number}", models=(Models(profile="dwarves/axemen", count=1 + number),)))
    assert standard.judged.cache_info().currsize == standard.judged_kind.cache_info().currsize == judging.UNITS


def test_what_was_said_by_other_lists_or_other_agreements_is_not_said_again() -> None:
    unit = Unit(ref="u1", models=(Models(profile="monsters/giant-eagle", count=2),))
    roster = replace(new_roster(name="Eagles", army="dwarves", points_limit=1000), units=(unit,))
    row = CATALOGUE.rows["monsters/giant-eagle"]
    dearer = replace(CATALOGUE, rows={**CATALOGUE.rows, row.slug: replace(row, points=row.points + 1)})
    assert judge_army(roster, CATALOGUE).price.points == 2 * row.points
    assert judge_army(roster, dearer).price.points == 2 * row.points + 2
    assert judge_army(roster, CATALOGUE).price.special == 2 * row.points
    agreed = replace(roster, options=Options(cheap_monsters_as_normal=True))
    assert judge_army(agreed, CATALOGUE).price.normal == 2 * row.points
    assert "OPT-01" in {finding.code for finding in judge_army(agreed, CATALOGUE).report.findings}


def spoilt(roster: Roster, how: str) -> Roster:
    first, *others = roster.units
    models = Models(profile="dwarves/axemen", count=2)
    changes = {
        "profile": replace(roster, units=(replace(first, models=(replace(models, profile="dwarves/elves"),)), *others)),
        "crew": replace(roster, units=(replace(first, models=(replace(models, reinforced=3),)), *others)),
        "ref": replace(roster, units=(first, *others, replace(first, name="Again"))),
        "ally": replace(roster, allies=(Ally(army="nobody", points=1),)),
        "list": replace(roster, army="monsters"),
        "own list": replace(roster, army="designs", own_list=None),
    }
    return changes[how]


@pytest.mark.parametrize("how", ["profile", "crew", "ref", "ally", "list", "own list"])
def test_what_cant_be_looked_up_is_refused_in_the_same_words(how: str) -> None:
    sound = replace(new_roster(name="Sound", army=ARMIES[0]), units=(Unit(ref="u1"), Unit(ref="u2")))
    roster = spoilt(sound, how)
    with pytest.raises(MalformedError) as refused:
        resolve(roster, CATALOGUE)
    with pytest.raises(MalformedError) as refused_too:
        judge_army(roster, CATALOGUE)
    assert str(refused_too.value) == str(refused.value)
    assert refused.value.field
