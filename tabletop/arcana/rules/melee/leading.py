"""A character among troops in a melee: whom each strikes at, and what goes on from one to the other.

Characters strike at each other as long as both live, troops at troops; only who has nobody else strikes at the others.
Hits beyond what kills a character go on to its unit, which saves from them; of those on troops only rams' go on.
"""

from __future__ import annotations

from enum import Enum

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm.losses import Left

CHARACTERS = BOOK.section("Characters in Melee")

Harm = int | tuple[int, ...]  # single wounds, or those of each hit
Source = tuple[bool, int]  # whether a unit's character strikes, and which of its attacks; RAM is none of the lines
Harms = tuple[tuple[Source, Harm], ...]
Beyond = tuple[tuple[Source, int], ...]  # hits that go on; of a source as often as it has struck
RAM = -1


class Aim(Enum):
    """Who of an enemy unit is struck at."""

    TROOPS = "troops"
    CHARACTER = "character"


def aim(*, seeks: bool, troops: int, character: Left | None) -> Aim | None:
    """Whom one who seeks characters or doesn't strikes at, of so many troops and a character; None where nobody is."""
    lives = character is not None and character.models > 0
    if lives and (seeks or not troops):
        return Aim.CHARACTER
    return Aim.TROOPS if troops else None


def endured(left: Left, each: int, harms: Harms) -> tuple[Left, Beyond]:
    """A character after unsaved hits, in the order of the attacks, and how many hits of which go on to its unit."""
    wounds, beyond = left.wounds(each), []
    lost = 0
    for source, harm in harms:
        hits = (1,) * harm if isinstance(harm, int) else harm
        more = 0
        for hit in hits:
            more += lost >= wounds
            lost = min(lost + hit, wounds)
        if more:
            beyond.append((source, more))
    return left.after(each, wounds=lost), tuple(beyond)


def gone_on(wounds: int, most: int, rammed: Harms) -> tuple[int, Beyond]:
    """Wounds of troops that have so many at most, and what of rams is beyond these, which come after other blows."""
    beyond = []
    for source, harm in rammed:
        own = harm if isinstance(harm, int) else len(harm)
        if more := min(own, max(wounds + own - most, 0)):
            beyond.append((source, more))
        wounds = min(wounds + own, most)
    return wounds, tuple(beyond)
