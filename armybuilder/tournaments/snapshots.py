"""Events as frozen values, from their rows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.games import roster_in
from armybuilder.files.presenters.judged import JudgedList
from armybuilder.tournaments import models
from tabletop.heraldry import Shield
from tabletop.rosters.event_table import EventRow
from tabletop.tournament.event import Event, Player, Result, Round, write_event
from tabletop.tournament.sealing import Sealing, Who


def settings_in(row: models.Tournament) -> Event:
    """What is agreed about an event: nobody plays in it yet."""
    return msgspec.convert(row.content, Event)


def sealing_in(row: models.Tournament) -> Sealing:
    return msgspec.convert(row.sealing, Sealing)


def event_in(
    row: models.Tournament, players: Iterable[models.Participant], rounds: Iterable[models.Round] = ()
) -> Event:
    """The event with those who play in it, and its rounds in their order."""
    return replace(settings_in(row), players=tuple(map(player_in, players)), rounds=tuple(map(round_in, rounds)))


def round_in(row: models.Round) -> Round:
    return msgspec.convert(row.content, Round)


def result_in(row: models.Report) -> Result:
    """What a player says of a game."""
    return msgspec.convert(row.result, Result)


def mark_of(content: Any) -> str:
    """A few letters that tell one content from another: a form says by it what its page showed."""
    return sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()[:16]


def player_in(row: models.Participant) -> Player:
    return Player(
        ref=row.ref,
        name=row.name,
        club=row.club,
        travels_with=row.travels_with,
        ranking=row.ranking,
        joined=row.joined,
        dropped_after=row.dropped_after,
    )


def who_of(participant: models.Participant) -> Who:
    """As whom somebody looks at an event."""
    if participant.is_staff:
        return Who.STAFF
    return Who.PLAYERS if participant.is_player else Who.PUBLIC


class TabledList(Struct, frozen=True, kw_only=True):
    """What tables of an event need of a list that was handed in: all but the list itself and the text it came as.

    `own_rules` are those that the list names, `game` the slug of its game, empty where no army was read.
    """

    number: int
    state: str
    at: datetime
    basis: str
    row: EventRow
    reasons: tuple[str, ...] = ()
    rules: dict[str, str] = {}
    shield: Shield | None = None
    game: str = ""
    own_rules: str = ""


def judged_in(row: models.HandIn) -> JudgedList:
    """The verdict of the moment when a list was sent."""
    return msgspec.convert(row.judged, JudgedList)


def roster_in_hand(row: models.HandIn) -> Any | None:
    """The frozen copy, of its game's own type; None where no army was read."""
    return roster_in(row.roster) if row.roster else None


def event_file(row: models.Tournament) -> bytes:
    """The event with its players and published rounds, as its file `muster-event/1`."""
    players = row.participants.filter(role=models.Role.PLAYER)
    return write_event(event_in(row, players, row.rounds.exclude(published_at=None)))
