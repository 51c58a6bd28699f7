"""The way of a list from its draft to its approval.

Every step is one transaction under a lock of the event's row, and leaves a line that says who did it, when and why.
Whether it is too late is decided there, by the clock of that moment.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from armybuilder.core.bounds import bytes_of
from armybuilder.core.revisions import StaleError, lock_present_row, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.judging import Judged
from armybuilder.tournaments.models import HandIn, ListState, Participant, Tournament
from armybuilder.tournaments.services import mails
from armybuilder.tournaments.services.steps import grow, lock_place, note, note_all, set_fields
from armybuilder.tournaments.snapshots import sealing_in
from tabletop.decoding import MalformedError, converted
from tabletop.tournament.file import Prose
from tabletop.values import Value

MOST_LISTS = 30  # that one player may hand in, one after the other


class Comment(Value, frozen=True, kw_only=True):
    """What a judge writes to a player."""

    comment: Prose


class TooLateError(Exception):
    """The hand-in is over for this player; nothing was written."""


@transaction.atomic
def keep_draft(*, player: Participant, judged: Judged, by: Participant) -> HandIn:
    """Keep a list as a draft, in place of the draft before; the player's own only the player sees, staff's only staff.

    TooLateError where none is taken any more, MalformedError for too many, NoRoomError where the event keeps too much.
    """
    lock_place(player)
    _check_open(player, by)
    freed = _throw_draft_away(player, by)
    last = player.hand_ins.order_by("-number").values_list("number", flat=True).first() or 0
    if last >= MOST_LISTS:
        raise MalformedError("list", f"is one too many: a player hands in at most {MOST_LISTS}")
    fields = {"judged": plain(judged.judged), "roster": judged.roster}
    grow(player.event, bytes_of(fields) - freed)
    draft = {"participant": player, "number": last + 1, "by_staff": by.is_staff, **_proof(judged)}
    return HandIn.objects.create(**draft, **fields, at=timezone.now())


@transaction.atomic
def hand_in(*, player: Participant, draft: int, by: Participant) -> HandIn:
    """Hand the draft of this key in, in place of what was handed in before; it comes last of all by its number.

    StaleError where the draft is another one by now, TooLateError where none is taken any more.
    """
    lock_place(player)
    _check_open(player, by)
    row = player.hand_ins.filter(pk=draft, state=ListState.DRAFT, by_staff=by.is_staff).first()
    if row is None:
        raise StaleError(player.event)
    replaced = (ListState.SUBMITTED, ListState.APPROVED)
    player.hand_ins.filter(state__in=replaced).update(state=ListState.REPLACED)
    # Staff and player number their drafts alike, and another list may have been handed in since this one was brought.
    last = player.hand_ins.exclude(pk=row.pk).order_by("-number").values_list("number", flat=True).first() or 0
    set_fields(row, number=max(row.number, last + 1), state=ListState.SUBMITTED, at=timezone.now())
    note(player.event, by, "handed in", player, number=row.number)
    return row


@transaction.atomic
def throw_draft_away(*, player: Participant, by: Participant) -> None:
    """The draft that they made isn't there any more."""
    lock_place(player)
    grow(player.event, -_throw_draft_away(player, by))


def _throw_draft_away(player: Participant, by: Participant) -> int:
    """Delete the draft that they made; about how many bytes it took."""
    drafts = list(player.hand_ins.filter(state=ListState.DRAFT, by_staff=by.is_staff))
    HandIn.objects.filter(pk__in=[draft.pk for draft in drafts]).delete()
    return sum(bytes_of({"judged": draft.judged, "roster": draft.roster}) for draft in drafts)


@transaction.atomic
def judge(*, player: Participant, number: int, approve: bool, comment: str, by: Participant, site: str = "") -> HandIn:
    """Approve the list of this number, or return it with a comment, and then it stays open for this player.

    What is approved has no comment: a note that was written to return it isn't kept.

    StaleError where the player has handed in another one by now; MalformedError for a comment that is too long.
    """
    lock_place(player)
    comment = "" if approve else converted({"comment": comment}, Comment).comment
    current = queries.current_list_of(player)
    if current is None or current.number != number:
        raise StaleError(player.event)
    state = ListState.APPROVED if approve else ListState.RETURNED
    if current.state != state or (comment and comment != current.comment):
        grow(player.event, len(comment))
        set_fields(current, state=state, comment=comment)
        note(player.event, by, state.value, player, number=number, why=comment)
        if not approve:
            mails.list_returned(player, number, site)
    return current


@transaction.atomic
def approve_legal(*, row: Tournament, by: Participant) -> int:
    """Approve every list that is legal and wholly read; how many."""
    lock_present_row(row)
    legal = queries.legal_lists(row)
    HandIn.objects.filter(pk__in=[pk for pk, _, _ in legal]).update(state=ListState.APPROVED)
    note_all(row, by, ListState.APPROVED.value, ((player, number) for _, player, number in legal))
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
    current = queries.current_list_of(player)
    if not by.may_judge and not may_hand_in(player, current, timezone.now()):
        raise TooLateError


def _proof(judged: Judged) -> dict[str, str]:
    return {"digest": judged.digest, "basis": judged.basis}
