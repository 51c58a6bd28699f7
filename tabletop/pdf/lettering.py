"""Text as operators of a page, each word worked out once for a document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
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
        self._codes: dict[str, dict[str, tuple[str, int]]] = {}
        self._words: dict[shaping.Glyphs, tuple[Run, ...]] = {}
        self._lines: dict[tuple[str, Style], str] = {}

    def shown(self, text: str, style: Style) -> str:
        """The operators that show a line, wherever it stands; nothing where there is nothing to be seen."""
        key = (text, style)
        operators = self._lines.get(key)
        if operators is None:
            if len(self._lines) > MOST_LINES:
                self._lines.clear()
            words = shaping.clean(text)
            operators = self._lines[key] = self._operators(words, style) if words.strip(" ") else ""
        return operators

    def _operators(self, words: str, style: Style) -> str:
        runs = [run for word in shaping.glyphs(words, style.family) for run in self._shown(word)]
        return " ".join(
            _set(font, rise, "".join(run.show for run in group), style)
            for (font, rise), group in groupby(runs, key=attrgetter("font", "rise"))
        )

    def _shown(self, word: shaping.Glyphs) -> tuple[Run, ...]:
        if word not in self._words:
            self._words[word] = tuple(self._runs(word))
        return self._words[word]

    def _runs(self, word: shaping.Glyphs) -> Iterator[Run]:
        fonts, codes = self._coded(word)
        if not word.moved and len(set(fonts)) == 1:
            yield Run(fonts[0], 0.0, f"<{bytes(codes).hex()}>")
            return
        placed = zip(fonts, codes, word.shape, strict=True)
        for (font, rise), group in groupby(placed, key=lambda letter: (letter[0], letter[2].y_offset)):
            pairs = [(code, place) for _, code, place in group]
            yield Run(font, rise, _kerned(pairs) if word.moved else f"<{bytes(code for code, _ in pairs).hex()}>")

    def _coded(self, word: shaping.Glyphs) -> tuple[list[str], list[int]]:
        """The part of the font that has each letter, and its code there; reportlab is asked once for each letter."""
        known = self._codes.setdefault(word.face, {})
        for letter in word.text:
            if letter not in known:
                font: Any = pdfmetrics.getFont(word.face)
                ((part, code),) = font.splitString(letter, self._document)
                known[letter] = (font.getSubsetInternalName(part, self._document), code[0])
        fonts, codes = zip(*map(known.__getitem__, word.text), strict=True)
        return list(fonts), list(codes)


def _set(font: str, rise: float, show: str, style: Style) -> str:
    words = f"{font} {style.size:.6g} Tf [{show}] TJ"
    return f"{rise * style.size / 1000:.3f} Ts {words} 0 Ts" if rise else words


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
