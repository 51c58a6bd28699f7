"""What happens seldom: blows that come to nothing, sectors that change places, cards of other packs, odd ends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletop.cards import ByHand, Pile
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.facts import Died, ThingMade
from tabletop.wizwar.battle.judging import aims, answers
from tabletop.wizwar.battle.offers import offers_of
from tabletop.wizwar.battle.state import MOST_TURNS, Game, Phase
from tabletop.wizwar.catalogue import Reach, Target
from tabletop.wizwar.effects import Heal
from tests.labyrinth import after, and_passed, in_a_line, shown, with_hand, with_items
from tests.tabletop.wizwar.test_turns import FILL, cast, kept, side_by_side, with_deck


def with_card(game: Game, name: str, **fields: Any) -> Game:
    """The game of a pack whose card says something else."""
    card = replace(game.data.card(name), **fields)
    schools = tuple(
        replace(school, cards=tuple(card if each.id == name else each for each in school.cards))
        for school in game.data.schools
    )
    return replace(game, pack=replace(game.data, schools=schools))


def test_ww_41_a_punch_that_is_cancelled_or_evaded_hurts_nobody() -> None:
    game = with_hand(side_by_side(), "blue", "ward-of-air")
    asked = after(game, said.PunchAt(target="blue"))
    assert and_passed(after(asked, said.Counter(card="ward-of-air.1"), "blue")).wizard("blue").life == 15
    mouse = kept(side_by_side(), "mouse-shape", "blue", "blue")
    lives = [after(mouse, said.PunchAt(target="blue"), "red", face).wizard("blue").life for face in (2, 3)]
    assert lives == [15, 14]


def test_ww_46_a_counter_of_words_alone_is_done_by_hand() -> None:
    words = "Somebody else is struck: agree on whom."
    game = with_card(with_hand(side_by_side(), "red", "crackle"), "turn-aside", effects=(ByHand(words=words),))
    asked = after(with_hand(game, "blue", "turn-aside"), said.CastSpell(card="crackle.1", target="blue"))
    done = and_passed(after(asked, said.Counter(card="turn-aside.1"), "blue"))
    assert (done.work, done.wizard("blue").life) == ((words,), 14)


def test_ww_46_what_a_shield_takes_off_is_told_while_it_waits() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "ember-shot", "hush-you"), "blue", "small-shield", "turn-aside")
    asked = after(game, said.CastSpell(card="ember-shot.1", target="blue"))
    shielded = after(asked, said.Counter(card="small-shield.1"), "blue")
    (group,) = (each for each in shown(shielded, "red").groups if each.title.startswith("Cast and not yet done"))
    assert [(line.name, line.about) for line in group.lines] == [("Small Shield", "by Blue"), ("Ember Shot", "by Red")]
    less = after(shielded, said.Pass(), "red")
    cancelled = after(less, said.Counter(card="turn-aside.1"), "blue")
    (group,) = (each for each in shown(cancelled, "red").groups if each.title.startswith("Cast and not yet done"))
    assert [line.about for line in group.lines] == ["by Blue", "by Red, 2 damage less"]


def test_ww_50_an_item_that_strikes_nobody_is_used_at_once_beside_the_attack() -> None:
    game = with_card(side_by_side(), "swift-stone", targets=(Target.SELF,), effects=(Heal(amount="2"),))
    game = with_items(game.with_wizard("red", life=10, attacked=True), "red", "swift-stone")
    used = after(with_hand(game, "blue", "not-today"), said.Use(card="swift-stone.1", target="red"))
    assert (used.wizard("red").life, used.stack, used.items("red")) == (12, (), ("swift-stone.1",))


def test_ww_35_a_push_goes_away_along_the_longer_difference_and_not_through_walls() -> None:
    game = in_a_line().with_wizard("red", at="0,2")
    for at, ends in (("0,3", "0,4"), ("0,1", "0,0")):
        assert (
            cast(with_hand(game.with_wizard("blue", at=at), "red", "heave"), "heave", "blue").wizard("blue").at == ends
        )
    shut = with_hand(game.with_wizard("blue", at="0,4"), "red", "feather-hex")
    assert cast(shut, "feather-hex", "blue").wizard("blue").at == "0,4"


def test_ww_35_who_dies_while_staggering_goes_no_further() -> None:
    game = ThingMade("trap", "1,2", "red").after(side_by_side().with_wizard("blue", life=3))
    game = with_hand(game.with_wizard("red", at="2,2"), "red", "wind-shift", "weather-four")
    struck = cast(game, "wind-shift", "blue", 3, boost="weather-four")  # south, and no face after it
    assert (struck.wizard("blue").dead, struck.wizard("blue").at, struck.wizard("blue").life) == (True, "1,2", 0)


def test_ww_82_what_is_thrown_lies_where_it_struck() -> None:
    game = with_items(side_by_side().with_wizard("blue", at="2,7"), "red", "cobble")
    trap = ThingMade("trap", "0,2", "blue").after(game)
    assert after(trap, said.Use(card="cobble.1", target="t1")).lying == {"cobble.1": "0,2"}
    wall = ThingMade("stone-wall", "5:2", "blue").after(game)
    assert after(wall, said.Use(card="cobble.1", target="t1")).lying == {"cobble.1": "1,2"}  # this side of it


def test_ww_80_a_made_wall_that_is_broken_ends_its_spell() -> None:
    game = ThingMade("new-door", "5:2", "red", "sudden-door.1").after(kept(side_by_side(), "sudden-door", "5:2"))
    gone = cast(with_hand(game, "red", "knock-down"), "knock-down", "5:2")
    assert (gone.things, gone.kept, gone.piles.where("sudden-door.1")) == ((), (), "gone-deck-1")
    faint = cast(with_hand(side_by_side(), "red", "crackle"), "crackle", "blue")
    assert faint.wizard("blue").life == 14
    weak = after(side_by_side(), said.PunchAt(target="6:3"))
    assert weak.cracks == {}  # less than a crack


def test_ww_85_sectors_change_places_with_all_in_them() -> None:
    game = with_hand(in_a_line(3), "red", "great-shuffle")
    game = replace(ThingMade("boulder", "0,0", "red").after(game), held={"6:3": "red"}, gone=frozenset({"4:1"}))
    assert set(aims(game, "red", game.data.card("great-shuffle"))) == {"sector-blue", "sector-green"}
    swapped = after(game, said.CastSpell(card="great-shuffle.1", target="sector-blue"))
    assert [wizard.at for wizard in swapped.wizards] == ["2,7", "2,2", "2,12"]
    assert (swapped.home("red"), swapped.things[0].place, swapped.gone) == ("2,7", "0,5", frozenset({"14:1"}))
    assert {each.ref: each.at for each in swapped.treasures}["red-1"] == "1,9"
    together = after(game, said.CastSpell(card="great-shuffle.1", target="sector-green"))
    assert (together.home("red"), together.home("green")) == ("2,12", "2,2")


def test_ww_22_without_any_cards_nothing_is_drawn() -> None:
    game = with_hand(side_by_side(), "red", *FILL[:2])
    empty = replace(game, piles=game.piles.with_pile("deck-1", Pile()))
    assert len(after(empty, said.EndTurn()).hand("red")) == 2


def test_cards_by_lot_are_lost_or_taken_as_far_as_there_are_any() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "sticky-sweets"), "blue", *FILL[:3])
    lost = and_passed(after(game, said.CastSpell(card="sticky-sweets.1", target="blue")), seed=4)
    assert (len(lost.hand("blue")), len(lost.hand("red"))) == (1, 0)
    none = after(
        with_hand(side_by_side(), "red", "sticky-sweets"), said.CastSpell(card="sticky-sweets.1", target="blue")
    )
    assert (none.stack, none.hand("blue")) == ((), ())


def test_what_a_spell_drops_fetches_and_quenches_is_what_there_is() -> None:
    game = side_by_side()
    carrying = with_items(with_hand(game, "red", "slippery"), "blue", "cobble", "old-dagger")
    assert cast(carrying, "slippery", "blue").lying == {"cobble.1": "0,2"}
    assert cast(with_hand(game, "red", "slippery"), "slippery", "blue").lying == {}
    shapes = kept(kept(with_hand(game, "red", "shed-skin"), "bear-shape", "red"), "unseen", "red", tokens=2)
    assert [each.card for each in cast(shapes, "shed-skin", "red").kept] == ["unseen.1"]


def test_ww_34_who_locks_the_door_that_he_holds_keeps_it() -> None:
    game = replace(with_hand(side_by_side(), "red", "locked-tight"), held={"6:3": "red"})
    assert cast(game, "locked-tight", "6:3").held == {"6:3": "red"}


def test_ww_2_a_game_ends_with_nobody_left_or_after_so_many_turns() -> None:
    game = Died("blue").after(side_by_side().with_wizard("red", at="0,2"))
    nobody = after(game, said.SetByHand(side="red", life=0))
    assert (nobody.how, nobody.winner) == ("nobody is left", "")
    late = after(with_deck(side_by_side(turn=MOST_TURNS)), said.EndTurn(draw=0))
    assert (late.how, late.winner) == ("nobody has won in so many turns", "")
    assert shown(late, "red").result == "nobody has won in so many turns"


def test_what_a_page_says_of_shedding_drawing_and_the_first_turn() -> None:
    game = with_hand(side_by_side(), "red", *FILL[:9])
    assert shown(replace(game, shedding="red"), "red").says == "Red has 2 cards too many and discards"
    assert shown(replace(game, phase=Phase.DRAW), "red").says == "Red discards and draws"
    assert shown(replace(game, turn=1), "red").explains.startswith("In your first turn you don't attack")
    dead = Died("blue").after(in_a_line(3))
    (table,) = (each for each in shown(dead, "red").groups if each.title == "On the table")
    assert ("Blue", "dead") in [(line.name, line.about) for line in table.lines]
    assert list(offers_of(dead, "blue", "")) == []
    lying = replace(side_by_side(), lying={"cobble.1": "2,2"})
    (seen,) = (each for each in shown(lying, "red", "2,2").groups if each.title == "From 2,2")
    assert "Cobble" in next(line.about for line in seen.lines if line.name == "Here")


def test_ww_52_spells_are_reached_where_they_work() -> None:
    """A spell on a line or in a square there, one on a wizard with whoever bears it, a global one from everywhere."""
    game = kept(kept(side_by_side(), "curtain-of-flame", "6:1"), "low-cloud", "0,2", tokens=2)
    game = kept(game, "locked-tight", "16:5", owner="blue")
    near = set(aims(game, "red", game.data.card("unweave")))
    assert near == {"curtain-of-flame.1", "low-cloud.1"}
    everywhere = replace(game.data.card("unweave"), reach=Reach.ANYWHERE)
    assert set(aims(game, "red", everywhere)) == {*near, "locked-tight.1"}
    oneself = replace(game.data.card("yank"), targets=(Target.SQUARE,), reach=Reach.SELF)
    assert set(aims(game, "red", oneself)) == {"1,2"}


def test_ww_46_what_is_mundane_or_out_of_sight_is_not_answered() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "crackle"), "blue", "mirror", "small-shield", "not-today")
    asked = after(game, said.CastSpell(card="crackle.1", target="blue"))
    fits = {name: answers(asked, "blue", asked.data.card(name)) for name in ("mirror", "small-shield", "not-today")}
    assert fits == {"mirror": True, "small-shield": True, "not-today": False}
    turned = with_hand(with_hand(side_by_side(), "red", "big-bonk"), "blue", "shrug")
    turned = after(turned, said.CastSpell(card="big-bonk.1", target="blue"))
    assert answers(turned, "blue", turned.data.card("shrug"))


def test_ww_85_a_made_wall_on_an_edge_goes_with_its_spell_as_the_sector_turns() -> None:
    game = with_hand(kept(in_a_line(), "brickwork", "10:3"), "red", "quarter-turn")
    game = ThingMade("stone-wall", "10:3", "red", "brickwork.1").after(game)
    turned = after(game, said.CastSpell(card="quarter-turn.1", target="sector-red"))
    assert (turned.things, turned.kept) == ((), ())
