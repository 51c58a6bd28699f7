"""Which spell schools a profile may choose, and which profiles may choose a school."""

from __future__ import annotations

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS, Row, School


def schools_of(row: Row, *, optional: bool) -> tuple[School, ...]:
    """The schools a caster may choose from, in the order of its row; none for who casts no spells.

    With `optional`, which both players must agree on, every wizard who chooses a school may choose those, too.
    """
    own = row.spellcaster.schools if row.spellcaster else ()
    return own + OPTIONAL_SCHOOLS if optional and own and own != (School.GENERAL,) else own


def wizards_of(catalogue: Catalogue, school: School) -> tuple[Row, ...]:
    """The printed casters that have the school's spells, in the book's order (Spell Notes).

    General spells are every caster's; an optional school's casters need both players' agreement.
    """
    casters = (row for row in catalogue.rows.values() if row.spellcaster)
    return tuple(row for row in casters if school == School.GENERAL or school in schools_of(row, optional=True))
