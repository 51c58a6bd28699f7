"""Units of a situation as shots and spells find them."""

from __future__ import annotations

from collections.abc import Callable

from tabletop.arcana.odds.units import Known
from tabletop.arcana.rules.harm.among import models_of, rider_on
from tabletop.arcana.rules.shooting.salvoes import SalvoState, Target


def target_of(unit: Known, *, engaged: bool) -> Target:
    """A unit as it is shot at, or as a spell strikes it."""
    ranked = bool(unit.ranks)
    return Target(
        figures=unit.figures,
        left=unit.left,
        ranked=ranked,
        takes_half=not (ranked or unit.is_vehicle),
        engaged=engaged,
        carries=unit.is_war_machine or unit.is_vehicle,
        shares=unit.is_war_machine,
        character=unit.leader,
        character_left=unit.leader_left,
        others=tuple(led.figures for led in unit.characters[1:]),
        others_left=tuple(led.left for led in unit.characters[1:]),
        rider_on=rider_on(unit.figures.wounds) if unit.rides else 0,
        rides_of=unit.rides_of,
        kinds=unit.kinds.saves,
    )


def characters_losses(target: Target) -> dict[str, Callable[[SalvoState], int]]:
    """What characters alone lose together."""
    before = (target.character_left, *target.others_left)
    each = [figures.wounds for figures in target.characters]
    whole = sum(left.wounds(own) for left, own in zip(before, each, strict=True))
    models = models_of((place for place, left in enumerate(before, 1) if left.models), target.rides_of)

    def wounds(shot: SalvoState) -> int:
        return whole - sum(left.wounds(own) for left, own in zip(shot.bodies[1:], each, strict=True))

    return {"wounds": wounds, "fallen": lambda shot: models - characters_left(target, shot)}


def characters_left(target: Target, shot: SalvoState) -> int:
    """How many models its characters still are."""
    return models_of((place for place, left in enumerate(shot.bodies[1:], 1) if left.models), target.rides_of)
