"""Edits of a roster's own designs."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.design import Design
from tabletop.arcana.designs import design_slug
from tabletop.arcana.edits.parts import Edit, free_ref
from tabletop.arcana.roster import ModelCount, Models, Roster, Unit


class AddDesign(Edit, frozen=True, kw_only=True, tag="add_design"):
    """A new unit of a design; one of the same slug that the roster has already is replaced, for its old units too."""

    design: Design
    count: ModelCount = 1

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        slug = design_slug(self.design)
        kept = tuple(each for each in roster.designs if design_slug(each) != slug)
        unit = Unit(ref=free_ref(roster, "u"), models=(Models(profile=slug, count=self.count),))
        return replace(roster, designs=(*kept, self.design), units=(*roster.units, unit))
