"""Diagrams in a text that are no part of a table: steps that come round again, and bars to compare chances by.

As in figures, elements bear classes and no colours, and what can't be seen is said in the title.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from tabletop.arcana.pictures.svg import number

WIDTH, EDGE = 24.0, 0.5
BOX, DEEP, BETWEEN = 6.8, 3.4, 1.3  # a step's width and depth, and the way to the next
TIP = 0.45
ROW, THICK, LABEL, VALUE = 1.5, 0.9, 5.6, 7.6  # a bar's row, its depth, room for words before and behind it


def ring(steps: Sequence[tuple[str, str]], *, title: str) -> str:
    """Steps, each with a few words, in a ring of two rows: the second runs back below the first, as SVG."""
    half = (len(steps) + 1) // 2
    places = [(step, 0) for step in range(half)] + [(2 * half - 1 - step, 1) for step in range(half, len(steps))]
    corners = [(EDGE + column * (BOX + BETWEEN), EDGE + row * (DEEP + BETWEEN)) for column, row in places]
    parts = [_box(x, y, *step) for (x, y), step in zip(corners, steps, strict=True)]
    parts += [_arrow(start, end) for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return _drawing(parts, 2 * (DEEP + EDGE) + BETWEEN, title)


def bars(rows: Sequence[tuple[str, Fraction, str]], *, title: str) -> str:
    """A bar for each chance, a whole one as long as the room for it, with words before and behind, as SVG."""
    parts = []
    for place, (label, chance, words) in enumerate(rows):
        middle = EDGE + ROW * (place + 0.5)
        length = float(chance) * (WIDTH - LABEL - VALUE)
        top, end = number(middle - THICK / 2), number(LABEL + length + 0.4)
        parts += [
            f'<text x="{number(LABEL - 0.5)}" y="{number(middle)}" text-anchor="end" dominant-baseline="central">'
            f"{escape(label)}</text>",
            f'<rect class="chance" x="{number(LABEL)}" y="{top}" width="{number(length)}" height="{number(THICK)}"/>',
            f'<text class="soft" x="{end}" y="{number(middle)}" dominant-baseline="central">{escape(words)}</text>',
        ]
    return _drawing(parts, 2 * EDGE + ROW * len(rows), title)


def _drawing(parts: Sequence[str], height: float, title: str) -> str:
    head = f'<svg class="map diagram" viewBox="0 0 {number(WIDTH)} {number(height)}" role="img">'
    return "\n".join((f"{head}<title>{escape(title)}</title>", *parts, "</svg>\n"))


def _box(x: float, y: float, name: str, words: str) -> str:
    middle = number(x + BOX / 2)
    lines = (("", name, 0.38), (' class="soft"', words, 0.7))
    texts = (
        f'<text{css} x="{middle}" y="{number(y + DEEP * part)}" text-anchor="middle" dominant-baseline="central">'
        f"{escape(text)}</text>"
        for css, text, part in lines
    )
    box = f'<rect class="box" x="{number(x)}" y="{number(y)}" width="{number(BOX)}" height="{number(DEEP)}" rx=".4"/>'
    return "".join((box, *texts))


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From one box to the next beside, below or above it."""
    across, down = (_sign(end[place] - start[place]) for place in (0, 1))
    x = start[0] + BOX * (1 + across) / 2
    y = start[1] + DEEP * (1 + down) / 2
    tip_x, tip_y = x + across * BETWEEN, y + down * BETWEEN
    back_x, back_y = tip_x - across * TIP, tip_y - down * TIP
    wings = [(back_x + side * down * TIP / 2, back_y + side * across * TIP / 2) for side in (1, -1)]
    tip = "L".join(f"{number(x)} {number(y)}" for x, y in ((tip_x, tip_y), *wings))
    way = f'<path class="way" d="M{number(x)} {number(y)}L{number(back_x)} {number(back_y)}"/>'
    return f'{way}<path class="head" d="M{tip}Z"/>'


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
