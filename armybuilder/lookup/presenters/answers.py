"""What the search answers: the games' own entries, and a visitor's rosters, designs and tables."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from armybuilder.battles.models import TableRow
from armybuilder.battles.presenters.entries import entry_of_table
from armybuilder.core.games import GAMES, AnyGame, References, game_in
from armybuilder.designs.models import Design
from armybuilder.designs.presenters.entries import entry_of_design
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tabletop.search import Address, Entry, SearchIndex, merged, words_of

MINE = "Mine"
FEW, MANY = 12, 100  # answers that are shown at first, and at most
LINE, FEW_LINES = "\n", 3


class Filter(Struct, frozen=True):
    """A group of answers: its word in the address, how many there are, and whether it alone is shown."""

    group: str
    count: int
    is_chosen: bool


class Found(Struct, frozen=True):
    """What the page shows of the answers to a query."""

    query: str
    total: int
    only: str
    filters: tuple[Filter, ...]
    shown: tuple[Entry, ...]
    left: int
    words: tuple[str, ...]


class Kept(Struct, frozen=True):
    """What a visitor keeps that is searched."""

    rosters: Sequence[Row] = ()
    designs: Sequence[Design] = ()
    tables: Sequence[TableRow] = ()


def found(query: str, kept: Kept, *, only: str = "", all_of_them: bool = False) -> Found:
    """The answers of every game and of what the visitor keeps; of one group alone where it has any."""
    references = References()
    indexes = [_index(game, references.of(game)) for game in GAMES.values()]
    mine = SearchIndex(_entries_of(kept, references))
    answers = merged(*(index.search(query) for index in (*indexes, mine)))
    chosen = only if only in answers.groups else ""
    shown = answers.of_group(chosen) if chosen else answers
    most = MANY if all_of_them else FEW
    return Found(
        query=query,
        total=len(answers.answers),
        only=chosen,
        filters=tuple(Filter(group, count, group == chosen) for group, count in answers.groups.items()),
        shown=shown.entries[:most],
        left=max(0, min(len(shown.answers), MANY) - most),
        words=answers.words,
    )


@lru_cache(maxsize=4)
def _index(game: AnyGame, reference: Hashable) -> SearchIndex:
    """Made once for each version of what a game is looked up in."""
    return SearchIndex(game.entries(reference))


def _entries_of(kept: Kept, references: References) -> Iterator[Entry]:
    yield from (entry_of_design(row, group=MINE) for row in kept.designs)
    yield from (entry_of_table(row, group=MINE) for row in kept.tables)
    for row in kept.rosters:
        game, roster = game_in(row.content), roster_of(row)
        reference = references.of(game)
        yield Entry(
            group=MINE,
            kind="Roster",
            name=row.name,
            of=game.army_name(roster, reference) or game.name,
            text=LINE.join(game.contents(roster, reference)),
            also="mine roster army list",
            address=Address("roster", (row.code,)),
        )


def telling(text: str, words: Sequence[str]) -> str:
    """Of the lines of something of one's own what has one of the words, else the beginning."""
    lines = text.split(LINE)
    about = [line for line in lines if any(known.startswith(tuple(words)) for known in words_of(line))]
    return "; ".join((about or lines)[:FEW_LINES])
