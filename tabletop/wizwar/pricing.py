"""A spellbook with the pack that it is looked up in, and the deck that it makes: what its rules and pages look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.citations import Document
from tabletop.packs import GamePack, Packs
from tabletop.receipts import Breakdown, Line
from tabletop.rosters.verdict import Entry
from tabletop.wizwar.catalogue import Option
from tabletop.wizwar.pack import Pack, School, Spell
from tabletop.wizwar.spellbook import Spellbook


class PricedBook(Struct, frozen=True):
    """A spellbook and its pack; where the one that it names `is_missing`, it is the house's."""

    book: Spellbook
    pack: Pack
    is_missing: bool = False

    @property
    def sentence(self) -> str:
        """Whose cards these are, as every page and print says it."""
        return self.pack.meta.sentence

    @property
    def schools(self) -> tuple[School, ...]:
        """The cantrip and the schools of its deck, those that the pack has."""
        book, pack = self.book, self.pack
        cantrip = pack.cantrip(book.cantrip if book.has(Option.CUSTOM) else "white")
        chosen = pack.chosen if book.has(Option.GIANT) else [pack.by_school.get(name) for name in book.schools]
        return tuple(school for school in (cantrip, *chosen) if school is not None)

    @property
    def cards(self) -> tuple[Spell, ...]:
        """The cards of its deck, each once."""
        return tuple(card for school in self.schools for card in school.cards)

    @property
    def count(self) -> int:
        """How many cards its deck has: 84, or 156 of a giant book."""
        return sum(school.count for school in self.schools)

    def name(self, school: str) -> str:
        found = self.pack.by_school.get(school)
        return found.name if found else school


def priced_by(book: Spellbook, packs: Packs) -> PricedBook:
    """The spellbook with the pack that it names, or the house's."""
    (only,) = all_priced_by([book], packs)
    return only


def all_priced_by(books: Sequence[Spellbook], packs: Packs) -> list[PricedBook]:
    """Each of the spellbooks with the pack that it names; all packs are asked for at once."""
    own = packs.own({book.pack for book in books if book.pack})
    return [_priced(book, own.get(book.pack), house_of(packs)) for book in books]


def house_of(packs: Packs) -> Pack:
    assert isinstance(packs.house, Pack)
    return packs.house


def _priced(book: Spellbook, own: GamePack | None, house: Pack) -> PricedBook:
    if isinstance(own, Pack):
        return PricedBook(book, own)
    return PricedBook(book, house, is_missing=bool(book.pack))


def receipt_of(priced: PricedBook) -> tuple[Entry, ...]:
    """How many cards each school brings: the only thing that is counted."""
    return tuple(_entries(priced))


def _entries(priced: PricedBook) -> Iterator[Entry]:
    schools = Document(priced.sentence).section("Schools")
    for school in priced.schools:
        line = Line(f"{school.count} cards", Fraction(school.count), schools)
        yield Entry(school.id, school.name, school.count, Breakdown((line,)))
