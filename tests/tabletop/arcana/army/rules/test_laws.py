"""Laws of the verdict: no order matters, saving changes nothing, removals and remedies never make things worse."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.edits import (
    AddModels,
    AddUnit,
    AnyEdit,
    NameUnit,
    RemoveCharacter,
    RemoveModels,
    RemoveUnit,
    SetCounterspell,
    SetInfiltrating,
    SetLimit,
    SetMount,
    SetOptions,
    SetRules,
    SetSchool,
    SetWeapon,
)
from tabletop.arcana.army.event_pack import Limit, Pack
from tabletop.arcana.army.pricing import infiltrating_whole, price
from tabletop.arcana.army.repair import Look, Repair, look_with, make_legal, with_tried_remedies
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Ally, Character, Models, Mount, Roster, Unit, new_roster, read_roster
from tabletop.arcana.army.rules import review, rulebook_of
from tabletop.arcana.catalogue.lists import list_slug
from tabletop.arcana.catalogue.profiles import Row
from tabletop.decoding import MalformedError
from tabletop.findings import Finding, Severity
from tabletop.receipts import to_nearest
from tabletop.rosters.document import write_roster
from tests.reviews import looked, priced, reviewed
from tests.strategies import ARMIES, CATALOGUE, armies, rosters, schools, slugs, weapons

Said = Counter[tuple[str, str, int | None, int | None]]
# What too few troops bring about: adding mends it, not removing.
TOO_LITTLE = {"COMP-01", "ROST-01"}


def said(roster: Roster) -> Said:
    findings = reviewed(roster).findings
    return Counter((each.code, each.culprit.ref, each.actual, each.limit) for each in findings)


def look_at(roster: Roster) -> Look:
    return look_with(CATALOGUE, rulebook_of(roster.rules))


def wrong(roster: Roster) -> list[Finding]:
    return [finding for finding in reviewed(roster).findings if finding.severity == Severity.ERROR]


@given(st.data(), rosters())
def test_no_order_of_the_parts_changes_what_is_said(data: st.DataObject, roster: Roster) -> None:
    def shuffled(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        inside = [
            replace(
                unit,
                models=tuple(data.draw(st.permutations(unit.models))),
                characters=tuple(data.draw(st.permutations(unit.characters))),
            )
            for unit in units
        ]
        return tuple(data.draw(st.permutations(inside)))

    allies = tuple(replace(ally, units=shuffled(ally.units)) for ally in data.draw(st.permutations(roster.allies)))
    assert said(replace(roster, units=shuffled(roster.units), allies=allies)) == said(roster)


@given(st.permutations(("u1", "u2", "u3")))
def test_no_order_of_units_changes_which_one_a_limit_blames(order: tuple[str, ...]) -> None:
    counts = {"u1": 30, "u2": 10, "u3": 20}
    units = tuple(Unit(ref=ref, models=(Models(profile="dwarves/axemen", count=counts[ref]),)) for ref in order)
    roster = replace(new_roster(name="Limited", army="dwarves"), units=units)
    pack = Pack(
        format="muster-pack/1", name="Few", tournament=False, limits=(Limit(profile="dwarves/axemen", most=50),)
    )
    army = resolve(roster, CATALOGUE, pack)
    (finding,) = review(army, price(army)).findings
    assert (finding.code, finding.culprit.ref) == ("PACK-02", "u2")


@given(rosters())
def test_saving_and_loading_changes_nothing(roster: Roster) -> None:
    assert reviewed(read_roster(write_roster(roster))) == reviewed(roster)


@st.composite
def independent_edits(draw: st.DrawFn, roster: Roster) -> list[AnyEdit]:
    """Changes of different things, which any order brings about."""
    edits: list[AnyEdit] = [
        SetLimit(points=draw(st.none() | st.integers(1, 5000))),
        SetRules(rules=draw(st.sampled_from(["core", "tournament"]))),
        SetOptions(cheap_monsters_as_normal=draw(st.booleans()), optional_schools=draw(st.booleans())),
    ]
    for unit in roster.units:
        edits += [
            NameUnit(unit=unit.ref, name="Named"),
            SetInfiltrating(unit=unit.ref, infiltrating=draw(st.booleans())),
        ]
        for character in unit.characters:
            edits += [
                SetWeapon(character=character.ref, weapon=draw(weapons)),
                SetCounterspell(character=character.ref, counterspell=draw(st.booleans())),
                SetSchool(character=character.ref, school=draw(schools)),
                SetMount(character=character.ref, profile=draw(st.none() | slugs)),
            ]
    return edits


@given(st.data(), armies())
def test_no_order_of_edits_changes_the_verdict(data: st.DataObject, roster: Roster) -> None:
    edits = data.draw(independent_edits(roster))
    one, other = roster, roster
    for edit in edits:
        one = edit.applied(one, CATALOGUE)
    for edit in data.draw(st.permutations(edits)):
        other = edit.applied(other, CATALOGUE)
    assert reviewed(other) == reviewed(one)


@given(st.data(), armies(), st.integers(1, 3000))
def test_allies_of_the_same_army_are_one_army(data: st.DataObject, roster: Roster, points: int) -> None:
    with_ally = [unit for unit in roster.units if data.draw(st.booleans())]
    own = tuple(unit for unit in roster.units if unit not in with_ally)
    joined = replace(roster, units=(*own, *with_ally))
    split = replace(roster, units=own, allies=(Ally(army=roster.army, points=points, units=tuple(with_ally)),))
    assert said(split) == said(joined)
    assert priced(split) == priced(joined)


@given(st.data(), armies(), st.sampled_from(["core", "tournament"]))
def test_what_a_removal_breaks_another_removal_mends(data: st.DataObject, roster: Roster, rules: str) -> None:
    roster = replace(roster, rules=rules)
    removals = [removal for unit in roster.units for removal in removals_in(unit)]
    assume(removals)
    after = data.draw(st.sampled_from(removals)).applied(roster, CATALOGUE)
    known = Counter(finding.code for finding in wrong(roster))
    for finding in wrong(after):
        if finding.code not in known and finding.code not in TOO_LITTLE:
            assert can_be_removed(after, finding), finding.message


def test_when_who_paid_leaves_who_rode_along_can_get_off() -> None:
    chariot = "vehicles/light-chariot-with-spearman-and-2-horses"
    riders = (
        Character(ref="c1", profile="graccans/champion", mount=Mount(profile=chariot)),
        Character(ref="c2", profile="graccans/champion", mount=Mount(profile=chariot, shared=True)),
    )
    hoplites = Models(profile="graccans/regular-hoplites", count=60)
    roster = replace(
        new_roster(name="Team", army="graccans"), units=(Unit(ref="u1", models=(hoplites,), characters=riders),)
    )
    alone = RemoveCharacter(character="c1").applied(roster, CATALOGUE)
    assert [(each.code, each.culprit.ref) for each in wrong(alone)] == [("MNT-06", "c2")]
    assert not wrong(SetMount(character="c2", profile=None).applied(alone, CATALOGUE))
    assert not wrong(RemoveCharacter(character="c2").applied(alone, CATALOGUE))


def removals_in(unit: Unit) -> list[AnyEdit]:
    whole: list[AnyEdit] = [RemoveUnit(unit=unit.ref)]
    models = [RemoveModels(unit=unit.ref, profile=each.profile, count=1) for each in unit.models]
    return whole + models + [RemoveCharacter(character=each.ref) for each in unit.characters]


def can_be_removed(roster: Roster, finding: Finding) -> bool:
    """Whether some removals, one after another, leave nothing of this code; all special troops go at last."""
    for unit in roster.units:
        edits = removals_in(unit)
        if any(finding.code not in {each.code for each in wrong(edit.applied(roster, CATALOGUE))} for edit in edits):
            return True
    smaller = [RemoveUnit(unit=unit.ref).applied(roster, CATALOGUE) for unit in roster.units]
    return any(can_be_removed(each, finding) for each in smaller[:1])


@settings(max_examples=25)
@given(rosters())
@pytest.mark.long
def test_every_remedy_that_is_offered_mends_its_finding_and_the_size_of_the_game_comes_last(roster: Roster) -> None:
    look = cache(look_at(roster))  # what was tried is looked at again
    now = look(roster)
    for finding in with_tried_remedies(now, CATALOGUE, look).findings:
        if finding.severity != Severity.ERROR:
            continue
        own = [remedy for remedy in finding.remedies if not isinstance(remedy.edit, SetLimit)]
        assert finding.remedies[: len(own)] == tuple(own)
        labels = [remedy.label for remedy in finding.remedies]
        assert len(labels) == len(set(labels)), labels
        for remedy in finding.remedies:
            after = look(remedy.edit.applied(roster, CATALOGUE))
            key = finding.code, finding.culprit.ref
            assert after.errors[key] < now.errors[key], remedy.label
            assert all(after.errors[each] <= now.errors[each] for each in after.errors), remedy.label


@settings(max_examples=40)
@given(armies(limits=st.integers(200, 3000)))
def test_what_a_player_puts_together_is_repaired_by_steps_that_can_be_taken(roster: Roster) -> None:
    now = looked(roster)
    repair = make_legal(now, CATALOGUE, look_at(roster))
    walked = roster
    for step in repair.steps:
        walked = step.edit.applied(walked, CATALOGUE)
    assert looked(walked) == repair.after
    assert repair.after.badness < now.badness or not repair.steps
    assert repair.is_complete == (not wrong(walked))
    assert repair.is_complete, [finding.message for finding in repair.after.report.findings]


# What takes the golems away leaves bears that were to go before without harm.
BASILISK = Models(profile="monsters/basilisk", count=1)
GOLEMS = BASILISK, Models(profile="monsters/greater-golem-clay", count=2)
BEARS = BASILISK, Models(profile="monsters/bear", count=4)
TOO_MANY_MONSTERS = replace(
    new_roster(name="Drawn", army="daemons", points_limit=400),
    units=tuple(Unit(ref=f"r{at}", models=each) for at, each in enumerate((BEARS, GOLEMS, (BASILISK,)))),
)


@settings(max_examples=40)
@example(TOO_MANY_MONSTERS)
@given(armies(limits=st.integers(400, 3000)))
def test_a_repair_leaves_an_army_and_takes_no_step_too_many(roster: Roster) -> None:
    now = looked(roster)
    repair = make_legal(now, CATALOGUE, look_at(roster))
    assert bool(repair.steps) == bool(wrong(roster)), [finding.message for finding in wrong(roster)]
    assert repair.after.roster.units or not roster.units
    assert [step.by_agreement for step in repair.steps] == sorted(step.by_agreement for step in repair.steps)
    for step in repair.steps:
        others = [other.edit for other in repair.steps if other is not step]
        assert not mends_as_much(roster, others, repair), f"without {step.label}"
        for edit in smaller(step.edit):
            assert not mends_as_much(roster, [*others, edit], repair), f"less than {step.label}"


def smaller(edit: AnyEdit) -> list[AnyEdit]:
    """The same with one model fewer."""
    if isinstance(edit, AddModels | AddUnit | RemoveModels) and edit.count > 1:
        return [replace(edit, count=edit.count - 1)]
    return []


def mends_as_much(roster: Roster, edits: list[AnyEdit], repair: Repair) -> bool:
    for edit in edits:
        try:
            roster = edit.applied(roster, CATALOGUE)
        except MalformedError:
            return False
    return bool(roster.units) and looked(roster).badness <= repair.after.badness


@given(armies(limits=st.integers(200, 3000)))
def test_each_finding_stands_once(roster: Roster) -> None:
    findings = [(finding.code, finding.culprit, finding.message) for finding in reviewed(roster).findings]
    assert len(findings) == len(set(findings)), findings


HIDING = [row for row in CATALOGUE.rows.values() if row.infiltrate_cost is not None]


@given(st.sampled_from(HIDING), st.integers(1, 40))
def test_an_infiltrating_unit_costs_a_quarter_more_or_says_why_not(row: Row, count: int) -> None:
    roster = hidden(row, count)
    whole = Fraction(row.points * count * 5, 4) if row.section != "characters" else row.points * Fraction(5, 4)
    (fielded,) = resolve(roster, CATALOGUE).units
    paid = priced(roster).points
    notes = [(each.actual, each.limit) for each in reviewed(roster).findings if each.code == "INF-04"]
    assert infiltrating_whole(fielded) == whole
    assert notes == ([] if to_nearest(whole) == paid else [(paid, to_nearest(whole))])


def hidden(row: Row, count: int) -> Roster:
    """So many of a row in hiding, or one character."""
    army = list_slug(row.slug)
    unit = Unit(ref="u1", infiltrating=True, models=(Models(profile=row.slug, count=count),))
    if row.section == "characters":
        unit = Unit(ref="u1", infiltrating=True, characters=(Character(ref="c1", profile=row.slug),))
    return replace(new_roster(name="Hidden", army=army if army in ARMIES else "orcs"), units=(unit,))
