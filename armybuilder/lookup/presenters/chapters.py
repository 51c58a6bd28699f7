"""Chapters of the reference as pages show them: with links that lead somewhere, and pictures drawn."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armybuilder.catalogue.loaders.examples import example_tables
from tabletop.arcana.catalogue.abilities import ABILITIES
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import HEADER_WORDS
from tabletop.arcana.reference.chapters import CHAPTERS, Chapter, Figure
from tabletop.arcana.reference.chapters.chapter import LINK
from tabletop.arcana.reference.entries import name_of
from tabletop.arcana.reference.figures import drawn

NAMES = {f"ability:{ability.slug}": name_of(ability) for ability in ABILITIES}
NAMES |= {f"word:{word.slug}": word.name for word in HEADER_WORDS}
NAMES |= {chapter.slug: chapter.title for chapter in CHAPTERS.values()}
NAMES |= {
    f"{chapter.slug}#{section.slug}": section.title for chapter in CHAPTERS.values() for section in chapter.sections
}
NAMES |= {"spells": "All spells"}


class Further(Struct, frozen=True):
    """A page to go on with."""

    name: str
    address: str


class Group(Struct, frozen=True):
    """A chapter of the contents with those that are parts of it."""

    chapter: Chapter
    parts: tuple[Chapter, ...]


CONTENTS = tuple(
    Group(chapter, tuple(part for part in CHAPTERS.values() if part.under == chapter.slug))
    for chapter in CHAPTERS.values()
    if not chapter.under
)
PHASES = tuple(group for group in CONTENTS if group.chapter.number is not None)
OTHERS = tuple(group for group in CONTENTS if group not in PHASES)


def address_of(target: str) -> str:
    """The address that a link of a chapter names; KeyError for a kind that there isn't."""
    kind, colon, name = target.partition(":")
    if colon:
        routes = {"ability": "abilities", "word": "spell-words", "ruling": "rulings"}
        if kind == "spell":
            return reverse("spell", args=name.split("/"))
        return reverse(name) if kind == "page" else f"{reverse(routes[kind])}#{name}"
    if target == "spells":
        return reverse("schools")
    chapter, _, part = target.partition("#")
    address = reverse("chapter", args=[CHAPTERS[chapter].slug])
    return f"{address}#{part}" if part else address


def linked(text: str) -> SafeString:
    """A text of a chapter with its links."""
    parts, end = [], 0
    for link in LINK.finditer(text):
        parts += [escape(text[end : link.start()]), format_html('<a href="{}">{}</a>', address_of(link[2]), link[1])]
        end = link.end()
    return mark_safe("".join([*parts, escape(text[end:])]))


def further(chapter: Chapter) -> tuple[Further, ...]:
    """The pages to see besides the chapter."""
    return tuple(Further(NAMES[target], address_of(target)) for target in chapter.see)


def following(chapter: Chapter) -> Chapter | None:
    """The next chapter in reading order; None after the last."""
    chapters = list(CHAPTERS.values())
    place = chapters.index(chapter) + 1
    return chapters[place] if place < len(chapters) else None


@lru_cache(maxsize=64)
def picture(figure: Figure, catalogue: Catalogue) -> SafeString:
    """The figure, drawn once for each catalogue."""
    return mark_safe(drawn(figure, example_tables(), catalogue))
