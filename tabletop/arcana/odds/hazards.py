"""What ground costs a unit that stands in it as a turn starts."""

from __future__ import annotations

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.questions import Asked, losses, saved
from tabletop.arcana.odds.situations import InHazard
from tabletop.arcana.odds.units import known
from tabletop.arcana.rules.harm.hazards import Suffering, hazard_save, hazard_start, hazard_steps
from tabletop.decoding import MalformedError


def hazard_of(catalogue: Catalogue, situation: InHazard) -> Asked:
    """Whether the ground strikes, and the wounds and models that it costs."""
    unit, hazard = known(catalogue, situation.unit, "unit", name="unit"), situation.hazard
    if unit.unit.characters:
        raise MalformedError("unit.characters", "must be empty: who of a unit sinks first isn't printed")
    inside = Suffering(unit.figures, unit.left, shares=unit.is_war_machine)
    save = hazard_save(hazard, unit.figures)
    return Asked(
        steps=hazard_steps(hazard, inside),
        start=hazard_start(inside),
        numbers=losses(inside.left, unit.figures.wounds, lambda end: end.left),
        events={"strikes": lambda end: end.strikes, "destroyed": lambda end: not end.left.models},
        receipts=() if save is None else (saved("saves", save),),
    )
