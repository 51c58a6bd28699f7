"""What a piece of terrain does to those who move, shoot or stand in it, exactly and with the rule's place."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Cover, Formation, Going, Nature, RankAndFile, Skirmish, Terrain
from tabletop.arcana.catalogue.abilities.ability import PROFILES
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Printed, Row, Section, TerrainAbility
from tabletop.arcana.terrain.charts import TERRAIN_CHARTS
from tabletop.arcana.terrain.going import FLYING, TERRAIN_AND_MOVEMENT, slowing
from tabletop.arcana.terrain.kinds import going_of, nature_of
from tabletop.citations import Citation

RESOLVING_MISSILES = BOOK.section("Resolving Missile Attacks")
MOVING_VEHICLES = BOOK.section("Moving Vehicles")
MOVING_WAR_MACHINES = BOOK.section("Moving War Machines")

COVER_PENALTY: dict[Cover, int] = {Cover.SOFT: -1, Cover.HARD: -1, Cover.FULL: -2}  # ruling T5
SWIMMERS_EVASION = 1

RANKED: Formation = RankAndFile(files=1, corner=(0, 0), facing=0)
LOOSE: Formation = Skirmish(positions=((0, 0),))
WAR_MACHINE = Row(
    slug="war-machines/any",
    name="War machine",
    section=Section.WAR_MACHINES,
    points=0,
    printed=Printed(name="War machine"),
)


class MoverKind(StrEnum):
    """What enters terrain, as far as terrain tells it apart."""

    TROOPS = "troops"
    TOWED = "towed"
    WAR_MACHINE = "war-machine"


class MoverFormation(StrEnum):
    """How it stands."""

    RANK_AND_FILE = "rank-and-file"
    SKIRMISH = "skirmish"


class Mover(Struct, frozen=True, kw_only=True):
    """What matters of a unit where it enters terrain; speeds in inches a turn."""

    formation: MoverFormation = MoverFormation.SKIRMISH
    kind: MoverKind = MoverKind.TROOPS
    abilities: tuple[TerrainAbility, ...] = ()
    ground: Fraction = Fraction(6)
    swim: Fraction | None = None
    flying: bool = False

    @property
    def swims(self) -> bool:
        """A printed swimming speed counts as Swimmer (ruling T21)."""
        return self.swim is not None or TerrainAbility.SWIMMER in self.abilities


class Slowing(Struct, frozen=True):
    """The inches of movement that each inch inside costs, None where the mover can't enter; and the rule's place."""

    factor: Fraction | None
    citation: Citation

    @property
    def speed(self) -> Fraction:
        """The share of its move that is left, 0 where it can't enter."""
        return 1 / self.factor if self.factor else Fraction()


def slowing_of(terrain: Terrain, mover: Mover) -> Slowing:
    """Rank and file keeps a half or a quarter of its move, skirmishers three quarters or a half (ruling T18)."""
    return Slowing(slowing(_unit(mover), terrain, flying=mover.flying), _citation(terrain, mover))


def _unit(mover: Mover) -> PlacedUnit:
    """As few models as move so: a single one is never in ranks."""
    ranked = mover.formation == MoverFormation.RANK_AND_FILE
    return PlacedUnit(
        ref="",
        side="",
        name="",
        row=WAR_MACHINE if mover.kind == MoverKind.WAR_MACHINE else None,
        base=1,
        size=(1, 1),
        models=2 if ranked else 1,
        wounds=1,
        ground=float(mover.ground),
        fly=None,
        swim=None if mover.swim is None else float(mover.swim),
        abilities=mover.abilities,
        towed=mover.kind == MoverKind.TOWED,
        berserk=False,
        altitude=Altitude.GROUND,
        formation=RANKED if ranked else LOOSE,
    )


def _citation(terrain: Terrain, mover: Mover) -> Citation:
    if mover.flying:
        return FLYING
    if terrain.effects.swimming and mover.swims:
        return TERRAIN_CHARTS
    if terrain.effects.closed_to_war_machines and mover.kind == MoverKind.WAR_MACHINE:
        return TERRAIN_CHARTS
    if mover.abilities or mover.swim is not None:
        return PROFILES
    return {MoverKind.TOWED: MOVING_VEHICLES, MoverKind.WAR_MACHINE: MOVING_WAR_MACHINES}.get(
        mover.kind, TERRAIN_AND_MOVEMENT
    )


def cover_penalty(covers: Iterable[Cover | None]) -> int:
    """The shooters' modifier, from the cover of each model in sight: one in the open and there is none."""
    return max((COVER_PENALTY[cover] if cover else 0 for cover in covers), default=0)


def evasion_against(terrain: Terrain, target: Mover, attacker: Mover) -> int:
    """The evasion that deep water gives swimmers against those who can't swim."""
    deep = nature_of(terrain) == Nature.WATER and going_of(terrain) == Going.IMPASSABLE
    return SWIMMERS_EVASION if deep and target.swims and not attacker.swims else 0
