"""A remedy that adds models or takes them out, with another number of them."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.edits import AddModels, AddUnit, RemoveModels
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import with_designs
from tabletop.findings import Remedy


def recounted(remedy: Remedy, count: int, roster: Roster, catalogue: Catalogue) -> Remedy:
    """The remedy for so many models; its change in points isn't known any more."""
    edit: AddModels | AddUnit | RemoveModels = remedy.edit
    rows = with_designs(catalogue, roster.designs, own=roster.own_list).rows
    models = counted(rows[edit.profile].name, count)
    if isinstance(edit, AddUnit):
        return Remedy(f"Add {models}", replace(edit, count=count))
    names = [unit.name for unit in roster.contingent_units if unit.ref == edit.unit and unit.name]
    words = "more" if isinstance(edit, AddModels) else "fewer"
    return Remedy(" in ".join([f"{models} {words}", *names]), replace(edit, count=count))
