"""Questions about fights: manoeuvres of engaged units, and who may strike whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.marks import Ghost, Line, Mark, Picked
from tabletop.arcana.battlefield.reasons import Step, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.queries.answer import Answer, Plain, explained, formations, picked, why_not
from tabletop.arcana.queries.flight import middle_of
from tabletop.arcana.rules.melee import Done, manoeuvre, read_manoeuvres
from tabletop.arcana.rules.melee.retiring import passing
from tabletop.arcana.rules.melee.striking import (
    SWEEP,
    WHO_MAY_FIGHT,
    Striker,
    Sweep,
    ranks_that_strike,
    strikers,
    sweeps,
)


class ManoeuvreAnswer(Answer, frozen=True, kw_only=True):
    """A manoeuvre of an engaged unit, and the chance of its morale test before any modifier, where it takes one."""

    done: Done
    passes: Fraction | None

    def parts(self) -> Plain:
        done = self.done
        return {
            "legal": done.legal,
            **picked(done.unit, "formation", "altitude"),
            "moved": formations(done.moved),
            "sides": done.sides,
            "test": done.test or None,
            "passes": self.passes,
            **picked(done, "may_follow", "must_follow"),
            **why_not(self.reason),
            "steps": self.steps,
        }


class MeleeAnswer(Answer, frozen=True, kw_only=True):
    """The models of a unit that may fight, and how many of its ranks do."""

    strikers: tuple[Striker, ...]
    ranks: int | None
    sweeps: tuple[Sweep, ...]

    @property
    def against(self) -> dict[str, int]:
        """How many may strike each enemy and no other."""
        return dict(Counter(striker.at[0] for striker in self.strikers if len(striker.at) == 1))

    @property
    def choice(self) -> int:
        """How many may choose whom they strike."""
        return sum(len(striker.at) > 1 for striker in self.strikers)

    def parts(self) -> Plain:
        return {
            "strikers": len(self.strikers),
            **picked(self, "against", "choice", "ranks"),
            "models": self.strikers,
            "sweeps": self.sweeps,
            **why_not(self.reason),
            **picked(self, "citation", "steps"),
        }


def answer_manoeuvre(scene: PlacedTable, ref: str, orders: str) -> ManoeuvreAnswer:
    """Question `manoeuvre A "turn left; add both"`."""
    done = manoeuvre(scene, ref, read_manoeuvres(orders))
    changed = (done.unit, *done.moved)
    return ManoeuvreAnswer(
        scene=scene.with_units(changed),
        marks=tuple(Ghost(scene.unit(unit.ref)) for unit in changed),
        steps=explained(done.steps, done.reason),
        reason=done.reason,
        done=done,
        passes=passing(done.unit) if done.test else None,
    )


def answer_melee(scene: PlacedTable, ref: str) -> MeleeAnswer:
    """Question `melee A`."""
    unit = scene.unit(ref)
    striking = strikers(scene, unit)
    reach = sweeps(scene, unit, striking)
    reason = None if scene.is_engaged(ref) else because(Cause.NOT_ENGAGED, WHO_MAY_FIGHT)
    return MeleeAnswer(
        scene=scene,
        marks=tuple(_melee_marks(scene, unit, striking)) or (Ghost(unit),),
        steps=explained([*_melee_steps(scene, unit, striking), *_sweep_steps(scene, reach)], reason),
        reason=reason,
        citation=WHO_MAY_FIGHT,
        strikers=striking,
        ranks=ranks_that_strike(unit),
        sweeps=reach,
    )


def _melee_steps(scene: PlacedTable, unit: PlacedUnit, striking: tuple[Striker, ...]) -> Iterator[Step]:
    """Of each enemy how many touch it and reach it over others; then who may choose."""
    for foe in scene.foes(unit):
        touching = sum(foe.ref in striker.touches for striker in striking)
        over = sum(foe.ref in striker.over for striker in striking)
        reaching = f", {over} reach it over comrades" if over else ""
        yield Step(text=f"{touching} of {unit.models} touch {foe.called}{reaching}", citation=WHO_MAY_FIGHT)
    if choosing := sum(len(striker.at) > 1 for striker in striking):
        yield Step(text=f"{choosing} of them may choose whom they strike", citation=WHO_MAY_FIGHT)


def _sweep_steps(scene: PlacedTable, reach: tuple[Sweep, ...]) -> Iterator[Step]:
    """How many models of each enemy a sweep may strike, by the models that sweep there."""
    for ref in dict.fromkeys(ref for sweep in reach for ref in sweep.reach):
        counts = [sweep.reach[ref] for sweep in reach if ref in sweep.reach]
        low, high = min(counts), max(counts)
        models = f"{low}" if low == high else f"{low} to {high}"
        yield Step(text=f"{len(counts)} may sweep over {models} models of {scene.unit(ref).called}", citation=SWEEP)


def _melee_marks(scene: PlacedTable, unit: PlacedUnit, striking: tuple[Striker, ...]) -> Iterator[Mark]:
    """Marks on the models that strike, and a line to each enemy with how many may strike it."""
    yield from (Picked(unit.bases[striker.model]) for striker in striking)
    for foe in scene.foes(unit):
        if places := [unit.centres[striker.model] for striker in striking if foe.ref in striker.at]:
            yield Line(middle_of(tuple(places)), middle_of(foe.centres), str(len(places)))
