"""Every game there is, by its slug. A new game is one line here."""

from __future__ import annotations

from typing import Any

from tabletop.arcana.game import ARCANA
from tabletop.arrakhar.game import ARRAKHAR
from tabletop.decoding import MalformedError
from tabletop.game import Game
from tabletop.greyhawk.game import GREYHAWK
from tabletop.wizardkings.game import WIZARD_KINGS
from tabletop.wizwar.game import WIZ_WAR

AnyGame = Game[Any, Any]

GAMES: dict[str, AnyGame] = {game.slug: game for game in (ARCANA, ARRAKHAR, WIZARD_KINGS, GREYHAWK, WIZ_WAR)}


def game_of(slug: str) -> AnyGame:
    """The game with this slug; MalformedError where there is none."""
    if slug not in GAMES:
        raise MalformedError("game", f"there is no game “{slug}”")
    return GAMES[slug]
