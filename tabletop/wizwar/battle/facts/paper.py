"""Cards that players hold on paper: how many, which were laid down, and what a player has noted for own eyes.

The deck's pile has every card that nobody has seen yet, in the deck or in a hand. A hand's known cards are those that
everybody has seen go there; of the others only the count is kept, or not even that.
"""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.cards import card_of
from tabletop.wizwar.battle.facts.fact import GameFact
from tabletop.wizwar.battle.state import Game, gone_of, hand_of
from tabletop.words import counted


class PaperDrawn(GameFact, frozen=True, tag="paper_drawn"):
    """Cards drawn on paper: nobody here knows which."""

    side: str
    count: int

    def after(self, game: Game) -> Game:
        return _with_more(game, self.side, self.count)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} draws {counted(self.count, 'card')} on paper"


class PaperLost(GameFact, frozen=True, tag="paper_lost"):
    """Cards out of a hand on paper that weren't named: onto the discards, or `to` somebody's hand."""

    side: str
    count: int
    to: str = ""

    def after(self, game: Game) -> Game:
        lost = _with_more(game, self.side, -self.count)
        return _with_more(lost, self.to, self.count) if self.to else lost

    def words(self, game: Game) -> str:
        what = counted(self.count, "card") if self.count else "the hand"
        where = f"to {game.names[self.to]}" if self.to else "to the discards"
        return f"{what} of {game.names[self.side]}, unnamed on paper, {'go' if self.count > 1 else 'goes'} {where}"


class HandCounted(GameFact, frozen=True, tag="hand_counted"):
    """How many cards on paper a side holds that nobody has seen; None where it doesn't want them counted."""

    side: str
    count: int | None = None

    def after(self, game: Game) -> Game:
        return replace(game, paper={**game.paper, self.side: self.count})

    def words(self, game: Game) -> str:
        if self.count is None:
            return f"the hand of {game.names[self.side]} is not counted here"
        return f"{game.names[self.side]} holds {counted(self.count, 'card')} on paper"


class CardShown(GameFact, frozen=True, tag="card_shown"):
    """A card on paper is laid down for all to see: now it is one of the hand's, to be played or discarded at once."""

    side: str
    card: str

    def after(self, game: Game) -> Game:
        notes = list(game.notes.get(self.side, ()))
        if card_of(self.card) in notes:
            notes.remove(card_of(self.card))
        piles = game.piles.moved((self.card,), game.piles.where(self.card), hand_of(self.side))
        shown = replace(game, piles=piles, notes={**game.notes, self.side: tuple(notes)})
        return _with_more(shown, self.side, -1)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} lays {game.card(self.card).name} down"


class UnlistedPlayed(GameFact, frozen=True, tag="unlisted_played"):
    """A card on paper is played that the pack doesn't have."""

    side: str
    name: str
    attack: bool = False

    def after(self, game: Game) -> Game:
        played = _with_more(game, self.side, -1)
        return played.with_wizard(self.side, attacked=True) if self.attack else played

    def words(self, game: Game) -> str:
        how = ", an attack" if self.attack else ""
        return f"{game.names[self.side]} plays {self.name or 'a card'} on paper{how}"


class CardsNoted(GameFact, frozen=True, tag="cards_noted"):
    """Which cards on paper a side says it holds, by their ids: a note for its own eyes."""

    side: str
    cards: tuple[str, ...]
    salt: str

    def after(self, game: Game) -> Game:
        return replace(game, notes={**game.notes, self.side: self.cards})

    def words(self, game: Game) -> str:
        which = f": {', '.join(game.data.cards[card].name for card in self.cards)}" if self.cards else ""
        return f"{game.names[self.side]} notes cards{which}"

    def seen_by(self, seat: str) -> GameFact:
        return self if seat == self.side else replace(self, cards=(), salt="")


class DeckShuffled(GameFact, frozen=True, tag="deck_shuffled"):
    """On paper the discards are shuffled into a deck again."""

    deck: str

    def after(self, game: Game) -> Game:
        gone = gone_of(self.deck)
        return replace(game, piles=game.piles.moved(game.piles.cards(gone), gone, self.deck))

    def words(self, game: Game) -> str:
        return "the discards are shuffled into the deck, on paper"


def _with_more(game: Game, side: str, more: int) -> Game:
    """The game with another count of a hand on paper, if that is counted."""
    count = game.paper.get(side)
    return game if count is None else replace(game, paper={**game.paper, side: max(0, count + more)})
