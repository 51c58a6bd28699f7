"""The illegal corpus: every army is caught for exactly what is wrong with it, and can be mended."""

from __future__ import annotations

import json
from collections import Counter

from tabletop.arcana.army.repair import look_with, make_legal
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.army.rules import TOURNAMENT, rulebook_of
from tabletop.findings import Severity
from tests.catalogue import printed_catalogue
from tests.corpus.illegal import NOT_MENDED, Illegal, illegal_corpus
from tests.laws import law_of
from tests.reviews import errors

CORPUS = illegal_corpus()
ERRORS = {rule.code for rule in TOURNAMENT.rules if rule.severity == Severity.ERROR}
each_army = law_of(CORPUS, lambda army: army.name)


def roster_of(army: Illegal) -> Roster:
    return read_roster(json.dumps(army.roster))


@each_army
def test_exactly_what_is_wrong_is_found(army: Illegal) -> None:
    assert {brief.split()[0] for brief in errors(roster_of(army))} == army.codes


def test_the_corpus_is_large_and_names_every_error() -> None:
    assert len(CORPUS) >= 150
    assert len({army.name for army in CORPUS}) == len(CORPUS)
    named = Counter(code for army in CORPUS for code in army.codes)
    assert set(named) == ERRORS


@each_army
def test_it_can_be_made_legal_step_by_step(army: Illegal) -> None:
    look = look_with(printed_catalogue(), rulebook_of(army.roster.get("rules", "core")))
    repair = make_legal(look(roster_of(army)), printed_catalogue(), look)
    left = {finding.code for finding in repair.after.report.findings if finding.severity == Severity.ERROR}
    assert left == army.codes & NOT_MENDED, [finding.message for finding in repair.after.report.findings]
