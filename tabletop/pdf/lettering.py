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


class Run(Struct, frozen=True):
    """Glyphs of one part of a font: its name in the document, their rise and what `TJ` shows."""

    font: str
    rise: float
    show: str


class Lettering:
    """Words as a document shows them: fonts are cut to what a document uses, so that each has its own."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._fonts: dict[str, dict[str, str]] = {}
        self._codes: dict[str, dict[int, str]] = {}
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
        if len(runs) == 1:
            return _set(runs[0].font, runs[0].rise, runs[0].show, style)
        return " ".join(
            _set(font, rise, "".join(run.show for run in group), style)
            for (font, rise), group in groupby(runs, key=attrgetter("font", "rise"))
        )

    def _shown(self, word: shaping.Glyphs) -> tuple[Run, ...]:
        shown = self._words.get(word)
        if shown is None:
            shown = self._words[word] = tuple(self._runs(word))
        return shown

    def _runs(self, word: shaping.Glyphs) -> Iterator[Run]:
        fonts, codes = self._coded(word)
        parts = {fonts[letter] for letter in word.text}
        if len(parts) == 1:  # how it is kerned was worked out with its shape
            (font,) = parts
            for rise, spaced in word.levels:
                yield Run(font, rise, _show(spaced, codes))
            return
        placed = zip(word.text, word.shape, strict=True)
        for (font, rise), group in groupby(placed, key=lambda pair: (fonts[pair[0]], pair[1].y_offset)):
            pairs = list(group)
            letters = "".join(letter for letter, _ in pairs)
            yield Run(font, rise, _show(shaping.spaced(pairs) if word.moved else ((letters, ""),), codes))

    def _coded(self, word: shaping.Glyphs) -> tuple[dict[str, str], dict[int, str]]:
        """The part of the font that has each letter, and its code there; reportlab is asked once for each letter."""
        fonts, codes = self._fonts.setdefault(word.face, {}), self._codes.setdefault(word.face, {})
        for letter in word.text:
            if letter not in fonts:
                font: Any = pdfmetrics.getFont(word.face)
                ((part, code),) = font.splitString(letter, self._document)
                fonts[letter] = font.getSubsetInternalName(part, self._document)
                codes[ord(letter)] = f"{code[0]:02x}"
        return fonts, codes


def _set(font: str, rise: float, show: str, style: Style) -> str:
    words = f"{font} {style.size:.6g} Tf [{show}] TJ"
    return f"{rise * style.size / 1000:.3f} Ts {words} 0 Ts" if rise else words


def _show(spaced: shaping.Spaced, codes: dict[int, str]) -> str:
    return "".join(f"<{letters.translate(codes)}>{shift}" if letters else shift for letters, shift in spaced)
