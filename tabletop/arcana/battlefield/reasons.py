"""How an answer explains itself: what was done step by step, what is in the way, and what would open it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.sentences import remedy_of, text_of
from tabletop.citations import Citation
from tabletop.geometry.primitives.vectors import Point

Argument: TypeAlias = "str | float | Reason | tuple[str, ...] | tuple[int, ...] | tuple[Reason, ...]"


class Step(Struct, frozen=True, kw_only=True):
    """One thing that was done: inches moved, what they cost of the move, and the rule; `why` where it says why not."""

    text: str
    inches: float = 0.0
    cost: float = 0.0
    citation: Citation
    why: Reason | None = None


class Reason(Struct, frozen=True, kw_only=True):
    """Why something can't be: a code with the arguments of its sentence, by whose ref, and where on the table."""

    cause: Cause
    citation: Citation
    arguments: dict[str, Argument] = {}
    ref: str = ""
    where: Point | None = None

    @property
    def text(self) -> str:
        """The sentence about it, for people: code asks for the cause."""
        return text_of(self.cause, self.arguments)

    @property
    def remedy(self) -> str:
        """What would open it, in words; empty where nothing is known to."""
        return remedy_of(self.cause, self.arguments)

    def __str__(self) -> str:
        return self.text

    @property
    def step(self) -> Step:
        """The step of an answer that ends with this reason before anything was done."""
        return Step(text=self.text, citation=self.citation, why=self)

    def leading_to(self, cause: Cause, **arguments: Argument) -> Reason:
        """Why something larger can't be because of this, which is the argument `met` of its sentence."""
        return because(cause, self.citation, ref=self.ref, where=self.where, met=self, **arguments)


class ForbiddenError(Exception):
    """Something the rules don't allow, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


def because(
    cause: Cause, citation: Citation, *, ref: str = "", where: Point | None = None, **arguments: Argument
) -> Reason:
    """A reason with the arguments that its sentence in `sentences` has, by their names."""
    return Reason(cause=cause, citation=citation, ref=ref, where=where, arguments=arguments)


def forbidden(
    cause: Cause, citation: Citation, *, ref: str = "", where: Point | None = None, **arguments: Argument
) -> ForbiddenError:
    """What is raised where the rules don't allow something."""
    return ForbiddenError(because(cause, citation, ref=ref, where=where, **arguments))
