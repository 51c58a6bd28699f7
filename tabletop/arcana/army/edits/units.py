"""Edits of units: add, remove, move, copy, name."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import (
    Edit,
    Written,
    find_unit,
    free_ref,
    insert_after,
    one_line,
    with_unit,
    with_units,
)
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.identifiers import Label, Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Section
from tabletop.decoding import MalformedError
from tabletop.values import Slug


class AddUnit(Edit, frozen=True, kw_only=True, tag="add_unit"):
    """A new unit of this profile; a character makes a unit of its own."""

    profile: Slug
    count: Annotated[int, Meta(ge=1, le=1000)] = 1

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        row = catalogue.rows.get(self.profile)
        if row is None:
            raise MalformedError("profile", f"there is no profile “{self.profile}”")
        if row.section == Section.CHARACTERS:
            character = Character(ref=free_ref(roster, "c"), profile=self.profile)
            unit = Unit(ref=free_ref(roster, "u"), characters=(character,))
        else:
            unit = Unit(ref=free_ref(roster, "u"), models=(Models(profile=self.profile, count=self.count),))
        return replace(roster, units=(*roster.units, unit))


class RemoveUnit(Edit, frozen=True, kw_only=True, tag="remove_unit"):
    unit: Ref

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        find_unit(roster, self.unit)
        return with_units(roster, lambda units: tuple(unit for unit in units if unit.ref != self.unit))


class MoveUnit(Edit, frozen=True, kw_only=True, tag="move_unit"):
    """Move a unit up (negative) or down among the units."""

    unit: Ref
    by: Annotated[int, Meta(ge=-1000, le=1000)]

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        unit = find_unit(roster, self.unit)
        return with_units(roster, lambda units: move_unit(units, unit, self.by))


def move_unit(units: tuple[Unit, ...], unit: Unit, by: int) -> tuple[Unit, ...]:
    """The units with this one so many places further on, as far as there are places."""
    if unit not in units:
        return units
    rest = [other for other in units if other != unit]
    rest.insert(max(0, units.index(unit) + by), unit)
    return tuple(rest)


class DuplicateUnit(Edit, frozen=True, kw_only=True, tag="duplicate_unit"):
    """A copy of a unit, characters and all, right after it."""

    unit: Ref

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        original = find_unit(roster, self.unit)
        first = int(free_ref(roster, "c")[1:])
        characters = tuple(
            replace(character, ref=f"c{number}") for number, character in enumerate(original.characters, first)
        )
        twin = replace(original, ref=free_ref(roster, "u"), characters=characters)
        return with_units(roster, lambda units: insert_after(units, original, twin))


class NameUnit(Edit, frozen=True, kw_only=True, tag="name_unit"):
    unit: Ref
    name: Label

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_unit(roster, self.unit, lambda unit: replace(unit, name=self.name.strip()))


class NoteUnit(Edit, frozen=True, kw_only=True, tag="note_unit"):
    """What the player wants to remember of a unit; line breaks become spaces."""

    unit: Ref
    notes: Written

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_unit(roster, self.unit, lambda unit: replace(unit, notes=one_line(self.notes)))


class SetInfiltrating(Edit, frozen=True, kw_only=True, tag="set_infiltrating"):
    unit: Ref
    infiltrating: bool

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_unit(roster, self.unit, lambda unit: replace(unit, infiltrating=self.infiltrating))
