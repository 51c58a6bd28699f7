"""What players do in a game. A square is `2,3`, a line between two `5:4`, a card its copy, as `ember-shot.2`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.boards.walled_squares import SquareName
from tabletop.cards import CardRef
from tabletop.decoding import allowing
from tabletop.values import Text, Value

LineName = Annotated[
    str, Meta(pattern=r"^[0-9]{1,2}:[0-9]{1,2}$(?!\n)", extra=allowing("a line between two squares, as 5:4"))
]
Aim = Annotated[
    str, Meta(max_length=70, pattern=r"^[a-z0-9:,.-]*$(?!\n)", extra=allowing("a side, a square, a line or a card"))
]
SideName = Literal["red", "blue", "green", "yellow"]


class GameCommand(Value, frozen=True, kw_only=True, tag_field="command"):
    """What every command of this game is made of."""


class Walk(GameCommand, frozen=True, kw_only=True, tag="walk"):
    """To a square within the movement points, on the shortest way that hurts least."""

    to: SquareName


class Boost(GameCommand, frozen=True, kw_only=True, tag="boost"):
    """A card is discarded for its energy in movement points, once a turn."""

    card: CardRef


class CastSpell(GameCommand, frozen=True, kw_only=True, tag="cast"):
    """A spell at its target, with a card discarded for its energy if any.

    `way` are the quarters of a turned sector, or where a push goes out of one's own square.
    """

    card: CardRef
    target: Aim = ""
    boost: CardRef | None = None
    way: Literal["1", "2", "3", "north", "east", "south", "west"] | None = None


class PlayItem(GameCommand, frozen=True, kw_only=True, tag="item"):
    card: CardRef


class Use(GameCommand, frozen=True, kw_only=True, tag="use"):
    """A carried item at a target: a blow, a throw, or what else it does."""

    card: CardRef
    target: Aim
    boost: CardRef | None = None


class PunchAt(GameCommand, frozen=True, kw_only=True, tag="punch"):
    target: Aim


class Counter(GameCommand, frozen=True, kw_only=True, tag="counter"):
    """Answer what was cast last."""

    card: CardRef
    boost: CardRef | None = None


class Pass(GameCommand, frozen=True, kw_only=True, tag="pass"):
    """Let what was cast last happen."""


class HoldDoor(GameCommand, frozen=True, kw_only=True, tag="hold"):
    """Hold a door open that one is beside and may open; or let it go."""

    line: LineName


class Send(GameCommand, frozen=True, kw_only=True, tag="send"):
    """A creature of one's own to a square within its steps."""

    creature: Aim
    to: SquareName


class Take(GameCommand, frozen=True, kw_only=True, tag="take"):
    """Pick up a treasure or an item in one's own square, or a treasure in that of a creature of one's own."""

    what: Aim
    creature: Aim = ""


class DropIt(GameCommand, frozen=True, kw_only=True, tag="drop"):
    """Put a carried treasure or item down in one's own square, or what a creature carries in its."""

    what: Aim


class EndSpell(GameCommand, frozen=True, kw_only=True, tag="end_spell"):
    """End a spell that one maintains."""

    card: CardRef


class Discard(GameCommand, frozen=True, kw_only=True, tag="discard"):
    """Too many cards: these go."""

    cards: Annotated[tuple[CardRef, ...], Meta(min_length=1, max_length=60)]


class EndTurn(GameCommand, frozen=True, kw_only=True, tag="done"):
    """Done moving and casting: these cards are discarded, so many drawn, as many as one may where none is said."""

    cards: Annotated[tuple[CardRef, ...], Meta(max_length=60)] = ()
    draw: Annotated[int, Meta(ge=0, le=9)] | None = None


class Note(GameCommand, frozen=True, kw_only=True, tag="note"):
    """A card that one holds on paper, for one's own eyes; without one everything noted is forgotten."""

    card: CardRef | None = None


class CountHand(GameCommand, frozen=True, kw_only=True, tag="count"):
    """How many cards one holds on paper that nobody has seen; none said, they aren't counted here."""

    count: Annotated[int, Meta(ge=0, le=60)] | None = None


class ShuffleIn(GameCommand, frozen=True, kw_only=True, tag="shuffle_in"):
    """On paper the discards were shuffled into the deck again."""


class PlayUnlisted(GameCommand, frozen=True, kw_only=True, tag="unlisted"):
    """A card on paper that the pack doesn't have, carried out by hand."""

    name: Text = ""
    attack: bool = False


class DoneByHand(GameCommand, frozen=True, kw_only=True, tag="by_hand"):
    """What a card's words ask for is carried out."""


class SetByHand(GameCommand, frozen=True, kw_only=True, tag="set"):
    """A wizard set by hand, as the table shows it: life, stun, or the square."""

    side: SideName
    life: Annotated[int, Meta(ge=0, le=20)] | None = None
    stun: Annotated[int, Meta(ge=0, le=20)] | None = None
    at: SquareName | None = None


class SetLine(GameCommand, frozen=True, kw_only=True, tag="line"):
    """A printed wall or door set by hand: destroyed, or whole again."""

    line: LineName
    gone: bool = False


AnyCommand = (
    Walk
    | Boost
    | CastSpell
    | PlayItem
    | Use
    | PunchAt
    | Counter
    | Pass
    | HoldDoor
    | Send
    | Take
    | DropIt
    | EndSpell
    | Discard
    | EndTurn
    | Note
    | CountHand
    | ShuffleIn
    | PlayUnlisted
    | DoneByHand
    | SetByHand
    | SetLine
)
