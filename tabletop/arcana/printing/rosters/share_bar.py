"""Normal and special points as a bar, with the figures beside it."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.army.pricing import Shares
from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.army.rules.context import share
from tabletop.arcana.printing.parts import FINE, HEAVY
from tabletop.arcana.printing.tincture_bands import hatching_lines
from tabletop.heraldry import Tincture
from tabletop.heraldry.paths import scale_path
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

BAR = 4.6
ABOVE = 4.2
HATCHED = Tincture.GULES
FIGURES = Style(9)
SCALE = Style(8)


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
        special = ((normal, 0.0), (total, 0.0), (total, BAR), (normal, BAR))
        if total > normal:
            for lines, thick in hatching_lines(special, HATCHED):
                surface.path(scale_path(lines, 1, (x, y)), Pen(thick, INK))
        surface.rectangle(Box(x, y, total, BAR), HEAVY)
        surface.rectangle(Box(x, y, normal, BAR), HEAVY)
        surface.rectangle(Box(x, y, self.length(self.size), BAR), FINE)

    def _scale(self, surface: Surface, x: float, y: float) -> None:
        """A mark where the normal troops must reach, and one at the agreed size if it is overspent."""
        least = x + self.length(self.size * NORMAL_PERCENT / 100)
        surface.line((least, y - 1.4), (least, y + BAR + 1.0), Pen(0.6, INK))
        surface.text((least - 1.6, y - 0.5), f"{NORMAL_PERCENT} %", SCALE, "right")
        if self.shares.total > self.size:
            end = x + self.length(self.size)
            surface.line((end, y - 1.6), (end, y + BAR), Pen(0.6, INK))
            surface.text((end - 1, y - 0.5), f"{self.size:,}", SCALE, "right")

    def _figures(self, surface: Surface, x: float, y: float) -> None:
        for text, at in zip(self._labels(), (0.0, 0.42), strict=True):
            surface.text((x + at * self.width, y), text, FIGURES)
        surface.text((x + self.width, y), self._rest(), FIGURES, "right")

    def _labels(self) -> tuple[str, str]:
        normal, special, size = self.shares.normal, self.shares.special, self.size
        least, most = -(-size * NORMAL_PERCENT // 100), size * SPECIAL_PERCENT // 100
        return (
            f"Normal {normal:,}{_of(normal, size)}, at least {least:,}",
            f"Special {special:,}{_of(special, size)}, at most {most:,}",
        )

    def _rest(self) -> str:
        rest = self.size - self.shares.total
        if self.points is None:
            return "no agreed size"
        return f"{rest:,} unspent" if rest >= 0 else f"{-rest:,} over the size"


def _of(points: int, size: int) -> str:
    return f" ({share(points, size)})" if size else ""
