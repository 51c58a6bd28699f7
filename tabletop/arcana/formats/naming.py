"""Profiles and army lists by the names that people write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache

from msgspec import Struct

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import DESIGNS, Catalogue, ListKind, OwnList, list_slug
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import LIST_LABEL, own_army_list, own_names
from tabletop.rosters.problems import UnclearError
from tabletop.spelling import Spellings


class Place(StrEnum):
    """Where in a unit's line a profile is named."""

    MODELS = "models"
    CHARACTER = "character"
    MOUNT = "mount"
    UPGRADE = "upgrade"


EXPECTED: dict[Place, tuple[Section, ...]] = {
    Place.MODELS: (Section.TROOPS, Section.MONSTERS, Section.VEHICLES, Section.WAR_MACHINES),
    Place.CHARACTER: (Section.CHARACTERS,),
    Place.MOUNT: (Section.MOUNTS, Section.MONSTERS),
    Place.UPGRADE: (Section.EQUIPMENT,),
}
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*")
PLAIN_SIGNS = str.maketrans(dict.fromkeys("‘’‚‛`´ʼ", "'") | dict.fromkeys("‐‑‒–—−", "-") | {"×": "x"})


class NamedProfile(Struct, frozen=True):
    """A profile that a line may name."""

    slug: str
    name: str
    section: Section


ByKey = dict[str, tuple[NamedProfile, ...]]


class KnownProfiles(Struct, frozen=True, dict=True):
    """Every profile of a catalogue or a roster's designs, by slug; its spellings are prepared when one is asked for."""

    by_slug: dict[str, NamedProfile]

    @cached_property
    def by_key(self) -> ByKey:
        return _by_key(self.by_slug.values())

    @cached_property
    def names(self) -> Spellings:
        return Spellings(entry.name for entry in self.by_slug.values())

    @cached_property
    def slugs(self) -> Spellings:
        return Spellings(self.by_slug)


class ProfileNames(Struct, frozen=True):
    """What the lines of a contingent may name: its own list, the general lists, the roster's designs; else slugs."""

    visible: ByKey
    everywhere: KnownProfiles

    @property
    def known(self) -> dict[str, NamedProfile]:
        return self.everywhere.by_slug

    def find(self, text: str, place: Place) -> str:
        """The slug of what is named; UnclearError where it's nothing, or several things in that place."""
        word = name_key(text)
        if SLUG.fullmatch(word):
            return self._known(word)
        entries = self.visible.get(word, ())
        entries = tuple(entry for entry in entries if entry.section in EXPECTED[place]) or entries
        if not entries:
            raise self._unknown(text)
        if len(entries) > 1:
            slugs = [entry.slug for entry in entries]
            raise UnclearError(f"“{text}” may be {' or '.join(slugs)}: write which one", text, slugs)
        return entries[0].slug

    def called(self, slug: str, place: Place) -> str:
        """How to write a profile so that it's found again: its name, or its slug where the name won't do."""
        entry = self.known.get(slug)
        return entry.name if entry and self._finds(entry, place) else slug

    def section(self, slug: str) -> Section | None:
        entry = self.known.get(slug)
        return entry.section if entry else None

    def _finds(self, entry: NamedProfile, place: Place) -> bool:
        try:
            return self.find(entry.name, place) == entry.slug
        except UnclearError:
            return False

    def _known(self, slug: str) -> str:
        if slug not in self.known:
            raise UnclearError(f"there is no profile “{slug}”", slug, self.everywhere.slugs)
        return slug

    def _unknown(self, text: str) -> UnclearError:
        """Another army's profile of that name is suggested by its slug."""
        elsewhere = [entry.slug for entry in self.everywhere.by_key.get(name_key(text), ())]
        if elsewhere:
            reason = f"“{text}” isn't in this army's list or the general ones; write {' or '.join(elsewhere)}"
            return UnclearError(reason, elsewhere[0], elsewhere)
        return UnclearError(f"there is no profile “{text}”", text, self.everywhere.names)


@lru_cache(maxsize=4096)
def name_key(text: str) -> str:
    """A name without what people and mail programs change: case, width, spaces, curled apostrophes, long dashes."""
    plain = unicodedata.normalize("NFKC", text.translate(PLAIN_SIGNS))
    return " ".join(plain.casefold().split())


def contingent_names(
    catalogue: Catalogue, army: str, designs: Sequence[Design] = (), own: OwnList | None = None
) -> ProfileNames:
    """The names for a contingent of an army, with a roster's designs and list; of every list for no known army."""
    printed = _printed_names(catalogue, army if army == DESIGNS or army in catalogue.lists else "")
    entries = [NamedProfile(slug, name, section) for slug, (name, section) in own_names(designs, own).items()]
    if not entries:
        return printed
    everywhere = KnownProfiles(printed.known | {entry.slug: entry for entry in entries})
    return ProfileNames(_by_key(entries, printed.visible), everywhere)


@lru_cache(maxsize=64)
def _printed_names(catalogue: Catalogue, army: str) -> ProfileNames:
    """The names of a catalogue's own profiles, prepared once for each army; of every list for no army."""
    general = {army_list.slug for army_list in catalogue.lists.values() if army_list.kind == ListKind.GENERAL}
    lists = general | {army} if army else set(catalogue.lists)
    everywhere = _printed_profiles(catalogue)
    return ProfileNames(
        _by_key(entry for entry in everywhere.by_slug.values() if list_slug(entry.slug) in lists), everywhere
    )


@lru_cache(maxsize=2)
def _printed_profiles(catalogue: Catalogue) -> KnownProfiles:
    return KnownProfiles({row.slug: NamedProfile(row.slug, row.name, row.section) for row in catalogue.rows.values()})


def _by_key(entries: Iterable[NamedProfile], others: Mapping[str, tuple[NamedProfile, ...]] = {}) -> ByKey:
    """The profiles by what their names are without what people change, after others that are so already."""
    by_key: ByKey = dict(others)
    for entry in entries:
        key = name_key(entry.name)
        by_key[key] = (*by_key.get(key, ()), entry)
    return by_key


def army_slug(text: str, catalogue: Catalogue) -> str:
    """The army list of a name or slug; UnclearError where there is none."""
    word = name_key(text)
    if word in (DESIGNS, LIST_LABEL):
        return DESIGNS
    for army in catalogue.lists.values():
        if word in (army.slug, name_key(army.name)):
            return army.slug
    raise UnclearError(f"there is no army list “{text}”", text, _army_spellings(catalogue))


@lru_cache(maxsize=2)
def _army_spellings(catalogue: Catalogue) -> Spellings:
    return Spellings(army.name for army in catalogue.lists.values())


def army_name(slug: str, catalogue: Catalogue, own: OwnList | None = None) -> str:
    """The list's name; what the player calls it for a list of its own, or `Own list`."""
    if slug == DESIGNS:
        return own_army_list(own).name if own else LIST_LABEL.capitalize()
    army = catalogue.lists.get(slug)
    return army.name if army else slug


def profile_names(catalogue: Catalogue, *rosters: Roster) -> dict[str, str]:
    """What every profile is called, by its slug, with what is the rosters' own."""
    names = {slug: row.name for slug, row in catalogue.rows.items()}
    for roster in rosters:
        names |= {slug: name for slug, (name, _) in own_names(roster.designs, roster.own_list).items()}
    return names
