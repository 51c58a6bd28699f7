"""A key that a file states twice is refused by its place, in every kind of file that players keep."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tabletop.arcana.army.event_pack import read_pack
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.creation.design_files import read_design
from tabletop.decoding import MalformedError
from tests.designs import YOUNG_DRAGON
from tests.packs import SPRING_CUP
from tests.programs import FILE

READERS = [(read_roster, FILE), (read_design, YOUNG_DRAGON), (read_pack, SPRING_CUP)]


@pytest.mark.parametrize(("read", "plain"), READERS)
def test_a_key_that_is_stated_twice_is_named(read: Callable[[bytes], Any], plain: dict[str, Any]) -> None:
    content = json.dumps(plain)
    read(content.encode())
    with pytest.raises(MalformedError) as refused:
        read((content[:-1] + ', "name": "Another"}').encode())
    assert (refused.value.field, refused.value.reason) == ("name", "is stated twice")


def test_its_place_is_named_too() -> None:
    content = json.dumps(FILE).replace('"count": 17', '"count": 16, "count": 17', 1)
    with pytest.raises(MalformedError) as refused:
        read_roster(content.encode())
    assert refused.value.field == "units[0].models[0].count"
