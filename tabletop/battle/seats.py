"""Who sits where in a battle, and what each kind of seat may do."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum, auto

REFEREE = "referee"


class SeatKind(StrEnum):
    """A side plays, a referee settles, everybody else watches."""

    SIDE = auto()
    REFEREE = auto()
    WATCHER = auto()


class Right(StrEnum):
    """What a seat may do; which commands are acts or corrections, a game says."""

    ACT = auto()
    ANSWER = auto()  # a choice that another's act asks for, and a question about an undo
    UNDO = auto()  # or ask for it
    CORRECT = auto()  # set by hand what the table shows
    SEE = auto()


RIGHTS: dict[SeatKind, frozenset[Right]] = {
    SeatKind.SIDE: frozenset(Right),
    SeatKind.REFEREE: frozenset({Right.ANSWER, Right.UNDO, Right.CORRECT, Right.SEE}),
    SeatKind.WATCHER: frozenset({Right.SEE}),
}


def kind_of(seat: str, sides: Collection[str]) -> SeatKind:
    """What kind of seat this is in a battle of these sides."""
    if seat in sides:
        return SeatKind.SIDE
    return SeatKind.REFEREE if seat == REFEREE else SeatKind.WATCHER


def may(seat: str, right: Right, sides: Collection[str]) -> bool:
    return right in RIGHTS[kind_of(seat, sides)]
