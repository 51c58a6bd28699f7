"""Edits of characters and of what is bought for them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import (
    Edit,
    ally_of,
    find_character,
    find_unit,
    free_ref,
    set_upgrade,
    with_character,
    with_leader,
    with_unit,
    with_units_of,
)
from tabletop.arcana.army.edits.units import RemoveUnit
from tabletop.arcana.army.roster import Character, Mount, Roster, Unit
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.values import Slug


class AddCharacter(Edit, frozen=True, kw_only=True, tag="add_character"):
    """A character to lead a unit."""

    unit: Ref
    profile: Slug

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        character = Character(ref=free_ref(roster, "c"), profile=self.profile)
        return with_unit(roster, self.unit, lambda unit: with_leader(unit, character))


class RemoveCharacter(Edit, frozen=True, kw_only=True, tag="remove_character"):
    """Take a character out; a unit that was only this character goes too."""

    character: Ref

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        unit, _ = find_character(roster, self.character)
        left = tuple(character for character in unit.characters if character.ref != self.character)
        if not left and not unit.models:
            return RemoveUnit(unit=unit.ref).changed(roster, catalogue)
        return with_unit(roster, unit.ref, lambda unit: replace(unit, characters=left))


class MoveCharacter(Edit, frozen=True, kw_only=True, tag="move_character"):
    """Let a character lead another unit, or stand alone when `unit` is None."""

    character: Ref
    unit: Ref | None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        present, character = find_character(roster, self.character)
        ally = ally_of(roster, present.ref)
        if self.unit is not None:
            find_unit(roster, self.unit)
        roster = RemoveCharacter(character=self.character).changed(roster, catalogue)
        if self.unit is None or all(unit.ref != self.unit for unit in roster.contingent_units):
            alone = Unit(ref=self.unit or free_ref(roster, "u"), characters=(character,))
            return with_units_of(roster, ally, lambda units: (*units, alone))
        return with_unit(roster, self.unit, lambda unit: with_leader(unit, character))


class SetWeapon(Edit, frozen=True, kw_only=True, tag="set_weapon"):
    character: Ref
    weapon: Weapon | None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_character(roster, self.character, lambda character: replace(character, weapon=self.weapon))


class SetCounterspell(Edit, frozen=True, kw_only=True, tag="set_counterspell"):
    character: Ref
    counterspell: bool

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_character(
            roster, self.character, lambda character: replace(character, counterspell=self.counterspell)
        )


class SetSchool(Edit, frozen=True, kw_only=True, tag="set_school"):
    character: Ref
    school: School | None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return with_character(roster, self.character, lambda character: replace(character, school=self.school))


class SetMount(Edit, frozen=True, kw_only=True, tag="set_mount"):
    """A mount of the character's own, or a place on a vehicle that another of its unit has bought."""

    character: Ref
    profile: Slug | None
    shared: bool = False
    school: School | None = None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        mount = Mount(profile=self.profile, shared=self.shared, school=self.school) if self.profile else None
        return with_character(roster, self.character, lambda character: replace(character, mount=mount))


class SetCharacterUpgrade(Edit, frozen=True, kw_only=True, tag="set_character_upgrade"):
    """So many of an extra for a character; 0 takes it away."""

    character: Ref
    upgrade: Slug
    count: Annotated[int, Meta(ge=0, le=100)]

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        def upgraded(character: Character) -> Character:
            return replace(character, upgrades=set_upgrade(character.upgrades, self.upgrade, self.count))

        return with_character(roster, self.character, upgraded)
