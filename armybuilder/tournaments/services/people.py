"""Letting people in to an event and out of it, and their links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import reduce
from itertools import count
from typing import Any

from django.db import transaction

from armybuilder.core.bounds import bytes_of
from armybuilder.core.revisions import StaleError, lock_present_row
from armybuilder.sharing.models import new_token
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Participant, Role, Round, Tournament
from armybuilder.tournaments.services.events import MOST_PEOPLE
from armybuilder.tournaments.services.rounds import change_newest, check_rounds, played_event, save_newest
from armybuilder.tournaments.services.steps import (
    grow,
    lock_place,
    needed_reason,
    note,
    note_all,
    one_line,
    set_fields,
)
from armybuilder.tournaments.snapshots import mark_of, round_in
from tabletop.decoding import MalformedError, converted
from tabletop.tournament.by_hand import with_late_player, without_player
from tabletop.tournament.event import Event, Player
from tabletop.tournament.file import OWN_REFS
from tabletop.tournament.pairings import UnpairableError


@transaction.atomic
def add_people(
    *,
    row: Tournament,
    people: Iterable[tuple[str, str]],
    role: Role,
    by: Participant,
    into_round: bool = False,
    why: str = "",
) -> int:
    """A place for each name and club; how many. Players play from the next round on, or are let into the newest one.

    MalformedError for a name that can't be one, for too many, and where nobody can be let in.
    """
    lock_present_row(row)
    wanted = list(people)
    refs = set(row.participants.values_list("ref", flat=True))
    if len(refs) - len(OWN_REFS) + len(wanted) > MOST_PEOPLE:
        raise MalformedError("names", f"an event has at most {MOST_PEOPLE:,} people, with those who left")
    joined = row.rounds.exclude(published_at=None).count() + 1 if role == Role.PLAYER else 1
    numbers = (f"p{number}" for number in count(len(refs) - len(OWN_REFS) + 1))
    free = (ref for ref in numbers if ref not in refs)
    stated = [
        {"ref": ref, "name": name, "club": club, "joined": joined}
        for (name, club), ref in zip(wanted, free, strict=False)
    ]
    players = converted(stated, list[Player])
    if into_round and role == Role.PLAYER:
        players = _let_in(row, players, why, by)
    made = [
        Participant(event=row, role=role, ref=each.ref, name=each.name, club=each.club, joined=each.joined)
        for each in players
    ]
    Participant.objects.bulk_create(made)
    grow(row, sum(bytes_of({"name": each.name, "club": each.club}) for each in made))
    note_all(row, by, "came", ((each.pk, None) for each in made))
    return len(made)


def _let_in(row: Tournament, players: list[Player], why: str, by: Participant) -> list[Player]:
    """The players as they are once they are in the newest round, which is written."""
    published = row.rounds.exclude(published_at=None).count()
    if not published or row.rounds.count() > published:
        raise MalformedError("names", "can't be let into a round now: they play in the next one")
    event = change_newest(
        row=row,
        number=published,
        seen=None,
        reason=why,
        by=by,
        change=lambda event: reduce(with_late_player, players, event),
    )
    return [event.by_ref[player.ref] for player in players]


@transaction.atomic
def change_player(*, player: Participant, version: str, fields: Mapping[str, Any], by: Participant) -> None:
    """Another name, club, company or ranking of a player, on what the page showed (`version`, by `mark_of_player`).

    MalformedError where a published round was paired from what would change, StaleError where it has changed since.
    """
    lock_place(player)
    if mark_of_player(player) != version:
        raise StaleError(player.event)
    stated = {name: value for name, value in fields.items() if value is not None} | {"ref": player.ref}
    changed = converted(stated, Player)
    before = len(player.name) + len(player.club) + len(player.travels_with)
    set_fields(player, **{name: getattr(changed, name) for name in ("name", "club", "travels_with", "ranking")})
    check_rounds(player.event, "club", "or ranking is what round {} was paired from, and stays")
    grow(player.event, len(changed.name) + len(changed.club) + len(changed.travels_with) - before)
    note(player.event, by, "changed", player)


def mark_of_player(player: Participant) -> str:
    """What tells whether a player was changed since a page was made."""
    return mark_of([player.name, player.club, player.travels_with, player.ranking])


@transaction.atomic
def drop_player(*, player: Participant, by: Participant, now: bool = False, why: str = "") -> None:
    """The player leaves after the newest published round, or `now`, before its game; once more changes nothing.

    Leaving now changes the round by hand and needs a reason; MalformedError where the game has a result already.
    """
    lock_place(player)
    if player.dropped_after is not None:
        return
    row = player.event
    rounds = queries.published_rounds(row)
    if now and rounds:
        if rounds[-1].reports.filter(participant__ref__in=_game(rounds[-1], player.ref)).exists():
            raise MalformedError("player", "has a game with a result: let it count, or clear it first")
        reason = needed_reason(why)
        event = _changed(lambda: without_player(played_event(row, rounds), player.ref))
        save_newest(row, rounds[-1], event)
        dropped = event.by_ref[player.ref].dropped_after
        note(row, by, "changed by hand", number=len(rounds), why=reason)
    else:
        dropped = len(rounds)
    set_fields(player, dropped_after=dropped)
    note(row, by, "left", player, why=one_line(why))


def _game(row: Round, ref: str) -> tuple[str, ...]:
    return next((pairing.players for pairing in round_in(row).pairings if ref in pairing.players), ())


def _changed(change: Callable[[], Event]) -> Event:
    try:
        return change()
    except UnpairableError as error:
        raise MalformedError("player", str(error)) from error


@transaction.atomic
def take_back_player(*, player: Participant, by: Participant) -> None:
    """The player is there again, from the next round on; rounds that were published meanwhile they have sat out."""
    lock_place(player)
    if player.dropped_after is None:
        return
    missed = range(player.dropped_after + 1, len(queries.published_rounds(player.event)) + 1)
    sits_out = sorted({*player.sits_out, *(number for number in missed if number >= player.joined)})
    set_fields(player, dropped_after=None, sits_out=sits_out)
    note(player.event, by, "back", player)


@transaction.atomic
def renew_link(*, participant: Participant, by: Participant) -> None:
    """Another link; the old one leads nowhere from now on."""
    lock_place(participant)
    set_fields(participant, token=new_token(), seen_at=None)
    note(participant.event, by, "link", participant)


@transaction.atomic
def open_for(*, player: Participant, until: datetime | None, by: Participant, why: str = "") -> None:
    """Take a list of this player alone until then; None: as from everybody."""
    lock_place(player)
    set_fields(player, open_until=until)
    note(player.event, by, "opened" if until else "closed", player, why=why)
