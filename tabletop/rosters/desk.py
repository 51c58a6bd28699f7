"""What a game offers that is edited on the plain page: rosters to begin with, choices, and counters to step."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Beginning(Struct, frozen=True):
    """A roster to begin with, by a word that is the game's own; `name` stands on its button, `summary` below."""

    slug: str
    name: str
    summary: str


class Option(Struct, frozen=True):
    """One of several, and the edit that chooses it."""

    label: str
    edit: Any
    chosen: bool = False


class Choice(Struct, frozen=True):
    """Things to press under a label; of a switch one is chosen."""

    label: str
    options: tuple[Option, ...]

    @property
    def is_switch(self) -> bool:
        return any(option.chosen for option in self.options)


class Counter(Struct, frozen=True, kw_only=True):
    """How many of something the roster has, from 0 to `most`; `fields` are those of its edit but for `count`.

    `facts` is what it does, in a phrase; `note` how many there must be.
    """

    name: str
    plural: str
    ref: str
    count: int
    most: int
    each: int
    fields: dict[str, str]
    facts: str = ""
    note: str = ""

    @property
    def points(self) -> int:
        return self.count * self.each

    @property
    def fewer(self) -> dict[str, Any] | None:
        """The edit that takes one off; None where there is none."""
        return self.fields | {"count": self.count - 1} if self.count else None

    @property
    def more(self) -> dict[str, Any] | None:
        """The edit that adds one; None where there are no more."""
        return self.fields | {"count": self.count + 1} if self.count < self.most else None


class Field(Struct, frozen=True, kw_only=True):
    """A line of text that an edit takes: the edit's verb, and the field's name in it."""

    label: str
    verb: str
    name: str
    value: str
    most: int


class Fold(Struct, frozen=True):
    """Choices that few need, folded under a label with a sentence about them."""

    label: str
    about: str
    choices: tuple[Choice, ...]


class Desk(Struct, frozen=True):
    """What a roster is changed by."""

    choices: tuple[Choice, ...] = ()
    counters: tuple[Counter, ...] = ()
    fields: tuple[Field, ...] = ()
    folds: tuple[Fold, ...] = ()
