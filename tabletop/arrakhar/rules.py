"""The rules of force design, AW-10 to AW-16: paragraph 2.1 of the rules and the variations at their end."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arrakhar.catalogue import BOOK, COUNTERS, PROFILES, TERMS, Scenario, Side, UnitType, profiles_of
from tabletop.arrakhar.edits import ClearCosts, Seal, SetAdvanced, SetCount, SetLimit, SetPack, SetScenario
from tabletop.arrakhar.force import BY_SLUG, counted
from tabletop.arrakhar.pricing import PricedForce
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.rulebook import Breach, Pass, Rulebook, rule

DESIGNING = BOOK.section("2.1 Designing forces")
STEP = 2  # points by which the sorcerer's limit is moved, variation 4
Outcomes = Iterator[Breach | Pass]


def culprit(slug: str) -> Culprit:
    """A type in the force, by the last word of its profile."""
    return Culprit("unit", slug.partition("/")[2])


@rule("AW-10", DESIGNING)
def points_are_within_the_limit(priced: PricedForce) -> Outcomes:
    """A force costs no more than the points of its scenario, or those that both players have agreed on."""
    points, limit = priced.points, priced.force.limit
    if points > limit:
        many = f"{points - limit} more than the {limit} allowed"
        remedies = (*_savings(priced, points - limit), *_larger_games(priced, points))
        yield Breach(f"The force costs {points} points, {many}.", actual=points, limit=limit, remedies=remedies)
    else:
        yield Pass(f"The force costs {points} of {limit} points.")


def _savings(priced: PricedForce, over: int) -> Iterator[Remedy]:
    """Fewer of a type that has enough to spare."""
    for profile in profiles_of(priced.force.army):
        count, cost = priced.force.count(profile.unit), priced.cost_of(profile.slug)
        fewer = max(-(-over // cost) if cost else COUNTERS, count - COUNTERS)
        if count - fewer >= priced.force.least:
            edit = SetCount(profile=profile.slug, count=count - fewer)
            yield Remedy(f"Take off {profile.counted(fewer)}", edit, change=-fewer * cost)


def _larger_games(priced: PricedForce, points: int) -> Iterator[Remedy]:
    force = priced.force
    for scenario in Scenario:
        terms = TERMS[scenario][force.army]
        enough = force.advanced or all(force.count(each.unit) >= terms.least for each in profiles_of(force.army))
        if terms.points >= points and enough and scenario is not force.scenario:
            yield Remedy(f"Play the {scenario} scenario", SetScenario(scenario=scenario), by_agreement=True)
    yield Remedy(f"Agree on {points} points", SetLimit(points_limit=points), by_agreement=True)


@rule("AW-10B", DESIGNING, Severity.NOTE)
def points_may_be_left(priced: PricedForce) -> Outcomes:
    """Points may be left unspent; they do nothing."""
    points, limit = priced.points, priced.force.limit
    if points < limit:
        left = limit - points
        some = f"{left} of {limit} points {'is' if left == 1 else 'are'} unspent."
        yield Breach(some, actual=points, limit=limit, remedies=tuple(_spending(priced, left)))


def _spending(priced: PricedForce, left: int) -> Iterator[Remedy]:
    """More of each type, as many as the points and the counters allow."""
    for profile in profiles_of(priced.force.army):
        count, cost = priced.force.count(profile.unit), priced.cost_of(profile.slug)
        more = min(left // cost, COUNTERS - count) if cost else 0
        if more > 0:
            edit = SetCount(profile=profile.slug, count=count + more)
            yield Remedy(f"Add {profile.counted(more)}", edit, change=more * cost)


@rule("AW-10C", DESIGNING)
def every_cost_is_known(priced: PricedForce) -> Outcomes:
    """What a force costs can be said only where the chart has the cost of each type in it."""
    for slug, count in priced.force.counts.items():
        profile = BY_SLUG.get(slug)
        if profile and profile.unit not in priced.costs:
            some = f"{profile.counted(count).capitalize()} without a known cost: enter it in the chart."
            yield Breach(some, culprit(slug), remedies=(Remedy("Use the house pack's costs", ClearCosts()),))


@rule("AW-10D", DESIGNING)
def the_named_pack_is_here(priced: PricedForce) -> Outcomes:
    """A force that names a data pack is counted by it; where it isn't here, the house pack stands in."""
    if priced.is_missing:
        remedy = Remedy("Use the house pack", SetPack())
        yield Breach(f"There is no data pack “{priced.force.pack}” of this game.", remedies=(remedy,))


@rule("AW-11", DESIGNING)
def counters_suffice(priced: PricedForce) -> Outcomes:
    """There are 20 counters of each type of unit."""
    for slug, count in priced.force.counts.items():
        if count > COUNTERS and (profile := BY_SLUG.get(slug)):
            edit = SetCount(profile=slug, count=COUNTERS)
            change = (COUNTERS - count) * priced.cost_of(slug)
            remedy = Remedy(f"Keep {profile.counted(COUNTERS)}", edit, change=change)
            yield Breach(
                f"There are {profile.counted(count)} in the force, and {COUNTERS} counters of them.",
                culprit(slug), actual=count, limit=COUNTERS, remedies=(remedy,),
            )  # fmt: skip


@rule("AW-12", DESIGNING)
def each_type_has_its_minimum(priced: PricedForce) -> Outcomes:
    """A force has the scenario's minimum of each of its side's four types, except in advanced play."""
    force = priced.force
    if force.advanced:
        yield Pass("Advanced play: no type has a minimum.")
        return
    for profile in profiles_of(force.army):
        count = force.count(profile.unit)
        if count < force.least:
            lacking = f"{force.least - count} more {'is' if force.least - count == 1 else 'are'} needed"
            yield Breach(
                f"The force has {profile.counted(count) if count else f'no {profile.plural}'}; {lacking} "
                f"for the {force.least} of the {force.scenario} scenario.",
                culprit(profile.slug), actual=count, limit=force.least,
                remedies=tuple(_additions(priced, profile.unit, force.least - count)),
            )  # fmt: skip


def _additions(priced: PricedForce, unit: UnitType, lacking: int) -> Iterator[Remedy]:
    profile = PROFILES[unit]
    change = lacking * priced.cost_of(profile.slug)
    if priced.points + change <= priced.force.limit:
        edit = SetCount(profile=profile.slug, count=priced.force.least)
        yield Remedy(f"Add {profile.counted(lacking)}", edit, change=change)
    yield Remedy("Play the advanced game, without minimums", SetAdvanced(advanced=True), by_agreement=True)


@rule("AW-13", DESIGNING)
def units_are_the_sides_own(priced: PricedForce) -> Outcomes:
    """A force has units of its own side; the wand and the haunts are no units and belong to nobody's force."""
    for slug, count in priced.force.counts.items():
        profile = BY_SLUG.get(slug)
        if profile and profile.side is priced.force.army:
            continue
        name, verb = counted(slug, count), "is" if count == 1 else "are"
        whose = f"the {profile.side}'s, not the {priced.force.army}'s" if profile else "in nobody's force"
        remedy = Remedy(f"Take off {name}", SetCount(profile=slug, count=0), change=-count * priced.cost_of(slug))
        yield Breach(f"{name} {verb} {whose}.", culprit(slug), remedies=(remedy,))


@rule("AW-14", DESIGNING, Severity.NOTE)
def forces_are_secret(priced: PricedForce) -> Outcomes:
    """A force is secret until its units are placed; a placed unit hides nothing."""
    if priced.force.salt:
        yield Pass("The force is sealed: its code proves it later and gives nothing away before.")
    else:
        yield Breach(
            "The force isn't sealed: whoever sees its code could find it by trying all forces.",
            remedies=(Remedy("Seal it", Seal()),),
        )


@rule("AW-15", DESIGNING)
def undesigned_units_are_out_of_play(priced: PricedForce) -> Outcomes:
    """Units outside a force stay out of play, but orcs may come as wandering orcs."""
    if priced.force.army is Side.SORCERER:
        left = max(COUNTERS - priced.force.count(UnitType.ORC), 0)
        orcs = PROFILES[UnitType.ORC].counted(left)
        yield Pass(f"{orcs} outside the force may still come as wandering orcs; nothing else does.")
    else:
        yield Pass("What isn't in the force stays out of play.")


@rule("AW-16", BOOK.section("Variations: handicapping"), Severity.NOTE)
def a_handicap_is_agreed(priced: PricedForce) -> Outcomes:
    """Players may agree on other points for a side; the sorcerer's are moved by two at a time."""
    force = priced.force
    difference = force.limit - force.terms.points
    if not difference:
        return
    agreed = f"{force.limit} points are agreed, {abs(difference)} {'more' if difference > 0 else 'fewer'}"
    odd = force.army is Side.SORCERER and difference % STEP
    steps = f" The rules move the sorcerer's points in steps of {STEP}." if odd else ""
    yield Breach(
        f"{agreed} than the {force.terms.points} of the {force.scenario} scenario.{steps}",
        actual=force.limit, limit=force.terms.points,
        remedies=(Remedy(f"Play by the scenario's {force.terms.points}", SetLimit(), by_agreement=True),),
    )  # fmt: skip


RULEBOOK = Rulebook(
    "Arrakhar's Wand",
    "1",
    (
        points_are_within_the_limit,
        every_cost_is_known,
        the_named_pack_is_here,
        counters_suffice,
        each_type_has_its_minimum,
        units_are_the_sides_own,
        forces_are_secret,
        undesigned_units_are_out_of_play,
        a_handicap_is_agreed,
        points_may_be_left,
    ),
)
