"""Whether one unit sees another: exactly, and if not by whom it is blocked, where, and what would open the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.ground import FLYING
from tabletop.arcana.roster import MalformedError
from tabletop.arcana.sight.bodies import Body, View, view_of, without
from tabletop.arcana.sight.eyes import Eyes, eyes_of
from tabletop.arcana.sight.heights import MODEL
from tabletop.arcana.sight.judging import (
    LOOSE_SEEN_THROUGH,
    SIGHTING,
    TOUCHED,
    Case,
    Judged,
    Verdict,
    fight_of,
    judged,
    verdict,
)
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import Reason, Step, inches
from tabletop.geometry.convexes import covered, spans
from tabletop.geometry.polygons import Polygon, centroid, hull
from tabletop.geometry.segments import Segment, inside, on
from tabletop.geometry.sightkernel import crossings
from tabletop.geometry.sightlines import free_line, straight
from tabletop.geometry.vectors import Point, distance

FEW_PAIRS = 4
MOST_WAYS = 5  # behind more, no single one opens the way often enough to be asked for


class Blocker(Struct, frozen=True, kw_only=True):
    """What stops the straight line from middle to middle, and where the line meets it."""

    ref: str
    why: str
    where: Point


class Sight(Struct, frozen=True, kw_only=True):
    """A free line where there is one, or what is in the way, nearest first, and the reason."""

    visible: bool
    line: Segment
    blockers: tuple[Blocker, ...] = ()
    reason: Reason | None = None
    steps: tuple[Step, ...] = ()


def sight(scene: PlacedTable, viewer: str, target: str) -> Sight:
    """From any part of one unit to any part of another, by their refs; MalformedError for a ref of no unit."""
    first, second = scene.unit(viewer), scene.unit(target)
    if viewer == target:
        raise MalformedError("", "a unit is asked about another")
    return look(view_of(scene), first, second)


def look(view: View, viewer: PlacedUnit, target: PlacedUnit) -> Sight:
    """The same for units that may stand elsewhere than the table's own."""
    cases = tuple(cases_of(view, viewer, target))
    for case in cases:
        if line := free_between(view, case):
            return Sight(visible=True, line=line, steps=tuple(_passed(view, case, line)))
    return _blocked(view, cases)


def cases_of(view: View, viewer: PlacedUnit, target: PlacedUnit) -> Iterator[Case]:
    """Each part of the viewer that stands alike against each part of the target."""
    fight = fight_of(view.scene, target.ref)
    for eyes, seen in product(_eyes(view, viewer), _eyes(view, target)):
        yield Case(eyes, seen, fight)


def _eyes(view: View, unit: PlacedUnit) -> tuple[Eyes, ...]:
    """As the table has it, unless the unit stands elsewhere."""
    return view.eyes[unit.ref] if view.scene.units.get(unit.ref) is unit else eyes_of(view.scene, unit)


def sees(view: View, viewer: PlacedUnit, target: PlacedUnit) -> bool:
    """The answer alone, quickly."""
    return any(free_between(view, case) for case in cases_of(view, viewer, target))


def free_between(view: View, case: Case) -> Segment | None:
    """A free line between groups that stand alike; None where it is blocked."""
    if _is_hidden(case):
        return None
    found = judged(view, case)
    pairs = sorted(product(case.viewer.parts, case.target.parts), key=_apart)
    if len(pairs) > FEW_PAIRS:
        if line := _between_middles(view, case, found):
            return line
        if free_line(_around(case.viewer), _around(case.target), found.shapes, found.excess) is None:
            return None
    lines = (free_line(first, second, found.shapes, found.excess) for first, second in pairs)
    return next((line for line in lines if line), None)


def _between_middles(view: View, case: Case, found: Judged) -> Segment | None:
    """A free line from the middle of a base to the middle of another: all of them at once, before any is searched."""
    if found.limits:
        return None
    starts = [centroid(part) for part in case.viewer.parts]
    targets = [centroid(part) for part in case.target.parts]
    crossed = crossings(starts, targets, view.kernel)[:, found.kept].swapaxes(1, 2)
    excess = found.excess(crossed.reshape(len(starts) * len(targets), crossed.shape[2]).astype(float))
    best = int(np.argmin(excess))
    one, other = divmod(best, len(targets))
    ends = case.viewer.parts[one], case.target.parts[other]
    return _between(ends) if excess[best] <= 0 else None


def _is_hidden(case: Case) -> bool:
    """Whether one is high and the other under trees or a roof."""
    return (case.viewer.is_high and case.target.stand.hidden) or (case.target.is_high and case.viewer.stand.hidden)


def _around(eyes: Eyes) -> Polygon:
    return hull(point for part in eyes.parts for point in part)


def _apart(pair: tuple[Polygon, Polygon]) -> float:
    return distance(*straight(*pair))


class _Crossed(Struct, frozen=True):
    """Something that a line crosses: what it does there, where the line enters and for how many inches."""

    body: Body
    verdict: Verdict
    enters: float
    length: float


def _crossed(view: View, case: Case, line: Segment) -> list[_Crossed]:
    """What the line crosses, in order."""
    if not view.bodies:
        return []
    start, end = (np.array([point]) for point in line)
    lengths, (enters, leaves) = covered(start, end, view.shapes)[0], spans(start, end - start, view.exact)
    begins = np.where(enters < leaves, enters, spans(start, end - start, view.shapes)[0])[0]
    found = []
    for place, body in enumerate(view.bodies):
        own = view.owners == place
        judgement = verdict(body, case)
        if judgement and (inches_inside := lengths[own].sum()) > TOUCHED:
            first = max(float(begins[own & (lengths > TOUCHED)].min()), 0.0)
            found.append(_Crossed(body, judgement, first, float(inches_inside)))
    return sorted(found, key=lambda each: each.enters)


def _passed(view: View, case: Case, line: Segment) -> Iterator[Step]:
    yield Step(text="a straight line is free", inches=distance(*line), citation=SIGHTING)
    yield from _steps(_crossed(view, case, line))


def _steps(crossed: list[_Crossed]) -> Iterator[Step]:
    for each in crossed:
        yield Step(text=each.verdict.why, inches=each.length, citation=each.verdict.citation)


def _blocked(view: View, cases: tuple[Case, ...]) -> Sight:
    """By the groups that are nearest to each other, along the line from middle to middle."""
    pairs = [(case, pair) for case in cases for pair in product(case.viewer.parts, case.target.parts)]
    case, ends = min(pairs, key=lambda each: _apart(each[1]))
    line = _between(ends)
    if _is_hidden(case):
        text = "high flyers don't see what is under trees or a roof, nor are seen from there"
        return Sight(visible=False, line=line, reason=Reason(text=text, citation=FLYING, opens="leave the cover"))
    crossed = _crossed(view, case, line)
    stopping = _stopping(crossed)
    blockers = tuple(Blocker(ref=each.body.ref, why=each.verdict.why, where=on(line, each.enters)) for each in stopping)
    reason = _reason(view, cases, stopping, line)
    return Sight(visible=False, line=line, blockers=blockers, reason=reason, steps=tuple(_steps(crossed)))


def _between(ends: tuple[Polygon, Polygon]) -> Segment:
    """From middle to middle, without what runs inside the two themselves."""
    whole = straight(*ends)
    leaves, enters = inside(whole, ends[0]), inside(whole, ends[1])
    start, end = leaves[1] if leaves else 0.0, enters[0] if enters else 1.0
    return on(whole, start), on(whole, end)


def _stopping(crossed: list[_Crossed]) -> list[_Crossed]:
    """Those that stop the line: two skirmished units do together, a forest where the line is too long inside."""
    loose = [each for each in crossed if each.verdict.does == "counts"]
    together = loose if len(loose) > LOOSE_SEEN_THROUGH else []
    return [
        each
        for each in crossed
        if each.verdict.does == "stops"
        or each in together
        or (each.verdict.does == "limits" and each.length > each.verdict.depth)
    ]


def _reason(view: View, cases: tuple[Case, ...], stopping: list[_Crossed], line: Segment) -> Reason:
    opens = _opens(view, cases, stopping)
    if not stopping:
        return Reason(text="what is in the way leaves no gap", citation=SIGHTING, opens=opens)
    first = stopping[0]
    text = "; ".join(dict.fromkeys(each.verdict.why for each in stopping))
    where = on(line, first.enters)
    return Reason(text=text, citation=first.verdict.citation, ref=first.body.ref, where=where, opens=opens)


def _opens(view: View, cases: tuple[Case, ...], stopping: list[_Crossed]) -> str:
    """What would: one thing less in the way, or a higher place."""
    asked = stopping if len(stopping) <= MOST_WAYS else []
    ways = [_without(each.body) for each in asked if _is_free(without(view, each.body.ref), cases)]
    heights = [each.body.top for each in stopping if each.verdict.does != "limits"]
    if heights and max(heights) < inf and _is_free(view, tuple(_lifted(case, max(heights) + MODEL) for case in cases)):
        ways.append(f"a place higher than {inches(max(heights))}" if max(heights) else "higher ground")
    ways += [f"no more than {inches(each.verdict.depth)} of it between" for each in stopping if each.verdict.depth]
    return ", or ".join(ways) or "go around"


def _without(body: Body) -> str:
    return f"{body.called} out of the way" if body.unit else f"a way around {body.called}"


def _is_free(view: View, cases: tuple[Case, ...]) -> bool:
    return any(free_between(view, case) for case in cases)


def _lifted(case: Case, level: float) -> Case:
    return replace(case, viewer=replace(case.viewer, stand=replace(case.viewer.stand, level=level)))
