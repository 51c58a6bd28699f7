"""Our own silhouettes for what lies on the board, in pure black: no two of one outline.

Each is drawn on a unit square; its parts are filled one by one, the holes of a part by the even-odd rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from tabletop.arrakhar.catalogue import Haunt, UnitType
from tabletop.heraldry import Path
from tabletop.heraldry.paths import path, scale_path
from tabletop.pdf.surface import Point, Surface
from tabletop.pdf.typography import INK

Art = tuple[Path, ...]


def _art(*parts: str) -> Art:
    return tuple(map(path, parts))


SILHOUETTES: Mapping[UnitType | Haunt, Art] = {
    # a pointed hat
    UnitType.WIZARD: _art(
        "M 56 2 C 60 26 68 46 74 66 L 26 66 C 36 46 44 30 56 2 Z", "M 4 82 C 4 68 96 68 96 82 C 96 98 4 98 4 82 Z"
    ),
    # an axe with two blades
    UnitType.BARBARIAN: _art(
        "M 45 4 L 55 4 55 98 45 98 Z",
        "M 40 16 C 30 30 30 40 40 54 C 18 60 2 48 2 35 C 2 22 18 10 40 16 Z",
        "M 60 16 C 82 10 98 22 98 35 C 98 48 82 60 60 54 C 70 40 70 30 60 16 Z",
    ),
    # a hammer
    UnitType.DWARF: _art("M 10 8 L 90 8 90 44 10 44 Z", "M 42 49 L 58 49 58 98 42 98 Z"),
    # a bow with an arrow laid on
    UnitType.ELF: _art(
        "M 30 2 C 92 20 92 80 30 98 L 30 88 C 72 74 72 26 30 12 Z",
        "M 2 46 L 52 46 52 54 2 54 Z",
        "M 82 36 L 99 50 82 64 Z",
    ),
    # an eye
    UnitType.SORCERER: _art(
        "M 1 50 C 25 10 75 10 99 50 C 75 90 25 90 1 50 Z "
        "M 50 26 C 63 26 74 37 74 50 C 74 63 63 74 50 74 C 37 74 26 63 26 50 C 26 37 37 26 50 26 Z",
        "M 50 36 C 56 42 56 58 50 64 C 44 58 44 42 50 36 Z",
    ),
    # a head with horns
    UnitType.DEMON: _art(
        "M 50 98 L 18 54 C 12 40 12 26 3 4 C 20 10 34 20 38 34 L 62 34 C 66 20 80 10 97 4 C 88 26 88 40 82 54 Z "
        "M 30 50 L 46 58 34 63 Z M 70 50 L 54 58 66 63 Z"
    ),
    # a cleaver
    UnitType.ORC: _art("M 92 2 C 98 40 74 72 40 76 L 26 62 C 50 46 62 30 62 12 Z", "M 20 66 L 34 80 14 98 3 86 Z"),
    # a hand with claws
    UnitType.GHOUL: _art("M 30 98 L 22 62 4 22 26 48 28 6 42 44 56 2 60 46 82 10 74 54 98 40 78 74 70 98 Z"),
    # a gable on columns
    Haunt.TEMPLE: _art(
        "M 50 4 L 98 34 2 34 Z",
        "M 10 40 L 24 40 24 80 10 80 Z",
        "M 43 40 L 57 40 57 80 43 80 Z",
        "M 76 40 L 90 40 90 80 76 80 Z",
        "M 2 85 L 98 85 98 97 2 97 Z",
    ),
    # a broken wall with a door
    Haunt.RUIN: _art(
        "M 6 97 L 6 28 18 28 18 14 34 38 42 20 54 52 64 42 72 66 84 58 94 97 Z "
        "M 34 97 L 34 74 C 34 62 52 62 52 74 L 52 97 Z"
    ),
    # a gravestone
    Haunt.CRYPT: _art(
        "M 18 97 L 18 42 C 18 -8 82 -8 82 42 L 82 97 Z "
        "M 45 24 L 55 24 55 40 69 40 69 50 55 50 55 78 45 78 45 50 31 50 31 40 45 40 Z"
    ),
}
WAND = _art("M 6 86 L 14 94 58 50 50 42 Z", "M 72 2 L 79 21 98 28 79 35 72 54 65 35 46 28 65 21 Z")
HASTE = _art("M 4 12 L 46 50 4 88 Z", "M 52 12 L 94 50 52 88 Z")


def draw_art(surface: Surface, art: Art, at: Point, size: float) -> None:
    """A silhouette with its top left at a point, so many millimetres wide and high."""
    for part in art:
        surface.path(scale_path(part, size, at), fill=INK)
