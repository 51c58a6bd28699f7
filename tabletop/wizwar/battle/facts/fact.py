"""What every fact of a game is made of."""

from __future__ import annotations

from msgspec import Struct

from tabletop.wizwar.battle.state import (
    Game,
)


class GameFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every fact of this game is made of."""

    def after(self, game: Game) -> Game:
        """What stands after it."""
        raise NotImplementedError

    def words(self, game: Game) -> str:
        """It in a few words, by what stood before it; what was left out of it isn't told."""
        raise NotImplementedError

    def seen_by(self, seat: str) -> GameFact | None:
        """It as it may leave for a seat; None where that may only know that something happened."""
        return self
