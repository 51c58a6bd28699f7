"""What a fight that is struck throw by throw waits for."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.values import Text, Value

When = Literal["first", "normal", "last"]  # of blows: who strikes first does so before, who strikes last after others


class Awaited(Value, frozen=True, kw_only=True):
    """A throw that a fight waits for: `unit` throws so many dice for blows of `by` at a unit.

    `attack` is what these strike with; dice of `needed` or less count, where that is what is asked.
    """

    unit: Ref
    by: Ref
    at: Ref
    when: When
    attack: Text
    purpose: Text
    dice: Annotated[int, Meta(ge=0, le=10_000)]
    needed: int | None = None
