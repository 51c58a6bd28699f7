"""What a command brings, fact by fact: each is told with its rules and dice, and what follows is decided after it."""

from __future__ import annotations

from secrets import randbits

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening, RefusalCode, RefusalError
from tabletop.cards import seed_from, shuffled
from tabletop.dice.sources import FacesError
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle.facts import AnyFact
from tabletop.greyhawk.battle.state import Game, Owed, Stack
from tabletop.greyhawk.battle.told import GameFact, pile_names
from tabletop.greyhawk.catalogue import DIE, HAND, Deck
from tabletop.greyhawk.play.refusals import Refusal

SEED_BITS = 128


class Why(RefusalCode):
    """Why a command is refused; `BY_A_RULE` has the rule's own sentence."""

    BY_A_RULE = "{rule}: {sentence}"
    OVER = "the game is over"
    NOT_A_SIDE = "only the players give commands"
    NOT_YOURS = "it's {side}'s to do"
    NOT_NOW = "that is done in the phase “{phase}”"
    OWED = "first {side} gives up what is too many"
    FIGHTING = "a battle is fought: it comes first"
    NO_FIGHT = "no battle waits for this"
    PARLEY = "an alliance is asked for: others may speak first"
    NOT_YOUR_STACK = "{ref} is none of your stacks"
    NOT_A_HERO = "{ref} is none of your heroes"
    NOT_THERE = "{ref} isn't under {stack}"
    NO_AREA = "the map has no area {area}"
    NOT_HELD = "you don't hold the card {card}"
    NOT_TO_GIVE = "exactly {count} of what is too many must be given up"


class Course:
    """A command being decided: the game as it stands after what was told so far."""

    def __init__(self, game: Game, dice: NotedDice) -> None:
        self.game, self.dice = game, dice
        self.told: list[Happening[AnyFact]] = []

    def tell(self, fact: GameFact, *rules: str) -> None:
        """A fact, with the dice that fell since the last one."""
        self.told.append(Happening(fact, rules, self.dice.taken()))  # type: ignore[arg-type]
        self.game = fact.after(self.game)

    def die(self, of: str, purpose: str) -> int:
        """A ten-sided die; its 0 is 10."""
        (face,) = self.dice.of(of).faces(1, purpose, DIE)
        return face

    def _seed(self) -> int:
        """A seed for a shuffle: whoever types faces types none for it."""
        try:
            return seed_from(self.dice)
        except FacesError:
            return randbits(SEED_BITS)

    def draw(self, side: str, deck: Deck, count: int, *rules: str) -> None:
        """Cards for a side, as many as there are; where the deck runs out its discards are shuffled."""
        pile, discards = pile_names(deck)
        seed = self._seed() if self.game.piles.will_run_out(count, pile, discards) else None
        drawn = self.game.piles.drawn(count, pile, side, refill=discards, seed=seed)
        if drawn.cards:
            fact = made.CardsDrawn(
                side=side,
                deck=deck,
                count=len(drawn.cards),
                cards=drawn.cards,
                order=drawn.refilled,
                salt=self.dice.salt(),
            )
            self.tell(fact, *rules)
        self.owe_cards(side)

    def top(self, deck: Deck) -> tuple[str, tuple[str, ...]]:
        """The top card of a deck, empty for none, and the order of the deck where it had to be shuffled for it."""
        pile, discards = pile_names(deck)
        if cards := self.game.piles.cards(pile):
            return cards[0], ()
        gone = self.game.piles.cards(discards)
        if not gone:
            return "", ()
        order = shuffled(gone, self._seed())
        return order[0], order

    def owe_cards(self, side: str) -> None:
        """More than five cards: what is too many is given up at once (GW-7)."""
        owing = any(each.kind == "cards" and each.side == side for each in self.game.owed)
        if (over := len(self.game.hand(side)) - HAND) > 0 and not owing:
            self.tell(made.Owes(Owed("cards", side, over)), "GW-7")

    def owe_troops(self, stack: Stack) -> None:
        """More than five counters under a marker, or more on board than ships carry (GW-2, GW-44)."""
        if (over := self.game.surplus(stack)) > 0:
            self.tell(made.Owes(Owed("troops", stack.side, over, stack.ref)), "GW-2", "GW-51")
        if (over := len(stack.cargo) - self.game.capacity(stack)) > 0:
            self.tell(made.Owes(Owed("cargo", stack.side, over, stack.ref)), "GW-44")


def refuse(refusals: Refusal | None) -> None:
    """RefusalError by the rule that doesn't allow it."""
    if refusals is not None:
        raise RefusalError(Why.BY_A_RULE, rule=refusals.code, sentence=refusals.sentence)


def own_stack(game: Game, ref: str, side: str) -> Stack:
    """One of a side's stacks; RefusalError for another."""
    stack = game.stack(ref)
    if stack is None or stack.side != side:
        raise RefusalError(Why.NOT_YOUR_STACK, ref=ref)
    return stack
