"""Faces typed in one by one: which dice are asked for next, how many of them are missing, and what they have to show.

A command is decided on the faces so far and thrown away. Where they are too few, the throw that asked for more is the
next one; where they suffice the command can be sent. Nothing but typed faces goes in, so nothing comes to light.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from armybuilder.battles.presenters.play.thresholds import needed_by, needed_for
from armybuilder.battles.snapshots import battle_rules
from tabletop.arcana.battle.sealed_choices import as_if_open
from tabletop.arcana.battle.state import State
from tabletop.battle.commands import Sent
from tabletop.battle.dice import NotedDice
from tabletop.battle.undo import RoomCommand
from tabletop.decoding import MalformedError
from tabletop.dice.rolls import SIDES


class Asked(Struct, frozen=True):
    """A throw: what for, the faces so far, how many more there must be, and the highest face that counts, if known."""

    purpose: str
    faces: tuple[int, ...]
    missing: int = 0
    needed: int | None = None

    @property
    def slots(self) -> range:
        """Places for faces that are missing, at most a dozen."""
        return range(min(self.missing, 12))


class Tray(Struct, frozen=True):
    """The throws of a command with the faces typed so far; with `spare` faces that nobody asked for."""

    throws: tuple[Asked, ...]
    typed: int
    spare: int = 0

    @property
    def missing(self) -> int:
        return self.throws[-1].missing if self.throws else 0

    @property
    def is_full(self) -> bool:
        return self.typed > 0 and not self.missing and not self.spare


class _ShortError(Exception):
    def __init__(self, asked: Asked) -> None:
        self.asked = asked


class _Typed:
    """Faces in the order in which they are asked for; too few end the game with what was asked."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = tuple(faces)
        self.throws: list[Asked] = []

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        faces, self.left = self.left[:count], self.left[count:]
        if len(faces) < count:
            raise _ShortError(Asked(name, faces, count - len(faces)))
        self.throws.append(Asked(name, faces))
        return faces


def tray(state: State, sent: Sent[Any]) -> Tray:
    """The tray of a command; RefusalError where it can't be given at all, MalformedError for an undo or a redo."""
    if isinstance(sent.command, RoomCommand):
        raise MalformedError("command", "throws no dice")
    typed = _Typed(sent.faces or ())
    needed = needed_by(state, battle_rules().catalogue, sent.command)
    try:
        battle_rules().decide(state, as_if_open(state, sent.command), sent.seat, NotedDice(typed, "typed"))
    except _ShortError as short:
        typed.throws.append(short.asked)
    throws = (Asked(it.purpose, it.faces, it.missing, needed_for(it.purpose, needed)) for it in typed.throws)
    return Tray(tuple(throws), len(sent.faces or ()), len(typed.left))
