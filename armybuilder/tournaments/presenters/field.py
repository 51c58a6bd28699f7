"""Who plays, as those see it who look: names, armies, points and lists each from their moment on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec import Struct

from armybuilder.tournaments.models import ListState, Participant
from armybuilder.tournaments.snapshots import TabledList
from tabletop.heraldry import Shield
from tabletop.tournament.sealing import Sealing, Thing, Who, sees


class Fielded(Struct, frozen=True, kw_only=True):
    """A player in the field; what isn't to be seen is empty."""

    ref: str
    name: str
    club: str = ""
    army: str = ""
    shield: Shield | None = None
    points: int | None = None
    has_list: bool = False
    has_left: bool = False


def can_see_list(who: Who, state: str | None, sealing: Sealing, now: datetime) -> bool:
    """Whether they may look at somebody else's list: staff whatever was handed in, others what was approved."""
    if state in (None, ListState.DRAFT):
        return False
    return who is Who.STAFF or (state == ListState.APPROVED and sees(sealing, who, Thing.LISTS, now))


def field(
    players: Iterable[Participant], lists: Mapping[int, TabledList], sealing: Sealing, who: Who, now: datetime
) -> list[Fielded]:
    """Everybody in the order of names, or in that of their coming where names are hidden."""
    shown = [_fielded(player, lists.get(player.pk), sealing, who, now) for player in players]
    return sorted(shown, key=lambda each: each.name.casefold()) if sees(sealing, who, Thing.NAMES, now) else shown


def _fielded(player: Participant, row: TabledList | None, sealing: Sealing, who: Who, now: datetime) -> Fielded:
    named = sees(sealing, who, Thing.NAMES, now)
    known = row if row is not None and (who is Who.STAFF or row.state == ListState.APPROVED) else None
    army = known is not None and sees(sealing, who, Thing.ARMIES, now)
    return Fielded(
        ref=player.ref,
        name=player.name if named else "",
        club=player.club if named else "",
        army=known.row.army if known and army else "",
        shield=known.shield if known and army else None,
        points=known.row.points if known and sees(sealing, who, Thing.POINTS, now) else None,
        has_list=can_see_list(who, row.state if row else None, sealing, now),
        has_left=player.dropped_after is not None,
    )
