"""The game on paper: who recruits where, turns with their moons, the card of a turn, on A4 and Letter."""

from __future__ import annotations

import pytest

from tabletop.decoding import MalformedError
from tabletop.packs import HOUSE_PACK, Packs
from tabletop.pdf.document import Sheet, render
from tabletop.pdf.paper import A4, Paper
from tabletop.wizardkings.game import WIZARD_KINGS
from tabletop.wizardkings.play.recruiting import RecruitClass
from tabletop.wizardkings.printing.aids import PHASES, PLACES
from tests.bay import HOUSE, PACKS, pack
from tests.tabletop.pdf.measuring import printed_words
from tests.tabletop.wizardkings.test_force import force, judged, large


def sheet(kind: str, paper: Paper = A4) -> Sheet:
    return WIZARD_KINGS.printed(kind, None, PACKS, paper=paper)


def test_the_recruitment_table_has_every_class_and_the_card_every_phase_in_its_order() -> None:
    assert list(PLACES) == list(RecruitClass)
    table, card = printed_words(render(sheet("recruitment"))), printed_words(render(sheet("phases")))
    assert all(place.split(",")[0] in table for place in PLACES.values())
    places = [card.index(words[:25]) for _, words in PHASES]
    assert places == sorted(places)
    assert HOUSE_PACK not in table + card


def test_turns_are_those_of_the_size_with_the_pack_s_moons_and_whose_they_are() -> None:
    verdict = judged(force())
    small = WIZARD_KINGS.printed("turns", verdict, PACKS, paper=A4)
    words = printed_words(render(small))
    assert (small.mark, words.count("✓"), words.count("new")) == (HOUSE_PACK, 8, 3)
    assert "Over at 7 gold from turn 5 on, else after turn 12." in words
    assert "3 picks in each build phase" in printed_words(
        render(WIZARD_KINGS.printed("turns", judged(large()), PACKS, paper=A4))
    )
    blank = WIZARD_KINGS.printed("turns", None, Packs(pack(rules=None), lambda _: {}), paper=A4)
    assert (blank.mark, "new" in printed_words(render(blank)).split()) == ("", False)
    assert sheet("turns").mark == HOUSE.meta.sentence
    with pytest.raises(MalformedError, match="prints nothing that is called “trays”"):
        sheet("trays")
