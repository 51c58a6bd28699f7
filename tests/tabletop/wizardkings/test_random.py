"""Forces changed by edits drawn by lot: every one is judged, written and read again, and ways out lead out."""

from __future__ import annotations

from random import Random
from typing import Any

from tabletop.rosters.document import write_roster
from tabletop.wizardkings.catalogue import Size
from tabletop.wizardkings.force import Force
from tabletop.wizardkings.game import WIZARD_KINGS
from tests.bay import PACKS


def edits_of(of: Force, chance: Random) -> dict[str, Any]:
    """One of the edits that its page offers."""
    desk = WIZARD_KINGS.desk(WIZARD_KINGS.verdicts([of], PACKS)[0])
    choices = [*desk.choices, *(choice for fold in desk.folds for choice in fold.choices)]
    offered = [option.edit for choice in choices for option in choice.options]
    offered += [edit for counter in desk.counters for edit in (counter.more, counter.fewer) if edit] * 2
    return chance.choice(offered)  # type: ignore[no-any-return]


def test_walks_through_the_page_never_fail_and_always_lead_back_to_a_legal_force() -> None:
    for seed in range(40):
        chance = Random(seed)
        of = WIZARD_KINGS.begun(chance.choice([*Size]))
        for _ in range(12):
            edit = edits_of(of, chance)
            of = WIZARD_KINGS.edited(of, WIZARD_KINGS.read_edit(edit) if isinstance(edit, dict) else edit, PACKS)
            assert WIZARD_KINGS.read(write_roster(of)) == of
        for _ in range(40):
            findings = WIZARD_KINGS.verdicts([of], PACKS)[0].report.findings
            ways = [remedy for finding in findings for remedy in finding.remedies]
            if not ways:
                break
            of = WIZARD_KINGS.edited(of, ways[0].edit, PACKS)
        assert WIZARD_KINGS.verdicts([of], PACKS)[0].report.is_legal, (seed, findings)
