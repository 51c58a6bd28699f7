"""Fighters of tests: figures in a few words, and units of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Morale, MoraleKind, Statistics
from tabletop.arcana.rules.harm.at_units import Company
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.passing import caught_steps
from tabletop.arcana.rules.melee.turns import Contender
from tabletop.dice import Distribution, spread


def figures(*melee: Melee, wounds: int = 1, armour: int = 0, fixed: bool = False, **more: Any) -> Statistics:
    """Troops of base 1 and morale 8."""
    own = {"armour": Armour(value=armour, fixed=fixed), "morale": Morale(value=8), "defence": Defence()} | more
    return Statistics(wounds=wounds, melee=melee, **own)


def blow(attacks: int, skill: int, strength: int = 0, **more: Any) -> Melee:
    return Melee(attacks=attacks, skill=skill, strength=strength, **more)


def fighter(troops: Statistics, models: int, **more: Any) -> Fighter:
    """All models touch the enemy and strike with every line, unless more is said."""
    own = {"name": "they", "contact": models, "loose": not more.get("files"), "lines": tuple(range(len(troops.melee)))}
    left = Left(models, more.pop("lost", ()))
    return Fighter(figures=troops, left=left, **(own | more))


def contender(one: Fighter, **more: Any) -> Contender:
    """As it came to the table: in ranks as wide as it fights."""
    models = one.left.models
    own = {"ranks": one.files, "models_at_first": models, "wounds_at_first": models * one.figures.wounds}
    return Contender(fighter=one, **(own | more))


def natural(value: int, kind: MoraleKind = MoraleKind.NATURAL) -> dict[str, Morale]:
    return {"morale": Morale(value=value, kind=kind)}


def left_of_caught(pursuer: Fighter, prey: Fighter) -> Distribution[Left]:
    """What pursuers leave of whom they have caught."""
    caught = Company(prey.figures, prey.left, prey.carries)
    return spread(caught_steps(pursuer, caught), caught).map(lambda it: it.left)


def named(one: Fighter, name: str) -> Fighter:
    return replace(one, name=name)
