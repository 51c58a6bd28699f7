"""Results: one player reports, the other says the same, and it counts. Where they differ, a judge decides.

A result that counts is changed only with a reason, and what it was stays beside it. A result that comes after the next
round was published is noted as such, so that this one can still be proved from what was known then.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.bounds import bytes_of
from armybuilder.core.revisions import StaleError, lock_present_row, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Participant, Report, Round, Tournament
from armybuilder.tournaments.services.steps import grow, needed_reason, note, one_line, set_fields
from armybuilder.tournaments.snapshots import mark_of, result_in, round_in, sealing_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Correction, Pairing, Result, check_result

MOST_CORRECTIONS = 100
LATE = "Came after the next round was published"


class LockedError(Exception):
    """The result counts already, or the event is over; nothing was written."""


@transaction.atomic
def report(*, row: Tournament, number: int, player: Participant, result: Result, seen: str) -> bool:
    """What a player says of the own game, in the order of its pairing; whether it counts now, as both say the same.

    StaleError where the opponent has said something else than the page showed (`seen`), LockedError where the result
    counts already, MalformedError where the scoring knows no such result.
    """
    lock_present_row(row)
    kept, place = _game_of(row, number, player.ref)
    game = round_in(kept).pairings[place]
    if sealing_in(row).ended is not None or (game.result is not None and game.result.confirmed):
        raise LockedError
    check_result(settings_in(row).scoring, result)
    reports = queries.reports_of(kept)
    other = next((reports[ref] for ref in game.players if ref != player.ref and ref in reports), None)
    if seen != (mark_of(other.result) if other else ""):
        raise StaleError(row)
    said = plain(replace(result, confirmed=True))
    grow(row, bytes_of({"result": said}) if player.ref not in reports else 0)
    Report.objects.update_or_create(round=kept, participant=player, defaults={"result": said, "at": timezone.now()})
    agreed = other is not None and result_in(other) == replace(result, confirmed=True)
    first = result_in(other) if other else result
    _write(row, kept, place, replace(first, confirmed=agreed))
    note(row, player, "confirmed" if agreed else "reported", player, number=number)
    return agreed


@transaction.atomic
def decide(
    *, row: Tournament, number: int, ref: str, result: Result | None, seen: str, reason: str = "", by: Participant
) -> None:
    """What staff enter of a game, and it counts; None: it has no result. What counted before is changed with a reason.

    StaleError where the game isn't what was seen, MalformedError for an unknown result and for a missing reason.
    """
    lock_present_row(row)
    kept, place = _game_of(row, number, ref)
    game = round_in(kept).pairings[place]
    if mark_of(plain(game)) != seen:
        raise StaleError(row)
    if result is not None:
        check_result(settings_in(row).scoring, result)
        result = replace(result, confirmed=True)
    if game.result == result:
        return
    counted = game.result is not None and game.result.confirmed
    reason = needed_reason(reason) if counted else one_line(reason)
    if result is None:
        kept.reports.filter(participant__ref__in=game.players).delete()
    _write(row, kept, place, result, reason=reason)
    whom = queries.players_of(row).filter(ref=game.players[0]).first()
    note(row, by, "corrected" if counted else "entered", whom, number=number, why=reason)


def _game_of(row: Tournament, number: int, ref: str) -> tuple[Round, int]:
    """The published round of a number and the place of a player's game in it; MalformedError where there is none."""
    kept = row.rounds.exclude(published_at=None).filter(number=number).first()
    pairings = round_in(kept).pairings if kept else ()
    place = next((place for place, pairing in enumerate(pairings) if ref in pairing.players), None)
    if kept is None or place is None:
        raise MalformedError("round", "has no such game")
    if len(pairings[place].players) == 1:
        raise MalformedError("result", "a bye has no result")
    return kept, place


def _write(row: Tournament, kept: Round, place: int, result: Result | None, reason: str = "") -> None:
    """Put a result into the round's content; what others were paired from is kept beside it."""
    paired = round_in(kept)
    pairings = list(paired.pairings)
    newest = row.rounds.exclude(published_at=None).count()
    pairings[place] = _with_result(pairings[place], kept.number, newest, result, reason)
    content = plain(replace(paired, pairings=tuple(pairings)))
    grow(row, bytes_of({"content": content}) - bytes_of({"content": kept.content}))
    set_fields(kept, content=content)


def _with_result(game: Pairing, number: int, newest: int, result: Result | None, reason: str) -> Pairing:
    counted = game.result is not None and game.result.confirmed
    if not counted and (newest == number or result is None or not result.confirmed):
        return replace(game, result=result)
    if len(game.corrections) >= MOST_CORRECTIONS:
        raise MalformedError("result", f"was corrected {MOST_CORRECTIONS} times, and no more is kept")
    was = game.result if counted else None
    old = Correction(was=was, after=newest, reason=reason or LATE)
    return replace(game, result=result, corrections=(*game.corrections, old))
