"""The kinds of vehicles and their limits, as the book's two tables have them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Melee, VehicleTypeSlug

TOWED_VEHICLES = BOOK.section("Towed vehicle stats")
HOWDAHS = BOOK.section("Howdah stats")

Footprint = tuple[int, int]


class VehicleType(Struct, frozen=True, kw_only=True):
    """One row of a table: speed in inches, fixed armour, crew in base units, the least base as width and depth.

    A towed vehicle has at most `wounds`; a howdah adds them to its beast's, which has `beast_wounds` or more and
    stands on `least_base` or more. `counts_as` is the base for overruns (ruling T13); a howdah has no ram of its own.
    """

    slug: VehicleTypeSlug
    name: str
    speed: int
    wounds: int
    armour: int
    crew: int
    least_base: Footprint
    counts_as: int
    ramming: Melee | None = None
    beast_wounds: int = 0

    @property
    def is_howdah(self) -> bool:
        return self.ramming is None


def _ram(attacks: int, strength: int) -> Melee:
    return Melee(attacks=attacks, skill=3, strength=strength)


TOWED = (
    VehicleType(
        slug=VehicleTypeSlug.LIGHT_CHARIOT,
        name="Light Chariot",
        speed=18,
        wounds=3,
        armour=3,
        crew=2,
        ramming=_ram(6, 1),
        least_base=(2, 3),
        counts_as=4,
    ),
    VehicleType(
        slug=VehicleTypeSlug.MEDIUM_CHARIOT,
        name="Medium Chariot",
        speed=16,
        wounds=4,
        armour=3,
        crew=3,
        ramming=_ram(9, 2),
        least_base=(3, 3),
        counts_as=9,
    ),
    VehicleType(  # the table calls it large, the lists heavy (ruling M9)
        slug=VehicleTypeSlug.HEAVY_CHARIOT,
        name="Heavy (Large) Chariot",
        speed=14,
        wounds=5,
        armour=3,
        crew=4,
        ramming=_ram(12, 2),
        least_base=(3, 3),
        counts_as=9,
    ),
    VehicleType(
        slug=VehicleTypeSlug.WAGON,
        name="Wagon",
        speed=12,
        wounds=6,
        armour=3,
        crew=6,
        ramming=_ram(12, 2),
        least_base=(3, 5),
        counts_as=9,
    ),
    VehicleType(
        slug=VehicleTypeSlug.WAR_WAGON,
        name="War Wagon",
        speed=12,
        wounds=8,
        armour=4,
        crew=10,
        ramming=_ram(12, 2),
        least_base=(3, 5),
        counts_as=9,
    ),
)
CARRIED = (
    VehicleType(
        slug=VehicleTypeSlug.LIGHT_HOWDAH,
        name="Light Howdah",
        speed=16,
        wounds=1,
        armour=2,
        crew=3,
        least_base=(2, 2),
        counts_as=4,
        beast_wounds=4,
    ),
    VehicleType(
        slug=VehicleTypeSlug.MEDIUM_HOWDAH,
        name="Medium Howdah",
        speed=12,
        wounds=1,
        armour=3,
        crew=6,
        least_base=(3, 3),
        counts_as=9,
        beast_wounds=5,
    ),
    VehicleType(
        slug=VehicleTypeSlug.LARGE_HOWDAH,
        name="Large Howdah",
        speed=10,
        wounds=2,
        armour=3,
        crew=9,
        least_base=(3, 3),
        counts_as=9,
        beast_wounds=6,
    ),
    VehicleType(
        slug=VehicleTypeSlug.GIANT_HOWDAH,
        name="Giant Howdah",
        speed=10,
        wounds=2,
        armour=3,
        crew=12,
        least_base=(3, 3),
        counts_as=9,
        beast_wounds=7,
    ),
)
TYPES: Mapping[VehicleTypeSlug, VehicleType] = MappingProxyType({kind.slug: kind for kind in TOWED + CARRIED})
