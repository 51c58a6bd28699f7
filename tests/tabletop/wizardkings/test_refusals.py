"""What a side may not do is refused with its reason, and what happens seldom comes out by its rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.battle.dice import NotedDice
from tabletop.boards.hex import Layout
from tabletop.decoding import MalformedError
from tabletop.wizardkings.battle import commands as said
from tabletop.wizardkings.battle.maps import edge_of, game_map, placed
from tabletop.wizardkings.battle.state import Game, Phase
from tabletop.wizardkings.battle.view import offers_of
from tabletop.wizardkings.catalogue import Size
from tests.bay import HOUSE
from tests.kings import RULES, begun, shown
from tests.refusals import misjudged
from tests.tabletop.wizardkings.test_battle import after, block, fighting, standing


def refusals(*cases: tuple[Game, str, said.GameCommand, str]) -> list[str]:
    return misjudged(lambda game, command, seat: RULES.decide(game, command, seat, NotedDice.seeded(1)), cases)


def test_setting_up_and_moving() -> None:
    setup = begun(Size.MEDIUM).state
    home = next(iter(setup.capitals))
    there = after(setup, said.PlaceBlocks(refs=("r1",), place=home))
    ready = replace(there, ready=("red",))
    away = next(place for place, side in setup.capitals.items() if side == "blue")
    game = standing(block("r1", "keep"), block("r2", "levy"), block("r3", "levy", place=""), block("b1", "thrall"))
    assert refusals(
        (setup, "red", said.PlaceBlocks(refs=("r1",), place=away), f"{away} isn't on your home maps"),
        (there, "red", said.PlaceBlocks(refs=("r1",), place=home), "r1 is there already"),
        (there, "red", said.Ready(), f"{len(setup.of('red')) - 1} of your blocks are still to be placed"),
        (ready, "red", said.PlaceBlocks(refs=("r2",), place=home), "Tidewall are ready already"),
        (game, "red", said.MoveBlocks(refs=("r2",), place="5,5"), "r2 is there already"),
        (game.__class__(), "red", said.MoveBlocks(refs=("r2",), place="5,5"), "that is done in the phase “movement”"),
        (game, "red", said.MoveBlocks(refs=("r1",), place="5,4"), "a castle stays where it is"),
        (game, "red", said.MoveBlocks(refs=("r3",), place="0,4"), "r3 enters by your own edge, and 0,4 is too far"),
        (replace(game, recruiting=True), "red", said.MoveBlocks(refs=("r2",), place="5,4"), "somebody has recruited"),
        (game, "blue", said.Ready(), "it's Tidewall's to do"),
    ) == []  # fmt: skip


def test_battles_and_their_ends() -> None:
    two = (block("r1", "levy", 1, "3,3"), block("b1", "thrall", 1, "3,3"))
    more = (block("r2", "levy", 1, "5,5"), block("b2", "thrall", 1, "5,5"))
    waiting = standing(*two, *more, phase=Phase.BATTLES, mover="", attacks={"3,3": "red", "5,5": "blue"})
    fight = fighting(*two, *more)
    won = fighting(block("r1", "levy", 1, "3,3", fought=True), *more, winner="red")
    castle = fighting(block("r1", "keep", 1, "3,3"), block("b1", "thrall", 1, "3,3"), acted=("b1",))
    blocked = fighting(block("r1", "levy", 1, "3,3"), block("b1", "thrall", 1, "3,3"), block("b2", "thrall", 1, "3,4"),
                       acted=("b1",))  # fmt: skip
    assert refusals(
        (waiting, "blue", said.BeginBattle(place="5,5"), "the first player's battles come first: 3,3"),
        (waiting, "red", said.BeginBattle(place="4,4"), "there is no battle to be fought in 4,4"),
        (fight, "red", said.BeginBattle(place="5,5"), "a battle is fought: it comes first"),
        (waiting, "red", said.Fire(ref="r1"), "that is done in the phase “a round of battle”"),
        (fight, "red", said.Fire(ref="b1"), "it is the turn of r1"),
        (fight, "blue", said.Fire(ref="r1"), "it's Tidewall's to do"),
        (fight, "red", said.CloseBattle(), "the battle isn't over"),
        (won, "blue", said.CloseBattle(), "it's Tidewall's to do"),
        (won, "red", said.Recruit(ref="r2"), "r2 isn't in the battle"),
        (won, "red", said.Retreat(ref="r2", place="3,4"), "r2 isn't in the battle"),
        (castle, "red", said.Retreat(ref="r1", place="3,4"), "a castle stays where it is"),
        (blocked, "red", said.Retreat(ref="r1", place="3,4"), "there are enemies in 3,4"),
    ) == []  # fmt: skip


def test_building() -> None:
    game = standing(block("r1", "levy", 1, "6,1"), phase=Phase.BUILDING, mover="", held={"6,1": "red"})
    assert refusals(
        (replace(game, ready=("red",)), "red", said.Build(unit="levy"), "Tidewall are ready already"),
        (game, "red", said.BuildCastle(place="6,1", unit="levy"), "the pack has no unit “levy” for you"),
        (game, "red", said.Study(ref="b1"), "b1 is none of your blocks"),
        (replace(game, blocks=(block("r1", "tide-mage", place=""),)), "red", said.Study(ref="r1"),
         "WK-12: Tide Mage is off the map"),
    ) == []  # fmt: skip


def test_wk_40_chaos_knows_everybodys_spells_and_pays_in_steps() -> None:
    anybodys = tuple(replace(spell, army="") if spell.id == "spray" else spell for spell in HOUSE.spells)
    game = fighting(block("r1", "cave-hag", 2), block("b1", "thrall", 2))
    game = replace(game, pack=replace(game.data, spells=anybodys))
    cast = after(game, said.CastSpell(ref="r1", spell="spray"), "red", 1, 6)
    assert (cast.one("r1").steps, cast.one("b1").steps) == (1, 1)
    weak = replace(game, blocks=(block("r1", "cave-hag", 1), *game.blocks[1:]))
    assert refusals(
        (game, "red", said.CastSpell(ref="r1", spell="ember"), "r1 has no spell “ember”"),
        (weak, "red", said.CastSpell(ref="r1", spell="spray"), "WK-40: "),
    ) == []  # fmt: skip


def test_a_battle_in_which_nobody_is_left_is_over() -> None:
    game = fighting(block("r1", "levy", 1, "3,3"), block("b1", "thrall", 1, "3,3"))
    alone = replace(game, blocks=game.blocks[:1], fight=replace(game.battle, acted=("b1",)))
    gone = after(alone, said.Retreat(ref="r1", place="3,4"))
    assert (gone.fight, gone.phase, gone.one("r1").place) == (None, Phase.BUILDING, "3,4")


def test_the_page_tells_the_order_of_a_battle_and_who_may_study() -> None:
    game = fighting(block("r1", "levy", 2), block("b1", "thrall", 2), block("r2", "tide-mage"), acted=("r2",))
    (order,) = (group for group in shown(game, "red").groups if group.title.startswith("The battle in"))
    assert [(line.about, line.is_lit) for line in order.lines] == [
        ("A+, attacker, has acted", False), ("C1, attacker", True), ("D1, defender", False),
    ]  # fmt: skip
    assert shown(game, "red").says == "round 1: Levy r1 acts"
    studying = standing(block("r1", "tide-mage", 1, "3,2"), phase=Phase.BUILDING, mover="")
    studies = [(offer.label, offer.stated) for offer in offers_of(studying, "red", "") if offer.command == "study"]
    assert studies == [("Tide Mage studies at the henge", (("ref", "r1"),))]
    learnt = RULES.decide(studying, said.Study(ref="r1"), "red", NotedDice.typed((1,)))[0].fact
    assert RULES.sentence(learnt, studying).endswith("studies at the henge and gains a step")
    assert RULES.seen_by(learnt, "blue") is None


def test_a_map_of_odd_rows_is_laid_side_by_side_and_a_large_one_refused() -> None:
    assert HOUSE.map is not None
    board = HOUSE.map.board
    rows = replace(HOUSE.map, board=replace(board, layout=Layout.ODD_ROWS, sides=()))
    joined = game_map(rows, Size.LARGE).board.check()
    assert (len(joined.signs), len(joined.signs[0])) == (14, 18)
    assert placed(rows, Size.LARGE, "red", 2, "0,1") == "0,10"
    assert placed(rows, Size.LARGE, "blue", 1, "0,1") == "13,7"
    with pytest.raises(MalformedError, match="capitals: there is no home map 3"):
        placed(rows, Size.LARGE, "red", 3, "0,1")
    tall = replace(board, rows=tuple(" ".join(row.split()[:3]) for row in board.rows), sides=())
    assert set(edge_of(tall.check(), "red")) == {(row, 2) for row in range(7)}
    assert set(edge_of(tall.check(), "blue")) == {(row, 0) for row in range(7)}
    wide = replace(board, rows=tuple(" ".join(["."] * 60) for _ in range(60)), sides=())
    with pytest.raises(MalformedError, match="map: is too large for a large game: 120 by 120"):
        game_map(replace(HOUSE.map, board=wide, cities=(), henges=()), Size.LARGE)
