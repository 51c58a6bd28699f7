"""Founding events, letting people in, and the way of a list from its draft to its approval.

Every step is one transaction under a lock of the event's row, and leaves a line that says who did it, when and why.
Whether it is too late is decided there, by the clock of that moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.bounds import bytes_of, no_room, with_room_for
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import StaleError, check_version, create_row, lock_present_row, plain
from armybuilder.sharing.models import new_token
from armybuilder.tournaments.judging import Judged
from armybuilder.tournaments.models import HandIn, ListState, Participant, Role, Step, Tournament
from armybuilder.tournaments.queries import HANDED_IN
from armybuilder.tournaments.snapshots import judged_in, sealing_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Event, Player
from tabletop.tournament.sealing import Sealing

MOST_PEOPLE = 1000  # at an event, with those who left
MOST_LISTS = 30  # that one player may hand in, one after the other
LONGEST_COMMENT = 4000
LONGEST_BY = 140
EVERYBODY = "Everybody"
FIRST_PLACES = 2  # of the organiser and of everybody who watches


class TooLateError(Exception):
    """The hand-in is over for this player; nothing was written."""


@transaction.atomic
def create_event(*, visitor: Visitor, organiser: str, event: Event, sealing: Sealing, rules: str) -> Tournament:
    """An event with the places of its organiser and of everybody who watches; NoRoomError where there are too many."""
    row = create_row(Tournament, visitor, name=event.name, content=plain(event), sealing=plain(sealing), rules=rules)
    Participant.objects.create(event=row, role=Role.ORGANISER, ref="organiser", name=organiser[:120])
    Participant.objects.create(event=row, role=Role.WATCHER, ref="everybody", name=EVERYBODY)
    return row


@transaction.atomic
def save_event(*, row: Tournament, version: int, event: Event, sealing: Sealing, rules: str, by: Participant) -> None:
    """Agree on something else, on the version that was changed; StaleError, and then nothing is written."""
    check_version(lock_present_row(row), version)
    before = sealing_in(row)
    kept = replace(sealing, ended=before.ended)
    fields = {"name": event.name, "content": plain(event), "sealing": plain(kept), "rules": rules}
    if all(getattr(row, name) == value for name, value in fields.items()):
        return
    _grow(row, max(bytes_of(fields) - bytes_of({name: getattr(row, name) for name in fields}), 0), **fields)
    _note(row, by, "settings")


@transaction.atomic
def reveal_now(*, row: Tournament, by: Participant) -> None:
    """Show the lists from now on; the hand-in closes with it."""
    lock_present_row(row)
    sealing, now = sealing_in(row), timezone.now()
    if sealing.is_revealed(now):
        return
    closes = now if sealing.closes is None or sealing.closes > now else sealing.closes
    _grow(row, 0, sealing=plain(replace(sealing, closes=closes, reveals=now)))
    _note(row, by, "revealed")


@transaction.atomic
def end_event(*, row: Tournament, by: Participant, is_over: bool = True) -> None:
    """Say that the event is over, or that it goes on."""
    lock_present_row(row)
    sealing = sealing_in(row)
    if (sealing.ended is not None) == is_over:
        return
    ended = timezone.now() if is_over else None
    _grow(row, 0, sealing=plain(replace(sealing, ended=ended)))
    _note(row, by, "ended" if is_over else "goes on")


@transaction.atomic
def add_people(*, row: Tournament, people: Iterable[tuple[str, str]], role: Role, by: Participant) -> int:
    """A place for each name and club; how many. MalformedError for a name that can't be one, and for too many."""
    lock_present_row(row)
    wanted = list(people)
    number = row.participants.count() - FIRST_PLACES
    if number + len(wanted) > MOST_PEOPLE:
        raise MalformedError("names", f"an event has at most {MOST_PEOPLE:,} people, with those who left")
    made = []
    for name, club in wanted:
        number += 1
        player = msgspec.convert({"ref": f"p{number}", "name": name, "club": club}, Player)
        made.append(Participant(event=row, role=role, ref=player.ref, name=player.name, club=player.club))
    Participant.objects.bulk_create(made)
    _grow(row, sum(bytes_of({"name": each.name, "club": each.club}) for each in made))
    for each in made:
        _note(row, by, "came", each)
    return len(made)


@transaction.atomic
def drop_player(*, player: Participant, by: Participant, rounds: int = 0, why: str = "") -> None:
    """The player leaves after so many rounds; once more changes nothing."""
    _locked(player)
    if player.dropped_after is None:
        _set(player, dropped_after=rounds)
        _note(player.event, by, "left", player, why=why)


@transaction.atomic
def take_back_player(*, player: Participant, by: Participant) -> None:
    """The player is there again."""
    _locked(player)
    if player.dropped_after is not None:
        _set(player, dropped_after=None)
        _note(player.event, by, "back", player)


@transaction.atomic
def renew_link(*, participant: Participant, by: Participant) -> None:
    """Another link; the old one leads nowhere from now on."""
    _locked(participant)
    _set(participant, token=new_token(), seen_at=None)
    _note(participant.event, by, "link", participant)


@transaction.atomic
def open_for(*, player: Participant, until: datetime | None, by: Participant, why: str = "") -> None:
    """Take a list of this player alone until then; None: as from everybody."""
    _locked(player)
    _set(player, open_until=until)
    _note(player.event, by, "opened" if until else "closed", player, why=why)


@transaction.atomic
def keep_draft(*, player: Participant, judged: Judged, by: Participant) -> HandIn:
    """Keep a list as a draft, in place of the draft before; the player's own only the player sees, staff's only staff.

    TooLateError where none is taken any more, MalformedError for too many, NoRoomError where the event keeps too much.
    """
    _locked(player)
    _check_open(player, by)
    freed = _throw_draft_away(player, by)
    last = player.hand_ins.order_by("-number").values_list("number", flat=True).first() or 0
    if last >= MOST_LISTS:
        raise MalformedError("list", f"is one too many: a player hands in at most {MOST_LISTS}")
    fields = {"judged": plain(judged.judged), "roster": judged.roster}
    _grow(player.event, bytes_of(fields) - freed)
    draft = {"participant": player, "number": last + 1, "by_staff": by.is_staff, **_proof(judged)}
    return HandIn.objects.create(**draft, **fields, at=timezone.now())


@transaction.atomic
def hand_in(*, player: Participant, draft: int, by: Participant) -> HandIn:
    """Hand the draft of this key in, in place of what was handed in before; it comes last of all by its number.

    StaleError where the draft is another one by now, TooLateError where none is taken any more.
    """
    _locked(player)
    _check_open(player, by)
    row = player.hand_ins.filter(pk=draft, state=ListState.DRAFT, by_staff=by.is_staff).first()
    if row is None:
        raise StaleError(player.event)
    replaced = (ListState.SUBMITTED, ListState.APPROVED)
    player.hand_ins.filter(state__in=replaced).update(state=ListState.REPLACED)
    # Staff and player number their drafts alike, and another list may have been handed in since this one was brought.
    last = player.hand_ins.exclude(pk=row.pk).order_by("-number").values_list("number", flat=True).first() or 0
    _set_list(row, number=max(row.number, last + 1), state=ListState.SUBMITTED, at=timezone.now())
    _note(player.event, by, "handed in", player, number=row.number)
    return row


@transaction.atomic
def throw_draft_away(*, player: Participant, by: Participant) -> None:
    """The draft that they made isn't there any more."""
    _locked(player)
    _grow(player.event, -_throw_draft_away(player, by))


def _throw_draft_away(player: Participant, by: Participant) -> int:
    """Delete the draft that they made; about how many bytes it took."""
    drafts = list(player.hand_ins.filter(state=ListState.DRAFT, by_staff=by.is_staff))
    HandIn.objects.filter(pk__in=[draft.pk for draft in drafts]).delete()
    return sum(bytes_of({"judged": draft.judged, "roster": draft.roster}) for draft in drafts)


@transaction.atomic
def judge(*, player: Participant, number: int, approve: bool, comment: str, by: Participant) -> HandIn:
    """Approve the list of this number, or return it with a comment, and then it stays open for this player.

    What is approved has no comment: a note that was written to return it isn't kept.

    StaleError where the player has handed in another one by now; MalformedError for a comment that is too long.
    """
    _locked(player)
    comment = "" if approve else comment
    if len(comment) > LONGEST_COMMENT:
        raise MalformedError("comment", f"has at most {LONGEST_COMMENT:,} letters")
    current = player.hand_ins.filter(state__in=HANDED_IN).order_by("-number").first()
    if current is None or current.number != number:
        raise StaleError(player.event)
    state = ListState.APPROVED if approve else ListState.RETURNED
    if current.state != state or (comment and comment != current.comment):
        _grow(player.event, len(comment))
        _set_list(current, state=state, comment=comment)
        _note(player.event, by, state.value, player, number=number, why=comment)
    return current


@transaction.atomic
def approve_legal(*, row: Tournament, by: Participant) -> int:
    """Approve every list that is legal and wholly read; how many."""
    lock_present_row(row)
    waiting = HandIn.objects.filter(participant__event=row, state=ListState.SUBMITTED).select_related("participant")
    legal = [each for each in waiting if judged_in(each).row.verdict == "legal"]
    for each in legal:
        _set_list(each, state=ListState.APPROVED)
        _note(row, by, ListState.APPROVED.value, each.participant, number=each.number)
    return len(legal)


def may_hand_in(player: Participant, current: HandIn | None, now: datetime) -> bool:
    """Whether a list is taken from this player: before the end for all, later where it was opened or returned."""
    sealing = sealing_in(player.event)
    if sealing.ended is not None or player.dropped_after is not None:
        return False
    is_late = player.open_until is not None and now < player.open_until
    is_returned = current is not None and current.state == ListState.RETURNED
    return sealing.is_open(now) or is_late or is_returned


def _check_open(player: Participant, by: Participant) -> None:
    """TooLateError where a list isn't taken; staff may bring one for a player at any time."""
    current = player.hand_ins.filter(state__in=HANDED_IN).order_by("-number").first()
    if not by.may_judge and not may_hand_in(player, current, timezone.now()):
        raise TooLateError


def _proof(judged: Judged) -> dict[str, str]:
    return {"digest": judged.digest, "basis": judged.basis}


def _locked(participant: Participant) -> None:
    """The participant refetched once the event is locked; StaleError for a deleted event."""
    event = lock_present_row(participant.event)
    participant.refresh_from_db()
    participant.event = event


def _set(participant: Participant, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(participant, name, value)
    participant.save(update_fields=[*fields])


def _set_list(row: HandIn, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=[*fields])


def _note(row: Tournament, by: Participant, what: str, whom: Participant | None = None, **more: Any) -> None:
    who = f"{by.name[:100]} ({by.get_role_display().lower()})"[:LONGEST_BY]
    Step.objects.create(event=row, participant=whom, what=what, by=who, at=timezone.now(), **more)


def _grow(row: Tournament, more: int, **fields: Any) -> None:
    """Count bytes to the event and set its fields; NoRoomError where its owner keeps too much."""
    changed: dict[str, Any] = {"size": F("size") + more, "updated_at": timezone.now()} | fields
    if fields:
        changed["version"] = F("version") + 1
    if not with_room_for(row, more, Tournament.objects.filter(pk=row.pk)).update(**changed):
        raise no_room(row)
    row.refresh_from_db()
