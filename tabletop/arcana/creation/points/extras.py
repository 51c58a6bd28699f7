"""Points for ramming, spellcasting and infiltration (Special Ability Costs)."""

from __future__ import annotations

from tabletop.arcana.catalogue.design import Design, Magic
from tabletop.arcana.creation.points.formula import SPECIAL_COSTS, Formula
from tabletop.arcana.creation.points.melee import blows
from tabletop.arcana.creation.points.sums import NOTHING, Tally

SPELLCASTERS = {Magic.SCHOOLS: "Spellcaster: schools", Magic.GENERAL: "Spellcaster: general spells only"}


def ramming(design: Design, formula: Formula) -> Tally:
    """Half of the same blows in melee, skill included (ruling P13); never fearsome."""
    if design.ramming is None:
        return NOTHING
    tally = blows(design.ramming, formula, name="Ram", wounds=design.wounds)
    return tally.times(formula.special["ramming-factor"], "for ramming only", SPECIAL_COSTS, name="Ram")


def spellcasting(design: Design, formula: Formula) -> Tally:
    """Once, whatever the number of schools (ruling P9)."""
    if design.spellcaster is None:
        return NOTHING
    return NOTHING.plus(SPELLCASTERS[design.spellcaster], formula.special[design.spellcaster], SPECIAL_COSTS)


def infiltration(whole: Tally, design: Design, formula: Formula) -> Tally:
    """A quarter more of everything else, unrounded."""
    if not design.infiltrates:
        return whole
    return whole.times(formula.special["infiltration-factor"], "for infiltrating", SPECIAL_COSTS)
