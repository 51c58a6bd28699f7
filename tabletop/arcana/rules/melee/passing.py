"""Blows that nobody answers: of all models that are flown over, and of all pursuers on whom they have caught."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Melee, OddStrength, Statistics
from tabletop.arcana.rules.harm.among import models_of
from tabletop.arcana.rules.harm.at_units import AtUnit, Company
from tabletop.arcana.rules.melee.counting import attacks, lost_by_crew
from tabletop.arcana.rules.melee.fighters import Fighter, Fighters, begin
from tabletop.arcana.rules.melee.leading import RAM
from tabletop.arcana.rules.melee.mixed import first_of
from tabletop.dice import Step
from tabletop.dice.steps import Steps

CATCHING = BOOK.section("Flee and Pursuit")


def flown_over(own: Fighter, flyer: Fighter) -> Fighters:
    """A melee in which all models of a unit strike at -1 at who flies over it, once and by no ram (reading BR66).

    So do its characters, those of the flyers first as in any melee; nobody of the flyers answers.
    """
    every = replace(own, contact=own.left.models, over=0, files=0, fresh=False, rams=False, overflown=True)
    below = _leading(every, [replace(one, fresh=False, rams=False, overflown=True) for one in own.characters])
    idle = [replace(one, lines=(), rams=False) for one in flyer.characters]
    return below, _leading(replace(flyer, lines=(), rams=False), idle)


def _leading(unit: Fighter, characters: list[Fighter]) -> Fighter:
    """The unit with its characters as they fight now."""
    return replace(unit, leader=characters[0], others=tuple(characters[1:])) if characters else unit


def caught_lines(pursuer: Fighter) -> list[tuple[Fighter, Melee]]:
    """The attacks that count, by whom: those it and its characters use, and their rams."""
    return [(body, line) for body in (pursuer, *pursuer.characters) for _, line in _lines(body)]


def _lines(pursuer: Fighter) -> list[tuple[int, Melee]]:
    ramming = pursuer.figures.ramming
    own = [(place, pursuer.figures.melee[place]) for place in pursuer.lines]
    return own + ([(RAM, ramming)] if ramming else [])


def save_of_caught(line: Melee, figures: Statistics) -> int:
    """Fixed armour alone, whatever the strength; nothing from magical and eldritch attacks (reading BR3)."""
    if line.magical or line.strength == OddStrength.ELDRITCH:
        return 0
    return max(
        (armour.value for armour in (figures.armour, figures.second_armour) if armour and armour.fixed), default=0
    )


def caught_steps(pursuer: Fighter, prey: Company) -> Steps[Company]:
    """A wound for each attack of the whole unit, and what is saved of them; the state is what is left of the prey."""
    bodies = pursuer, *pursuer.characters
    return [_catching(body, prey, place, line) for body in bodies for place, line in _lines(body)]


def _catching(pursuer: Fighter, prey: Company, place: int, line: Melee) -> Step[Company]:
    struck = begin((pursuer, pursuer)).first
    models = pursuer.left.models
    if pursuer.kinds and place != RAM:
        alive = first_of(models, pursuer.parts)
        models = sum(alive[kind] for kind in pursuer.kinds[place])
    enemies = prey.left.models + (0 if prey.rider_on else models_of(prey.living, prey.rides_of))
    count = attacks(pursuer, struck, line, models=models, enemies=enemies)
    count -= min(lost_by_crew(pursuer, struck, place), count)
    return Step(
        f"{pursuer.name}, {line.name or 'attacks'}",
        CATCHING,
        lambda it: None if it.is_gone else AtUnit(it, count, partial(save_of_caught, line), CATCHING),
        lambda _, left: left,
    )
