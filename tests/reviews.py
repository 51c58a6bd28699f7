"""From a roster to what the rulebook says of it, for tests."""

from __future__ import annotations

from tabletop.arcana.fielding import field
from tabletop.arcana.muster import CORE, review
from tabletop.arcana.prices import ArmyPrice, price
from tabletop.arcana.roster import Roster
from tabletop.findings import Finding, Report
from tabletop.rulebook import Rulebook
from tests.catalogue import printed_catalogue


def priced(roster: Roster) -> ArmyPrice:
    return price(field(roster, printed_catalogue()))


def reviewed(roster: Roster, rulebook: Rulebook = CORE) -> Report:
    army = field(roster, printed_catalogue())
    return review(army, price(army), rulebook)


def brief(finding: Finding) -> str:
    """`COMP-01 army dwarves`: code, kind and ref of a finding, as the cases state them."""
    return f"{finding.code} {finding.culprit.kind} {finding.culprit.ref}".strip()


def briefs(roster: Roster, rulebook: Rulebook = CORE) -> list[str]:
    return sorted(brief(finding) for finding in reviewed(roster, rulebook).findings)


def weight(roster: Roster, finding: Finding) -> int:
    """How far the roster is from mending what this finding says, 0 when it's mended."""
    found = [each for each in reviewed(roster).findings if brief(each) == brief(finding)]
    return sum(1 if each.actual is None or each.limit is None else abs(each.actual - each.limit) for each in found)
