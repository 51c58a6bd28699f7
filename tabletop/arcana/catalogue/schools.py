"""Which schools of magic are open to whom."""

from __future__ import annotations

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS, Row, School

GENERAL: School = "general"


def schools_of(row: Row, *, optional: bool) -> tuple[School, ...]:
    """What a caster may choose from; optional schools are open to every wizard of schools where both players agree."""
    own = row.spellcaster.schools if row.spellcaster else ()
    return own + OPTIONAL_SCHOOLS if optional and own and own != (GENERAL,) else own


def wizards_of(catalogue: Catalogue, school: School) -> tuple[Row, ...]:
    """The printed casters that have the school's spells, in the book's order (Spell Notes).

    General spells are every caster's; an optional school's casters need both players' agreement.
    """
    casters = (row for row in catalogue.rows.values() if row.spellcaster)
    return tuple(row for row in casters if school == GENERAL or school in schools_of(row, optional=True))
