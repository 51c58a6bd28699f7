"""What happens seldom in a game: decks that run out, fleets that sink, retreats on board, odd ends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletop.battle.playing import Offer
from tabletop.cards import Face, Pile
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle.ends import winners
from tabletop.greyhawk.battle.fighting import goals
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.state import Game, Owed, Phase, Stage, Tie
from tabletop.greyhawk.battle.view import shown_to
from tabletop.greyhawk.catalogue import Deck
from tabletop.greyhawk.pack import DrawCards, HoldCountries, LastStanding, OwnWords
from tabletop.greyhawk.play.lines import Side
from tests.crowns import POWERS
from tests.tabletop.greyhawk.test_play import CAV, HI, LI, ORC, SHIP, act, battle, fought, game, holding, move, stack
from tests.tabletop.greyhawk.test_refusals import SOUTH


def with_deck(state: Game, deck: str, *cards: str, gone: tuple[str, ...] = ()) -> Game:
    piles = state.piles.with_pile(deck, Pile(cards)).with_pile(f"{deck}-discards", Pile(gone, Face.UP))
    return replace(state, piles=piles)


def shown(state: Game, seat: str = "norhal", **look: str) -> Any:
    return shown_to(state, seat, look, lambda found: f"?at={found.get('at', '')}")


def offer(state: Game, side: str, command: str, at: str = "") -> Offer:
    (found,) = (each for each in offers_of(state, side, at) if each.command == command)
    return found


def test_gw_87_an_empty_deck_of_treasures_is_shuffled_from_its_discards() -> None:
    state = with_deck(game(stack("A1", "iron", heroes=("ah1",))), "treasure", gone=("red-standard.1",))
    lost = act(state, said.Search(ref="A1"), 3)
    assert (lost.piles.cards("treasure"), lost.piles.cards("treasure-discards")) == ((), ("red-standard.1",))
    won = act(state, said.Search(ref="A1"), 4)  # its only card was the guarded one, which is shuffled again
    assert won.hand("norhal") == ("red-standard.1",)


def test_gw_6_a_kept_card_draws_others_and_an_empty_deck_gives_none() -> None:
    state = holding(game(stack("A1", "ash", LI)), "norhal", "old-vault.1")
    vault = replace(state.data.by_card["old-vault"], effect=DrawCards(deck=Deck.TREASURE, n=2))
    cards = tuple(vault if each.id == vault.id else each for each in state.data.cards)
    state = replace(state, pack=replace(state.data, cards=cards))
    assert len(act(state, said.PlayCard(card="old-vault.1")).hand("norhal")) == 2
    assert act(with_deck(state, "treasure"), said.PlayCard(card="old-vault.1")).hand("norhal") == ()


def test_gw_44_what_ships_carry_goes_down_with_the_last_of_them() -> None:
    state = game(stack("C1", "lorn", SHIP, cargo=(LI, HI)), stack("D1", "kelp", SHIP, SHIP), powers=SOUTH)
    fight = act(state, move("C1", "kelp", attack=True), seat="southmere")
    sunk = act(act(fight, said.Fire(), 10, seat="southmere"), said.Fire(), 1, 1, seat="vale")
    assert (sunk.stack("C1"), sunk.fight, len(sunk.one("D1").troops)) == (None, None, 2)


def test_gw_75_who_has_landed_goes_back_on_board_where_there_is_room() -> None:
    state = game(stack("C1", "lorn", SHIP, cargo=(LI, LI), heroes=("ch1",)), stack("D1", "lorn", LI), powers=SOUTH)
    landed = act(state, said.Land(fleet="C1", area="lorn", hero="ch1", attack=True), seat="southmere")
    fight = act(act(landed, said.Fire(), 10, seat="vale"), said.Fire(), 10, 10, seat="southmere")
    assert (fight.battle.stage, list(goals(fight, Side.ATTACKER))) == (Stage.ATTACKER_CHOICE, ["lorn"])
    back = act(fight, said.Retreat(), seat="southmere")
    assert (back.fight, [each.ref for each in back.of("southmere")]) == (None, ["C1"])
    assert (len(back.one("C1").cargo), back.one("C1").heroes) == (2, ("ch1",))
    laden = fight.one("C1")
    full = fight.with_stack(replace(laden, cargo=state.one("C1").cargo))
    assert list(goals(full, Side.ATTACKER)) == []


def test_gw_50_and_60_an_attack_from_afar_goes_there_first_and_a_fresh_army_may_leave_none() -> None:
    state = game(stack("A1", "ash", CAV), stack("B1", "heath", ORC), forts=("jute",), holders={"jute": "grimgard"})
    fight = act(state, move("A1", "heath", attack=True))
    assert (fight.battle.origin, fight.holders["jute"], fight.forts) == ("jute", "norhal", ())


def test_gw_62_a_fourth_round_is_offered_to_who_has_a_hero() -> None:
    led = battle(hero="bh1", pursuit=False)
    for _ in range(2):
        led = act(act(fought(led), said.FightOn()), said.FightOn(), seat="grimgard")
    third = fought(led)
    theirs = [each.label for each in offers_of(act(third, said.FightOn()), "grimgard", "")]
    assert theirs[:2] == ["A fourth round", "No fourth round"]


def test_gw_86_who_may_speak_is_offered_words_and_gifts_and_all_are_heard() -> None:
    state = game(
        stack("A1", "heath", heroes=("ah1",)), stack("B1", "heath", heroes=("bh1",)),
        stack("C1", "heath", heroes=("ch1",)), powers=POWERS[:3],
    )  # fmt: skip
    asked = act(holding(state, "grimgard", "jewel-box.1"), said.AskAlliance(ref="A1"))
    assert shown(asked).says == "an alliance with Vale is asked for"
    spoken = offer(asked, "grimgard", "speak")
    assert [[each.value for each in field.choices] for field in spoken.fields] == [
        ["nothing", "for", "against"], ["jewel-box.1"],
    ]  # fmt: skip
    assert not spoken.dice  # somebody else speaks after it
    once = act(asked, said.Speak(says="for", gifts=("jewel-box.1",)), seat="grimgard")
    assert once.parley is not None
    assert (once.parley.target, once.parley.waits) == (5, ("southmere",))
    assert len(offer(once, "southmere", "speak").fields) == 1
    assert act(once, said.Speak(), 5, seat="southmere").ties["vale"] == ("norhal", Tie.ALLIED)


def test_gw_86_a_new_ally_without_a_place_or_a_marker_sends_nobody() -> None:
    state = game(stack("A1", "ash", LI), phase=Phase.FINAL, new_allies=("vale",), ties={"vale": ("norhal", Tie.ALLIED)})
    waived = act(replace(state, phase=Phase.ALLIES), said.Done())
    met = act(replace(state, stacks=(*state.stacks, stack("B1", "heath", ORC))), said.Done())
    unled = act(replace(state, rest={"norhal": 4}), said.Done())
    for ended in (waived, met, unled):
        assert (ended.new_allies, ended.mover, ended.phase) == ((), "grimgard", Phase.ACTIONS)
        assert ended.free_markers("norhal") == 4


def test_gw_93_a_card_raises_no_more_than_the_pool_has() -> None:
    state = holding(game(stack("A1", "ash", HI)), "norhal", "volunteers.1")
    troops = tuple(replace(row, count=1) if row.code == LI else row for row in state.data.troops)
    few = replace(state, pack=replace(state.data, troops=troops))
    assert len(act(few, said.PlayCard(card="volunteers.1", ref="A1")).one("A1").troops) == 2


def test_who_owes_cards_is_offered_the_hand_and_told() -> None:
    hand = ("earthworks.1", "volunteers.1")
    state = replace(holding(game(stack("A1", "ash", LI)), "norhal", *hand), owed=(Owed("cards", "norhal", 1),))
    (field,) = offer(state, "norhal", "give_up").fields
    assert (field.name, tuple(each.value for each in field.choices)) == ("cards", hand)
    assert shown(state).says == "give up what is too many"


def test_an_area_that_is_chosen_is_told_and_lights_what_is_reached() -> None:
    state = game(stack("A1", "ash", LI), stack("B1", "fell", ORC), holders={"ash": "norhal"})
    page = shown(state, at="ash")
    (here,) = (group for group in page.groups if group.title == "In Ash")
    assert [each.name for each in here.lines][1:] == ["Norhal's army A1: Light infantry a11"]
    assert here.lines[0].name.endswith("Norhal's")
    assert "reached with 2 left" in page.picture
    nobodys = shown(state, seat="watcher", at="iron")
    assert "reached with" not in nobodys.picture
    assert any(each.name.endswith("nobody's") for group in nobodys.groups for each in group.lines)
    on_the_way = shown(act(state, move("A1", "jute")))
    assert any(group.title == "In Jute" for group in on_the_way.groups)


def test_every_victory_ends_the_game_for_whom_it_says_and_is_told() -> None:
    state = game(stack("A1", "ash", LI), stack("B1", "fell", ORC), turn=8)
    ours = {"norhal": ("norhal", Tie.HOME), "vale": ("norhal", Tie.ALLIED)}
    told = {}
    for victory, ties, end in (
        (HoldCountries(count=2), ours, ("2 countries held", ("norhal",))),
        (LastStanding(), ours, ("year 8 is over", ())),
        (OwnWords(text="who finds the crown"), ours, ("year 8 is over", ())),
    ):
        terms = replace(state.terms, victory=(victory,))
        by_it = replace(state, ties=ties, pack=replace(state.data, scenarios=(terms,)))
        assert winners(by_it) == end
        (group,) = (each for each in shown(by_it).groups if each.title == "What wins")
        told[type(victory).__name__] = [line.name for line in group.lines]
    assert told == {
        "HoldCountries": ["who holds 2 countries at the end of a year"],
        "LastStanding": ["who alone has troops or a country left"],
        "OwnWords": ["who finds the crown"],
    }


def test_gw_60_who_fights_alone_at_the_front_has_nobody_left_to_fire() -> None:
    """The attacker's scout kills the only defender, and nobody fires back."""
    state = game(stack("A1", "jute", "scout", LI), stack("B1", "heath", LI))
    fight = act(state, move("A1", "heath", attack=True))
    won = act(fight, said.Fire(), 1)
    assert (won.fight, won.holders["heath"], won.stack("B1")) == (None, "norhal", None)


def test_gw_77_cavalry_may_let_who_retreats_go() -> None:
    fight = act(game(stack("A1", "jute", LI, LI), stack("B1", "heath", CAV)), move("A1", "heath", attack=True))
    fight = act(act(fight, said.Fire(), 10, 10), said.Fire(), 10, seat="grimgard")
    gone = act(act(fight, said.Retreat()), said.Pursue(), seat="grimgard")
    assert (gone.fight, len(gone.one("A1").troops), gone.one("A1").area) == (None, 2, "jute")


def test_gw_86_the_offer_to_ask_tells_the_chance_and_gifts_and_an_ally_its_places() -> None:
    state = holding(game(stack("A1", "heath", heroes=("ah1",))), "norhal", "jewel-box.1")
    asking = offer(state, "norhal", "ask_alliance", "heath")
    assert asking.label == "Ask Vale for an alliance, 30 %"
    assert [field.name for field in asking.fields] == ["gifts"]
    ally = game(stack("A1", "ash", LI), phase=Phase.ALLIES, new_allies=("vale",), ties={"vale": ("norhal", Tie.ALLIED)})
    placing = offer(ally, "norhal", "place_ally")
    assert [(field.name, [each.value for each in field.choices]) for field in placing.fields] == [("area", ["heath"])]
    assert [each.label for each in offers_of(ally, "norhal", "")][1] == "Without them"


def test_gw_43_a_chosen_coast_is_offered_to_the_fleet_that_may_land_there() -> None:
    state = game(stack("C1", "kelp", SHIP, cargo=(LI,)), powers=SOUTH)
    landing = offer(state, "southmere", "land", "dun")
    assert (landing.label, dict(landing.stated)) == ("Land in Dun", {"fleet": "C1", "area": "dun"})
    assert act(state, said.Land(fleet="C1", area="dun"), seat="southmere").at("dun")[0].troops[0].ref == "c12"
