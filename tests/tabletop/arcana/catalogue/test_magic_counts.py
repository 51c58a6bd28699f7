"""The counts that docs/magic.md states are those of the fixtures."""

from __future__ import annotations

from typing import get_args

from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.schools import wizards_of
from tabletop.arcana.catalogue.spells import SpellKind
from tabletop.arcana.catalogue.spells.spell import Level
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tests.catalogue import PROJECT, printed_catalogue

PAGE = (PROJECT / "docs" / "magic.md").read_text(encoding="utf-8")


def stated() -> list[list[str]]:
    """The cells of the table's rows."""
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows[1:]]


def counted(school: School) -> list[str]:
    spells = printed_catalogue().spells_of(school)
    levels = [sum(spell.level == level for spell in spells) for level in get_args(Level)]
    kinds = [sum(spell.kind == kind for spell in spells) for kind in tuple(SpellKind)]
    templates = sum(spell.template is not None for spell in spells)
    casters = len(wizards_of(printed_catalogue(), school))
    figures = [len(spells), *levels, *kinds, templates, casters]
    return [school.capitalize(), SCHOOL_TINCTURES[school].capitalize(), *map(str, figures)]


def test_the_page_counts_as_the_fixtures_do() -> None:
    assert stated() == [counted(school) for school in School]


def test_the_page_counts_95_entries_and_94_spells() -> None:
    assert sum(int(row[2]) for row in stated()) == 95
    assert len(printed_catalogue().spells) == 94
    assert "95 entries are 94 spells" in PAGE
