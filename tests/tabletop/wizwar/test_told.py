"""How facts are told and what of them is hidden, a file that no game begins with, facts that fit no game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.battle.game import EVERYTHING
from tabletop.cards import Face, Pile
from tabletop.decoding import MalformedError
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle import facts as made
from tabletop.wizwar.battle.state import Game, Wizard
from tabletop.wizwar.battle.view import plain_of
from tabletop.wizwar.catalogue import Option
from tests.labyrinth import RULES, begun, in_a_line, shown
from tests.laws import law_of

GAME = in_a_line()
HUNTED = in_a_line(options=(Option.HUNTERS,))
TOLD: list[tuple[Game, Any, str]] = [
    (GAME, made.LineMended("6:5"), "set by hand: what is printed between 2,2 and 2,3 is whole"),
    (GAME, made.Evaded("red", 2, True), "Red evades with a 2"),
    (GAME, made.Evaded("red", 3, False), "Red does not evade with a 3"),
    (GAME, made.Stunned("blue", -1), "Blue is stunned this turn: move or attack"),
    (GAME, made.Stunned("blue", 2), "Blue gets 2 stun tokens"),
    (GAME, made.Died("blue", "red"), "Blue is dead; Red scores"),
    (HUNTED, made.Died("blue", "red"), "Blue is dead"),
    (GAME, made.ItemLost("red", "cobble.1"), "Cobble is lost"),
    (GAME, made.SectorsSwapped("red", "blue"), "the sectors of Red and Blue change places"),
    (GAME, made.GameEnded("nobody is left"), "the game is over: nobody is left"),
    (GAME, made.Shedding(), "nobody has too many cards any more"),
    (GAME, made.HandWork(), "it is done by hand"),
]


@law_of(TOLD, lambda case: case[2])
def test_a_fact_is_told_in_a_few_words(case: tuple[Game, Any, str]) -> None:
    game, fact, words = case
    assert RULES.sentence(fact, game) == words


def test_a_hand_that_is_taken_is_seen_by_who_takes_and_who_loses_it() -> None:
    taken = made.HandTaken("red", "blue", 1, ("ache.1",), "salt")
    assert [RULES.seen_by(taken, seat) == taken for seat in ("red", "blue")] == [True, True]
    assert RULES.seen_by(taken, "watcher") == replace(taken, cards=(), salt="")
    assert RULES.reveals(taken)
    assert not RULES.reveals(made.HandWork())
    assert RULES.touches(said.Pass()) == RULES.changes(taken) == {EVERYTHING}


def unknown_card() -> Game:
    return replace(GAME, piles=GAME.piles.with_pile("board", Pile(("elk.1",), Face.UP)))


SIDES = ("red", "blue")
BAD: list[tuple[Game, tuple[str, ...], str]] = [
    (GAME, ("blue", "red"), "line 1: the sides of this game are red, blue, green and yellow, two at least"),
    (RULES.start(), SIDES, "line 2: a game begins with its pack and its labyrinth"),
    (in_a_line(3), SIDES, "line 2: a game begins with its pack and its labyrinth"),
    (replace(GAME, names={"red": "Red"}), SIDES, "line 2: each side has a name and a deck"),
    (replace(GAME, decks={}), SIDES, "line 2: each side has a name and a deck"),
    (GAME.with_wizard("red", at="40,40"), SIDES, "line 2: its labyrinth can't be"),
    (unknown_card(), SIDES, "line 2: its labyrinth can't be"),
]


@law_of(BAD, lambda case: case[2])
def test_a_file_begins_with_a_game_that_can_be(case: tuple[Game, tuple[str, ...], str]) -> None:
    game, sides, reason = case
    with pytest.raises(MalformedError) as error:
        RULES.check_begun(game, sides)
    assert str(error.value).startswith(reason)


def test_a_game_that_has_begun_may_be_opened_and_ends_with_its_winner() -> None:
    log = begun(seed=1, players=3)
    RULES.check_begun(log.state, log.header.sides)
    assert plain_of(RULES.start(), "red") == {}
    assert shown(RULES.start(), "red").says == "the game has not begun"
    ends = [
        RULES.ended(game) for game in (GAME, replace(GAME, how="2 points", winner="red"), replace(GAME, how="over"))
    ]
    assert [end and end.winner for end in ends] == [None, "red", ""]


def test_facts_that_fit_no_game_are_refused_as_a_file_is_read() -> None:
    """By an error that the reader of files words by the line."""
    with pytest.raises(LookupError, match="there is no wizard green"):
        RULES.apply(GAME, made.Stunned("green", 1))
    with pytest.raises(LookupError, match="the sector of green"):
        RULES.apply(GAME, made.SectorTurned("green", 1))
    with pytest.raises(LookupError, match="the game has not begun"):
        RULES.apply(RULES.start(), made.SectorTurned("red", 1))
    with pytest.raises(LookupError, match="the game has not begun"):
        RULES.sentence(made.ItemLost("red", "cobble.1"), RULES.start())
    with pytest.raises(ValueError, match="red can't have life 21"):
        Wizard(side="red", at="0,0", life=21)
