"""Events for tests, kept for their owners, with a judge's link and a player whose list is in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.games import References
from armybuilder.core.models import Visitor
from armybuilder.models import HandIn, Participant, Tournament
from armybuilder.tournaments import services
from armybuilder.tournaments.judging import judged_of
from armybuilder.tournaments.models import Role
from tabletop.tournament.event import Event
from tabletop.tournament.sealing import Sealing
from tests.visitors import OWNER, RAIDERS

EVENT_CODE, EVENT_TOKEN = "frostgate-open", "JudgeOfTests"
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
    row = services.create_event(
        visitor=visitor,
        organiser="leonie",
        event=replace(FROSTGATE, name=name),
        sealing=sealing or a_sealing(),
        rules="",
    )
    Tournament.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    organiser = place(row, "organiser")
    services.add_people(row=row, people=[(player, "Oak and Iron")], role=Role.PLAYER, by=organiser)
    services.add_people(row=row, people=[("Judith", "")], role=Role.JUDGE, by=organiser)
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
    draft = services.keep_draft(player=player, judged=judged, by=player)
    return services.hand_in(player=player, draft=draft.pk, by=player)
