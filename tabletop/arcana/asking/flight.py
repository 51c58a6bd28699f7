"""Questions about setting up, fleeing and pursuit, in plain values and marks."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.answers import plain_citation
from tabletop.arcana.asking.answer import Answer, Plain, Question, plain_reason, rounded
from tabletop.arcana.asking.view import all_in_sight
from tabletop.arcana.fleeing.directions import DIRECTION, Flight, flight
from tabletop.arcana.fleeing.pursuing import COVERING, PURSUIT, Chase, pursuit
from tabletop.arcana.fleeing.running import ENDS
from tabletop.arcana.roster import MalformedError
from tabletop.arcana.settingup import PLACING, SetUp, read_terms, set_up
from tabletop.arcana.table.placed import PlacedTable
from tabletop.arcana.table.reasons import inches
from tabletop.arcana.tablepicture import Ghost, Ground, Line, Mark
from tabletop.geometry.vectors import Point, ahead

MOST_DEGREES = 360


def answer_setup(scene: PlacedTable, terms: str = "") -> Answer:
    """Question `setup`, perhaps with `defender red; apart 24; margin 12`."""
    found = set_up(scene, read_terms(terms))
    plain = {
        "legal": not found.faults,
        "zones": found.zones,
        "turns": [{"side": turn.side, "units": turn.units} for turn in found.turns],
        "faults": [{"ref": ref, **plain_reason(reason)} for ref, reason in found.faults.items()],
        "room": found.room,
        "citation": plain_citation(PLACING),
    }
    return Answer(rounded(plain), scene, tuple(_zone_marks(found)))


def _zone_marks(found: SetUp) -> Iterator[Mark]:
    yield from (Ground((zone,), side) for side, zone in found.zones.items())
    for pieces in found.room.values():
        yield from (Ground(rings) for rings in pieces)


def answer_flight(scene: PlacedTable, ref: str, ends: str = "") -> Answer:
    """Question `flight A`: where a broken unit may run; on the wing with `high`, `low` or `land`."""
    found = flight(scene, ref, ends=ends.strip().lower(), sees=all_in_sight)
    plain = {
        "edge": found.edge,
        "away": found.away,
        "priorities_kept": found.kept,
        "fan": found.fan,
        "direction": found.best,
        "engaged": found.engaged,
        "compulsory": {"least": found.least, "most": found.most},
        "voluntary": found.voluntary,
        "voluntary_fans": found.lingering,
        "leaves": str(found.leaves),
        "must_leave": found.must_leave,
        "runs_through": found.met,
        "shunned": [{"ref": each.ref, "why": each.why} for each in found.shunned],
        "citation": plain_citation(DIRECTION),
    }
    return Answer(rounded(plain), scene, tuple(_fan_marks(found)))


def _fan_marks(found: Flight) -> Iterator[Mark]:
    start = middle_of(found.unit.centres)
    for low, high in found.fan:
        steps = max(int((high - low) // 5), 1)
        rim = (ahead(start, low + (high - low) * step / steps, found.most) for step in range(steps + 1))
        if high > low:
            yield Ground(((start, *rim),))
    yield Line(start, ahead(start, found.best, found.most), inches(found.most))


def middle_of(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def answer_pursuit(scene: PlacedTable, ref: str, fleeing: str, way: str = "") -> Answer:
    """Question `pursuit A B`, perhaps with how B flees: `180`, `high`, `180 land`."""
    bearing, ends = _way(way)
    found = pursuit(scene, ref, fleeing, bearing, ends=ends, sees=all_in_sight)
    plain = {
        "possible": found.reason is None,
        **plain_reason(found.reason),
        "direction": found.bearing,
        "chance": str(found.chance),
        "ranked_chance": None if found.ranked_chance is None else str(found.ranked_chance),
        "loose": [_plain_chase(chase) for chase in found.loose],
        "ranked": [_plain_chase(chase) for chase in found.ranked] if found.ranked else None,
        "flies": found.flies,
        "wounds": found.wounds,
        "citation": plain_citation(PURSUIT),
        "covering": plain_citation(COVERING) if any(chase.covered_by for chase in found.loose) else None,
    }
    return Answer(rounded(plain), scene.with_unit(found.fled), (Ghost(scene.unit(fleeing)),))


def _plain_chase(chase: Chase) -> Plain:
    return {
        "roll": chase.roll,
        "needed": chase.needed,
        "least_die": chase.least,
        "leaves": chase.leaves,
        "covered_by": chase.covered_by or None,
        "flown_over": chase.flown_over,
    }


def _way(text: str) -> tuple[float | None, str]:
    """A direction, a word for how a flight on the wing ends, or the one and then the other."""
    first, *more = text.lower().split() or [""]
    if not first or first in ENDS:
        return None, " ".join((first, *more))
    return _degrees(first), " ".join(more)


def _degrees(text: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise MalformedError("direction", f"“{text[:60]}” is no number of degrees") from error
    if not -MOST_DEGREES <= number <= MOST_DEGREES:
        raise MalformedError("direction", f"degrees are at most {MOST_DEGREES}")
    return number


FLIGHT_QUESTIONS: dict[str, Question] = {
    "setup": Question((), answer_setup, ("terms",)),
    "flight": Question(("a ref",), answer_flight, ("high, low or land",)),
    "pursuit": Question(
        ("a ref", "the fleeing unit's"), answer_pursuit, ("a direction in degrees, high, low or land",)
    ),
}
