"""How far an army is: still begun, legal, or with something in it that adding can't mend."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from armybuilder.core.languages import say, say_counted
from tabletop.arcana.army.to_do import ToDo, findings_apart
from tabletop.arcana.game import ArcanaVerdict
from tabletop.findings import Finding, Severity
from tabletop.languages import marked

TOO_LARGE = "SIZE-01"


class Standing(StrEnum):
    """What the head says of an army."""

    DRAFT = "draft"
    LEGAL = "legal"
    ILLEGAL = "illegal"


class Progress(Struct, frozen=True):
    """What of the findings is still to do, what is wrong, and the verdict in a few words."""

    to_do: tuple[ToDo, ...]
    wrong: tuple[Finding, ...]
    standing: Standing
    words: str


def progress_of(verdict: ArcanaVerdict) -> Progress:
    """Findings apart by whether adding units or models mends them; only what it doesn't mend makes an army illegal."""
    to_do, wrong = findings_apart(verdict.report, verdict.army, verdict.price)
    errors = sum(each.severity == Severity.ERROR for each in wrong)
    standing = Standing.ILLEGAL if errors else Standing.DRAFT if to_do else Standing.LEGAL
    return Progress(to_do=to_do, wrong=wrong, standing=standing, words=_words(standing, wrong, errors))


def _words(standing: Standing, wrong: tuple[Finding, ...], errors: int) -> str:
    if standing != Standing.ILLEGAL:
        return say(marked("Legal") if standing == Standing.LEGAL else marked("Draft"))
    over = [each.actual - each.limit for each in wrong if each.code == TOO_LARGE and each.actual and each.limit]
    if over:
        return say("{over} over, not legal", over=over[0])
    return say_counted("{count} finding, not legal", "{count} findings, not legal", errors)
