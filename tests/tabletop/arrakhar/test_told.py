"""What the log is told of a game, a file that no game begins with, and what units can't do at rare places."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.battle import facts as made
from tabletop.arrakhar.catalogue import Side, UnitType
from tabletop.arrakhar.game import ARRAKHAR
from tabletop.arrakhar.play.combat import wandering_hexes
from tabletop.arrakhar.play.valley import Segment
from tabletop.battle.events import RefusalError
from tabletop.battle.game import EVERYTHING
from tabletop.boards.hex import Hex
from tabletop.decoding import MalformedError
from tabletop.pdf.document import render
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.verdict import VerdictSeal
from tests.tabletop.arrakhar.test_battle import at_segment, begun, decided, forces
from tests.tabletop.arrakhar.test_play import valley
from tests.tabletop.pdf.measuring import printed_words
from tests.valley import PACKS, PLAIN, VALLEY, pack
from tests.valley_by_lot import RULES, new_log


def test_what_a_fact_changes_and_opens() -> None:
    brought = made.ForceBrought(Side.WIZARD, {UnitType.ELF: 3}, "salt", "0" * 64)
    first = new_log(forces()).events()[0].fact
    assert RULES.changes(first) == {EVERYTHING}
    assert RULES.changes(brought) == RULES.touches(said.BringForce(counts={}))
    assert RULES.reveals(made.SecretsOpened((brought,)))
    assert not RULES.reveals(made.Won(Side.WIZARD))
    opened = made.SecretsOpened((brought, brought)).words
    assert opened == f"{brought.words}; {brought.words}"
    assert made.Won(Side.SORCERER).words == "the sorcerer has won"


def test_a_file_begins_between_the_sorcerer_and_the_wizard_by_a_pack() -> None:
    state = begun().state
    RULES.check_begun(state, ("sorcerer", "wizard"))
    for wrong, sides in ((state, ("wizard", "sorcerer")), (RULES.start(), ("sorcerer", "wizard"))):
        with pytest.raises(MalformedError, match="a game begins with its scenario and its pack"):
            RULES.check_begun(wrong, sides)


def test_aw_81_nobody_is_named_twice_in_an_attack() -> None:
    state = at_segment(Side.WIZARD, Segment.COMBAT, ("elf-1", (5, 9)), ("ghoul-1", (5, 10)))
    twice = said.DeclareAttack(attackers=("elf-1", "elf-1"), defenders=("ghoul-1",))
    with pytest.raises(RefusalError, match=r"AW-81: .+ is named twice"):
        decided(state, twice)


def test_aw_40_orcs_come_by_the_edge_to_ruins_or_to_hexes_of_the_packs_list() -> None:
    flat = replace(VALLEY, rows=(". . .", ". . .", ". . ."), sides=())

    def come(place: str, *hexes: str) -> frozenset[Hex]:
        by = pack(wandering=PLAIN["wandering"] | {"place": place, "hexes": hexes})
        return wandering_hexes(replace(valley(), board=flat), by)

    assert come("any_ruin") == {(1, 5)}
    assert come("chosen_hex_list", "2,1") == {(2, 1)}
    assert come("edge") == {(row, column) for row in range(3) for column in range(3)} - {(1, 1)}


def test_a_force_on_paper_has_its_notes_and_leaves_out_whom_it_has_not() -> None:
    force = replace(forces()[1], notes="Mind the marsh.")
    verdict = ARRAKHAR.verdicts([force], PACKS)[0]
    sheet = ARRAKHAR.sheet(verdict, paper=PAPERS["a4"], seal=VerdictSeal(date="28 Nov", rules_version="1"))
    words = printed_words(render(sheet))
    assert "Mind the marsh." in words
