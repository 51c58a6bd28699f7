"""A battle of what few battles have: charges and flights in the air, breath as it comes in, late infiltrators."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fleeing import FlightDeclared, FlightMoved
from tabletop.arcana.battle.facts.movement import ChargeCompleted, InfiltratorPlaced, ManoeuvreDone
from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Altitude
from tests.stories import Story, check_kept, fielded, fielding

DRAGON, LEGION, KNIVES = "r1", "r2", "r3"
RIDERS, SPEARS = "b1", "b2"


def begun() -> Story:
    """Assassins are kept hidden, all others stand."""
    war = Story(
        replace(
            fielding(
                "The cliffs",
                fielded(DRAGON, "monsters/dragon-young", 1),
                fielded(LEGION, "marr/legionnaire", 20, files=5),
                fielded(KNIVES, "dark-elves/assassin", 4, infiltrates=True),
                fielded(RIDERS, "lizardmen/amphidian-dactan-rider-with-bows", 6),
                fielded(SPEARS, "hogmen/swine-with-spear", 20, files=5),
            ),
            rules_version="the rules of a day",
        )
    )
    war.does("red", "withhold", KNIVES)
    for side in SIDES:
        war.does(side, "deploy")
        war.does(side, "finish", anyway=True)
    return war


def in_the_air(war: Story) -> None:
    """The riders fly low, the assassins come out when all have moved; the dragon charges through the air."""
    war.sides_move_on(Step.SECOND_MOVER)
    war.does("blue", "march", RIDERS, inches=600, altitude="low")
    war.sides_move_on(Step.LATE_INFILTRATORS)
    (placed,) = (it for it in war.does("red", "appear", KNIVES) if isinstance(it, InfiltratorPlaced))
    assert placed.late
    war.sides_move_on(Step.FIRST_MOVER)
    war.does("red", "charge", DRAGON, target=RIDERS, touching=[1, 2], altitude="low", throws="Breath")
    facts = war.does("blue", "respond", RIDERS, response="stand")
    assert [it.altitude for it in facts if isinstance(it, ChargeCompleted)] == [Altitude.LOW]
    war.sides_move_on(Step.SECOND_MOVER)
    war.does("blue", "charge", SPEARS, target=LEGION, side="left", touching=[5, 4])
    war.does("red", "respond", LEGION, response="stand")


def set_right(war: Story) -> None:
    """The legion turns to who came in its flank, the riders break and run through it, low above the ground."""
    war.sides_move_on(Step.TESTS)
    war.does("blue", "correct", RIDERS, standing="broken", why="they ran")
    war.sides_move_on(Step.ENGAGED_RUNNERS)
    facts = war.does("blue", "flee", RIDERS, altitude="low", through=[LEGION])
    assert any(isinstance(it, FlightDeclared) and it.through == (LEGION,) for it in facts)
    facts = war.does("red", "pursue", gap=100)
    assert [it.altitude for it in facts if isinstance(it, FlightMoved)] == [Altitude.LOW]
    war.does("red", "correct", LEGION, files=6, why="six wide at the table")
    war.sides_move_on(Step.FIRST_MOVER)
    facts = war.does("red", "face", LEGION, foe=SPEARS, files=5)
    assert any(isinstance(it, ManoeuvreDone) and it.faces and it.files == 5 for it in facts)


def test_what_is_seldom_said_is_kept_like_all_else() -> None:
    war = begun()
    in_the_air(war)
    set_right(war)
    war.does("blue", "concede")
    assert war.state.result is not None
    check_kept(war.log, "cliffs")
