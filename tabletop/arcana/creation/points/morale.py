"""Points for morale: its value and its kind."""

from __future__ import annotations

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import MoraleKind
from tabletop.arcana.creation.points.formula import MORALE_COSTS, Formula
from tabletop.arcana.creation.points.sums import NOTHING, Tally


def morale(design: Design, formula: Formula) -> Tally:
    """One price for value and kind; berserk pays as natural does (ruling P17); no morale costs nothing."""
    if design.morale is None:
        return NOTHING
    value, kind = design.morale.value, design.morale.kind
    table = formula.fearless_morale if kind == MoraleKind.FEARLESS else formula.morale
    tally = NOTHING.plus(f"Morale {value} {kind}", table[value], MORALE_COSTS)
    if design.morale.disciplined:
        tally = tally.plus("Disciplined", formula.discipline["disciplined"], MORALE_COSTS)
    return tally
