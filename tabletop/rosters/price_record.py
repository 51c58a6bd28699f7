"""What a roster came to on its day, to be told when the catalogue's prices have moved since."""

from __future__ import annotations

from msgspec import Struct


class PriceRecord(Struct, frozen=True):
    """A roster's total by one catalogue, and what of it went to each profile."""

    catalogue: str = ""
    points: int = 0
    profiles: dict[str, int] = {}


class PriceChange(Struct, frozen=True):
    """A profile for which the same choices cost so many points more, or fewer."""

    profile: str
    points: int


def price_changes(before: PriceRecord, now: PriceRecord) -> tuple[PriceChange, ...]:
    """Each profile whose price isn't what it was, for the same choices; the largest move first.

    They add up to the difference of the totals.
    """
    slugs = dict.fromkeys((*before.profiles, *now.profiles))
    moves = (PriceChange(slug, now.profiles.get(slug, 0) - before.profiles.get(slug, 0)) for slug in slugs)
    return tuple(sorted((move for move in moves if move.points), key=lambda move: -abs(move.points)))
