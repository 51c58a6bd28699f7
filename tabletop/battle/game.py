"""What a battle needs of a game: its facts and commands, and the two pure functions between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Clock, Happening

State = TypeVar("State")
Command_contra = TypeVar("Command_contra", contravariant=True)
Fact = TypeVar("Fact")

EVERYTHING = "*"  # in `touches` and `changes`: all units, the clock too


class Ended(Struct, frozen=True):
    """How a battle ended: the winning side, "" for none, and where a game has such, the level and points destroyed."""

    winner: str = ""
    level: str = ""
    destroyed: Mapping[str, int] = {}


class BattleRules(Protocol[State, Command_contra, Fact]):
    """The battles of one game, as one value.

    A state is a value: two of the same units in the same places are equal, whichever events led there. So it holds
    no numbers of events and no times.
    """

    slug: ClassVar[str]
    facts: ClassVar[Any]  # a union of Structs with the tag field "kind", in which there are no floats
    commands: ClassVar[Any]  # a union of Structs with the tag field "command"

    def start(self) -> State:
        """What stands before the first event."""

    def apply(self, state: State, fact: Fact) -> State:
        """What stands after a fact. It never judges and never rolls."""

    def decide(self, state: State, command: Command_contra, seat: str, dice: NotedDice) -> Sequence[Happening[Fact]]:
        """What a command brings, with the dice that it took; RefusalError where it isn't allowed. Pure but for dice."""

    def clock(self, state: State) -> Clock:
        """Where in the battle this is."""

    def touches(self, command: Command_contra) -> frozenset[str]:
        """The refs of what a command is about: where none of them has changed since, it may be decided later."""

    def changes(self, fact: Fact) -> frozenset[str]:
        """The refs of what a fact has changed."""

    def reveals(self, fact: Fact) -> bool:
        """Whether something hidden came to light, so that an undo asks the others; events with dice do anyway."""

    def seen_by(self, fact: Fact, seat: str) -> Fact | None:
        """The fact as it may leave for a seat; None where it may only be known that something happened."""

    def sentence(self, fact: Fact, before: State) -> str:
        """The fact in words, by what stood before it."""

    def ended(self, state: State) -> Ended | None:
        """How the battle ended; None while it goes on."""

    def side_name(self, state: State, side: str) -> str:
        """What a side is called, as its army."""
