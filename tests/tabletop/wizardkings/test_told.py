"""Facts that fit no game, a file that no game begins with, and what pages say as a battle is won."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.battle.game import EVERYTHING
from tabletop.decoding import MalformedError
from tabletop.packs import Packs
from tabletop.wizardkings.battle import commands as said
from tabletop.wizardkings.battle import facts as made
from tabletop.wizardkings.battle.state import SIDES, Phase
from tabletop.wizardkings.battle.view import offers_of, plain_of
from tabletop.wizardkings.catalogue import Size
from tests.bay import HOUSE, PLAIN, pack
from tests.kings import RULES, begun, force_of, shown
from tests.tabletop.wizardkings.test_battle import after, block, fighting, standing


def test_facts_that_fit_no_game_are_refused_as_a_file_is_read() -> None:
    """By LookupError, which the reader of files words by the line."""
    game = standing(block("r1", "levy"))
    for state, fact, reason in (
        (game, made.BattleWon("red"), "no battle is fought"),
        (game, made.Learnt("r9"), "there is no r9"),
    ):
        with pytest.raises(LookupError, match=reason):
            RULES.apply(state, fact)
    for wanted in ("data", "ground"):
        with pytest.raises(LookupError, match="the game has not begun"):
            getattr(RULES.start(), wanted)


def test_a_game_begins_between_red_and_blue() -> None:
    state = begun(Size.MEDIUM).state
    RULES.check_begun(state, SIDES)
    for wrong in (replace(state, names={"red": "A"}), replace(state, armies={})):
        with pytest.raises(MalformedError, match="line 2: a game is between red and blue"):
            RULES.check_begun(wrong, SIDES)


def test_a_capital_that_is_no_city_of_the_packs_map_is_named_by_its_side() -> None:
    poor = {**PLAIN["map"], "cities": [city | {"gold": 1} for city in PLAIN["map"]["cities"]]}
    own = pack(map=poor)
    forces = [replace(force_of(Size.MEDIUM, army), pack="OwnPackCode1") for army in ("tidewall", "ashkar")]
    with pytest.raises(MalformedError, match=r"red: tidewall force isn.t a legal start force: .+ is worth 1 gold"):
        RULES.begun("x", forces, Packs(HOUSE, lambda _: {"OwnPackCode1": own}))


def test_what_is_sent_while_others_build_is_late_only_where_it_matters() -> None:
    assert RULES.touches(said.Study(ref="r1")) == frozenset()
    assert RULES.touches(said.Ready()) == RULES.changes(made.SideReady("red")) == {EVERYTHING}
    ends = [RULES.ended(game) for game in (standing(), replace(standing(), how="victory", winner="blue"))]
    assert [end and end.winner for end in ends] == [None, "blue"]


def test_a_battle_that_is_won_is_told_on_the_page_and_to_programs() -> None:
    won = fighting(block("r1", "levy", 1, "3,6"), winner="red")
    assert shown(won, "red").says == "Tidewall have won in Crossways (3,6): regroup, or recruit"
    plain: dict[str, Any] = plain_of(won, "blue")["fight"]
    assert (plain["winner"], plain["next"], plain["place"]) == ("red", None, "3,6")
    assert plain_of(fighting(block("r1", "levy"), block("b1", "thrall")), "red")["fight"]["next"] == "r1"
    over = replace(won, how="victory", winner="red")
    assert all(not line.is_lit for group in shown(over, "red").groups for line in group.lines)


def test_who_has_moved_everybody_is_offered_no_move() -> None:
    moved = standing(block("r1", "levy", moved=True), block("b1", "thrall", place="0,0"))
    assert [offer.command for offer in offers_of(moved, "red", "")] == ["ready"]
    fresh = standing(block("r1", "levy"), block("b1", "thrall", place="0,0"))
    assert "move" in [offer.command for offer in offers_of(fresh, "red", "")]


def test_the_first_players_battles_are_offered_before_the_seconds() -> None:
    two = (block("r1", "levy", 1, "3,3"), block("b1", "thrall", 1, "3,3"))
    more = (block("r2", "levy", 1, "5,5"), block("b2", "thrall", 1, "5,5"))
    waiting = standing(*two, *more, phase=Phase.BATTLES, mover="", attacks={"5,5": "blue", "3,3": "red"})
    offered = {side: [dict(offer.stated) for offer in offers_of(waiting, side, "")] for side in SIDES}
    assert offered == {"red": [{"place": "3,3"}], "blue": []}
    begun_there = after(waiting, said.BeginBattle(place="3,3"))
    assert begun_there.battle.place == "3,3"


def test_wk_42_a_wizard_that_falls_is_out_for_good_and_counted() -> None:
    game = fighting(block("r1", "levy", 1), block("b1", "ash-seer", 1), acted=("b1",))
    fallen = after(game, said.Fire(ref="r1"), "red", 1)
    assert (fallen.lost_wizards, fallen.block("b1"), fallen.pools["blue"].get("ash-seer")) == ({"blue": 1}, None, None)
    assert fallen.battle.winner == "red"
