"""Paragraphs with words in bold between others: `Limit **1** to 4"`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.printing.parts import Run, draw_runs, width_of
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import GLUE, Style, measure

MARK = "**"
PIECES = re.compile(r"[^ ]* |[^ ]+")


class Prose(Struct, frozen=True):
    """Lines of runs in one plain style's steps; `above` is the room before the first."""

    lines: tuple[tuple[Run, ...], ...]
    plain: Style
    above: float = 0.0

    @property
    def height(self) -> float:
        return self.above + len(self.lines) * self.plain.line_height

    def draw(self, surface: Surface, x: float, y: float) -> None:
        with surface.paragraph():
            for number, runs in enumerate(self.lines):
                draw_runs(surface, (x, y + self.above + number * self.plain.line_height + self.plain.baseline), runs)


@lru_cache(maxsize=4000)
def set_prose(text: str, plain: Style, width: float, *, strong: Style | None = None, above: float = 0.0) -> Prose:
    """The text broken at spaces into lines of a width in millimetres; `strong` sets what stands between stars.

    A word longer than a line stands on one of its own.
    """
    lines: list[list[Run]] = [[]]
    for runs in _words(text.replace(" · ", f"{GLUE}· "), plain, strong or replace(plain, family="bold")):
        (*_, (last, style)) = runs
        needed = width_of(runs) - measure(last, style) + measure(last.rstrip(" "), style)
        if lines[-1] and width_of(lines[-1]) + needed > width:
            lines.append([])
        lines[-1] += runs
    return Prose(tuple(tuple(_joined(line)) for line in lines), plain, above)


def _words(text: str, plain: Style, strong: Style) -> Iterator[list[Run]]:
    """What no line may part, a word or a bold one and its stop, each with the space after it."""
    runs: list[Run] = []
    for number, part in enumerate(text.split(MARK)):
        style = strong if number % 2 else plain
        for word in PIECES.findall(part):
            runs.append((word, style))
            if word.endswith(" "):
                yield runs
                runs = []
    if runs:
        yield runs


def _joined(line: list[Run]) -> Iterator[Run]:
    """Neighbours of one style as one run."""
    words, style = "", None
    for more, its in line:
        if style is not None and its != style:
            yield words, style
            words = ""
        words, style = words + more, its
    if style is not None:
        yield words, style
