"""A table with its profiles looked up and its bases laid out: what every question is asked of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, wraps
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.footprints import Footprint, bases_of, blocks_of, centres_of, footprint
from tabletop.arcana.battlefield.schema import (
    Altitude,
    Column,
    Engagement,
    Formation,
    RankAndFile,
    Table,
    TableUnit,
    Terrain,
)
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import MoraleKind, Row, Section, Statistics, TerrainAbility
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import Pair, closest_pair
from tabletop.geometry.primitives.polygons import Box, Polygon, box, contains
from tabletop.geometry.primitives.regions import convex_parts, uncovered_parts
from tabletop.geometry.primitives.tolerances import STATED
from tabletop.geometry.primitives.vectors import Point, normalized_angle
from tabletop.values import Slug

T = TypeVar("T")


class PlacedMember(Struct, frozen=True):
    """So many models of another profile in a unit; characters stand in its front rank."""

    name: str
    count: int
    leads: bool


class PlacedUnit(Struct, frozen=True, kw_only=True, dict=True):
    """A unit with every figure known: speeds, a base's width and depth in inches, where its bases stand."""

    ref: str
    side: str
    name: str
    row: Row | None
    base: float
    size: Footprint
    models: int
    wounds: int
    ground: float
    fly: float | None
    swim: float | None
    abilities: tuple[TerrainAbility, ...]
    towed: bool
    berserk: bool
    broken: bool = False
    immobile: bool = False
    wounds_lost: int = 0
    infiltrating: bool = False
    altitude: Altitude
    formation: Formation
    members: tuple[PlacedMember, ...] = ()

    @cached_property
    def bases(self) -> tuple[Polygon, ...]:
        """Every base, anticlockwise: front rank first and from its left, or in the order of the positions."""
        return bases_of(self.formation, self.models, self.size)

    @cached_property
    def blocks(self) -> tuple[Polygon, ...]:
        """The ground that the bases cover, in as few convex pieces as possible."""
        return blocks_of(self.formation, self.models, self.size)

    @cached_property
    def box(self) -> Box:
        """The smallest upright rectangle around all bases: least x, least y, greatest x, greatest y, in inches."""
        return box(point for block in self.blocks for point in block)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        return centres_of(self.formation, self.models, self.size)

    @property
    def is_ranked(self) -> bool:
        """Whether it is in rank and file: single models never are, columns only look so."""
        return isinstance(self.formation, RankAndFile) and self.models > 1

    @property
    def is_block(self) -> bool:
        return isinstance(self.formation, RankAndFile | Column)

    @property
    def is_war_machine(self) -> bool:
        return self.row is not None and self.row.section == Section.WAR_MACHINES

    @property
    def takes_half(self) -> bool:
        """Whether area attacks are halved on it: on skirmishers, but not on vehicles (“Vehicles and Missile Fire”)."""
        is_vehicle = self.towed or (self.row is not None and self.row.section == Section.VEHICLES)
        return not (self.is_ranked or is_vehicle)

    @property
    def called(self) -> str:
        """Its name and ref, as sentences have it."""
        return f"{self.name} ({self.ref})" if self.name else self.ref

    def standing(self, formation: Formation) -> PlacedUnit:
        """A copy of the unit in another formation or place."""
        return replace(self, formation=formation)


class Piece(Struct, frozen=True, dict=True):
    """A piece of terrain with the convex parts that cover it."""

    terrain: Terrain
    parts: tuple[Polygon, ...]

    @cached_property
    def box(self) -> Box:
        """The smallest upright rectangle around all bases: least x, least y, greatest x, greatest y, in inches."""
        return box(point for part in self.parts for point in part)

    @property
    def ref(self) -> str:
        return self.terrain.ref

    @property
    def called(self) -> str:
        return f"{self.terrain.name or self.terrain.kind} ({self.ref})"

    def is_under(self, point: Point) -> bool:
        (x, y), (left, lower, right, upper) = point, self.box
        return left <= x <= right and lower <= y <= upper and any(contains(part, point) for part in self.parts)


class PlacedTable(Struct, frozen=True, dict=True):
    """Units and terrain by their refs, in the file's order; parts of a piece come after it, as `t1.1`."""

    table: Table
    units: Mapping[str, PlacedUnit]
    pieces: Mapping[str, Piece]

    @cached_property
    def made(self) -> dict[Callable[[PlacedTable], object], object]:
        """What was made of it once, by what makes it."""
        return {}

    def unit(self, ref: str) -> PlacedUnit:
        """MalformedError where no unit has this ref."""
        if ref not in self.units:
            raise MalformedError("", f"there is no unit “{ref}” on this table")
        return self.units[ref]

    def others(self, unit: PlacedUnit) -> tuple[PlacedUnit, ...]:
        return tuple(other for other in self.units.values() if other.ref != unit.ref)

    def engagements(self, ref: str) -> tuple[Engagement, ...]:
        """The engagements that a unit is part of."""
        return tuple(engagement for engagement in self.table.engaged if ref in engagement.units)

    def foes(self, unit: PlacedUnit) -> tuple[PlacedUnit, ...]:
        """The units in contact with a unit, each once."""
        refs = dict.fromkeys(
            ref for engagement in self.engagements(unit.ref) for ref in engagement.units if ref != unit.ref
        )
        return tuple(self.unit(ref) for ref in refs)

    def is_engaged(self, ref: str) -> bool:
        return bool(self.engagements(ref))

    def with_unit(self, unit: PlacedUnit) -> PlacedTable:
        """The table with one unit changed, everything else as it was."""
        return PlacedTable(self.table, {**self.units, unit.ref: unit}, self.pieces)

    def with_units(self, units: Iterable[PlacedUnit | None]) -> PlacedTable:
        """The table with several units changed; None stands for a unit that there isn't."""
        changed = {unit.ref: unit for unit in units if unit}
        return PlacedTable(self.table, {**self.units, **changed}, self.pieces)

    def less(self, unit: PlacedUnit) -> PlacedTable:
        """The table without a unit and its engagements."""
        engaged = tuple(engagement for engagement in self.table.engaged if unit.ref not in engagement.units)
        others = {ref: other for ref, other in self.units.items() if ref != unit.ref}
        return PlacedTable(replace(self.table, engaged=engaged), others, self.pieces)


def once_a_table(make: Callable[[PlacedTable], T]) -> Callable[[PlacedTable], T]:
    """What is made of a table the first time that it is asked for, and kept with it."""

    @wraps(make)
    def made(scene: PlacedTable) -> T:
        kept = scene.made.get(made)
        if kept is None:
            kept = scene.made.setdefault(made, make(scene))
        return cast("T", kept)

    return made


def lay(table: Table, catalogue: Catalogue) -> PlacedTable:
    """Look every profile up and lay the bases out.

    MalformedError for a profile that isn't there, a unit that can't be where it is said to be, or an engagement of
    units that stand apart.
    """
    units = {
        unit.ref: _placed(unit, table.scale, catalogue, f"units[{number}]") for number, unit in enumerate(table.units)
    }
    for number, engagement in enumerate(table.engaged):
        _check_contact(engagement, units, f"engaged[{number}]")
    pieces = {piece.ref: piece for terrain in table.terrain for piece in _pieces(terrain)}
    return PlacedTable(table, units, pieces)


@lru_cache(maxsize=1_000)
def _pieces(terrain: Terrain) -> tuple[Piece, ...]:
    """Cut once: the same terrain comes again with every command on a table."""
    return tuple(_cut(terrain))


def _cut(terrain: Terrain) -> Iterator[Piece]:
    """The piece where nothing else counts, and each of its parts as a piece of its own: `t1.1`, `t1.2` of `t1`."""
    taken = [part.polygon for part in terrain.parts]
    yield Piece(terrain, uncovered_parts(terrain.polygon, taken) if taken else convex_parts(terrain.polygon))
    for number, part in enumerate(terrain.parts, 1):
        own = Terrain(
            ref=f"{terrain.ref}.{number}",
            kind=part.kind,
            name=part.name,
            polygon=part.polygon,
            height=terrain.height,
            going=part.going,
            nature=part.nature,
        )
        yield Piece(own, convex_parts(part.polygon))


def _placed(unit: TableUnit, scale: int, catalogue: Catalogue, field: str) -> PlacedUnit:
    row = _row(unit.profile, catalogue, field)
    printed = row or Statistics()
    standing = printed if unit.base is None else Statistics(base=unit.base, footprint=unit.footprint)
    placed = PlacedUnit(
        ref=unit.ref,
        side=unit.side,
        name=unit.name or (row.name if row else ""),
        row=row,
        base=standing.base,
        size=footprint(standing.stands_on, scale),
        models=unit.models,
        wounds=_given(unit.wounds, printed.wounds),
        ground=_given(unit.movement, printed.movement.ground or 0),
        fly=_given(unit.fly, printed.movement.fly),
        swim=_given(unit.swim, printed.movement.swim),
        abilities=_given(unit.abilities, printed.movement.abilities),
        towed=_given(unit.towed, row is not None and row.drawn_by is not None),
        berserk=_given(unit.berserk, printed.morale is not None and printed.morale.kind == MoraleKind.BERSERK),
        broken=unit.broken,
        immobile=unit.immobile,
        wounds_lost=unit.wounds_lost,
        infiltrating=unit.infiltrating,
        altitude=unit.altitude,
        formation=_facing_within_a_circle(unit.formation),
        members=tuple(_members(unit, catalogue, field)),
    )
    if placed.altitude != Altitude.GROUND and placed.fly is None:
        raise MalformedError(f"{field}.altitude", "it can't fly")
    most = placed.models * (placed.wounds - 1)
    if placed.wounds_lost > most:
        raise MalformedError(f"{field}.wounds_lost", f"its living models can have lost {most} at most")
    return placed


def _facing_within_a_circle(formation: Formation) -> Formation:
    """The formation with its facing from 0 to below 360 degrees; -90 is 270."""
    facing = normalized_angle(formation.facing)
    return formation if facing == formation.facing else replace(formation, facing=facing)


def _given(stated: T | None, printed: T) -> T:
    """What the file states, or else what the profile says."""
    return printed if stated is None else stated


def _members(unit: TableUnit, catalogue: Catalogue, field: str) -> Iterator[PlacedMember]:
    for number, member in enumerate(unit.members):
        row = _row(member.profile, catalogue, f"{field}.members[{number}]")
        leads = row is not None and row.section == Section.CHARACTERS
        yield PlacedMember(member.name or (row.name if row else ""), member.count, leads)


def _row(profile: Slug | None, catalogue: Catalogue, field: str) -> Row | None:
    if profile is None:
        return None
    if profile not in catalogue.rows:
        raise MalformedError(f"{field}.profile", f"there is no profile “{profile}”")
    return catalogue.in_play(profile)


def _check_contact(engagement: Engagement, units: Mapping[str, PlacedUnit], field: str) -> None:
    first, second = (units[ref] for ref in engagement.units)
    apart = between(first, second).gap.inches
    if apart > STATED:
        raise MalformedError(field, f"“{first.ref}” and “{second.ref}” stand {apart:.2f} inches apart")


def between(first: PlacedUnit, second: PlacedUnit) -> Pair:
    """The nearest bases of two units, by their places in `bases`, and the gap between them."""
    return closest_pair(first.bases, second.bases)


def apart(first: PlacedUnit, second: PlacedUnit) -> float:
    """The inches between the nearest edges of two units; 0 where they touch or overlap."""
    return closest_pair(first.blocks, second.blocks).gap.inches
