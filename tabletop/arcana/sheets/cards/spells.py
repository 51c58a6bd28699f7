"""A card for each spell: its header, the whole rule in our words, its facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.sheets.cards.card import Card, Piece
from tabletop.arcana.spells import Spell, header
from tabletop.arcana.spells.words import facts
from tabletop.arcana.tinctures import SCHOOL_TINCTURES
from tabletop.heraldry import roundel


def spell_cards(spells: Iterable[Spell], catalogue: Catalogue) -> tuple[Card, ...]:
    """A card each; the catalogue names the creatures that spells call."""
    return tuple(_card(spell, catalogue) for spell in spells)


def _card(spell: Spell, catalogue: Catalogue) -> Card:
    schools = " and ".join(listing.school.capitalize() for listing in spell.schools)
    return Card(
        title=spell.name,
        aside=f"level {spell.level}",
        subtitle=schools,
        emblem=roundel(SCHOOL_TINCTURES[spell.schools[0].school], hatched=True),
        content=tuple(_content(spell, catalogue)),
    )


def _content(spell: Spell, catalogue: Catalogue) -> Iterator[Piece]:
    yield Piece("", header(spell).partition(", ")[2])
    yield Piece(rule=True)
    yield Piece("", spell.text)
    yield Piece(rule=True)
    for fact in facts(spell):
        called = catalogue.rows[fact.creature].name if fact.creature else ""
        yield Piece("", f"{fact.label}: {', '.join(filter(None, (called, fact.text)))}")
