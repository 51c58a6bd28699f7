"""A meeting engagement to its end by objectives: riders pursue into a watch that covers a retreat; steps are undone."""

from __future__ import annotations

from random import Random

import pytest

from tabletop.arcana.battle.facts.fleeing import CoverTestCalled, RetreatCovered
from tabletop.arcana.battle.facts.movement import ChargeEnded, FlyoverStruck
from tabletop.arcana.battle.state import SIDES, Scenario, Standing
from tabletop.arcana.battle.steps import Step
from tabletop.battle.events import RefusalError
from tabletop.battle.undo import last_command
from tests.battles_by_lot import table_by_lot
from tests.stories import Story, check_kept, fielded, fielding

LEGION, RIDERS, BATS = "r1", "r2", "r3"
SPEARS, WATCH, HUNTERS, BERSERK = "b1", "b2", "b3", "b4"
MILL = "o2"


def begun() -> Story:
    """Both name what the other must reach; what was done is undone, alone and by consent, and done again."""
    war = Story(
        fielding(
            "The mill",
            fielded(LEGION, "marr/legionnaire", 20, files=5),
            fielded(RIDERS, "marr/equites", 8, files=4),
            fielded(BATS, "monsters/large-bat", 6),
            fielded(SPEARS, "hogmen/swine-with-spear", 20, files=5),
            fielded(WATCH, "hogmen/hog-watch", 12, files=4),
            fielded(HUNTERS, "hogmen/hunter", 10),
            fielded(BERSERK, "barbarians/berserker", 10),
            scenario=Scenario.MEETING,
        )
    )
    war.does("red", "name_objective", kind="unit", what="Defeat the riders", unit=RIDERS)
    war.does("blue", "name_objective", kind="terrain", what="Hold the mill")
    war.does("blue", "choose_attacker", side="blue")
    with pytest.raises(RefusalError, match="The initiative is rolled"):
        war.does("red", "choose_attacker", side="red")
    before = last_command(war.log)
    war.does("blue", "undo", to=before)
    war.does("blue", "redo", to=war.log.last.future[-1].seq)
    for side in SIDES:
        war.does(side, "deploy")
    war.does("red", "undo", to=before)
    assert war.log.last.question is not None  # blue has set up since
    war.does("blue", "answer_undo", yes=False)
    war.does("red", "note", text="Then not")
    war.does("red", "place_terrain", kind="building", where="The mill, in the middle")
    war.does("blue", "choose_side", side="blue", zone="near")
    contested = {"about": "The mill, in the middle", "event": war.log.head - 1}
    war.does("blue", "contest", **contested, why="It stands nearer to us")
    with pytest.raises(RefusalError, match="contested already"):
        war.does("red", "contest", **contested, why="It doesn't")
    with pytest.raises(RefusalError, match="lets it stand"):
        war.does("red", "agree_claim", about=contested["about"])
    war.does("red", "agree_claim", about=contested["about"], stands=False)
    with pytest.raises(RefusalError, match="isn't contested"):
        war.does("referee", "agree_claim", about=contested["about"])
    war.does("red", "propose_end", winner=None, reason="It rains")
    war.does("red", "withdraw_end")
    war.does("red", "lay_table", table=table_by_lot(Random(1)))
    war.does("blue", "put_table_away")
    for side in SIDES:
        war.does(side, "finish")
    return war


def first_turn(war: Story) -> None:
    """Bats fly over the hunters; riders charge the spears, who break; the mill is won, and lost again."""
    war.sides_move_on(Step.FIRST_MOVER)
    war.does("red", "march", BATS, inches=1000, altitude="low")
    assert any(isinstance(it, FlyoverStruck) for it in war.does("red", "fly_over", BATS, by=HUNTERS))
    war.does("red", "charge", RIDERS, target=SPEARS, side="left", touching=[4, 4])
    war.does("blue", "respond", SPEARS, response="stand")
    war.sides_move_on(Step.BLOWS)
    war.does("red", "fight", RIDERS, by_hand=True)
    assert war.state.clock.step == Step.BLOWS  # until the table has counted
    war.does("blue", "correct", SPEARS, body=f"{SPEARS}-m1", left=12, why="8 of them fell")
    war.sides_move_on(Step.TESTS)
    assert (war.state.clock.turn, war.state.tests[-1]) == (1, SPEARS)
    war.does("blue", "test_morale", SPEARS, dice=[6, 6])
    assert war.state.unit(SPEARS).standing is Standing.BROKEN
    war.sides_move_on(Step.VICTORY)
    war.does("red", "reach_objective", objective=MILL)
    assert war.state.proposed is not None
    war.does("blue", "reach_objective", objective=MILL, reached=False)
    for side in SIDES:
        war.does(side, "finish", anyway=True)


def second_turn(war: Story) -> None:
    """The spears run, the watch covers them; the legion catches who runs on, and the berserk charge by themselves."""
    war.does("blue", "flee", SPEARS)
    with pytest.raises(RefusalError, match="must answer first"):
        war.does("blue", "finish", anyway=True)
    facts = war.does("red", "pursue", pursuers=[RIDERS], covered_by=WATCH, dice=[2, 1, 1])
    assert [type(it) for it in facts if isinstance(it, CoverTestCalled | RetreatCovered)] == [
        CoverTestCalled,
        RetreatCovered,
    ]
    war.sides_move_on(Step.FIRST_MOVER)
    assert any(isinstance(it, ChargeEnded) for it in war.does("red", "charge", LEGION, target=SPEARS))
    war.sides_move_on(Step.SECOND_MOVER)
    war.does("blue", "run_berserk", BERSERK, dice=[4])
    war.does("blue", "charge", BERSERK, target=LEGION, touching=[8, 5])
    war.does("red", "respond", LEGION, response="stand")
    war.sides_move_on(Step.VOLLEYS)
    war.does("blue", "shoot", HUNTERS, target=LEGION, range=900)
    war.sides_move_on(Step.VICTORY)
    war.does("red", "reach_objective", objective=MILL)
    war.does("blue", "agree_end")


def test_a_meeting_ends_by_its_objectives() -> None:
    war = begun()
    first_turn(war)
    second_turn(war)
    assert war.state.result is not None
    assert (war.state.result.winner, war.state.result.level) == ("red", "objectives")
    check_kept(war.log, "mill-2")
