"""Paragraphs with words in bold between others: `Limit **1** to 4"`."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tabletop.arcana.printing.parts import paragraph
from tabletop.pdf.flow import Gap, Stack
from tabletop.pdf.typography import GLUE, Style

MARK = "**"


@lru_cache(maxsize=1000)
def set_prose(text: str, plain: Style, width: float, *, strong: Style | None = None, above: float = 0.0) -> Stack:
    """The text broken at spaces into lines of a width in millimetres; `strong` sets what stands between stars."""
    bold = strong or replace(plain, family="bold")
    parts = text.replace(" · ", f"{GLUE}· ").split(MARK)  # no line begins with the point
    runs = tuple((words, bold if number % 2 else plain) for number, words in enumerate(parts) if words)
    return Stack((Gap(above), paragraph(runs, plain, width)))
