"""What an answer is, and the one plain shape in which programs are given its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tabletop.arcana.battlefield.marks import Line, Mark
from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Formation
from tabletop.citations import plain_citation
from tabletop.geometry.primitives.vectors import distance

Plain = dict[str, Any]
DECIMALS = 9


class Answer(Struct, frozen=True):
    """The plain answer, the table as the answer leaves it, and the marks of its picture."""

    plain: Plain
    scene: PlacedTable
    marks: tuple[Mark, ...] = ()


class Question(Struct, frozen=True):
    """A question by the words that it needs after its name, and those that may follow."""

    words: tuple[str, ...]
    asked: Callable[..., Answer]
    options: tuple[str, ...] = ()


def plain_reason(reason: Reason | None) -> Plain:
    """`reason` in words, `blocked_by` whom, `where`, what `opens` it and the `citation`; nulls for no reason."""
    if reason is None:
        return dict.fromkeys(("reason", "blocked_by", "where", "opens", "citation"))
    return {
        "reason": reason.text,
        "blocked_by": reason.ref or None,
        "where": reason.where,
        "opens": reason.remedy or None,
        "citation": plain_citation(reason.citation),
    }


def plain_steps(steps: Sequence[Step], refused: Reason | None = None) -> list[Plain]:
    """Each in words with its inches, cost and citation; what is refused before any step has the reason as its step."""
    if refused and not steps:
        steps = (Step(text=refused.text, citation=refused.citation),)
    return [
        {"text": step.text, "inches": step.inches, "cost": step.cost, "citation": plain_citation(step.citation)}
        for step in steps
    ]


def farthest_way(before: PlacedUnit, after: PlacedUnit, label: str) -> Line:
    """From where a model stands to where it comes: of a block its first, of loose ones the one that goes farthest."""
    ways = list(zip(before.centres, after.centres, strict=True))
    return Line(*(ways[0] if before.is_ranked else max(ways, key=lambda way: distance(*way))), label)


def plain_formation(formation: Formation) -> Plain:
    """The formation as a table file states it, with nothing left out."""
    kind = msgspec.to_builtins(formation)["kind"]
    return {"kind": kind, **msgspec.structs.asdict(formation)}


def rounded(plain: Plain) -> Plain:
    """The same without what floats lose: nine decimals."""
    return {key: _clean(value) for key, value in plain.items()}


def _clean(plain: Any) -> Any:
    if isinstance(plain, float):
        return round(plain, DECIMALS) + 0
    if isinstance(plain, dict):
        return rounded(plain)
    if isinstance(plain, list | tuple):
        return [_clean(value) for value in plain]
    return plain
