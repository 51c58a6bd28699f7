"""What may be sent to change a roster part by part, and the edits that do it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tabletop.arcana.army import edits
from tabletop.arcana.army.edits import AnyEdit, OneEdit
from tabletop.arcana.army.roster import ModelCount, Mount, Options, Points
from tabletop.arcana.catalogue.identifiers import Label, Notes, Ref, Rules
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError, decoded
from tabletop.values import Name, Slug

Extras = Annotated[dict[Slug, Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=20)]


class Sent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields that are sent; those that aren't stay as they are."""


class RosterChanges(Sent, frozen=True, kw_only=True):
    """What to change of the whole roster."""

    name: Name | UnsetType = UNSET
    notes: Notes | UnsetType = UNSET
    points_limit: Points | UnsetType | None = UNSET
    rules: Rules | UnsetType = UNSET
    options: Options | UnsetType = UNSET

    def edits(self) -> Iterator[OneEdit]:
        if self.name is not UNSET:
            yield edits.Rename(name=self.name)
        if self.notes is not UNSET:
            yield edits.SetNotes(notes=self.notes)
        if self.points_limit is not UNSET:
            yield edits.SetLimit(points=self.points_limit)
        if self.rules is not UNSET:
            yield edits.SetRules(rules=self.rules)
        if self.options is not UNSET:
            cheap, schools = self.options.cheap_monsters_as_normal, self.options.optional_schools
            yield edits.SetOptions(cheap_monsters_as_normal=cheap, optional_schools=schools)


class NewUnit(Sent, frozen=True, kw_only=True):
    """A unit of this profile; a character makes a unit of its own."""

    profile: Slug
    count: ModelCount = 1


class UnitChanges(Sent, frozen=True, kw_only=True):
    """What to change of a unit."""

    name: Label | UnsetType = UNSET
    notes: Notes | UnsetType = UNSET
    infiltrating: bool | UnsetType = UNSET

    def edits(self, unit: str) -> Iterator[OneEdit]:
        if self.name is not UNSET:
            yield edits.NameUnit(unit=unit, name=self.name)
        if self.notes is not UNSET:
            yield edits.NoteUnit(unit=unit, notes=self.notes)
        if self.infiltrating is not UNSET:
            yield edits.SetInfiltrating(unit=unit, infiltrating=self.infiltrating)


class NewEntry(Sent, frozen=True, kw_only=True):
    """More models of this profile, or one character."""

    profile: Slug
    count: ModelCount = 1


class ModelsChanges(Sent, frozen=True, kw_only=True):
    """What to change of a unit's models of one profile; of `upgrades` those that are named, 0 takes one away."""

    count: ModelCount | UnsetType = UNSET
    reinforced: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    school: School | UnsetType | None = UNSET
    phalanx: bool | UnsetType = UNSET
    upgrades: Extras | UnsetType = UNSET

    def edits(self, unit: str, profile: str) -> Iterator[OneEdit]:
        if self.count is not UNSET:
            yield edits.SetCount(unit=unit, profile=profile, count=self.count)
        if self.reinforced is not UNSET:
            yield edits.SetReinforced(unit=unit, profile=profile, count=self.reinforced)
        if self.school is not UNSET:
            yield edits.SetModelSchool(unit=unit, profile=profile, school=self.school)
        if self.phalanx is not UNSET:
            yield edits.SetPhalanx(unit=unit, profile=profile, phalanx=self.phalanx)
        for upgrade, count in named(self.upgrades):
            yield edits.SetModelUpgrade(unit=unit, profile=profile, upgrade=upgrade, count=count)


class CharacterChanges(Sent, frozen=True, kw_only=True):
    """What to change of a character; another `unit` is the one it leads from now on, null is none."""

    weapon: Weapon | UnsetType | None = UNSET
    counterspell: bool | UnsetType = UNSET
    school: School | UnsetType | None = UNSET
    mount: Mount | UnsetType | None = UNSET
    upgrades: Extras | UnsetType = UNSET
    unit: Ref | UnsetType | None = UNSET

    def edits(self, character: str) -> Iterator[OneEdit]:
        if self.weapon is not UNSET:
            yield edits.SetWeapon(character=character, weapon=self.weapon)
        if self.counterspell is not UNSET:
            yield edits.SetCounterspell(character=character, counterspell=self.counterspell)
        if self.school is not UNSET:
            yield edits.SetSchool(character=character, school=self.school)
        if self.mount is not UNSET:
            yield mounting(character, self.mount)
        for upgrade, count in named(self.upgrades):
            yield edits.SetCharacterUpgrade(character=character, upgrade=upgrade, count=count)
        if self.unit is not UNSET:
            yield edits.MoveCharacter(character=character, unit=self.unit)


def named(extras: Mapping[str, int] | UnsetType) -> Iterator[tuple[str, int]]:
    yield from extras.items() if extras is not UNSET else ()


def mounting(character: str, mount: Mount | None) -> OneEdit:
    if mount is None:
        return edits.SetMount(character=character, profile=None)
    return edits.SetMount(character=character, profile=mount.profile, shared=mount.shared, school=mount.school)


def read_changes(game: str, content: bytes) -> AnyEdit:
    """One edit of a roster out of what to change of it; MalformedError names the field."""
    if game != ARCANA.slug:
        raise MalformedError("", "rosters of this game are changed by edits, or replaced")
    return together(decoded(content, RosterChanges).edits())


def together(changes: Iterator[OneEdit]) -> AnyEdit:
    """One change out of several."""
    steps = tuple(changes)
    return steps[0] if len(steps) == 1 else edits.Several(edits=steps)
