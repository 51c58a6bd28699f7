"""What ground does to a unit inside as a turn starts: whether it strikes, how often, and who is left."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.schema import Harm, Hazard
from tabletop.arcana.catalogue.profiles import Melee, Statistics
from tabletop.arcana.rules.harm.at_units import AtUnit, Company
from tabletop.arcana.rules.harm.saving import Save, save_from_blow
from tabletop.arcana.terrain.charts import TERRAIN_CHARTS
from tabletop.dice import Change, Hits, Step, parse_dice
from tabletop.dice.rolls import SIDES
from tabletop.dice.steps import Steps


class Suffered(Struct, frozen=True):
    """What a unit suffers between two throws, and who is left; `strikes` is whether the hazard comes this turn."""

    unit: Company
    strikes: bool = True
    number: int = 0


def hazard_save(hazard: Hazard, figures: Statistics) -> Save | None:
    """What hits of its strength are saved on, as blows are; None where nothing saves from its wounds."""
    if hazard.no_saves or hazard.harm == Harm.WOUNDS:
        return None
    blow = Melee(attacks=1, skill=SIDES, strength=hazard.strength)
    return save_from_blow(blow, figures, most=figures.wounds)


def hazard_steps(hazard: Hazard) -> Steps[Suffered]:
    """A d6 where it doesn't always come, the dice of its hits or wounds, and saves from its hits (reading BR1)."""
    steps: list[Step[Suffered] | Change[Suffered]] = []
    if hazard.least is not None:
        misses = hazard.least - 1
        steps.append(
            Step(
                "whether it strikes",
                TERRAIN_CHARTS,
                lambda suffered: Hits(1, misses),
                lambda suffered, spared: replace(suffered, strikes=not spared),
            )
        )
    dice = parse_dice(hazard.dice)
    steps.append(
        Step(
            str(hazard.harm),
            TERRAIN_CHARTS,
            lambda suffered: dice if suffered.strikes else None,
            lambda suffered, number: replace(suffered, number=number),
        )
    )

    def saves(figures: Statistics) -> int:
        save = hazard_save(hazard, figures)
        return save.number if save else 0

    steps.append(
        Step(
            "",
            TERRAIN_CHARTS,
            lambda it: AtUnit(it.unit, it.number, saves, TERRAIN_CHARTS) if it.number else None,
            lambda it, unit: Suffered(unit, it.strikes),
        )
    )
    return steps
