"""What has become dearer or cheaper since a roster was last written."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from armybuilder.core.games import game_of
from tabletop.rosters.comparison import signed
from tabletop.rosters.price_record import PriceRecord, price_changes
from tabletop.rosters.verdict import Verdict


class Repriced(Struct, frozen=True):
    """A roster's points by an older catalogue and by today's, and which profiles' prices make the difference."""

    then: int
    now: int
    moves: tuple[str, ...]

    @property
    def difference(self) -> str:
        return signed(self.now - self.then)


def repriced(priced: Any, judged: Verdict) -> Repriced | None:
    """From what a row or an old version remembers; None where nothing has moved, or nobody knows what it came to."""
    then = msgspec.convert(priced, PriceRecord)
    now = judged.price_record
    if then.catalogue in ("", now.catalogue):
        return None
    names = game_of(judged.roster.game).profile_names(judged)
    moves = tuple(
        f"{names.get(change.profile, change.profile)} {signed(change.points)}" for change in price_changes(then, now)
    )
    return Repriced(then.points, now.points, moves) if moves else None
