"""Styles of type, and text measured, wrapped and fitted in millimetres."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.pdf import shaping
from tabletop.pdf.fonts import Family

POINT = 25.4 / 72
INK = "#000000"
GLUE = "\u00a0"

PIECES = re.compile(
    r" |[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff][\u3001\u3002\uff01\uff09\uff0c\uff1f\u30fc]*"
    r"|[^ \u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
"""A space, an ideograph or kana with the stop that follows it, or a word: lines break between these."""


class Style(Struct, frozen=True, cache_hash=True, dict=True):
    """How text is set: size in points, line height in sizes; its lengths are asked for with every line."""

    size: float
    family: Family = "text"
    colour: str = INK
    leading: float = 1.2

    @cached_property
    def line_height(self) -> float:
        """From one baseline to the next, in millimetres."""
        return self.size * self.leading * POINT

    @cached_property
    def baseline(self) -> float:
        """From the top of a line to its baseline, in millimetres."""
        return self.line_height / 2 + self.size * 0.33 * POINT


@lru_cache(maxsize=8_000)
def measure(text: str, style: Style) -> float:
    """The width of one line, in millimetres."""
    return shaping.width(shaping.clean(text), style.family) * style.size * POINT / 1000


@lru_cache(maxsize=2_000)
def wrap(text: str, style: Style, width: float) -> tuple[str, ...]:
    """The text in lines that fit a width in millimetres: broken at spaces, within words only where it must be."""
    lines: list[str] = []
    line, used = "", 0.0
    for piece, needed in _pieces(shaping.clean(text), style, width):
        if line and used + needed > width and piece != " ":
            lines.append(line.rstrip(" "))
            line, used = "", 0.0
        if line or piece != " ":
            line, used = line + piece, used + needed
    return (*lines, line.rstrip(" ")) if line.strip() or not lines else tuple(lines)


def _pieces(text: str, style: Style, width: float) -> Iterator[tuple[str, float]]:
    """What stays together on a line, with its width in millimetres."""
    for piece in PIECES.findall(text):
        needed = measure(piece, style)
        if needed <= width:
            yield piece, needed
        elif GLUE in piece:
            yield from _pieces(piece.replace(GLUE, " "), style, width)
        else:
            yield from ((part, measure(part, style)) for part in _broken(piece, style, width))


def _broken(word: str, style: Style, width: float) -> Iterator[str]:
    """A word too long for the line, cut between letters and never before a mark."""
    part = ""
    for character in word:
        is_mark = unicodedata.category(character).startswith("M") or character in shaping.JOINERS
        if part and not is_mark and measure(part + character, style) > width:
            yield part
            part = ""
        part += character
    yield part


def fitted_style(text: str, style: Style, width: float, *, smallest: float) -> Style:
    """The style, made smaller until the text fits on one line, though never below `smallest` points."""
    needed = measure(text, style)
    return style if needed <= width else replace(style, size=max(smallest, style.size * width / needed))


@lru_cache(maxsize=4000)
def shorten(text: str, style: Style, width: float) -> str:
    """The text on one line, its end replaced by an ellipsis if it doesn't fit."""
    if measure(text, style) <= width:
        return text
    while text and measure(text + "…", style) > width:
        text = text[:-1].rstrip()
    return text + "…"
