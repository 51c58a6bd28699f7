"""What of an answer the page tells in its own way: the steps, the rules they rest on, and a volley by its kinds."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from tabletop.arcana.battlefield import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.marks import Ghost, Mark
from tabletop.arcana.queries.answer import Answer, Plain


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


def steps_in(plain: Plain) -> list[Plain]:
    """How an answer came about; not where that says no more than its reason."""
    return [step for step in plain.get("steps", []) if step["text"] != plain.get("reason")]


def rules_in(plain: Plain) -> list[str]:
    """The places in the book that an answer rests on, each once."""
    cited = [plain.get("citation"), *(step["citation"] for step in plain.get("steps", []))]
    return list(dict.fromkeys(each["section"] for each in cited if each))


def volley_in(plain: Plain) -> list[Shots]:
    """Those who shoot and those who don't, by what they need and why."""
    kinds = Counter((each["needed"], each["chance"] or "", _why(each["why"] or "")) for each in plain["models"])
    return [Shots(count, *kind) for kind, count in kinds.items()]


def _why(text: str) -> str:
    """Too far is too far, by whatever inches."""
    return text.partition(" inches are ")[2] or text
