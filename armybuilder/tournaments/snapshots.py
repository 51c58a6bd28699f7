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
from armybuilder.core.revisions import plain
from armybuilder.files.presenters.judged import JudgedList
from armybuilder.tournaments import models
from tabletop.heraldry import Shield
from tabletop.rosters.event_table import EventRow
from tabletop.tournament.event import Event, Player, Result, Round
from tabletop.tournament.file import Done, HandedIn, Publication, ReportedGame, Staff, WholeEvent, write_event
from tabletop.tournament.sealing import Sealing, Who

AT_ONCE = 100  # rows that are held at a time
OPENED = "opened from a file"  # a step that a copy has alone: it was made of a file


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
        sits_out=tuple(row.sits_out),
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


def whole_event(row: models.Tournament) -> WholeEvent:
    """The event with all that is kept of it, but for drafts, the preview of a round, and who has which link."""
    people = list(row.participants.all())
    players = [each for each in people if each.is_player]
    rounds = list(row.rounds.exclude(published_at=None))
    refs = {each.pk: each.ref for each in people}
    hand_ins = models.HandIn.objects.filter(participant__event=row).exclude(state=models.ListState.DRAFT)
    agreed = event_in(row, players, rounds)
    return WholeEvent(
        **{name: getattr(agreed, name) for name in agreed.__struct_fields__},
        rules=row.rules,
        sealing=sealing_in(row),
        staff=tuple(
            Staff(ref=each.ref, name=each.name, role=each.role)  # type: ignore[arg-type]
            for each in people
            if each.role in (models.Role.JUDGE, models.Role.HELPER)
        ),
        late={each.ref: each.open_until for each in players if each.open_until is not None},
        lists=tuple(
            _handed_in(each, refs[each.participant_id])
            for each in hand_ins.order_by("participant_id", "number").iterator(chunk_size=AT_ONCE)
        ),
        published=tuple(
            Publication(at=each.published_at, ends=each.ends_at, left=each.left)
            for each in rounds
            if each.published_at is not None
        ),
        reports=tuple(
            ReportedGame(round=each.round.number, player=refs[each.participant_id], at=each.at, result=result_in(each))
            for each in models.Report.objects.filter(round__in=rounds).select_related("round").order_by("pk")
        ),
        steps=tuple(
            Done(
                what=each.what,
                at=each.at,
                by=each.by,
                of=refs.get(each.participant_id or 0),
                number=each.number,
                why=each.why,
            )
            for each in row.steps.exclude(what=OPENED).order_by("pk").iterator(chunk_size=AT_ONCE)
        ),
    )


def _handed_in(row: models.HandIn, ref: str) -> HandedIn:
    roster = roster_in_hand(row)
    return HandedIn(
        player=ref,
        number=row.number,
        state=row.state,  # type: ignore[arg-type]
        at=row.at,
        by_staff=row.by_staff,
        comment=row.comment,
        digest=row.digest,
        basis=row.basis,
        roster=None if roster is None else plain(roster),
        judged=plain(judged_in(row)),
    )


def event_file(row: models.Tournament) -> bytes:
    """The event as its staff hand it on, as its file `muster-event/1`."""
    return write_event(whole_event(row))
