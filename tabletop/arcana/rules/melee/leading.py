"""A character among troops in a melee: whom each strikes at, and what goes on from one to the other.

Characters strike at each other as long as both live, troops at troops; only who has nobody else strikes at the others.
Hits beyond what kills a character go on to its unit, which saves from them; of those on troops only rams' go on.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm import among
from tabletop.arcana.rules.harm.losses import Left

CHARACTERS = BOOK.section("Characters in Melee")

Harm = among.Harm
Source = tuple[int, int]  # which of a unit strikes, TROOPS or a character by its place from 1, and with which line
Harms = tuple[tuple[Source, Harm], ...]
Beyond = tuple[tuple[Source, int], ...]  # hits that go on; of a source as often as it has struck
RAM = -1  # none of the lines
TROOPS = 0


def aim(*, troops: int, characters: Sequence[Left], marks: Sequence[int] = ()) -> int | None:
    """Whom of a unit one strikes at: TROOPS or a character by its place from 1; None where nobody is left.

    The first that lives of those marked, who are one model; else troops; where none are left, whoever lives is struck.
    """
    for mark in marks:
        if characters[mark - 1].models:
            return mark
    if troops:
        return TROOPS
    return next((place for place, character in enumerate(characters, 1) if character.models), None)


def endured(left: Left, each: int, harms: Harms) -> tuple[Left, Beyond]:
    """A character after unsaved hits, in the order of the attacks, and how many hits of which go on to its unit."""
    wounds, beyond = left.wounds(each), []
    lost = 0
    for source, harm in harms:
        hits = (1,) * harm if isinstance(harm, int) else harm
        more = 0
        for hit in hits:
            more += lost >= wounds
            lost = min(lost + left.costs * hit, wounds)
        if more:
            beyond.append((source, more))
    now = Left(left.models, left.lost).after(each, wounds=lost)
    return Left(now.models, now.lost, left.costs), tuple(beyond)


def gone_on(before: Left, each: int, rammed: Harms) -> tuple[int, tuple[int, ...], Beyond]:
    """Single wounds and hits of rams on troops that other blows have left, and what isn't needed to kill all of them.

    Of these the last sources have the most.
    """
    singles = sum(harm for _, harm in rammed if isinstance(harm, int))
    several = tuple(hit for _, harm in rammed if isinstance(harm, tuple) for hit in harm)
    if several:
        more = before.spared(each, tuple(sorted((*several, *(1,) * singles), reverse=True)))
    else:
        more = max(singles - before.killed_by(each), 0)
    beyond: list[tuple[Source, int]] = []
    for source, harm in reversed(rammed):
        if own := min(harm if isinstance(harm, int) else len(harm), more):
            beyond.append((source, own))
            more -= own
    return min(singles, before.killed_by(each)), several, tuple(reversed(beyond))
