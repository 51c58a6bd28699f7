"""Founding events, agreeing on something else, revealing the lists and ending."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.bounds import bytes_of
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import check_version, create_row, lock_present_row, plain
from armybuilder.tournaments.models import Participant, Role, Tournament
from armybuilder.tournaments.services import mails
from armybuilder.tournaments.services.rounds import check_rounds
from armybuilder.tournaments.services.steps import grow, note
from armybuilder.tournaments.snapshots import sealing_in
from tabletop.tournament.event import Event
from tabletop.tournament.file import OWN_REFS
from tabletop.tournament.sealing import Sealing

EVERYBODY = "Everybody"
MOST_PEOPLE = 1000  # at an event, with those who left


@transaction.atomic
def create_event(
    *,
    visitor: Visitor,
    organiser: str,
    event: Event,
    sealing: Sealing,
    rules: str,
    with_mails: bool = False,
    site: str = "",
) -> Tournament:
    """An event with the places of its organiser and of everybody who watches; NoRoomError where there are too many."""
    fields = {"content": plain(event), "sealing": plain(sealing), "rules": rules, "mails": with_mails}
    row = create_row(Tournament, visitor, name=event.name, **fields)
    Participant.objects.create(event=row, role=Role.ORGANISER, ref=OWN_REFS[0], name=organiser[:120])
    Participant.objects.create(event=row, role=Role.WATCHER, ref=OWN_REFS[1], name=EVERYBODY)
    mails.lists_revealed(row, site)
    return row


@transaction.atomic
def save_event(
    *,
    row: Tournament,
    version: int,
    event: Event,
    sealing: Sealing,
    rules: str,
    by: Participant,
    with_mails: bool = False,
    site: str = "",
) -> None:
    """Agree on something else, on the version that was changed; StaleError, and then nothing is written.

    MalformedError where a published round was paired by what would change.
    """
    check_version(lock_present_row(row), version)
    before = sealing_in(row)
    kept = replace(sealing, ended=before.ended)
    fields = {"name": event.name, "content": plain(event), "sealing": plain(kept), "rules": rules, "mails": with_mails}
    if all(getattr(row, name) == value for name, value in fields.items()):
        return
    content_changed = row.content != fields["content"]
    grow(row, max(bytes_of(fields) - bytes_of({name: getattr(row, name) for name in fields}), 0), **fields)
    if content_changed:
        check_rounds(row, "settings", "of pairing and scoring are what round {} was paired by, and stay")
    note(row, by, "settings")
    if sealing.reveals != before.reveals or with_mails:
        mails.lists_revealed(row, site)


@transaction.atomic
def reveal_now(*, row: Tournament, by: Participant, site: str = "") -> None:
    """Show the lists from now on, and mail players; the hand-in closes with it."""
    lock_present_row(row)
    sealing, now = sealing_in(row), timezone.now()
    if sealing.is_revealed(now):
        return
    closes = now if sealing.closes is None or sealing.closes > now else sealing.closes
    grow(row, 0, sealing=plain(replace(sealing, closes=closes, reveals=now)))
    note(row, by, "revealed")
    mails.lists_revealed(row, site)


@transaction.atomic
def end_event(*, row: Tournament, by: Participant, is_over: bool = True) -> None:
    """Say that the event is over, or that it goes on."""
    lock_present_row(row)
    sealing = sealing_in(row)
    if (sealing.ended is not None) == is_over:
        return
    ended = timezone.now() if is_over else None
    grow(row, 0, sealing=plain(replace(sealing, ended=ended)))
    note(row, by, "ended" if is_over else "goes on")
