"""What every step at an event has: the lock of its row, the line that says who did it, and the bytes it adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import F
from django.utils import timezone

from armybuilder.core.bounds import no_room, with_room_for
from armybuilder.core.revisions import lock_present_row
from armybuilder.tournaments.models import HandIn, Participant, Round, Step, Tournament
from tabletop.decoding import MalformedError, converted
from tabletop.values import Text, Value

LONGEST_BY = 140


def lock_place(participant: Participant) -> None:
    """The participant refetched once the event is locked; StaleError for a deleted event."""
    event = lock_present_row(participant.event)
    participant.refresh_from_db()
    participant.event = event


def set_fields(row: Participant | HandIn | Round, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=[*fields])


def note(
    row: Tournament,
    by: Participant,
    what: str,
    whom: Participant | None = None,
    *,
    number: int | None = None,
    why: str = "",
) -> None:
    note_all(row, by, what, [(whom.pk if whom else None, number)], why=why)


def note_all(
    row: Tournament, by: Participant, what: str, about: Iterable[tuple[int | None, int | None]], *, why: str = ""
) -> None:
    """The same line for each of these places, by keys, and lists or rounds, by numbers; in one statement."""
    who, now = f"{by.name[:100]} ({by.get_role_display().lower()})"[:LONGEST_BY], timezone.now()
    Step.objects.bulk_create(
        Step(event=row, participant_id=whom, what=what, number=number, by=who, at=now, why=why)
        for whom, number in about
    )


class Reason(Value, frozen=True, kw_only=True):
    """Why something was done, in one line."""

    reason: Text = ""


def one_line(text: str) -> str:
    """A reason without breaks, as events keep it; MalformedError where it is too long or holds what no line holds."""
    return converted({"reason": " ".join(text.split())}, Reason).reason


def needed_reason(text: str) -> str:
    """A reason in one line; MalformedError where there is none."""
    if not text.strip():
        raise MalformedError("reason", "is missing: what is published or counts isn't changed without one")
    return one_line(text)


def grow(row: Tournament, more: int, **fields: Any) -> None:
    """Count bytes to the event and set its fields; NoRoomError where its owner keeps too much."""
    changed: dict[str, Any] = {"size": F("size") + more, "updated_at": timezone.now()} | fields
    if fields:
        changed["version"] = F("version") + 1
    if not with_room_for(row, more, Tournament.objects.filter(pk=row.pk)).update(**changed):
        raise no_room(row)
    row.refresh_from_db()
