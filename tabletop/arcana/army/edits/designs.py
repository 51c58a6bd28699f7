"""Edits of a roster's own designs."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import Edit, free_ref
from tabletop.arcana.army.roster import ModelCount, Models, Roster, Unit
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import design_slug


class AddDesign(Edit, frozen=True, kw_only=True, tag="add_design"):
    """A new unit of a design; one of the same slug that the roster has already is replaced, for its old units too."""

    design: Design
    count: ModelCount = 1

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        slug = design_slug(self.design)
        kept = tuple(design for design in roster.designs if design_slug(design) != slug)
        unit = Unit(ref=free_ref(roster, "u"), models=(Models(profile=slug, count=self.count),))
        return replace(roster, designs=(*kept, self.design), units=(*roster.units, unit))
