"""What is still to do in an army that has been begun: findings that adding units or models mends."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army
from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.findings import Finding, Report, Severity
from tabletop.languages import say

NO_UNITS, TOO_LITTLE_NORMAL, TOO_MUCH_SPECIAL = "ROST-01", "COMP-01", "COMP-02"
EMPTY_UNIT, SMALL_UNITS = "UNIT-01", "TOUR-05"
MENDABLE = {NO_UNITS, TOO_LITTLE_NORMAL, TOO_MUCH_SPECIAL, EMPTY_UNIT, SMALL_UNITS}  # by adding, most of the time


class ToDo(Struct, frozen=True):
    """A finding that adding mends, told as what is still to do."""

    text: str
    finding: Finding


def findings_apart(report: Report, army: Army, price: ArmyPrice) -> tuple[tuple[ToDo, ...], tuple[Finding, ...]]:
    """The findings that adding mends, and the others, both in the report's order."""
    to_do, wrong = [], []
    for finding in report.findings:
        words = _words(finding, army, price)
        if words:
            to_do.append(ToDo(words, finding))
        else:
            wrong.append(finding)
    return tuple(to_do), tuple(wrong)


def is_draft(report: Report, army: Army, price: ArmyPrice) -> bool:
    """Whether the army isn't legal yet, and adding alone can make it so."""
    if report.is_legal:
        return False
    errors = [finding for finding in report.findings if finding.severity >= Severity.ERROR]
    return MENDABLE.issuperset([each.code for each in errors]) and all(_words(each, army, price) for each in errors)


def _words(finding: Finding, army: Army, price: ArmyPrice) -> str:
    """What is still to add, empty where adding doesn't mend the finding."""
    if finding.code not in MENDABLE:
        return ""
    if finding.code not in (TOO_LITTLE_NORMAL, TOO_MUCH_SPECIAL):
        return finding.message
    for contingent, shares in zip(army.contingents, price.shares, strict=True):
        if contingent.army.slug == finding.culprit.ref:
            agreed = contingent.points
            missing = _normal_missing(shares.normal, shares.special, agreed)
            if agreed is not None and (finding.code == TOO_MUCH_SPECIAL or missing > agreed - shares.total):
                return ""
            whose = f"{contingent.army.name}: " if len(army.contingents) > 1 else ""
            return say("{whose}{missing} of normal troops to go.", whose=whose, missing=missing)
    return ""


def _normal_missing(normal: int, special: int, agreed: int | None) -> int:
    """Points of normal troops until they are 60 % of what was agreed, or of what is then spent (ruling M1)."""
    if agreed is not None:
        return -(-max(agreed, 0) * NORMAL_PERCENT // 100) - normal
    return -(-special * NORMAL_PERCENT // SPECIAL_PERCENT) - normal
