"""Cards on paper: players shuffle and hold their own, say what they play, and keep the rest to themselves."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.battle.playing import Offer
from tabletop.decoding import MalformedError
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.facts import CardsNoted
from tabletop.wizwar.battle.offers import offers_of
from tabletop.wizwar.battle.state import Game
from tabletop.wizwar.battle.view import plain_of
from tests.labyrinth import RULES, after, and_passed, begun, book, check_secrets, played, shown
from tests.whole_battles import check_battle


def on_paper(**fields: object) -> Game:
    """A game by lot whose cards are on paper, red to act in a later turn, blue beside red."""
    game = begun(3, on_paper=True).state
    wizards = tuple(replace(each, at="0,0", turns=2) for each in game.wizards)
    return replace(game, wizards=wizards, active="red", turn=5, **fields).with_wizard("red", left=3)


def offers(game: Game, side: str, title: str) -> dict[str, Offer]:
    return {offer.label: offer for offer in offers_of(game, side, "") if offer.title == title}


def test_nobody_here_knows_a_card_on_paper_until_it_is_laid_down() -> None:
    game = on_paper()
    assert dict(game.paper) == {"red": 5, "blue": 5}
    assert (game.hand("red"), len(game.piles.cards("deck-1"))) == ((), 84)
    assert game.held_cards("red") == 5
    asked = [offers(game, side, "Your cards on paper")["Put it among my cards"].fields for side in ("red", "blue")]
    assert "ember-shot.1" in {choice.value for choice in asked[0][0].choices}
    assert asked[0] == asked[1]
    cast = after(game, said.CastSpell(card="ember-shot.1", target="blue", boost="weather-four.1"))
    assert cast.paper["red"] == 3
    assert cast.piles.where("weather-four.1") == "gone-deck-1"
    struck = and_passed(cast)
    assert (struck.wizard("blue").life, struck.piles.where("ember-shot.1")) == (10, "gone-deck-1")
    with pytest.raises(RefusalError, match="no such card"):
        after(game, said.CastSpell(card="claw-swipe.1", target="blue"))  # of no school that is played with


def test_whoever_is_struck_may_answer_from_paper() -> None:
    game = after(on_paper(), said.CastSpell(card="ember-shot.1", target="blue"))
    assert game.next_to_answer() == "blue"
    (answer,) = (each for each in offers_of(game, "blue", "") if each.command == "counter")
    fitting = {"shrug.1", "shared-pain.1", "borrowed-spell.1", "turn-aside.1"}
    assert {choice.value for choice in answer.fields[0].choices} == fitting
    shrugged = and_passed(after(game, said.Counter(card="shrug.1"), "blue"))
    assert (shrugged.wizard("blue").life, shrugged.paper["blue"]) == (13, 4)
    empty = after(on_paper(), said.CountHand(count=0), "blue")
    assert after(empty, said.CastSpell(card="ember-shot.1", target="blue")).wizard("blue").life == 10  # nobody is asked


def test_a_note_is_for_its_own_side_alone() -> None:
    game = after(on_paper(), said.Note(card="ember-shot.1"))
    assert game.noted("red") == ("ember-shot.1",)
    assert any(offer.label == "Cast Ember Shot" for offer in offers_of(game, "red", ""))
    for seat in ("blue", "referee", "watcher"):
        assert shown(game, seat) == shown(on_paper(), seat)
        assert plain_of(game, seat) == plain_of(on_paper(), seat)
    fact = CardsNoted("red", ("ember-shot",), "00")
    assert RULES.seen_by(fact, "blue") == CardsNoted("red", (), "")
    assert RULES.seen_by(fact, "red") == fact
    cast = and_passed(after(game, said.CastSpell(card="ember-shot.1", target="blue")))
    assert (cast.noted("red"), cast.notes["red"]) == ((), ())  # laid down, it is no note any more
    assert after(game, said.Note()).noted("red") == ()


def test_discards_need_no_names_and_the_next_cards_are_drawn_on_paper() -> None:
    game = after(on_paper(), said.CountHand(count=7))
    choices = offers(game, "red", "End your turn")["Done: draw none, your hand is full"].fields[0].choices
    assert [choice.value for choice in choices] == [f"on-paper.{number}" for number in range(1, 8)]
    ended = after(game, said.EndTurn(cards=("on-paper.1", "on-paper.2", "six.1")))
    assert (ended.paper["red"], ended.active) == (6, "blue")
    assert ended.piles.cards("gone-deck-1") == ("six.1",)
    with pytest.raises(RefusalError, match="no such card"):
        after(game, said.EndTurn(cards=("on-paper.8",)))
    many = replace(game, paper={"red": 9, "blue": 5}, shedding="red")
    assert after(many, said.Discard(cards=("on-paper.1", "on-paper.2"))).paper["red"] == 7
    again = after(ended, said.ShuffleIn(), "blue")
    assert again.piles.cards("gone-deck-1") == ()


def test_a_hand_that_is_not_counted_hinders_nothing() -> None:
    game = after(on_paper(), said.CountHand())
    assert game.paper["red"] is None
    assert game.held_cards("red") == 0
    assert "cards not counted" in shown(game, "blue").tallies[0].about
    ended = after(game, said.EndTurn())
    assert ended.paper["red"] is None
    assert after(ended, said.CastSpell(card="good-rest.1", target="blue"), "blue").wizard("blue").life == 18
    assert game.next_to_answer() == ""
    assert after(game.with_wizard("blue", at="0,1"), said.PunchAt(target="blue")).next_to_answer() == "blue"


def test_lots_from_a_hand_and_the_hand_of_the_dead_are_counted_on() -> None:
    game = and_passed(after(on_paper(), said.CastSpell(card="pickbrain.1", target="blue")))
    assert dict(game.paper) == {"red": 6, "blue": 3}
    assert "2 cards by lot" in game.work[0]
    weak = on_paper().with_wizard("blue", life=1)
    dead = and_passed(after(weak, said.PunchAt(target="blue")))
    assert dict(dead.paper) == {"red": 10, "blue": 0}
    assert dead.how


def test_a_card_that_no_list_has_is_played_by_its_own_words() -> None:
    game = after(on_paper(), said.PlayUnlisted(name="Rain of Frogs", attack=True))
    assert (game.paper["red"], game.wizard("red").attacked) == (4, True)
    assert game.work == ("Rain of Frogs of Red: as its words say.",)
    assert any(offer.command == "set" for offer in offers_of(game, "red", ""))
    with pytest.raises(RefusalError, match="one attack a turn"):
        after(game, said.PlayUnlisted(attack=True))
    with pytest.raises(RefusalError, match="kept here"):
        after(begun(3).state, said.Note(), begun(3).state.active)
    with pytest.raises(MalformedError, match="kind of cards"):
        begun(1, books=[book(), book("paper")])


def test_games_on_paper_by_lot_are_never_refused_and_tell_no_note() -> None:
    books = [book("draft-white", on_paper=True), book("draft-black", on_paper=True), book("draft-black", on_paper=True)]
    log = played(begun(2, books=books), Random(2), 40)
    check_secrets(log)
    check_battle(log)
