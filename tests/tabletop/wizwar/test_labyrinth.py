"""The labyrinth: how it is laid out, ways, doors, sight, sectors that turn, objects and treasures."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tabletop.boards.walled_squares import SideKind
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.course import Course
from tabletop.wizwar.battle.facts import SectorsSwapped, SectorTurned, ThingGone, ThingMade
from tabletop.wizwar.battle.judging import aims, doors_beside, limit_of, may_create, reaches, walks
from tabletop.wizwar.battle.state import Game
from tabletop.wizwar.catalogue import CardType, Option, Reach
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import (
    Changes,
    ground_of,
    is_inside,
    square_of,
    turned_line,
    turned_square,
    ways,
)
from tests.labyrinth import after, and_passed, begun, book, in_a_line, with_hand, with_items


def steps(game: Game, side: str, one: str, other: str) -> int:
    found = ways(game.ground, square_of(one), 40, game.opens(side))
    return len(found[square_of(other)]) - 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ww_4_and_10_to_12_sectors_are_turned_by_lot_with_homes_and_treasures(players: int) -> None:
    turns = set()
    for seed in range(6):
        game = begun(seed, players).state
        assert len({laid.sector for laid in game.maze.laid}) == players
        turns |= {laid.quarters for laid in game.maze.laid}
        for wizard in game.wizards:
            assert wizard.at == game.home(wizard.side)
            own = [treasure for treasure in game.treasures if treasure.owner == wizard.side]
            assert len(own) == 2
            assert all(game.maze.at(square_of(each.at)).owner == wizard.side for each in own)
        board = game.ground.board
        assert len(board.signs) == 25 * players
        assert all(board.signs[square_of(each.at)] == "T" for each in game.treasures)
    assert len(turns) > 1


def test_worked_case_18_home_to_home_in_five_over_the_edge() -> None:
    game = in_a_line()
    assert steps(game, "red", "2,2", "2,7") == 5
    assert steps(game, "blue", "2,7", "2,2") == 5
    assert game.ground.board.way((2, 2), (2, 7), game.opens("red")) == ((2, 2), (2, 1), (2, 0), (2, 9), (2, 8), (2, 7))
    assert steps(game, "red", "0,2", "4,2") == 1


def test_worked_case_19_distances_with_foreign_doors_locked() -> None:
    game = in_a_line()
    assert [steps(game, "red", "2,2", to) for to in ("4,5", "4,9")] == [7, 10]
    assert [steps(game, "blue", "2,7", to) for to in ("1,4", "3,2")] == [8, 10]


def test_ww_30_a_step_is_a_point_no_wall_no_diagonal() -> None:
    found = walks(in_a_line(), "red")
    assert found["1,2"] == ("2,2", "1,2")
    assert "2,3" not in found or len(found["2,3"]) > 2  # a wall between
    assert all(len(way) <= 4 for way in found.values())
    with pytest.raises(RefusalError, match="isn't within"):
        after(in_a_line(), said.Walk(to="4,9"))
    walked = after(in_a_line(), said.Walk(to="1,2"))
    assert (walked.wizard("red").at, walked.wizard("red").left) == ("1,2", 2)


def test_ww_33_portals_lead_to_each_other_in_the_corner_of_three() -> None:
    game = begun(1, 3).state
    board = game.ground.board
    assert [portal.colour for portal in board.portals] == ["amber", "violet"]
    assert board.next_to((2, 4), "east") == (5, 7)  # type: ignore[arg-type]
    assert board.next_to((5, 7), "north") == (2, 4)  # type: ignore[arg-type]
    assert board.next_to((2, 0), "west") == (9, 7)  # type: ignore[arg-type]
    around = ground_of(game.maze, Changes())
    assert around is game.ground


def test_ww_34_and_worked_case_21_doors_open_to_their_owner_and_to_whoever_comes_while_one_is_held() -> None:
    game = in_a_line()
    door = "6:3"  # between 1,2 and 1,3, of red's sector
    assert door in game.lines_with_walls()
    at_door = game.with_wizard("red", at="1,2")
    assert "1,3" in walks(at_door, "red")
    assert walks(at_door, "red")["1,3"] == ("1,2", "1,3")
    stranger = replace(at_door.with_wizard("blue", at="1,2", turns=2), active="blue")
    assert walks(stranger, "blue").get("1,3", ())[:2] != ("1,2", "1,3")
    assert list(doors_beside(stranger, "blue")) == []
    with pytest.raises(RefusalError, match="no door beside you"):
        after(stranger, said.HoldDoor(line=door), "blue")
    held = after(at_door, said.HoldDoor(line=door))
    assert held.held == {door: "red"}
    assert walks(replace(held.with_wizard("blue", at="1,2"), active="blue"), "blue")["1,3"] == ("1,2", "1,3")
    assert held.ground.sees((1, 2), (1, 3), held.opened)  # and is seen through
    assert not held.ground.sees((1, 2), (1, 3), frozenset())
    assert after(held, said.Walk(to="0,2")).held == {}  # locks as the holder leaves
    assert after(held, said.HoldDoor(line=door)).held == {}
    keys = with_items(stranger, "blue", "ring-of-keys")
    assert walks(keys, "blue")["1,3"] == ("1,2", "1,3")


def test_ww_35_random_movement_is_a_square_in_the_direction_of_the_die() -> None:
    game = with_hand(in_a_line().with_wizard("blue", at="0,2"), "red", "wind-shift")
    cast = after(game.with_wizard("red", at="1,2"), said.CastSpell(card="wind-shift.1", target="blue"), "red", 2)
    assert cast.wizard("blue").at == "0,3"  # 2 is east; nobody could answer, so it happened
    game = game.with_wizard("red", at="1,2")
    blocked = after(game, said.CastSpell(card="wind-shift.1", target="blue"), "red", 1)
    assert blocked.wizard("blue").at == "4,2"  # north over the open edge


def card_of_range(reach: Reach) -> Spell:
    return Spell(id="any", name="Any", type=CardType.ATTACK, reach=reach)


def test_ww_60_and_worked_case_17_sight_is_blocked_by_walls_doors_and_columns() -> None:
    game = in_a_line()
    assert reaches(game, "red", card_of_range(Reach.SIGHT), (1, 2))
    assert not reaches(game, "red", card_of_range(Reach.SIGHT), (2, 3))
    assert not reaches(game, "red", card_of_range(Reach.SIGHT), (2, 6))
    blocks = game.ground.in_the_way((2, 2), (2, 3), game.opened)
    assert [block.kind for block in blocks] == ["wall"]
    cloud = replace(game, things=())
    misty = ThingMade("cloud", "0,2", "red").after(cloud)
    assert reaches(misty, "red", card_of_range(Reach.SIGHT), (1, 2))
    assert not misty.ground.sees((1, 2), (4, 2), frozenset())  # beyond the cloud, over the edge


def test_ww_61_a_wall_is_seen_by_a_square_beside_it() -> None:
    game = in_a_line()
    solvent = game.card("solvent")
    near = set(aims(game, "red", solvent))
    assert "6:5" in near  # the wall between 2,2 and 2,3
    assert "10:5" not in near
    assert not any(":" in aim and len(game.ground.squares_beside(aim)) < 2 for aim in near)  # no outer wall


def test_ww_62_squares_over_an_open_edge_are_beside_each_other() -> None:
    game = in_a_line()
    assert game.ground.is_near((2, 0), (2, 9), frozenset())
    assert game.ground.is_near((0, 2), (4, 2), frozenset())
    assert not game.ground.is_near((0, 0), (4, 0), frozenset())
    assert game.ground.is_near((1, 1), (1, 1), frozenset())


def test_ww_70_and_71_items_are_lifted_for_a_point_and_dropped_for_none() -> None:
    game = with_items(in_a_line(), "red", "cobble")
    dropped = after(game, said.DropIt(what="cobble.1"))
    assert dropped.lying == {"cobble.1": "2,2"}
    assert dropped.wizard("red").left == 3
    taken = after(dropped, said.Take(what="cobble.1"))
    assert (taken.items("red"), taken.wizard("red").left, taken.lying) == (("cobble.1",), 2, {})
    with pytest.raises(RefusalError, match="movement point"):
        after(dropped.with_wizard("red", left=0), said.Take(what="cobble.1"))
    full = with_hand(dropped, "red", *(f"ember-shot.{number}" for number in range(1, 8)))
    with pytest.raises(RefusalError, match="fit your hand"):
        after(full, said.Take(what="cobble.1"))
    heavy = after(replace(dropped, options=(Option.HEAVY,)), said.Take(what="cobble.1"))
    assert heavy.phase == "discard and draw"
    with pytest.raises(RefusalError, match="nothing like that"):
        after(dropped, said.Take(what="iron-nails.1"))


def test_ww_72_to_74_and_worked_case_13_treasures() -> None:
    game = in_a_line().with_wizard("red", at="4,5")
    taken = after(game, said.Take(what="blue-1"))
    assert taken.phase == "discard and draw"
    with pytest.raises(RefusalError, match="move and cast"):
        after(taken, said.Walk(to="4,6"))
    again = replace(taken, phase=game.phase).with_wizard("red", at="4,9")
    with pytest.raises(RefusalError, match="you carry a treasure already"):
        after(again, said.Take(what="blue-2"))
    home = replace(taken, phase=game.phase).with_wizard("red", at="2,2", left=2)
    assert home.points("red") == 0  # carried it scores nothing
    put = after(home, said.DropIt(what="blue-1"))
    assert put.points("red") == 1
    assert put.phase == "move and cast"  # dropping is free
    lifted = put.with_wizard("blue", at="2,2", turns=3)
    lifted = after(replace(lifted, active="blue"), said.Take(what="blue-1"), "blue")
    assert lifted.points("red") == 0  # lost as it leaves
    own = after(in_a_line().with_wizard("red", at="1,4"), said.Take(what="red-1"))
    assert own.carried("red") is not None  # one's own may be carried
    assert own.points("red") == 0


def test_ww_80_and_worked_case_1_cracks_are_thirds_and_the_rest_is_wasted() -> None:
    game = with_hand(in_a_line(), "red", "ember-shot.1", "ember-shot.2")
    wall = "6:5"
    assert limit_of(game, wall) == 5
    assert limit_of(game, "6:3") == 3  # a door
    assert limit_of(game, "1:0") is None  # an outer wall
    cracked = and_passed(after(game, said.CastSpell(card="ember-shot.1", target=wall)))
    assert cracked.cracks == {wall: 1}  # 5 damage
    broken = and_passed(after(replace(game, cracks={wall: 4}), said.CastSpell(card="ember-shot.1", target=wall)))
    assert broken.gone == {wall}


def test_ww_80_damage_of_seven_nine_five_and_two() -> None:
    for damage, cracks in ((7, 2), (9, 3), (5, 1), (2, 0), (14, 4)):
        course = Course(in_a_line(), NotedDice.typed(()))
        course.crack("6:5", damage)
        assert course.game.cracks.get("6:5", 0) == cracks
    course = Course(in_a_line(), NotedDice.typed(()))
    course.crack("6:5", 15)
    assert "6:5" in course.game.gone
    course.crack("6:3", 9)
    assert "6:3" in course.game.gone


def test_ww_81_a_column_goes_with_its_last_wall() -> None:
    game = in_a_line()
    corner = (6, 2)  # of the door between 1,2 and 1,3 and of walls above it
    assert corner in game.ground.board.columns
    alone = replace(game, gone=frozenset({"6:3", "5:2", "3:2", "1:2", "6:5"}))
    assert corner not in alone.ground.board.columns


def test_ww_82_what_is_thrown_lies_where_it_struck_or_before_a_wall() -> None:
    game = with_items(in_a_line().with_wizard("blue", at="1,2"), "red", "cobble")
    thrown = and_passed(after(game, said.Use(card="cobble.1", target="blue")))
    assert thrown.lying == {"cobble.1": "1,2"}
    assert thrown.wizard("blue").life == 13
    at_wall = and_passed(after(game, said.Use(card="cobble.1", target="6:5")))
    assert at_wall.lying == {"cobble.1": "2,2"}


def test_ww_83_nothing_is_made_in_a_home_or_where_something_lies() -> None:
    game = in_a_line().with_wizard("red", at="1,2").with_wizard("blue", at="0,2")
    assert not may_create(game, "red", (2, 2))  # a home
    assert not may_create(game, "red", (0, 2))  # another wizard
    assert not may_create(game, "red", (1, 4))  # a treasure
    assert may_create(game, "red", (1, 2))  # the caster's own square
    made = ThingMade("bramble", "1,3", "red").after(game)
    assert not may_create(made, "red", (1, 3))
    hail = said.CastSpell(card="wall-of-hail.1", target="5:4")
    wall = and_passed(after(with_hand(game, "red", "wall-of-hail"), hail))
    assert wall.lines_with_walls()["5:4"] is SideKind.WALL  # along a home
    with pytest.raises(RefusalError, match="can't be cast at that"):  # a wall is there
        after(with_hand(game, "red", "raise-wall"), said.CastSpell(card="raise-wall.1", target="5:6"))
    gone = replace(game, gone=frozenset({"5:6"}))
    again = and_passed(after(with_hand(gone, "red", "raise-wall"), said.CastSpell(card="raise-wall.1", target="5:6")))
    assert again.things[0].place == "5:6"  # a destroyed one counts as none


def test_ww_84_two_walls_on_a_shared_line_are_one() -> None:
    game = in_a_line()
    shared = "10:1"
    assert shared in game.lines_with_walls()
    gone = ThingGone(shared).after(game)
    assert shared not in gone.lines_with_walls()
    assert "0,5" in walks(gone.with_wizard("red", at="0,4"), "red")


def test_ww_85_and_worked_case_22_a_sector_turns_with_all_in_it() -> None:
    assert turned_square((1, 4), (0, 0), 1) == (4, 3)
    assert turned_square((3, 2), (0, 0), 1) == (2, 1)
    assert turned_square((1, 4), (0, 0), 4) == (1, 4)
    assert turned_line("6:3", (0, 0), 4) == "6:3"
    game = replace(in_a_line(), gone=frozenset({"6:5", "10:1"}), cracks={"10:3": 2, "6:3": 1})
    seam = ThingMade("stone-wall", "10:5", "red").after(game)
    seam = ThingMade("bramble", "1,1", "red").after(seam.with_wizard("red", at="1,2"))
    turned = SectorTurned("red", 1).after(seam)
    assert [treasure.at for treasure in turned.treasures[:2]] == ["4,3", "2,1"]
    assert [made.place for made in turned.things] == ["1,3"]  # the wall on the seam is destroyed
    assert turned.gone == {turned_line("6:5", (0, 0), 1)}  # what was destroyed on the seam is whole
    assert turned.cracks == {turned_line("6:3", (0, 0), 1): 1}
    assert turned.wizard("red").at == "2,3"
    assert turned.wizard("blue").at == "2,7"
    assert turned.home("red") == "2,2"
    whole = seam
    for _ in range(4):
        whole = SectorTurned("red", 1).after(whole)
    assert whole.maze == seam.maze
    assert whole.wizards == seam.wizards
    assert is_inside("6:5", (0, 0))
    swapped = SectorsSwapped("red", "blue").after(seam)
    assert (swapped.home("red"), swapped.home("blue")) == ("2,7", "2,2")
    assert swapped.wizard("red").at == "1,7"
    assert SectorsSwapped("red", "blue").after(swapped).wizards == seam.wizards


def test_worked_case_23_a_wave_strikes_five_squares_through_walls_and_not_over_the_edge() -> None:
    game = in_a_line().with_wizard("red", at="1,2").with_wizard("blue", at="2,3")
    cast = and_passed(after(with_hand(game, "red", "mind-wave", "weather-four"),
                            said.CastSpell(card="mind-wave.1", target="2,2", boost="weather-four.1")))  # fmt: skip
    assert (cast.wizard("red").life, cast.wizard("blue").life) == (11, 11)
    far = game.with_wizard("blue", at="4,2").with_wizard("red", at="1,2")
    edge = and_passed(after(with_hand(far, "red", "mind-wave"), said.CastSpell(card="mind-wave.1", target="0,2")))
    assert (edge.wizard("red").life, edge.wizard("blue").life) == (14, 15)


def test_hazards_strike_who_enters_and_ways_go_around_them() -> None:
    game = ThingMade("bramble", "1,2", "blue").after(in_a_line())
    assert walks(game, "red")["1,2"] == ("2,2", "1,2")
    around = walks(game.with_wizard("red", left=9), "red")["0,2"]
    assert "1,2" not in around
    struck = after(game, said.Walk(to="1,2"))
    assert (struck.wizard("red").life, struck.wizard("red").at) == (12, "1,2")
    flames = ThingMade("flame-curtain", "5:4", "blue").after(in_a_line())
    assert after(flames, said.Walk(to="1,2")).wizard("red").life == 11
    trap = after(ThingMade("trap", "1,2", "blue").after(in_a_line()), said.Walk(to="1,2"))
    assert (trap.wizard("red").life, trap.things) == (11, ())
    glue = after(ThingMade("glue", "1,2", "blue").after(in_a_line()), said.Walk(to="1,2"))
    assert glue.wizard("red").stun == 1


def test_ways_are_the_boards_own_shortest_ones() -> None:
    chance = Random(5)
    for seed in range(4):
        game = begun(seed, chance.choice((2, 3, 4))).state
        for side in game.sides:
            opens = game.opens(side)
            start = game.wizard(side).square
            found = ways(game.ground, start, 30, opens)
            assert {square: len(way) - 1 for square, way in found.items()} == game.ground.board.reach(start, 30, opens)


def test_the_draft_and_the_decks_of_two_groups() -> None:
    white, black = book("draft-white"), book("draft-black")
    game = begun(3, books=[white, black]).state
    assert set(game.decks.values()) == {"deck-1", "deck-2"}
    assert len(game.piles.cards("deck-1")) + len(game.hand("red")) == 84
    assert len(game.piles.cards("deck-2")) + len(game.hand("blue")) == 84
    assert {card.partition(".")[0] for card in (*game.hand("blue"), *game.piles.cards("deck-2"))}.isdisjoint(
        {card.partition(".")[0] for card in game.piles.cards("deck-1")}
    )
