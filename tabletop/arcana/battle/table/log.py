"""What was done to a table, as codes with arguments, and the one place where its line of the log is worded."""

from __future__ import annotations

from enum import StrEnum, auto

from msgspec import Struct

from tabletop.arcana.battlefield.sentences import written


class Deed(StrEnum):
    """What a command has done."""

    MOVED = auto()
    MOVED_AS_FAR_AS_IT_GOES = auto()
    CHARGED = auto()
    LOST_MODELS = auto()
    DESTROYED = auto()
    FLED = auto()
    FLED_OFF_THE_TABLE = auto()
    RALLIED = auto()
    MANOEUVRED = auto()
    MANOEUVRED_AFTER_A_TEST = auto()
    PUT_DOWN = auto()
    SET_IN_FILES = auto()
    REMOVED = auto()
    NEW_TURN = auto()
    DEPLOYED = auto()
    RENAMED = auto()


# Between braces as in the sentences of reasons; `harm` is what rough ground did to vehicles, if anything.
LINES: dict[Deed, str] = {
    Deed.MOVED: "{unit} {orders}: {spent:inches} spent, {left:inches} left{harm}",
    Deed.MOVED_AS_FAR_AS_IT_GOES: (
        "{unit} {orders}, as far as it goes: {moved:inches} moved, {spent:inches} spent, {left:inches} left{harm} "
        "({reason})"
    ),
    Deed.CHARGED: "{unit} charges {target} in the {side}: {needed:inches}",
    Deed.LOST_MODELS: "{unit}: {steps:; }",
    Deed.DESTROYED: "{unit} is destroyed",
    Deed.FLED: "{unit} flees {way:inches} at {bearing:.4g}°",
    Deed.FLED_OFF_THE_TABLE: "{unit} flees {way:inches} at {bearing:.4g}° and leaves the table",
    Deed.RALLIED: "{unit} rallies",
    Deed.MANOEUVRED: "{unit} {orders}",
    Deed.MANOEUVRED_AFTER_A_TEST: "{unit} {orders} ({test})",
    Deed.PUT_DOWN: "{unit} is put down at {x:.4g}, {y:.4g}, facing {facing:.4g}°",
    Deed.SET_IN_FILES: "{unit} is set up {files} wide",
    Deed.REMOVED: "{unit} is taken off the table",
    Deed.NEW_TURN: "A new turn: every unit has its whole move",
    Deed.DEPLOYED: "{army} sets up as {side}: {units:unit|units}",
    Deed.RENAMED: "The table is called {name}",
}


class Event(Struct, frozen=True, kw_only=True):
    """Something that was done: a code with the arguments of its line."""

    deed: Deed
    arguments: dict[str, object] = {}

    @property
    def line(self) -> str:
        """The line of the log about it, for people: code asks for the deed."""
        return written(LINES[self.deed], self.arguments)


def event(deed: Deed, **arguments: object) -> Event:
    """An event with the arguments that its line in `LINES` has, by their names."""
    return Event(deed=deed, arguments=arguments)
