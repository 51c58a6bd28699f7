"""Rams at an enemy who fights friends of the rammer: those that miss are rolled at these, one unit after the other.

Each unit suffers from as many as hit it, halved together where it is loose (reading BR16); exact as other blows are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.rules.harm.blows import Blows, Wounds, hits_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import RAMS, costs_several, needed, save
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.dice import Sifted, Step
from tabletop.dice.steps import Steps


class Astray(Struct, frozen=True):
    """Rams between two throws: those that have hit nobody yet, those that hit each unit, and what is left of it."""

    rolling: int
    struck: tuple[int, ...]
    left: tuple[Left, ...]


def astray_start(rammer: Fighter, bodies: Sequence[Fighter]) -> Astray:
    """All rams of the models in contact, before the first die."""
    line = _rams_of(rammer)
    return Astray(rammer.contact * line.attacks, (), tuple(body.left for body in bodies))


def astray_steps(rammer: Fighter, bodies: Sequence[Fighter]) -> Steps[Astray]:
    """At the enemy first, then at its own friends in their player's order; each suffers at once."""
    return [step for place, body in enumerate(bodies) for step in _at(rammer, body, place)]


def _rams_of(rammer: Fighter) -> Melee:
    assert rammer.figures.ramming is not None
    return rammer.figures.ramming


def _at(rammer: Fighter, body: Fighter, place: int) -> Iterator[Step[Astray]]:
    line = _rams_of(rammer)
    sieves, saved = hits_of(needed(line, rammer, body).number), save(line, body)
    halved, each = body.loose and body.left.models > 1, body.figures.wounds

    def struck(astray: Astray, hits: int) -> Astray:
        return replace(astray, rolling=astray.rolling - hits, struck=(*astray.struck, hits))

    def suffering(astray: Astray) -> Blows | Wounds | None:
        if not (hits := astray.struck[place]):
            return None
        blows = Blows(hits, None, saved.number, RAMS, times=saved.times, halved=halved)
        if not costs_several(line, body):
            return blows
        return Wounds(blows, line.wounds_d3, None if body.carries else each)

    def suffered(astray: Astray, harm: Any) -> Astray:
        by_hit = {"hits": harm} if isinstance(harm, tuple) else {"wounds": harm}
        left = astray.left[place].after(each, **by_hit, shares=body.carries)
        return replace(astray, left=(*astray.left[:place], left, *astray.left[place + 1 :]))

    yield Step(f"{rammer.name}, at {body.name}", RAMS, lambda astray: Sifted(astray.rolling, sieves, RAMS), struck)
    yield Step(f"{rammer.name}, on {body.name}", RAMS, suffering, suffered)
