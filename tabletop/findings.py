"""What a review has to say about a player's choices."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from msgspec import Struct

from tabletop.citations import Citation


class Severity(IntEnum):
    """How much a finding weighs: an ERROR is illegal, a WARNING needs the opponent's agreement, a NOTE is advice."""

    NOTE = 10
    WARNING = 20
    ERROR = 30


class Culprit(Struct, frozen=True, gc=False):
    """The part of a roster that a finding is about; `ref` is the part's stable id, empty for the whole."""

    kind: str
    ref: str = ""


WHOLE_ROSTER = Culprit("roster")


class Remedy(Struct, frozen=True):
    """A way out that the page can carry out: a label for people and an edit of the game's own kind.

    `by_agreement` marks what isn't the player's to decide alone, such as another size of the game. `change` is by how
    many points the roster's price changes, known once the remedy was tried.
    """

    label: str
    edit: Any
    by_agreement: bool = False
    change: int | None = None


class Finding(Struct, frozen=True, kw_only=True, gc=False):
    """One remark of one rule about one culprit, with the numbers, the source and the ways out."""

    code: str
    severity: Severity
    message: str
    culprit: Culprit
    actual: int | None = None
    limit: int | None = None
    citation: Citation
    remedies: tuple[Remedy, ...] = ()


class Explanation(Struct, frozen=True, kw_only=True, eq=False):
    """Why a rule is met, in numbers; most are never read, so that some are put into words only then.

    Two that say the same are equal.
    """

    code: str
    words: str | Callable[[], str]
    citation: Citation

    @property
    def message(self) -> str:
        return self.words if isinstance(self.words, str) else self.words()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Explanation) and self._said == other._said

    def __hash__(self) -> int:
        return hash(self._said)

    @property
    def _said(self) -> tuple[str, str, Citation]:
        return self.code, self.message, self.citation


class Report(Struct, frozen=True, kw_only=True):
    """Every finding in rulebook order, and what the met rules measured."""

    findings: tuple[Finding, ...] = ()
    passes: tuple[Explanation, ...] = ()

    @property
    def is_legal(self) -> bool:
        return all(finding.severity < Severity.ERROR for finding in self.findings)

    @property
    def worst(self) -> Severity | None:
        return max((finding.severity for finding in self.findings), default=None)

    def about(self, ref: str) -> tuple[Finding, ...]:
        """The findings whose culprit has this ref."""
        return tuple(finding for finding in self.findings if finding.culprit.ref == ref)
