"""A finding about an extra cites the list that prints it, whatever the rule's own place."""

from __future__ import annotations

import json

import pytest

from tabletop.arcana.army.roster import read_roster
from tests.catalogue import CASES, read_yaml
from tests.reviews import reviewed

SOURCES = [
    ("EQP-01", "Axemen with the heads of a hydra", "Monster Profiles"),
    ("EQP-05", "Swine in a phalanx", "Hogman Army List"),
    ("EQP-04", "A child of the gods leads the phalanx", "Graccans Army List"),
]


@pytest.mark.parametrize(("code", "name", "section"), SOURCES)
def test_a_finding_cites_the_list_it_speaks_of(code: str, name: str, section: str) -> None:
    (case,) = [each for each in read_yaml(CASES / f"{code}.yaml")["cases"] if each["name"] == name]
    findings = reviewed(read_roster(json.dumps(case["roster"]))).findings
    assert {finding.citation.section for finding in findings if finding.code == code} == {section}
