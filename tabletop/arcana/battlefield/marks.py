"""What an answer points at on the table, for a picture to draw."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point


class Line(Struct, frozen=True):
    """A measure from point to point, its label beside the middle."""

    start: Point
    end: Point
    label: str = ""


class Ghost(Struct, frozen=True):
    """A unit where it was or would be: outlines alone."""

    unit: PlacedUnit


class Spot(Struct, frozen=True):
    """A place that an answer names."""

    where: Point
    label: str = ""


class Ring(Struct, frozen=True):
    """A round template by its middle and radius in inches; dashed where it may come to lie."""

    middle: Point
    radius: float
    dashed: bool = False


class Outline(Struct, frozen=True):
    """An area by its corners."""

    corners: Polygon


class Picked(Struct, frozen=True):
    """A model that an answer is about, by the corners of its base."""

    corners: Polygon


class Ground(Struct, frozen=True):
    """A part of the table by its outline and its holes, its label at the outline's middle."""

    rings: tuple[Polygon, ...]
    label: str = ""


Mark = Line | Ghost | Spot | Ring | Outline | Picked | Ground
