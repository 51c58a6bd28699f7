"""Edits of the models in a unit."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import (
    Edit,
    find_unit,
    free_ref,
    insert_after,
    line_of,
    models_of,
    set_upgrade,
    with_models,
    with_unit,
    with_units,
)
from tabletop.arcana.army.roster import Models, Roster, Unit
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.values import Slug

AnyCount = Annotated[int, Meta(ge=0, le=1000)]


def with_count(models: Models, count: int) -> Models | None:
    """The line with so many models, second crews for no more than these; None when none are left."""
    return replace(models, count=count, reinforced=min(models.reinforced, count)) if count > 0 else None


class AddModels(Edit, frozen=True, kw_only=True, tag="add_models"):
    """More models of a profile in a unit, or the first ones."""

    unit: Ref
    profile: Slug
    count: Annotated[int, Meta(ge=1, le=1000)] = 1

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        present = models_of(find_unit(roster, self.unit), self.profile)
        total = (present.count if present else 0) + self.count
        return SetCount(unit=self.unit, profile=self.profile, count=min(total, 1000)).changed(roster, catalogue)


class RemoveModels(Edit, frozen=True, kw_only=True, tag="remove_models"):
    """Fewer models of a profile in a unit; the last one takes its line with it, not the unit."""

    unit: Ref
    profile: Slug
    count: Annotated[int, Meta(ge=1, le=1000)] = 1

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        def fewer(models: Models) -> Models | None:
            return with_count(models, models.count - self.count)

        return with_models(roster, self.unit, self.profile, fewer)


class SetCount(Edit, frozen=True, kw_only=True, tag="set_count"):
    """So many models of a profile in a unit; none takes the line away."""

    unit: Ref
    profile: Slug
    count: AnyCount

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        unit = find_unit(roster, self.unit)
        if self.count and models_of(unit, self.profile) is None:
            line = Models(profile=self.profile, count=self.count)
            return with_unit(roster, self.unit, lambda unit: replace(unit, models=(*unit.models, line)))
        return with_models(roster, self.unit, self.profile, lambda models: with_count(models, self.count))


class MergeModels(Edit, frozen=True, kw_only=True, tag="merge_models"):
    """All models of one profile in a unit as one line, with what was bought for the first."""

    unit: Ref
    profile: Slug

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        first = line_of(find_unit(roster, self.unit), self.profile)

        def merged(unit: Unit) -> Unit:
            alike = [models for models in unit.models if models.profile == self.profile]
            count, reinforced = sum(each.count for each in alike), sum(each.reinforced for each in alike)
            whole = replace(first, count=count, reinforced=reinforced)
            lines = (whole if models is first else models for models in unit.models)
            return replace(unit, models=tuple(line for line in lines if line is whole or line not in alike))

        return with_unit(roster, self.unit, merged)


class SplitModels(Edit, frozen=True, kw_only=True, tag="split_models"):
    """Give a unit's models of one profile a unit of their own, right after it."""

    unit: Ref
    profile: Slug

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        original = find_unit(roster, self.unit)
        line = line_of(original, self.profile)
        apart = Unit(ref=free_ref(roster, "u"), infiltrating=original.infiltrating, models=(line,))
        roster = with_models(roster, self.unit, self.profile, lambda models: None)
        rest = find_unit(roster, self.unit)
        return with_units(roster, lambda units: insert_after(units, rest, apart))


class SetReinforced(Edit, frozen=True, kw_only=True, tag="set_reinforced"):
    """So many of a unit's war machines have a second crew."""

    unit: Ref
    profile: Slug
    count: AnyCount

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        def reinforced(models: Models) -> Models:
            return replace(models, reinforced=min(self.count, models.count))

        return with_models(roster, self.unit, self.profile, reinforced)


class SetModelSchool(Edit, frozen=True, kw_only=True, tag="set_model_school"):
    """The school of magic of beasts that cast; None is none."""

    unit: Ref
    profile: Slug
    school: School | None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_models(roster, self.unit, self.profile, lambda models: replace(models, school=self.school))


class SetPhalanx(Edit, frozen=True, kw_only=True, tag="set_phalanx"):
    """Whether troops whose profile has a price for it form a phalanx."""

    unit: Ref
    profile: Slug
    phalanx: bool

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_models(roster, self.unit, self.profile, lambda models: replace(models, phalanx=self.phalanx))


class SetModelUpgrade(Edit, frozen=True, kw_only=True, tag="set_model_upgrade"):
    """So many of an extra for each model of a profile; 0 takes it away."""

    unit: Ref
    profile: Slug
    upgrade: Slug
    count: Annotated[int, Meta(ge=0, le=100)]

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        def upgraded(models: Models) -> Models:
            return replace(models, upgrades=set_upgrade(models.upgrades, self.upgrade, self.count))

        return with_models(roster, self.unit, self.profile, upgraded)
