"""Edits of a roster's own designs."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import Edit, free_ref, with_leader, with_unit
from tabletop.arcana.army.roster import Character, ModelCount, Models, Roster, Unit
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import design_slug
from tabletop.decoding import MalformedError


class AddDesign(Edit, frozen=True, kw_only=True, tag="add_design"):
    """A new unit of a design; one of the same slug that the roster has already is replaced, for its old units too.

    Characters come each alone, as units of one, or all of them to lead the unit that `leads` names.
    """

    design: Design
    count: ModelCount = 1
    leads: Ref | None = None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        slug = design_slug(self.design)
        kept = tuple(design for design in roster.designs if design_slug(design) != slug)
        roster = replace(roster, designs=(*kept, self.design))
        if self.design.kind != DesignKind.CHARACTER:
            unit = Unit(ref=free_ref(roster, "u"), models=(Models(profile=slug, count=self.count),))
            return replace(roster, units=(*roster.units, unit))
        for _ in range(self.count):
            roster = self._with_character(roster, slug)
        return roster

    def _with_character(self, roster: Roster, slug: str) -> Roster:
        character = Character(ref=free_ref(roster, "c"), profile=slug)
        if self.leads is not None:
            return with_unit(roster, self.leads, lambda unit: with_leader(unit, character))
        alone = Unit(ref=free_ref(roster, "u"), characters=(character,))
        return replace(roster, units=(*roster.units, alone))


class ReplaceDesign(Edit, frozen=True, kw_only=True, tag="replace_design"):
    """Another design in the place of the one of the same slug, for all units that field it."""

    design: Design

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        slug = design_slug(self.design)
        if all(design_slug(design) != slug for design in roster.designs):
            raise MalformedError("design", f"the roster has no design “{slug}”")
        designs = tuple(self.design if design_slug(design) == slug else design for design in roster.designs)
        return replace(roster, designs=designs)
