"""Normal and special points as a bar, with the figures beside it."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.army.pricing import Shares
from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.army.rules.context import share
from tabletop.heraldry.paths import polygon_path
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import ACCENT, FADED, HAIR, INK, TINT, Style

BAR = 4.6
ABOVE = 4.2
DARK = "#3c3c3c"
FIGURES = Style(9)
SCALE = Style(7, colour=FADED)


class ShareBar(Struct, frozen=True):
    """What a contingent spends on normal and special troops of its points; `points` None is no agreed size."""

    shares: Shares
    points: int | None
    width: float
    height: float = 15.5

    @property
    def size(self) -> int:
        """What the shares are counted of: the agreed size, or what is spent (ruling M1)."""
        return self.points if self.points is not None else self.shares.total

    def draw(self, surface: Surface, x: float, y: float) -> None:
        self._bar(surface, x, y + ABOVE)
        self._scale(surface, x, y + ABOVE)
        self._figures(surface, x, y + ABOVE + BAR + FIGURES.line_height + 0.4)

    def length(self, points: float) -> float:
        """So many points on the bar, in millimetres."""
        return self.width * points / max(self.size, self.shares.total, 1)

    def _bar(self, surface: Surface, x: float, y: float) -> None:
        normal, total = self.length(self.shares.normal), self.length(self.shares.total)
        surface.rectangle(Box(x, y, total, BAR), fill=TINT)
        surface.rectangle(Box(x, y, normal, BAR), fill=DARK)
        surface.rectangle(Box(x, y, self.length(self.size), BAR), Pen(0.2, INK))

    def _scale(self, surface: Surface, x: float, y: float) -> None:
        """A mark where the normal troops must reach, and one at the agreed size if it is overspent."""
        least = x + self.length(self.size * NORMAL_PERCENT / 100)
        surface.path(polygon_path([(least, y - 0.2), (least - 0.9, y - 1.6), (least + 0.9, y - 1.6)]), fill=INK)
        surface.line((least, y), (least, y + BAR), Pen(0.2, HAIR))
        surface.text((least - 1.6, y - 0.5), f"{NORMAL_PERCENT} %", SCALE, "right")
        if self.shares.total > self.size:
            end = x + self.length(self.size)
            surface.line((end, y - 1.6), (end, y + BAR), Pen(0.6, ACCENT))
            surface.text((end - 1, y - 0.5), f"{self.size:,}", SCALE, "right")

    def _figures(self, surface: Surface, x: float, y: float) -> None:
        for (text, fill), at in zip(self._labels(), (0.0, 0.4), strict=True):
            surface.rectangle(Box(x + at * self.width, y - 2.3, 2.3, 2.3), Pen(0.15, INK), fill)
            surface.text((x + at * self.width + 3.6, y), text, FIGURES)
        surface.text((x + self.width, y), self._rest(), FIGURES, "right")

    def _labels(self) -> tuple[tuple[str, str], tuple[str, str]]:
        normal, special, size = self.shares.normal, self.shares.special, self.size
        least, most = -(-size * NORMAL_PERCENT // 100), size * SPECIAL_PERCENT // 100
        return (
            (f"Normal {normal:,}{_of(normal, size)}, at least {least:,}", DARK),
            (f"Special {special:,}{_of(special, size)}, at most {most:,}", TINT),
        )

    def _rest(self) -> str:
        rest = self.size - self.shares.total
        if self.points is None:
            return "no agreed size"
        return f"{rest:,} unspent" if rest >= 0 else f"{-rest:,} over the size"


def _of(points: int, size: int) -> str:
    return f" ({share(points, size)})" if size else ""
