"""Whole games in the log of battles: by lot to their end, hidden from the other side, each rule where it is played."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tabletop.battle.file import read_battle, written_battle
from tabletop.decoding import MalformedError
from tabletop.wizardkings.battle import commands as said
from tabletop.wizardkings.battle.maps import SIDES, edge_of, game_map, home_side
from tabletop.wizardkings.battle.state import FieldedBlock, Fight, Game, Phase
from tabletop.wizardkings.battle.view import offers_of, plain_of
from tabletop.wizardkings.catalogue import Size
from tests.bay import HOUSE, PACKS, pack
from tests.kings import RULES, begun, check_secrets, done, force_of, played, shown
from tests.whole_battles import check_battle


def block(ref: str, unit: str, steps: int = 1, place: str = "5,5", **fields: Any) -> FieldedBlock:
    return FieldedBlock(ref=ref, side={"r": "red", "b": "blue"}[ref[0]], unit=unit, steps=steps, place=place, **fields)


def standing(*blocks: FieldedBlock, size: Size = Size.SMALL, **fields: Any) -> Game:
    """A game with these blocks alone, in red's movement of the third turn."""
    game = replace(begun(size).state, blocks=blocks, turn=3, phase=Phase.MOVEMENT, first="red", mover="red")
    return replace(game, **fields)


def fighting(*blocks: FieldedBlock, **fields: Any) -> Game:
    """A battle that red has begun, where the first block is."""
    fight = Fight(place=blocks[0].place, attacker="red", **fields)
    return standing(*blocks, phase=Phase.BATTLES, mover="", fight=fight, attacks={fight.place: "red"})


def after(game: Game, command: said.GameCommand, seat: str = "red", *faces: int) -> Game:
    dice = NotedDice.typed(faces)
    for happening in RULES.decide(game, command, seat, dice):  # type: ignore[arg-type]
        game = RULES.apply(game, happening.fact)
    dice.check_all_taken()
    return game


def refused(game: Game, command: said.GameCommand, seat: str = "red") -> str:
    with pytest.raises(RefusalError) as error:
        RULES.decide(game, command, seat, NotedDice.seeded(1))  # type: ignore[arg-type]
    return str(error.value)


def test_games_by_lot_are_whole_to_their_end_and_tell_nobody_what_the_other_side_hides() -> None:
    kinds: set[str] = set()
    for seed, size in enumerate((Size.SMALL, Size.SMALL, Size.MEDIUM)):
        chance = Random(seed)
        log = begun(size)
        for _ in range(20):
            log = played(log, chance, 60)
            check_secrets(log)
        assert log.state.how
        check_battle(log)
        kinds |= {type(event.fact).__name__ for event in log.events()}
        assert all(RULES.sentence(event.fact, log.state) for event in log.events())
        assert all(RULES.is_open(log.state, seat) for seat in SIDES)
    large = played(begun(Size.LARGE), Random(7), 60)
    check_battle(large)
    check_secrets(large)
    assert {"BlocksMoved", "Recruited", "BattleOpened", "BattleWon", "Built", "GameEnded"} <= kinds


def test_wk_70_and_4_forces_meet_on_maps_of_their_size_and_capitals_lie_on_both_halves() -> None:
    for size, extent, capitals in ((Size.SMALL, (7, 9), 0), (Size.MEDIUM, (7, 18), 2), (Size.LARGE, (14, 18), 4)):
        game = begun(size).state
        board = game.ground.board.check()
        assert (len(board.signs), len(board.signs[0]), len(game.capitals)) == (*extent, capitals)
        assert all(game.home(place) == side for place, side in game.capitals.items())
        assert all(game.ground.by_hex[place].gold in (2, 3) for place in game.capitals)
        names = [city.name for city in game.ground.cities]
        assert len(names) == len(set(names))
        assert {place: side for place, side in game.held.items() if size is Size.SMALL} == {}
    assert HOUSE.map is not None
    medium = game_map(HOUSE.map, Size.MEDIUM)
    near = {"0,4", "0,5"}  # a mountain edge, and the same one turned to the other half
    assert next({side.a, side.b} for side in medium.board.sides if side.kind == "M") == near
    assert {"6,13", "6,12"} in [{side.a, side.b} for side in medium.board.sides if side.kind == "M"]
    assert home_side(medium.board, Size.MEDIUM, (0, 8)) == "red"
    assert set(edge_of(HOUSE.map.board, "red")) == {(6, column) for column in range(9)}
    other = force_of(Size.MEDIUM)
    for pair, wrong in (
        ((force_of(Size.SMALL), other), "blue: both forces are of the same size of game"),
        ((replace(other, units=()), other), "red: tidewall force isn't a legal start force"),
        ((other, replace(other, third_wizard=True)), "blue: both forces are of the same number of wizards"),
    ):
        with pytest.raises(MalformedError, match=wrong):
            RULES.begun("x", pair, PACKS)
    same = RULES.begun("x", (other, other), PACKS).happenings[0].fact
    assert set(same.names.values()) == {"Tidewall, red", "Tidewall, blue"}
    assert pack(map=None).map is None


def test_wk_11_who_has_moved_doesnt_recruit_and_who_has_recruited_ends_the_moving() -> None:
    game = standing(block("r1", "levy"), block("r2", "levy", place="5,4"), block("b1", "thrall", place="0,0"))
    moved = after(game, said.MoveBlocks(refs=("r1",), place="4,5"))
    assert "WK-11: Levy has moved" in refused(moved, said.Recruit(ref="r1"))
    grown = after(moved, said.Recruit(ref="r2"))
    assert [each.steps for each in grown.of("red")] == [1, 3]
    assert "WK-11" in refused(grown, said.MoveBlocks(refs=("r2",), place="4,5"))
    assert "has recruited" in refused(grown, said.Recruit(ref="r2"))
    assert refused(game, said.Recruit(ref="b1")) == "b1 is none of your blocks"
    assert refused(game, said.Recruit(ref="b1"), "blue").startswith("it's ")
    assert refused(game, said.MoveBlocks(refs=("r1",), place="90,90")) == "the map has no hex 90,90"
    assert refused(game, said.MoveBlocks(refs=("r1", "r1"), place="4,5")) == "r1 has moved this turn"
    full = standing(*(block(f"r{number}", "levy") for number in range(1, 5)), block("r5", "levy", place="4,5"))
    assert "at most 4 may stand" in refused(full, said.MoveBlocks(refs=("r5",), place="5,5"))


def test_wk_14_the_limit_counts_who_has_recruited_not_who_might() -> None:
    units = [block("r1", "cragsman", place="0,5"), block("r2", "cragsman", place="0,5")]
    game = standing(*units, block("r3", "shrew-kin", place="0,5"), turn=3)
    both = after(after(game, said.Recruit(ref="r1")), said.Recruit(ref="r2"))
    assert [each.steps for each in both.blocks] == [2, 2, 1]
    assert "WK-14: 3 of different types" in refused(both, said.Recruit(ref="r3"))
    assert "WK-15: Cragsman gains at most 1 step" in refused(game, said.Recruit(ref="r1", steps=2))
    told = {line.name: line for group in shown(both, "red").groups for line in group.lines}
    assert any("WK-14" in reason for reason in told["Shrew-kin r3, 1 of 4 steps"].reasons)
    assert [place for place in ("0,5",) if 'class="hex ground-mountain lit' in shown(game, "red").picture] == ["0,5"]
    assert "lit" not in shown(game, "blue").picture


def test_wk_70_and_51_a_small_game_s_blocks_enter_by_their_own_edge() -> None:
    game = standing(
        block("r1", "levy", place=""), block("r2", "gull-rider", place=""), block("b1", "thrall", place="0,0")
    )
    assert "enters by your own edge" in refused(game, said.MoveBlocks(refs=("r1",), place="3,3"))
    assert "WK-12" in refused(game, said.Recruit(ref="r1"))
    there = after(game, said.MoveBlocks(refs=("r1", "r2"), place="5,1"))
    assert {each.place for each in there.of("red")} == {"5,1"}


def test_a_battle_is_fought_by_letters_and_hits_take_the_strongest() -> None:
    game = standing(block("r1", "levy", 3), block("b1", "thrall", 2, "4,5"), block("b2", "thornling", 1, "4,5"))
    attack = after(game, said.MoveBlocks(refs=("r1",), place="4,5"))
    assert attack.attacks == {"4,5": "red"}
    assert "WK-11" in refused(attack, said.Recruit(ref="b1"), "blue") or "it's" in refused(
        attack, said.Recruit(ref="b1"), "blue"
    )
    battles = after(after(attack, said.Ready()), said.Ready(), "blue")
    assert battles.phase is Phase.BATTLES
    assert "it's " in refused(battles, said.BeginBattle(place="4,5"), "blue")
    fight = after(battles, said.BeginBattle(place="4,5"))
    assert refused(fight, said.Fire(ref="r1")) == "it is the turn of b2"  # B before C and D
    first = after(fight, said.Fire(ref="b2"), "blue", 1)
    assert first.block("r1").steps == 2
    second = after(first, said.Fire(ref="r1"), "red", 1, 1)
    assert [(each.ref, each.steps) for each in second.of("blue")] == [("b1", 1)]  # the strongest, then the first to act
    assert second.pools["blue"]["thornling"] == fight.pools["blue"]["thornling"] + 1  # WK-42: back to the pool
    assert after(second, said.Fire(ref="b1"), "blue", 6).fight.round == 2


def test_wk_32_34_and_30_a_wizard_casts_tires_learns_and_has_to_leave() -> None:
    game = fighting(block("r1", "tide-mage", 3), block("b1", "thrall", 1), block("b2", "thrall", 4))
    assert "has no spell" in refused(game, said.CastSpell(ref="r1", spell="ember"))
    assert "r1 has no number to hit with" in refused(game, said.Fire(ref="r1"))
    weak = fighting(block("r1", "tide-mage", 1), block("b1", "thrall", 1))
    assert "WK-32" in refused(weak, said.CastSpell(ref="r1", spell="breaker"))
    cast = after(game, said.CastSpell(ref="r1", spell="breaker"), "red", 1, 1, 1, 1, 2)
    assert [each.steps for each in cast.of("blue")] == [1, 0] or sum(each.steps for each in cast.of("blue")) == 1
    assert cast.fight.fatigued == ("r1",)
    thrall = next(each.ref for each in cast.of("blue"))
    second = after(cast, said.Hold(ref=thrall), "blue")
    assert "WK-34" in refused(second, said.CastSpell(ref="r1", spell="spray"))
    assert "WK-34" in refused(second, said.Hold(ref="r1"))
    assert {offer.command for offer in offers_of(second, "red", "")} == {"retreat"}
    gone = after(second, said.Retreat(ref="r1", place="4,5"))
    assert gone.fight.winner == "blue"
    kill = fighting(block("r1", "tide-mage", 1), block("b1", "thrall", 1), block("b2", "thrall", 1))
    learnt = after(kill, said.CastSpell(ref="r1", spell="spray"), "red", 1, 6, 6)
    assert learnt.block("r1").steps == 2
    assert learnt.learnt == ("r1",)
    again = replace(kill, learnt=("r1",))
    assert after(again, said.CastSpell(ref="r1", spell="spray"), "red", 1, 6, 6).block("r1").steps == 1


def test_wk_20_and_34_after_a_victory_the_army_stays_and_recruits_or_regroups() -> None:
    won = fighting(*(block(ref, "levy", 1, "2,2", fought=True) for ref in ("r1", "r2")), winner="red")
    grown = after(won, said.Recruit(ref="r1"))
    assert grown.block("r1").steps == 3
    assert "WK-14" in refused(grown, said.Recruit(ref="r2"))
    assert "the whole army stays" in refused(grown, said.Retreat(ref="r2", place="2,3"))
    apart = after(won, said.Retreat(ref="r2", place="2,3"))
    assert "WK-20" in refused(apart, said.Recruit(ref="r1"))
    assert after(apart, said.CloseBattle()).phase is Phase.BUILDING
    tired = fighting(block("r1", "levy"), block("r2", "tide-mage"), winner="red", fatigued=("r2",))
    assert "WK-34" in refused(tired, said.Recruit(ref="r1"))
    assert "WK-34" in refused(tired, said.CloseBattle())
    assert "close" not in {offer.command for offer in offers_of(tired, "red", "")}
    assert refused(won, said.CloseBattle(), "blue").startswith("it's ")


def test_wk_60_cities_block_retreats() -> None:
    game = replace(fighting(block("r1", "levy", 1, "4,6"), block("b1", "thrall", 1, "4,6")))
    game = replace(game, fight=replace(game.fight, place="4,6", attacker="blue", acted=("b1",)))
    assert "WK-60" in refused(game, said.Retreat(ref="r1", place="3,6"))  # Crossways stands empty
    assert "isn't beside" in refused(game, said.Retreat(ref="r1", place="0,0"))
    assert "3,6" not in {
        choice.value for offer in offers_of(game, "red", "") for f in offer.fields for choice in f.choices
    }


def test_wk_31_50_51_52_and_53_what_is_built_and_studied() -> None:
    there = [block("r1", "tide-mage", 1, "3,2"), block("r2", "levy", 1, "6,1")]
    game = standing(*there, phase=Phase.BUILDING, mover="", held={"6,1": "red"})
    assert after(game, said.Study(ref="r1"), "red", 2).block("r1").steps == 2
    assert "WK-31" in refused(game, said.Study(ref="r2"))
    keep = after(game, said.BuildCastle(place="6,1"))
    assert [each.unit for each in keep.at("6,1")] == ["levy", "keep"]
    assert "WK-50" in refused(keep, said.Build(unit="levy"))  # one pick in a small game
    assert "WK-53" in refused(game, said.BuildCastle(place="0,1"))
    assert "WK-50" in refused(game, said.Build(unit="tide-mage"))
    assert after(game, said.Build(unit="levy")).blocks[-1].place == ""
    assert refused(game, said.Build(unit="griffin")) == "the pack has no unit “griffin” for you"
    capital = next(place for place, side in begun(Size.MEDIUM).state.capitals.items() if side == "red")
    medium = standing(size=Size.MEDIUM, phase=Phase.BUILDING, mover="")
    built = after(medium, said.Build(unit="levy", place=capital))
    assert built.blocks[-1].place == capital
    assert "WK-52" in refused(
        replace(medium, blocks=(block("b1", "thrall", 1, capital),)), said.Build(unit="levy", place=capital)
    )
    assert "WK-51" in refused(medium, said.Build(unit="levy", place="3,3"))


def test_wk_71_and_72_the_turn_s_end_is_judged() -> None:
    gold = {"0,1": "red", "6,1": "red", "1,3": "red"}
    rich = [block(f"r{number}", "levy", 1, place) for number, place in enumerate(gold, 1)]
    game = standing(
        *rich, block("b1", "thrall", 1, "1,8"), held=gold, phase=Phase.BUILDING, mover="", turn=5, ready=("blue",)
    )
    assert game.gold("red") == 8
    over = after(game, said.Ready())
    assert (over.how, over.winner) == ("victory", "red")
    assert refused(over, said.Ready()) == "the game is over"
    assert after(replace(game, turn=4), said.Ready()).turn == 5
    last = after(replace(game, turn=12, blocks=(block("b1", "thrall", 1, "1,8"),), held={"1,8": "blue"}), said.Ready())
    assert (last.how, last.winner) == ("victory at the last turn", "blue")


def test_a_damaged_file_is_refused_by_its_line_and_salts_differ() -> None:
    log = begun(Size.MEDIUM)
    content = written_battle(log)
    assert written_battle(read_battle(content, RULES)) == content
    with pytest.raises(MalformedError, match=r"line [34]: prev"):
        read_battle(content.replace(b'"unit":"levy"', b'"unit":"keep"', 1), RULES)
    assert begun(Size.MEDIUM).events()[1].fact.salt != log.events()[1].fact.salt
    with pytest.raises(MalformedError, match="red and blue"):
        RULES.check_begun(log.state, ("a", "b"))
    with pytest.raises(MalformedError, match="line 2"):
        RULES.check_begun(RULES.start(), SIDES)
    assert plain_of(RULES.start(), "red") == {}
    assert shown(RULES.start(), "red").says == "the game has not begun"
    seen: Any = RULES.seen_by(log.events()[1].fact, "blue")
    assert msgspec.to_builtins(seen)["blocks"][0] == {"ref": "r1", "unit": "", "steps": 0}
    assert refused(log.state, said.Ready(), "watcher") == "only the two sides give commands"
    assert done(log, said.PlaceBlock(ref="r1", place=next(iter(log.state.capitals))), "red").state.of("red")[0].place
