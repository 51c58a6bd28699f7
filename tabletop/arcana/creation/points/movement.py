"""Points for movement: on the ground, in the air, in water."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import TerrainAbility
from tabletop.arcana.creation.points.formula import CREATING, DESIGNING_WAR_MACHINES, MOVEMENT_COSTS, Formula
from tabletop.arcana.creation.points.sums import NOTHING, Tally, either_or, format_amount

TERRAIN = {
    TerrainAbility.FORESTWALKER: "Forestwalker",
    TerrainAbility.SWIMMER: "Swimmer",
    TerrainAbility.ROCK_CLIMBER: "Rock climber",
}


def movement(design: Design, formula: Formula) -> Tally:
    """Every way of moving: the dearest in full, the others at half."""
    inches = design.movement
    ways: list[tuple[str, Tally]] = []
    if inches.ground is not None or design.kind == DesignKind.WAR_MACHINE:
        ways.append(("Ground", ground(design, formula)))
    if inches.fly is not None:
        ways.append(("Fly", flying(inches.fly, formula)))
    if inches.swim is not None:
        ways.append(("Swim", tally_of_way("Swim", inches.swim, formula)))
    return either_or(ways, formula.lesser_choice, CREATING)


def ground(design: Design, formula: Formula) -> Tally:
    """The move on the ground with what it crosses freely; ignoring terrain multiplies the move alone."""
    inches = ground_inches(design, formula)
    walk = tally_of_way("Ground", inches, formula)
    if design.kind == DesignKind.WAR_MACHINE:
        walk = war_machine_pace(formula)
    if TerrainAbility.IGNORES_TERRAIN in design.movement.abilities:
        walk = walk.times(formula.movement["ignores-terrain-factor"], "for ignoring terrain", MOVEMENT_COSTS)
    return walk.concat(terrain(design, inches, formula))


def ground_inches(design: Design, formula: Formula) -> int:
    """The inches that are paid for: what a war machine pays isn't what it moves (ruling P11)."""
    if design.kind == DesignKind.WAR_MACHINE:
        return int(formula.movement["war-machine-inches"])
    return design.movement.ground or 0


def pace(inches: int, formula: Formula) -> Fraction:
    """Half the inches, less one."""
    return inches * formula.movement["ground-inch"] - formula.movement["ground-deduction"]


def tally_of_way(way: str, inches: int, formula: Formula) -> Tally:
    half, less = formula.movement["ground-inch"], formula.movement["ground-deduction"]
    label = f"{way} {inches}″: {format_amount(half)} × {inches} − {format_amount(less)}"
    return NOTHING.plus(label, pace(inches, formula), MOVEMENT_COSTS)


def war_machine_pace(formula: Formula) -> Tally:
    inches = int(formula.movement["war-machine-inches"])
    return NOTHING.plus(f"War machine, pays for {inches}″", pace(inches, formula), DESIGNING_WAR_MACHINES)


def terrain(design: Design, inches: int, formula: Formula) -> Tally:
    """A point for each ability and each 6 inches of ground move or part of them (ruling P15)."""
    tally = NOTHING
    steps = ceil(inches / formula.movement["terrain-ability-inches"])
    for ability in design.movement.abilities:
        if ability in TERRAIN:
            label = f"{TERRAIN[ability]} at {inches}″"
            tally = tally.plus(label, steps * formula.movement["terrain-ability"], MOVEMENT_COSTS)
    return tally


def flying(inches: int, formula: Formula) -> Tally:
    return NOTHING.plus(f"Fly {inches}″", inches * formula.movement["fly-inch"], MOVEMENT_COSTS)
