"""The parts of a vehicle with every slug looked up."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from msgspec import Struct

from tabletop.arcana.catalogue.lists import Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Armour, Row
from tabletop.arcana.catalogue.vehicle_parts import Crew, VehicleParts, Wears
from tabletop.arcana.creation.vehicles.tables import TYPES, Footprint, VehicleType
from tabletop.decoding import MalformedError, decoded

LARGEST_FILE = 100_000
GENERAL_LISTS = ("monsters", "war-machines")


def read_parts(content: bytes | str) -> VehicleParts:
    """Parts from the text of a file; MalformedError names the first field that is wrong."""
    return decoded(content, VehicleParts, most=LARGEST_FILE)


class Aboard(Struct, frozen=True):
    """Models of one row on a vehicle; crew strikes with melee line number `attack`."""

    row: Row
    count: int
    attack: int = 0

    @property
    def space(self) -> int:
        """Base units taken; a base ½ takes a whole one (ruling T14)."""
        return ceil(self.row.base) * self.count


class Vehicle(Struct, frozen=True):
    """Parts with every slug looked up, as the rows are played."""

    parts: VehicleParts
    beasts: Aboard | None
    crew: tuple[Aboard, ...]
    machines: tuple[Aboard, ...]

    @property
    def type(self) -> VehicleType:
        return TYPES[self.parts.type]

    @property
    def army(self) -> str | None:
        """The list that crew, beasts and war machines are chosen from beside the general ones."""
        lists = [list_slug(aboard.row.slug) for aboard in self.crew]
        return self.parts.army or next((army_list for army_list in lists if army_list not in GENERAL_LISTS), None)

    @property
    def members(self) -> tuple[Row, ...]:
        """Beasts and crew, whose abilities count where all of them share them."""
        beasts = (self.beasts.row,) if self.beasts else ()
        return (*beasts, *(aboard.row for aboard in self.crew))

    @property
    def base(self) -> Footprint:
        """The footprint it stands on, width and depth in base units."""
        return self.parts.base or self.least_base

    @property
    def least_base(self) -> Footprint:
        """The type's least footprint, and of a howdah no less than its beast's."""
        width, depth = self.type.least_base
        if self.type.is_howdah and self.beasts:
            beast_width, beast_depth = map(ceil, self.beasts.row.stands_on)
            return max(width, beast_width), max(depth, beast_depth)
        return width, depth

    @property
    def space_taken(self) -> int:
        """Base units of crew space that crew, war machines and cargo take."""
        return self.parts.cargo + sum(aboard.space for aboard in (*self.crew, *self.machines))

    @property
    def own_armour(self) -> Armour:
        return Armour(value=self.type.armour + self.parts.armour, fixed=True)

    def shared(self, has: Callable[[Row], bool]) -> bool:
        """Whether there are beasts or crew and every one of them has it."""
        return bool(self.members) and all(map(has, self.members))


def look_up(parts: VehicleParts, catalogue: Catalogue) -> Vehicle:
    """The parts with their rows; MalformedError names a slug the catalogue doesn't have, or parts that exclude others.

    Those are `movement` beside beasts or for a howdah, `wounds` wished for a howdah, and `wears` for what is towed.
    """
    _check_fields(parts)
    beasts = None
    if parts.beasts:
        beasts = Aboard(_row("beasts", parts.beasts.profile, catalogue), parts.beasts.count)
    crew = [_crew(f"crew[{number}]", aboard, catalogue) for number, aboard in enumerate(parts.crew)]
    machines = [
        Aboard(_row(f"war_machines[{number}]", machines.profile, catalogue), machines.count)
        for number, machines in enumerate(parts.war_machines)
    ]
    if parts.army is not None and parts.army not in catalogue.lists:
        raise MalformedError("army", f"there is no army list “{parts.army}”")
    return Vehicle(parts, beasts, tuple(crew), tuple(machines))


def _check_fields(parts: VehicleParts) -> None:
    is_howdah = TYPES[parts.type].is_howdah
    if parts.movement is not None and parts.beasts is not None:
        raise MalformedError("movement", "beasts move it; it doesn't move by itself as well")
    if parts.movement is not None and is_howdah:
        raise MalformedError("movement", "a howdah moves as its beast does")
    if parts.wounds is not None and is_howdah:
        raise MalformedError("wounds", "a howdah has its beast's wounds and a bonus, not what is wished for")
    if parts.wears != Wears.VEHICLE and not is_howdah:
        raise MalformedError("wears", "only a howdah can fight in its beast's armour")


def _row(path: str, slug: str, catalogue: Catalogue) -> Row:
    if slug not in catalogue.rows:
        raise MalformedError(f"{path}.profile", f"there is no profile “{slug}”")
    return catalogue.in_play(slug)


def _crew(path: str, crew: Crew, catalogue: Catalogue) -> Aboard:
    row = _row(path, crew.profile, catalogue)
    if crew.attack and crew.attack >= len(row.melee):
        raise MalformedError(f"{path}.attack", f"{row.name} has no melee line {crew.attack}, counted from 0")
    return Aboard(row, crew.count, crew.attack)
