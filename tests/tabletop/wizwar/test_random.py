"""Games played by lot from what is offered: never refused, always told, nothing hidden leaves, undone to the byte."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from tabletop.battle.commands import Sent, carried_out
from tabletop.battle.dice import NotedDice
from tabletop.battle.file import read_battle, written_battle
from tabletop.battle.undo import Undo, last_command
from tabletop.dice.sources import Seeded
from tabletop.wizwar.battle.facts import AnyFact
from tabletop.wizwar.battle.state import Game
from tabletop.wizwar.catalogue import MOST_LIFE, Option
from tests.catalogue import PROJECT
from tests.labyrinth import (
    AT,
    RULES,
    all_options,
    begun,
    book,
    check_secrets,
    played,
    shown,
)

GAMES, COMMANDS = 5, 100


def check_state(game: Game, cards: int) -> None:
    """AssertionError where a card is lost or twice there, or somebody stands where nobody can."""
    refs = [ref for pile in game.piles.by_name.values() for ref in pile.cards]
    assert len(refs) == len(set(refs)) == cards
    assert set(game.lying) == set(game.piles.cards("board"))
    assert {each.card for each in game.kept} == {ref for side in game.sides for ref in game.piles.cards(f"kept-{side}")}
    squares = game.ground.board.signs
    for wizard in game.living:
        assert wizard.square in squares
        assert 0 < wizard.life <= MOST_LIFE
    assert all(game.home(side) for side in game.sides)
    assert not [line for line in game.held if line not in game.lines_with_walls()]


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_by_lot_are_never_refused_and_hide_what_is_hidden(seed: int) -> None:
    chance = Random(seed)
    options = [*all_options()]
    of = options[seed % len(options)]
    log = begun(seed, 2 + seed % 3, options=of, points=3 if Option.EXTENDED in of else 2)
    cards = sum(len(pile.cards) for pile in log.state.piles.by_name.values())
    for _ in range(4):
        log = played(log, chance, COMMANDS // 4)
        check_state(log.state, cards)
    check_secrets(log)
    for side in (*log.header.sides, "watcher"):
        assert shown(log.state, side).title
    assert log.fold() == log.state
    opened = read_battle(written_battle(log), RULES)
    assert opened.state == log.state
    assert written_battle(opened) == written_battle(log)


def test_an_undo_steps_back_to_the_byte_and_the_same_dice_fall_again() -> None:
    log = played(begun(4, 2), Random(4), 60)
    if log.state.how:
        log = played(begun(4, 2), Random(4), 30)
    before = log.state
    chance = Random(9)
    longer = played(log, chance, 1)
    back = last_command(longer)
    assert back is not None
    sent = Sent(id="undo-1", on=longer.head, seat="red", command=Undo(to=back))
    answer = carried_out(longer, sent, at=AT, holds=("red", "blue"), source=Seeded(1)).log
    assert answer.state in (before, longer.state)
    assert longer.fold(back) == before


def test_a_game_by_lot_comes_again_from_its_seed_to_the_byte() -> None:
    once, again, other = (written_battle(played(begun(seed, 3), Random(seed), 25)) for seed in (7, 7, 8))
    assert once == again
    assert once != other
    salts = [event.fact.salt for event in begun(7).events() if hasattr(event.fact, "salt")]
    assert len(set(salts)) == len(salts) > 2
    typed = NotedDice.typed([3])
    assert {len(salt) for salt in (typed.salt(), *salts)} == {64}
    assert typed.faces(1, "evade") == (3,)  # a salt takes none of the faces that were typed


def test_a_giant_book_and_a_draft_are_played_too() -> None:
    giant = begun(1, books=[book("giant"), book("giant")])
    assert len(giant.state.piles.cards("deck-1")) == 156 - 10
    played(giant, Random(1), 60)
    draft = begun(2, books=[book("draft-white"), book("draft-black"), book("draft-white"), book("draft-black")])
    assert [draft.state.decks[side] for side in draft.state.sides] == ["deck-1", "deck-2", "deck-1", "deck-2"]
    played(draft, Random(2), 60)
    assert Option.CUSTOM in draft.state.options


def test_a_kept_game_comes_back_to_the_byte() -> None:
    """Whatever changes in the rules or the house's pack: a game goes on as it began."""
    content = (PROJECT / "tests" / "golden" / "wiz-war.jsonl").read_bytes()
    log = read_battle(content, RULES)
    assert written_battle(log) == content
    kinds = {type(event.fact) for event in log.events()}
    assert {kind.__name__ for kind in set(get_args(AnyFact)) - kinds} == {
        "Stunned", "Evaded", "Died", "ItemMoved", "ItemLost", "SectorTurned", "LineMended", "SightBent",
        "CreatureWalked", "PaperDrawn", "PaperLost", "HandCounted", "CardShown", "CardsNoted", "UnlistedPlayed",
        "DeckShuffled",
    }  # fmt: skip
    assert log.state.how == "2 points"
    assert all(RULES.sentence(entry.event.fact, entry.parent.state) for entry in log.entries())
