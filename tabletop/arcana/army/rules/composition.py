"""Building an army: the size of the game and the 60/40 rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tabletop.arcana.army.pricing import Shares
from tabletop.arcana.army.remedies import (
    add_first_troops,
    add_normal,
    add_units,
    agree_on,
    cheapen,
    leave_at_home,
    swap,
)
from tabletop.arcana.army.resolve import Contingent
from tabletop.arcana.army.rules.context import Part, Subject, share
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.identifiers import Basis
from tabletop.findings import Culprit, Remedy
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, rule

BUILDING_AN_ARMY = BOOK.section("Building an Army")

NORMAL_PERCENT = 60
SPECIAL_PERCENT = 40
FIRST_UNIT_POINTS = 200
FULL_UNIT_POINTS = 600


@rule("ROST-01", BUILDING_AN_ARMY)
def roster_has_units(subject: Subject) -> Iterator[Breach | Pass]:
    """An army has at least one unit."""
    if not any(contingent.units for contingent in subject.army.contingents):
        remedies = tuple(add_first_troops(subject.army, FIRST_UNIT_POINTS, most=subject.army.points_limit))
        yield Breach(say("The army has no units yet."), actual=0, limit=1, remedies=remedies)


@rule("SIZE-01", BUILDING_AN_ARMY)
def within_points_limit(subject: Subject) -> Iterator[Breach | Pass]:
    """An army costs no more than the points agreed for the game."""
    limit, spent = subject.army.points_limit, subject.price.points
    if limit is None:
        return
    if spent <= limit:
        yield Pass(say("{spent} of {limit} points spent, {left} left.", spent=spent, limit=limit, left=limit - spent))
        return
    yield Breach(
        say(
            "The army costs {spent} points, {over} more than the {limit} agreed.",
            spent=spent,
            over=spent - limit,
            limit=limit,
        ),
        actual=spent,
        limit=limit,
        remedies=_ways_under_the_limit(subject, limit),
    )


def _ways_under_the_limit(subject: Subject, limit: int) -> Iterator[Remedy]:
    spent = subject.price.points
    cuts = list(cheapen(subject.army, subject.army.contingents, spent - limit, special_only=False))
    yield from cuts
    if not cuts or subject.price.normal * 100 >= spent * NORMAL_PERCENT:
        yield from agree_on(spent)


@rule("COMP-01", BUILDING_AN_ARMY)
def normal_troops_share(subject: Subject) -> Iterator[Breach | Pass]:
    """Normal troops make up at least 60 % of the points agreed for the game; each allied army counts by itself."""
    for part in subject.parts:
        contingent, _, shares = part
        size = _size(contingent, shares)
        needed = -(-size * NORMAL_PERCENT // 100)
        if not size:
            continue
        spent = partial(_normal_spent, subject, contingent, shares.normal, of=size)
        if shares.normal >= needed:
            yield Pass(partial(_normal_kept, spent, needed))
            continue
        yield Breach(
            say(
                "{spent}; at least {needed} needed, {missing} more to go.",
                spent=spent(),
                needed=needed,
                missing=needed - shares.normal,
            ),
            culprit=Culprit("army", contingent.army.slug),
            actual=shares.normal,
            limit=needed,
            remedies=_ways_to_more_normal(subject, part, needed - shares.normal),
        )


def _ways_to_more_normal(subject: Subject, part: Part, missing: int) -> Iterator[Remedy]:
    contingent, _, shares = part
    agreed = contingent.points
    if agreed is None:  # what is added counts towards the size as well
        missing = -(-(shares.total * NORMAL_PERCENT - shares.normal * 100) // SPECIAL_PERCENT)
    offered = list(add_normal(contingent, subject.army, missing))
    if not offered and not subject.has_allies:
        offered = list(add_first_troops(subject.army, missing, most=agreed))
    if not offered and contingent is not subject.army.own:
        offered = [leave_at_home(contingent.army)]
    yield from offered
    if agreed is not None:
        yield from swap(subject.army, contingent, missing, room=agreed - shares.total)
    if subject.army.basis == Basis.TOURNAMENT:  # where units have a largest size
        yield from add_units(subject.army, missing, least=FIRST_UNIT_POINTS, most=FULL_UNIT_POINTS)
    smaller = shares.normal * 100 // NORMAL_PERCENT
    if agreed is not None and not subject.has_allies and smaller >= shares.total:
        yield from agree_on(smaller)


@rule("COMP-02", BUILDING_AN_ARMY)
def special_troops_share(subject: Subject) -> Iterator[Breach | Pass]:
    """Special troops make up at most 40 % of the points agreed for the game; each allied army counts by itself."""
    for part in subject.parts:
        contingent, _, shares = part
        size = _size(contingent, shares)
        allowed = size * SPECIAL_PERCENT // 100
        if not size and not shares.special:
            continue
        spent = partial(_special_spent, subject, contingent, shares.special, of=size)
        if shares.special <= allowed:
            yield Pass(partial(_special_kept, spent, allowed))
            continue
        yield Breach(
            say(
                "{spent}; at most {allowed} allowed, {excess} too many.",
                spent=spent(),
                allowed=allowed,
                excess=shares.special - allowed,
            ),
            culprit=Culprit("army", contingent.army.slug),
            actual=shares.special,
            limit=allowed,
            remedies=_ways_to_less_special(subject, part, shares.special - allowed),
        )


def _ways_to_less_special(subject: Subject, part: Part, excess: int) -> Iterator[Remedy]:
    contingent, _, shares = part
    agreed = contingent.points
    if agreed is None:  # what is removed lowers the size as well
        excess = -(-(shares.special * 100 - shares.total * SPECIAL_PERCENT) // NORMAL_PERCENT)
        yield from _ways_to_more_normal(subject, part, 0)
    cuts = list(cheapen(subject.army, [contingent], excess, special_only=True))
    yield from cuts
    larger = -(-shares.special * 100 // SPECIAL_PERCENT)
    fits = shares.normal * 100 >= larger * NORMAL_PERCENT
    if agreed is not None and not subject.has_allies and (fits or not cuts):
        yield from agree_on(larger)


def _size(contingent: Contingent, shares: Shares) -> int:
    """The agreed points of a contingent, or what it spends where none were agreed (ruling M1)."""
    return shares.total if contingent.points is None else max(contingent.points, 0)


def _normal_spent(subject: Subject, contingent: Contingent, points: int, *, of: int) -> str:
    """`Normal troops cost 640 of 1,000 points (64 %)`, after the army's name where there are allies."""
    spent = say("Normal troops cost {points} of {size} points", points=points, size=of)
    if subject.has_allies:
        army = contingent.army.name
        spent = say("{army}: normal troops cost {points} of {size} points", army=army, points=points, size=of)
    return spent + (f" ({share(points, of)})" if of else "")


def _special_spent(subject: Subject, contingent: Contingent, points: int, *, of: int) -> str:
    """The same of special troops."""
    spent = say("Special troops cost {points} of {size} points", points=points, size=of)
    if subject.has_allies:
        army = contingent.army.name
        spent = say("{army}: special troops cost {points} of {size} points", army=army, points=points, size=of)
    return spent + (f" ({share(points, of)})" if of else "")


def _normal_kept(spent: Callable[[], str], needed: int) -> str:
    return say("{spent}, at least {needed}.", spent=spent(), needed=needed)


def _special_kept(spent: Callable[[], str], allowed: int) -> str:
    return say("{spent}, at most {allowed}.", spent=spent(), allowed=allowed)
