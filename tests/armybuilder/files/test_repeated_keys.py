"""A key that is stated twice is refused by its place in everything that is sent as JSON, and so is an unknown one."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from armybuilder.rosters.api.changes import read_changes
from armybuilder.rosters.api.rosters import edit_in
from tabletop.arcana.army.event_pack import read_pack
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battlefield.validation import read_table
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.creation.vehicles.parts import read_parts
from tabletop.arcana.game import ARCANA
from tabletop.arcana.printing.orders.order import read_order as read_print_order
from tabletop.arcana.terrain.orders import read_order_file
from tabletop.decoding import MalformedError
from tests.designs import YOUNG_DRAGON
from tests.packs import SPRING_CUP
from tests.programs import FILE

READERS: list[tuple[Callable[[bytes], Any], dict[str, Any]]] = [
    (read_roster, FILE),
    (read_design, YOUNG_DRAGON),
    (read_pack, SPRING_CUP),
    (read_table, {"format": "muster-table/1", "game": "arcana", "size": [72, 48]}),
    (read_print_order, {"kinds": ["templates"], "copies": 2}),
    (read_order_file, {"region": "forests", "pieces": 3, "seed": 1}),
    (read_parts, {"type": "light-chariot", "cargo": 1}),
    (partial(edit_in, ARCANA), {"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 3}),
    (partial(read_changes, "arcana"), {"name": "A", "notes": "B"}),
]


@pytest.mark.parametrize(("read", "plain"), READERS)
def test_a_key_that_is_stated_twice_is_named(read: Callable[[bytes], Any], plain: dict[str, Any]) -> None:
    content = json.dumps(plain)
    read(content.encode())
    key = next(iter(plain))
    with pytest.raises(MalformedError) as refused:
        read(f"{content[:-1]}, {json.dumps({key: plain[key]})[1:]}".encode())
    assert (refused.value.field, refused.value.reason) == (key, "is stated twice")


@pytest.mark.parametrize(("read", "plain"), READERS)
def test_an_unknown_key_is_named_with_the_likely_one(read: Callable[[bytes], Any], plain: dict[str, Any]) -> None:
    key = next(iter(plain))
    with pytest.raises(MalformedError) as refused:
        read(json.dumps(plain | {f"{key}s": 1}).encode())
    assert (refused.value.field, refused.value.reason) == (f"{key}s", f"there is no such field (did you mean “{key}”?)")


def test_its_place_is_named_too() -> None:
    content = json.dumps(FILE).replace('"count": 17', '"count": 16, "count": 17', 1)
    with pytest.raises(MalformedError) as refused:
        read_roster(content.encode())
    assert refused.value.field == "units[0].models[0].count"
