"""A remedy that adds models or takes them out, with another number of them."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.edits import AddModels, AddUnit, RemoveModels
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import with_designs
from tabletop.findings import Remedy
from tabletop.languages import say


def recounted(remedy: Remedy, count: int, roster: Roster, catalogue: Catalogue) -> Remedy:
    """The remedy for so many models; its change in points isn't known any more."""
    edit: AddModels | AddUnit | RemoveModels = remedy.edit
    rows = with_designs(catalogue, roster.designs, own=roster.own_list).rows
    models = counted(rows[edit.profile].name, count)
    if isinstance(edit, AddUnit):
        return Remedy(say("Add {models}", models=models), replace(edit, count=count))
    names = [unit.name for unit in roster.contingent_units if unit.ref == edit.unit and unit.name]
    where = say(" in {unit}", unit=names[0]) if names else ""
    if isinstance(edit, AddModels):
        words = say("{models} more{where}", models=models, where=where)
    else:
        words = say("{models} fewer{where}", models=models, where=where)
    return Remedy(words, replace(edit, count=count))
