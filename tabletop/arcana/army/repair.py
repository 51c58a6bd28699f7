"""Remedies that have been tried, and whole sets of them that make a roster legal.

A repair takes the smallest step that leaves the fewest things wrong, again and again; then every step that turned out
unnecessary is left out, and every step that may be smaller is asked for again after the others. No step empties the
army, and the size of the game is changed only where nothing else mends a finding. It looks at so many rosters at most
that a page can wait for it; what is wrong then is left to the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.edits import AddModels, AddUnit, Edit, RemoveModels, Several
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.pricing import price, price_record
from tabletop.arcana.army.recounts import recounted
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
    spent: Mapping[str, int]  # points by profile

    @property
    def is_empty(self) -> bool:
        return not self.roster.contingent_units

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
    """A remedy with the change of the price, the roster that it leads to and how many points it takes off and adds.

    An agreement `is_only_way` where its finding has nothing else.
    """

    remedy: Remedy
    after: Reviewed
    moved: int
    is_only_way: bool = False

    @property
    def rank(self) -> tuple[bool, int]:
        """Small changes of the army first, what both players have to agree on last."""
        return self.remedy.by_agreement, self.moved


class Repair(Struct, frozen=True):
    """A set of remedies one after another, and where they lead."""

    steps: tuple[Remedy, ...]
    after: Reviewed

    @property
    def is_complete(self) -> bool:
        return self.after.report.is_legal

    @property
    def is_agreement(self) -> bool:
        """Whether nothing but the size of the game is changed."""
        return all(step.by_agreement for step in self.steps)


Thing = TypeVar("Thing")
Walk = tuple[Tried, ...]
Look = Callable[[Roster], Reviewed]


def look_with(catalogue: Catalogue, rulebook: Rulebook, pack: Pack | None = None) -> Look:
    """How to review a roster by this catalogue and these rules, those of a pack if one is given."""

    def look(roster: Roster) -> Reviewed:
        army = resolve(roster, catalogue, pack)
        priced = price(army)
        spent = price_record(priced, catalogue.version).profiles
        return Reviewed(roster, priced.points, rulebook.review(Subject(army, priced)), spent)

    return look


def try_remedies(finding: Finding, now: Reviewed, catalogue: Catalogue, look: Look) -> tuple[Tried, ...]:
    """The finding's remedies that mend it and break nothing else: those first that change least, agreements last."""
    working = [outcome for outcome in _outcomes(finding, now, catalogue, look) if _mends(finding, now, outcome.after)]
    return tuple(sorted(working, key=lambda outcome: outcome.rank))


def _outcomes(finding: Finding, now: Reviewed, catalogue: Catalogue, look: Look) -> Iterator[Tried]:
    is_only_way = all(remedy.by_agreement for remedy in finding.remedies)
    for remedy in finding.remedies:
        after = _look_after(now.roster, (remedy.edit,), catalogue, look)
        if after is not None:
            known = replace(remedy, change=after.points - now.points)
            yield Tried(known, after, _moved(now, after), is_only_way)


def _look_after(roster: Roster, edits: Iterable[Edit], catalogue: Catalogue, look: Look) -> Reviewed | None:
    """The roster after these edits; None where one of them can't be made."""
    try:
        for edit in edits:
            roster = edit.applied(roster, catalogue)
        return look(roster)
    except MalformedError:
        return None


def _moved(now: Reviewed, after: Reviewed) -> int:
    """How many points were taken off and added, profile by profile."""
    profiles = {*now.spent, *after.spent}
    return sum(abs(after.spent.get(profile, 0) - now.spent.get(profile, 0)) for profile in profiles)


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
        findings.append(replace(finding, remedies=_offered([outcome.remedy for outcome in working])))
    return replace(now.report, findings=tuple(findings))


def _offered(working: Sequence[Remedy]) -> tuple[Remedy, ...]:
    """The smallest remedies, and the one agreement that comes first."""
    agreements = [remedy for remedy in working if remedy.by_agreement]
    own = [remedy for remedy in working if not remedy.by_agreement]
    return (*own[: MOST_OFFERED - bool(agreements)], *agreements[: MOST_OFFERED if not own else 1])


def make_legal(now: Reviewed, catalogue: Catalogue, look: Look) -> Repair:
    """Remedies one after another until nothing is wrong, none helps any more, or so much was tried that it's enough."""
    search = _Search(catalogue, look, now)
    steps: list[Remedy] = []
    after = now
    for _ in range(MOST_STEPS):
        best = search.best_walk(after)
        if best is None:
            break
        steps += [outcome.remedy for outcome in best]
        after = best[-1].after
    return search.trimmed(Repair(tuple(sorted(steps, key=lambda step: step.by_agreement)), after))


class _Search:
    """Looks at what remedies lead to, up to so many rosters in all."""

    def __init__(self, catalogue: Catalogue, look: Look, start: Reviewed) -> None:
        self.catalogue = catalogue
        self.look = look
        self.start = start
        self.left = min(MOST_LOOKS, MOST_REVIEWED_IN_REPAIR // max(1, len(start.roster.contingent_units)))

    def best_walk(self, now: Reviewed) -> Walk | None:
        """The best step that improves the roster, two where it takes a worse one first; None where none does.

        Agreements are the last resort, but for errors that have no other remedy.
        """
        walks: list[Walk] = [(outcome,) for outcome in self._limited(self._outcomes_of_all(now), MOST_TRIED)]
        agreeing = [walk for walk in walks if walk[0].remedy.by_agreement and not walk[0].is_only_way]
        own = [walk for walk in walks if walk not in agreeing]
        longer = ((*walk, step) for walk in own[:MOST_DETOURS] for step in self._next_steps(walk[-1].after))
        return _best(own, now) or _best(self._limited(longer, MOST_LOOKS), now) or _best(agreeing, now)

    def _next_steps(self, now: Reviewed) -> Iterator[Tried]:
        own = (
            outcome for outcome in self._outcomes_of_all(now) if outcome.is_only_way or not outcome.remedy.by_agreement
        )
        return islice(own, MOST_DETOURS)

    def _limited(self, tries: Iterable[Thing], most: int) -> Iterator[Thing]:
        for each in islice(tries, min(self.left, most)):
            self.left -= 1
            yield each

    def _outcomes_of_all(self, now: Reviewed) -> Iterator[Tried]:
        wrong = (finding for finding in now.report.findings if finding.severity >= Severity.ERROR)
        for outcome in chain.from_iterable(_outcomes(finding, now, self.catalogue, self.look) for finding in wrong):
            if outcome.after.is_empty and not now.is_empty:
                yield from self._with_first_troops(outcome)
            else:
                yield outcome

    def _with_first_troops(self, emptied: Tried) -> Iterator[Tried]:
        """What took the last unit, with the first troops of the list in its stead."""
        findings = (finding for finding in emptied.after.report.findings if finding.code == "ROST-01")
        for troops in (remedy for finding in findings for remedy in finding.remedies):
            after = _look_after(emptied.after.roster, (troops.edit,), self.catalogue, self.look)
            if after is not None:
                label = f"{emptied.remedy.label}; {troops.label[0].lower()}{troops.label[1:]}"
                edit = Several(edits=(*emptied.remedy.edit.parts, *troops.edit.parts))
                yield Tried(Remedy(label, edit), after, emptied.moved + after.points)

    def trimmed(self, repair: Repair) -> Repair:
        """The repair without the steps that it doesn't need, and of models no more than the other steps leave to do.

        A step that became smaller may leave one that was looked at before without need: all are looked at again.
        """
        before = None
        while before != repair:
            before = repair
            for step in reversed(before.steps):
                repair = self._without(step, repair)
        return repair

    def _without(self, step: Remedy, repair: Repair) -> Repair:
        """The repair without this step, or with less of it, where that mends as much."""
        others = tuple(other for other in repair.steps if other is not step)
        without = self._after(others)
        if without is not None and without.badness <= repair.after.badness:
            return Repair(others, without)
        return self._smaller(step, repair) if isinstance(step.edit, AddModels | AddUnit | RemoveModels) else repair

    def _smaller(self, step: Remedy, repair: Repair) -> Repair:
        """The repair with the least count in this step that one less wouldn't do for: a search by halves."""
        low, high = 1, step.edit.count
        while low < high:
            middle = (low + high) // 2
            fewer = recounted(step, middle, self.start.roster, self.catalogue)
            steps = tuple(fewer if other is step else other for other in repair.steps)
            after = self._after(steps)
            if after is not None and after.badness <= repair.after.badness:
                high, repair, step = middle, Repair(steps, after), fewer
            else:
                low = middle + 1
        return repair

    def _after(self, steps: Sequence[Remedy]) -> Reviewed | None:
        """The roster after these steps; None where it was left empty, or no more may be looked at."""
        if self.left <= 0:
            return None
        self.left -= 1
        after = _look_after(self.start.roster, [step.edit for step in steps], self.catalogue, self.look)
        return None if after is None or (after.is_empty and not self.start.is_empty) else after


def _best(walks: Iterable[Walk], now: Reviewed) -> Walk | None:
    """The best of the walks that improve the roster: fewest errors left, then least change; None for no such walk."""
    better = (walk for walk in walks if walk[-1].after.badness < now.badness)
    return min(better, key=lambda walk: (*walk[-1].after.badness, sum(step.moved for step in walk)), default=None)
