"""The six phases of a turn and their steps, in their order ("Turn Sequence")."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What the clock of a battle shows; a turn has the six from fleeing to morale."""

    SETUP = "setup"
    START = "start"
    FLEEING = "fleeing"
    MOVEMENT = "movement"
    MAGIC = "magic"
    MISSILES = "missiles"
    MELEE = "melee"
    MORALE = "morale"
    OVER = "over"


class Step(StrEnum):
    """A part of a phase that is over when everybody who may act has acted or passed."""

    DEPLOYMENT = "deployment"
    HAZARDS = "hazards"
    LOOSE_RUNNERS = "loose-runners"
    ENGAGED_RUNNERS = "engaged-runners"
    EARLY_INFILTRATORS = "early-infiltrators"
    INITIATIVE = "initiative"
    FIRST_MOVER = "first-mover"
    SECOND_MOVER = "second-mover"
    CLOSING = "closing"
    LATE_INFILTRATORS = "late-infiltrators"
    RECURRING = "recurring"
    FOCUS = "focus"
    CASTING = "casting"
    VOLLEYS = "volleys"
    CHARACTERS = "characters"
    BLOWS = "blows"
    REGENERATION = "regeneration"
    RALLY = "rally"
    TESTS = "tests"
    VICTORY = "victory"


STEPS: dict[Phase, tuple[Step, ...]] = {
    Phase.START: (Step.HAZARDS,),
    Phase.FLEEING: (Step.LOOSE_RUNNERS, Step.ENGAGED_RUNNERS),
    Phase.MOVEMENT: (
        Step.EARLY_INFILTRATORS,
        Step.INITIATIVE,
        Step.FIRST_MOVER,
        Step.SECOND_MOVER,
        Step.CLOSING,
        Step.LATE_INFILTRATORS,
    ),
    Phase.MAGIC: (Step.RECURRING, Step.FOCUS, Step.CASTING),
    Phase.MISSILES: (Step.VOLLEYS,),
    Phase.MELEE: (Step.CHARACTERS, Step.BLOWS),
    Phase.MORALE: (Step.REGENERATION, Step.RALLY, Step.TESTS, Step.VICTORY),
}
ORDER: tuple[tuple[Phase, Step], ...] = tuple((phase, step) for phase, steps in STEPS.items() for step in steps)
FINISHED_BY_HAND = frozenset({Step.DEPLOYMENT, Step.FIRST_MOVER, Step.SECOND_MOVER})  # others end with their last task

PHASE_NAMES = {
    Phase.SETUP: "Set-up",
    Phase.START: "Start of the turn",
    Phase.FLEEING: "Fleeing",
    Phase.MOVEMENT: "Movement",
    Phase.MAGIC: "Magic",
    Phase.MISSILES: "Missiles",
    Phase.MELEE: "Melee",
    Phase.MORALE: "Morale",
    Phase.OVER: "The battle is over",
}
STEP_NAMES = {
    Step.DEPLOYMENT: "Armies set up",
    Step.HAZARDS: "Ground that harms",
    Step.LOOSE_RUNNERS: "Who flees from no fight",
    Step.ENGAGED_RUNNERS: "Who flees from a fight",
    Step.EARLY_INFILTRATORS: "Infiltrators appear",
    Step.INITIATIVE: "Initiative",
    Step.FIRST_MOVER: "First to move",
    Step.SECOND_MOVER: "Second to move",
    Step.CLOSING: "Closing in",
    Step.LATE_INFILTRATORS: "Infiltrators appear",
    Step.RECURRING: "Spells that come back",
    Step.FOCUS: "Power",
    Step.CASTING: "Casting",
    Step.VOLLEYS: "Volleys",
    Step.CHARACTERS: "Characters move to their fights",
    Step.BLOWS: "Blows",
    Step.REGENERATION: "Regeneration",
    Step.RALLY: "Rally",
    Step.TESTS: "Tests",
    Step.VICTORY: "Who has won",
}


def following(phase: Phase, step: Step) -> tuple[Phase, Step] | None:
    """The step after this one; None after the last of a turn."""
    place = ORDER.index((phase, step))
    return ORDER[place + 1] if place + 1 < len(ORDER) else None
