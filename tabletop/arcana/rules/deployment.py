"""Setting up: the zones, who places how many units in which turn, who stands where they may not, room to infiltrate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.standing import PLACING, Misplaced, holds, is_withheld, misplaced, whole_table
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.motion.free_space import Rings, free_areas
from tabletop.geometry.primitives.polygons import Polygon, overlapping
from tabletop.geometry.primitives.tolerances import RANGE

INFILTRATE = BOOK.section("Special Abilities")
APART, MARGIN = 24.0, 12.0
FIRST_SHARE = Fraction(3, 4)
INFILTRATORS_APART = 6.0


class Terms(Struct, frozen=True):
    """Inches between the zones and to the table's sides, and the defender, or None to set up by turns."""

    apart: float = APART
    margin: float = MARGIN
    defender: str | None = None


class Turn(Struct, frozen=True):
    """One side places so many units."""

    side: str
    units: int


class SetUp(Struct, frozen=True, kw_only=True):
    """Zones by side, turns in order, every unit that stands wrong with each reason, and the room for infiltrators.

    `withheld` are infiltrators off the table, who may come later.
    """

    zones: dict[str, Polygon]
    turns: tuple[Turn, ...]
    faults: tuple[Misplaced, ...]
    room: dict[str, tuple[Rings, ...]]
    withheld: tuple[str, ...]
    steps: tuple[Step, ...]


def set_up(scene: PlacedTable, terms: Terms) -> SetUp:
    """The file's first side has the near edge. MalformedError for other than two sides, or no room for zones."""
    sides = list(dict.fromkeys(unit.side for unit in scene.units.values()))
    if len(sides) != 2:
        raise MalformedError("units", f"two sides set up, there are {len(sides)}")
    zones = dict(zip(sides, zones_of(scene.table.size, terms), strict=True))
    placed = [unit for unit in scene.units.values() if not is_withheld(scene, unit)]
    faults = [Misplaced(unit.ref, reason) for unit in placed if (reason := _fault(scene, unit, zones))]
    told = {fault.ref for fault in faults}  # who is outside its zone isn't told that it is off the table, too
    faults += [
        fault
        for fault in misplaced(scene)
        if fault.reason.cause is not Cause.OVER_THE_TABLES_EDGE or fault.ref not in told
    ]
    turns = tuple(_turns(scene, sides, terms))
    hidden = [side for side in sides if any(unit.infiltrating for unit in _of(scene, side))]
    return SetUp(
        zones=zones,
        turns=turns,
        faults=tuple(faults),
        room={side: _room(scene, side, zones) for side in hidden},
        withheld=tuple(unit.ref for unit in scene.units.values() if unit not in placed),
        steps=tuple(_steps(scene, terms, turns)),
    )


def _steps(scene: PlacedTable, terms: Terms, turns: Sequence[Turn]) -> Iterator[Step]:
    text = f"the zones are {inches(terms.apart)} apart and {inches(terms.margin)} from the sides"
    yield Step(text=text, inches=terms.apart, citation=PLACING)
    if terms.defender is None:
        first = turns[0]
        text = f"{first.side} begins with {first.units}, and from then on one unit each by turns"
        yield Step(text=text, citation=PLACING)
        return
    theirs = turns[0].units + turns[-1].units
    text = (
        f"three quarters of {terms.defender}'s {theirs}, rounded down, are {turns[0].units}; infiltrators don't count"
    )
    yield Step(text=text, citation=PLACING)
    yield Step(text=f"{terms.defender} has the initiative in the first round", citation=PLACING)


def zones_of(size: tuple[float, float], terms: Terms) -> tuple[Polygon, Polygon]:
    """The zones at the near and the far edge; MalformedError where a table has no room for them."""
    wide, deep = size
    depth = (deep - terms.apart) / 2
    if depth <= 0 or wide <= 2 * terms.margin:
        raise MalformedError("terms", f"a table of {wide:g} by {deep:g} inches has no room for the zones")
    return _oblong(terms.margin, 0.0, wide - terms.margin, depth), _oblong(
        terms.margin, deep - depth, wide - terms.margin, deep
    )


def _oblong(x1: float, y1: float, x2: float, y2: float) -> Polygon:
    return (x1, y1), (x2, y1), (x2, y2), (x1, y2)


def _of(scene: PlacedTable, side: str) -> list[PlacedUnit]:
    return [unit for unit in scene.units.values() if unit.side == side]


def _turns(scene: PlacedTable, sides: Sequence[str], terms: Terms) -> Iterator[Turn]:
    if terms.defender is None:
        return alternating({side: len(_of(scene, side)) for side in sides})
    if terms.defender not in sides:
        raise MalformedError("terms", f"there is no side “{terms.defender}”")
    attacker = next(side for side in sides if side != terms.defender)
    counts = {side: sum(not unit.infiltrating for unit in _of(scene, side)) for side in sides}
    return attacking(terms.defender, counts[terms.defender], attacker, counts[attacker])


def alternating(units: dict[str, int]) -> Iterator[Turn]:
    """The larger army first until as many are left, then by turns, the other side next; infiltrators take a turn too.

    Of two equal armies the first named begins, as the players may roll for it.
    """
    more, fewer = sorted(units, key=lambda side: -units[side])
    if units[more] > units[fewer]:
        yield Turn(more, units[more] - units[fewer])
        more, fewer = fewer, more
    for _ in range(min(units.values())):
        yield Turn(more, 1)
        yield Turn(fewer, 1)


def attacking(defender: str, theirs: int, attacker: str, all_of: int) -> Iterator[Turn]:
    """Three quarters of the defender's units, rounded down; then all attackers; then the rest."""
    first = int(theirs * FIRST_SHARE)
    yield from (
        Turn(side, count) for side, count in ((defender, first), (attacker, all_of), (defender, theirs - first))
    )


def _fault(scene: PlacedTable, unit: PlacedUnit, zones: dict[str, Polygon]) -> Reason | None:
    if unit.infiltrating:
        return _infiltration_fault(scene, unit, zones)
    if _is_within(unit, zones[unit.side]):
        return None
    where = next(base[0] for base in unit.bases if not holds(zones[unit.side], base))
    return because(Cause.OUTSIDE_ITS_ZONE, PLACING, ref=unit.ref, where=where, unit=unit.called)


def _is_within(unit: PlacedUnit, oblong: Polygon) -> bool:
    return all(holds(oblong, base) for base in unit.bases)


def _infiltration_fault(scene: PlacedTable, unit: PlacedUnit, zones: dict[str, Polygon]) -> Reason | None:
    """Infiltrators are loose, on the table, outside the enemy's zone, and no nearer than 6 inches to any enemy."""
    wrong = partial(because, citation=INFILTRATE, ref=unit.ref, where=unit.bases[0][0])
    if not isinstance(unit.formation, Skirmish):
        return wrong(Cause.INFILTRATORS_SKIRMISH)
    if not _is_within(unit, whole_table(scene)):
        return wrong(Cause.OVER_THE_TABLES_EDGE, unit=unit.called)
    forbidden = [zone for side, zone in zones.items() if side != unit.side]
    if any(overlapping(unit.bases, forbidden)):
        return wrong(Cause.IN_THE_ENEMYS_ZONE, unit=unit.called)
    return _too_near(scene, unit)


def _too_near(scene: PlacedTable, unit: PlacedUnit) -> Reason | None:
    for foe in _enemies(scene, unit.side):
        gap = closest_pair(unit.bases, foe.bases).gap
        if gap.inches < INFILTRATORS_APART - RANGE:
            return because(
                Cause.TOO_NEAR_TO_INFILTRATE,
                INFILTRATE,
                ref=foe.ref,
                where=gap.start,
                unit=unit.called,
                gap=gap.inches,
                foe=foe.called,
                least=INFILTRATORS_APART,
            )
    return None


def _enemies(scene: PlacedTable, side: str) -> list[PlacedUnit]:
    """The other side's units that are on the table already."""
    return [unit for unit in scene.units.values() if unit.side != side and not is_withheld(scene, unit)]


def _room(scene: PlacedTable, side: str, zones: dict[str, Polygon]) -> tuple[Rings, ...]:
    """Where every part of an infiltrating base may be."""
    cut = [zone for other, zone in zones.items() if other != side]
    near = [block for unit in _enemies(scene, side) for block in unit.blocks]
    return free_areas(whole_table(scene), cut, near, INFILTRATORS_APART)


def room_to_appear(scene: PlacedTable, side: str) -> tuple[Rings, ...]:
    """Where every part of a base may be of infiltrators who appear in play: clear of every enemy that isn't broken."""
    near = [block for unit in _enemies(scene, side) if not unit.broken for block in unit.blocks]
    return free_areas(whole_table(scene), [], near, INFILTRATORS_APART)


TERM = re.compile(
    r"(?P<word>apart|margin) (?P<inches>\d{1,3}(?:\.\d{1,3})?)|defender (?P<side>[a-z0-9][a-z0-9-]{0,31})"
)


def read_terms(text: str) -> Terms:
    """`alternating`, or words parted by semicolons: `defender red; apart 24; margin 12`. MalformedError for others."""
    terms: dict[str, float] = {}
    defender = None
    for part in (words.strip().lower() for words in text.split(";")):
        if part in {"", "alternating"}:
            continue
        term = TERM.fullmatch(part)
        if term is None:
            raise MalformedError(
                "terms", f"“{part[:60]}” isn't one of: alternating, defender SIDE, apart 24, margin 12"
            )
        defender = term["side"] or defender
        if term["word"]:
            terms[term["word"]] = min(float(term["inches"]), LARGEST_SIDE)
    return Terms(terms.get("apart", APART), terms.get("margin", MARGIN), defender)
