"""How facts are told and what of them is hidden, a file that no game begins with, what the log is told of a game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.battle.game import EVERYTHING
from tabletop.decoding import MalformedError
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle.state import Parley
from tabletop.greyhawk.battle.view import plain_of, shown_to
from tabletop.greyhawk.catalogue import Deck
from tests.crowns import POWERS, RULES, begun
from tests.laws import law_of
from tests.tabletop.greyhawk.test_play import LI, ORC, SHIP, game, move, stack

GAME = game(stack("A1", "ash", LI), stack("B1", "fell", ORC, heroes=("bh1",)))
PARLEY = Parley(ref="A1", side="norhal", country="vale", target=4, waits=("grimgard", "southmere"))
TOLD: list[tuple[Any, str]] = [
    (made.DecksLaid({}, ""), "the decks are shuffled"),
    (made.CardRevealed(side="norhal", deck=Deck.TREASURE, card="moon-horn.1"),
     "a treasure is guarded: Moon horn; a barrow king guards it, strength 8, 3 to win"),
    (made.CardRevealed(side="norhal", deck=Deck.MERCENARY, card="hill-orcs.1"),
     "Hill orcs for hire: of another alignment, discarded"),
    (made.CardRevealed(side="grimgard", deck=Deck.MERCENARY, card="hill-orcs.1", kept=True),
     "Hill orcs for hire: kept"),
    (made.Disbanded(ref="A1"), "Norhal's army A1 in Ash is disbanded"),
    (made.FortTried(ref="A1", area="ash", target=3, stands=False), "A1 fortifies Ash, 3 or less: no fortification"),
    (made.ParleyBegun(PARLEY), "Norhal asks for an alliance; Grimgard and southmere may speak"),
    (made.ParleySpoken(side="grimgard", amount=2), "Grimgard changes it by +2"),
    (made.ParleySpoken(side="grimgard"), "Grimgard says nothing"),
    (made.AllianceTried(ref="A1", side="norhal", country="vale", target=4, won=True),
     "Norhal asks Vale, 4 or less: allied"),
    (made.AllianceTried(ref="A1", side="norhal", country="vale", target=4, won=False),
     "Norhal asks Vale, 4 or less: no alliance"),
    (made.Searched(ref="A1", strength=6, won=True), "A1 searches, more than 6: the treasure is found"),
    (made.Healed(ref="B1"), "Grimgard's army B1 in Fell heals"),
    (made.Raised(ref="A1", side="norhal", troops=()), "Norhal raises, A1: nothing, for the pool is empty"),
    (made.MarkersBack("norhal"), "Norhal's markers come back"),
    (made.AllyUnplaced("vale"), "the army of Vale doesn't come"),
    (made.Retreated(side="grimgard"), "Grimgard can retreat nowhere: the army is destroyed"),
    (made.GameEnded("3 capitals held", ("norhal", "grimgard"), {}), "3 capitals held: Norhal and Grimgard"),
]  # fmt: skip


@law_of(TOLD, lambda case: case[1])
def test_a_fact_is_told_in_a_few_words(case: tuple[Any, str]) -> None:
    fact, words = case
    assert RULES.sentence(fact, GAME) == words


def test_nobody_learns_the_order_of_a_deck() -> None:
    revealed = made.CardRevealed(side="norhal", deck=Deck.TREASURE, card="moon-horn.1", order=("moon-horn.1", "gem.1"))
    assert RULES.seen_by(revealed, "norhal") == replace(revealed, order=())
    laid = made.DecksLaid({Deck.EVENT: ("earthworks.1",)}, "salt")
    assert RULES.seen_by(laid, "norhal") == made.DecksLaid({}, "")


BAD: list[tuple[Any, tuple[str, ...], str]] = [
    (RULES.start(), POWERS[:2], "line 2: a game begins with its pack and its scenario"),
    (GAME, POWERS[1::-1], "line 1: the sides of a game are powers of its scenario"),
    (replace(GAME, sides=("norhal", "elk")), ("norhal", "elk"), "line 1: the sides of a game are powers"),
    (game(stack("A1", "moon", LI)), POWERS[:2], "line 2: A1 stands in no area"),
    (game(stack("A1", "ash", "elk")), POWERS[:2], "troop: there is no “elk”"),
]


@law_of(BAD, lambda case: case[2])
def test_a_file_begins_with_a_game_that_can_be(case: tuple[Any, tuple[str, ...], str]) -> None:
    state, sides, reason = case
    with pytest.raises(MalformedError) as error:
        RULES.check_begun(state, sides)
    assert str(error.value).startswith(reason)


def test_a_game_that_has_begun_may_be_opened() -> None:
    RULES.check_begun(begun().state, POWERS[:2])
    assert plain_of(RULES.start(), "norhal") == {}
    assert shown_to(RULES.start(), "norhal", {}, lambda look: "?").says == "the game has not begun"


def test_who_lets_pass_is_nobodys_business_but_all_else_is_about_everything() -> None:
    assert RULES.touches(said.LetPass(side="grimgard")) == frozenset()
    assert RULES.touches(move("A1", "ash")) == {EVERYTHING}
    assert RULES.changes(made.PassageSet("norhal", "grimgard", True)) == frozenset()
    assert RULES.changes(made.MarkersBack("norhal")) == {EVERYTHING}
    assert RULES.reveals(made.CardsDrawn(side="norhal", deck=Deck.EVENT, count=1))
    assert not RULES.reveals(made.MarkersBack("norhal"))


def test_one_winner_is_the_games_and_of_several_none() -> None:
    over = replace(GAME, how="year 8 is over", winners=("norhal",))
    ends = [RULES.ended(state) for state in (GAME, over, replace(over, winners=POWERS[:2]))]
    assert [end and end.winner for end in ends] == [None, "norhal", ""]


def test_what_a_fleet_carries_is_told_and_plain() -> None:
    at_sea = game(stack("A1", "kelp", SHIP, cargo=(LI,)))
    (plain,) = plain_of(at_sea, "norhal")["stacks"]
    assert plain["cargo"] == [{"ref": "a12", "troop": LI, "flipped": False}]
    page = shown_to(at_sea, "norhal", {"at": "kelp"}, lambda look: "?")
    assert "Ship a11, on board Light infantry a12" in page.picture


def test_facts_that_fit_no_game_are_refused_as_a_file_is_read() -> None:
    """By LookupError, which the reader of files words by the line."""
    for state, fact, reason in (
        (RULES.start(), made.CardsLaidOff(side="norhal", cards=("earthworks.1",)), "the game has not begun"),
        (GAME, made.Fired(side="norhal", targets={}, hit=(), hits={}, heroes={}), "no battle is fought"),
        (GAME, made.Moved(ref="A9", way=("ash",), left=1), "there is no A9"),
        (GAME, made.MovesGiven(1), "nobody moves"),
        (GAME, made.ParleySpoken(side="grimgard"), "nobody asks for an alliance"),
    ):
        with pytest.raises(LookupError, match=reason):
            RULES.apply(state, fact)


def test_of_troops_that_a_pack_does_not_count_there_are_always_more() -> None:
    uncounted = tuple(replace(row, count=None) for row in GAME.data.troops)
    endless = replace(GAME, pack=replace(GAME.data, troops=uncounted))
    assert (GAME.pool(LI), endless.pool(LI)) == (23, None)
    assert (GAME.has_in_pool(LI, 24), endless.has_in_pool(LI, 99)) == (False, True)
