"""The whole look-up as one file: every entry of the search, and the pages on which they stand."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django.urls import reverse
from msgspec import Struct, json

from armybuilder.core.games import GAMES, AnyGame, References
from armybuilder.lookup.presenters.places import address, typeset
from tabletop.search import Entry

INDEXES = ("army-lists", "schools", "rules", "terrain", "look_up")
ALONE = frozenset({"row", "spell"})  # pages of one thing, which stands on the page above it, too


class Line(Struct, frozen=True):
    """An entry as the worker searches and shows it; `facts` are headings and figures by turns."""

    kind: str
    of: str
    name: str
    facts: tuple[str, ...]
    text: str
    also: str
    address: str


class LookUp(Struct, frozen=True):
    """The pages to keep, in the order in which they are fetched, and the entries."""

    pages: tuple[str, ...]
    entries: tuple[Line, ...]


def look_up_file() -> bytes:
    """The look-up of every game as JSON, half a megabyte."""
    references = References()
    return _written(tuple((game, references.of(game)) for game in GAMES.values()))


@lru_cache(maxsize=2)
def _written(games: tuple[tuple[AnyGame, Hashable], ...]) -> bytes:
    """Made once for each version of what the games are looked up in."""
    entries = [entry for game, reference in games for entry in game.entries(reference)]
    return json.encode(LookUp(pages=tuple(_pages(entries)), entries=tuple(_line(entry) for entry in entries)))


def _pages(entries: Iterable[Entry]) -> Iterable[str]:
    """The contents first, then each page once; those of one thing are on the page above."""
    above = (page.rsplit("/", 2)[0] + "/" if alone else page for page, alone in map(_page, entries))
    return dict.fromkeys((*(reverse(name) for name in INDEXES), *above))


def _page(entry: Entry) -> tuple[str, bool]:
    return address(entry.address).partition("#")[0], entry.address.page in ALONE


def _line(entry: Entry) -> Line:
    facts = tuple(typeset(word) for fact in entry.facts for word in (fact.label, fact.value))
    return Line(
        kind=entry.kind,
        of=entry.of,
        name=typeset(entry.name),
        facts=facts,
        text=typeset(entry.text),
        also=entry.also,
        address=address(entry.address),
    )
