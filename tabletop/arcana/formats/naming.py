"""Profiles and army lists by the names that people write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, ListKind
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import SECTIONS, design_slug
from tabletop.rosters.problems import UnclearError

Place = Literal["models", "character", "mount", "upgrade"]

EXPECTED: dict[Place, tuple[Section, ...]] = {
    "models": (Section.TROOPS, Section.MONSTERS, Section.VEHICLES, Section.WAR_MACHINES),
    "character": (Section.CHARACTERS,),
    "mount": (Section.MOUNTS, Section.MONSTERS),
    "upgrade": (Section.EQUIPMENT,),
}
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*")
PLAIN_SIGNS = str.maketrans(dict.fromkeys("‘’‚‛`´ʼ", "'") | dict.fromkeys("‐‑‒–—−", "-") | {"×": "x"})


class NamedProfile(Struct, frozen=True):
    """A profile that a line may name."""

    slug: str
    name: str
    section: Section


class ProfileNames(Struct, frozen=True):
    """What the lines of a contingent may name: its own list, the general lists, the roster's designs; else slugs."""

    visible: dict[str, tuple[NamedProfile, ...]]
    known: dict[str, NamedProfile]

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
            raise UnclearError(f"“{text}” may be {' or '.join(slugs)}: write which", text, slugs)
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
            raise UnclearError(f"there is no profile “{slug}”", slug, self.known)
        return slug

    def _unknown(self, text: str) -> UnclearError:
        """Another army's profile of that name is suggested by its slug."""
        elsewhere = [entry.slug for entry in self.known.values() if name_key(entry.name) == name_key(text)]
        if elsewhere:
            reason = f"“{text}” isn't in this army's list or the general ones; write {' or '.join(elsewhere)}"
            return UnclearError(reason, elsewhere[0], elsewhere)
        names = dict.fromkeys(entry.name for entry in self.known.values())
        return UnclearError(f"there is no profile “{text}”", text, names)


@lru_cache(maxsize=4096)
def name_key(text: str) -> str:
    """A name without what people and mail programs change: case, width, spaces, curled apostrophes, long dashes."""
    plain = unicodedata.normalize("NFKC", text.translate(PLAIN_SIGNS))
    return " ".join(plain.casefold().split())


def contingent_names(catalogue: Catalogue, army: str, designs: Sequence[Design] = ()) -> ProfileNames:
    """The names for a contingent of an army; of every list where the army isn't known."""
    rows = [NamedProfile(row.slug, row.name, row.section) for row in catalogue.rows.values()]
    own = [NamedProfile(design_slug(design), design.name, SECTIONS[design.kind]) for design in designs]
    lists = {army_list.slug for army_list in catalogue.lists.values() if army_list.kind == ListKind.GENERAL} | {army}
    if army not in catalogue.lists:
        lists = set(catalogue.lists)
    near = [entry for entry in rows if entry.slug.partition("/")[0] in lists]
    return ProfileNames(_by_key([*near, *own]), {entry.slug: entry for entry in (*rows, *own)})


def _by_key(entries: Iterable[NamedProfile]) -> dict[str, tuple[NamedProfile, ...]]:
    by_key: dict[str, tuple[NamedProfile, ...]] = {}
    for entry in entries:
        key = name_key(entry.name)
        by_key[key] = (*by_key.get(key, ()), entry)
    return by_key


def army_slug(text: str, catalogue: Catalogue) -> str:
    """The army list of a name or slug; UnclearError where there is none."""
    word = name_key(text)
    for army in catalogue.lists.values():
        if word in (army.slug, name_key(army.name)):
            return army.slug
    raise UnclearError(f"there is no army list “{text}”", text, [army.name for army in catalogue.lists.values()])


def army_name(slug: str, catalogue: Catalogue) -> str:
    army = catalogue.lists.get(slug)
    return army.name if army else slug


def profile_names(catalogue: Catalogue, designs: Iterable[Design] = ()) -> dict[str, str]:
    """What every profile is called, by its slug."""
    names = {slug: row.name for slug, row in catalogue.rows.items()}
    return names | {design_slug(design): design.name for design in designs}
