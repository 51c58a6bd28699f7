"""What an answer is: what its question found, and for a reader the table, the marks, the steps and why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tabletop.arcana.battlefield.marks import Line, Mark
from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.citations import Citation
from tabletop.geometry.primitives.vectors import distance

Plain = dict[str, Any]


def picked(value: object, *names: str) -> Plain:
    """Some fields and properties of a value by their names."""
    return {name: getattr(value, name) for name in names}


def why_not(reason: Reason | None) -> Plain:
    """`reason` in words, `blocked_by` whom, `where`, what `opens` it and the `citation`; nulls for no reason."""
    if reason is None:
        return dict.fromkeys(("reason", "blocked_by", "where", "opens", "citation"))
    return {
        "reason": reason,
        "blocked_by": reason.ref or None,
        "where": reason.where,
        "opens": reason.remedy or None,
        "citation": reason.citation,
    }


def formations(units: Iterable[PlacedUnit]) -> Plain:
    """How units are formed, by their refs."""
    return {unit.ref: unit.formation for unit in units}


class Answer(Struct, frozen=True, kw_only=True):
    """The part that all answers share; each kind adds what its question found, as the rules return it.

    `scene` is the table as the answer leaves it, `marks` are drawn over it. `citation` is the rule that the whole
    answer rests on, where there is one beside those of its steps and its reason.
    """

    scene: PlacedTable
    marks: tuple[Mark, ...] = ()
    steps: tuple[Step, ...] = ()
    reason: Reason | None = None
    citation: Citation | None = None

    @property
    def citations(self) -> list[Citation]:
        """The places in the book that it rests on, each once."""
        whole = self.citation or (self.reason.citation if self.reason else None)
        return list(dict.fromkeys([*([whole] if whole else []), *(step.citation for step in self.steps)]))

    def parts(self) -> Plain:
        """What its JSON has, in order; `json` encodes each value by its type."""
        raise NotImplementedError


class Refusal(Answer, frozen=True, kw_only=True):
    """No answer: for its `reason`, or in words where the question itself was wrong."""

    words: str = ""

    def parts(self) -> Plain:
        return {"possible": False, **(why_not(self.reason) if self.reason else {"reason": self.words})}


def explained(steps: Iterable[Step], reason: Reason | None) -> tuple[Step, ...]:
    """The steps of an answer; what is refused before any step has the reason as its only one."""
    done = tuple(steps)
    return (reason.step,) if reason and not done else done


def farthest_way(before: PlacedUnit, after: PlacedUnit, label: str) -> Line:
    """From where a model stands to where it comes: of a block its first, of loose ones the one that goes farthest."""
    ways = list(zip(before.centres, after.centres, strict=True))
    return Line(*(ways[0] if before.is_ranked else max(ways, key=lambda way: distance(*way))), label)
