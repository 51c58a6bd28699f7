"""What a player may not do is refused by its rule: each refusal once, by what stands, what is sent, and its reason."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.cards import Pile
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.state import Game, Owed, Phase, Stage, Tie
from tests.refusals import misjudged
from tests.tabletop.greyhawk.test_play import CAV, HI, LI, ORC, SHIP, act, battle, game, holding, move, stack

SOUTH = ("southmere", "vale")


def refusals(*cases: tuple[Game, str, said.GameCommand, str]) -> list[str]:
    return misjudged(lambda state, command, seat: act(state, command, seat=seat), cases)


def heroes(**fields: object) -> Game:
    """Two heroes of Norhal, one at a magic place and one off the map, before actions."""
    return replace(game(stack("A1", "iron", heroes=("ah1",)), stack("A2", "", heroes=("ah2",))), **fields)


def test_heroes_are_refused_by_their_rules() -> None:
    led = game(stack("A1", "ash", LI, heroes=("ah1",)), stack("A2", "birch", LI), phase=Phase.HEROES)
    empty = heroes(piles=game().piles.with_pile("treasure", Pile(())))
    hired = game(stack("A1", "jute", heroes=("ah1",)))
    hired = replace(hired, piles=hired.piles.with_pile("mercenary", Pile(())))
    capital = game(stack("A1", "heath", heroes=("ah1",)))
    assert refusals(
        (replace(led, rest={"norhal": 4}), "norhal", said.PlaceHero(hero="ah1", area="dun"), "GW-2: no marker is free"),
        (led, "norhal", said.PlaceHero(hero="bh1", area="dun"), "GW-3: bh1 is none of your heroes"),
        (led, "norhal", said.PlaceHero(hero="ah1", area="Nowhere"), "the map has no area Nowhere"),
        (heroes(), "norhal", said.Search(ref="A2"), "GW-87: a hero searches in a magic area"),
        (game(stack("A1", "iron", LI)), "norhal", said.Search(ref="A1"), "GW-87: A1 has no hero on the map"),
        (empty, "norhal", said.Search(ref="A1"), "GW-87: no treasure is left"),
        (hired, "norhal", said.Hire(ref="A1"), "GW-88: no mercenaries are left"),
        (hired, "norhal", said.Hire(ref="B1"), "B1 is none of your stacks"),
        (hired, "norhal", said.AskAlliance(ref="A1"), "GW-86: a hero in a capital asks"),
        (capital, "norhal", said.AskAlliance(ref="A1", gifts=("jewel-box.1",)), "you don't hold the card jewel-box.1"),
        (replace(capital, ties={"vale": ("grimgard", Tie.HOME)}), "norhal", said.AskAlliance(ref="A1"),
         "GW-86: Vale is on Grimgard's side already"),
        (hired, "norhal", said.Disband(ref="A1"), "GW-81: heroes aren't disbanded"),
        (hired, "norhal", said.Fortify(ref="A1"), "GW-80: an army on land fortifies"),
        (game(stack("A1", "ash", LI), forts=("ash",)), "norhal", said.Fortify(ref="A1"), "GW-80: Ash is fortified"),
    ) == []  # fmt: skip


def test_stacks_that_divide_and_join_are_refused_by_their_rules() -> None:
    state = game(stack("A1", "ash", LI, HI, heroes=("ah1",)), stack("A2", "cairn", LI), stack("A3", "ash", LI, LI))
    fleets = game(stack("C1", "lorn", SHIP, SHIP, cargo=(LI,)), stack("C2", "lorn", LI), powers=SOUTH)
    acted = replace(state, stacks=tuple(replace(each, active=True) for each in state.stacks))
    assert refusals(
        (acted, "norhal", said.Divide(ref="A1", troops=("a11",)), "GW-50: A1 has done what it does"),
        (state, "norhal", said.Divide(ref="A1", troops=("b11",)), "b11 isn't under A1"),
        (state, "norhal", said.Divide(ref="A1", hero="ah2"), "ah2 isn't under A1"),
        (state, "norhal", said.Divide(ref="A1"), "GW-50: some of a stack stay"),
        (state, "norhal", said.Join(ref="A1", into="A2"), "GW-51: stacks join in one area"),
        (state, "norhal", said.Join(ref="A1", into="A1"), "GW-51: stacks join in one area"),
        (fleets, "southmere", said.Divide(ref="C1", troops=("c11", "c12")), "GW-41: what a fleet carries"),
        (fleets, "southmere", said.Join(ref="C2", into="C1"), "GW-32: ships and armies keep"),
    ) == []  # fmt: skip


def test_fleets_are_refused_by_their_rules() -> None:
    port = game(stack("C1", "kelp", SHIP), stack("C2", "dun", LI, LI, LI), stack("C3", "elm", LI), powers=SOUTH)
    full = game(stack("C1", "kelp", SHIP, cargo=(LI,), heroes=("ch1",)), stack("D1", "lorn", LI), powers=SOUTH)
    island = game(stack("C1", "lorn", SHIP), stack("C2", "lorn", LI), powers=SOUTH)
    tired = replace(port, stacks=(replace(port.stacks[0], active=True), *port.stacks[1:]))
    assert refusals(
        (port, "southmere", said.Load(fleet="C1", ref="C3"), "GW-42: no port joins Elm"),
        (port, "southmere", said.Load(fleet="C1", ref="C2"), "GW-41: C1 carries 2 counters"),
        (port, "southmere", said.Load(fleet="C2", ref="C3"), "GW-42: C2 has no ships"),
        (port, "southmere", said.Load(fleet="C1", ref="C1"), "GW-42: only an army that hasn't acted"),
        (tired, "southmere", said.Load(fleet="C1", ref="C2"), "GW-42: C1 has no move left"),
        (port, "southmere", said.Land(fleet="C1", area="dun"), "GW-42: C1 doesn't land in Dun now"),
        (full, "southmere", said.Land(fleet="C1", area="ash"), "GW-42: C1 doesn't land in Ash now"),
        (full, "southmere", said.Land(fleet="C1", area="lorn", hero="ch2"), "ch2 isn't under C1"),
        (full, "southmere", said.Land(fleet="C1", area="dun", attack=True), "GW-43: Dun: there is nobody to attack"),
        (port, "southmere", move("C1", "ash"), "GW-40: "),
    ) == []  # fmt: skip
    assert act(island, said.Load(fleet="C1", ref="C2"), seat="southmere").one("C1").cargo == island.one("C2").troops


def why_not(state: Game, side: str, at: str, command: str) -> list[tuple[str, ...]]:
    return [offer.why_not for offer in offers_of(state, side, at) if offer.command == command]


def test_a_fleet_that_lands_nowhere_says_why() -> None:
    def land(area: str, **fields: object) -> list[tuple[str, ...]]:
        fleet = replace(stack("C1", area, SHIP, cargo=(LI,)), **fields)
        return why_not(game(fleet, powers=SOUTH), "southmere", area, "land")

    assert land("kelp") == [(), ()]  # Dun, and the island
    assert land("kelp", active=True) == [("C1 has no move left to land (GW-42).",)]
    alone = game(stack("C1", "kelp", SHIP, cargo=(LI,)), powers=SOUTH)
    sea = replace(alone.board, borders=tuple(each for each in alone.board.borders if each.a != "kelp" != each.b))
    shut = replace(alone, pack=replace(alone.data, board=sea))
    assert why_not(shut, "southmere", "kelp", "land") == [("No coast lies beside Kelp (GW-42).",)]


def test_the_order_of_play_is_refused_by_what_comes_first() -> None:
    state = game(stack("A1", "jute", LI), stack("B1", "heath", ORC))
    owing = replace(state, owed=(Owed("cards", "norhal", 1),))
    fight = battle()
    asked = act(game(stack("A1", "heath", heroes=("ah1",)), stack("B1", "heath", heroes=("bh1",))),
                said.AskAlliance(ref="A1"))  # fmt: skip
    assert refusals(
        (state, "watcher", said.Done(), "only the players give commands"),
        (replace(state, how="year 8 is over"), "norhal", said.Done(), "the game is over"),
        (state, "grimgard", said.Done(), "it's Norhal's to do"),
        (state, "norhal", said.RollOrder(), "that is done in the phase “turn order”"),
        (state, "norhal", said.Fire(), "no battle waits for this"),
        (fight, "norhal", said.Done(), "a battle is fought"),
        (owing, "norhal", said.Done(), "first Norhal gives up"),
        (owing, "grimgard", said.GiveUp(cards=("earthworks.1",)), "it's Norhal's to do"),
        (state, "norhal", said.GiveUp(), "that is done in the phase “giving up"),
        (asked, "norhal", move("A1", "jute"), "an alliance is asked for"),
        (asked, "norhal", said.Speak(), "it's Grimgard's to do"),
        (state, "norhal", said.Speak(), "that is done in the phase “an alliance"),
        (asked, "grimgard", said.Speak(says="for", gifts=("jewel-box.1",)), "you don't hold the card jewel-box.1"),
    ) == []  # fmt: skip


def test_a_battle_is_refused_by_its_stage_and_its_lines() -> None:
    fight = battle(hero="ah1")
    laying = holding(game(stack("A1", "jute", LI), stack("B1", "heath", ORC)), "norhal", "earthworks.1", "keen-blade.1")
    laying = act(laying, move("A1", "heath", attack=True))
    choice = replace(fight, fight=replace(fight.battle, stage=Stage.ATTACKER_CHOICE))
    riders = act(game(stack("A1", "jute", LI, LI), stack("B1", "heath", CAV)), move("A1", "heath", attack=True))
    riders = act(act(riders, said.Fire(), 10, 10), said.Fire(), 10, seat="grimgard")
    pursuit = act(riders, said.Retreat())
    screened = act(game(stack("A1", "jute", LI, CAV), stack("B1", "heath", CAV, CAV)), move("A1", "heath", attack=True))
    screened = act(act(act(screened, said.Fire(), 10, 10), said.Fire(), 10, 10, seat="grimgard"), said.Retreat())
    assert refusals(
        (laying, "grimgard", said.LayCards(), "it's Norhal's to do"),
        (laying, "norhal", said.LayCards(cards=("moon-horn.1",)), "you don't hold the card moon-horn.1"),
        (laying, "norhal", said.LayCards(cards=("earthworks.1",)), "GW-61: Earthworks adds no strength"),
        (laying, "norhal", said.LayCards(cards=("keen-blade.1",), stronger="b11"), "b11 isn't under your line"),
        (laying, "norhal", said.Fire(), "no battle waits for this"),
        (fight, "norhal", said.LayCards(), "no battle waits for this"),
        (fight, "norhal", said.FightOn(), "no battle waits for this"),
        (fight, "norhal", said.Retreat(), "no battle waits for this"),
        (fight, "norhal", said.Pursue(), "no battle waits for this"),
        (fight, "grimgard", said.Fire(), "it's Norhal's to do"),
        (fight, "norhal", said.Fire(heroes={"bh1": "a11"}), "bh1 is none of your heroes"),
        (fight, "norhal", said.Fire(heroes={"ah1": "b11"}), "b11 isn't under your line"),
        (fight, "norhal", said.Fire(targets={"a11": "b11"}), "GW-63: Light infantry a12 attacks one enemy"),
        (choice, "grimgard", said.FightOn(), "it's Norhal's to do"),
        (choice, "grimgard", said.Retreat(), "it's Norhal's to do"),
        (choice, "norhal", said.Retreat(area="ash"), "GW-75: Norhal may retreat to Jute"),
        (choice, "norhal", said.FightOn(fourth=True), "GW-62: only a hero leads an army into a fourth round"),
        (pursuit, "norhal", said.Pursue(), "it's Grimgard's to do"),
        (pursuit, "grimgard", said.Pursue(targets=("a11", "a12")), "GW-77: cavalry has 1 free"),
        (pursuit, "grimgard", said.Pursue(targets=("b11",)), "b11 isn't under those who retreat"),
        (screened, "grimgard", said.Pursue(targets=("a12",)), "GW-77: Cavalry a12 rides, and isn't pursued"),
    ) == []  # fmt: skip


def test_cards_and_new_counters_are_refused_by_their_rules() -> None:
    hand = ("dry-roads.1", "volunteers.1", "keen-blade.1", "hill-orcs.1")
    state = holding(game(stack("A1", "ash", LI), stack("A2", "", heroes=("ah2",))), "norhal", *hand)
    final = replace(state, phase=Phase.FINAL)
    hurt = stack("A1", "ash", HI)
    hurt = replace(hurt, troops=(replace(hurt.troops[0], flipped=True),), active=True)
    ally = game(stack("A1", "ash", LI), phase=Phase.ALLIES, new_allies=("vale",))
    none_free = {"norhal": 4}
    assert refusals(
        (state, "norhal", said.PlayCard(card="earthworks.1"), "you don't hold the card earthworks.1"),
        (state, "norhal", said.PlayCard(card="dry-roads.1"), "GW-22: Dry roads: an army has to be on the move"),
        (state, "norhal", said.PlayCard(card="volunteers.1", ref="A2"), "GW-22: Volunteers: choose one of your armies"),
        (state, "norhal", said.PlayCard(card="keen-blade.1"), "GW-61: Keen blade; a bog wight guards it is laid"),
        (state, "norhal", said.PlayCard(card="hill-orcs.1"), "GW-88: Hill orcs come at the start"),
        (final, "norhal", said.Heal(ref="A1"), "GW-90: nobody of A1 is hurt"),
        (replace(final, stacks=(hurt,)), "norhal", said.Heal(ref="A1"), "GW-90: A1 has acted this year"),
        (final, "norhal", said.AddTroops(ref="A2", troops=(LI,)), "GW-91: A2 isn't on the map"),
        (final, "norhal", said.AddTroops(ref="A1", troops=(ORC,)), "GW-91: one counter each may be raised here"),
        (replace(final, rest=none_free), "norhal", said.RaiseArmy(country="norhal", area="birch", troops=(LI,)),
         "GW-92: no army marker is free"),
        (final, "norhal", said.RaiseArmy(country="vale", area="heath", troops=(LI,)), "GW-92: home and allied"),
        (ally, "norhal", said.PlaceAlly(country="southmere", area="dun"), "GW-86: a new ally's army comes to a free"),
        (replace(ally, rest=none_free), "norhal", said.PlaceAlly(country="vale", area="heath"),
         "GW-86: no army marker is free"),
        (replace(ally, rest={"norhal": 3}), "norhal", said.PlaceAlly(country="vale", area="heath", sea="kelp"),
         "GW-86: a new ally's ships"),
    ) == []  # fmt: skip
