"""What stands on a table, exactly as a `muster-table/1` file states it: places in inches, no answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.profile import Slug, TerrainAbility, Value
from tabletop.arcana.roster import Label, Ref

LARGEST_SIDE = 240
MOST_MODELS = 1000
MOST_CORNERS = 200
MOST_PIECES = 200
MOST_UNITS = 200

Coordinate = Annotated[float, Meta(ge=-LARGEST_SIDE, le=LARGEST_SIDE)]
Place = tuple[Coordinate, Coordinate]
Length = Annotated[float, Meta(gt=0, le=LARGEST_SIDE)]
Height = Annotated[float, Meta(ge=0, le=LARGEST_SIDE)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
Speed = Annotated[float, Meta(ge=0, le=120)]
Models = Annotated[int, Meta(ge=1, le=MOST_MODELS)]

TerrainKind = Literal[
    "open",
    "hill",
    "light-forest",
    "dense-forest",
    "difficult",
    "very-difficult",
    "impassable",
    "obstacle",
    "wall",
    "building",
    "water",
]
Going = Literal["open", "difficult", "very-difficult", "impassable"]
Nature = Literal["rocky", "wooded", "water"]
Altitude = Literal["ground", "low", "high"]
Side = Literal["front", "left", "right", "rear"]


class Terrain(Value, frozen=True, kw_only=True):
    """A piece of terrain by its outline; what it does is its kind's, unless the players agreed on something else."""

    ref: Ref
    kind: TerrainKind
    name: Label = ""
    polygon: Annotated[tuple[Place, ...], Meta(min_length=3, max_length=MOST_CORNERS)]
    height: Height = 0
    going: Going | None = None
    nature: Nature | None = None
    obstructs_flight: bool | None = None


class RankAndFile(Value, frozen=True, kw_only=True, tag="rank-and-file", tag_field="kind"):
    """A block: so many files from its own front left corner to the right, ranks back from it."""

    files: Models
    corner: Place
    facing: Degrees


class Column(Value, frozen=True, kw_only=True, tag="column", tag_field="kind"):
    """A block too deep for rank and file after a change of facing.

    `trail` are the points that the middle of its front has passed, the latest first, since it began to snake.
    """

    files: Models
    corner: Place
    facing: Degrees
    trail: Annotated[tuple[Place, ...], Meta(max_length=100)] = ()


class Skirmish(Value, frozen=True, kw_only=True, tag="skirmish", tag_field="kind"):
    """Models on their own, by the centres of their bases."""

    positions: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=MOST_MODELS)]
    facing: Degrees = 0


Formation = RankAndFile | Column | Skirmish


class TableUnit(Value, frozen=True, kw_only=True):
    """A unit where it stands; what isn't given is taken from its profile."""

    ref: Ref
    side: Ref
    name: Label = ""
    profile: Slug | None = None
    base: float | None = None
    models: Models
    wounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    movement: Speed | None = None
    fly: Speed | None = None
    swim: Speed | None = None
    abilities: Annotated[tuple[TerrainAbility, ...], Meta(max_length=10)] | None = None
    towed: bool | None = None
    berserk: bool | None = None
    altitude: Altitude = "ground"
    formation: Formation


class Engagement(Value, frozen=True, kw_only=True):
    """Two enemies in contact: which side of each the other is on, and whether one charged the other this turn."""

    units: tuple[Ref, Ref]
    sides: tuple[Side, Side] = ("front", "front")
    this_turn: bool = False


class Table(Value, frozen=True, kw_only=True):
    """A table of a size in inches with its terrain and units; the scale is the models' millimetres."""

    format: Literal["muster-table/1"]
    game: Literal["arcana"]
    name: Label = ""
    size: tuple[Length, Length]
    scale: Literal[15, 25, 28] = 25
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=MOST_PIECES)] = ()
    units: Annotated[tuple[TableUnit, ...], Meta(max_length=MOST_UNITS)] = ()
    engaged: Annotated[tuple[Engagement, ...], Meta(max_length=MOST_UNITS)] = ()
