"""What attacks would do is what they do: the odds that the page shows against every face played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from tabletop.battle.playing import Told
from tabletop.dice.distributions import Distribution
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.forecast import attacks_told, blow_of, cast_told, random_ends
from tabletop.wizwar.battle.judging import FIST
from tabletop.wizwar.battle.state import Game
from tests.labyrinth import after, and_passed, shown, with_hand, with_items
from tests.tabletop.wizwar.test_turns import kept, side_by_side

FACES = (1, 2, 3, 4)


def armed() -> Game:
    """Red in a wolf's shape with long arms, blue protected twice over, beside each other."""
    game = kept(kept(side_by_side(), "wolf-shape", "red"), "long-arms", "red")
    return kept(game, "stoneskin-draught", "blue", owner="blue", tokens=2)


def lost(game: Game, command: said.GameCommand, dice: int) -> Distribution[int]:
    """The life that blue loses, each way that so many dice fall played once."""
    ends = (and_passed(after(game, command), *faces) for faces in product(FACES, repeat=dice))
    return Distribution(Counter(15 - end.wizard("blue").life for end in ends))


def test_odds_of_a_blow_are_those_of_every_face_played() -> None:
    game = replace(armed(), piles=with_hand(armed(), "blue", "shrug").piles)
    punch = blow_of(game, "red", FIST)
    assert punch is not None
    assert punch.odds(1, game.armour("blue"), 0) == lost(game, said.PunchAt(target="blue"), 1)
    for name, energy, dice in (
        ("headache", 1, 1),
        ("heavy-thought", 4, 0),
        ("spark-swarm", 4, 0),
        ("ember-shot", 1, 0),
    ):
        holding = with_hand(game, "red", name, "weather-four")
        blow = blow_of(holding, "red", holding.card(f"{name}.1"))
        boost = "weather-four.1" if energy > 1 else None
        assert blow is not None
        played = lost(holding, said.CastSpell(card=f"{name}.1", target="blue", boost=boost), dice)
        assert blow.odds(energy, holding.armour("blue"), 0) == played, name


def told(game: Game, at: str = "") -> dict[str, Told]:
    return {each.name: each for each in attacks_told(game, "red", at)}


def test_the_page_says_what_attacks_do_and_why() -> None:
    game = with_hand(armed(), "red", "heavy-thought", "weather-four", "ember-shot").with_wizard("blue", life=4)
    found = told(game)
    assert found["Punch at Blue"].about == "2 to 5 damage, 3.5 on average, 0 to 2 of 4 life left; kills 50 %"
    heavy = found["Heavy Thought at Blue"]
    assert heavy.about == "2 damage, 2 of 4 life left"
    assert heavy.reasons == (
        "damage is its energy and 2; its energy is 1 (WW-51)",
        "what protects Blue takes 1 off (WW-46)",
        "with Four Sparks, energy 4: 5 damage, 0 of 4 life left; kills 100 %",
    )
    unseen = kept(game, "unseen", "blue", owner="blue", tokens=1)
    assert told(unseen)["Ember Shot at Blue"].about == "4 damage, 0 of 4 life left, unless evaded, 75 %; kills 25 %"
    assert "evaded on 1 to 3 of 4 (WW-46)" in told(unseen)["Ember Shot at Blue"].reasons
    groups = {group.title for group in shown(game, "red").groups}
    assert "What your attacks would do" in groups
    assert "What your attacks would do" not in {group.title for group in shown(game, "watcher").groups}


def test_cracks_are_told_of_what_stands_at_the_chosen_square() -> None:
    """The wall west of red has one crack left, the door east of it is whole."""
    game = with_items(with_hand(side_by_side(), "red", "ember-shot"), "red", "cobble")
    game = replace(game, cracks={"4:3": 4})
    found = told(game, "1,2")
    wall = found["Ember Shot at the wall between 1,1 and 1,2"]
    assert wall.about == "1 crack, breaks it 100 %"
    assert wall.reasons == ("3 damage of one attack make a crack, 2 of 5 are wasted (WW-80)", "it bears 1 more of 5")
    assert found["Cobble at the wall between 1,1 and 1,2"].about == "no crack, 3 damage more to break it"
    assert found["Ember Shot at the door between 1,2 and 1,3"].about == "1 crack, 6 damage more to break it"
    assert told(game) == found  # by itself it is of one's own square
    assert not any("wall" in name for name in told(game, "2,7"))


def test_what_is_cast_is_told_with_each_answer_in_the_own_hand_alone() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "ember-shot"), "blue", "shrug", "small-shield")
    asked = after(game, said.CastSpell(card="ember-shot.1", target="blue"))
    (answer,) = cast_told(asked, "blue")
    assert answer.about == "5 damage, 10 of 15 life left"
    assert answer.reasons == (
        "damage is 5",
        "with Shrug it is 2 damage, 13 of 15 life left",
        "with Small Shield it is 3 damage, 12 of 15 life left",
    )
    (shrugged,) = cast_told(after(asked, said.Counter(card="shrug.1"), "blue"), "blue")
    assert shrugged.about == "2 damage, 13 of 15 life left"
    assert shrugged.reasons[1:] == (
        "answers take 3 off (WW-46)",
        "with Small Shield it is no damage, 15 of 15 life left",
    )
    (own,) = cast_told(asked, "red")
    assert own.reasons == ("damage is 5",)


def test_random_moves_are_told_by_every_face_played() -> None:
    game = with_hand(with_hand(side_by_side(), "red", "wind-shift"), "blue", "shrug")
    command = said.CastSpell(card="wind-shift.1", target="blue")
    ends = Counter(and_passed(after(game, command), face).wizard("blue").at for face in FACES)
    assert random_ends(game, "blue", 1) == Distribution(ends)
    assert sum(random_ends(game, "blue", 4).chances().values()) == Fraction(1)
    assert "by the die" in told(game)["Wind Shift at Blue"].about


def test_a_spell_over_several_squares_is_told_of_everybody_it_strikes() -> None:
    game = with_hand(side_by_side(), "red", "mind-wave")
    struck = {name for name in told(game, "0,2") if name.startswith("Mind Wave")}
    assert struck == {"Mind Wave at Blue", "Mind Wave at Red"}  # red stands beside the square, too
    assert {name for name in told(game, "0,3") if name.startswith("Mind Wave")} <= {"Mind Wave at Blue"}
