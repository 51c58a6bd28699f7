"""Laws of print that every kind of sheet keeps, whichever game's or page's it is: nobody lists the kinds here."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import pytest

from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import PAPERS, UNPRINTABLE
from tabletop.pdf.typography import INK
from tests.catalogue import PROJECT
from tests.laws import law_of
from tests.papers import papers_of
from tests.tabletop.pdf.accessibility import Read, faults
from tests.tabletop.pdf.drawn import (
    DOTS,
    Picture,
    Word,
    colliding_words,
    ground_of,
    hard_colours,
    has_square,
    pictures,
    wordless,
    words_drawn,
)

LEAST_TYPE = 7  # points
MOST_INK = 0.15  # of a page
MOST_MEAN_INK = 0.05  # of the pages of all kinds: as much as the text pages that toner is measured by (ISO/IEC 24712)
LARGEST_BLACK = 6.0  # millimetres, the side of a square: a sign or a numeral, no band
HALF, PAPER = 128, 250  # of 255: what is dark, and what is still blank
MOST_GROUND = 0.1  # dark behind a line of text: a frame that it crosses, no hatching
WITH_TABLES = {"roster", "compact", "organiser", "attrition", "reference", "cards", "profiles"}
WITH_FIGURES = {"roster", "compact", "organiser", "attrition", "game", "reference", "terrain-cards", "markers"} | {
    "templates", "gauges", "ranges", "bases", "trays",
}  # fmt: skip
ROOMS = ("tabletop", "armybuilder")


class Page(NamedTuple):
    """A page measured: the share that is dark, if a square of black is too large, if it is blank outside."""

    ink: float
    is_flooded: bool
    is_framed: bool


class TakenDown(NamedTuple):
    """A kind of sheet: its PDF, its lines of text and its pages."""

    name: str
    make: Callable[[], bytes]
    pdf: bytes
    words: list[Word]
    pages: list[Page]


makers: set[tuple[str, str]] = set()
"""The functions that made a sheet while all were taken down."""


@cache
def taken_down(paper: str) -> tuple[TakenDown, ...]:
    with makers_noted():
        return tuple(_taken_down(paper))


def _taken_down(paper: str) -> Iterator[TakenDown]:
    for name, make in papers_of(paper):
        pdf, words = words_drawn(make)
        yield TakenDown(name, make, pdf, words, list(map(_measured, pictures(pdf))))


def _measured(picture: Picture) -> Page:
    edge = int((UNPRINTABLE - 0.2) / 25.4 * DOTS)
    frame = (picture[:edge], picture[-edge:], picture[:, :edge], picture[:, -edge:])
    flooded = has_square(picture < HALF, round(LARGEST_BLACK / 25.4 * DOTS) + 1)
    return Page(float(1 - picture.mean() / 255), flooded, all(bool(np.all(side > PAPER)) for side in frame))


def of_each_paper() -> list[TakenDown]:
    return [each for paper in PAPERS for each in taken_down(paper)]


on_each_paper = law_of(of_each_paper, name=lambda each: each.name)
on_a4 = law_of(lambda: taken_down("a4"), name=lambda each: each.name)


@pytest.mark.long
@on_each_paper
def test_no_letter_is_small_or_pale_or_lies_on_others(each: TakenDown) -> None:
    assert min(word.style.size for word in each.words) >= LEAST_TYPE
    assert {word.style.colour for word in each.words} == {INK}
    assert list(islice(colliding_words(each.words), 3)) == []


@on_each_paper
def test_no_page_is_flooded_with_ink_and_what_printers_cannot_reach_is_blank(each: TakenDown) -> None:
    assert max(page.ink for page in each.pages) <= MOST_INK
    assert not any(page.is_flooded for page in each.pages)
    assert all(page.is_framed for page in each.pages)


def test_a_page_takes_as_much_ink_as_a_page_of_text() -> None:
    assert mean(mean(page.ink for page in each.pages) for each in of_each_paper()) <= MOST_MEAN_INK


@on_a4
def test_black_and_white_lose_nothing(each: TakenDown) -> None:
    """Unsmoothed a page has two colours alone, nothing that a printer would have to dot; words stand on white."""
    assert all(colours <= {(0, 0, 0), (255, 255, 255)} for colours in hard_colours(each.pdf))
    with wordless():
        bare = list(pictures(each.make()))
    assert [word.text for word in each.words if ground_of(word, bare[word.page]) > MOST_GROUND] == []


@on_a4
def test_the_same_order_is_the_same_bytes(each: TakenDown) -> None:
    assert each.make() == each.pdf


@on_a4
def test_those_who_have_it_read_out_lose_nothing_that_can_be_checked(each: TakenDown) -> None:
    assert faults(each.pdf) == []
    roles = {node.role for node in Read(each.pdf).whole.walk()}
    assert each.name not in WITH_TABLES or "Table" in roles
    assert each.name not in WITH_FIGURES or "Figure" in roles


def test_every_function_that_makes_a_sheet_is_held_by_these_laws() -> None:
    """A new one is reached through a game's papers or an order's kinds, or wants a line in `tests/papers.py`."""
    of_each_paper()
    wanted = {(module, function) for module, functions in makers_of_sheets().items() for function in functions}
    assert len(wanted) > 10
    assert wanted - makers == set()


@cache
def makers_of_sheets() -> dict[str, frozenset[str]]:
    """By module the functions that call `Sheet`."""
    found = {}
    for path in (path for room in ROOMS for path in (PROJECT / room).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "Sheet(" in source and "tabletop.pdf.document import" in source:
            found[module_of(path)] = frozenset(_callers(ast.parse(source), ""))
    return {module: functions for module, functions in found.items() if functions}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


def _callers(node: ast.AST, within: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id == "Sheet":
            yield within
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield from _callers(child, f"{within}.{child.name}".removeprefix("."))
        else:
            yield from _callers(child, within)


@contextmanager
def makers_noted() -> Iterator[None]:
    """Within, whoever makes a sheet is noted."""

    def noted(**fields: Any) -> Sheet:
        caller = sys._getframe(1)
        makers.add((caller.f_globals["__name__"], caller.f_code.co_qualname))
        return Sheet(**fields)

    with ExitStack() as stack:
        for module in makers_of_sheets():
            stack.enter_context(patch.object(import_module(module), "Sheet", noted))
        yield
