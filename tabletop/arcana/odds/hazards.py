"""What ground costs a unit that stands in it as a turn starts."""

from __future__ import annotations

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.questions import Asked, saved
from tabletop.arcana.odds.situations import InHazard
from tabletop.arcana.odds.targets import company_of, losses_of_company
from tabletop.arcana.odds.units import known
from tabletop.arcana.rules.harm.hazards import Suffered, hazard_save, hazard_steps


def hazard_of(catalogue: Catalogue, situation: InHazard) -> Asked:
    """Whether the ground strikes, and the wounds and models that it costs."""
    unit, hazard = known(catalogue, situation.unit, "unit", name="unit"), situation.hazard
    inside = company_of(unit)
    save = hazard_save(hazard, unit.figures)
    numbers, events = losses_of_company(inside, lambda it: it.unit)
    return Asked(
        steps=hazard_steps(hazard),
        start=Suffered(inside),
        numbers=numbers,
        events={"strikes": lambda end: end.strikes} | events,
        receipts=() if save is None else (saved("saves", save),),
    )
