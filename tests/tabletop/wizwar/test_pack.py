"""An owner's pack of Wiz-War: holes and faults by their fields, and spellbooks by it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.dice.sources import Seeded
from tabletop.findings import Severity
from tabletop.packs import Packs, typed_values
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.verdict import VerdictSeal
from tabletop.wizwar.battle.beginning import begun_by
from tabletop.wizwar.edits import Rename, SetCantrip, SetNotes, SetPack, SetSchool
from tabletop.wizwar.game import WIZ_WAR
from tabletop.wizwar.pack import Pack, read_pack
from tests.labyrinth import book, house, packs
from tests.laws import law_of
from tests.tabletop.wizwar.test_book import PLAIN, codes

OWN = "OwnPackCode1"
SCHOOLS, SECTORS, LAYOUTS = PLAIN["schools"], PLAIN["sectors"], PLAIN["layouts"]
ROWS = SECTORS[0]["rows"]


def own_pack(**fields: Any) -> Pack:
    """The house's pack as an owner's, with other fields."""
    return read_pack(json.dumps(PLAIN | {"meta": {"id": "mine", "title": "My cards", "kind": "own"}} | fields))


def schools(**card: Any) -> list[Any]:
    """The house's schools with another first card in the first of them."""
    first = SCHOOLS[0] | {"cards": [SCHOOLS[0]["cards"][0] | card, *SCHOOLS[0]["cards"][1:]]}
    return [first, *SCHOOLS[1:]]


def drawn(*rows: str) -> list[Any]:
    """The house's sectors with the first drawn otherwise."""
    return [SECTORS[0] | {"rows": rows}, *SECTORS[1:]]


def altered(old: str, new: str) -> list[Any]:
    return drawn(*(row.replace(old, new) for row in ROWS))


ATTACK = {"type": "attack", "effects": []}
NOTHING = {"type": "neutral", "effects": [{"op": "create", "object": "elk"}]}
SHUT = ["+---+---+   +---+---+", "| .   .   .   .   . |", "+---+---+---+---+---+", *ROWS[3:]]

# Fields of an owner's pack, and what is said of them, among other things.
FLAWED: list[tuple[dict[str, Any], str]] = [
    ({"schools": schools(id=SCHOOLS[0]["cards"][1]["id"])}, "schools: has 2 cards “"),
    ({"schools": schools(name="Elk", **ATTACK)}, "schools[0].cards[0].effects: Elk has none; without it: no help"),
    ({"schools": schools(name="Elk", **NOTHING)}, "schools[0].cards[0].effects: there is no object “elk”"),
    ({"schools": SCHOOLS[:3]}, "schools: has "),
    ({"layouts": [LAYOUTS[0] | {"positions": [[0, 0], [0, 0]]}]}, "layouts: has not 2 places for 2 players"),
    ({"sectors": drawn("+---+", "| . |", "+---+")}, "sectors[0].rows: must have 5 rows of 5 squares"),
    ({"sectors": drawn("+--")}, "sectors[0].rows: rows"),
    ({"sectors": altered("H", ".")}, "sectors[0].rows: must have its one home in the middle"),
    ({"sectors": altered("T", ".")}, "sectors[0].rows: must have 2 treasures, not 0"),
    ({"sectors": drawn(*SHUT)}, "sectors[0].rows: nobody comes to 0,0 without a door"),
]  # fmt: skip


@law_of(FLAWED, lambda case: case[1])
def test_holes_and_faults_are_named_by_their_fields(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    flaws = list(map(str, own_pack(**fields).flaws()))
    assert any(flaw.startswith(says) for flaw in flaws), flaws


def test_a_card_that_no_pack_has_is_named() -> None:
    with pytest.raises(MalformedError, match="card: there is no card “elk” in the "):
        house().card("elk")


def test_ww_13_a_school_of_another_size_is_a_warning() -> None:
    small = own_pack(schools=[SCHOOLS[0] | {"cards": SCHOOLS[0]["cards"][1:]}, *SCHOOLS[1:]])
    of = book(pack=OWN)
    (finding,) = WIZ_WAR.verdicts([of], Packs(house(), lambda _: {OWN: small}))[0].report.findings
    assert (finding.code, finding.severity, finding.limit) == ("WW-13C", Severity.WARNING, 12)
    assert finding.actual == small.schools[0].count < 12


def test_a_book_by_an_owners_pack_begins_empty_and_others_are_named() -> None:
    assert (WIZ_WAR.begun("first", OWN).schools, WIZ_WAR.begun("first", OWN).pack) == ((), OWN)
    with pytest.raises(MalformedError, match=r"begin: must be one of first, .*giant, draft-white, draft-black"):
        WIZ_WAR.begun("elk")
    with pytest.raises(MalformedError, match="school: there is no school “elk”"):
        WIZ_WAR.edited(book(), SetSchool(school="elk", whose="mine"), packs())


def test_a_book_is_edited_told_merged_and_written() -> None:
    before = after = book("draft-white")
    for edit in (Rename(name="Mine"), SetNotes(notes="ours"), SetCantrip(cantrip="black"), SetPack(pack=OWN)):
        after = WIZ_WAR.edited(after, edit, packs())
    assert [each.text for each in WIZ_WAR.differences(before, after, packs())] == [
        "name: The white book → Mine", "cantrip: white → black", "cards of the data pack OwnPackCode1", "other notes",
    ]  # fmt: skip
    assert codes(after)[0] == "WW-13D"
    both = replace(before, name="A", notes="B")
    assert WIZ_WAR.merged(before, replace(before, name="A"), replace(before, notes="B")) == both
    text = WIZ_WAR.write(both, WIZ_WAR.formats["text"], packs()).content.decode()
    assert text.splitlines()[0] == "A"
    assert "Theirs: Tinkering, Menagerie, Wardwork" in text
    assert text.rstrip().endswith("\n\nB")
    verdict = WIZ_WAR.verdicts([both], packs())[0]
    assert WIZ_WAR.sheet(verdict, paper=PAPERS["a4"], seal=VerdictSeal(date="28 Nov", rules_version="1")).title == "A"


def test_groups_that_share_a_school_do_not_play_each_other() -> None:
    same = replace(book("draft-black"), schools=book("draft-white").schools)
    with pytest.raises(MalformedError, match="blue: "):
        begun_by("A game", [book("draft-white"), same], packs(), Seeded(1))


def test_a_card_whose_name_was_taken_out_of_the_tables_is_gone() -> None:
    tables = WIZ_WAR.pack_tables(house())
    typed, _ = typed_values(tables, {cell.name: cell.value for table in tables for cell in table.cells})
    again = WIZ_WAR.pack_of(house(), house().meta, typed | {"schools[0].cards[0].name": "", "deck": "of cards"})
    assert [card.id for card in again.schools[0].cards] == [card.id for card in house().schools[0].cards[1:]]
