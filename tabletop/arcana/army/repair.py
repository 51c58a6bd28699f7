"""Remedies that have been tried, and whole sets of them that make a roster legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.edits import Edit
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.army.rules.context import Subject
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.decoding import MalformedError
from tabletop.findings import Finding, Remedy, Report, Severity
from tabletop.rulebook import Rulebook

MOST_STEPS = 40
MOST_OFFERED = 4
MOST_TRIED = 60
MOST_REVIEWED = 3000  # units, in all the rosters that remedies are tried on: a large one is tried less often
MOST_REVIEWED_IN_REPAIR = 7_000
MOST_LOOKS = 2000
MOST_DETOURS = 15

Errors = Counter[tuple[str, str]]


class Reviewed(Struct, frozen=True):
    """A roster with its price and its report."""

    roster: Roster
    points: int
    report: Report

    @property
    def errors(self) -> Errors:
        """What is wrong, by code and culprit, and how often."""
        return Counter((finding.code, finding.culprit.ref) for finding in self._wrong)

    @property
    def badness(self) -> tuple[int, int]:
        """How many things are wrong, and how far their figures are from what is allowed."""
        wrong = list(self._wrong)
        return len(wrong), sum(_distance(finding) for finding in wrong)

    @property
    def _wrong(self) -> Iterator[Finding]:
        return (finding for finding in self.report.findings if finding.severity >= Severity.ERROR)


def _distance(finding: Finding) -> int:
    return 0 if finding.actual is None or finding.limit is None else abs(finding.actual - finding.limit)


class Tried(Struct, frozen=True):
    """A remedy and the roster that it leads to."""

    remedy: Remedy
    after: Reviewed
    change: int


class Repair(Struct, frozen=True):
    """A set of remedies one after another, and where they lead."""

    steps: tuple[Remedy, ...]
    after: Reviewed

    @property
    def is_complete(self) -> bool:
        return self.after.report.is_legal


Walk = tuple[Tried, ...]
Look = Callable[[Roster], Reviewed]


def look_with(catalogue: Catalogue, rulebook: Rulebook, pack: Pack | None = None) -> Look:
    """How to review a roster by this catalogue and these rules, those of a pack if one is given."""

    def look(roster: Roster) -> Reviewed:
        army = resolve(roster, catalogue, pack)
        priced = price(army)
        return Reviewed(roster, priced.points, rulebook.review(Subject(army, priced)))

    return look


def try_remedies(finding: Finding, now: Reviewed, catalogue: Catalogue, look: Look) -> tuple[Tried, ...]:
    """The finding's remedies that mend it and break nothing else, those first that change least."""
    working = [outcome for outcome in _outcomes(finding, now, catalogue, look) if _mends(finding, now, outcome.after)]
    return tuple(sorted(working, key=lambda outcome: outcome.change))


def _outcomes(finding: Finding, now: Reviewed, catalogue: Catalogue, look: Look) -> Iterator[Tried]:
    for remedy in finding.remedies:
        edit: Edit = remedy.edit
        try:
            after = look(edit.applied(now.roster, catalogue))
        except MalformedError:
            continue
        yield Tried(remedy, after, abs(after.points - now.points))


def _mends(finding: Finding, now: Reviewed, after: Reviewed) -> bool:
    key = finding.code, finding.culprit.ref
    return after.errors[key] < now.errors[key] and after.errors <= now.errors


def with_tried_remedies(now: Reviewed, catalogue: Catalogue, look: Look) -> Report:
    """The report with only those remedies that mend their finding and break nothing, the smallest change first.

    Where there is more wrong than can be tried in reasonable time, the last findings have none.
    """
    findings, left = [], min(MOST_TRIED, MOST_REVIEWED // max(1, len(now.roster.contingent_units)))
    for finding in now.report.findings:
        if finding.severity < Severity.ERROR:
            findings.append(finding)
            continue
        within = replace(finding, remedies=finding.remedies[:left])
        left -= len(within.remedies)
        working = try_remedies(within, now, catalogue, look)
        findings.append(replace(finding, remedies=tuple(outcome.remedy for outcome in working[:MOST_OFFERED])))
    return replace(now.report, findings=tuple(findings))


def make_legal(now: Reviewed, catalogue: Catalogue, look: Look) -> Repair:
    """Remedies one after another until nothing is wrong, none helps any more, or so much was tried that it's enough."""
    steps: list[Remedy] = []
    left = min(MOST_LOOKS, MOST_REVIEWED_IN_REPAIR // max(1, len(now.roster.contingent_units)))
    for _ in range(MOST_STEPS):
        walks: list[Walk] = [
            (outcome,) for outcome in islice(_outcomes_of_all(now, catalogue, look), min(left, MOST_TRIED))
        ]
        left -= len(walks)
        best = _best(walks, now)
        if best is None:
            detours = list(islice(_one_more(walks[:MOST_DETOURS], catalogue, look), left))
            left -= len(detours)
            best = _best(detours, now)
        if best is None:
            break
        steps += [outcome.remedy for outcome in best]
        now = best[-1].after
    return Repair(tuple(steps), now)


def _best(walks: Iterable[Walk], now: Reviewed) -> Walk | None:
    """The best of the walks that improve the roster: fewest errors left, then least change; None for no such walk."""
    better = (walk for walk in walks if walk[-1].after.badness < now.badness)
    return min(better, key=lambda walk: (*walk[-1].after.badness, sum(step.change for step in walk)), default=None)


def _one_more(walks: Iterable[Walk], catalogue: Catalogue, look: Look) -> Iterator[Walk]:
    """Every walk with every next step: for what can be mended only by way of something worse."""
    for walk in walks:
        for step in islice(_outcomes_of_all(walk[-1].after, catalogue, look), MOST_DETOURS):
            yield (*walk, step)


def _outcomes_of_all(now: Reviewed, catalogue: Catalogue, look: Look) -> Iterator[Tried]:
    for finding in now.report.findings:
        if finding.severity >= Severity.ERROR:
            yield from _outcomes(finding, now, catalogue, look)
