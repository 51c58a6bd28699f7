"""Text as operators of a page, each word worked out once for a document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct
from reportlab.pdfbase import pdfmetrics

from tabletop.pdf import shaping
from tabletop.pdf.typography import Style

MOST_LINES = 2000  # kept, for what a page says many times
LEAST_SHIFT = 0.005  # thousandths of the type size; less isn't written


class Run(Struct, frozen=True):
    """Glyphs of one part of a font: its name in the document, their rise and what `TJ` shows."""

    font: str
    rise: float
    show: str


class Lettering:
    """Words as a document shows them: fonts are cut to what a document uses, so that each has its own."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._words: dict[shaping.Glyphs, tuple[Run, ...]] = {}
        self._lines: dict[tuple[str, Style], str] = {}

    def line(self, text: str, style: Style, x: float, y: float) -> str:
        """The operators that show a line from a point, in points from the lower left."""
        key = (text, style)
        if key not in self._lines:
            if len(self._lines) > MOST_LINES:
                self._lines.clear()
            self._lines[key] = " ".join(self._operators(text, style))
        return f"BT 1 0 0 1 {x:.3f} {y:.3f} Tm {self._lines[key]} ET"

    def _operators(self, text: str, style: Style) -> Iterator[str]:
        """What shows a line, wherever it stands."""
        runs = (run for word in shaping.glyphs(text, style.family) for run in self._shown(word))
        for (font, rise), group in groupby(runs, key=lambda run: (run.font, run.rise)):
            show = "".join(run.show for run in group)
            words = f"{font} {style.size:.6g} Tf [{show}] TJ"
            yield f"{rise * style.size / 1000:.3f} Ts {words} 0 Ts" if rise else words

    def _shown(self, word: shaping.Glyphs) -> tuple[Run, ...]:
        if word not in self._words:
            self._words[word] = tuple(self._runs(word))
        return self._words[word]

    def _runs(self, word: shaping.Glyphs) -> Iterator[Run]:
        font: Any = pdfmetrics.getFont(word.face)
        first = 0
        for part, codes in font.splitString(word.text, self._document):
            name = font.getSubsetInternalName(part, self._document)
            shape = word.shape[first : first + len(codes)]
            first += len(codes)
            for rise, group in groupby(zip(codes, shape, strict=True), key=lambda pair: pair[1].y_offset):
                pairs = list(group)
                yield Run(name, rise, _kerned(pairs) if word.moved else f"<{codes.hex()}>")


def _kerned(pairs: list[tuple[int, Any]]) -> str:
    """Codes between the shifts to the left, in thousandths of the type size, that put them where they belong."""
    shown, letters, shift = [], "", 0.0
    for code, place in pairs:
        shift -= place.x_offset
        if abs(shift) > LEAST_SHIFT:
            shown.append(f"<{letters}>{shift:.2f}" if letters else f"{shift:.2f}")
            letters, shift = "", 0.0
        letters += f"{code:02x}"
        shift += place.width - place.x_advance + place.x_offset
    return f"{''.join(shown)}<{letters}>" + (f"{shift:.2f}" if abs(shift) > LEAST_SHIFT else "")
