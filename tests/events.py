"""Events for tests, kept for their owners, with a judge's link and a player whose list is in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from msgspec import convert, to_builtins
from msgspec.structs import replace

from armybuilder.core.games import References
from armybuilder.core.models import Visitor
from armybuilder.models import HandIn, Participant, Round, Season, Tournament
from armybuilder.tournaments.judging import judged_of
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.queries import events_of
from armybuilder.tournaments.services import anew, results, rounds
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import mark_of
from tabletop.tournament.event import Event, Outcome, Result
from tabletop.tournament.sealing import Sealing
from tests.visitors import OWNER, RAIDERS

EVENT_CODE, EVENT_TOKEN = "frostgate-open", "JudgeOfTests"
PLAYER_TOKEN = "PlayerOfCup"
SEASON_CODE, SEASON_TOKEN = "north-season", "TableOfNorth"
FROSTGATE = Event(format="muster-event/1", name="Frostgate Open", game="arcana", points_limit=1000, planned_rounds=3)


def a_sealing(**fields: Any) -> Sealing:
    """Open for two days, revealed a day after."""
    now = timezone.now()
    times = {"closes": now + timedelta(days=2), "reveals": now + timedelta(days=3)}
    return replace(Sealing(), **times | fields)


def kept_event(
    *,
    visitor: Visitor = OWNER,
    code: str = EVENT_CODE,
    token: str = EVENT_TOKEN,
    name: str = "Frostgate Open",
    player: str = "Ines Almeida",
    content: bytes = RAIDERS,
    sealing: Sealing | None = None,
) -> Tournament:
    """An event under a code of the test's own: `p1` has handed a list in, `p2` is the judge with the token."""
    row = event_services.create_event(
        visitor=visitor,
        organiser="leonie",
        event=replace(FROSTGATE, name=name),
        sealing=sealing or a_sealing(),
        rules="",
    )
    Tournament.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    organiser = place(row, "organiser")
    people_services.add_people(row=row, people=[(player, "Oak and Iron")], role=Role.PLAYER, by=organiser)
    people_services.add_people(row=row, people=[("Judith", "")], role=Role.JUDGE, by=organiser)
    row.participants.filter(ref="p2").update(token=token)
    handed_in(place(row, "p1"), content)
    return row


def place(row: Tournament, ref: str) -> Participant:
    """Somebody's place at an event."""
    participant = Participant.objects.get(event=row, ref=ref)
    participant.event = row
    return participant


def handed_in(player: Participant, content: bytes = RAIDERS, name: str = "list.json") -> HandIn:
    """A list of the player's, handed in by the player."""
    judged = judged_of(player.event, name, content, References())
    draft = list_services.keep_draft(player=player, judged=judged, by=player)
    return list_services.hand_in(player=player, draft=draft.pk, by=player)


def paired_event(size: int, *, published: int, visitor: Visitor = OWNER, **agreed: Any) -> Tournament:
    """An event of so many players without lists, with so many rounds published."""
    settings = replace(FROSTGATE, planned_rounds=6) if not agreed else convert_event(agreed)
    row = event_services.create_event(
        visitor=visitor, organiser="leonie", event=settings, sealing=a_sealing(), rules=""
    )
    people = [(f"Player {number}", "") for number in range(1, size + 1)]
    people_services.add_people(row=row, people=people, role=Role.PLAYER, by=place(row, "organiser"))
    for _ in range(published):
        publish_next(row)
    return row


def convert_event(agreed: dict[str, Any]) -> Event:
    return convert(to_builtins(FROSTGATE) | {"planned_rounds": 6} | agreed, Event)


def publish_next(row: Tournament) -> Round:
    """The next round, or the preview that there is, published."""
    organiser = place(row, "organiser")
    last = row.rounds.order_by("-number").first()
    if last is None or last.published_at is not None:
        last = rounds.pair_next(row=row, seen="", by=organiser)
    return rounds.publish(row=row, number=last.number, seen=mark_of(last.content), by=organiser)


def newest(row: Tournament) -> Round:
    return row.rounds.order_by("-number")[0]


def kept_game(*, visitor: Visitor = OWNER) -> Tournament:
    """An event of two in its first round, paired from a seed of the test's own: `p1` comes in by `PLAYER_TOKEN`."""
    row = kept_event(visitor=visitor, code="frostgate-cup", token="JudgeOfTheCup")
    organiser = place(row, "organiser")
    people_services.add_people(row=row, people=[("Marek Dvorak", "")], role=Role.PLAYER, by=organiser)
    row.participants.filter(ref="p1").update(token=PLAYER_TOKEN)
    paired = rounds.pair_next(row=row, seen="", seed="frostgate-1", by=organiser)
    rounds.publish(row=row, number=1, seen=mark_of(paired.content), by=organiser)
    return row


def reported_event(*, visitor: Visitor = OWNER) -> Tournament:
    """An event of two in whose first round one has reported a draw, and whose lists were judged anew.

    A worker has begun to pair its next round.
    """
    row = kept_game(visitor=visitor)
    row.pairing_jobs.create(number=2, seed="round-2", total=2, heartbeat_at=timezone.now())
    results.report(row=row, number=1, player=place(row, "p1"), result=Result(outcome=Outcome.DRAW), seen="")
    anew.begin(row=row, by=place(row, "organiser"))
    return row


def kept_season(*, visitor: Visitor = OWNER, code: str = SEASON_CODE, token: str = SEASON_TOKEN) -> Season:
    """A season of the visitor's events, under a code and a token of the test's own."""
    owner = {"browser": visitor.browser, "owner_id": visitor.account}
    season = Season.objects.create(**owner, code=code, token=token, name="Northern Season")
    season.events.set(events_of(visitor))
    return season
