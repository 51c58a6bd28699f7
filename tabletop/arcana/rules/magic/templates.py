"""A template that lies on a unit, or wanders on to it first, and what it does to the models it touches then.

Where it may come to lie is counted before any die: a number of models touched for each hour of the clock and each
number of inches. The dice then only say which of these it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.rules.magic.casting import SAVES, Cast, Casting, Stop, resistance, touches_nobody
from tabletop.arcana.rules.magic.effects import casting_start, effect_steps
from tabletop.arcana.rules.templates.orders import Order, Spot
from tabletop.arcana.rules.templates.placing import TEMPLATES, touched
from tabletop.arcana.rules.templates.scattering import CLOCK
from tabletop.dice import Chain, Change, Dice, Hits, Step
from tabletop.dice.steps import Steps
from tabletop.geometry.primitives.vectors import Point, ahead


class Drifting(Struct, frozen=True):
    """How far a template wanders by dice, and the models it touches then: for each hour of the clock, by the inches."""

    inches: Dice
    touched: tuple[tuple[int, ...], ...]

    @property
    def most(self) -> int:
        return max(map(max, self.touched))


class Beneath(Chain[Cast], frozen=True):
    """What the spell's effects do to as many models as the casting says are touched."""

    casting: Casting

    def steps(self) -> Steps[Cast]:
        return [
            step
            for effect in self.casting.spell.effects
            for step in effect_steps(effect, self.casting, lambda cast: cast.goes_on)
        ]

    def start(self) -> Cast:
        return casting_start(self.casting)

    def result(self, state: Cast) -> Cast:
        return state


def touched_at(scene: PlacedTable, diameter: float, middle: Point) -> int:
    """How many models of the table's units a round template of so many inches touches there."""
    return sum(len(touch.models) for touch in touched(scene, Order(diameter=diameter, spots=(Spot(middle),))))


def drifting(scene: PlacedTable, diameter: float, middle: Point, inches: Dice, *, facing: float) -> Drifting:
    """From there by the clock, on a table that is turned so that up is at `facing` degrees on the one played on."""
    return Drifting(
        inches,
        tuple(
            tuple(
                touched_at(scene, diameter, ahead(middle, angle - facing, far))
                for far in range(max(_totals(inches)) + 1)
            )
            for angle in CLOCK
        ),
    )


def _totals(inches: Dice) -> Sequence[int]:
    return tuple(inches.odds().weights)


def template_start(casting: Casting, under: int) -> Cast:
    """The state before the first die, with models under it where it doesn't wander."""
    return replace(casting_start(casting), under=under)


def template_steps(casting: Casting, drift: Drifting | None, *, may_resist: bool) -> Steps[Cast]:
    """Where it ends, a unit save of the unit if it touches that, and what it does."""
    steps: list[Step[Cast] | Change[Cast]] = [*_wandering(drift)] if drift else []
    steps.append(Change(lambda cast: cast if cast.under else replace(cast, stopped=Stop.MISSED)))
    target = casting.target
    assert target is not None
    if touches_nobody(casting, target):
        steps.append(Change(lambda cast: replace(cast, stopped=Stop.IMMUNE)))
    number = resistance(target)
    if may_resist and number:
        steps.append(
            Step(
                "save against the spell",
                SAVES,
                lambda cast: Hits(1, number) if cast.goes_on else None,
                lambda cast, saved: replace(cast, stopped=Stop.SAVED) if saved else cast,
            )
        )
    return [*steps, Step("", TEMPLATES, _beneath(casting), _after)]


def _wandering(drift: Drifting) -> Steps[Cast]:
    return (
        Step("direction", TEMPLATES, lambda cast: Dice(1), lambda cast, face: replace(cast, face=face)),
        Step(
            "inches",
            TEMPLATES,
            lambda cast: drift.inches,
            lambda cast, far: replace(cast, under=drift.touched[cast.face - 1][far], face=0),
        ),
    )


def _beneath(casting: Casting) -> Callable[[Cast], Beneath | None]:
    return lambda cast: Beneath(replace(casting, touched=cast.under)) if cast.goes_on else None


def _after(cast: Cast, done: Cast) -> Cast:
    return replace(done, stopped=cast.stopped, under=cast.under)
