"""Cards of any game: piles that lie face down, face up or in somebody's hand; shuffles, draws, limits, discards.

A card that lies somewhere is a copy, named by its card and a number: `ember-shot.2`. Such a name says all, so it leaves
for nobody who may not see the card: `seen_by` makes of each pile what a seat may know; of a pile face down that is how
many cards lie in it.

Nothing here rolls. A shuffle is an order that the caller has: from a seed (`shuffled`), which dice give (`seed_from`),
or as somebody laid the cards by hand; `with_order` takes either, if it is the same cards. What an order was stands in
the fact of whoever keeps a log, so that a replay shuffles nothing.

What a card does is its game's. Where that is simple, it is data: Structs with the tag field `op`. Where it isn't, it is
`ByHand`: words that the page shows with a button, for players to carry out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.decoding import MalformedError, allowing
from tabletop.dice.sources import Chance, Rolled
from tabletop.packs import PackId
from tabletop.values import Name, Value

SIDES_OF_SEED = 100
DICE_OF_SEED = 20  # 100^20 seeds: nobody finds an order by trying them
A_COPY = allowing("a card and the number of its copy, as ember-shot.2")
CardRef = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\.[1-9][0-9]{0,2}$(?!\n)", max_length=70, extra=A_COPY)]
CardText = Annotated[str, Meta(max_length=2000)]


class Card(Value, frozen=True, kw_only=True):
    """A card as its game prints it, so many times; a game's own cards add what they do."""

    id: PackId
    name: Name
    copies: Annotated[int, Meta(ge=1, le=99)] = 1
    text: CardText = ""


class ByHand(Value, frozen=True, tag="by-hand", tag_field="op"):
    """What players carry out themselves: the words that they are shown."""

    words: CardText


class Face(StrEnum):
    """Who sees the cards of a pile."""

    DOWN = "down"  # nobody
    HELD = "held"  # its owner
    UP = "up"  # everybody


class Pile(Struct, frozen=True):
    """Cards, the top one first. `most` is how many it may hold at the end of whatever fills it."""

    cards: tuple[CardRef, ...] = ()
    face: Face = Face.DOWN
    owner: str = ""
    most: int | None = None

    @property
    def over(self) -> int:
        """How many cards must go."""
        return 0 if self.most is None else max(0, len(self.cards) - self.most)


class SeenPile(Struct, frozen=True):
    """What a seat knows of a pile: how many cards, and which, if it may see them."""

    count: int
    cards: tuple[CardRef, ...] | None = None


class Drawn(Struct, frozen=True):
    """Cards that a draw has taken, and the piles after it. `refilled` is the new order where the pile had run out."""

    cards: tuple[CardRef, ...]
    piles: Piles
    refilled: tuple[CardRef, ...] = ()


class Piles(Struct, frozen=True):
    """All cards of a game by the names of their piles. Every change answers with other piles."""

    by_name: Mapping[str, Pile] = {}

    def __getitem__(self, name: str) -> Pile:
        """The pile; LookupError where there is none."""
        return self.by_name[name]

    def cards(self, name: str) -> tuple[CardRef, ...]:
        """The cards of a pile; none where there is no such pile."""
        pile = self.by_name.get(name)
        return pile.cards if pile else ()

    def where(self, card: CardRef) -> str:
        """The name of the pile in which a card lies; empty for a card that isn't here."""
        return next((name for name, pile in self.by_name.items() if card in pile.cards), "")

    def with_pile(self, name: str, pile: Pile) -> Piles:
        return Piles({**self.by_name, name: pile})

    def with_order(self, name: str, order: Sequence[CardRef]) -> Piles:
        """A pile in another order, from a seed or by hand; MalformedError where it isn't the same cards."""
        pile = self[name]
        if Counter(order) != Counter(pile.cards):
            raise MalformedError("order", "must name each card of the pile once, and no other")
        return self.with_pile(name, replace(pile, cards=tuple(order)))

    def moved(self, cards: Iterable[CardRef], source: str, target: str, *, under: bool = False) -> Piles:
        """Cards from one pile onto another, the last of them uppermost, or `under` it.

        LookupError for a card that doesn't lie there, or a pile that there isn't.
        """
        moving = tuple(cards)
        left = list(self[source].cards)
        for card in moving:
            if card not in left:
                raise LookupError(f"{card} doesn't lie in {source}")
            left.remove(card)
        piles = self.with_pile(source, replace(self[source], cards=tuple(left)))
        lying = piles[target].cards
        laid = (*lying, *moving) if under else (*reversed(moving), *lying)
        return piles.with_pile(target, replace(piles[target], cards=laid))

    def gathered(self, sources: Iterable[str], target: str) -> Piles:
        """Everything of some piles on another one."""
        piles = self
        for source in sources:
            piles = piles.moved(piles.cards(source)[::-1], source, target)
        return piles

    def drawn(self, count: int, source: str, target: str, *, refill: str = "", seed: int | None = None) -> Drawn:
        """So many cards off the top of a pile, fewer where there aren't as many.

        A pile that has run out is made of the pile `refill`, shuffled by the seed; without one it stays empty.
        """
        top = self.cards(source)[:count]
        piles = self.moved(top, source, target)
        refilled: tuple[CardRef, ...] = ()
        lacking = count - len(top)
        if lacking and refill and seed is not None and piles.cards(refill):
            refilled = shuffled(piles.cards(refill), seed)
            piles = piles.gathered((refill,), source).with_order(source, refilled)
            more = refilled[:lacking]
            piles, top = piles.moved(more, source, target), (*top, *more)
        return Drawn(top, piles, refilled)

    def will_run_out(self, count: int, source: str, refill: str) -> bool:
        """Whether a draw of so many needs a shuffle, and so a seed."""
        return len(self.cards(source)) < count and bool(self.cards(refill))

    def seen_by(self, seat: str, *, open_to_all: bool = False) -> dict[str, SeenPile]:
        """What a seat knows of each pile; everything where the game is over and `open_to_all`."""
        return {
            name: SeenPile(len(pile.cards), pile.cards if open_to_all or sees(pile, seat) else None)
            for name, pile in self.by_name.items()
        }


def sees(pile: Pile, seat: str) -> bool:
    """Whether a seat sees the cards of a pile."""
    return pile.face is Face.UP or (pile.face is Face.HELD and pile.owner == seat)


def card_of(ref: CardRef) -> str:
    """Which card a copy is of."""
    return ref.rpartition(".")[0]


def copies(cards: Iterable[Card]) -> tuple[CardRef, ...]:
    """Every copy of some cards, in their order."""
    return tuple(f"{card.id}.{number}" for card in cards for number in range(1, card.copies + 1))


def shuffled(cards: Sequence[CardRef], seed: int) -> tuple[CardRef, ...]:
    """Cards in an order that hangs on the seed and on which cards they are, not on how they lay; each is as likely."""
    order, chance = sorted(cards), Chance(seed)
    for last in range(len(order) - 1, 0, -1):
        other = chance.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def seed_from(source: Rolled, name: str = "shuffle") -> int:
    """A seed from a source of dice, so that a shuffle is noted, seeded or given again as any throw is."""
    seed = 0
    for face in source.faces(DICE_OF_SEED, name, SIDES_OF_SEED):
        seed = seed * SIDES_OF_SEED + face - 1
    return seed


def may_draw(held: int, most: int, wanted: int) -> int:
    """How many cards may be drawn by somebody who holds so many: none beyond the most."""
    return max(0, min(wanted, most - held))
