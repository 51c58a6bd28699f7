"""The verdict on both corpora, saved and loaded, exported and imported in every format that is read back."""

from __future__ import annotations

import json

import pytest

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.formats.registry import FORMATS, read_any
from tests.catalogue import printed_catalogue
from tests.corpus.armies import corpus
from tests.corpus.illegal import illegal_corpus
from tests.reviews import reviewed

READ_BACK = [kind for kind in FORMATS if kind != "summary"]
ILLEGAL = illegal_corpus()
SOME_ILLEGAL = {army.name.partition(": ")[2]: army for army in ILLEGAL}
ARMIES = (*corpus(), *SOME_ILLEGAL.values())


@pytest.mark.parametrize("kind", READ_BACK)
def test_no_format_changes_the_verdict(kind: str) -> None:
    catalogue = printed_catalogue()
    for army in ARMIES:
        roster = read_roster(json.dumps(army.roster))
        read = read_any("", FORMATS[kind].file(roster, catalogue).content, catalogue).roster
        assert read is not None, army.name
        assert reviewed(read) == reviewed(roster), army.name
