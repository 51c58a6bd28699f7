"""Whether one unit sees another: exactly, and if not by whom it is blocked, where, and what would open the way.

Exact as `lines` is: no free line is missed but through a gap narrower than GRAZE. What a line is told to cross is what
its part between the two bases crosses. Ask about many targets of one viewer at once (`looks`, `seen`): that costs
little more than one, since their lines are looked for together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.rules.visibility.blockage import Blockage, Blocker, blockage, crossed, ways_open
from tabletop.arcana.rules.visibility.bodies import View, view_of
from tabletop.arcana.rules.visibility.judging import SIGHTING, SightQuery
from tabletop.arcana.rules.visibility.lines import first_free, free_lines, queries_of, trimmed
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.vectors import distance
from tabletop.work import Work, spend


class Sight(Struct, frozen=True, kw_only=True):
    """A free line where there is one, or what is in the way, nearest first, and the reason."""

    visible: bool
    line: Segment
    blockers: tuple[Blocker, ...] = ()
    reason: Reason | None = None
    steps: tuple[Step, ...] = ()


def sight(scene: PlacedTable, viewer: str, target: str) -> Sight:
    """Whether any part of one unit sees any part of another, with its line or what blocks it.

    MalformedError for a ref of no unit, or for one unit asked about itself.
    """
    first, second = scene.unit(viewer), scene.unit(target)
    if viewer == target:
        raise MalformedError("", "a unit is asked about another")
    return look(view_of(scene), first, second)


def look(view: View, viewer: PlacedUnit, target: PlacedUnit) -> Sight:
    """What one unit sees of another; either may stand elsewhere than the table has it."""
    return looks(view, viewer, [target])[0]


def looks(view: View, viewer: PlacedUnit, targets: Sequence[PlacedUnit]) -> tuple[Sight, ...]:
    """One unit's sight of several, in their order, for not much more than its sight of one."""
    _spend_pairs(viewer, targets)
    questions = [queries_of(view, viewer, target) for target in targets]
    free = first_free(view, questions)
    blockages = [blockage(view, queries) for queries, line in zip(questions, free, strict=True) if not line]
    blocked = map(_blocked, blockages, ways_open(view, blockages))
    return tuple(_seen(view, *line) if line else next(blocked) for line in free)


def _spend_pairs(viewer: PlacedUnit, targets: Sequence[PlacedUnit]) -> None:
    """Loose models are looked for one by one, a block at once."""
    spend(Work.PAIRS, len(viewer.blocks) * sum(len(target.blocks) for target in targets))


def sees(view: View, viewer: PlacedUnit, target: PlacedUnit) -> bool:
    """Whether one unit sees another, quickly and without an explanation."""
    return seen(view, viewer, [target])[0]


def seen(view: View, viewer: PlacedUnit, targets: Sequence[PlacedUnit]) -> tuple[bool, ...]:
    """Which of several one unit sees, in their order: a table with all of its pairs is a call for each unit."""
    _spend_pairs(viewer, targets)
    return tuple(map(bool, first_free(view, [queries_of(view, viewer, target) for target in targets])))


def in_sight(scene: PlacedTable, viewer: PlacedUnit, target: PlacedUnit, /) -> bool:
    """Whether one unit sees another, for rules that look from where a unit would stand: see `charge`."""
    if not scene.pieces and scene.units.keys() <= {viewer.ref, target.ref}:
        return True  # nothing else is there to be in the way
    return sees(view_of(scene), viewer, target)


def all_in_sight(scene: PlacedTable, viewer: PlacedUnit, targets: Sequence[PlacedUnit], /) -> Sequence[bool]:
    """Which of several targets one unit sees, for rules that look from where a unit would stand: see `flight`."""
    return seen(view_of(scene), viewer, targets)


def free_between(view: View, query: SightQuery) -> Segment | None:
    """A free line between groups that stand alike; None where it is blocked."""
    line = free_lines(view, [query])[0]
    return trimmed(line, query.viewer.parts, query.target.parts) if line else None


def _seen(view: View, query: SightQuery, whole: Segment) -> Sight:
    line = trimmed(whole, query.viewer.parts, query.target.parts)
    return Sight(visible=True, line=line, steps=tuple(_passed(view, query, line)))


def _passed(view: View, query: SightQuery, line: Segment) -> Iterator[Step]:
    yield Step(text="a straight line is free", inches=distance(*line), citation=SIGHTING)
    yield from (crossing.step for crossing in crossed(view, query, line))


def _blocked(blockage: Blockage, ways: Sequence[Reason]) -> Sight:
    return Sight(
        visible=False,
        line=blockage.line,
        blockers=tuple(blockage.blockers),
        reason=blockage.reason(ways),
        steps=tuple(crossing.step for crossing in blockage.crossed),
    )
