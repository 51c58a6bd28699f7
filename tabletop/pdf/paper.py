"""Paper sizes and boxes in millimetres, measured from the top left."""

from __future__ import annotations

from msgspec import Struct

UNPRINTABLE = 6.35  # a quarter of an inch: the edge that home printers can't reach


class Box(Struct, frozen=True):
    """A rectangle in millimetres: its left and top edge, y growing downwards, and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, margin: float) -> Box:
        """The box that lies this far inside."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


class Paper(Struct, frozen=True):
    """A sheet of paper, in millimetres."""

    name: str
    width: float
    height: float

    @property
    def safe(self) -> Box:
        """Where every printer prints."""
        return Box(0, 0, self.width, self.height).inset(UNPRINTABLE)

    @property
    def turned(self) -> Paper:
        """The paper on its side: width and height exchanged."""
        return Paper(self.name, self.height, self.width)


A4 = Paper("A4", 210.0, 297.0)
LETTER = Paper("US Letter", 215.9, 279.4)
PAPERS = {"a4": A4, "letter": LETTER}
