"""The book's learning game from its set-up to the end of its first melee, fact by fact, with the dice that it prints.

Its hunters shoot with skill 2, where the list of today has 3; its Hogmen are led by a captain whom no list has.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.melee import BlowsStruck
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import MoraleTested, PaidInWounds, TestsNamed
from tabletop.arcana.battle.state import SIDES, BattleUnit
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.profiles import Statistics
from tests.catalogue import printed_catalogue
from tests.stories import Story, check_kept, fielded, fielding

AXEMEN, BERSERKERS, HANDGUNS = "r1", "r2", "r3"
WATCH, BUTCHERS, HUNTERS = "b1", "b2", "b3"


def hunters() -> BattleUnit:
    row = printed_catalogue().in_play("hogmen/hunter")
    own = Statistics(**{name: getattr(row, name) for name in Statistics.__struct_fields__})
    own = replace(own, missile=(replace(own.missile[0], skill=2),))
    unit = fielded(HUNTERS, "hogmen/hunter", 5)
    return unit.having(replace(unit.main, figures=msgspec.json.encode(own).decode()))


def begun() -> Story:
    game = Story(
        fielding(
            "The learning game",
            fielded(AXEMEN, "dwarves/axemen", 17, files=6, led_by="dwarves/dwarf-champion"),
            fielded(BERSERKERS, "dwarves/berserker", 8),
            fielded(HANDGUNS, "dwarves/handgunner", 5),
            fielded(WATCH, "hogmen/hog-watch", 12, files=4),
            fielded(BUTCHERS, "hogmen/butcher", 10, files=5),
            hunters(),
        )
    )
    assert game.state.army("red").points == 834
    for command in ("deploy", "finish"):
        for side in SIDES:
            game.does(side, command)
    return game


def first_turn(game: Story) -> None:
    """The berserk run 7 inches; handguns fell a hog and hurt another, hunters a berserker, and nobody has to test."""
    game.does("red", "roll_initiative", dice=[5, 2])
    game.does("red", "choose_mover", first="red")
    game.does("red", "run_berserk", BERSERKERS, dice=[3])
    game.does("red", "march", BERSERKERS, inches=700)
    game.does("red", "march", AXEMEN, inches=200)
    game.does("red", "finish", anyway=True)
    game.does("blue", "march", HUNTERS, inches=200)
    game.does("blue", "march", BUTCHERS, inches=500)
    game.does("blue", "finish", anyway=True)

    shot, *_ = game.does("red", "shoot", HANDGUNS, target=WATCH, range=1000, dice=[1, 3, 3, 2, 4, 2, 1, 5, 6])
    assert isinstance(shot, MissilesShot)
    assert (shot.needed, shot.hits) == (3, 4)
    assert [(its.left, its.lost) for its in shot.falling] == [(11, (1,))]
    shot, *after = game.does("blue", "shoot", HUNTERS, target=BERSERKERS, range=1600, dice=[2, 6, 6, 4, 1])
    assert isinstance(shot, MissilesShot)
    assert (shot.needed, shot.hits) == (1, 1)
    assert {fact.unit: fact.left for fact in after if isinstance(fact, ModelsFell)} == {WATCH: 11, BERSERKERS: 7}
    assert not any(isinstance(fact, TestsNamed) for fact in after)  # a twelfth, and an eighth, of their models


def second_turn(game: Story) -> None:
    """The berserk charge, are shot at with their enemies, strike, are struck last, and pay two wounds."""
    game.does("red", "roll_initiative", dice=[4, 3])
    game.does("red", "choose_mover", first="red")
    game.does("red", "run_berserk", BERSERKERS, dice=[5])
    game.does("red", "charge", BERSERKERS, target=BUTCHERS, touching=[5, 5])
    game.does("blue", "respond", BUTCHERS, response="stand")
    game.does("red", "finish", anyway=True)
    game.does("blue", "finish", anyway=True)
    game.does("red", "close_in", BERSERKERS, foe=BUTCHERS, touching=[7, 5])

    dice = [4, 2, 5, 6, 3, 2, 3, 4, 1]
    shot, *after = game.does("blue", "shoot", HUNTERS, target=BERSERKERS, range=900, dice=dice)
    assert isinstance(shot, MissilesShot)
    assert (shot.needed, shot.hits) == (2, 1)
    assert [(stray.unit, stray.needed, stray.hits) for stray in shot.strays] == [(BUTCHERS, 2, 2)]
    assert {fact.unit: fact.left for fact in after if isinstance(fact, ModelsFell)} == {BERSERKERS: 6, BUTCHERS: 9}

    blows = [4, 6, 5, 4, 4, 6, 6, 5, 1, 4, 4, 5]
    facts = game.does("red", "fight", BERSERKERS, dice=[*blows, 3, 1, 2, 4, 5])
    struck = [
        (it.unit, it.when, [(b.dice, b.hits, b.wounds) for b in it.blows])
        for it in facts
        if isinstance(it, BlowsStruck)
    ]
    assert struck == [(BERSERKERS, "normal", [(12, 1, 1)]), (BUTCHERS, "last", [(5, 2, 2)])]
    assert game.state.unit(BERSERKERS).models == 4
    assert game.state.unit(BUTCHERS).wounds == 17

    assert game.state.tests == (BERSERKERS,)
    tested, paid, *_ = game.does("red", "test_morale", BERSERKERS, dice=[4, 4])
    assert isinstance(tested, MoraleTested)
    assert (tested.number, tested.missed_by) == (6, 2)
    assert isinstance(paid, PaidInWounds)
    assert paid.left == 2
    assert (game.state.clock.turn, game.state.clock.step) == (3, Step.INITIATIVE)


def test_the_learning_game_goes_as_in_the_book() -> None:
    game = begun()
    first_turn(game)
    second_turn(game)
    game.does("blue", "concede")
    check_kept(game.log, "learning-game")
