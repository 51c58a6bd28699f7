"""Agreed changes as text: what is written reads back, and what says no change is refused by its number."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.terrain.agreed import MOST_CHANGES, Change, Move, Reroll, as_address, read_written, with_change
from tabletop.decoding import MalformedError
from tests.laws import of_each

REFS = st.from_regex(r"t[1-9][0-9]{0,2}", fullmatch=True)
SIDES = st.sampled_from(["red", "blue", "north-2"])
SPOTS = st.integers(0, 24_000).map(lambda value: value / 100)
MOVES = st.builds(Move, ref=REFS, by=SIDES, x=SPOTS, y=SPOTS, turn=st.integers(0, 23).map(lambda turn: turn * 15))
CHANGES = st.lists(st.one_of(st.builds(Reroll, ref=REFS, by=SIDES), MOVES), max_size=8).map(tuple)


def read(text: str) -> tuple[Change, ...]:
    return msgspec.convert(read_written(text), tuple[Change, ...])


@given(CHANGES)
def test_what_is_written_reads_back(changes: tuple[Change, ...]) -> None:
    assert read(as_address(changes)) == changes


@given(CHANGES)
def test_an_address_needs_no_escapes_for_it(changes: tuple[Change, ...]) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.~-]*", as_address(changes))


def test_the_text_is_the_documented_one() -> None:
    changes = (Reroll(ref="t3", by="red"), Move(ref="t4", by="blue", x=12.5, y=30, turn=45))
    assert as_address(changes) == "t3~red_t4~12.5~30~45~blue"
    assert read("") == ()


@of_each(
    ("text", "number"),
    [
        ("t3", 0),
        ("t3~red_", 1),
        ("t3~red_t4~12.5~30~blue", 1),
        ("t4~12.555~30~0~red", 0),
        ("t4~-1~30~0~red", 0),
        ("t4~1e3~30~0~red", 0),
        ("T4~red", 0),
        ("t4~١~30~0~red", 0),
    ],
)
def test_a_word_that_says_no_change_is_named(text: str, number: int) -> None:
    with pytest.raises(MalformedError) as caught:
        read_written(text)
    assert caught.value.field == f"agreed[{number}]"


def test_a_piece_moved_twice_running_by_one_side_has_moved_once() -> None:
    first, second = Move(ref="t1", by="red", x=1, y=1), Move(ref="t1", by="red", x=2, y=2)
    assert with_change((first,), second) == (second,)


@pytest.mark.parametrize(
    "between", [Move(ref="t2", by="red", x=1, y=1), Move(ref="t1", by="blue", x=1, y=1), Reroll(ref="t1", by="red")]
)
def test_every_other_change_is_added(between: Any) -> None:
    change = Move(ref="t1", by="red", x=2, y=2)
    assert with_change((between,), change) == (between, change)
    assert with_change((), change) == (change,)


def test_there_are_plenty_of_changes() -> None:
    assert MOST_CHANGES >= 50
