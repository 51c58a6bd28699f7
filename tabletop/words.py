"""Numbers with what they count, in English."""

from __future__ import annotations


def counted(count: int, what: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {what}{'' if count == 1 else 's'}"
