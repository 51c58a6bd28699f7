"""Every game there is, by its slug. A new game is a function here, and a line in `DOORS`.

A game's modules are loaded when it is first asked for: most commands and requests are about one, and a game brings
hundreds of modules with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from tabletop.decoding import MalformedError

if TYPE_CHECKING:  # it loads what prints and what searches
    from tabletop.game import Game

AnyGame: TypeAlias = "Game[Any, Any]"

# ruff: noqa: PLC0415 (what is imported below is what needn't be until then)


@cache
def _arcana() -> AnyGame:
    from tabletop.arcana.game import ARCANA

    return ARCANA


@cache
def _arrakhar() -> AnyGame:
    from tabletop.arrakhar.game import ARRAKHAR

    return ARRAKHAR


@cache
def _wizard_kings() -> AnyGame:
    from tabletop.wizardkings.game import WIZARD_KINGS

    return WIZARD_KINGS


@cache
def _greyhawk() -> AnyGame:
    from tabletop.greyhawk.game import GREYHAWK

    return GREYHAWK


@cache
def _wiz_war() -> AnyGame:
    from tabletop.wizwar.game import WIZ_WAR

    return WIZ_WAR


class Games(Mapping[str, AnyGame]):
    """Games by their slugs, in order; which there are is known without loading any."""

    def __init__(self, doors: Mapping[str, Callable[[], AnyGame]]) -> None:
        self._doors = doors

    def __getitem__(self, slug: str) -> AnyGame:
        return self._doors[slug]()

    def __contains__(self, slug: object) -> bool:
        return slug in self._doors

    def __iter__(self) -> Iterator[str]:
        return iter(self._doors)

    def __len__(self) -> int:
        return len(self._doors)


DOORS: dict[str, Callable[[], AnyGame]] = {
    "arcana": _arcana,
    "arrakhar": _arrakhar,
    "wizard-kings": _wizard_kings,
    "greyhawk": _greyhawk,
    "wiz-war": _wiz_war,
}
GAMES = Games(DOORS)


def game_of(slug: str) -> AnyGame:
    """The game with this slug; MalformedError where there is none."""
    if slug not in GAMES:
        raise MalformedError("game", f"there is no game “{slug}”")
    return GAMES[slug]
