"""Free lines between units: who looks at whom as cases, and a line for each that has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.rules.visibility.bodies import View
from tabletop.arcana.rules.visibility.eyes import Eyes, eyes_of
from tabletop.arcana.rules.visibility.judging import Case, allowed, fight_of, verdict
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import Segment, point_at, span_inside
from tabletop.geometry.visibility import batched
from tabletop.geometry.visibility.depth_limits import Depth

Cases = tuple[Case, ...]


def cases_of(view: View, viewer: PlacedUnit, target: PlacedUnit) -> Cases:
    """Each part of the viewer that stands alike against each part of the target."""
    fight = fight_of(view.scene, target.ref)
    return tuple(Case(eyes, seen, fight) for eyes, seen in product(_eyes(view, viewer), _eyes(view, target)))


def _eyes(view: View, unit: PlacedUnit) -> tuple[Eyes, ...]:
    """As the table has it, unless the unit stands elsewhere."""
    return view.eyes[unit.ref] if view.scene.units.get(unit.ref) is unit else eyes_of(view.scene, unit)


def first_free(view: View, questions: Sequence[Cases]) -> list[tuple[Case, Segment] | None]:
    """The first case of each question that has a free line, with the line; all are asked at once."""
    lines = iter(free_lines(view, [case for cases in questions for case in cases]))
    found = [[(case, line) for case, line in zip(cases, lines, strict=False) if line] for cases in questions]
    return [each[0] if each else None for each in found]


def free_lines(view: View, cases: Sequence[Case]) -> list[Segment | None]:
    """A free line of each case, from any part to any part; those of one viewer are found together."""
    found: list[Segment | None] = [None] * len(cases)
    for places in _of_one_viewer(cases):
        group = [cases[place] for place in places]
        towards = batched.outlook(view.blockers, group[0].viewer.ends, [case.target.ends for case in group])
        rows = [dict(_allowed(view, case, towards.bodies_towards(other))) for other, case in enumerate(group)]
        for place, line in zip(places, batched.free_lines(towards, rows), strict=True):
            found[place] = line
    return found


def _of_one_viewer(cases: Sequence[Case]) -> Iterable[list[int]]:
    """The places of the cases in which the same eyes look, without those that are hidden."""
    groups: dict[int, list[int]] = {}
    for place, case in enumerate(cases):
        if not is_hidden(case):
            groups.setdefault(id(case.viewer), []).append(place)
    return groups.values()


def _allowed(view: View, case: Case, bodies: Iterable[int]) -> Iterator[tuple[int, Depth | float]]:
    """How deep its lines may run into the bodies of these indices, where not at will."""
    for index in bodies:
        most = allowed(verdict(view.bodies[index], case))
        if most is not Depth.ANY:
            yield index, most


def is_hidden(case: Case) -> bool:
    """Whether one is high and the other under trees or a roof."""
    return (case.viewer.is_high and case.target.stand.hidden) or (case.target.is_high and case.viewer.stand.hidden)


def trimmed(line: Segment, first: Iterable[Polygon], last: Iterable[Polygon]) -> Segment:
    """Without what runs inside the polygons that it leaves and arrives at."""
    leaves = [span[1] for part in first if (span := span_inside(line, part)) and span[0] == 0]
    enters = [span[0] for part in last if (span := span_inside(line, part)) and span[1] == 1]
    return point_at(line, max(leaves, default=0.0)), point_at(line, min(enters, default=1.0))
