"""The versions of a roster: who changed what when, and what it came to on the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from armybuilder.core.games import game_in, reference_of
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tabletop.rosters.price_record import PriceRecord

MOST_CHANGES = 5


class Step(Struct, frozen=True):
    """One version: what it changed of the one before, and what it came to on its day."""

    version: int
    at: datetime
    who: str
    reason: str
    changes: tuple[str, ...]
    more: int
    points: int | None
    is_repriced: bool
    figures_from: str = ""


def steps_of(row: Row, kept: Sequence[Any], most: int) -> Iterator[Step]:
    """A step for each of so many versions, the newest first; one beyond them only says what the last one changed."""
    game = game_in(row.content)
    contents, reference = [roster_of(version) for version in kept], reference_of(game)
    for index, version in enumerate(kept[:most]):
        earlier = index + 1 if index + 1 < len(kept) else None
        changes: list[str] = []
        if earlier is not None:
            changes = [str(change) for change in game.differences(contents[earlier], contents[index], reference)]
        yield Step(
            version=version.version,
            at=version.history_date,
            who=author_of(version, row),
            reason=version.history_change_reason or "",
            changes=tuple(changes[:MOST_CHANGES]),
            more=max(0, len(changes) - MOST_CHANGES),
            points=version.priced.get("points"),
            figures_from=game.figures_from(msgspec.convert(version.priced, PriceRecord)),
            is_repriced=earlier is not None and _is_repriced(kept[earlier], version),
        )


def _is_repriced(before: Any, after: Any) -> bool:
    """Whether another catalogue priced the later version."""
    return bool(before.priced and before.priced.get("catalogue") != after.priced.get("catalogue"))


def author_of(kept: Any, row: Row) -> str:
    """Who wrote a version, in words."""
    if kept.history_user is not None:
        return str(kept.history_user.get_username())
    return "before signing in" if row.owner_id else "this browser"
