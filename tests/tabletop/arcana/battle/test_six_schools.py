"""A whole battle in which wizards of five schools cast what they know; kept as a file, sentence by sentence."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.battle.steps import Step
from tabletop.battle.events import RefusalError
from tests.stories import Story, check_kept, fielded, fielding

LEGION, HEALER, NECROMANCER, TROLLS, ASSASSINS, BOLTS = "r1", "r2", "r3", "r4", "r5", "r6"
BONES, STORM, CHAOS, WATER, ARCHERS, WATCH = "b1", "b2", "b3", "b4", "b5", "b6"
LAGOON = {"harm": "hits", "dice": "2d6", "strength": 3}


def begun() -> Story:
    """Wizards with all the power that they need, set by hand; assassins beside the table; crossbows in a lagoon."""
    war = Story(
        fielding(
            "Six schools",
            fielded(LEGION, "marr/legionnaire", 20, files=5, led_by="marr/centurion", counterspell=True),
            fielded(HEALER, "high-elves/wizard", school="life"),
            fielded(NECROMANCER, "undead/necromancer", school="death"),
            fielded(TROLLS, "monsters/troll", 4),
            fielded(ASSASSINS, "dark-elves/assassin", 4, infiltrates=True),
            fielded(BOLTS, "dwarves/crossbowmen", 10, files=5),
            fielded(BONES, "undead/skeleton-warriors", 25, files=5),
            fielded(STORM, "high-elves/wizard", school="air"),
            fielded(CHAOS, "high-elves/wizard", school="chaos"),
            fielded(WATER, "high-elves/wizard", school="water"),
            fielded(ARCHERS, "orcs/orc-with-bow", 10, files=5),
            fielded(WATCH, "hogmen/hog-watch", 12, files=4),
        )
    )
    war.does("red", "withhold", ASSASSINS)
    war.does("red", "deploy", LEGION, files=6)
    for side in SIDES:
        war.does(side, "deploy")
    war.does("red", "enter_hazard", BOLTS, hazard=LAGOON)
    war.does("blue", "enter_hazard", WATCH, hazard=LAGOON)
    war.does("blue", "enter_hazard", WATCH)
    for unit in (HEALER, NECROMANCER, STORM, CHAOS, WATER):
        side = "red" if unit.startswith("r") else "blue"
        war.does(side, "correct", unit, body=f"{unit}-c1", power=20, why="A long war: everybody has power")
    for side in SIDES:
        war.does(side, "finish")
    return war


def cast(war: Story, unit: str, spell: str, *, dice: list[int] | None = None, **fields: object) -> None:
    """A spell that the other side lets pass, with the dice that it takes then."""
    side, others = ("red", "blue") if unit.startswith("r") else ("blue", "red")
    war.does(side, "cast", unit, spell=spell, **fields)
    war.does(others, "let_pass", dice=dice)


def first_turn(war: Story) -> None:
    """A storm comes upon the trolls and a fog onto the table; the watch hears a howl, and breaks like the crossbows."""
    war.does("red", "suffer", BOLTS)
    war.does("red", "appear", ASSASSINS)
    war.does("red", "roll_initiative", dice=[3, 3])
    war.sides_move_on(Step.SECOND_MOVER)
    war.does("blue", "march", WATCH, files=0)
    war.does("blue", "march", BONES, inches=400, files=6)
    war.sides_move_on(Step.CASTING)
    war.does("red", "order_casting", first="blue")
    war.does("blue", "cast", STORM, spell="air/lightning-storm", target=TROLLS)
    war.does("red", "counter", HEALER, power=1, dice=[1, 6])
    war.does("red", "let_pass", dice=[2, 6, 6])
    cast(war, HEALER, "life/bless", target=LEGION)
    cast(war, WATER, "water/fog-cloud")
    cast(war, NECROMANCER, "death/death-howl", target=WATCH)
    war.does("blue", "carried_out", spell="water/fog-cloud", caster=f"{WATER}-c1")
    war.does("blue", "pass_casting", CHAOS)
    war.sides_move_on(Step.VOLLEYS)
    war.does("red", "shoot", BOLTS, target=BONES, by_hand=True)
    war.does("blue", "shoot", ARCHERS, target=LEGION, range=900)
    war.does("red", "enter_hazard", BOLTS)
    war.sides_move_on(Step.REGENERATION)
    assert war.state.unit(TROLLS).main.lost == (2,)
    war.does("red", "regenerate", TROLLS, dice=[1, 6])
    assert war.state.unit(TROLLS).main.lost == (1,)
    assert war.state.tests == (BOLTS, WATCH)
    war.does("blue", "test_morale", WATCH, dice=[6, 6])
    war.does("red", "test_morale", BOLTS, dice=[6, 6])


def second_turn(war: Story) -> None:
    """The storm strikes again, the fog is switched off, the crossbows rally; the dead rise and the trolls charge."""
    war.does("red", "flee", BOLTS, inches=100)
    war.does("blue", "flee", WATCH, inches=200, through=[ASSASSINS])
    war.does("red", "roll_initiative", dice=[6, 1])
    war.does("red", "choose_mover", first="blue")
    war.sides_move_on(Step.SECOND_MOVER)
    war.does("red", "charge", TROLLS, target=BONES, touching=[2, 6])
    war.does("blue", "respond", BONES, response="stand")
    war.sides_move_on(Step.RECURRING)
    war.does("red", "spell_strikes", TROLLS, spell="air/lightning-storm", dice=[1, 6])
    war.does("blue", "switch_off", WATER, spell="water/fog-cloud")
    cast(war, HEALER, "life/rally-cry", target=BOLTS)
    cast(war, CHAOS, "chaos/steal-enchantment", target=LEGION, to=BONES, dice=[1, 6])
    cast(war, NECROMANCER, "death/raise-dead", extra=2)
    cast(war, STORM, "air/dust-devil", target=LEGION, dice=[6])
    assert war.state.unit("r7").models == 9
    war.sides_move_on(Step.VOLLEYS)
    with pytest.raises(RefusalError, match="A spell keeps Crossbowmen from it"):
        war.does("red", "shoot", BOLTS, target=ARCHERS, range=1200)
    war.sides_move_on(Step.BLOWS)
    war.does("red", "choose_targets", TROLLS, aims=[{"at": BONES, "touching": 2}])
    war.does("blue", "choose_targets", BONES, aims=[])
    war.does("red", "fight", TROLLS, dice=[1, 1, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 6])
    war.sides_move_on(Step.TESTS)


def third_turn(war: Story) -> None:
    """A bought dispel ends the dust; a vortex lies where the assassins stand; a healer mends the trolls, as he can."""
    war.does("red", "test_morale", TROLLS, dice=[1, 1])
    war.does("blue", "flee", WATCH, edge=4000)
    war.sides_move_on(Step.RECURRING)
    war.does("red", "spell_strikes", TROLLS, spell="air/lightning-storm", dice=[1, 1])
    cast(war, LEGION, "general/dispel", target=LEGION, against="air/dust-devil", bought=True, dice=[6, 1])
    cast(war, CHAOS, "chaos/chaos-vortex")
    cast(war, HEALER, "life/heal", target=TROLLS, extra=2)
    cast(war, STORM, "air/tornado", by_hand=True)
    cast(war, NECROMANCER, "death/curse", target=WATCH, dice=[1])
    cast(war, WATER, "water/cloudburst", target=LEGION, dice=[6])
    war.does("blue", "spell_strikes", ASSASSINS, spell="chaos/chaos-vortex")
    war.does("red", "end_spell", spell="life/bless", on=LEGION)
    war.sides_move_on(Step.BLOWS)
    war.does("red", "fight", TROLLS, by_hand=True)
    war.does("blue", "correct", BONES, standing="lost", why="They were swept off the table by accident")
    war.does("blue", "correct", CHAOS, body=f"{CHAOS}-c1", left=0, why="He stood on the edge")
    war.sides_move_on(Step.RALLY)
    war.does("blue", "rally", WATCH, dice=[1, 1])


def test_six_schools_cast_and_an_army_breaks() -> None:
    war = begun()
    for turn in (first_turn, second_turn, third_turn):
        turn(war)
    war.sides_move_on(Step.VICTORY)
    vortex = {"spell": "chaos/chaos-vortex", "caster": f"{CHAOS}-c1"}
    with pytest.raises(RefusalError, match="isn't yours"):
        war.does("red", "move_template", **vortex)
    war.does("blue", "move_template", **vortex, dice=[4, 3, 5])
    with pytest.raises(RefusalError, match="has wandered this turn"):
        war.does("blue", "move_template", **vortex)
    war.does("red", "test_armies", dice=[1, 1])
    assert war.state.clock.turn == 4
    war.sides_move_on(Step.VICTORY)
    war.does("blue", "test_armies", dice=[6, 6])
    war.does("blue", "agree_end")
    assert war.state.result is not None
    assert (war.state.result.winner, war.state.result.level) == ("red", "total")
    check_kept(war.log, "six-schools-2")
