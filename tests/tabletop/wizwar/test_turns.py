"""Turns, attacks, answers, death and victory; cards by type, range, target, duration and trait."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.cards import ByHand, Face, Pile, copies
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.facts import Died, SpellKept, Stunned, ThingMade, TreasurePut
from tabletop.wizwar.battle.judging import aims, answers, room_for_cards, walks
from tabletop.wizwar.battle.offers import offers_of, uses_energy
from tabletop.wizwar.battle.state import Game, Phase, Treasure
from tabletop.wizwar.catalogue import CardType, Duration, Option, Reach, Target, Trait
from tests.labyrinth import after, and_passed, book, house, in_a_line, with_hand, with_items

DECK = copies(house().by_school["tinkering"].cards)


def side_by_side(**fields: object) -> Game:
    """Red and blue beside each other in the open, in red's second turn."""
    return replace(in_a_line().with_wizard("red", at="1,2").with_wizard("blue", at="0,2"), **fields)


def with_deck(game: Game) -> Game:
    return replace(game, piles=game.piles.with_pile("deck-1", Pile(DECK)))


def cast(game: Game, card: str, on: str = "", *faces: int, boost: str | None = None, seat: str = "red") -> Game:
    """What stands after a spell that everybody lets happen."""
    command = said.CastSpell(card=f"{card}.1", target=on, boost=f"{boost}.1" if boost else None)
    asked = after(game, command, seat) if game.hand("blue" if seat == "red" else "red") else None
    return and_passed(asked, *faces) if asked else after(game, command, seat, *faces)


def next_turn_of(game: Game, side: str, *faces: int) -> Game:
    """What stands as a side's next turn has begun."""
    game = after(with_deck(game), said.EndTurn(draw=0), game.active)
    while game.active != side and not game.how:
        game = after(game, said.EndTurn(draw=0), game.active, *faces)
    return game


def kept(game: Game, card: str, on: str, owner: str = "red", tokens: int | None = None) -> Game:
    """The game with a spell that a side maintains."""
    ref = f"{card}.1"
    piles = game.piles.with_pile(f"kept-{owner}", Pile((*game.piles.cards(f"kept-{owner}"), ref), Face.UP, owner))
    return SpellKept(ref, owner, on, tokens).after(replace(game, piles=piles))


def test_ww_20_time_passes_spells_tokens_and_stun_in_this_order() -> None:
    game = kept(side_by_side(), "vial-of-vitriol", "blue", tokens=2).with_wizard("red", stun=2)
    turn = next_turn_of(game, "red")
    assert turn.wizard("blue").life == 13
    assert turn.kept[0].tokens == 1
    assert (turn.wizard("red").stun, turn.wizard("red").stunned) == (1, True)
    last = next_turn_of(turn, "red")
    assert last.wizard("blue").life == 11
    assert last.kept == ()
    assert last.wizard("red").stun == 0


def test_worked_case_6_vitriol_with_energy_four_strikes_four_times() -> None:
    game = with_hand(side_by_side(), "red", "vial-of-vitriol", "weather-four")
    game = cast(game, "vial-of-vitriol", "blue", boost="weather-four")
    lives = []
    for _ in range(5):
        game = next_turn_of(game, "red")
        lives.append((game.wizard("blue").life, sum(each.tokens or 0 for each in game.kept)))
    assert lives == [(13, 3), (11, 2), (9, 1), (7, 0), (7, 0)]
    once = cast(with_hand(side_by_side(), "red", "vial-of-vitriol"), "vial-of-vitriol", "blue")
    once = next_turn_of(next_turn_of(once, "red"), "red")
    assert once.wizard("blue").life == 13


def test_ww_21_and_40_one_attack_a_turn_and_none_in_the_first() -> None:
    game = with_hand(side_by_side(), "red", "crackle", "claw-swipe")
    with pytest.raises(RefusalError, match="first turn"):
        after(game.with_wizard("red", turns=1), said.PunchAt(target="blue"))
    struck = after(game, said.PunchAt(target="blue"))
    assert struck.wizard("blue").life == 14
    with pytest.raises(RefusalError, match="one attack a turn"):
        after(struck, said.CastSpell(card="crackle.1", target="blue"))


def test_ww_22_and_worked_case_9_cards_are_drawn_up_to_the_hand_size() -> None:
    game = with_deck(side_by_side())
    six = kept(with_hand(game, "red", *FILL[:6]), "bear-shape", "red")
    assert room_for_cards(six, "red") == 0
    four = kept(with_items(with_hand(game, "red", *FILL[:4]), "red", "cobble"), "bear-shape", "red")
    assert room_for_cards(four, "red") == 1
    three = with_hand(game, "red", *FILL[:3])
    assert room_for_cards(three, "red") == 2
    assert len(after(three, said.EndTurn()).hand("red")) == 5
    assert len(after(three, said.EndTurn(draw=1)).hand("red")) == 4
    with pytest.raises(RefusalError, match="you may draw 2"):
        after(three, said.EndTurn(draw=3))
    full = with_hand(game, "red", *FILL[:7])
    assert len(after(full, said.EndTurn(cards=(FILL[0], FILL[1]))).hand("red")) == 7
    empty = replace(
        three, piles=game.piles.with_pile("deck-1", Pile()).with_pile("gone-deck-1", Pile(DECK[:3], Face.UP))
    )
    empty = with_hand(empty, "red", *FILL[:3])
    shuffled = after(empty, said.EndTurn(), seed=3)
    assert len(shuffled.hand("red")) == 5
    assert len(shuffled.piles.cards("deck-1")) == 1


FILL = copies(house().by_school["wardwork"].cards)


def test_ww_23_excess_is_discarded_at_once() -> None:
    game = with_items(with_hand(side_by_side(), "blue", *FILL[:8]), "blue", "memory-stone", "cobble")
    assert game.excess("blue") == 1
    game = replace(game, shedding="blue")
    with pytest.raises(RefusalError, match="cards too many, which go first"):
        after(game, said.Walk(to="2,2"))
    with pytest.raises(RefusalError, match="1 cards must go"):
        after(game, said.Discard(cards=FILL[:2]), "blue")
    done = after(game, said.Discard(cards=("cobble.1",)), "blue")
    assert (done.shedding, done.excess("blue"), done.items("blue")) == ("", 0, ("memory-stone.1",))
    uncluttered = kept(with_hand(side_by_side(options=(Option.UNCLUTTERED,)), "red", *FILL[:7]), "bear-shape", "red")
    assert uncluttered.excess("red") == 0


def test_ww_31_a_boost_is_a_card_once_a_turn() -> None:
    game = with_hand(side_by_side(), "red", "weather-four", "ward-five", "crackle")
    boosted = after(game, said.Boost(card="weather-four.1"))
    assert boosted.wizard("red").left == 7
    with pytest.raises(RefusalError, match="boosted your speed"):
        after(boosted, said.Boost(card="ward-five.1"))
    with pytest.raises(RefusalError, match="no energy"):
        after(game, said.Boost(card="crackle.1"))
    deep = with_items(game, "red", "deep-stone")
    assert after(deep, said.Boost(card="weather-four.1")).wizard("red").left == 8


def test_ww_32_and_worked_case_7_base_speed_changes_what_is_left() -> None:
    game = with_hand(side_by_side().with_wizard("red", left=1), "red", "clay-shape", "weather-four")
    clay = cast(game, "clay-shape", "red")
    assert clay.wizard("red").left == 0
    none = cast(game.with_wizard("red", left=0), "clay-shape", "red")
    assert none.wizard("red").left == -1
    with pytest.raises(RefusalError, match="don't move"):
        after(none, said.Walk(to="0,2"))
    assert after(none, said.Boost(card="weather-four.1")).wizard("red").left == 3
    assert after(clay, said.EndSpell(card="clay-shape.1")).wizard("red").left == 1


def test_ww_41_a_punch_needs_no_card_and_nobody_strikes_himself() -> None:
    game = side_by_side()
    with pytest.raises(RefusalError, match="can't be cast at that"):
        after(game, said.PunchAt(target="red"))
    with pytest.raises(RefusalError, match="can't be cast at that"):
        after(game.with_wizard("blue", at="2,7"), said.PunchAt(target="blue"))
    bear = kept(game, "bear-shape", "red")
    assert after(bear, said.PunchAt(target="blue")).wizard("blue").life == 12
    long_arms = kept(bear, "long-arms", "red")
    assert after(long_arms, said.PunchAt(target="blue")).wizard("blue").life == 10
    wolf = kept(game, "wolf-shape", "red")
    assert after(wolf, said.PunchAt(target="blue"), "red", 4).wizard("blue").life == 11
    wall = after(kept(game, "bear-shape", "red"), said.PunchAt(target="6:3"))
    assert wall.cracks == {"6:3": 1}


def test_ww_42_life_ends_at_none_and_is_never_above_twenty() -> None:
    rested = cast(with_hand(side_by_side().with_wizard("red", life=19), "red", "good-rest"), "good-rest", "red")
    assert rested.wizard("red").life == 20
    game = kept(with_items(side_by_side().with_wizard("blue", life=1), "blue", "cobble"), "bear-shape", "blue", "blue")
    game = replace(game, treasures=(*game.treasures[:3], Treasure("blue-2", "blue", "4,9", "blue")))
    dead = after(game, said.PunchAt(target="blue"))
    assert dead.wizard("blue").dead
    assert dead.lying == {"cobble.1": "0,2"}
    assert dead.kept == ()
    assert dead.treasures[3] == Treasure("blue-2", "blue", "0,2")


def test_ww_43_and_worked_case_15_the_killer_scores_and_takes_the_hand() -> None:
    three = in_a_line(3).with_wizard("red", at="1,2").with_wizard("blue", at="0,2", life=5)
    three = with_hand(three, "blue", "crackle.1", "fever.1", "ache.1", "heave.1")
    three = with_hand(three, "red", "ember-shot", *FILL[10:15])
    dead = and_passed(after(three, said.CastSpell(card="ember-shot.1", target="blue")))
    assert dead.points("red") == 1
    assert len(dead.hand("red")) == 9
    assert (dead.shedding, dead.excess("red")) == ("red", 2)
    indirect = ThingMade("flame-curtain", "5:2", "blue").after(
        with_hand(three, "red", "crackle").with_wizard("red", life=4, left=1)
    )
    burnt = after(indirect, said.Walk(to="0,2"))
    assert burnt.wizard("red").dead
    assert [burnt.points(side) for side in ("blue", "green")] == [0, 0]
    assert burnt.hand("red") == ()
    assert burnt.active == "blue"  # the turn goes on to the next
    hunters = and_passed(
        after(replace(three, options=(Option.HUNTERS,)), said.CastSpell(card="ember-shot.1", target="blue"))
    )
    assert hunters.points("red") == 0


def test_ww_44_and_worked_case_15_who_dies_on_the_way_to_the_winning_square_has_not_won() -> None:
    game = ThingMade("flame-curtain", "5:4", "blue").after(side_by_side().with_wizard("red", life=1))
    game = TreasurePut("blue-1", "2,2").after(game)
    game = replace(game, treasures=(*game.treasures[:3], Treasure("blue-2", "blue", "1,2", "red")))
    over = after(game, said.Walk(to="2,2"))
    assert over.wizard("red").dead
    assert (over.winner, over.how) == ("blue", "the only wizard alive")
    assert over.wizard("blue").kills == 0


def test_ww_45_and_worked_case_11_stunned_it_is_to_move_or_to_attack() -> None:
    two = Stunned("red", 2).after(side_by_side())
    first = next_turn_of(two, "red")
    second = next_turn_of(first, "red")
    third = next_turn_of(second, "red")
    assert [game.wizard("red").stunned for game in (first, second, third)] == [True, True, False]
    stunned = with_hand(first, "red", "elsewhere")
    struck = after(stunned, said.PunchAt(target="blue"))
    with pytest.raises(RefusalError, match="move or attack"):
        after(struck, said.Walk(to="2,2"))
    with pytest.raises(RefusalError, match="move or attack"):
        after(struck, said.CastSpell(card="elsewhere.1", target="2,2"))
    walked = after(stunned, said.Walk(to="0,2"))
    with pytest.raises(RefusalError, match="move or attack"):
        after(walked, said.PunchAt(target="blue"))
    lying = replace(
        struck, lying={"cobble.1": "1,2"}, piles=struck.piles.with_pile("board", Pile(("cobble.1",), Face.UP))
    )
    assert after(lying, said.Take(what="cobble.1")).items("red") == ("cobble.1",)


def test_ww_46_cancelled_reduced_to_nothing_and_answered_one_after_another() -> None:
    game = with_hand(side_by_side(), "red", "forked-flash", "hush-you")
    game = with_hand(game, "blue", "turn-aside", "small-shield.1", "small-shield.2", "tinker-four")
    asked = after(game, said.CastSpell(card="forked-flash.1", target="blue"))
    assert asked.next_to_answer() == "blue"
    with pytest.raises(RefusalError, match="Blue's to do"):
        after(asked, said.Walk(to="2,2"))
    reduced = after(asked, said.Counter(card="small-shield.1", boost="tinker-four.1"), "blue")
    assert reduced.next_to_answer() == "red"  # who may answer the answer
    unhurt = and_passed(reduced)
    assert (unhurt.wizard("blue").life, unhurt.wizard("blue").stun) == (15, 0)  # 3 damage, 5 less: no side effect
    assert unhurt.wizard("red").attacked
    twice = after(after(asked, said.Counter(card="small-shield.1"), "blue"), said.Pass(), "red")
    assert twice.stack[-1].less == 2
    twice = and_passed(after(twice, said.Counter(card="small-shield.2"), "blue"))
    assert twice.wizard("blue").life == 15
    cancelled = after(asked, said.Counter(card="turn-aside.1"), "blue")
    saved = after(cancelled, said.Counter(card="hush-you.1"), "red")  # a counter to the counter
    saved = and_passed(saved)
    assert (saved.wizard("blue").life, saved.wizard("blue").stun) == (12, 1)
    gone = and_passed(cancelled)
    assert (gone.wizard("blue").life, gone.piles.where("forked-flash.1")) == (15, "gone-deck-1")
    with pytest.raises(RefusalError, match="nothing is cast"):
        after(game, said.Pass(), "blue")


def test_worked_case_2_a_shield_takes_two_of_five() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "ember-shot"), "blue", "small-shield")
    shielded = after(
        after(game, said.CastSpell(card="ember-shot.1", target="blue")), said.Counter(card="small-shield.1"), "blue"
    )
    assert and_passed(shielded).wizard("blue").life == 12  # 5, less its energy 1 and 1
    shrugged = with_hand(with_hand(side_by_side(), "red", "ember-shot"), "blue", "shrug")
    shrugged = after(
        after(shrugged, said.CastSpell(card="ember-shot.1", target="blue")), said.Counter(card="shrug.1"), "blue"
    )
    assert and_passed(shrugged).wizard("blue").life == 13  # energy and 2: W-1


def test_worked_case_3_a_mouse_evades_on_one_and_two() -> None:
    game = kept(with_hand(side_by_side(), "red", "ember-shot"), "mouse-shape", "blue", "blue")
    lives = [cast(game, "ember-shot", "blue", face).wizard("blue").life for face in (1, 2, 3, 4)]
    assert lives == [15, 15, 10, 10]


def test_ww_46_a_backfire_a_taken_spell_and_a_ward() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "ember-shot"), "blue", "mirror", "borrowed-spell", "ward-of-air")
    asked = after(game, said.CastSpell(card="ember-shot.1", target="blue"))
    assert and_passed(after(asked, said.Counter(card="mirror.1"), "blue")).wizard("red").life == 10
    taken = and_passed(after(asked, said.Counter(card="borrowed-spell.1"), "blue"))
    assert "ember-shot.1" in taken.hand("blue")
    assert and_passed(after(asked, said.Counter(card="ward-of-air.1"), "blue")).wizard("blue").life == 15
    punch = after(game, said.PunchAt(target="blue"))
    assert not answers(punch, "blue", punch.card("mirror"))  # there is no spell to turn back
    assert answers(punch, "blue", punch.card("ward-of-air"))


def test_ww_50_each_type_is_played_in_its_own_way() -> None:
    game = with_hand(side_by_side(), "red", "turn-aside", "weather-four", "cobble", "crackle")
    for card in ("turn-aside", "weather-four", "cobble"):
        with pytest.raises(RefusalError, match="isn't cast like that"):
            after(game, said.CastSpell(card=f"{card}.1"))
    with pytest.raises(RefusalError, match="isn't cast like that"):
        after(game, said.PlayItem(card="crackle.1"))
    assert after(game, said.PlayItem(card="cobble.1")).items("red") == ("cobble.1",)
    with pytest.raises(RefusalError, match="Red's to do"):
        after(game, said.Walk(to="2,2"), "blue")
    with pytest.raises(RefusalError, match="no such card"):
        after(game, said.CastSpell(card="ache.1", target="blue"))


def test_ww_51_and_worked_case_5_energy_replaces_the_one() -> None:
    game = with_hand(side_by_side(), "red", "heavy-thought", "ward-five")
    assert cast(game, "heavy-thought", "blue").wizard("blue").life == 12
    assert cast(game, "heavy-thought", "blue", boost="ward-five").wizard("blue").life == 8
    unseen = with_hand(side_by_side(), "red", "unseen", "ward-five")
    assert cast(unseen, "unseen", "red", boost="ward-five").kept[0].tokens == 5
    assert cast(unseen, "unseen", "red").kept[0].tokens == 1
    assert next_turn_of(cast(unseen, "unseen", "red"), "red").kept == ()


@pytest.mark.parametrize(
    ("card", "at", "seen"),
    [("claw-swipe", "0,2", True), ("claw-swipe", "4,2", False), ("crackle", "4,2", True), ("crackle", "2,7", False),
     ("ache", "2,7", True)],
)  # fmt: skip
def test_ww_52_ranges(card: str, at: str, seen: bool) -> None:
    game = side_by_side().with_wizard("blue", at=at)
    assert ("blue" in set(aims(game, "red", game.card(card)))) is seen


def test_ww_53_every_target_is_one_of_the_houses_and_finds_its_own() -> None:
    game = kept(with_hand(side_by_side(), "red", "quarter-turn"), "bear-shape", "blue", "blue")
    game = ThingMade("boulder", "4,2", "blue").after(replace(game, lying={"cobble.1": "0,2"}))
    game = ThingMade("tin-servant", "0,2", "blue").after(TreasurePut("blue-1", "0,2").after(game))
    found = {target: set() for target in Target}  # type: ignore[var-annotated]
    for card in house().cards.values():
        for target in card.targets:
            one = replace(card, targets=(target,))
            found[target] |= set(aims(game, "red", one))
    assert [target for target, there in found.items() if not there] == []
    assert found[Target.CREATURE] == {"t2"}
    assert "t2" not in found[Target.OBJECT]
    assert found[Target.SPELL] == {"bear-shape.1"}
    assert {"t1", "cobble.1"} <= found[Target.OBJECT]
    assert found[Target.SECTOR] == {"sector-red", "sector-blue"}
    assert "2,2" in found[Target.SQUARE]
    assert "1,2" not in found[Target.EMPTY_SQUARE]


def test_ww_54_and_71_spells_are_ended_and_items_put_down_in_the_whole_turn() -> None:
    game = with_items(kept(with_deck(side_by_side(phase=Phase.DRAW)), "bear-shape", "red"), "red", "cobble")
    game = replace(with_hand(game, "red", *FILL[:5]), treasures=(Treasure("blue-1", "blue", "1,2", "red"),))
    labels = {offer.label for offer in offers_of(game, "red", "")}
    assert labels == {"Put Cobble down", "End Bear Shape", "Discard and draw none, your hand is full"}
    room = after(after(game, said.EndSpell(card="bear-shape.1")), said.DropIt(what="cobble.1"))
    assert (room_for_cards(room, "red"), room.lying) == (2, {"cobble.1": "1,2"})
    with pytest.raises(RefusalError, match="phase"):
        after(game, said.DropIt(what="blue-1"))


def test_ww_54_instant_temporary_and_permanent() -> None:
    game = with_hand(side_by_side(), "red", "good-rest", "bear-shape", "low-cloud", "bramble")
    assert cast(game, "good-rest", "red").piles.where("good-rest.1") == "gone-deck-1"
    bear = cast(game, "bear-shape", "red")
    assert (bear.kept[0].tokens, bear.piles.where("bear-shape.1")) == (None, "kept-red")
    cloud = cast(game, "low-cloud", "4,2")
    assert (cloud.kept[0].tokens, cloud.things[0].spell) == (1, "low-cloud.1")
    ended = after(cloud, said.EndSpell(card="low-cloud.1"))
    assert (ended.things, ended.kept) == ((), ())
    with pytest.raises(RefusalError, match="don't maintain"):
        after(game, said.EndSpell(card="low-cloud.1"))
    lasting = cast(replace(game, options=(Option.PERMANENT,)), "bramble", "4,2")
    assert (lasting.kept, lasting.things[0].spell, lasting.piles.where("bramble.1")) == ((), "", "gone-deck-1")


def test_ww_55_traits() -> None:
    stones = with_items(with_hand(side_by_side(), "red", "ember-shot"), "blue", "swift-stone", "cobble")
    assert cast(stones, "ember-shot", "blue").items("blue") == ("cobble.1",)  # a magic stone burns
    shapes = cast(kept(with_hand(side_by_side(), "red", "bear-shape"), "mouse-shape", "red"), "bear-shape", "red")
    assert [each.card for each in shapes.kept] == ["bear-shape.1"]  # one transformation at a time
    mundane = with_hand(with_hand(side_by_side(), "red", "good-rest"), "blue", "not-today")
    assert after(mundane, said.CastSpell(card="good-rest.1", target="red")).stack == ()  # nobody is asked
    far = with_hand(
        with_hand(in_a_line().with_wizard("blue", at="0,9"), "red", "quarter-turn", "tailwind"), "blue", "not-today"
    )
    turned = after(far, said.CastSpell(card="quarter-turn.1", target="sector-red"))
    assert answers(turned, "blue", turned.card("not-today"))  # a global spell is seen from everywhere
    unseen = after(far, said.CastSpell(card="tailwind.1", target="red"))
    assert not answers(unseen, "blue", unseen.card("not-today"))
    burning = kept(with_hand(side_by_side(), "red", "cold-splash", "weather-four"), "hearth-cloak", "blue", "blue", 3)
    assert cast(burning, "cold-splash", "blue", boost="weather-four").kept == ()  # water ends fire


def test_ww_2_and_worked_case_14_two_points_or_the_last_alive() -> None:
    game = TreasurePut("blue-1", "2,2").after(side_by_side())
    game = replace(game, treasures=(*game.treasures[:3], Treasure("blue-2", "blue", "2,2", "red"))).with_wizard(
        "red", at="2,2"
    )
    won = after(game, said.DropIt(what="blue-2"))
    assert (won.winner, won.how) == ("red", "2 points")
    killed = TreasurePut("blue-1", "2,2").after(side_by_side()).with_wizard("red", kills=1)
    assert after(killed, said.Walk(to="2,2")).winner == "red"
    longer = after(replace(game, goal=3), said.DropIt(what="blue-2"))
    assert longer.how == ""
    last = Died("blue").after(side_by_side())
    assert after(last, said.Walk(to="2,2")).how == "the only wizard alive"


def test_deadly_treasures_kill_whose_two_lie_in_other_homes() -> None:
    game = replace(TreasurePut("blue-1", "2,2").after(side_by_side()), goal=3, options=(Option.DEADLY,))
    game = replace(game, treasures=(*game.treasures[:3], Treasure("blue-2", "blue", "2,2", "red"))).with_wizard(
        "red", at="2,2"
    )
    over = after(game, said.DropIt(what="blue-2"))
    assert over.wizard("blue").dead
    assert over.wizard("red").kills == 0
    assert over.winner == "red"


def test_ww_3_words_of_a_card_are_done_by_hand_with_a_button() -> None:
    words = replace(house().cards["good-rest"], effects=(ByHand(words="Everybody moves one square."),))
    typed = replace(house().by_school["reverie"], cards=(words,))
    game = with_hand(side_by_side(pack=replace(house(), schools=(typed,))), "red", "good-rest")
    asked = after(game, said.CastSpell(card="good-rest.1"))
    assert asked.work == ("Everybody moves one square.",)
    moved = after(asked, said.SetByHand(side="blue", life=9, at="4,2"), "blue")
    assert (moved.wizard("blue").life, moved.wizard("blue").at) == (9, "4,2")
    assert after(moved, said.DoneByHand()).work == ()
    with pytest.raises(RefusalError, match="nothing is to be done"):
        after(game, said.DoneByHand())
    broken = after(asked, said.SetLine(line="6:5", gone=True))
    assert broken.gone == {"6:5"}
    assert after(broken, said.SetLine(line="6:5")).gone == frozenset()
    with pytest.raises(RefusalError, match="no square"):
        after(asked, said.SetByHand(side="blue", at="30,30"))
    assert after(asked, said.SetByHand(side="blue", life=0)).wizard("blue").dead


def test_other_effects_push_swap_fetch_drop_open_take_and_draw() -> None:
    game = with_deck(side_by_side())
    pushed = cast(with_hand(game, "red", "heave"), "heave", "blue")
    assert (pushed.wizard("blue").at, pushed.wizard("blue").stun) == ("4,2", 1)  # over the edge, to a wall
    swapped = cast(with_hand(game, "red", "change-places"), "change-places", "blue")
    assert (swapped.wizard("red").at, swapped.wizard("blue").at) == ("0,2", "1,2")
    fetched = cast(with_hand(replace(game, lying={"cobble.1": "0,2"}), "red", "far-hand"), "far-hand", "cobble.1")
    assert fetched.lying == {"cobble.1": "1,2"}
    carried = replace(game, treasures=(*game.treasures[:3], Treasure("blue-2", "blue", "4,9", "blue")))
    dropped = cast(with_hand(carried, "red", "slippery"), "slippery", "blue")
    assert dropped.treasures[3].at == "0,2"
    opened = cast(with_hand(game, "red", "latchfinger"), "latchfinger", "6:3")
    assert opened.held == {"6:3": "red"}
    crossed = cast(with_hand(game.with_wizard("red", at="2,2"), "red", "walk-through"), "walk-through", "6:5")
    assert crossed.wizard("red").at == "2,3"
    drawn = cast(with_hand(game, "red", "daydream"), "daydream", "red")
    assert len(drawn.hand("red")) == 3
    robbed = with_hand(with_hand(game, "red", "pickbrain"), "blue", *FILL[:3])
    robbed = and_passed(after(robbed, said.CastSpell(card="pickbrain.1", target="blue")), seed=4)
    assert (len(robbed.hand("red")), len(robbed.hand("blue"))) == (2, 1)
    leapt = cast(with_hand(game, "red", "elsewhere"), "elsewhere", "3,3")
    assert leapt.wizard("red").at == "3,3"
    with pytest.raises(RefusalError, match="can't be cast at that"):
        cast(with_hand(game, "red", "elsewhere"), "elsewhere", "4,9")
    eaten = cast(with_hand(game.with_wizard("red", life=10, at="2,2"), "red", "wall-eater"), "wall-eater", "6:5")
    assert (eaten.gone, eaten.wizard("red").life) == ({"6:5"}, 12)
    swarm = kept(with_hand(game, "red", "spark-swarm", "ward-five"), "stoneskin-draught", "blue", "blue", 3)
    assert cast(swarm, "spark-swarm", "blue", boost="ward-five").wizard("blue").life == 15  # one source at a time


def test_the_houses_cards_cover_every_type_range_target_duration_and_trait() -> None:
    cards = list(house().cards.values())
    assert {card.type for card in cards} == set(CardType)
    assert {card.reach for card in cards} == set(Reach)
    assert {target for card in cards for target in card.targets} == set(Target)
    assert {card.duration for card in cards} == set(Duration)
    assert {trait for card in cards for trait in card.traits} == set(Trait)
    assert uses_energy(house().card("crackle"))
    assert not uses_energy(house().card("ember-shot"))
    assert book().schools == ("glassware", "weather", "reverie")
    assert Phase.CAST == "move and cast"


def test_out_of_ones_own_square_a_push_goes_where_its_caster_says() -> None:
    game = with_hand(side_by_side().with_wizard("blue", at="1,2"), "red", "heave")
    ends = {
        how: after(game, said.CastSpell(card="heave.1", target="blue", way=how)).wizard("blue").at  # type: ignore[arg-type]
        for how in ("north", "south", None)
    }
    assert ends == {"north": "4,2", "south": "2,2", None: "4,2"}
    (offer,) = (each for each in offers_of(game, "red", "") if each.label == "Cast Heave")
    assert [choice.value for field in offer.fields if field.name == "way" for choice in field.choices] == [
        "north", "east", "south", "west",
    ]  # fmt: skip
    beside = offers_of(with_hand(side_by_side(), "red", "heave"), "red", "")
    (apart,) = (each for each in beside if each.label == offer.label)
    assert all(field.name != "way" for field in apart.fields)


def test_downpour_ends_whatever_burns_and_nothing_else() -> None:
    game = kept(kept(side_by_side(), "hearth-cloak", "blue", owner="blue", tokens=3), "bear-shape", "red")
    game = kept(game, "curtain-of-flame", "8:3")
    game = ThingMade("flame-curtain", "8:3", "red", "curtain-of-flame.1").after(game)
    game = ThingMade("flame-curtain", "2:3", "red").after(game)  # a permanent creation
    game = ThingMade("caltrops", "3,3", "red").after(game)
    wet = cast(with_hand(game, "red", "downpour"), "downpour", "board")
    assert [each.card for each in wet.kept] == ["bear-shape.1"]
    assert [each.kind for each in wet.things] == ["caltrops"]
    assert wet.work == ()


def test_a_locked_door_is_its_casters_alone_until_it_is_no_more() -> None:
    """Blue locks a door of red's sector: keys don't help red, nor a spell that opens doors."""
    game = with_items(with_hand(side_by_side(), "red", "latchfinger", "knock-down"), "red", "ring-of-keys")
    locked = kept(game, "locked-tight", "6:3", owner="blue")
    assert walks(game, "red")["1,3"] == ("1,2", "1,3")
    assert walks(locked, "red").get("1,3", ())[:2] != ("1,2", "1,3")
    with pytest.raises(RefusalError, match="no door beside you"):
        after(locked, said.HoldDoor(line="6:3"))
    assert cast(locked, "latchfinger", "6:3").held == {}
    blue = replace(locked.with_wizard("blue", at="1,2", turns=2, left=3), active="blue")
    assert walks(blue, "blue")["1,3"] == ("1,2", "1,3")
    gone = cast(locked, "knock-down", "6:3")
    assert gone.kept == ()
    assert walks(gone, "red")["1,3"] == ("1,2", "1,3")
    held = replace(with_hand(blue, "blue", "locked-tight"), kept=(), held={"6:3": "red"})
    assert cast(held, "locked-tight", "6:3", seat="blue").held == {}


def test_a_bear_fills_its_square_and_whoever_is_there_may_leave() -> None:
    game = side_by_side()
    bear = kept(game, "bear-shape", "blue", owner="blue")
    assert "0,2" in walks(game, "red")
    assert "0,2" not in walks(bear, "red")
    together = bear.with_wizard("red", at="0,2")
    assert "1,2" in walks(together, "red")
    assert "0,2" not in set(aims(with_hand(bear, "red", "elsewhere"), "red", house().cards["elsewhere"]))
    assert "blue" in set(aims(bear, "red", house().cards["claw-swipe"]))  # it is seen and struck all the same


def test_a_finder_of_traps_walks_over_them_and_others_do_not() -> None:
    game = ThingMade("caltrops", "0,2", "blue").after(side_by_side().with_wizard("blue", at="2,7"))
    assert after(game, said.Walk(to="0,2"), "red", 2).wizard("red").life == 13
    light = after(with_items(game, "red", "trap-finder"), said.Walk(to="0,2"))
    assert (light.wizard("red").life, len(light.things)) == (15, 1)
