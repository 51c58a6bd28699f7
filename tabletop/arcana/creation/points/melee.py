"""Points for melee attacks: strength, abilities, skill and number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee, Missile, d3s
from tabletop.arcana.creation.points.formula import CREATING, DRAGON, MELEE_COSTS, Formula
from tabletop.arcana.creation.points.sums import NOTHING, Tally, either_or, format_amount, sum_tallies
from tabletop.citations import Citation

ABILITIES = {
    "long_weapon": "long weapon",
    "first_strike": "first strike",
    "last_strike": "last strike",
    "phalanx": "phalanx",
}
Attack = TypeVar("Attack", Melee, Missile)


def melee(design: Design, formula: Formula) -> Tally:
    """Every line in full (ruling P8), of alternatives the dearest in full and the others at half."""
    return sum_tallies(
        either_or(
            [(name, attack(line, design, formula, name=name)) for name, line in group], formula.lesser_choice, CREATING
        )
        for group in groups(design.melee, "Melee")
    )


def groups(lines: Sequence[Attack], what: str) -> Iterator[list[tuple[str, Attack]]]:
    """The lines by name, each with the alternatives that follow it."""
    group: list[tuple[str, Attack]] = []
    for number, line in enumerate(lines, 1):
        if group and not line.alternative:
            yield group
            group = []
        group.append((line.name or (what if len(lines) == 1 else f"{what} {number}"), line))
    if group:
        yield group


def attack(line: Melee, design: Design, formula: Formula, *, name: str) -> Tally:
    """A line of blows, and 5 for each of them where they are fearsome; sweeps aren't (ruling P3)."""
    tally = blows(line, formula, name=name, wounds=design.wounds)
    if not design.fearsome or line.sweep:
        return tally
    each, number = formula.special["fearsome"], number_of(line, design.wounds)
    return tally.plus(f"{name}: fearsome, {format_amount(each)} × {number}", each * number, DRAGON)


def blows(line: Melee, formula: Formula, *, name: str, wounds: int) -> Tally:
    """Strength and abilities, at least 1, times skill, number, hits and wounds of each."""
    tally = blow_value(line, formula, name=name).at_least(formula.special["least"], CREATING, name=name)
    tally = tally.times(formula.melee_skill[line.skill], f"for skill {line.skill}", MELEE_COSTS, name=name)
    tally = tally.times(Fraction(number_of(line, wounds)), "attacks", MELEE_COSTS, name=name)
    if line.sweep:
        tally = tally.times(formula.factors["sweep"] * line.sweeps, sweep_label(line), MELEE_COSTS, name=name)
    return times_dice(tally, line, formula, name=name, citation=MELEE_COSTS)


def sweep_label(line: Melee) -> str:
    return "for a sweep" if line.sweeps == 1 else f"for {line.sweeps} sweeps"


def number_of(line: Melee, wounds: int) -> int:
    """How many blows: those of a war machine's crew are counted for each wound."""
    return line.attacks * wounds if line.per_wound else line.attacks


def blow_value(line: Melee, formula: Formula, *, name: str) -> Tally:
    """What is added up before anything is multiplied (ruling P7)."""
    strengths = formula.melee_strength_magical if line.magical else formula.melee_strength
    tally = NOTHING.plus(strength_label(line, name), strengths[line.strength], MELEE_COSTS)
    for ability, label in ABILITIES.items():
        if getattr(line, ability):
            tally = tally.plus(f"{name}: {label}", formula.melee[ability], MELEE_COSTS)
    if line.element is not None:
        tally = tally.plus(f"{name}: {line.element}", formula.melee["element"], MELEE_COSTS)
    return tally


def strength_label(line: Melee | Missile, name: str) -> str:
    words = line.strength if isinstance(line.strength, str) else f"strength {line.strength}"
    return f"{name}: {words}{', magical' if line.magical else ''}"


def times_dice(tally: Tally, line: Melee | Missile, formula: Formula, *, name: str, citation: Citation) -> Tally:
    """Hits and wounds by the d3: 2 and 1½ for each die (ruling P2)."""
    if line.hits_d3:
        factor = formula.factors["hits_d3"] * line.hits_d3
        tally = tally.times(factor, f"for {d3s(line.hits_d3)} hits", citation, name=name)
    if line.wounds_d3:
        factor = formula.factors["wounds_d3"] * line.wounds_d3
        tally = tally.times(factor, f"for {d3s(line.wounds_d3)} wounds", citation, name=name)
    return tally
