"""How an answer explains itself: what was done step by step, what is in the way, and what would open it."""

from __future__ import annotations

from msgspec import Struct

from tabletop.citations import Citation
from tabletop.geometry.primitives.vectors import Point


class Step(Struct, frozen=True, kw_only=True):
    """One thing that was done: inches moved, what they cost of the move, and the rule."""

    text: str
    inches: float = 0.0
    cost: float = 0.0
    citation: Citation


class Reason(Struct, frozen=True, kw_only=True):
    """Why something can't be: by whose ref, where on the table, and what would open it."""

    text: str
    citation: Citation
    ref: str = ""
    where: Point | None = None
    opens: str = ""


class ForbiddenError(Exception):
    """Something the rules don't allow, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


def forbidden(text: str, citation: Citation, opens: str = "") -> ForbiddenError:
    return ForbiddenError(Reason(text=text, citation=citation, opens=opens))


def inches(number: float) -> str:
    """Inches as sentences have them: two decimals at most."""
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".") + '"'
