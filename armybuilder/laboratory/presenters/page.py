"""An experiment as its page shows it: answer, curve, what became of both armies, against whom, dice, limits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.designs.snapshots import audit_in, edition_of
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.models import State
from armybuilder.laboratory.presenters.armies import Luck, Version, luck_of, versions_of
from armybuilder.laboratory.presenters.pictures import (
    Curve,
    Interval,
    curve_of,
    extent_of,
    interval_of,
    share_of,
    signed,
)
from armybuilder.laboratory.presenters.tolls import Matrix, matrices_of, why_not_counted
from armybuilder.laboratory.presenters.verdicts import (
    InAll,
    Printed,
    Sentence,
    Status,
    answer_in_words,
    asked_in_words,
    even_of,
    looked_up,
    meaning_of,
    pairs_in_all,
    state_of,
    status_of,
    stops_in_words,
)
from armybuilder.laboratory.snapshots import Said, experiment_in, said_in
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Row as ProfileRow
from tabletop.arcana.creation.design_files import own_army_list
from tabletop.arcana.creation.points.audit import Audited
from tabletop.arcana.simulation.answers import Answer, Earned
from tabletop.arcana.simulation.estimates import Estimate, Fixed, Within
from tabletop.arcana.simulation.experiments import IN_A_LINE, Experiment
from tabletop.arcana.simulation.figures import share_lost
from tabletop.arcana.simulation.left_out import LEFT_OUT, Omission
from tabletop.arcana.simulation.policies import NAMED, SAID, Policy
from tabletop.arcana.simulation.questions import Fellows, League, Question, Swap, opponents, title_of

NARROWER = (0.02, 0.01, 0.005)


class Line(Struct, frozen=True):
    """A figure with its interval in a table: against whom, of which row or unit."""

    name: str
    army: ArmyList | None
    figure: str
    range: str
    interval: Interval
    status: Status | None
    about: str = ""


class Unit(Struct, frozen=True):
    """A unit: what it destroys for each of its points, and how much of it is lost."""

    name: str
    points: int
    earns: str
    range: str
    bar: float
    lost: str
    lost_range: str


class Fact(Struct, frozen=True):
    name: str
    words: str


class Page(Struct, frozen=True, kw_only=True):
    """All of it."""

    name: str
    asked: str
    answer: Sentence | None
    state: Status
    sign: Status | None
    meaning: str
    progress: str
    done: float
    curve: Curve | None
    figure: str
    curve_title: str
    curve_words: str
    versions: tuple[Version, ...]
    against: tuple[Line, ...]
    table: tuple[Line, ...]
    units: tuple[Unit, ...]
    tolls: tuple[Matrix, ...]
    no_tolls: str
    luck: Luck | None
    facts: tuple[Fact, ...]
    left_out: tuple[Omission, ...]
    missing: tuple[str, ...]
    league_words: str
    narrower: tuple[str, ...]
    is_swap: bool
    is_of_armies: bool
    may_be_on_table: bool


def page_of(row: Row, *, ahead: int = 1) -> Page:
    """The page of an experiment; `ahead` is its place in line."""
    experiment, said = experiment_in(row), said_in(row)
    answer, question = said.answer if said else None, experiment.question
    even = even_of(question)
    found = answer.estimate if answer else None
    across = pairs_in_all(experiment, said, row.cells)
    printed = cache(lambda: looked_up(question, current_catalogue()))
    words = answer_in_words(experiment, found, printed)
    return Page(
        name=row.name,
        asked=asked_in_words(question, printed),
        answer=words,
        state=state_of(row, answer.verdict if answer else None),
        sign=status_of(found, even, of_a_price=isinstance(question, Fellows)) if found else None,
        meaning=meaning_of(row, experiment, said, ahead),
        progress=_progress(row, experiment, said, across),
        done=_done(row, experiment, across.most),
        curve=curve_of(said.curve, even=even, pairs=across.likely) if said and found else None,
        figure=f"{_one(found.mean, even)} ({_range(found, even)})" if found else "",
        curve_title=f"{'Difference in wins' if isinstance(question, Swap) else 'Wins'} of 100, after each round",
        curve_words=_curve_words(said, even) if said and found else "",
        versions=versions_of(experiment, said, printed) if said else (),
        against=_against(question, answer, even, printed()) if answer and row.cells > 1 else (),
        table=_table(question, answer, printed()) if answer and isinstance(question, League) else (),
        units=tuple(_units(answer.units)) if answer else (),
        tolls=matrices_of(answer) if answer else (),
        no_tolls=why_not_counted(experiment, answer) if answer else "",
        luck=luck_of(said, is_swap=isinstance(question, Swap)) if said and found else None,
        facts=tuple(_facts(experiment, answer, printed)),
        left_out=LEFT_OUT[experiment.depth],
        missing=said.left_out if said else (),
        league_words=_league_words(question) if isinstance(question, League) else "",
        narrower=_narrower(row, experiment),
        is_swap=isinstance(question, Swap),
        is_of_armies=not isinstance(question, Fellows | League),
        may_be_on_table=experiment.depth == "line" and not isinstance(question, IN_A_LINE),
    )


def _range(found: Estimate, even: float) -> str:
    return f"{_one(found.low, even)} to {_one(found.high, even)}"


def _one(value: float, even: float) -> str:
    """With one decimal, a sign where it is a difference."""
    return f"{100 * value:.1f}" if even else signed(100 * value)


def _progress(row: Row, experiment: Experiment, said: Said | None, across: InAll) -> str:
    pairs = row.batches_done * (experiment.size or 1)
    parts = [f"{pairs:,} pairs of battles"]
    if row.is_under_way and pairs:
        parts = [f"{pairs:,} of {across} pairs of battles"]
    counted = pairs - (said.brought if said else 0) * (experiment.size or 1)
    if row.seconds >= 1 and counted > 0:
        variants = 2 if isinstance(experiment.question, Swap) else 1
        parts.append(f"{2 * variants * counted / row.seconds:,.0f} battles a second")
        parts.append(f"{row.seconds:.0f} s of counting")
    return "; ".join(parts) + "."


def _done(row: Row, experiment: Experiment, across: int) -> float:
    """In 100."""
    if row.state == State.DONE:
        return 100.0
    return round(min(100 * row.batches_done * (experiment.size or 1) / max(across, 1), 99), 1)


def _curve_words(said: Said, even: float) -> str:
    first, last = said.curve[0], said.curve[-1]
    return (
        f"The estimate narrows from {_one(first.mean, even)}, give or take {100 * first.half:.1f}, after "
        f"{first.pairs:,} pairs of battles to {_one(last.mean, even)}, give or take {100 * last.half:.1f}, after "
        f"{last.pairs:,}"
    )


def _against(question: Question, answer: Answer, even: float, printed: Catalogue) -> tuple[Line, ...]:
    """The best first."""
    extent = extent_of([each.estimate for each in answer.against], even)
    both = zip(_lists_of(question, printed), answer.against, strict=False)
    return tuple(
        Line(
            name=each.name,
            army=army,
            figure=_one(each.estimate.mean, even),
            range=_range(each.estimate, even),
            interval=interval_of(each.estimate, even, extent),
            status=status_of(each.estimate, even),
        )
        for army, each in sorted(both, key=lambda both: -both[1].estimate.mean)
    )


def _lists_of(question: Question, printed: Catalogue) -> list[ArmyList | None]:
    """The list of each opponent, in their order."""
    if isinstance(question, Fellows):
        return [printed.lists.get(list_slug(slug)) for slug in question.fellows]
    return [
        own_army_list(roster.own_list) if roster.own_list else printed.lists.get(roster.army)
        for roster in opponents(question)
    ]


def _table(question: League, answer: Answer, printed: Catalogue) -> tuple[Line, ...]:
    """The best first, each with its printed price and the formula's."""
    rows = {title_of(row, printed): row for slug in question.rows if (row := printed.rows.get(slug))}
    audit = formula_prices(printed)
    extent = extent_of([each.estimate for each in answer.table], 0.5)
    return tuple(
        Line(
            name=each.row,
            army=None,
            figure=_one(each.estimate.mean, 0.5),
            range=_range(each.estimate, 0.5),
            interval=interval_of(each.estimate, 0.5, extent),
            status=status_of(each.estimate, 0.5, of_a_price=True),
            about=price_in_words(rows.get(each.row), audit),
        )
        for each in answer.table
    )


def _league_words(question: League) -> str:
    met = (
        f"Each profile meets the {question.meets} next dearer ones whose points go evenly with its own, and so about "
        "as many cheaper ones; which are left out where nobody's points do."
        if question.meets
        else "Each profile meets every other."
    )
    return (
        f"{met} It says that one is underpriced where it wins more than half of its battles for sure, beside what the "
        "book's formula makes of it. Intervals hold all at once."
    )


def formula_prices(printed: Catalogue) -> Mapping[str, Audited]:
    """The kept audit by slugs; nothing where none is kept."""
    return {each.slug: each for each in audit_in(edition_of(printed)) or ()}


def price_in_words(row: ProfileRow | None, audit: Mapping[str, Audited]) -> str:
    """The price of a profile, with the formula's where it is a printed one."""
    if row is None:
        return "it had a price when this was counted, and has none today"
    printed = f"{row.points:,} points"
    return f"{printed}, by the formula {float(audit[row.slug].exact):,.1f}" if row.slug in audit else printed


def _units(found: tuple[Earned, ...]) -> list[Unit]:
    """Who destroys most for its points first."""
    most = max((each.earns.high for each in found), default=0) or 1
    return [
        Unit(
            name=each.unit,
            points=each.points,
            earns=f"{each.earns.mean:.2f}",
            range=f"{each.earns.low:.2f} to {each.earns.high:.2f}",
            bar=round(100 * each.earns.mean / most, 1),
            lost=share_of(each.lost),
            lost_range=" to ".join(share_of(end) for end in (lost.low, lost.high)),
        )
        for each in sorted(found, key=lambda each: -each.earns.mean)
        if (lost := share_lost(each, tables=len(found)))
    ]


def _facts(experiment: Experiment, answer: Answer | None, printed: Printed) -> list[Fact]:
    own, other = (_policy(policy) for policy in experiment.policies)
    facts = [
        Fact("Pairs", "every battle is fought twice, the armies changing seats and dice"),
        Fact("Interval", "95 %, right however often you look"),
        Fact("Stop rule", _stops(experiment)),
        Fact(
            "Depth",
            "line battles: fronts, ranks, distances" if experiment.depth == "line" else "battles on an open table",
        ),
        Fact("Led", own if own == other else f"{own}; the other {other}"),
        Fact("Seed", f"{experiment.seed}, battle by battle"),
    ]
    if isinstance(experiment.question, Fellows):
        row = printed().rows.get(experiment.question.row)
        facts.insert(0, Fact("Price", price_in_words(row, formula_prices(printed()) if row else {})))
    if isinstance(experiment.question, Swap):
        facts.insert(0, Fact("Same dice", "both versions play with the same seed, seats and opponent"))
    if answer and answer.saved and answer.saved > 1:
        facts.append(Fact("Saved", f"without that it would take about {answer.saved:.1f} times as many battles"))
    if experiment.versions:
        versions = f"simulator {experiment.versions.simulator}, catalogue {experiment.versions.catalogue[:12]}"
        facts.append(Fact("Versions", versions))
    return facts


def _stops(experiment: Experiment) -> str:
    cap = f"after {_cap(experiment)}"
    if isinstance(experiment.stop, Fixed):
        return cap
    return f"{stops_in_words(experiment).removeprefix('It stops ')}, or {cap}"


def _cap(experiment: Experiment) -> str:
    return f"{experiment.stop.batches * (experiment.size or 1):,} pairs a meeting"


def _policy(policy: str | Policy) -> str:
    if isinstance(policy, Policy):
        return policy.name or "by a policy of its own"
    return f"“{policy}”: {SAID[policy]}" if policy in NAMED else policy


def _narrower(row: Row, experiment: Experiment) -> tuple[str, ...]:
    """The next narrower interval, in wins of 100, where it may be asked for."""
    if not isinstance(experiment.stop, Within) or row.is_under_way:
        return ()
    return tuple(f"{100 * half:g}" for half in NARROWER if half < experiment.stop.half)[:1]
