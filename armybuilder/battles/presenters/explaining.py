"""What of an answer the page tells in its own way: the steps, the rules they rest on, and a volley by its kinds."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from tabletop.arcana.battlefield import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.marks import Ghost, Mark
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.queries.answer import Answer
from tabletop.arcana.rules.shooting import Shot, Volley


class Shots(Struct, frozen=True):
    """So many models that shoot alike, or don't for the same reason."""

    models: int
    needed: int | None
    chance: str
    why: str


def marks_in(answer: Answer, scene: PlacedTable) -> tuple[Mark, ...]:
    """What is drawn over the table as it stands: an answer's marks, and where its units end that stand elsewhere."""
    stand = {unit.formation for unit in scene.units.values()}
    marks = (mark for mark in answer.marks if not (isinstance(mark, Ghost) and mark.unit.formation in stand))
    ends = (Ghost(unit) for ref, unit in answer.scene.units.items() if _stands_elsewhere(unit, scene.units.get(ref)))
    return (*marks, *ends)


def _stands_elsewhere(unit: PlacedUnit, before: PlacedUnit | None) -> bool:
    return before is None or (unit.formation, unit.models) != (before.formation, before.models)


def steps_in(answer: Answer) -> list[Step]:
    """How an answer came about; not where that says no more than its reason."""
    reason = answer.reason
    said = reason.arguments.get("blockers", (reason,)) if reason else ()
    return [step for step in answer.steps if step.why is None or (step.why,) != said]


def volley_in(volley: Volley) -> list[Shots]:
    """How many models need which roll to hit, and how many may not shoot and why."""
    kinds = Counter(map(_kind, volley.shots))
    return [Shots(count, *kind) for kind, count in kinds.items()]


def _kind(shot: Shot) -> tuple[int | None, str, str]:
    """What a model needs, its chance and why it doesn't shoot; too far is too far, by whatever inches."""
    needed, why = shot.needed, shot.why
    return (
        needed.number if needed else None,
        str(needed.chance) if needed else "",
        str(why.arguments.get("reach", why)) if why else "",
    )
