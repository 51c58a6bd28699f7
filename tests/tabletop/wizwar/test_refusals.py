"""What a wizard may not do is refused with its reason: each refusal once, by what stands and what is sent."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.cards import Face, Pile
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.facts import ThingMade
from tabletop.wizwar.battle.state import Game, Phase, Treasure
from tests.labyrinth import after, in_a_line, with_hand, with_items
from tests.refusals import misjudged
from tests.tabletop.wizwar.test_turns import FILL, kept, side_by_side


def refusals(*cases: tuple[Game, str, said.GameCommand, str]) -> list[str]:
    return misjudged(after, cases)


def test_whose_turn_it_is_and_what_comes_first() -> None:
    game = with_hand(side_by_side(), "blue", "turn-aside", "crackle")
    cast = after(with_hand(game, "red", "crackle"), said.CastSpell(card="crackle.1", target="blue"))
    dead = in_a_line(3).with_wizard("blue", dead=True, life=0)
    assert refusals(
        (game, "watcher", said.EndTurn(), "only the wizards' sides give commands"),
        (replace(game, how="2 points"), "red", said.EndTurn(), "the game is over"),
        (dead, "blue", said.EndTurn(), "Blue is dead"),
        (dead, "red", said.SetByHand(side="blue", life=3), "blue is dead"),
        (game, "blue", said.EndTurn(), "it's Red's to do"),
        (game, "red", said.Pass(), "nothing is cast that you could answer"),
        (cast, "blue", said.EndTurn(), "what is cast comes first"),
        (cast, "blue", said.Counter(card="crackle.1"), "Crackle doesn't answer that (WW-46)"),
        (replace(game, phase=Phase.DRAW), "red", said.Walk(to="2,2"), "that is done in the phase “move and cast”"),
        (game, "red", said.Discard(cards=("crackle.1",)), "you have no cards too many"),
        (game, "red", said.SetLine(line="5:2"), "no wall and no door is printed there"),
    ) == []  # fmt: skip


def test_walking_taking_and_holding_doors() -> None:
    game = with_items(side_by_side().with_wizard("red", at="2,2"), "red", "cobble")
    lying = replace(
        game, lying={"old-dagger.1": "2,2"}, piles=game.piles.with_pile("board", Pile(("old-dagger.1",), Face.UP))
    )
    two = tuple(Treasure(f"blue-{number}", "blue", "2,2", carrier) for number, carrier in ((1, "red"), (2, "")))
    assert refusals(
        (game, "red", said.Walk(to="4,9"), "4,9 isn't within your movement points"),
        (game.with_wizard("red", left=0), "red", said.Walk(to="1,2"), "stunned, you move or attack"),
        (game, "red", said.HoldDoor(line="6:5"), "there is no door beside you"),
        (game, "red", said.Take(what="red-1"), "nothing like that lies here"),
        (replace(game, treasures=two), "red", said.Take(what="blue-2"), "WW-72: you carry a treasure already"),
        (lying.with_wizard("red", left=0), "red", said.Take(what="old-dagger.1"), "WW-71: it takes a movement point"),
        (with_hand(lying, "red", *FILL[:6]), "red", said.Take(what="old-dagger.1"), "WW-71: it doesn't fit"),
        (game, "red", said.DropIt(what="blue-1"), "you don't carry that"),
    ) == []  # fmt: skip


def test_cards_are_cast_boosted_used_and_discarded_as_they_may_be() -> None:
    hand = ("elsewhere", "ember-shot", "weather-four", "quarter-turn")
    game = with_items(with_hand(side_by_side(), "red", *hand), "red", "old-dagger")
    leaping = replace(
        game.data.card("elsewhere"), effects=(replace(game.data.card("elsewhere").effects[0], amount="E"),)
    )
    schools = tuple(
        replace(school, cards=tuple(leaping if card.id == leaping.id else card for card in school.cards))
        for school in game.data.schools
    )
    by_energy = replace(game, pack=replace(game.data, schools=schools))
    too_many = replace(with_hand(game, "red", *FILL[:7]), shedding="red")
    first = game.with_wizard("red", turns=1)
    assert refusals(
        (by_energy, "red", said.CastSpell(card="elsewhere.1", target="3,3"),
         "it is 3 squares away, and the spell goes 1"),
        (game, "red", said.CastSpell(card="ember-shot.1", target="blue", boost="ember-shot.1"),
         "you have no second card of that name"),
        (game, "red", said.CastSpell(card="ember-shot.1", target="blue", boost="elsewhere.1"),
         "Elsewhere has no energy"),
        (game, "red", said.CastSpell(card="ember-shot.1", target="green"), "Ember Shot can't be cast at that now"),
        (game, "red", said.CastSpell(card="quarter-turn.1", target="sector-green"),
         "Quarter Turn can't be cast at that"),
        (first, "red", said.CastSpell(card="ember-shot.1", target="blue"), "WW-21: no attack in your first turn"),
        (game, "red", said.Use(card="cobble.1", target="blue"), "you don't carry that"),
        (first, "red", said.Use(card="old-dagger.1", target="blue"), "WW-21: no attack in your first turn"),
        (game.with_wizard("blue", at="2,7"), "red", said.Use(card="old-dagger.1", target="blue"),
         "Old Dagger can't be cast at that"),
        (first, "red", said.PunchAt(target="blue"), "WW-21: no attack in your first turn"),
        (too_many, "red", said.Discard(cards=("ember-shot.1",)), "you have no such card in your hand"),
        (game, "red", said.EndTurn(cards=("ache.1",)), "you have no such card in your hand"),
    ) == []  # fmt: skip
    cured = after(with_hand(kept(game, "bear-shape", "red"), "red", *FILL[:7]), said.SetByHand(side="blue", life=9))
    assert cured.shedding == "red"
    freed = after(cured, said.Discard(cards=("bear-shape.1", FILL[0])))
    assert (freed.kept, freed.shedding, len(freed.hand("red"))) == ((), "", 6)


def test_only_spells_that_one_maintains_are_ended() -> None:
    game = ThingMade("stone-wall", "5:2", "red").after(side_by_side())
    assert refusals(
        (game, "red", said.EndSpell(card="brickwork.1"), "you don't maintain that"),
        (kept(game, "bear-shape", "blue", "blue"), "red", said.EndSpell(card="bear-shape.1"),
         "you don't maintain that"),
    ) == []  # fmt: skip
