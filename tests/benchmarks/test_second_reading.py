"""The printed cells of every row and spell, read by the second reader, say what the catalogue holds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from benchmarks.second_reading import CELLS, differences, header_facts, held_header, tidy, unsettled
from tabletop.arcana.catalogue.profiles import Row
from tests.catalogue import printed_catalogue

ROWS = printed_catalogue().rows


def cells_of(row: Row) -> dict[str, str]:
    return {cell: tidy(getattr(row.printed, cell)) for cell in CELLS}


def test_every_row_says_what_its_cells_say() -> None:
    assert len(ROWS) == 399
    assert [(slug, fault) for slug, row in ROWS.items() for fault in unsettled(row, cells_of(row))] == []


def test_every_spell_says_what_its_header_says() -> None:
    spells = printed_catalogue().spells.values()
    assert sum(len(spell.schools) for spell in spells) == 95
    for spell in spells:
        printed = spell.printed
        parts = [printed.level, printed.range, printed.kind, printed.saves.rstrip("."), printed.template]
        stated = header_facts(printed.name, ", ".join(filter(None, parts)))
        assert list(differences(stated, held_header(spell))) == []


@pytest.mark.parametrize(
    ("slug", "cell", "wrong"),
    [
        ("dwarves/axemen", "vp", "21"),
        ("dwarves/axemen", "move", '6"'),
        ("dwarves/axemen", "armour", "4"),
        ("dwarves/crossbowmen", "missile", 'Crossbow (18"): 1/2 Str (3)'),
        ("daemons/barons", "melee", "2/3 Str (2), First strike"),
        ("undead/mounted-reaper", "special", "Base 2 Fearsome"),
        ("monsters/cyclops", "morale", "9"),
    ],
)
def test_another_cell_would_be_noticed(slug: str, cell: str, wrong: str) -> None:
    row = ROWS[slug]
    assert list(unsettled(row, cells_of(row))) == []
    assert len(list(unsettled(row, cells_of(row) | {cell: wrong}))) == 1
    assert list(unsettled(replace(row, points=row.points + 1), cells_of(row)))
