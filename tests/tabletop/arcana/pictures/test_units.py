"""Units drawn: leaders as stars, broken ones dashed, a name where there is room for it."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.table import Play
from tabletop.arcana.battlefield import lay
from tabletop.arcana.pictures.units import unit_group
from tests.catalogue import printed_catalogue
from tests.played import ford
from tests.tables import block, loose

LEADER = {"profile": "dwarves/dwarf-champion"}
CROSSBOWS = {"profile": "dwarves/axemen", "count": 3}
BLOCK = {"corner": (20, 12), "name": "Guards"}


def drawn(**fields: object) -> str:
    table = ford(units=[block("r1", **{**BLOCK, **fields})], engaged=[])  # type: ignore[arg-type]
    scene = lay(table, printed_catalogue())
    return unit_group(Play(table=table), scene, scene.unit("r1"), chosen=False)


@pytest.mark.parametrize(
    ("members", "stars", "dots"), [([], 0, 0), ([LEADER], 1, 0), ([LEADER, LEADER], 2, 0), ([LEADER, CROSSBOWS], 1, 3)]
)
def test_leaders_are_stars_and_other_troops_dots(members: list[dict[str, object]], stars: int, dots: int) -> None:
    picture = drawn(members=members)
    assert (picture.count('class="leader"'), picture.count("<circle")) == (stars, dots)


def test_no_more_members_are_drawn_than_the_front_has_room_for() -> None:
    assert drawn(models=6, members=[{**LEADER, "count": 6}]).count('class="leader"') == 5


def test_a_name_is_left_out_where_it_doesnt_fit() -> None:
    assert 'class="name"' in drawn()
    assert 'class="name"' not in drawn(name="The very longest of all names")


def test_broken_units_are_dashed() -> None:
    assert "stroke-dasharray" in drawn(broken=True)
    assert "stroke-dasharray" not in drawn()


def test_loose_models_have_a_tick_each() -> None:
    table = ford(units=[loose("r1", (30, 20), (33, 20), (36, 20))])
    scene = lay(table, printed_catalogue())
    picture = unit_group(Play(table=table), scene, scene.unit("r1"), chosen=True)
    assert picture.count('class="ring"') == 1
    assert "data-front" not in picture
