"""What a sheet's pages are made of, taken down while they are drawn, and its picture with and without its words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import SHIFT, Align, Point, Surface
from tabletop.pdf.typography import POINT, Style, measure
from tests.tabletop.pdf.measuring import Core, colliding

DOTS = 100  # an inch; a line of 0.2 mm is a dot wide
SHY = 0.03  # millimetres for each point of type
X_HEIGHT = 0.486  # of the type size: Source Sans 3
Picture = NDArray[np.uint8]


class Word(NamedTuple):
    """A line of text: its page from 0, its left end on the baseline in millimetres from the top left, its width."""

    page: int
    paper: Paper
    at: Point
    width: float
    text: str
    style: Style


def words_drawn(make: Callable[[], bytes]) -> tuple[bytes, list[Word]]:
    """The PDF and every line of text in it."""
    words: list[Word] = []
    text = Surface.text

    def taken_down(surface: Surface, at: Point, said: str, style: Style, align: Align = "left") -> None:
        width = measure(said, style)
        if said.strip():
            page = surface.canvas.getPageNumber() - 1
            words.append(Word(page, surface.paper, (at[0] - width * SHIFT[align], at[1]), width, said, style))
        text(surface, at, said, style, align)

    with patch.object(Surface, "text", taken_down):
        return make(), words


@contextmanager
def wordless() -> Iterator[None]:
    """Within, lines, shapes and pictures alone are drawn."""
    with patch.object(Surface, "text", lambda *arguments: None):
        yield


def pictures(pdf: bytes, dots: int = DOTS) -> Iterator[Picture]:
    """Each page in grey, 0 is black, so many dots an inch."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield np.asarray(page.render(scale=dots / 72, grayscale=True).to_pil().convert("L"))


def has_square(dark: NDArray[np.bool_], side: int) -> bool:
    """Whether there is a square of so many dots a side that are all dark."""
    sums: Any = np.pad(dark.cumsum(0, dtype=np.int32).cumsum(1), ((1, 0), (1, 0)))
    inside = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    return bool((inside == side * side).any())


def ground_of(word: Word, picture: Picture) -> float:
    """How much of the ground behind a line's small letters is dark, from 0 to 1, in a picture without words."""
    unit = picture.shape[1] / word.paper.width
    (left, baseline), high = word.at, word.style.size * POINT * X_HEIGHT
    rows = slice(max(round((baseline - high) * unit), 0), max(round(baseline * unit), 1))
    columns = slice(max(round(left * unit), 0), max(round((left + word.width) * unit), 1))
    patch_of = picture[rows, columns]
    return float(1 - patch_of.mean() / 255) if patch_of.size else 0.0


def hard_colours(pdf: bytes) -> Iterator[set[Any]]:
    """The colours of each page where nothing is smoothed, as a printer that has no greys sees it."""
    hard = {"no_smoothtext": True, "no_smoothpath": True, "no_smoothimage": True}
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            picture = page.render(scale=DOTS / 72, **hard).to_pil().convert("RGB")
            yield {colour for _, colour in picture.getcolors(1 << 16)}


def colliding_words(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Pairs of lines of one page whose cores lie on each other: without the rims of their first and last letters."""
    by_page: dict[int, list[Core]] = defaultdict(list)
    for word in words:
        shy, (left, baseline), high = word.style.size * SHY, word.at, word.style.size * POINT * X_HEIGHT
        by_page[word.page].append((left + shy, left + word.width - shy, -baseline, high - baseline, word.text))
    for cores in by_page.values():
        yield from colliding(sorted(cores))
