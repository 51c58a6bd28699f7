"""Points for wounds: the armour and the protecting abilities of one wound, times the wounds."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence
from tabletop.arcana.creation.points.formula import CREATING, DEFENCE_COSTS, Formula
from tabletop.arcana.creation.points.sums import NOTHING, Tally, either_or

ABILITIES = {
    "shield": "Shield",
    "missile_immune": "Missile immune",
    "regeneration": "Regeneration",
    "slow": "Slow",
    "negates_long_weapons": "Negates long weapons",
    "testudo": "Testudo",
    "charmer": "Charmer",
}
UNARMOURED = Armour()


def defence(design: Design, formula: Formula) -> Tally:
    """The value of one wound, at least 1, times the wounds (ruling P16); equipment has none."""
    if not design.wounds:
        return NOTHING
    wound = wound_value(design, formula).at_least(formula.special["least"], DEFENCE_COSTS, name="A wound")
    return wound.times(Fraction(design.wounds), "wounds", DEFENCE_COSTS)


def wound_value(design: Design, formula: Formula) -> Tally:
    """Armour and everything that is added to it."""
    tally = armour(design, formula)
    tally = resistance(tally, design.defence, formula)
    tally = abilities(tally, design.defence, formula)
    tally = elements(tally, design.defence, formula)
    if design.movement.fly is not None:
        tally = tally.plus("Flying", formula.defence["fly"], DEFENCE_COSTS)
    return tally


def armour(design: Design, formula: Formula) -> Tally:
    """One armour, or two with the cheaper one at half (ruling P19); no armour is armour 0."""
    first = tally_of_suit(design.armour or UNARMOURED, formula)
    if design.second_armour is None:
        return first
    ways = [("Armour", first), ("Second armour", tally_of_suit(design.second_armour, formula))]
    return either_or(ways, formula.lesser_choice, CREATING)


def tally_of_suit(suit: Armour, formula: Formula) -> Tally:
    if suit.fixed:
        return NOTHING.plus(f"Armour {suit.value} fixed", formula.fixed_armour[suit.value], DEFENCE_COSTS)
    return NOTHING.plus(f"Armour {suit.value}", formula.armour[suit.value], DEFENCE_COSTS)


def resistance(tally: Tally, worth: Defence, formula: Formula) -> Tally:
    """The three abilities that come in degrees."""
    if worth.magic_resistance:
        label = f"Magic resistance {worth.magic_resistance}"
        tally = tally.plus(label, formula.magic_resistance[worth.magic_resistance], DEFENCE_COSTS)
    if worth.evasion:
        tally = tally.plus(f"Evasion {worth.evasion}", formula.evasion[worth.evasion], DEFENCE_COSTS)
    if worth.missile_armour:
        label = f"Missile armour +{worth.missile_armour}"
        tally = tally.plus(label, formula.missile_armour[worth.missile_armour], DEFENCE_COSTS)
    return tally


def abilities(tally: Tally, worth: Defence, formula: Formula) -> Tally:
    for ability, label in ABILITIES.items():
        if getattr(worth, ability):
            tally = tally.plus(label, formula.defence[ability], DEFENCE_COSTS)
    return tally


def elements(tally: Tally, worth: Defence, formula: Formula) -> Tally:
    for element in worth.sensitive:
        tally = tally.plus(f"{element.capitalize()} sensitive", formula.defence["sensitive"], DEFENCE_COSTS)
    for element in worth.immune:
        tally = tally.plus(f"{element.capitalize()} immune", formula.defence["immune"], DEFENCE_COSTS)
    return tally
