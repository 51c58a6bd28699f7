"""A card for each spell: its header, the whole rule in our words, its facts, and what it calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell, header, header_words
from tabletop.arcana.catalogue.spells.words import facts
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.printing.cards.card import Card, Piece
from tabletop.arcana.printing.cards.rows import misprints, printed_line
from tabletop.heraldry import roundel


def spell_cards(spells: Iterable[Spell], catalogue: Catalogue, *, tinted: bool = True) -> tuple[Card, ...]:
    """A card each, its schools' tinctures as a band; the catalogue has the creatures that spells call."""
    return tuple(_card(spell, catalogue, tinted=tinted) for spell in spells)


def _card(spell: Spell, catalogue: Catalogue, *, tinted: bool) -> Card:
    schools = " and ".join(listing.school.capitalize() for listing in spell.schools)
    tinctures = tuple(SCHOOL_TINCTURES[listing.school] for listing in spell.schools)
    return Card(
        title=spell.name,
        aside=f"level {spell.level}",
        subtitle=schools,
        emblem=roundel(tinctures[0], hatched=True),
        content=tuple(_content(spell, catalogue)),
        further=tuple(_called(spell, catalogue)),
        reminders=tuple(_reminders(spell)),
        tinctures=tinctures,
        tinted=tinted,
    )


def _content(spell: Spell, catalogue: Catalogue) -> Iterator[Piece]:
    yield Piece("", header(spell).partition(", ")[2])
    yield Piece(rule=True)
    yield Piece("", spell.text)
    yield Piece(rule=True)
    for fact in facts(spell):
        called = catalogue.rows[fact.creature].name if fact.creature else ""
        yield Piece("", f"{fact.label}: {', '.join(filter(None, (called, fact.text)))}")


def _reminders(spell: Spell) -> Iterator[Piece]:
    """What the words of its header mean."""
    yield Piece(rule=True)
    yield from (Piece("", f"{word.name}: {word.short}") for word in header_words(spell))


def _called(spell: Spell, catalogue: Catalogue) -> Iterator[Piece]:
    """The stat lines of the creatures that it calls, each once."""
    for slug in dict.fromkeys(fact.creature for fact in facts(spell) if fact.creature):
        yield Piece(rule=True)
        yield Piece(catalogue.rows[slug].name)
        yield from printed_line(catalogue.rows[slug])
        yield from misprints(catalogue, catalogue.rows[slug])
