"""Spellbooks, packs, odds and sheets: what is judged, typed in, answered and printed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.dice.sources import Chance, Typed
from tabletop.packs import Origin, PackKind, Packs, typed_values
from tabletop.pdf.grid import room_for_cutting
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.document import write_roster
from tabletop.wizwar.battle.beginning import begun_by, labyrinth_by
from tabletop.wizwar.catalogue import Option
from tabletop.wizwar.game import WIZ_WAR
from tabletop.wizwar.pack import read_pack
from tabletop.wizwar.printing.cards import LINES, card_sheet
from tabletop.wizwar.printing.markers import markers_of
from tabletop.wizwar.printing.sectors import WHOLE, sector_sheet
from tabletop.wizwar.spellbook import Spellbook
from tabletop.wizwar.words import text_of_card
from tests.labyrinth import HOUSE_FILE, book, house, packs
from tests.laws import of_each

PLAIN = json.loads(HOUSE_FILE)


def verdict(of: Spellbook) -> Any:
    return WIZ_WAR.verdicts([of], packs())[0]


def codes(of: Spellbook) -> list[str]:
    return [finding.code for finding in verdict(of).report.findings]


def test_ww_13_and_worked_case_10_decks_of_84_and_156_cards() -> None:
    assert verdict(book()).price_record.points == 84
    assert verdict(book("giant")).price_record.points == 156
    assert [verdict(book(slug)).price_record.points for slug in ("draft-white", "draft-black")] == [84, 84]
    assert sum(school.count for school in house().schools) == 168
    assert all(verdict(book(slug)).report.is_legal for slug in ("first", "giant", "draft-white", "draft-black"))
    short = book(schools=("weather",))
    assert codes(short) == ["WW-13"]
    assert verdict(short).is_draft
    assert verdict(WIZ_WAR.edited(short, verdict(short).report.findings[0].remedies[0].edit, packs())).report.is_legal


@of_each(
    ("of", "expected"),
    [
        (book(schools=("weather", "weather", "reverie")), ["WW-13"]),
        (book(schools=("weather", "reverie", "chess")), ["WW-13", "WW-13P"]),
        (book(pack="nowhere"), ["WW-13D"]),
        (book(points=3), ["WW-2"]),
        (book(options=(Option.EXTENDED,)), ["WW-2"]),
        (book("draft-white", theirs=("weather", "tinkering", "menagerie")), ["WW-CUSTOM"]),
        (book("draft-white", theirs=("wardwork", "tinkering", "menagerie", "x")), ["WW-13P", "WW-CUSTOM"]),
        (book("draft-white", options=(Option.CUSTOM, Option.GIANT)), ["WW-CUSTOM"]),
    ],
)
def test_a_spellbook_that_cant_be_is_told_why_and_led_out(of: Spellbook, expected: list[str]) -> None:
    assert codes(of) == expected
    for _ in range(6):
        ways = [remedy for finding in verdict(of).report.findings for remedy in finding.remedies]
        if not ways:
            break
        of = WIZ_WAR.edited(of, ways[0].edit, packs())
    assert verdict(of).report.is_legal


def test_walks_through_the_desk_never_fail_and_files_come_back() -> None:
    for seed in range(12):
        chance = Random(seed)
        of = WIZ_WAR.begun(chance.choice(("first", "giant", "draft-white", "draft-black")))
        for _ in range(15):
            desk = WIZ_WAR.desk(verdict(of))
            choices = [*desk.choices, *(choice for fold in desk.folds for choice in fold.choices)]
            before = of
            of = WIZ_WAR.edited(
                of, chance.choice([each.edit for choice in choices for each in choice.options]), packs()
            )
            assert WIZ_WAR.read(write_roster(of)) == of
            assert bool(WIZ_WAR.differences(before, of, packs())) is (before != of)


def test_spellbooks_of_one_game_agree() -> None:
    for others, said in (
        ([book(points=3, options=(Option.EXTENDED,))], "options"),
        ([book(schools=("tinkering", "weather", "reverie"))], "same schools"),
        ([book(schools=())], "can't be played with"),
    ):
        with pytest.raises(MalformedError, match=said):
            begun_by("A game", [book(), *others], packs(), Seeds())
    with pytest.raises(MalformedError, match="two groups"):
        begun_by("A game", [book("draft-white"), book("draft-white")], packs(), Seeds())


class Seeds:
    """Dice that always show one."""

    def faces(self, count: int, name: str, sides: int = 6) -> tuple[int, ...]:
        return (1,) * count


def flaws(**changes: Any) -> list[str]:
    return [str(flaw) for flaw in read_pack(json.dumps(PLAIN | changes)).flaws()]


def test_ww_1_the_houses_pack_is_whole_and_a_hole_is_a_flaw() -> None:
    assert house().flaws() == ()
    assert len(list(markers_of(house()))) == 26 + 10 + 20 + 4 * (6 + 2 + 1) + 4 + 2 * len(house().things)
    own = {"meta": {"id": "own", "title": "Mine", "kind": "own"}}
    assert any("no white cantrip" in flaw for flaw in flaws(**own, schools=PLAIN["schools"][1:]))
    assert any("has 1" in flaw for flaw in flaws(**own, sectors=PLAIN["sectors"][:1]))
    walled = PLAIN["sectors"][0] | {"rows": ["+---+---+---+---+---+", *PLAIN["sectors"][0]["rows"][1:]]}
    assert any("exit in the middle" in flaw for flaw in flaws(**own, sectors=[walled, *PLAIN["sectors"][1:]]))
    assert any("none for 3 players" in flaw for flaw in flaws(**own, layouts=PLAIN["layouts"][:1]))
    small = PLAIN["schools"][2] | {"cards": PLAIN["schools"][2]["cards"][:3]}
    assert any("not 24" in flaw for flaw in flaws(**own, schools=[*PLAIN["schools"][:2], small]))


def test_ones_own_cards_are_typed_in_and_shown_with_their_words() -> None:
    typed = {
        "schools[0].name": "My cantrip", "schools[0].cards[0].name": "Zap", "schools[0].cards[0].copies": "12",
        "schools[0].cards[0].type": "attack", "schools[0].cards[0].text": "Read it aloud.",
        "sectors[0].rows": "\n".join(house().sectors[0].rows),
    }  # fmt: skip
    values, problems = typed_values(WIZ_WAR.pack_tables(None), typed)
    assert problems == {}
    meta = Origin(id="own", title="Mine", kind=PackKind.OWN)
    pack = WIZ_WAR.pack_of(None, meta, values)
    (zap,) = pack.schools[0].cards
    assert (zap.id, zap.copies, zap.type, zap.by_hand) == ("zap", 12, "attack", ("Read it aloud.",))
    assert pack.schools[0].cantrip == "white"
    assert [row.ljust(21) for row in pack.sectors[0].rows] == list(house().sectors[0].rows)
    again, _ = typed_values(WIZ_WAR.pack_tables(pack), _cells(pack))
    assert WIZ_WAR.pack_of(pack, meta, again) == pack
    whole, _ = typed_values(WIZ_WAR.pack_tables(house()), _cells(house()))
    kept = WIZ_WAR.pack_of(house(), house().meta, whole)
    assert to_builtins(kept.schools) == to_builtins(house().schools)  # what a table doesn't show stays
    own = Packs(house(), lambda codes: {"mine": pack})
    assert WIZ_WAR.verdicts([replace(book(), pack="mine")], own)[0].figures_from.startswith("own pack")


def _cells(pack: Any) -> dict[str, str]:
    return {cell.name: cell.value for table in WIZ_WAR.pack_tables(pack) for cell in table.cells if cell.value}


def asked(**fields: Any) -> dict[str, Any]:
    plain = {"format": "muster-situation/1", "game": "wiz-war"} | fields
    return WIZ_WAR.odds(json.dumps(plain), packs())


def test_odds_of_damage_cracks_evading_and_random_moves() -> None:
    mouse = asked(kind="attack", damage="5", evades=2)
    assert mouse["results"]["misses"]["exact"] == "1/2"
    assert mouse["results"]["damage"]["distribution"] == {"0": "1/2", "5": "1/2"}
    assert asked(kind="attack", damage="d4+1", armour=1)["results"]["damage"]["mean"] == "5/2"
    assert asked(kind="attack", damage="E", energy=5, separate=True, armour=1)["results"]["damage"]["mean"] == "0"
    assert asked(kind="attack", damage="E+2", energy=5, less=2, life=5)["results"]["kills"]["exact"] == "1"
    assert asked(kind="cracks", damage=[3, 3, 3, 3, 3])["results"]["destroyed"]["exact"] == "1"
    assert asked(kind="cracks", damage=[7, 5, 2])["results"]["cracks"]["mean"] == "3"
    assert asked(kind="random-move", closed=["north"])["results"]["stays"]["exact"] == "1/4"
    assert asked(kind="random-move", steps=2)["results"]["stays"]["exact"] == "1/4"
    plain = {"format": "muster-situation/1", "game": "wiz-war", "kind": "attack", "damage": "d4", "evades": 1}
    once = WIZ_WAR.resolved(json.dumps(plain), packs(), Typed((2, 4)))
    assert once["results"] == {"damage": 4, "cracks": 1, "misses": False, "kills": False}
    with pytest.raises(MalformedError, match="damage"):
        asked(kind="attack", damage="lots")


def test_ww_14_and_86_cards_and_markers_are_printed_at_their_size() -> None:
    paper = PAPERS["a4"]
    sheet = card_sheet(house().schools[2:3], house(), paper=paper)
    assert len(sheet.pages) == 3  # 24 cards, nine a page
    long = replace(house().card("ember-shot"), text="It burns on and on, and everybody talks about it. " * 30)
    school = replace(house().schools[2], cards=(replace(long, copies=1),))
    assert len(card_sheet([school], house(), paper=paper).subject.split()[0]) == 1
    assert int(card_sheet([school], house(), paper=paper).subject.split()[0]) > 1  # a long text goes on
    assert LINES > 8
    for card in house().cards.values():
        assert text_of_card(card, house())


def test_a_sector_with_a_flaw_is_neither_printed_nor_played_and_a_whole_one_fits_its_sheet() -> None:
    broken = replace(house().sectors[0], rows=("+--",))
    pack = replace(house(), sectors=(broken, *house().sectors[1:]))
    for paper in PAPERS.values():
        assert len(sector_sheet(pack, paper=paper).pages) == 3
        assert room_for_cutting(paper).width >= WHOLE == 190.5
    labyrinth = labyrinth_by(pack, ("red", "blue", "green"), Chance(1))
    assert {laid.sector for laid in labyrinth.laid} == {sector.id for sector in house().sectors[1:]}
    with pytest.raises(MalformedError, match="no labyrinth for 4"):
        labyrinth_by(pack, ("red", "blue", "green", "yellow"), Chance(1))
