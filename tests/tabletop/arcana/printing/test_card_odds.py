"""Odds on cards: the library's figures rounded once, on the card where there is room, else on a page of their own."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, FieldedUnit, resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.odds.answers import counted
from tabletop.arcana.odds.exchanges import exchange, target_of, troop_of
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.printing.cards import (
    USUAL_TARGETS,
    CardTarget,
    UnitCard,
    card_sheet,
    dearest_of,
    odds_sheet,
    rivals_of,
    unit_cards,
    usual_count,
)
from tabletop.arcana.printing.cards.setting import SAFE, faces_of
from tabletop.arcana.printing.orders import CARD_SIZES
from tabletop.decoding import MalformedError
from tabletop.dice.words import per_cent, tenths
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4
from tests.catalogue import SAMPLES, printed_catalogue
from tests.tabletop.pdf.measuring import letters_of, outside, overlaps, pages_of, text_of

CATALOGUE = printed_catalogue()
POKER, A6 = CARD_SIZES["poker"], CARD_SIZES["a6"]


@cache
def armies() -> tuple[Army, ...]:
    rosters = (read_roster(path.read_bytes()) for path in sorted(SAMPLES.glob("*.json")))
    return tuple(resolve(roster, CATALOGUE) for roster in rosters)


def cards_of(army: Army, *, odds: bool = True) -> list[UnitCard]:
    rivals = rivals_of(USUAL_TARGETS, CATALOGUE) if odds else ()
    return list(unit_cards(army, price(army), 25, rivals))


def test_a_unit_stays_one_card_and_has_its_odds_once_there_or_on_the_page_beside() -> None:
    for size in CARD_SIZES.values():
        for army in armies():
            plain = [face for card in cards_of(army, odds=False) for face in faces_of(card, size)]
            cards = cards_of(army)
            faces = [face for card in cards for face in faces_of(card, size)]
            assert len(faces) == len(plain), army.name
            tables = sum(type(block).__name__ == "OddsTable" for face in faces for block in face.top)
            assert tables + sum(face.unsaid is not None for face in faces) == len([*army.units])
            for face in faces:
                stacked = sum(block.height for block in face.top) + face.bottom.height
                assert stacked - face.overlap <= size[1] - 2 * SAFE + 1e-6
            assert size != A6 or all(face.unsaid is None for face in faces), "there is room enough"


def test_figures_are_those_of_the_library_rounded_once() -> None:
    army, unit = next((army, unit) for army in armies() for unit in army.units if unit.name == "Bolt Brothers")
    own = troop_of(unit, CATALOGUE)
    _, target = target_of("orcs/orc-warrior", 20, CATALOGUE, "target")
    found = exchange(own, target, CATALOGUE)
    sides = [
        {"models": [{"profile": "dwarves/crossbowmen", "count": unit.models[0].count}], "formation": stands(own)},
        {"models": [{"profile": "orcs/orc-warrior", "count": 20}], "formation": stands(target)},
    ]
    shots = asked(kind="shoot", shooter=sides[0], target=sides[1], range=own.known.figures.missile[0].range)
    assert found.shots == shots.numbers["wounds"].mean()
    leader = {"profile": "dwarves/dwarf-champion"}
    blows = asked(kind="melee", sides=[{**sides[0], "name": "a", "characters": [leader]}, {**sides[1], "name": "b"}])
    assert found.wounds == blows.numbers["b.wounds"].mean()
    assert found.breaks == blows.chances["b.breaks"]
    assert found.wounds
    assert found.shots
    assert found.breaks is not None
    printed = pages_of(render(card_sheet(cards_of(army), A6, paper=A4)))
    words = " ".join(map(text_of, printed)).replace("\u00a0", " ")
    figures = f"20 Orc Warriors {tenths(found.wounds)} {per_cent(found.breaks)} {tenths(found.shots)}"
    assert figures.replace(" ", "") in words.replace(" ", "")


def test_figures_of_who_is_ridden_led_or_alone_are_those_of_the_library() -> None:
    """Where the library can count who touches, or is told; loose ones stand five abreast, characters among them."""
    mount = {"profile": "monsters/dragon-young"}
    champion = {"ref": "c1", "profile": "dwarves/dwarf-champion"}
    _, target = target_of("orcs/orc-warrior", 20, CATALOGUE, "target")
    orcs = {"models": [{"profile": "orcs/orc-warrior", "count": 20}], "formation": stands(target), "name": "b"}
    for models, leaders, contact in (
        ([], [champion | {"mount": mount}], None),
        ([{"profile": "monsters/troll", "count": 1}], [champion], None),
        ([{"profile": "monsters/troll", "count": 1}], [champion, champion | {"ref": "c2"}], None),
        ([{"profile": "dwarves/berserker", "count": 9}], [champion], 4),
        ([{"profile": "dwarves/berserker", "count": 2}], [champion], 2),
    ):
        own = troop_of(unit_of(models, leaders), CATALOGUE)
        rider = {"profile": "dwarves/dwarf-champion", "rides": not models}
        side = {"models": models or [mount], "characters": [rider] * len(leaders), "in_contact": contact, "name": "a"}
        theirs = orcs | ({} if contact is None else {"in_contact": target.facing(own).in_contact})
        blows = asked(kind="melee", sides=[side, theirs])
        found = exchange(own, target, CATALOGUE)
        assert (found.wounds, found.breaks) == (blows.numbers["b.wounds"].mean(), blows.chances["b.breaks"]), models


def unit_of(models: list[dict[str, Any]], leaders: list[dict[str, Any]], **fields: Any) -> FieldedUnit:
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "A", "army": "dwarves"} | fields
    unit = {"ref": "u1", "models": models, "characters": leaders}
    [found] = resolve(read_roster(json.dumps(plain | {"units": [unit]})), CATALOGUE).units
    return found


def stands(troop: Any) -> dict[str, Any]:
    files = troop.known.ranks
    return {"kind": "rank-and-file", "files": files} if files else {"kind": "skirmish"}


def asked(**fields: Any) -> Any:
    plain = {"format": "muster-situation/1", "game": "arcana"} | fields
    return counted(CATALOGUE, read_situation(json.dumps(plain)))


def test_nothing_of_it_is_small_outside_or_on_top_of_something_else() -> None:
    cards = [card for army in armies()[::6] for card in cards_of(army)]
    unsaid = [face.unsaid for card in cards for face in faces_of(card, POKER) if face.unsaid]
    for sheet in (card_sheet(cards, POKER, paper=A4), odds_sheet(unsaid, A4)):
        for page in pages_of(render(sheet)):
            assert outside(page) == []
            assert overlaps(page) == []
            assert min(letter["size"] for letter in letters_of(page)) >= 7 - 0.01
    assert render(odds_sheet(unsaid, A4)) == render(odds_sheet(unsaid, A4))


def test_usual_targets_differ_in_armour_and_base_and_an_army_s_are_its_dearest() -> None:
    rows = [CATALOGUE.in_play(target.profile) for target in USUAL_TARGETS]
    assert [(row.armour and row.armour.value, row.base) for row in rows] == [(2, 1), (3, 1), (4, 2), (2, 9)]
    assert [target.count for target in USUAL_TARGETS] == [usual_count(row) for row in rows]
    for army in armies():
        targets = dearest_of(army)
        assert 1 <= len(targets) <= 4
        assert rivals_of(targets, CATALOGUE)
    with pytest.raises(MalformedError, match=r"targets\[1\]\.profile.*did you mean “orcs/orc-warrior”") as refused:
        rivals_of((*USUAL_TARGETS[:1], CardTarget(profile="orcs/orc-worrior")), CATALOGUE)
    assert refused.value.field == "targets[1].profile"


def test_figures_are_rounded_in_one_place() -> None:
    rounded = {"0": "0.0", "1/1000": "< 0.1", "1/20": "< 0.1", "3/20": "0.2", "39/10": "3.9", "15": "15.0"}
    assert {number: tenths(Fraction(number)) for number in rounded} == rounded
