"""Which tests a worker begins with."""

from __future__ import annotations

from itertools import chain

import pytest
from msgspec import Struct

from tests.conftest import long_first


class Item(Struct):
    number: int
    long: bool

    def get_closest_marker(self, name: str) -> bool:
        return name == "long" and self.long


@pytest.mark.parametrize(
    ("long", "workers", "ordered"),
    [
        ({2, 5, 6}, 3, [[2, 0, 1], [5, 3, 4], [6, 7, 8, 9]]),  # xdist's parts: a third, half of the rest, the rest
        ({8, 9}, 3, [[8, 0, 1], [9, 2, 3], [4, 5, 6, 7]]),
        ({9}, 1, [[9, 0, 1, 2, 3, 4, 5, 6, 7, 8]]),
        (set(), 2, [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]),
        (set(range(10)), 3, [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]),
    ],
)
def test_the_part_of_each_worker_begins_with_long_ones(long: set[int], workers: int, ordered: list[list[int]]) -> None:
    items = [Item(number, number in long) for number in range(10)]
    assert [item.number for item in long_first(items, workers)] == list(chain.from_iterable(ordered))
