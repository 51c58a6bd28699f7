"""What a battle consists of: facts with their dice, each in an envelope that says who, when and by which command.

A game's facts are Structs with the tag field `kind`. A fact never changes its fields once battles are kept: a later
version is another Struct, whose tag has a number, as `blows_struck.2`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct, field

from tabletop.values import Value

Fact = TypeVar("Fact")
Word = Annotated[str, Meta(max_length=120)]
Seq = Annotated[int, Meta(ge=0)]


class Throw(Value, frozen=True):
    """Dice as they fell; `again` where others had fallen for the same purpose and were undone."""

    faces: tuple[Annotated[int, Meta(ge=1)], ...]
    purpose: Word = field(name="for")
    how: Literal["typed", "rolled", "seeded"] = "rolled"
    of: Word = ""
    sides: Annotated[int, Meta(ge=2, le=100)] = 6
    again: bool = False

    def __post_init__(self) -> None:
        """ValueError for a face that the die doesn't have."""
        if any(face > self.sides for face in self.faces):
            raise ValueError(f"a die of {self.sides} sides doesn't show {max(self.faces)}")


class Clock(Value, frozen=True):
    """Where in the battle something happens."""

    turn: Seq = 0
    phase: Word = ""
    step: Word = ""
    side: Word = ""


class Actor(Value, frozen=True):
    """Who did something: a seat, and the phone it was done on."""

    seat: Word
    device: Word = ""


class Event(Struct, Generic[Fact], frozen=True, kw_only=True, gc=False):
    """A fact in its envelope. `clock` is as it stands after the fact, `cause` the id of the command."""

    seq: int
    id: str
    at: str
    by: Actor
    clock: Clock
    cause: str
    rules: tuple[str, ...] = ()
    dice: tuple[Throw, ...] = ()
    fact: Fact


class Happening(Struct, Generic[Fact], frozen=True):
    """A fact before it is numbered and dated, with the rules that brought it and the dice that fell for it."""

    fact: Fact
    rules: tuple[str, ...] = ()
    dice: tuple[Throw, ...] = ()


class Undone(Value, frozen=True, tag="undone", tag_field="kind"):
    """What stands is again what stood after the event `to`; 0 is the start."""

    to: Seq
    came_from: Seq = field(name="from")


class Redone(Value, frozen=True, tag="redone", tag_field="kind"):
    """What was undone stands again up to the event `to`."""

    to: Seq
    came_from: Seq = field(name="from")


class UndoAsked(Value, frozen=True, tag="undo_asked", tag_field="kind"):
    """The others are asked whether what stands may become what stood after the event `to`."""

    to: Seq
    came_from: Seq = field(name="from")


class UndoAnswered(Value, frozen=True, tag="undo_answered", tag_field="kind"):
    """One answer to what was asked; whoever asked withdraws by a no."""

    yes: bool


class Hidden(Value, frozen=True, tag="hidden", tag_field="kind"):
    """Stands in a view for a fact that isn't for that seat; never in a log."""


RoomFact = Undone | Redone | UndoAsked | UndoAnswered
ROOM_FACTS = (Undone, Redone, UndoAsked, UndoAnswered)


class RefusalCode(Enum):
    """Why a command is refused: members are codes, their values the sentences with places for arguments.

    This is the one place where these sentences stand.
    """

    def sentence(self, arguments: Mapping[str, Any]) -> str:
        """The reason in words."""
        return str(self.value).format(**arguments)


class RefusalError(Exception):
    """A command that is refused, by its code and the arguments of its sentence; it has changed nothing."""

    def __init__(self, code: RefusalCode, **arguments: Any) -> None:
        super().__init__(code, arguments)
        self.code, self.arguments = code, arguments

    @property
    def sentence(self) -> str:
        return self.code.sentence(self.arguments)

    def __str__(self) -> str:
        return self.sentence
