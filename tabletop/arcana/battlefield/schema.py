"""What stands on a table, exactly as a `muster-table/1` file states it: places in inches, no answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.catalogue.identifiers import Label, Ref
from tabletop.arcana.catalogue.profiles import BaseUnits, TerrainAbility
from tabletop.values import Slug, Text, Value

LARGEST_SIDE = 240
MOST_MODELS = 1000
MOST_LOST = 100_000
MOST_CORNERS = 200
MOST_PIECES = 200
MOST_PARTS = 20
MOST_UNITS = 200
MOST_MEMBERS = 20

Coordinate = Annotated[float, Meta(ge=-LARGEST_SIDE, le=LARGEST_SIDE)]
Place = tuple[Coordinate, Coordinate]
Outline = Annotated[tuple[Place, ...], Meta(min_length=3, max_length=MOST_CORNERS)]
Length = Annotated[float, Meta(gt=0, le=LARGEST_SIDE)]
Height = Annotated[float, Meta(ge=0, le=LARGEST_SIDE)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
Speed = Annotated[float, Meta(ge=0, le=120)]
Models = Annotated[int, Meta(ge=1, le=MOST_MODELS)]


class TerrainKind(StrEnum):
    """What a piece of terrain is; what it does follows from it unless the players agreed on something else."""

    OPEN = "open"
    HILL = "hill"
    LIGHT_FOREST = "light-forest"
    DENSE_FOREST = "dense-forest"
    DIFFICULT = "difficult"
    VERY_DIFFICULT = "very-difficult"
    IMPASSABLE = "impassable"
    OBSTACLE = "obstacle"
    WALL = "wall"
    BUILDING = "building"
    WATER = "water"


class Going(StrEnum):
    """What ground does to movement."""

    OPEN = "open"
    DIFFICULT = "difficult"
    VERY_DIFFICULT = "very-difficult"
    IMPASSABLE = "impassable"


class Nature(StrEnum):
    """What makes ground hard, and so who crosses it freely."""

    ROCKY = "rocky"
    WOODED = "wooded"
    WATER = "water"


class Cover(StrEnum):
    """What a piece gives to those who are shot at in it or behind it."""

    SOFT = "soft"
    HARD = "hard"
    FULL = "full"


class Altitude(StrEnum):
    """How high a unit is: on the ground, flying low or flying high."""

    GROUND = "ground"
    LOW = "low"
    HIGH = "high"


class Side(StrEnum):
    """A side of a unit, as it faces."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


class Harm(StrEnum):
    """What a hazard does: hits that armour may save, or wounds."""

    HITS = "hits"
    WOUNDS = "wounds"


class Hazard(Value, frozen=True, kw_only=True):
    """What each unit inside suffers as a turn starts; `least` of a d6 brings it, or it always comes."""

    least: Annotated[int, Meta(ge=1, le=6)] | None = None
    harm: Harm
    dice: Literal["d6", "2d6"]
    strength: Annotated[int, Meta(ge=0, le=20)] = 0
    no_saves: bool = False


class Effects(Value, frozen=True, kw_only=True):
    """What a piece does besides slowing: `swimming` is what it counts as for swimmers, `unsaid` leaves it to players.

    `blocks_sight` is meant from every height.
    """

    cover: Cover | None = None
    blocks_sight: bool = False
    hazard: Hazard | None = None
    swimming: Going | None = None
    closed_to_war_machines: bool = False
    only_if_forced: bool = False
    unsaid: bool = False


NO_EFFECTS = Effects()


class SubRoll(Value, frozen=True, kw_only=True):
    """A further roll for a piece: what for, with which dice, and what came."""

    what: Label
    dice: Label
    result: Annotated[int, Meta(ge=1, le=36)]


class Part(Value, frozen=True, kw_only=True):
    """Something within a piece's outline: on its ground it counts instead of the piece."""

    kind: TerrainKind
    name: Label = ""
    polygon: Outline
    going: Going | None = None
    nature: Nature | None = None


class Terrain(Value, frozen=True, kw_only=True):
    """A piece of terrain by its outline; what it does is its kind's, unless the players agreed on something else.

    A piece from a chart has its `roll` of 2d6, the totals rolled again before it, and the side that placed it.
    """

    ref: Ref
    kind: TerrainKind
    name: Label = ""
    polygon: Outline
    height: Height = 0
    going: Going | None = None
    nature: Nature | None = None
    obstructs_flight: bool | None = None
    effects: Effects = NO_EFFECTS
    note: Text = ""
    parts: Annotated[tuple[Part, ...], Meta(max_length=MOST_PARTS)] = ()
    roll: Annotated[int, Meta(ge=2, le=12)] | None = None
    rerolled: tuple[Annotated[int, Meta(ge=2, le=12)], ...] = ()
    sub_rolls: tuple[SubRoll, ...] = ()
    placed_by: Ref | None = None


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


class Member(Value, frozen=True, kw_only=True):
    """Models of another profile within a unit: its leaders, or a second kind of troops; a name where none has them."""

    profile: Slug | None = None
    count: Models = 1
    name: Label = ""


class TableUnit(Value, frozen=True, kw_only=True):
    """A unit where it stands; what isn't given is taken from its profile. One that is `infiltrating` may come later.

    A stated `base` goes with a `footprint`, width and depth in base units, where that isn't the usual one.
    `wounds_lost` are those of all its living models together; an `immobile` unit is held fast, as by a spell.

    `members` are those of its models that aren't of its profile: pictures and words tell them, answers count all alike.
    """

    ref: Ref
    side: Ref
    name: Label = ""
    profile: Slug | None = None
    base: float | None = None
    footprint: tuple[BaseUnits, BaseUnits] | None = None
    models: Models
    wounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    movement: Speed | None = None
    fly: Speed | None = None
    swim: Speed | None = None
    abilities: Annotated[tuple[TerrainAbility, ...], Meta(max_length=10)] | None = None
    towed: bool | None = None
    berserk: bool | None = None
    broken: bool = False
    immobile: bool = False
    wounds_lost: Annotated[int, Meta(ge=0, le=MOST_LOST)] = 0
    infiltrating: bool = False
    altitude: Altitude = Altitude.GROUND
    members: Annotated[tuple[Member, ...], Meta(max_length=MOST_MEMBERS)] = ()
    formation: Formation


class Engagement(Value, frozen=True, kw_only=True):
    """Two enemies in contact: which side of each the other is on, and whether one charged the other this turn."""

    units: tuple[Ref, Ref]
    sides: tuple[Side, Side] = (Side.FRONT, Side.FRONT)
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
