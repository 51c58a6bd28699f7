"""Spells that go around a corner once, creatures that walk and carry for their owners, throws that fall short."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.facts import CreatureWalked, SectorTurned, ThingMade, TreasurePut
from tabletop.wizwar.battle.judging import aims, creature_ways
from tabletop.wizwar.battle.offers import offers_of
from tabletop.wizwar.battle.state import Game
from tabletop.wizwar.catalogue import Option
from tests.labyrinth import after, and_passed, in_a_line, shown, with_hand, with_items
from tests.tabletop.wizwar.test_turns import cast, kept, next_turn_of, side_by_side


def around_the_corner(*cards: str) -> Game:
    """Blue where red doesn't see it, but sees a square that does."""
    return with_hand(in_a_line().with_wizard("blue", at="0,4"), "red", "round-the-bend", *cards)


def test_w_18_the_next_spell_alone_bends_once_where_its_caster_sees_a_square_that_sees_the_target() -> None:
    game = around_the_corner("crackle", "headache", "cobble")
    ground, opened = game.ground, game.opened
    assert not ground.sees((2, 2), (0, 4), opened)
    seen = {square for square in ground.board.signs if ground.sees((2, 2), square, opened)}
    bent = {far for square in seen for far in ground.board.signs if ground.sees(square, far, opened)}
    assert ground.seen_around((2, 2), opened) == bent > seen
    assert (0, 4) in bent
    crackle = game.card("crackle.1")
    assert list(aims(game, "red", crackle)) == []
    ready = cast(game, "round-the-bend")
    assert ready.wizard("red").bends
    assert list(aims(ready, "red", crackle)) == ["blue"]
    assert list(aims(with_items(ready, "red", "cobble"), "red", game.card("cobble.1")))[:1] != ["blue"]  # no spell
    assert any("around a corner" in told.about for group in shown(ready, "blue").groups for told in group.lines)
    struck = cast(ready, "crackle", "blue")
    assert (struck.wizard("blue").life, struck.wizard("red").bends) == (14, False)
    assert not next_turn_of(ready, "blue").wizard("red").bends  # of this turn


def with_servant(at: str = "2,2", **fields: object) -> Game:
    """A servant of red's in a square, kept by its spell."""
    game = replace(kept(in_a_line(), "tin-cupbearer", at), **fields)
    return ThingMade("tin-servant", at, "red", "tin-cupbearer.1").after(game)


def test_a_creature_is_made_beside_its_caster_and_is_no_object() -> None:
    game = with_hand(in_a_line(), "red", "tin-cupbearer", "solvent")
    assert "2,2" not in set(aims(game, "red", game.card("tin-cupbearer.1")))  # not in a home (WW-83)
    made = cast(game, "tin-cupbearer", "1,2")
    assert [(each.kind, each.place, each.owner) for each in made.things] == [("tin-servant", "1,2", "red")]
    assert "t1" not in set(aims(made, "red", game.card("solvent.1")))
    again = with_hand(made, "red", "boulder")
    assert "1,2" not in set(aims(again, "red", game.card("boulder.1")))  # nothing is made where a creature is (WW-83)


def test_w_19_a_creature_walks_its_steps_each_turn_as_its_owner_would_and_around_what_hurts() -> None:
    game = with_servant()
    assert {len(way) for way in creature_ways(game, game.things[0]).values()} == {2, 3}
    far = next(to for to, way in creature_ways(game, game.things[0]).items() if len(way) == 3)
    gone = after(game, said.Send(creature="t1", to=far))
    assert (gone.things[0].place, gone.wizard("red").at, gone.wizard("red").left) == (far, "2,2", 3)
    assert not creature_ways(gone, gone.things[0])
    later = next_turn_of(gone, "red")
    assert creature_ways(later, later.things[0])
    with pytest.raises(RefusalError, match="within its steps"):
        after(gone, said.Send(creature="t1", to="2,2"))
    with pytest.raises(RefusalError, match="no such creature"):
        after(replace(game, active="blue"), said.Send(creature="t1", to=far), "blue")
    hurting = ThingMade("bramble", far, "blue").after(game)
    assert far not in creature_ways(hurting, hurting.things[0])


def test_a_creature_carries_a_treasure_home_and_drops_it_where_it_breaks() -> None:
    game = with_servant("1,2")
    game = replace(TreasurePut("blue-1", "1,2").after(game), labyrinth=game.labyrinth)
    labels = [offer.label for offer in offers_of(game, "red", "")]
    assert "Tin servant picks up treasure 1 of Blue" in labels
    bears = after(game, said.Take(what="blue-1", creature="t1"))
    assert (bears.treasures[2].carrier, bears.phase) == ("t1", game.phase)  # its owner goes on moving and casting
    with pytest.raises(RefusalError, match="nothing like that"):
        after(bears, said.Take(what="red-1", creature="t1"))
    walked = after(bears, said.Send(creature="t1", to="2,2"))
    assert (walked.treasures[2].at, walked.points("red")) == ("2,2", 0)
    put = after(walked, said.DropIt(what="blue-1"))
    assert put.points("red") == 1
    turned = SectorTurned("red", 1).after(CreatureWalked("t1", ("1,2", "0,2")).after(bears))
    assert turned.things[0].place == turned.treasures[2].at == "2,4"
    beside = bears.with_wizard("blue", at="0,2")
    struck = and_passed(
        after(replace(beside, active="blue").with_wizard("blue", turns=2), said.PunchAt(target="t1"), "blue")
    )
    assert (struck.things, struck.kept) == ((), ())
    assert (struck.treasures[2].carrier, struck.treasures[2].at) == ("", "1,2")


def test_what_a_blow_does_to_a_creature_is_told_and_done() -> None:
    game = with_servant("1,2", options=(Option.UNCLUTTERED,)).with_wizard("blue", at="0,2", turns=2)
    tough = replace(house_with_life(game, 3), active="blue")
    told = {each.name: each.about for group in shown(tough, "blue").groups for each in group.lines}
    at = {each.name: each.about for group in shown(tough, "blue", "1,2").groups for each in group.lines}
    assert "Punch at Tin servant in 1,2" not in told
    assert at["Punch at Tin servant in 1,2"] == "1 damage, breaks it 0 %"
    struck = and_passed(after(tough, said.PunchAt(target="t1"), "blue"))
    assert struck.cracks == {"t1": 1}
    wave = replace(with_hand(struck, "blue", "mind-wave", "weather-four").with_wizard("blue", attacked=False), stack=())
    wave = cast(wave, "mind-wave", "1,2", boost="weather-four", seat="blue")
    assert wave.things == ()


def house_with_life(game: Game, life: int) -> Game:
    things = tuple(replace(each, life=life) if each.is_creature else each for each in game.data.things)
    return replace(game, pack=replace(game.data, things=things))


def test_ww_82_a_throw_at_a_filled_square_falls_short_of_it() -> None:
    game = with_items(side_by_side().with_wizard("red", at="3,2").with_wizard("blue", at="0,2"), "red", "cobble")
    assert game.ground.sees((3, 2), (0, 2), game.opened) is False  # red's walls: from the open row instead
    game = game.with_wizard("red", at="0,0").with_wizard("blue", at="0,3")
    hit = and_passed(after(game, said.Use(card="cobble.1", target="blue")))
    assert hit.lying == {"cobble.1": "0,3"}
    bear = kept(game, "bear-shape", "blue", "blue")
    assert and_passed(after(bear, said.Use(card="cobble.1", target="blue"))).lying == {"cobble.1": "0,2"}
    boulder = ThingMade("boulder", "0,2", "blue").after(game)
    assert and_passed(after(boulder, said.Use(card="cobble.1", target="t1"))).lying == {"cobble.1": "0,1"}


def test_w_20_only_what_is_made_without_end_stays_off_its_casters_hand() -> None:
    game = with_hand(side_by_side(options=(Option.PERMANENT,)), "red", "low-cloud", "boulder")
    at = next(aims(game, "red", game.card("boulder.1")))
    cloud = cast(game, "low-cloud", at)
    assert [each.tokens for each in cloud.kept] == [1]
    stone = cast(game, "boulder", at)
    assert (stone.kept, len(stone.things)) == ((), 1)
