"""Blocks over pages: together where they belong, none lost, none clipped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tabletop.pdf.document import Sheet, render
from tabletop.pdf.flow import Block, Column, Gap, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import A4, Box
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import Style
from tests.tabletop.pdf.measuring import pages_of, text_of

BOX = Box(10, 20, 100, 50)
DRAWN: list[tuple[str, float, float]] = []


class Brick(Struct, frozen=True):
    """A block that notes where it is drawn."""

    name: str
    height: float

    def draw(self, surface: Surface, x: float, y: float) -> None:
        DRAWN.append((self.name, y, y + self.height))


def drawn(sections: list[Section]) -> list[list[tuple[str, float, float]]]:
    """What is drawn on each page."""
    pages = []
    for page in paginate(sections, BOX):
        DRAWN.clear()
        render(Sheet(title="x", paper=A4, pages=(page,)))
        pages.append(list(DRAWN))
    return pages


def names(sections: list[Section]) -> list[list[str]]:
    return [[name for name, _, _ in page] for page in drawn(sections)]


def wall(name: str, *heights: float, rest_head: Block | None = None) -> Stack:
    return Stack(tuple(Brick(f"{name}{place}", height) for place, height in enumerate(heights)), rest_head)


def test_a_stack_is_kept_on_one_page() -> None:
    assert names([Section((wall("a", 20, 10), wall("b", 15, 15)))]) == [["a0", "a1"], ["b0", "b1"]]


def test_a_section_s_head_stands_on_every_page_it_reaches() -> None:
    section = Section((wall("a", 30), wall("b", 30), wall("c", 5)), Brick("head", 10))
    assert names([section]) == [["head", "a0"], ["head", "b0", "c0"]]


def test_a_head_never_stands_alone_at_the_foot() -> None:
    sections = [Section((Brick("x", 35),)), Section((Brick("y", 10),), Brick("head", 10))]
    assert names(sections) == [["x"], ["head", "y"]]


def test_a_stack_longer_than_a_page_goes_on_under_its_own_head() -> None:
    long = wall("a", 20, 20, 20, 20, rest_head=Brick("continued", 5))
    assert names([Section((long,))]) == [["a0", "a1"], ["continued", "a2", "a3"]]


def test_the_first_part_of_a_long_stack_uses_what_is_left_of_the_page_if_that_is_half() -> None:
    long = wall("a", 20, 20, 20)
    assert names([Section((Brick("x", 10), long))]) == [["x", "a0", "a1"], ["a2"]]
    assert names([Section((Brick("x", 30), long))]) == [["x"], ["a0", "a1"], ["a2"]]


@given(st.lists(st.lists(st.floats(0.5, 45), min_size=1, max_size=6), min_size=1, max_size=8))
def test_every_block_is_drawn_once_in_order_within_the_box(walls: list[list[float]]) -> None:
    blocks = tuple(wall(f"{number}-", *heights) for number, heights in enumerate(walls))
    pages = drawn([Section(blocks, Brick("head", 4))])
    bricks = [name for page in pages for name, _, _ in page if name != "head"]
    assert bricks == [f"{number}-{place}" for number, heights in enumerate(walls) for place in range(len(heights))]
    assert all(page[0][0] == "head" for page in pages)
    assert all(top >= BOX.y and bottom <= BOX.bottom + 1e-6 for page in pages for _, top, bottom in page)


def test_a_row_is_as_high_as_its_longest_cell() -> None:
    style = Style(10)
    row = TableRow((cell(Column(0, 10), "one", style), cell(Column(12, 10), "one two three four", style)), above=1)
    assert row.height == 1 + 4 * style.line_height


def test_gaps_keep_their_height_and_print_nothing() -> None:
    pages = paginate([Section((Gap(10), TableRow((cell(Column(0, 50), "below", Style(10)),))))], BOX)
    (page,) = pages_of(render(Sheet(title="x", paper=A4, pages=pages)))
    assert "below" in text_of(page)
    (letter,) = [char for char in page.chars if char["text"] == "b" and char["size"] == 10]
    assert letter["top"] > 30 * 72 / 25.4
