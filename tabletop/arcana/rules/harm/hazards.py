"""What ground does to a unit inside as a turn starts: whether it strikes, how often, and who is left."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.schema import Harm, Hazard
from tabletop.arcana.catalogue.profiles import Melee, Statistics
from tabletop.arcana.rules.harm.blows import saves_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import Save, save_from_blow
from tabletop.arcana.terrain.charts import TERRAIN_CHARTS
from tabletop.dice import Change, Hits, Sifted, Step, parse_dice
from tabletop.dice.rolls import SIDES
from tabletop.dice.steps import Steps


class Suffering(Struct, frozen=True):
    """Models in a hazard as the turn starts. `shares` is how war machines take wounds."""

    figures: Statistics
    left: Left
    shares: bool = False


class Suffered(Struct, frozen=True):
    """What they suffer between two throws, and who is left; `strikes` is whether the hazard comes this turn."""

    left: Left
    strikes: bool = True
    number: int = 0


def hazard_save(hazard: Hazard, figures: Statistics) -> Save | None:
    """What hits of its strength are saved on, as blows are; None where nothing saves from its wounds."""
    if hazard.no_saves or hazard.harm == Harm.WOUNDS:
        return None
    blow = Melee(attacks=1, skill=SIDES, strength=hazard.strength)
    return save_from_blow(blow, figures, most=figures.wounds)


def hazard_steps(hazard: Hazard, unit: Suffering) -> Steps[Suffered]:
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
    save = hazard_save(hazard, unit.figures)
    if save is not None:
        sieves = saves_of(save.number)
        steps.append(
            Step(
                "",
                TERRAIN_CHARTS,
                lambda suffered: Sifted(suffered.number, sieves, TERRAIN_CHARTS) if suffered.number else None,
                lambda suffered, unsaved: replace(suffered, number=unsaved),
            )
        )
    each, shares = unit.figures.wounds, unit.shares
    return *steps, Change(lambda it: Suffered(it.left.after(each, wounds=it.number, shares=shares), it.strikes))


def hazard_start(unit: Suffering) -> Suffered:
    """The state before the first die."""
    return Suffered(unit.left)
