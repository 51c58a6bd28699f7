"""The rows of an own list as a spreadsheet: written and read back, each wrong cell named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.own_sheets import read_sheet, write_sheet
from tabletop.decoding import MalformedError, converted
from tests.catalogue import printed_catalogue

OWN_FIELDS = set(OwnRow.__struct_fields__)
PRINTED = [
    converted({name: value for name, value in to_builtins(row).items() if name in OWN_FIELDS}, OwnRow)
    for row in printed_catalogue().rows.values()
    if row.section is not Section.EQUIPMENT
]


def test_every_printed_row_comes_back_from_a_sheet() -> None:
    for first in range(0, len(PRINTED), 100):
        rows = tuple(PRINTED[first : first + 100])
        assert read_sheet(write_sheet(rows)) == rows


@settings(max_examples=30)
@given(st.lists(st.tuples(st.text("ab=+-@' ,;\"é7", min_size=1, max_size=9), st.integers(0, 900)), max_size=4))
def test_whatever_rows_are_called_they_come_back(stated: list[tuple[str, int]]) -> None:
    rows = tuple(OwnRow(name=name.strip(" '") or "x", points=points) for name, points in stated)
    assert read_sheet(write_sheet(rows)) == rows


def test_room_that_nobody_states_stays_unknown() -> None:
    rows = (
        OwnRow(name="Whale", room=None, points=9),
        OwnRow(name="Toad", room=2, points=9),
        OwnRow(name="Newt", points=1),
    )
    assert read_sheet(write_sheet(rows)) == rows


def test_it_is_read_as_people_type_it() -> None:
    typed = (
        "Name;Section;Move;Wounds;Morale;Attacks;Skill;Shield;melee.0.long_weapon\nFrog Pikes;;6;1;7;1;2;Yes;yes\n\n"
    )
    (row,) = read_sheet(typed)
    assert (row.movement.ground, row.defence.shield, row.points, row.section) == (6, True, None, "troops")
    assert (row.melee[0].skill, row.melee[0].long_weapon) == (2, True)
    assert read_sheet(typed.replace(";", "\t")) == (row,)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "the table has no headings"),
        ("move\n6\n", "no column “name”"),
        ("name,name\n", "two columns are “name”"),
        ("name,,move\nFrog,7,6\n", "rows[0]: “7” stands in a column without a heading"),
        ("name,move\nFrog,six\n", "rows[0].movement.ground: must be"),
        ("name,skill\nFrog,2\n", "rows[0].melee[0].attacks: is missing"),
        ("name,price\nFrog,2\n", "rows[0].price: there is no such field"),
        ("name,melee.x\nFrog,2\n", "rows[0].melee"),
        ("name,melee.99.skill\nFrog,2\n", "rows[0]: there is no column “melee.99.skill”"),
        (f"name,melee.{'9' * 5000}\nFrog,2\n", "rows[0]: there is no column “melee.9"),
        ("name,name.x\nFrog,2\n", "rows[0]: there is no column “name.x”"),
        ("move,name,movement\n6,Frog,junk\n", "rows[0]: there is no column “movement”"),
        ("name\nFrog,2\n", "rows[0]: has more cells than there are columns"),
        ('name\n"Frog', "this can't be read as a table"),
        ("name\n" + "Frog\n" * 101, "rows: must be at most 100"),
        ("name,section\nFrog,equipment\n", "rows[0]"),
    ],
)
def test_what_can_t_be_read_is_named(typed: str, said: str) -> None:
    with pytest.raises(MalformedError) as raised:
        read_sheet(typed)
    assert str(raised.value).startswith(said) or said in str(raised.value)
