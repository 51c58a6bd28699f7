"""How far an army is: still begun, legal, or with something in it that adding can't mend."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.game import ArcanaVerdict
from tabletop.findings import Finding, Severity

NO_UNITS, TOO_LITTLE_NORMAL, TOO_MUCH_SPECIAL, TOO_LARGE = "ROST-01", "COMP-01", "COMP-02", "SIZE-01"
EMPTY_UNIT, SMALL_UNITS = "UNIT-01", "TOUR-05"


class Standing(StrEnum):
    """What the head says of an army."""

    DRAFT = "draft"
    LEGAL = "legal"
    ILLEGAL = "illegal"


class ToDo(Struct, frozen=True):
    """A finding that adding mends, told as what is still to do."""

    text: str
    finding: Finding


class Progress(Struct, frozen=True):
    """What of the findings is still to do, what is wrong, and the verdict in a few words."""

    to_do: tuple[ToDo, ...]
    wrong: tuple[Finding, ...]
    standing: Standing
    words: str


def progress_of(verdict: ArcanaVerdict) -> Progress:
    """Findings apart by whether adding units or models mends them; only what it doesn't mend makes an army illegal."""
    to_do = {index: text for index, each in enumerate(verdict.report.findings) if (text := _still_to_do(each, verdict))}
    wrong = tuple(each for index, each in enumerate(verdict.report.findings) if index not in to_do)
    errors = sum(each.severity == Severity.ERROR for each in wrong)
    standing = Standing.ILLEGAL if errors else Standing.DRAFT if to_do else Standing.LEGAL
    return Progress(
        to_do=tuple(ToDo(text, verdict.report.findings[index]) for index, text in to_do.items()),
        wrong=wrong,
        standing=standing,
        words=_words(standing, wrong, errors),
    )


def _words(standing: Standing, wrong: tuple[Finding, ...], errors: int) -> str:
    if standing != Standing.ILLEGAL:
        return standing.capitalize()
    over = [each.actual - each.limit for each in wrong if each.code == TOO_LARGE and each.actual and each.limit]
    if over:
        return f"{over[0]:,} over, not legal"
    return f"{errors} finding{'s' if errors > 1 else ''}, not legal"


def _still_to_do(finding: Finding, verdict: ArcanaVerdict) -> str:
    """What is still to add, empty where adding doesn't mend the finding."""
    if finding.code in (NO_UNITS, EMPTY_UNIT, SMALL_UNITS):
        return finding.message
    if finding.code not in (TOO_LITTLE_NORMAL, TOO_MUCH_SPECIAL):
        return ""
    for contingent, shares in zip(verdict.army.contingents, verdict.price.shares, strict=True):
        if contingent.army.slug == finding.culprit.ref:
            agreed = contingent.points
            missing = _normal_missing(shares.normal, shares.special, agreed)
            if agreed is not None and (finding.code == TOO_MUCH_SPECIAL or missing > agreed - shares.total):
                return ""
            whose = f"{contingent.army.name}: " if len(verdict.army.contingents) > 1 else ""
            return f"{whose}{missing:,} of normal troops to go."
    return ""


def _normal_missing(normal: int, special: int, agreed: int | None) -> int:
    """Points of normal troops until they are 60 % of what was agreed, or of what is then spent (ruling M1)."""
    if agreed is not None:
        return -(-max(agreed, 0) * NORMAL_PERCENT // 100) - normal
    return -(-special * NORMAL_PERCENT // SPECIAL_PERCENT) - normal
