"""Decks, hands and discards: who draws, takes, loses which cards, which of it leaves for whom."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.wizwar.battle.facts.fact import GameFact
from tabletop.wizwar.battle.facts.telling import named
from tabletop.wizwar.battle.state import (
    Game,
    gone_of,
    hand_of,
)
from tabletop.words import counted


class DeckLaid(GameFact, frozen=True, tag="deck_laid"):
    """A deck in its order, the top card first; where it had run out it is made of its discards."""

    deck: str
    order: tuple[str, ...]
    salt: str

    def after(self, game: Game) -> Game:
        piles = game.piles.with_pile(gone_of(self.deck), replace(game.piles[gone_of(self.deck)], cards=()))
        return replace(game, piles=piles.with_pile(self.deck, replace(piles[self.deck], cards=self.order)))

    def words(self, game: Game) -> str:
        return "the deck is shuffled" + (" on paper" if game.paper else "")

    def seen_by(self, seat: str) -> GameFact:
        return replace(self, order=(), salt="")


class CardsDrawn(GameFact, frozen=True, tag="cards_drawn"):
    """Off the top of a side's deck into the hand."""

    side: str
    count: int
    cards: tuple[str, ...]
    salt: str

    def after(self, game: Game) -> Game:
        return replace(game, piles=game.piles.moved(self.cards, game.decks[self.side], hand_of(self.side)))

    def words(self, game: Game) -> str:
        which = f": {named(game, self.cards)}" if self.cards else ""
        return f"{game.names[self.side]} draws {counted(self.count, 'card')}{which}"

    def seen_by(self, seat: str) -> GameFact:
        return self if seat == self.side else replace(self, cards=(), salt="")


class HandTaken(GameFact, frozen=True, tag="hand_taken"):
    """Cards out of one hand into another: both know them, nobody else."""

    side: str
    giver: str
    count: int
    cards: tuple[str, ...]
    salt: str

    def after(self, game: Game) -> Game:
        return replace(game, piles=game.piles.moved(self.cards, hand_of(self.giver), hand_of(self.side)))

    def words(self, game: Game) -> str:
        which = f": {named(game, self.cards)}" if self.cards else ""
        return f"{game.names[self.side]} takes {counted(self.count, 'card')} of {game.names[self.giver]}{which}"

    def seen_by(self, seat: str) -> GameFact:
        return self if seat in (self.side, self.giver) else replace(self, cards=(), salt="")


class Discarded(GameFact, frozen=True, tag="discarded"):
    """Cards out of a hand onto the discards, for everybody to see."""

    side: str
    cards: tuple[str, ...]

    def after(self, game: Game) -> Game:
        piles = game.piles.moved(self.cards, hand_of(self.side), gone_of(game.decks[self.side]))
        return replace(game, piles=piles)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} discards {named(game, self.cards)}"


class Shedding(GameFact, frozen=True, tag="shedding"):
    """Who has too many cards and must discard first; nobody any more."""

    side: str = ""

    def after(self, game: Game) -> Game:
        return replace(game, shedding=self.side)

    def words(self, game: Game) -> str:
        if self.side:
            return f"{game.names[self.side]} has {counted(game.excess(self.side), 'card')} too many"
        return "nobody has too many cards any more"
