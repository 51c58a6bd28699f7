"""Lines to write on, and those that a roster is signed on."""

from __future__ import annotations

from msgspec import Struct

from tabletop.pdf.flow import Section
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

FINE = Pen(0.2, INK)
LABEL = Style(8, leading=1.1)
SIGNED = (("Player", 1.0), ("Opponent: seen before the game", 1.0), ("Organiser", 1.0))
SIGN_HEIGHT = 14.0


class Lines(Struct, frozen=True):
    """Lines to write on side by side, by their shares of the width, each under or over its word."""

    words: tuple[tuple[str, float], ...]
    width: float
    height: float
    gap: float = 4.0
    above: bool = True

    def draw(self, surface: Surface, x: float, y: float) -> None:
        room = self.width - self.gap * (len(self.words) - 1)
        whole = sum(share for _, share in self.words)
        rule = y + self.height - (1.0 if self.above else LABEL.line_height + 1.0)
        for word, share in self.words:
            wide = room * share / whole
            at = y + LABEL.baseline if self.above else rule + 0.6 + LABEL.baseline
            surface.text((x, at), word, LABEL)
            surface.line((x, rule), (x + wide, rule), FINE)
            x += wide + self.gap


def lines_to_sign(width: float) -> Section:
    """Where player, opponent and organiser sign what was played."""
    return Section((Lines(SIGNED, width, SIGN_HEIGHT, gap=6.0, above=False),))
