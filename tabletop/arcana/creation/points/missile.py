"""Points for missile attacks: range, strength, abilities, skill and number."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.creation.points.formula import CREATING, DESIGNING_WAR_MACHINES, MISSILE_COSTS, Formula
from tabletop.arcana.creation.points.melee import groups, strength_label, times_dice
from tabletop.arcana.creation.points.sums import NOTHING, Tally, either_or, format_amount, sum_tallies


def missile(design: Design, formula: Formula) -> Tally:
    """Every line in full, of alternatives the dearest in full and the others at half."""
    return sum_tallies(
        either_or(
            [(name, shots(line, formula, name=name)) for name, line in group],
            formula.lesser_choice,
            CREATING,
        )
        for group in groups(design.shots, "Missile")
    )


def shots(line: Missile, formula: Formula, *, name: str) -> Tally:
    """Strength and abilities times skill, number, range, hits and wounds; half for a turn of reloading."""
    tally = shot_value(line, formula, name=name)
    tally = tally.times(formula.missile_skill[line.skill], f"for skill {line.skill}", MISSILE_COSTS, name=name)
    tally = tally.times(Fraction(line.attacks), "attacks", MISSILE_COSTS, name=name)
    tally = times_range(tally, line, formula, name=name)
    tally = times_dice(tally, line, formula, name=name, citation=MISSILE_COSTS)
    if line.reloads:
        tally = tally.times(formula.factors["reloads"], "for a turn of reloading", MISSILE_COSTS, name=name)
    return tally


def shot_value(line: Missile, formula: Formula, *, name: str) -> Tally:
    """What is added up before anything is multiplied."""
    strengths = formula.missile_strength_magical if line.magical else formula.missile_strength
    tally = NOTHING.plus(strength_label(line, name), strengths[line.strength], MISSILE_COSTS)
    if line.element is not None:
        tally = tally.plus(f"{name}: {line.element}", formula.missile["element"], MISSILE_COSTS)
    if line.natural:
        tally = tally.plus(f"{name}: natural", formula.missile["natural"], MISSILE_COSTS)
    if line.artillery:
        tally = tally.plus(f"{name}: artillery", formula.missile["artillery"], MISSILE_COSTS)
    return tally.at_least(formula.special["least"], CREATING, name=name)


def times_range(tally: Tally, line: Missile, formula: Formula, *, name: str) -> Tally:
    """The factor of the inches between least and normal range (rulings P11, P12)."""
    span = line.range - line.min_range
    citation = DESIGNING_WAR_MACHINES if line.min_range else MISSILE_COSTS
    spanned = f"{span}″ of range" + (f" ({line.range} − {line.min_range})" if line.min_range else "")
    between = "" if span in formula.range else f", between {written_columns(span, formula)}"
    return tally.times(formula.range_factor(span), f"for {spanned}{between}", citation, name=name)


def written_columns(span: int, formula: Formula) -> str:
    """The two columns of the range table that a range falls between, with their factors."""
    columns = [column for column in formula.range if isinstance(column, int)]
    near, far = max(c for c in columns if c < span), min(c for c in columns if c > span)
    return f"{near}″ at {format_amount(formula.range[near])} and {far}″ at {format_amount(formula.range[far])}"
