"""Rules as small functions, rulebooks as ordered values."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from msgspec import Struct

from tabletop.citations import Citation
from tabletop.findings import WHOLE_ROSTER, Culprit, Explanation, Finding, Remedy, Report, Severity
from tabletop.work import go_on


class Breach(Struct, frozen=True):
    """What a rule yields where it is broken; `citation` only where that isn't the rule's own.

    `remedies` may be a generator: it works them out only where the review is asked for them.
    """

    message: str
    culprit: Culprit = WHOLE_ROSTER
    actual: int | None = None
    limit: int | None = None
    remedies: Iterable[Remedy] = ()
    citation: Citation | None = None


class Pass(Struct, frozen=True):
    """What a rule yields to explain, in numbers, that it is met: a sentence, or what makes it once it is read."""

    words: str | Callable[[], str]


Check = Callable[[Any], Iterator[Breach | Pass]]


class Rule(Struct, frozen=True):
    """A check with its code, severity, citation and the sentence that players read.

    A rule `of` the parts of a subject says of the whole what it says of each part by itself, one after another, and
    explains nothing. `of` is what a part must have for the rule to have a word to say, as bits of its game's own; 0 for
    a rule about the whole.
    """

    code: str
    citation: Citation
    severity: Severity
    check: Check
    of: int = 0

    @property
    def statement(self) -> str:
        return " ".join((self.check.__doc__ or "").split())

    def finding(self, breach: Breach, *, remedies: bool) -> Finding:
        return Finding(
            code=self.code,
            severity=self.severity,
            citation=breach.citation or self.citation,
            message=breach.message,
            culprit=breach.culprit,
            actual=breach.actual,
            limit=breach.limit,
            remedies=tuple(breach.remedies) if remedies else (),
        )

    def explanation(self, met: Pass) -> Explanation:
        return Explanation(code=self.code, words=met.words, citation=self.citation)


def rule(code: str, citation: Citation, severity: Severity = Severity.ERROR, *, of: int = 0) -> Callable[[Check], Rule]:
    """Make a rule of the function below; its docstring is the rule's statement."""
    return lambda check: Rule(code, citation, severity, check, of)


class Unchecked(Struct, frozen=True):
    """A rule of the book that isn't checked, and why."""

    citation: Citation
    statement: str
    reason: str


class Rulebook(Struct, frozen=True):
    """Rules in the order in which findings are reported."""

    name: str
    version: str
    rules: tuple[Rule, ...]
    unchecked: tuple[Unchecked, ...] = ()

    def without(self, *codes: str) -> Rulebook:
        """A rulebook without the rules with these codes; KeyError for a code that isn't in this one."""
        unknown = set(codes) - {rule.code for rule in self.rules}
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        return self._with(tuple(rule for rule in self.rules if rule.code not in codes))

    def only(self, codes: Container[str]) -> Rulebook:
        """A rulebook of those rules alone that have these codes."""
        return self._with(tuple(rule for rule in self.rules if rule.code in codes))

    def plus(self, *rules: Rule) -> Rulebook:
        """A rulebook with more rules after the present ones."""
        return self._with(self.rules + rules)

    def _with(self, rules: tuple[Rule, ...]) -> Rulebook:
        return Rulebook(self.name, self.version, rules, self.unchecked)

    def review(self, subject: object, *, remedies: bool = True) -> Report:
        """Every finding of every rule about this subject, in rulebook order.

        Working out the ways out takes longest: without `remedies` findings have none.
        """
        findings: list[Finding] = []
        passes: list[Explanation] = []
        for rule in self.rules:
            go_on()
            for outcome in rule.check(subject):
                go_on()
                if isinstance(outcome, Breach):
                    findings.append(rule.finding(outcome, remedies=remedies))
                else:
                    passes.append(rule.explanation(outcome))
        return Report(findings=tuple(findings), passes=tuple(passes))
