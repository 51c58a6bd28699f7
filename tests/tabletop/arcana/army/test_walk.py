"""Every part of a roster is met once, under the path that names it in the file."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given

from tabletop.arcana.army.roster import Roster, Unit, walk
from tests.strategies import rosters


def part_at(roster: Roster, path: str) -> Any:
    """What stands at a path such as `units[0].models[1]`."""
    part: Any = roster
    for name, number in re.findall(r"(\w+)(?:\[(\d+)\])?", path):
        part = getattr(part, name)
        part = part[int(number)] if number else part
    return part


@given(rosters())
def test_every_path_leads_to_its_part(roster: Roster) -> None:
    parts = list(walk(roster))
    assert all(part_at(roster, path) is part for path, part in parts)
    assert len({path for path, _ in parts}) == len(parts)
    assert tuple(part for _, part in parts if isinstance(part, Unit)) == roster.contingent_units


@given(rosters())
def test_nothing_is_left_out(roster: Roster) -> None:
    units = roster.contingent_units
    bearers = [bearer for unit in units for bearer in (*unit.models, *unit.characters)]
    extras = sum(len(bearer.upgrades) for bearer in bearers)
    mounts = sum(character.mount is not None for unit in units for character in unit.characters)
    assert len(list(walk(roster))) == len(roster.allies) + len(units) + len(bearers) + extras + mounts
