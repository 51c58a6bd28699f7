"""What every fact of this game is made of: what stands after it, how it is told, and what of it is hidden."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tabletop.cards import card_of
from tabletop.greyhawk.battle.state import Game, Stack
from tabletop.greyhawk.catalogue import Deck

DISCARDS = "discards"  # after the name of a deck: its discards


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


class StackFact(GameFact, frozen=True):
    """What changes stacks: those that are new or other than before, and those that are gone."""

    stacks: tuple[Stack, ...] = ()
    gone: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        for ref in self.gone:
            game = game.without_stack(ref)
        for stack in self.stacks:
            game = game.with_stack(stack)
        return game


def pile_names(deck: Deck) -> tuple[str, str]:
    """A deck's pile to draw from, and its discards."""
    return deck.value, f"{deck.value}-{DISCARDS}"


def names_of(game: Game, cards: Iterable[str]) -> str:
    return ", ".join(game.data.by_card[card_of(card)].name for card in cards) or "none"


def troops_of(game: Game, stack: Stack) -> str:
    return ", ".join(f"{game.row(each).name} {each.ref}" for each in stack.troops) or "a hero"
