"""The rules in play, each by its number: phases, ways, fleets, stacks, battles, retreats, heroes, raising, the end."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from msgspec.structs import replace

from tabletop.cards import Pile
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle.acting import ask_target, fort_target, may_add, musters
from tabletop.greyhawk.battle.ends import judged, winners
from tabletop.greyhawk.battle.fighting import goals, unplaced_heroes
from tabletop.greyhawk.battle.moving import ways
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.state import Game, Owed, Phase, Stage, Tie
from tabletop.greyhawk.battle.view import shown_to
from tabletop.greyhawk.pack import HoldCapitals, LastStanding
from tabletop.greyhawk.play.lines import Side
from tests.crowns import POWERS, act, fought_on, game, holding, move, refused, stack, stated, with_options

LI, HI, CAV, SHIP, ORC = "light-infantry", "heavy-infantry", "cavalry", "ship", "orc"


def test_gw_1_the_pool_is_shared_and_gets_back_what_is_lost() -> None:
    state = game(stack("A1", "ash", "dwarf", "dwarf"), stack("B1", "fell", "dwarf"))
    assert state.pool("dwarf") == 3
    assert state.with_troops_lost(["a11"]).pool("dwarf") == 4


def test_gw_2_and_51_more_than_five_counters_go_before_anybody_goes_on() -> None:
    state = game(stack("A1", "ash", LI, LI, LI), stack("A2", "ash", HI, HI, CAV))
    joined = act(state, said.Join(ref="A2", into="A1"))
    assert joined.owed == (Owed("troops", "norhal", 1, "A1"),)
    assert joined.one("A1").active
    assert refused(joined, said.Done()) == "first Norhal gives up what is too many"
    assert refused(joined, said.GiveUp(troops=("a11", "a12"))).startswith("exactly 1")
    left = act(joined, said.GiveUp(troops=("a11",)))
    assert (len(left.one("A1").troops), left.owed) == (5, ())


def test_gw_3_and_71_heroes_are_never_removed() -> None:
    state = game(stack("A1", "jute", LI, heroes=("ah1",)), stack("B1", "heath", CAV, CAV, CAV))
    fight = act(state, move("A1", "heath", attack=True))
    after = act(fight, said.Fire(), 10)
    after = act(after, said.Fire(), 1, 1, 1, seat="grimgard")
    assert after.fight is None
    lone = after.one("A1")
    assert (lone.area, lone.troops, lone.heroes) == ("heath", (), ("ah1",))


def test_gw_4_and_80_a_fortification_is_razed_by_capture_and_a_printed_one_stays() -> None:
    state = game(stack("A1", "ash", LI), holders={"birch": "grimgard"}, forts=("birch",))
    taken = act(state, move("A1", "birch"))
    assert (taken.forts, taken.holders["birch"]) == ((), "norhal")
    areas = tuple(replace(area, fort=area.id == "birch") for area in state.board.areas)
    printed = replace(state, forts=(), pack=replace(state.data, board=replace(state.board, areas=areas)))
    assert act(printed, move("A1", "birch")).is_fort("birch")


def test_gw_5_6_and_7_a_hand_of_more_than_five_is_cut_at_once_case_19() -> None:
    cards = ("earthworks.1", "volunteers.1", "dry-roads.1", "red-standard.1")
    state = holding(game(stack("A1", "iron", heroes=("ah1",))), "norhal", *cards)
    deck = ("rod-of-sway.1", *(card for card in state.piles.cards("treasure") if card != "rod-of-sway.1"))
    state = replace(state, piles=state.piles.with_pile("treasure", Pile(deck)))
    assert len(act(state, said.Search(ref="A1"), 6).hand("norhal")) == 4
    found = act(state, said.Search(ref="A1"), 7)
    assert (len(found.hand("norhal")), found.owed) == (6, (Owed("cards", "norhal", 1),))
    assert len(act(found, said.GiveUp(cards=("earthworks.1",))).hand("norhal")) == 5
    assert found.one("A1").active


def test_gw_20_the_order_is_rolled_and_equal_ones_roll_again_case_23() -> None:
    state = replace(game(powers=POWERS[:3]), phase=Phase.ORDER, mover="", order=())
    rolled = act(state, said.RollOrder(), 7, 10, 7, 3, 9)
    assert rolled.order == ("grimgard", "southmere", "norhal")
    assert (rolled.phase, rolled.mover) == (Phase.HEROES, "grimgard")


def test_gw_21_heroes_go_anywhere_but_to_an_army_of_others() -> None:
    state = game(stack("A1", "ash", heroes=("ah1",)), stack("A2", "", heroes=("ah2",)), stack("B1", "fell", ORC),
                 stack("A3", "fell", heroes=("ah3",)), phase=Phase.HEROES)  # fmt: skip
    assert act(state, said.PlaceHero(hero="ah2", area="lorn")).at("lorn")[0].heroes == ("ah2",)
    assert refused(state, said.PlaceHero(hero="ah2", area="fell")).startswith("GW-21")
    assert refused(state, said.PlaceHero(hero="ah2", area="ash")).startswith("GW-21")
    assert refused(state, said.PlaceHero(hero="ah3", area="lorn")).startswith("GW-21")


def test_gw_22_an_event_is_kept_or_carried_out_at_once() -> None:
    state = replace(game(stack("A1", "ash", LI)), phase=Phase.EVENTS)
    for top, count in (("earthworks.1", 1), ("old-vault.1", 1)):
        piles = state.piles.with_pile("event", Pile((top, *(c for c in state.piles.cards("event") if c != top))))
        drawn = act(replace(state, piles=piles), said.DrawEvent())
        assert (len(drawn.hand("norhal")), drawn.mover) == (count, "grimgard")
        assert drawn.hand("norhal")[0].startswith("earthworks") is (top == "earthworks.1")
    played = act(
        holding(game(stack("A1", "ash", LI)), "norhal", "earthworks.1"), said.PlayCard(card="earthworks.1", ref="A1")
    )
    assert played.is_fort("ash")
    more = holding(game(stack("A1", "ash", LI)), "norhal", "volunteers.1")
    assert len(act(more, said.PlayCard(card="volunteers.1", ref="A1")).one("A1").troops) == 3


def test_gw_23_a_marker_acts_once_and_ends_before_the_next_begins() -> None:
    state = game(stack("A1", "ash", LI), stack("A2", "cairn", LI))
    one = act(state, move("A1", "cairn"))
    assert one.move is not None
    two = act(one, move("A2", "ash"))
    assert two.one("A1").active
    assert refused(two, move("A1", "birch")).startswith("GW-23")


def test_gw_24_a_hero_action_activates_the_troops_under_it() -> None:
    state = game(stack("A1", "jute", LI, heroes=("ah1",)))
    hired = act(state, said.Hire(ref="A1"))
    assert hired.one("A1").active
    assert refused(hired, move("A1", "heath")).startswith("GW-23")


def test_gw_30_and_31_armies_move_as_their_slowest_and_ground_stops_them() -> None:
    slow, fast = game(stack("A1", "ash", LI, CAV)), game(stack("A1", "ash", CAV))
    assert ways(slow, slow.one("A1"))["jute"][1] == 2
    assert "heath" in ways(slow, slow.one("A1"))
    assert (ways(slow, slow.one("A1"))["birch"][1], ways(fast, fast.one("A1"))["birch"][1]) == (1, 2)
    high = game(stack("A1", "cairn", LI))
    stopped = act(high, move("A1", "fell"))
    assert stopped.one("A1").active
    assert refused(high, move("A1", "gorge")).startswith("GW-31")


def test_gw_32_nobody_crosses_a_spine_and_gw_33_a_ferry_needs_no_ship() -> None:
    state = game(stack("A1", "cairn", CAV), stack("A2", "elm", LI))
    assert "iron" not in ways(state, state.one("A1"))
    assert "lorn" in ways(state, state.one("A2"))
    assert "kelp" not in ways(state, state.one("A2"))


def test_gw_34_armies_block_unless_they_let_pass_and_heroes_never_do() -> None:
    state = game(stack("A1", "ash", CAV), stack("B1", "jute", LI))
    assert "heath" not in ways(state, state.one("A1"))
    assert refused(state, move("A1", "jute")).startswith("GW-34")
    (offer,) = (each for each in offers_of(state, "grimgard", "") if each.command == "let_pass")  # out of its turn
    let = act(state, stated(offer, Random(1)), seat="grimgard")
    assert "heath" in ways(let, let.one("A1"))
    (offer,) = (each for each in offers_of(let, "grimgard", "") if each.command == "let_pass")
    assert act(let, stated(offer, Random(1)), seat="grimgard") == state
    hero = game(stack("A1", "ash", CAV), stack("B1", "jute", heroes=("bh1",)))
    assert "heath" in ways(hero, hero.one("A1"))


def test_gw_35_two_armies_of_one_player_end_as_one() -> None:
    state = game(stack("A1", "ash", LI), stack("A2", "ash", HI))
    ended = act(state, said.Done())
    assert [len(each.troops) for each in ended.of("norhal")] == [2]
    assert (ended.phase, ended.of("norhal")[0].active) == (Phase.FINAL, True)


def test_gw_40_to_42_fleets_load_sail_and_land_case_14() -> None:
    state = game(stack("C1", "kelp", SHIP, SHIP), stack("C2", "dun", LI, LI, LI, LI), powers=("southmere", "vale"))
    loaded = act(state, said.Load(fleet="C1", ref="C2"), seat="southmere")
    fleet = loaded.one("C1")
    assert (len(fleet.cargo), loaded.capacity(fleet), loaded.stack("C2")) == (4, 4, None)
    assert loaded.move is not None
    assert loaded.move.left == 5
    sailed = act(loaded, move("C1", "lorn"), seat="southmere")
    landed = act(sailed, said.Land(fleet="C1", area="lorn"), seat="southmere")
    assert (len(landed.at("lorn")), landed.move and landed.move.left) == (2, 3)
    assert landed.holders["lorn"] == "southmere"
    half = replace(fleet, troops=(replace(fleet.troops[0], flipped=True), fleet.troops[1]))
    assert loaded.capacity(half) == 3
    assert "dun" not in ways(loaded, fleet)
    tired = replace(loaded, move=replace(loaded.move, left=0))
    assert refused(tired, said.Land(fleet="C1", area="dun"), "southmere").startswith("GW-42")
    again = replace(loaded, stacks=(*loaded.stacks, stack("C3", "dun", LI)))
    assert refused(again, said.Load(fleet="C1", ref="C3"), "southmere").startswith("GW-42")


def test_gw_43_a_landing_attacks_who_holds_the_shore() -> None:
    state = game(stack("C1", "lorn", SHIP, cargo=(LI, LI)), stack("D1", "lorn", LI), powers=("southmere", "vale"))
    assert refused(state, said.Land(fleet="C1", area="lorn"), "southmere").startswith("GW-43")
    fight = act(state, said.Land(fleet="C1", area="lorn", attack=True), seat="southmere")
    assert fight.battle.ground.landing
    assert list(goals(fight, Side.ATTACKER)) == ["lorn"]
    assert fight.next_volley is not None
    assert fight.next_volley.side is Side.DEFENDER


def test_gw_50_without_a_free_marker_only_a_hero_lands_or_who_joins_an_army() -> None:
    fleet = stack("C1", "kelp", SHIP, SHIP, cargo=(LI, LI))
    state = game(fleet, powers=("southmere", "vale"))
    full = replace(state, rest={"southmere": state.free_markers("southmere")})
    assert refused(full, said.Land(fleet="C1", area="lorn"), "southmere").startswith("GW-50")
    assert reasons_to_land(full) == {True}
    joining = replace(full, stacks=(*full.stacks, stack("C2", "lorn", LI)), rest={"southmere": 99})
    assert reasons_to_land(joining) == {False}
    joined = act(joining, said.Land(fleet="C1", area="lorn"), seat="southmere")
    assert [len(each.troops) for each in joined.of("southmere") if each.area == "lorn" and each.ref != "C1"] == [3]


def reasons_to_land(state: Game) -> set[bool]:
    """Whether landings that the page shows can't be."""
    return {bool(each.why_not) for each in offers_of(state, "southmere", "kelp") if each.command == "land"}


def at_sea(**fields: Any) -> Game:
    """Two ships with three counters on board against two."""
    attackers = stack("C1", "lorn", SHIP, SHIP, cargo=(LI, LI, LI))
    return game(attackers, stack("D1", "kelp", SHIP, SHIP), powers=("southmere", "vale"), **fields)


def test_gw_44_what_sunk_ships_carry_is_lost_without_room_elsewhere_case_15() -> None:
    fight = act(at_sea(), move("C1", "kelp", attack=True), seat="southmere")
    hit = replace(fight, fight=replace(fight.battle, hits={"c11": 1}))
    flipped = hit.one("C1")
    fought = act(hit, said.Fire(), 10, 10, seat="southmere")
    fought = act(fought, said.Fire(targets={"d11": "c11", "d12": "c12"}), 5, 10, seat="vale")
    assert [each.ref for each in fought.one("C1").troops] == ["c12"]
    assert fought.owed == (Owed("cargo", "southmere", 1, "C1"),)
    assert len(flipped.cargo) == 3
    less = act(fought, said.GiveUp(troops=("c13",)), seat="southmere")
    assert len(less.one("C1").cargo) == 2


def test_gw_50_who_stays_before_a_move_is_fresh_and_who_is_dropped_is_not() -> None:
    state = game(stack("A1", "ash", LI, LI, HI))
    first = act(state, said.Divide(ref="A1", troops=("a11",)))
    assert [each.active for each in first.of("norhal")] == [False, False]
    moved = act(state, move("A1", "jute"))
    dropped = act(moved, said.Divide(ref="A1", troops=("a11",)))
    assert [each.active for each in dropped.at("jute")] == [False, True]
    assert refused(state, said.Divide(ref="A1", troops=("a11", "a12", "a13"))).startswith("GW-50")
    assert refused(replace(state, rest={"norhal": 4}), said.Divide(ref="A1", troops=("a11",))).startswith("GW-50")
    joins = act(
        replace(moved, stacks=(*moved.stacks, stack("A2", "jute", CAV))), said.Divide(ref="A1", troops=("a11",))
    )
    assert (len(joins.one("A2").troops), joins.one("A2").active) == (2, True)


def battle(*, hero: str = "", **options: bool) -> Game:
    """Two light infantry of Norhal attack two orcs in Heath from Jute."""
    heroes = {"ah1": ("ah1",)}.get(hero, ())
    theirs = {"bh1": ("bh1",)}.get(hero, ())
    state = game(stack("A1", "jute", LI, LI, heroes=heroes), stack("B1", "heath", ORC, ORC, heroes=theirs))
    return act(with_options(state, **options), move("A1", "heath", attack=True))


def fought(state: Game, *faces: int) -> Game:
    """A round in which everybody throws these; without any nobody hits."""
    for seat, thrown in (("norhal", faces[:2] or (10, 10)), ("grimgard", faces[2:] or (10, 10))):
        state = act(state, said.Fire(), *thrown, seat=seat)
    return state


def test_gw_60_an_attack_activates_the_attacker_alone_and_once() -> None:
    fight = battle()
    assert (fight.one("A1").active, fight.one("B1").active) == (True, False)
    assert refused(game(stack("A1", "ash", LI)), move("A1", "jute", attack=True)).startswith("GW-60")


def test_gw_61_cards_are_laid_face_down_first_by_the_attacker_and_shown_together() -> None:
    state = game(stack("A1", "jute", LI, LI, LI, LI, HI), stack("B1", "heath", ORC))
    state = holding(holding(state, "norhal", "free-lances.1", "giant-belt.1"), "grimgard", "keen-blade.1")
    fight = act(state, move("A1", "heath", attack=True))
    assert fight.battle.stage is Stage.ATTACKER_CARDS
    laid = act(fight, said.LayCards(cards=("free-lances.1", "giant-belt.1"), stronger="a11"))
    assert (laid.battle.stage, laid.battle.bonus) == (Stage.DEFENDER_CARDS, {})
    shown = act(laid, said.LayCards(), seat="grimgard")
    assert (len(shown.fighters(Side.ATTACKER)), shown.battle.bonus, shown.hand("norhal")) == (6, {"a11": 3}, ())
    assert shown.battle.stage is Stage.VOLLEY
    won = act(shown, said.Fire(), 1, 1, 10, 10, 10, 10)
    won = act(won, said.Fire(), 10, seat="grimgard")
    assert won.fight is None
    assert won.owed == (Owed("troops", "norhal", 1, "A1"),)
    back = act(act(shown, said.Fire(), *[10] * 6), said.Fire(), 10, seat="grimgard")
    assert act(back, said.Retreat()).owed == (Owed("troops", "norhal", 1, "A1"),)


def test_gw_62_three_rounds_and_a_fourth_where_a_hero_wishes_case_11() -> None:
    state = battle()
    for _ in range(2):
        state = fought_on(fought(state))
    ended = fought(state)
    assert (ended.fight, ended.one("A1").area) == (None, "jute")
    led = battle(hero="bh1")
    for _ in range(2):
        led = fought_on(fought(led))
    third = act(fought(led), said.FightOn())
    fourth = act(third, said.FightOn(fourth=True), seat="grimgard")
    assert fourth.battle.round == 4
    assert act(third, said.FightOn(), seat="grimgard").fight is None
    assert fought(fourth).fight is None


def test_gw_63_64_65_and_66_a_volley_hits_and_waits_and_heroes_stand_by_a_counter() -> None:
    state = battle(hero="ah1", race=False)
    assert refused(state, said.Fire(targets={"a11": "b11", "a12": "b11"})).startswith("GW-63")
    fired = act(state, said.Fire(heroes={"ah1": "a12"}), 4, 4)
    assert fired.battle.heroes == {"ah1": "a12"}
    assert list(fired.battle.hits.values()) == [1]  # 3 misses with 4, 3 and a hero hits
    after = act(fired, said.Fire(targets={"b11": "a12", "b12": "a11"}), 4, 10, seat="grimgard")
    assert [each.ref for each in after.one("A1").troops] == ["a11"]
    assert unplaced_heroes(after, Side.ATTACKER) == ()  # by another counter from the next round on
    assert act(fought_on(after), said.Fire(heroes={"ah1": "a11"}), 10).battle.heroes == {"ah1": "a11"}
    assert refused(fired, said.Fire(heroes={"bh1": "b11"}), "grimgard").startswith("bh1 is none")
    assert sum(each.flipped for each in after.one("B1").troops) == 1


def test_gw_67_and_68_the_river_of_the_map_is_that_of_the_battle() -> None:
    state = game(stack("A1", "jute", "scout", LI), stack("B1", "ash", "scout", ORC))
    fight = act(state, move("A1", "ash", attack=True))
    assert [(each.side.value, each.scouts) for each in fight.battle.volleys] == [
        ("defender", True), ("attacker", True), ("defender", False), ("attacker", False)
    ]  # fmt: skip


def test_gw_69_and_75_the_attacker_goes_back_and_the_defender_to_a_free_area_of_its_own() -> None:
    state = fought(battle(pursuit=False))
    back = act(state, said.Retreat())
    assert (back.one("A1").area, back.fight) == ("jute", None)
    own = replace(state, holders={**state.holders, "iron": "grimgard", "dun": "norhal"})
    asked = act(own, said.FightOn())
    assert asked.battle.stage is Stage.DEFENDER_CHOICE
    assert list(goals(asked, Side.DEFENDER)) == ["iron"]
    assert refused(asked, said.Retreat(area="jute"), "grimgard").startswith("GW-75")
    away = act(asked, said.Retreat(area="iron"), seat="grimgard")
    assert (away.one("B1").area, away.holders["heath"]) == ("iron", "norhal")


def test_gw_70_native_ground_is_an_option() -> None:
    fell = stack("B1", "fell", ORC)
    state = game(stack("A1", "cairn", LI), fell)
    for race, needed in ((True, 5), (False, 4)):
        fight = act(with_options(state, race=race), move("A1", "fell", attack=True))
        lines = fight.lines
        assert lines.ground.race is race
        fired = act(act(fight, said.Fire(), 10), said.Fire(), needed, seat="grimgard")
        assert fired.stack("A1") is None


def test_gw_76_who_must_go_and_cannot_is_destroyed_and_its_marker_comes_back_later() -> None:
    state = battle(pursuit=False)
    state = replace(state, stacks=(*state.stacks, stack("B2", "jute", LI)))
    for _ in range(2):
        state = fought_on(fought(state))
    lost = fought(state)
    assert (lost.stack("A1"), lost.rest) == (None, {"norhal": 1})
    done = act(act(lost, said.Done()), said.Done())
    assert (done.rest, done.mover) == ({}, "grimgard")


def test_gw_77_free_attacks_of_cavalry_before_the_army_is_gone() -> None:
    state = game(stack("A1", "jute", LI, LI), stack("B1", "heath", CAV, CAV))
    fight = act(state, move("A1", "heath", attack=True))
    fight = act(fight, said.Fire(), 10, 10)
    fight = act(fight, said.Fire(), 10, 10, seat="grimgard")
    gone = act(fight, said.Retreat())
    assert (gone.battle.stage, gone.battle.free) == (Stage.PURSUIT, 2)
    after = act(gone, said.Pursue(targets=("a11",)), 4, seat="grimgard")
    assert [each.ref for each in after.one("A1").troops] == ["a12"]
    assert (after.fight, after.one("A1").area) == (None, "jute")


def test_gw_80_an_army_fortifies_once_by_its_target() -> None:
    state = game(stack("A1", "ash", "dwarf", LI, LI, LI, heroes=("ah1",)))
    assert fort_target(state, state.one("A1")).number == 6
    assert act(state, said.Fortify(ref="A1"), 6).is_fort("ash")
    failed = act(state, said.Fortify(ref="A1"), 7)
    assert (failed.is_fort("ash"), failed.one("A1").active) == (False, True)


def test_gw_81_a_disbanded_army_frees_its_marker_at_once() -> None:
    state = game(stack("A1", "ash", LI, LI))
    before = state.free_markers("norhal")
    gone = act(state, said.Disband(ref="A1"))
    assert (gone.stack("A1"), gone.free_markers("norhal"), gone.pool(LI)) == (None, before + 1, 24)


def test_gw_85_beside_another_army_a_hero_only_moves() -> None:
    state = game(stack("A1", "iron", heroes=("ah1",)), stack("B1", "iron", LI))
    assert refused(state, said.Search(ref="A1")).startswith("GW-85")
    assert act(state, move("A1", "gorge")).one("A1").area == "gorge"


def test_gw_86_diplomacy_wins_a_country_and_its_army() -> None:
    state = holding(game(stack("A1", "heath", heroes=("ah1",))), "norhal", "jewel-box.1")
    assert ask_target(state, state.one("A1"), 1).number == 4
    won = act(state, said.AskAlliance(ref="A1", gifts=("jewel-box.1",)), 4)
    assert (won.ties["vale"], won.holders["heath"], won.new_allies) == (("norhal", Tie.ALLIED), "norhal", ("vale",))
    assert act(state, said.AskAlliance(ref="A1"), 4).ties.get("vale") is None
    placing = act(act(won, said.Done()), said.Done())
    assert placing.phase is Phase.ALLIES
    came = act(placing, said.PlaceAlly(country="vale", area="heath"))
    assert sorted(each.troop for each in came.at("heath")[-1].troops) == [CAV, "elf", LI, LI]
    assert came.mover == "grimgard"


def test_gw_86_ships_of_a_new_ally_come_to_a_free_sea_beside_its_ports() -> None:
    """By the reading G-19, under a marker of their own."""
    state = game(
        stack("A1", "dun", heroes=("ah1",)), phase=Phase.ALLIES, new_allies=("southmere",),
        holders={"dun": "norhal", "elm": "norhal"}, ties={"southmere": ("norhal", Tie.ALLIED)},
    )  # fmt: skip
    (offer,) = (each for each in offers_of(state, "norhal", "") if each.command == "place_ally")
    assert [choice.value for choice in offer.fields[1].choices] == ["kelp", ""]
    place = said.PlaceAlly(country="southmere", area="elm", sea="kelp")
    came = act(state, place)
    assert [each.troop for each in came.at("kelp")[0].troops] == [SHIP, SHIP]
    assert came.free_markers("norhal") == state.free_markers("norhal") - 2
    assert act(state, replace(place, sea=None)).at("kelp") == ()
    met = replace(state, stacks=(*state.stacks, stack("B1", "kelp", SHIP)))
    assert refused(met, place).startswith("GW-86")
    assert refused(state, replace(place, sea="ash")).startswith("GW-86")


def test_gw_86_other_heroes_there_speak_first() -> None:
    state = game(stack("A1", "heath", heroes=("ah1",)), stack("B1", "heath", heroes=("bh1",)))
    asked = act(state, said.AskAlliance(ref="A1"))
    assert asked.parley is not None
    assert refused(asked, said.Done()).startswith("an alliance is asked for")
    lost = act(asked, said.Speak(says="against"), 3, seat="grimgard")
    assert (lost.ties.get("vale"), lost.one("B1").active) == (None, True)
    assert act(asked, said.Speak(says="for"), 4, seat="grimgard").ties["vale"][0] == "norhal"


def test_gw_87_and_88_searches_and_mercenaries_by_the_top_card() -> None:
    state = game(stack("A1", "iron", heroes=("ah1",)), stack("A2", "jute", heroes=("ah2",)))
    assert refused(state, said.Search(ref="A2")).startswith("GW-87")
    assert refused(state, said.Hire(ref="A1")).startswith("GW-88")
    for card, kept in (("two-hobgoblins.1", False), ("stone-cousins.1", True), ("hired-spears.1", True)):
        deck = (card, *(each for each in state.piles.cards("mercenary") if each != card))
        hired = act(replace(state, piles=state.piles.with_pile("mercenary", Pile(deck))), said.Hire(ref="A2"))
        assert (card in hired.hand("norhal"), card in hired.piles.cards("mercenary-discards")) == (kept, not kept)


def test_gw_89_a_hero_moves_six_by_land_case_13() -> None:
    state = game(stack("A1", "jute", heroes=("ah1",)))
    assert ways(state, state.one("A1"))["birch"][1] == 4
    assert ways(state, state.one("A1"))["elm"][1] == 0  # a swamp ends it
    assert "gorge" in ways(state, state.one("A1"))


def test_gw_90_who_has_not_acted_heals_or_grows() -> None:
    hurt = stack("A1", "ash", HI, CAV)
    hurt = replace(hurt, troops=tuple(replace(each, flipped=True) for each in hurt.troops))
    state = game(hurt, phase=Phase.FINAL)
    healed = act(state, said.Heal(ref="A1"))
    assert ([each.flipped for each in healed.one("A1").troops], healed.one("A1").active) == ([False, False], True)
    assert refused(healed, said.AddTroops(ref="A1", troops=(LI,))).startswith("GW-90")


def test_gw_91_one_of_each_kind_at_home_and_the_first_of_a_conquered_country_case_22() -> None:
    state = game(stack("A1", "ash", LI, LI, LI), phase=Phase.FINAL)
    assert may_add(state, state.one("A1")) == (HI, LI, CAV, "dwarf")
    assert refused(state, said.AddTroops(ref="A1", troops=(HI, CAV, "dwarf"))).startswith("GW-91")
    assert refused(state, said.AddTroops(ref="A1", troops=(HI, HI))).startswith("GW-91")
    assert len(act(state, said.AddTroops(ref="A1", troops=(HI, CAV))).one("A1").troops) == 5
    taken = game(stack("A1", "fell", LI), ties={"grimgard": ("norhal", Tie.CONQUERED)}, phase=Phase.FINAL)
    assert may_add(taken, taken.one("A1")) == (ORC,)


def test_gw_92_one_new_army_in_a_free_area_of_a_country_that_raises() -> None:
    state = game(stack("A1", "ash", LI), phase=Phase.FINAL)
    raised = act(state, said.RaiseArmy(country="norhal", area="birch", troops=(HI, LI)))
    assert [each.troop for each in raised.at("birch")[0].troops] == [HI, LI]
    assert refused(raised, said.RaiseArmy(country="norhal", area="cairn", troops=(LI,))).startswith("GW-92")
    assert refused(state, said.RaiseArmy(country="norhal", area="ash", troops=(LI,))).startswith("GW-92")
    assert refused(state, said.RaiseArmy(country="norhal", area="jute", troops=(LI,))).startswith("GW-92")
    each = with_options(raised, raise_each=True)
    assert refused(each, said.RaiseArmy(country="norhal", area="cairn", troops=(LI,))).startswith("GW-92")


def test_gw_93_a_home_country_that_can_raise_nothing_raises_light_infantry() -> None:
    state = game(stack("A1", "ash", LI), phase=Phase.FINAL)
    norhal = state.data.by_country["norhal"]
    none = tuple(replace(row, count=0) for row in state.data.troops)
    empty = replace(state, pack=replace(state.data, troops=none))
    assert musters(empty, "norhal", norhal, ships=False) == (LI,)
    grown = act(empty, said.AddTroops(ref="A1", troops=(LI,)))
    assert len(grown.one("A1").troops) == 2
    conquered = replace(empty, ties={"norhal": ("norhal", Tie.CONQUERED)})
    assert musters(conquered, "norhal", norhal, ships=False) == ()


def test_g_11_a_country_is_its_capitals_and_the_end_is_the_scenarios() -> None:
    state = game(stack("A1", "fell", LI), holders={"ash": "norhal", "fell": "norhal", "dun": "norhal"})
    assert judged(state)["grimgard"] == ("norhal", Tie.CONQUERED)
    assert winners(state) == ("3 capitals held", ("norhal",))
    late = replace(state, turn=8, holders={"ash": "norhal", "fell": "grimgard"})
    assert winners(late) == ("most capitals after year 8, 1", ("norhal", "grimgard"))
    terms = replace(state.terms, victory=(LastStanding(), HoldCapitals(count=4)))
    alone = replace(state, pack=replace(state.data, scenarios=(terms,)), ties={"norhal": ("norhal", Tie.HOME)})
    assert winners(alone) == ("nobody else is left", ("norhal",))


def reasons(state: Game, at: str, command: str, side: str = "norhal") -> list[tuple[str, ...]]:
    return [offer.why_not for offer in offers_of(state, side, at) if offer.command == command]


def test_where_one_looks_for_an_action_its_reason_against_stands() -> None:
    """By GW-23, GW-31, GW-2, GW-91 and GW-92, at the area that was chosen."""
    state = game(stack("A1", "ash", LI), stack("A2", "kelp", SHIP), stack("B1", "gorge", LI), stack("B2", "jute", LI))
    assert reasons(state, "gorge", "move") == [("A1 doesn't reach Gorge with 3 points (GW-31).",)]
    assert refused(state, move("A1", "kelp")) == "GW-32: only ships go to Kelp"
    assert refused(state, move("A2", "dun")) == "GW-40: ships don't go to Dun: it is land"
    (attack,) = (each for each in offers_of(state, "norhal", "jute") if each.command == "move")
    assert (attack.label, attack.why_not) == ("Attack Grimgard's army B2 in Jute", ())
    assert act(state, stated(attack, Random(1))).fight is not None
    fortified = act(state, said.Fortify(ref="A1"), 9)
    assert reasons(fortified, "ash", "move") == [("A1 has done what it does this year (GW-23).",)]
    full = game(stack("A1", "ash", LI, LI, LI, LI, LI), phase=Phase.FINAL)
    assert reasons(full, "ash", "add") == [("A1 has its 5 counters (GW-2).",)]
    beside = game(stack("A1", "ash", heroes=("ah1",)), stack("B1", "ash", LI), phase=Phase.FINAL)
    assert reasons(beside, "ash", "add") == [("An army is in Ash (GW-35).",)]
    assert refused(beside, said.AddTroops(ref="A1", troops=(LI,))).startswith("GW-35")
    abroad = game(stack("A1", "jute", LI), phase=Phase.FINAL, raised=("norhal",))
    assert reasons(abroad, "jute", "add") == [("No country of yours raises counters in Jute (GW-91).",)]
    assert reasons(abroad, "jute", "raise") == [("A new army has been raised this year (GW-92).",)]


def test_the_map_tells_sides_and_who_has_acted_by_letters_and_strokes() -> None:
    state = game(stack("A1", "ash", LI, CAV, active=True), stack("B1", "fell", LI, heroes=("bh1",)))
    drawn = shown_to(state, "norhal", {}, lambda look: "?").picture
    assert re.findall(r'class="counter ([^"]+)".*?class="counted"[^>]*>([^<]+)<', drawn) == [
        ("mine acted", "2a"), ("theirs", "1b"), ("theirs", "★b"),
    ]  # fmt: skip
