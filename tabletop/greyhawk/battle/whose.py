"""For whom a game waits."""

from __future__ import annotations

from tabletop.greyhawk.battle.fighting import whose
from tabletop.greyhawk.battle.state import Game, Phase


def whose_turn(game: Game) -> tuple[str, ...]:
    """The sides that may act: who owes something, who fights, who may speak, else whose step it is."""
    if game.pack is None or game.how:
        return ()
    if game.owed:
        return (game.owed[0].side,)
    if game.fight is not None:
        return (whose(game),)
    if game.parley is not None:
        return game.parley.waits
    return game.sides if game.phase is Phase.ORDER else (game.mover,)
