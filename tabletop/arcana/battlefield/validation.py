"""Table files read strictly and written: a malformed one names its field."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tabletop.arcana.battlefield.schema import (
    Altitude,
    Column,
    Engagement,
    RankAndFile,
    Skirmish,
    Table,
    TableUnit,
    Terrain,
)
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.profiles import BASE_SIZES, footprint_fault
from tabletop.decoding import MalformedError, decoded
from tabletop.geometry.primitives.regions import polygon_fault
from tabletop.rosters.files import decode_text

LARGEST_FILE = 1_000_000

Complaints = Iterator[tuple[str, str]]


def read_table(content: bytes | str) -> Table:
    """A table from a file; MalformedError names the first field that is wrong, as in `units[0].base`.

    Bytes are UTF-8, or UTF-16 with its byte order mark.
    """
    text = decode_text(content, LARGEST_FILE) if isinstance(content, bytes) else content
    table = decoded(text, Table, most=LARGEST_FILE)
    check_table(table)
    return table


def write_table(table: Table) -> bytes:
    """The table's file, indented for people, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(table), indent=2) + b"\n"


def check_table(table: Table) -> None:
    """MalformedError where parts of a table contradict each other."""
    for field, reason in _complaints(table):
        raise MalformedError(field, reason)


def _complaints(table: Table) -> Complaints:
    yield from _refs(table)
    for number, piece in enumerate(table.terrain):
        yield from ((f"terrain[{number}].{field}", reason) for field, reason in _outlines(piece))
    for number, unit in enumerate(table.units):
        yield from ((f"units[{number}].{field}", reason) for field, reason in _unit(unit))
    yield from _engagements(table)


def _outlines(piece: Terrain) -> Complaints:
    parts = [(f"parts[{number}].polygon", part.polygon) for number, part in enumerate(piece.parts)]
    for field, outline in [("polygon", piece.polygon), *parts]:
        if wrong := polygon_fault(outline):
            yield field, f"the outline {wrong}"


def _refs(table: Table) -> Complaints:
    named = [(f"terrain[{number}].ref", piece.ref) for number, piece in enumerate(table.terrain)]
    named += [(f"units[{number}].ref", unit.ref) for number, unit in enumerate(table.units)]
    seen: set[str] = set()
    for field, ref in named:
        if ref in seen:
            yield field, f"the ref “{ref}” is used twice"
        seen.add(ref)


def _unit(unit: TableUnit) -> Complaints:
    if unit.base is None:
        if unit.footprint:
            yield "footprint", "goes with a base"
    elif unit.base not in BASE_SIZES:
        yield "base", f"must be one of {', '.join(f'{size:g}' for size in BASE_SIZES)}"
    elif unit.footprint and (fault := footprint_fault(unit.base, unit.footprint)):
        yield "footprint", fault
    if unit.profile is None and unit.base is None:
        yield "base", "is needed where no profile gives it"
    if unit.profile is None and unit.movement is None and unit.fly is None:
        yield "movement", "is needed where no profile gives it"
    if sum(member.count for member in unit.members) > unit.models:
        yield "members", f"there are more of them than the {unit.models} models of the unit"
    yield from _formation(unit)


def _formation(unit: TableUnit) -> Complaints:
    formation = unit.formation
    if isinstance(formation, Skirmish) and len(formation.positions) != unit.models:
        yield (
            "formation.positions",
            f"{counted('position', len(formation.positions))} for {counted('model', unit.models)}",
        )
    if isinstance(formation, RankAndFile | Column) and formation.files > unit.models:
        yield "formation.files", f"{counted('model', unit.models)} can't stand in {counted('file', formation.files)}"
    if isinstance(formation, Column) and not formation.trail and -(-unit.models // formation.files) <= formation.files:
        yield "formation.kind", "a straight column has more ranks than files; this is rank and file"
    if unit.altitude != Altitude.GROUND and not isinstance(formation, Skirmish):
        yield "formation.kind", "units in the air are in skirmish formation"


def _engagements(table: Table) -> Complaints:
    sides = {unit.ref: unit.side for unit in table.units}
    seen: set[frozenset[str]] = set()
    for number, engagement in enumerate(table.engaged):
        field = f"engaged[{number}].units"
        yield from _engagement(engagement, sides, field)
        if frozenset(engagement.units) in seen:
            yield field, "the two are engaged already"
        seen.add(frozenset(engagement.units))


def _engagement(engagement: Engagement, sides: dict[str, str], field: str) -> Complaints:
    unknown = [place for place, ref in enumerate(engagement.units) if ref not in sides]
    yield from ((f"{field}[{place}]", f"there is no unit “{engagement.units[place]}”") for place in unknown)
    first, second = engagement.units
    if not unknown and sides[first] == sides[second]:
        yield field, "only units of different sides are engaged"
