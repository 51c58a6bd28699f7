"""The kinds of terrain: one record a kind, with everything that rules, pages and sheets need to know about it.

A kind is a closed set that the rules branch on, so its table is code and stands beside its rules (ADR 4). What the
players agreed on for one piece of terrain (its own `going`, `nature`, `effects`, `height`) goes before its kind's; the
functions below answer for a piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battlefield.schema import Cover, Going, Nature, Terrain, TerrainKind
from tabletop.values import Inches, Name, Text, Value


class SightRule(Value, frozen=True, kw_only=True):
    """How many inches one sees within it and into it, and whether it hides whatever is behind."""

    inside: Inches
    hides_what_is_behind: bool = False


class GroundKind(Value, frozen=True, kw_only=True):
    """A kind of ground; `ours` where the book leaves it to the players and this is what we propose."""

    kind: TerrainKind
    name: Name
    going: Going = Going.OPEN
    nature: Nature | None = None
    cover: Cover | None = None
    sight: SightRule | None = None
    stops_flight: bool = False
    raised: bool = False
    ours: bool = False
    examples: Annotated[tuple[Text, ...], Meta(min_length=1)]


class KindOnTable(GroundKind, frozen=True, kw_only=True):
    """A kind with what is asked of it on a table alone.

    `height` in inches, where a piece states none (ruling T43); `stood_on` if models stand on top of it rather than
    between its trees or beside it; `covers_behind` if it shelters those who stand close behind it (ruling T46);
    `roofed` if flyers high above can't see who is inside.
    """

    height: float = 0.0
    stood_on: bool = True
    covers_behind: bool = False
    roofed: bool = False

    @property
    def published(self) -> GroundKind:
        """The fields that the API answers with."""
        return GroundKind(**{name: getattr(self, name) for name in GroundKind.__struct_fields__})


# “Terrain and Movement”. The book leaves obstacles, walls and buildings to the players.
TERRAIN_KINDS: Mapping[TerrainKind, KindOnTable] = {
    record.kind: record
    for record in (
        KindOnTable(kind=TerrainKind.OPEN, name="Open ground", examples=("grass", "fields", "roads", "gentle slopes")),
        KindOnTable(kind=TerrainKind.HILL, name="Hill", raised=True, height=1.0, examples=("gentle hills",)),
        KindOnTable(
            kind=TerrainKind.LIGHT_FOREST,
            name="Light forest",
            going=Going.DIFFICULT,
            nature=Nature.WOODED,
            cover=Cover.SOFT,
            sight=SightRule(inside=3, hides_what_is_behind=True),
            stops_flight=True,
            stood_on=False,
            examples=("woods", "palm groves"),
        ),
        KindOnTable(
            kind=TerrainKind.DENSE_FOREST,
            name="Dense forest",
            going=Going.VERY_DIFFICULT,
            nature=Nature.WOODED,
            cover=Cover.SOFT,
            sight=SightRule(inside=2, hides_what_is_behind=True),
            stops_flight=True,
            stood_on=False,
            examples=("jungle", "thickets"),
        ),
        KindOnTable(
            kind=TerrainKind.DIFFICULT,
            name="Difficult ground",
            going=Going.DIFFICULT,
            examples=("steep hills", "shallow streams", "stairs", "rocks", "broken ground"),
        ),
        KindOnTable(
            kind=TerrainKind.VERY_DIFFICULT,
            name="Very difficult ground",
            going=Going.VERY_DIFFICULT,
            examples=("treacherous slopes", "rivers", "marshes", "ground torn by crevasses"),
        ),
        KindOnTable(
            kind=TerrainKind.IMPASSABLE, name="Impassable ground", going=Going.IMPASSABLE, examples=("cliffs", "lava")
        ),
        KindOnTable(
            kind=TerrainKind.OBSTACLE,
            name="Obstacle",
            going=Going.DIFFICULT,
            stood_on=False,
            covers_behind=True,
            ours=True,
            examples=("fences", "hedges"),
        ),
        KindOnTable(
            kind=TerrainKind.WALL,
            name="Wall",
            going=Going.DIFFICULT,
            cover=Cover.HARD,
            stood_on=False,
            covers_behind=True,
            ours=True,
            examples=("stone walls",),
        ),
        KindOnTable(
            kind=TerrainKind.BUILDING,
            name="Building",
            going=Going.IMPASSABLE,
            cover=Cover.FULL,
            height=3.0,
            covers_behind=True,
            roofed=True,
            ours=True,
            examples=("huts", "towers"),
        ),
        KindOnTable(
            kind=TerrainKind.WATER,
            name="Water",
            going=Going.VERY_DIFFICULT,
            nature=Nature.WATER,
            examples=("rivers", "lakes"),
        ),
    )
}


def going_of(terrain: Terrain) -> Going:
    return terrain.going or TERRAIN_KINDS[terrain.kind].going


def nature_of(terrain: Terrain) -> Nature | None:
    return terrain.nature or TERRAIN_KINDS[terrain.kind].nature


def cover_of(terrain: Terrain) -> Cover | None:
    """The cover of those inside, as the players agreed (ruling T5) or as its kind gives it."""
    return terrain.effects.cover or TERRAIN_KINDS[terrain.kind].cover


def obstructs_flight(terrain: Terrain) -> bool:
    agreed = terrain.obstructs_flight
    return TERRAIN_KINDS[terrain.kind].stops_flight if agreed is None else agreed
