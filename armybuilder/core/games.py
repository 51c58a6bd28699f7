"""The games as the site reaches them: the only look-up of a game, and of what its rosters are looked up in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import tabletop
from tabletop.decoding import LARGEST_FILE
from tabletop.games import GAMES, AnyGame, game_of
from tabletop.rosters.document import Roster

__all__ = [
    "GAMES", "REFERENCES", "AnyGame", "References", "game_in", "game_of", "game_of_file", "library_digest",
    "read_roster", "reference_of", "roster_in",
]  # fmt: skip

# By a game's slug what fetches its reference data as of now; a game that isn't here needs none.
REFERENCES: dict[str, Callable[[], Any]] = {}


class Head(Struct):
    """What of a roster's file says whose it is."""

    game: str


def reference_of(game: AnyGame) -> Any:
    """What the game's rosters are looked up in, as of now."""
    fetch = REFERENCES.get(game.slug)
    return fetch() if fetch else None


class References(Struct, frozen=True):
    """What rosters are looked up in, fetched once a game for many of them."""

    fetched: dict[str, Any] = {}

    def of(self, game: AnyGame) -> Any:
        if game.slug not in self.fetched:
            self.fetched[game.slug] = reference_of(game)
        return self.fetched[game.slug]


@cache
def library_digest() -> str:
    """What the library of games is at present: what was worked out by another one isn't to be relied on."""
    digest = hashlib.sha256()
    for file in sorted(Path(tabletop.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def game_in(content: Mapping[str, Any]) -> AnyGame:
    """The game of a roster that the database holds."""
    return game_of(content["game"])


def roster_in(content: Mapping[str, Any]) -> Any:
    """A roster that the database holds, as a value of its game's own type."""
    return msgspec.convert(content, game_in(content).document)


def game_of_file(content: bytes | str) -> AnyGame:
    """The game that a roster's file names; for any other file the first game, whose reader says what is wrong."""
    slug = ""
    if len(content) <= LARGEST_FILE:
        with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
            slug = msgspec.json.decode(content, type=Head).game
    return GAMES[slug if slug in GAMES else next(iter(GAMES))]


def read_roster(content: bytes | str) -> Roster:
    """A roster of any game from the text of its file; MalformedError names the first field that is wrong."""
    roster: Roster = game_of_file(content).read(content)
    return roster
