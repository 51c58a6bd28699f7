"""From a roster to what the rulebook says of it, for tests."""

from __future__ import annotations

from tabletop.arcana.army.pricing import ArmyPrice, price
from tabletop.arcana.army.repair import Reviewed, look_with, with_tried_remedies
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.army.rules import review, rulebook_of
from tabletop.findings import Finding, Report, Severity
from tabletop.rulebook import Rulebook
from tests.catalogue import printed_catalogue


def priced(roster: Roster) -> ArmyPrice:
    return price(resolve(roster, printed_catalogue()))


def reviewed(roster: Roster, rulebook: Rulebook | None = None) -> Report:
    """What the rulebook says, or the one that the roster names."""
    army = resolve(roster, printed_catalogue())
    return review(army, price(army), rulebook)


def looked(roster: Roster) -> Reviewed:
    return look_with(printed_catalogue(), rulebook_of(roster.rules))(roster)


def tried(roster: Roster) -> Report:
    """The review with only those remedies that were tried."""
    catalogue = printed_catalogue()
    return with_tried_remedies(looked(roster), catalogue, look_with(catalogue, rulebook_of(roster.rules)))


def errors(roster: Roster) -> list[str]:
    """The briefs of what is illegal, sorted; a part that is wrong twice over stands twice."""
    return sorted(brief(finding) for finding in reviewed(roster).findings if finding.severity == Severity.ERROR)


def brief(finding: Finding) -> str:
    """`COMP-01 army dwarves`: code, kind and ref of a finding, as the cases state them."""
    return f"{finding.code} {finding.culprit.kind} {finding.culprit.ref}".strip()


def briefs(roster: Roster, rulebook: Rulebook | None = None) -> list[str]:
    return sorted(brief(finding) for finding in reviewed(roster, rulebook).findings)


def weight(roster: Roster, finding: Finding) -> int:
    """How far the roster is from mending what this finding says, 0 when it's mended."""
    found = [each for each in reviewed(roster).findings if brief(each) == brief(finding)]
    return sum(1 if each.actual is None or each.limit is None else abs(each.actual - each.limit) for each in found)
