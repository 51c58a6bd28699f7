"""What an answer is: what its question found, and for a reader the table, the marks, the steps and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from tabletop.arcana.battlefield.marks import Line, Mark
from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.citations import Citation
from tabletop.geometry.primitives.vectors import distance


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


class Refusal(Answer, frozen=True, kw_only=True):
    """No answer: for its `reason`, or in words where the question itself was wrong."""

    words: str = ""


class Question(Struct, frozen=True):
    """A question by the words that it needs after its name, and those that may follow."""

    words: tuple[str, ...]
    asked: Callable[..., Answer]
    options: tuple[str, ...] = ()


def explained(steps: Iterable[Step], reason: Reason | None) -> tuple[Step, ...]:
    """The steps of an answer; what is refused before any step has the reason as its only one."""
    done = tuple(steps)
    return (reason.step,) if reason and not done else done


def farthest_way(before: PlacedUnit, after: PlacedUnit, label: str) -> Line:
    """From where a model stands to where it comes: of a block its first, of loose ones the one that goes farthest."""
    ways = list(zip(before.centres, after.centres, strict=True))
    return Line(*(ways[0] if before.is_ranked else max(ways, key=lambda way: distance(*way))), label)
