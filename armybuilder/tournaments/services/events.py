"""Founding events, agreeing on something else, revealing the lists and ending."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from msgspec import to_builtins
from msgspec.structs import replace

from armybuilder.core.bounds import bytes_of
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import check_version, create_row, lock_present_row, plain
from armybuilder.tournaments.models import Participant, Role, Round, Tournament
from armybuilder.tournaments.services.rounds import check_rounds
from armybuilder.tournaments.services.steps import grow, note
from armybuilder.tournaments.snapshots import sealing_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Event
from tabletop.tournament.proofs import unfit_rounds
from tabletop.tournament.sealing import Sealing

EVERYBODY = "Everybody"
OWN_REFS = ("organiser", "everybody")
MOST_PEOPLE = 1000  # at an event, with those who left


@transaction.atomic
def create_event(*, visitor: Visitor, organiser: str, event: Event, sealing: Sealing, rules: str) -> Tournament:
    """An event with the places of its organiser and of everybody who watches; NoRoomError where there are too many."""
    row = create_row(Tournament, visitor, name=event.name, content=plain(event), sealing=plain(sealing), rules=rules)
    Participant.objects.create(event=row, role=Role.ORGANISER, ref=OWN_REFS[0], name=organiser[:120])
    Participant.objects.create(event=row, role=Role.WATCHER, ref=OWN_REFS[1], name=EVERYBODY)
    return row


@transaction.atomic
def save_event(*, row: Tournament, version: int, event: Event, sealing: Sealing, rules: str, by: Participant) -> None:
    """Agree on something else, on the version that was changed; StaleError, and then nothing is written.

    MalformedError where a published round was paired by what would change.
    """
    check_version(lock_present_row(row), version)
    before = sealing_in(row)
    kept = replace(sealing, ended=before.ended)
    fields = {"name": event.name, "content": plain(event), "sealing": plain(kept), "rules": rules}
    if all(getattr(row, name) == value for name, value in fields.items()):
        return
    content_changed = row.content != fields["content"]
    grow(row, max(bytes_of(fields) - bytes_of({name: getattr(row, name) for name in fields}), 0), **fields)
    if content_changed:
        check_rounds(row, "settings", "of pairing and scoring are what round {} was paired by, and stay")
    note(row, by, "settings")


@transaction.atomic
def reveal_now(*, row: Tournament, by: Participant) -> None:
    """Show the lists from now on; the hand-in closes with it."""
    lock_present_row(row)
    sealing, now = sealing_in(row), timezone.now()
    if sealing.is_revealed(now):
        return
    closes = now if sealing.closes is None or sealing.closes > now else sealing.closes
    grow(row, 0, sealing=plain(replace(sealing, closes=closes, reveals=now)))
    note(row, by, "revealed")


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


@transaction.atomic
def open_event(*, visitor: Visitor, organiser: str, event: Event) -> Tournament:
    """An event as its file tells it: players with links of their own, rounds published, nothing sealed yet.

    MalformedError where it has too many players, a ref that we need ourselves, or a round that was paired from
    something else than the file says; NoRoomError where the visitor keeps too much.
    """
    if len(event.players) > MOST_PEOPLE:
        raise MalformedError("players", f"are {len(event.players):,}; at most {MOST_PEOPLE:,} are kept here")
    for number, player in enumerate(event.players):
        if player.ref in OWN_REFS:
            raise MalformedError(f"players[{number}].ref", f"“{player.ref}” is a ref that we need ourselves")
    for number in unfit_rounds(event):
        place = f"rounds[{number - 1}].certificate.inputs"
        raise MalformedError(place, "isn't the digest of what the round was paired from")
    settings = replace(event, players=(), rounds=())
    row = create_event(visitor=visitor, organiser=organiser, event=settings, sealing=Sealing(), rules="")
    Participant.objects.bulk_create(
        Participant(event=row, role=Role.PLAYER, **to_builtins(player)) for player in event.players
    )
    now = timezone.now()
    contents = [plain(paired) for paired in event.rounds]
    Round.objects.bulk_create(
        Round(event=row, number=number, content=content, published_at=now) for number, content in enumerate(contents, 1)
    )
    people = sum(bytes_of({"name": player.name, "club": player.club}) for player in event.players)
    grow(row, people + sum(bytes_of({"content": content}) for content in contents))
    note(row, row.participants.get(role=Role.ORGANISER), "opened from a file")
    return row
