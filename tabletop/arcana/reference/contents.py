"""What a roster has, in words that a search finds: its units, and the spells that its wizards know."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.roster import Ally, Character, Models, Mount, Roster, Unit, Upgrade, walk
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.creation.design_files import own_names


def contents_of(roster: Roster, catalogue: Catalogue) -> Iterator[str]:
    """`17 Axemen`, `Dwarf Wizard`, `Dwarf Wizard knows Petrify, Earthbind … (school of Earth)`.

    A profile that the catalogue doesn't have is named by its slug. A wizard with one school to choose has it without
    being asked (ruling M34).
    """
    own = own_names(roster.designs, roster.own_list)
    for _, part in walk(roster):
        match part:
            case Ally(army=army):
                yield f"allies: {catalogue.lists[army].name if army in catalogue.lists else army}"
            case Unit(name=name) if name:
                yield name
            case Models() | Character() | Mount() | Upgrade():
                row = catalogue.rows.get(part.profile)
                name = row.name if row else own.get(part.profile, (part.profile,))[0]
                yield counted(name, part.count) if isinstance(part, Models) else name
                if row and not isinstance(part, Upgrade) and (school := _school(row, part.school)):
                    spells = ", ".join(spell.name for spell in catalogue.spells_of(school))
                    yield f"{name} knows {spells} (school of {school.capitalize()})"


def taken_in(roster: Roster, catalogue: Catalogue) -> dict[str, int]:
    """How many models and characters of each profile a roster has, by the names that `contents_of` gives them."""
    own = own_names(roster.designs, roster.own_list)
    taken: dict[str, int] = {}
    for _, part in walk(roster):
        if isinstance(part, Models | Character):
            row = catalogue.rows.get(part.profile)
            name = row.name if row else own.get(part.profile, (part.profile,))[0]
            taken[name] = taken.get(name, 0) + (part.count if isinstance(part, Models) else 1)
    return taken


def _school(row: Row, chosen: School | None) -> School | None:
    schools = schools_of(row, optional=False)
    if chosen or not row.spellcaster or row.spellcaster.cost:
        return chosen
    return schools[0] if len(schools) == 1 else None
