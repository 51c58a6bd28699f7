"""Fleets and marines, cards and heroes of a battle, and every reason against them, by the numbers of their rules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle.acting import ask_target, fort_target
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.state import Counter, Game, Owed, Phase, Stack
from tabletop.greyhawk.battle.view import shown_to
from tabletop.greyhawk.pack import MoreTroops, Pack
from tabletop.greyhawk.play.lines import Side
from tests.crowns import act, fought_on, game, holding, move, refused, sea_packs, stack, with_options

LI, HI, CAV, SHIP, ORC, MARINE = "light-infantry", "heavy-infantry", "cavalry", "ship", "orc", "marine"
SEA = sea_packs().house
SOUTH_AND_VALE = ("southmere", "vale")


def on_lorn(*others: Stack, **fields: Any) -> Game:
    """Southmere's army with two marines on the island Lorn, where two of Vale's ships lie with a marine and a hero."""
    ashore = stack("C1", "lorn", LI, MARINE, MARINE)
    return game(ashore, stack("D1", "lorn", SHIP, SHIP, cargo=(MARINE, LI), heroes=("dh1",)), *others,
                powers=SOUTH_AND_VALE, **fields)  # fmt: skip


def test_gw_60_marines_ashore_attack_the_ships_in_their_island_and_nobody_else_of_the_army_does() -> None:
    """By the reading G-20: they fight where they stand, and break off there."""
    state = on_lorn()
    fight = act(state, said.AttackShips(ref="C1"), seat="southmere")
    assert [each.ref for each in fight.fighters(Side.ATTACKER)] == ["c12", "c13"]
    assert [each.ref for each in fight.fighters(Side.DEFENDER)] == ["d11", "d12", "d13"]
    assert (fight.battle.ground.at_sea, fight.one("C1").active, fight.most_rounds) == (True, True, 4)
    assert refused(fight, said.Fire(targets={"c11": "d11"}), "southmere") == (
        "GW-60: Light infantry c11: at sea only ships and marines fight"
    )
    over = act(act(fight, said.Fire(), 10, 10, seat="southmere"), said.Fire(), 10, 10, 10, seat="vale")
    (offer,) = (each for each in offers_of(over, "southmere", "") if each.command == "retreat")
    assert (offer.label, [each.value for each in offer.fields[0].choices]) == ("Break off", ["lorn"])
    left = act(over, said.Retreat(), seat="southmere")
    assert (left.fight, left.one("C1").area, left.one("C1").active) == (None, "lorn", True)
    hurt = replace(fight, fight=replace(fight.battle, hits={"c12": 1, "c13": 1}))
    lost = act(act(hurt, said.Fire(), 10, 10, seat="southmere"), said.Fire(), 1, 1, 10, seat="vale")
    assert (lost.fight, [each.ref for each in lost.one("C1").troops]) == (None, ["c11"])


def test_gw_60_what_keeps_marines_from_ships_is_said() -> None:
    state = on_lorn(stack("C2", "elm", LI), stack("C3", "kelp", SHIP))
    none = replace(state, stacks=(stack("C1", "lorn", LI), *state.stacks[1:]))
    (offer,) = (each for each in offers_of(none, "southmere", "lorn") if each.command == "attack_ships")
    assert offer.why_not == ("Only marines attack ships, and C1 has none ashore (GW-60).",)
    assert refused(none, said.AttackShips(ref="C1"), "southmere").startswith("GW-60")
    away = replace(state, stacks=(stack("C1", "elm", MARINE), *state.stacks[1:]))
    assert refused(away, said.AttackShips(ref="C1"), "southmere") == "GW-60: no ships of others are in Elm"
    tired = replace(state, stacks=(replace(state.stacks[0], active=True), *state.stacks[1:]))
    assert refused(tired, said.AttackShips(ref="C1"), "southmere").startswith("GW-23")
    assert refused(state, move("C2", "lorn", attack=True), "southmere").startswith("GW-60: ships and armies don't")
    came = act(away, move("C1", "lorn"), seat="southmere")  # over the ferry, and then at the ships
    assert act(came, said.AttackShips(ref="C1"), seat="southmere").fight is not None


def test_gw_60_and_75_marines_ashore_stand_by_their_ships_while_there_is_one() -> None:
    """By G-20; they stay where they are when these go or are sunk."""
    state = on_lorn()
    theirs = stack("D2", "lorn", LI, MARINE, MARINE)
    state = replace(state, stacks=(stack("C1", "kelp", SHIP, SHIP), state.stacks[1], theirs))
    fight = act(state, move("C1", "lorn", attack=True), seat="southmere")
    assert [each.ref for each in fight.fighters(Side.DEFENDER)] == ["d11", "d12", "d13", "d22", "d23"]
    page = shown_to(fight, "vale", {}, lambda look: "?")
    told = {line.name: line.reasons for group in page.groups if "defender" in group.title for line in group.lines}
    assert told["Light infantry d21"] == ("Light infantry d21: at sea only ships and marines fight (GW-60).",)
    over = act(act(fight, said.Fire(), 10, 10, seat="southmere"), said.Fire(), 10, 10, 10, 10, 10, seat="vale")
    assert act(over, said.FightOn(), seat="southmere").battle.round == 2  # who may go nowhere isn't asked
    (ways_out,) = (group for group in shown_to(over, "vale", {}, lambda look: "?").groups if "Ways out" in group.title)
    assert [(line.name, line.reasons) for line in ways_out.lines] == [
        ("Southmere to Kelp", ()), ("Vale to Kelp", ("The attack came from Kelp (GW-75).",)),
    ]  # fmt: skip
    hit = replace(fight, fight=replace(fight.battle, hits={"d11": 2, "d12": 1}))
    sunk = act(hit, said.Fire(targets={"c11": "d12", "c12": "d13"}), 1, 10, seat="southmere")
    sunk = act(sunk, said.Fire(), 10, 10, 10, 10, 10, seat="vale")
    assert (sunk.fight, sunk.one("D2").troops, sunk.one("D1").all_troops) == (None, theirs.troops, ())


def with_cards(state: Game, side: str, *cards: str) -> Game:
    """The state by the pack in which ships and marines are for hire, with these in a hand."""
    assert isinstance(SEA, Pack)
    return holding(replace(state, pack=replace(SEA, scenarios=state.data.scenarios)), side, *cards)


def test_gw_6_61_and_88_at_sea_ships_and_marines_are_hired_alone_as_far_as_there_is_room() -> None:
    """By the reading G-21; a marine card and a ship card each have others beside them."""
    cards = ("hired-spears.1", "free-lances.1", "stone-cousins.1", "earthworks.1")
    state = with_cards(on_lorn(), "vale", *cards)
    fight = act(state, said.AttackShips(ref="C1"), seat="southmere")
    offers = {each.label: each.why_not for each in offers_of(fight, "vale", "") if each.command == "lay_cards"}
    assert offers == {
        "Lay cards": (),
        "Lay Stone cousins": ("Stone cousins: at sea only ships and marines fight (GW-60).",),
        "Lay Earthworks": ("Earthworks adds no strength: it isn't for battles (GW-61).",),
    }
    assert refused(fight, said.LayCards(cards=("stone-cousins.1",)), "vale").startswith("GW-60")
    came = act(fight, said.LayCards(cards=("hired-spears.1", "free-lances.1")), seat="vale").one("D1")
    assert ([each.troop for each in came.troops], [each.troop for each in came.cargo]) == (
        [SHIP, SHIP, SHIP], [MARINE, LI, MARINE]
    )  # fmt: skip
    full = replace(fight.one("D1"), cargo=tuple(Counter(f"d3{number}", LI) for number in range(4)))
    full_fight = fight.with_stack(full)
    assert refused(full_fight, said.LayCards(cards=("hired-spears.1",)), "vale").startswith("GW-41")
    ours = with_cards(on_lorn(), "southmere", "hired-spears.1", "free-lances.1")
    fight = act(ours, said.AttackShips(ref="C1"), seat="southmere")
    assert refused(fight, said.LayCards(cards=("free-lances.1",)), "southmere").startswith("GW-60")
    came = act(fight, said.LayCards(cards=("hired-spears.1",)), seat="southmere").one("C1")
    assert [each.troop for each in came.troops] == [LI, MARINE, MARINE, MARINE]
    land = with_cards(game(stack("A1", "jute", LI), stack("B1", "heath", ORC)), "norhal", "free-lances.1")
    came = act(act(land, move("A1", "heath", attack=True)), said.LayCards(cards=("free-lances.1",))).one("A1")
    assert [each.troop for each in came.troops] == [LI, CAV]


def test_gw_61_and_62_what_a_later_round_does_not_allow_is_said_card_by_card() -> None:
    state = holding(game(stack("A1", "jute", LI, LI), stack("B1", "heath", ORC, heroes=("bh1",))), "norhal",
                    "keen-blade.1", "hired-spears.1", "jewel-box.1")  # fmt: skip
    fight = fought_one(act(act(state, move("A1", "heath", attack=True)), said.LayCards()))
    for _ in range(2):
        fight = act(fought_on(fight), said.LayCards())
        labels = {each.label: each.why_not for each in offers_of(fight, "norhal", "") if each.command == "lay_cards"}
        assert labels == {}  # the defender fires only once the attacker has
        fight = fought_one(fight)
    fourth = [each.why_not for each in offers_of(fight, "norhal", "") if each.label == "A fourth round"]
    assert fourth == [("Only a hero leads an army into a fourth round, after the third (GW-62).",)]
    assert refused(fight, said.FightOn(fourth=True)).startswith("GW-62")
    led = act(fight, said.FightOn())
    asked = act(led, said.FightOn(fourth=True), seat="grimgard")
    offers = {each.label: each.why_not for each in offers_of(asked, "norhal", "") if each.command == "lay_cards"}
    assert offers == {
        "Lay cards": (),
        "Lay Keen blade; a bog wight guards it": (
            "Keen blade; a bog wight guards it is laid before the first round alone (GW-61).",
        ),
        "Lay Jewel box; rats guard it": ("Jewel box; rats guard it adds no strength: it isn't for battles (GW-61).",),
    }


def fought_one(state: Game) -> Game:
    """A round in which two attackers and a defender miss."""
    return act(act(state, said.Fire(), 10, 10), said.Fire(), 10, seat="grimgard")


def test_gw_66_and_68_who_may_not_fire_or_be_put_beside_a_counter_says_why() -> None:
    state = game(stack("A1", "jute", "scout", LI, LI, heroes=("ah1",)), stack("B1", "heath", "scout", ORC))
    fight = act(state, move("A1", "heath", attack=True))
    assert refused(fight, said.Fire(targets={"a12": "b11"})) == "GW-68: Light infantry a12 fires after the scouts"
    fired = act(fight, said.Fire(targets={"a11": "b12"}, heroes={"ah1": "a12"}), 10)
    fired = act(fired, said.Fire(targets={"b11": "a12"}), 1, seat="grimgard")
    assert [each.ref for each in fired.one("A1").troops] == ["a11", "a13"]
    sentence = "the counter of hero ah1 is gone: it stands by another next round"
    assert refused(fired, said.Fire(heroes={"ah1": "a13"})) == f"GW-66: {sentence}"
    page = shown_to(fired, "norhal", {}, lambda look: "?")
    told = {line.name: line.reasons for group in page.groups for line in group.lines if line.reasons}
    assert told == {
        "Grimgard to Jute": ("The attack came from Jute (GW-75).",),
        "Scout a11: 3": ("Scout a11 has fired already (GW-68).",),
        "Hero ah1": ("The counter of hero ah1 is gone: it stands by another next round (GW-66).",),
    }


def test_gw_7_a_card_too_many_may_be_played_in_place_of_discarding_one() -> None:
    hand = ("earthworks.1", "dry-roads.1", "jewel-box.1", "keen-blade.1", "keen-blade.2", "truce-talk.1")
    state = replace(holding(game(stack("A1", "ash", LI)), "norhal", *hand), owed=(Owed("cards", "norhal", 1),))
    offers = {each.label: each.why_not for each in offers_of(state, "norhal", "") if each.command == "play_card"}
    assert offers["Play Earthworks"] == ()
    assert offers["Play Dry roads"] == ("Dry roads: an army has to be on the move (GW-22).",)
    played = act(state, said.PlayCard(card="earthworks.1", ref="A1"))
    assert (played.owed, played.is_fort("ash"), len(played.hand("norhal"))) == ((), True, 5)
    two = replace(state, owed=(Owed("cards", "norhal", 2),))
    assert refused(two, said.Done()).startswith("first Norhal gives up")
    more = holding(state, "norhal", *hand, "storm-lamp.1")
    assert act(more, said.PlayCard(card="truce-talk.1")).owed == (Owed("cards", "norhal", 1),)


def test_gw_21_and_32_a_hero_goes_to_sea_with_ships_alone() -> None:
    heroes = (stack("C2", "", heroes=("ch1",)), stack("C3", "dun", heroes=("ch2",)))
    state = game(*heroes, powers=SOUTH_AND_VALE, phase=Phase.HEROES)
    assert refused(state, said.PlaceHero(hero="ch1", area="kelp"), "southmere").startswith("GW-32")
    sailing = replace(state, stacks=(*heroes, stack("C1", "kelp", SHIP)))
    led = act(sailing, said.PlaceHero(hero="ch1", area="kelp"), seat="southmere")
    assert led.one("C1").heroes == ("ch1",)
    acting = replace(led, phase=Phase.ACTIONS)
    assert refused(acting, said.Divide(ref="C1", hero="ch1"), "southmere").startswith("GW-32")


def test_gw_41_and_50_ships_that_go_on_carry_what_they_carried() -> None:
    state = game(stack("C1", "kelp", SHIP, SHIP, cargo=(LI, LI, LI)), powers=SOUTH_AND_VALE)
    assert refused(state, said.Divide(ref="C1", troops=("c11",)), "southmere").startswith("GW-41")


def test_gw_42_each_ship_takes_troops_on_board_once_a_year_and_some_may_land_alone() -> None:
    """By the reading G-22, those ships with the least room to spare."""
    state = game(stack("C1", "kelp", SHIP, SHIP), stack("C2", "dun", LI), stack("C3", "lorn", LI, HI),
                 powers=SOUTH_AND_VALE)  # fmt: skip
    one = act(state, said.Load(fleet="C1", ref="C2"), seat="southmere")
    assert (len(one.boarded), one.one("C1").loaded) == (1, False)
    two = act(one, said.Load(fleet="C1", ref="C3"), seat="southmere")
    assert (len(two.boarded), two.one("C1").loaded, len(two.one("C1").cargo)) == (2, True, 3)
    more = replace(two, stacks=(*two.stacks, stack("C4", "dun", LI)))
    assert refused(more, said.Load(fleet="C1", ref="C4"), "southmere").startswith("GW-42")
    half = replace(one, stacks=(one.one("C1"), stack("C3", "lorn", LI, LI, LI)))
    assert refused(half, said.Load(fleet="C1", ref="C3"), "southmere").startswith("GW-42: ships of C1")
    walked = act(replace(state, stacks=(*state.stacks, stack("C4", "jute", LI))), move("C4", "dun"), seat="southmere")
    assert refused(walked, said.Load(fleet="C1", ref="C4"), "southmere").startswith("GW-42: only an army")
    landed = act(two, said.Land(fleet="C1", area="dun", troops=("c21",)), seat="southmere")
    assert [len(each.all_troops) for each in landed.of("southmere")] == [4, 1]
    rest = act(landed, said.Land(fleet="C1", area="lorn"), seat="southmere")
    assert ([len(each.all_troops) for each in rest.at("lorn")], rest.one("C1").cargo) == ([2], ())


def test_gw_22_ships_of_a_card_join_a_fleet() -> None:
    state = game(stack("C1", "kelp", SHIP), stack("C2", "dun", LI), powers=SOUTH_AND_VALE)
    cards = tuple(replace(card, effect=MoreTroops(troop=SHIP)) if card.id == "volunteers" else card
                  for card in state.data.cards)  # fmt: skip
    state = replace(holding(state, "southmere", "volunteers.1"), pack=replace(state.data, cards=cards))
    assert refused(state, said.PlayCard(card="volunteers.1", ref="C2"), "southmere").startswith("GW-22")
    assert len(act(state, said.PlayCard(card="volunteers.1", ref="C1"), seat="southmere").one("C1").troops) == 2


def test_gw_80_infantry_of_all_armies_of_a_player_in_the_area_counts() -> None:
    state = game(stack("A1", "ash", LI, CAV), stack("A2", "ash", "dwarf", LI))
    assert fort_target(state, state.one("A1")).number == 3
    assert fort_target(state, state.one("A2")).number == 4  # a dwarf of its own


def test_gw_86_other_heroes_of_ones_own_speak_for_it() -> None:
    mine = (stack("A1", "heath", heroes=("ah1",)), stack("A2", "heath", heroes=("ah2",)))
    state = game(*mine)
    base = ask_target(state, state.one("A1")).number
    helped = act(state, said.AskAlliance(ref="A1", helpers=("A2",)), base + 1)
    assert (helped.ties["vale"][0], helped.one("A2").active) == ("norhal", True)
    assert act(state, said.AskAlliance(ref="A1"), base + 1).ties.get("vale") is None
    together = game(stack("A1", "heath", heroes=("ah1", "ah2")))
    assert act(together, said.AskAlliance(ref="A1"), base + 1).ties["vale"][0] == "norhal"
    alone = with_options(state, counter_diplomacy=False)
    assert refused(alone, said.AskAlliance(ref="A1", helpers=("A2",))).startswith("GW-86")
    met = replace(state, stacks=(*mine, stack("B1", "heath", heroes=("bh1",))))
    asked = act(met, said.AskAlliance(ref="A1", helpers=("A2",)))
    assert asked.parley is not None
    assert (asked.parley.target, asked.parley.waits) == (base + 1, ("grimgard",))


def test_gw_71_and_77_nobody_is_left_to_land_on_board_after_a_pursuit() -> None:
    fleet = stack("C1", "lorn", SHIP, cargo=(LI,))
    state = game(fleet, stack("D1", "lorn", CAV), powers=SOUTH_AND_VALE)
    fight = act(state, said.Land(fleet="C1", area="lorn", attack=True), seat="southmere")
    fight = act(act(fight, said.Fire(), 10, seat="vale"), said.Fire(), 10, seat="southmere")
    gone = act(act(fight, said.Retreat(), seat="southmere"), said.Pursue(targets=("c12",)), 1, seat="vale")
    assert (gone.fight, gone.one("C1").cargo) == (None, ())
