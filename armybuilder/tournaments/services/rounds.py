"""Rounds: paired as a preview that staff alone see, changed by hand, published, and the clock of each.

A round is published as its preview was looked at (`seen`), and only while it is still paired from what the event says:
who plays, what they did before. Published rounds stay as they are. The newest one, as long as none of its games has a
result, may be changed by hand or taken back to be paired again; both ask for a reason.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.bounds import bytes_of
from armybuilder.core.revisions import StaleError, lock_present_row, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Participant, Round, Tournament
from armybuilder.tournaments.services import mails
from armybuilder.tournaments.services.steps import grow, needed_reason, note, set_fields
from armybuilder.tournaments.snapshots import event_in, mark_of, round_in, sealing_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.by_hand import swapped
from tabletop.tournament.event import Event
from tabletop.tournament.event import Round as PairedRound
from tabletop.tournament.pairings import Players, UnpairableError, pair_round
from tabletop.tournament.proofs import unfit_rounds

MOST_MINUTES = 1440


def played_event(row: Tournament, rounds: Iterable[Round] | None = None) -> Event:
    """An event with its players and its published rounds, or with these."""
    return event_in(row, queries.players_of(row), queries.published_rounds(row) if rounds is None else rounds)


@transaction.atomic
def pair_next(*, row: Tournament, seen: str, kept: Iterable[Players] = (), seed: str = "", by: Participant) -> Round:
    """The next round as a preview, in place of the one that there is; pairs and byes of `kept` stand in it.

    Without a seed one is drawn. StaleError where another preview is there than was seen, MalformedError where the
    event is over, all its rounds are played, or what is put by hand isn't possible.
    """
    lock_present_row(row)
    event, number, preview = next_round(row, seen)
    try:
        paired = pair_round(event, number, seed or new_seed(number), kept=kept)
    except UnpairableError as error:
        raise MalformedError("pairings", str(error)) from error
    return keep_preview(row, number, preview, paired)


def next_round(row: Tournament, seen: str) -> tuple[Event, int, Round | None]:
    """What the next round is paired from, its number, and the preview that there is of it; errors as of `pair_next`."""
    rounds = queries.rounds_of(row)
    preview = rounds.pop() if rounds and rounds[-1].published_at is None else None
    if seen != (mark_of(preview.content) if preview else ""):
        raise StaleError(row)
    event, number = played_event(row, rounds), len(rounds) + 1
    _check_next(row, event, number)
    return event, number, preview


def keep_preview(row: Tournament, number: int, preview: Round | None, paired: PairedRound) -> Round:
    """Write a round as the preview, in place of the one that there is."""
    content = plain(paired)
    grow(row, bytes_of({"content": content}) - (bytes_of({"content": preview.content}) if preview else 0))
    if preview is None:
        return Round.objects.create(event=row, number=number, content=content)
    set_fields(preview, content=content)
    return preview


def new_seed(number: int) -> str:
    """A seed that nobody can foresee, with the number of the round."""
    return f"round-{number}-{secrets.token_hex(4)}"


@transaction.atomic
def publish(*, row: Tournament, number: int, seen: str, by: Participant, site: str = "") -> Round:
    """Show the preview to everybody who may see pairings, and mail players; once more changes nothing.

    StaleError where it isn't what was seen any more, MalformedError where results or players have changed since it was
    paired.
    """
    lock_present_row(row)
    rounds = queries.rounds_of(row)
    last = next((each for each in rounds if each.number == number), None)
    if last is None or mark_of(last.content) != seen:
        raise StaleError(row)
    if last.published_at is not None:
        return last
    if is_outdated(played_event(row, rounds)):
        raise MalformedError("round", "was paired from something else: players or results have changed. Pair it again")
    set_fields(last, published_at=timezone.now(), ends_at=None, left=None)
    note(row, by, "published", number=number)
    grow(row, 0)
    mails.round_published(row, number, site)
    return last


def check_rounds(row: Tournament, field: str, reason: str) -> None:
    """MalformedError where a published round isn't paired from what the rows say by now; `reason` takes its number."""
    unfit = unfit_rounds(played_event(row))
    if unfit:
        raise MalformedError(field, reason.format(unfit[0]))


def is_outdated(event: Event) -> bool:
    """Whether the newest round of an event was paired from something else than it says by now."""
    return len(event.rounds) in unfit_rounds(event)


@transaction.atomic
def take_back(*, row: Tournament, number: int, reason: str, by: Participant) -> None:
    """Make a preview of the newest round again; MalformedError where that isn't possible or no reason is given."""
    lock_present_row(row)
    last = _newest(row, number)
    if last.published_at is None:
        return
    reason = needed_reason(reason)
    if last.reports.exists() or any(pairing.result or pairing.corrections for pairing in round_in(last).pairings):
        raise MalformedError("round", "has results already: what is played isn't paired again")
    set_fields(last, published_at=None, ends_at=None, left=None)
    note(row, by, "taken back", number=number, why=f"{reason} (Its seed was {round_in(last).seed}.)")


@transaction.atomic
def swap(*, row: Tournament, number: int, one: str, other: str, seen: str, reason: str, by: Participant) -> None:
    """Two players of the newest round in each other's place, with a reason where it is published.

    StaleError where the round isn't what was seen, MalformedError where the swap isn't possible.
    """
    change_newest(row=row, number=number, seen=seen, reason=reason, by=by, change=lambda it: swapped(it, one, other))


@transaction.atomic
def change_newest(
    *, row: Tournament, number: int, seen: str | None, reason: str, by: Participant, change: Callable[[Event], Event]
) -> Event:
    """The newest round changed by hand, the event with it; what a change needs is said at `swap`."""
    lock_present_row(row)
    last = _newest(row, number)
    if seen is not None and mark_of(last.content) != seen:
        raise StaleError(row)
    if last.published_at is not None:
        reason = needed_reason(reason)
    try:
        event = change(played_event(row, queries.rounds_of(row)))
    except UnpairableError as error:
        raise MalformedError("pairings", str(error)) from error
    save_newest(row, last, event)
    note(row, by, "changed by hand", number=number, why=reason)
    return event


def save_newest(row: Tournament, last: Round, event: Event) -> None:
    """Write the newest round as an event has it."""
    content = plain(event.rounds[-1])
    grow(row, bytes_of({"content": content}) - bytes_of({"content": last.content}))
    set_fields(last, content=content)


@transaction.atomic
def run_clock(*, row: Tournament, number: int, do: str, minutes: int = 0, by: Participant) -> None:
    """Start the clock of a published round with so many minutes, stop it, let it go on, or add minutes."""
    lock_present_row(row)
    last = row.rounds.exclude(published_at=None).filter(number=number).first()
    now = timezone.now()
    if last is None or not 0 <= minutes <= MOST_MINUTES:
        raise MalformedError("minutes", f"must be from 0 to {MOST_MINUTES:,}, of a published round")
    ends, left = last.ends_at, last.left
    match do:
        case "start":
            ends, left = now + timedelta(minutes=minutes), None
        case "stop" if ends is not None:
            left = max(int((ends - now).total_seconds()), 0)
            ends = None
        case "go on" if left is not None:
            ends, left = now + timedelta(seconds=left), None
        case "add" if ends is not None:
            ends = max(ends, now) + timedelta(minutes=minutes)
        case "add" if left is not None:
            left += 60 * minutes
    if (ends, left) != (last.ends_at, last.left):
        set_fields(last, ends_at=ends, left=left)
        note(row, by, f"clock: {do}", number=number)


def _check_next(row: Tournament, event: Event, number: int) -> None:
    if sealing_in(row).ended is not None:
        raise MalformedError("round", "isn't paired any more: the event is over")
    if number > event.planned_rounds:
        raise MalformedError("round", f"{number} isn't planned: the settings say {event.planned_rounds}")
    if len(event.playing(number)) < 2:
        raise MalformedError("round", "needs two players at least")


def _newest(row: Tournament, number: int) -> Round:
    last = row.rounds.order_by("-number").first()
    if last is None or last.number != number:
        raise StaleError(row)
    return last


@transaction.atomic
def challenge(*, row: Tournament, one: str, other: str, by: Participant) -> None:
    """Let two meet in the first round, in place of challenges that either had; MalformedError after that round."""
    pairs = [pair for pair in _challenges(row) if not {one, other} & set(pair)]
    _set_challenges(row, (*pairs, (one, other)), by)


@transaction.atomic
def clear_challenges(*, row: Tournament, by: Participant) -> None:
    """Nobody has challenged anybody."""
    _set_challenges(row, (), by)


def _challenges(row: Tournament) -> tuple[tuple[str, str], ...]:
    lock_present_row(row)
    return settings_in(row).challenges


def _set_challenges(row: Tournament, pairs: tuple[tuple[str, str], ...], by: Participant) -> None:
    lock_present_row(row)
    if row.rounds.exclude(published_at=None).exists():
        raise MalformedError("challenges", "are of the first round, and that is published")
    agreed = replace(settings_in(row), challenges=pairs)
    replace(agreed, players=played_event(row, ()).players).check()
    grow(row, bytes_of({"pairs": plain(pairs)}), content=plain(agreed))
    note(row, by, "challenges")
