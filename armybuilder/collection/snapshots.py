"""Collections as frozen values, from their rows."""

from __future__ import annotations

from typing import Any

import msgspec

from armybuilder.collection import models
from armybuilder.core.games import GAMES
from tabletop.decoding import MalformedError
from tabletop.rosters.collection import FORMAT, Collection, read_collection, write_collection


def collection_in(row: models.Collection) -> Collection:
    """The collection that a row holds."""
    return collection_of(row.game, row.name, row.content)


def collection_of(game: str, name: str, content: Any) -> Collection:
    """A collection from the columns of its row."""
    return msgspec.convert({"format": FORMAT, "game": game, "name": name, **content}, Collection)


def read_known(content: bytes | str) -> Collection:
    """A file of a collection; MalformedError where it can't be read, or nothing is counted of its game."""
    collection = read_collection(content)
    game = GAMES.get(collection.game)
    if game is None or not game.has_collections:
        raise MalformedError("game", f"what is owned of “{collection.game}” can't be counted")
    return collection


def collection_file(row: models.Collection) -> bytes:
    """The collection that a row holds, as its file."""
    return write_collection(collection_in(row))
