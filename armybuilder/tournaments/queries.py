"""Queries of events: of one owner, or by the link of somebody who takes part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from msgspec import convert

from armybuilder.core.models import Visitor, kept_by, present_rows
from armybuilder.tournaments.models import (
    HandIn,
    Judging,
    ListState,
    PairingJob,
    Participant,
    Report,
    Role,
    Round,
    Season,
    Step,
    Tournament,
)
from armybuilder.tournaments.snapshots import TabledList
from tabletop.rosters.event_table import EventRow

ROUND_STEPS = (
    *("published", "taken back", "changed by hand", "reported", "confirmed", "entered", "corrected"),
    *("clock: start", "clock: stop", "clock: go on", "clock: add"),
)
HANDED_IN = (ListState.SUBMITTED, ListState.RETURNED, ListState.APPROVED)


def events_of(visitor: Visitor) -> QuerySet[Tournament]:
    """A visitor's events, the latest change first."""
    return present_rows(visitor, Tournament)


def seasons_of(visitor: Visitor) -> QuerySet[Season]:
    """A visitor's seasons by name."""
    return kept_by(visitor, Season)


def season_events(season: Season) -> list[Tournament]:
    """The events of a season that aren't deleted, the earliest first, with players and published rounds at hand."""
    rounds = Prefetch("rounds", Round.objects.exclude(published_at=None), to_attr="published")
    players = Prefetch("participants", Participant.objects.filter(role=Role.PLAYER), to_attr="players")
    rows = season.events.filter(deleted_at=None).prefetch_related(players, rounds)
    return sorted(rows, key=lambda row: (row.content.get("days") or ["9999"], row.pk))


def live_participants() -> QuerySet[Participant]:
    """Everybody at events that aren't deleted: whoever has a token comes in with it, an organiser's needs its owner."""
    return Participant.objects.filter(event__deleted_at=None).select_related("event")


def is_of(visitor: Visitor, event: Tournament) -> bool:
    """Whether the event is the visitor's own."""
    return kept_by(visitor, Tournament).filter(pk=event.pk).exists()


def organiser_of(event: Tournament) -> QuerySet[Participant]:
    """The place of the event's owner."""
    return event.participants.filter(role=Role.ORGANISER)


def watcher_of(event: Tournament) -> QuerySet[Participant]:
    """The place of everybody who watches."""
    return event.participants.filter(role=Role.WATCHER)


def players_of(event: Tournament) -> QuerySet[Participant]:
    """Who plays, in the order of their coming."""
    return event.participants.filter(role=Role.PLAYER)


TABLED = {  # the parts of a list that tables show, as the database takes them out of it
    "row": "judged__row",
    "reasons": "judged__reasons",
    "rules": "judged__rules",
    "shield": "judged__shield",
    "game": "roster__game",
    "own_rules": "roster__rules",
}


def current_lists(event: Tournament, *, player: Participant | None = None) -> dict[int, TabledList]:
    """By player what tables show of the list that counts: the last one that was handed in and not replaced."""
    rows = HandIn.objects.filter(participant__event=event, state__in=HANDED_IN).order_by("number")
    rows = rows if player is None else rows.filter(participant=player)
    plain = rows.values_list("participant_id", "number", "state", "at", "basis", *TABLED.values())
    names = ("number", "state", "at", "basis", *TABLED)
    return {
        player: convert({name: part for name, part in zip(names, parts, strict=True) if part is not None}, TabledList)
        for player, *parts in plain
    }


def lists_to_print(event: Tournament) -> list[tuple[int, str, str]]:
    """The key, ref and name of each list that waits or is approved and was read, of players who are there."""
    rows = HandIn.objects.filter(participant__event=event, participant__dropped_after=None).exclude(roster=None)
    counting = rows.filter(state__in=(ListState.SUBMITTED, ListState.APPROVED))
    return list(counting.values_list("pk", "participant__ref", "participant__name"))


def legal_lists(event: Tournament) -> list[tuple[int, int, int]]:
    """The key, player and number of each list that waits for a judge and is legal, wholly read."""
    waiting = HandIn.objects.filter(participant__event=event, state=ListState.SUBMITTED)
    rows = waiting.order_by("participant_id").values_list("pk", "participant_id", "number", "judged__row")
    return [(pk, player, number) for pk, player, number, row in rows if convert(row, EventRow).verdict == "legal"]


def approved_rosters(event: Tournament) -> Iterable[tuple[str, Any]]:
    """The refs of players with an approved list, and its frozen copy, one after the other."""
    rows = HandIn.objects.filter(participant__event=event, state=ListState.APPROVED).exclude(roster=None)
    return rows.values_list("participant__ref", "roster").iterator(chunk_size=100)


def all_hand_ins(event: Tournament) -> QuerySet[HandIn]:
    """Every list that counts, in the order of their players."""
    rows = HandIn.objects.filter(participant__event=event, state__in=HANDED_IN, participant__dropped_after=None)
    return rows.select_related("participant").order_by("participant_id", "number")


def last_judging(event: Tournament) -> Judging | None:
    """The last time that all lists were judged anew."""
    return event.judgings.order_by("-pk").first()


def last_pairing_job(event: Tournament) -> PairingJob | None:
    """The last time that a round was paired in the background."""
    return event.pairing_jobs.order_by("-pk").first()


def drafts_in(event: Tournament) -> dict[int, int | None]:
    """By player who has made a draft what it costs, None where that isn't known."""
    rows = HandIn.objects.filter(participant__event=event, state=ListState.DRAFT, by_staff=False)
    return dict(rows.values_list("participant_id", "judged__row__points"))


def current_list_of(participant: Participant) -> HandIn | None:
    """The list of a player that counts: the last one that was handed in and not replaced."""
    return participant.hand_ins.filter(state__in=HANDED_IN).order_by("-number").first()


def list_before(current: HandIn) -> HandIn | None:
    """The player's list before this one, of those of which an army was read."""
    rows = HandIn.objects.filter(participant=current.participant_id, number__lt=current.number)
    return rows.exclude(state=ListState.DRAFT).exclude(roster=None).order_by("-number").first()


def draft_of(participant: Participant, by: Participant) -> HandIn | None:
    """The draft of a player's list that one of the staff, or the player, has made."""
    return participant.hand_ins.filter(state=ListState.DRAFT, by_staff=by.is_staff).first()


def steps_of(participant: Participant) -> QuerySet[Step]:
    """What was done about a player, in its order."""
    return participant.steps.order_by("pk")


def last_judgement(participant: Participant, number: int) -> Step | None:
    """The last time that a player's list of this number was approved or returned."""
    return participant.steps.filter(what__in=("approved", "returned"), number=number).order_by("-pk").first()


def last_judgements(event: Tournament) -> dict[tuple[int | None, int | None], Step]:
    """By player and list the last time that it was approved or returned."""
    rows = Step.objects.filter(event=event, what__in=("approved", "returned")).defer("why").order_by("pk")
    return {(row.participant_id, row.number): row for row in rows}


def rounds_of(event: Tournament) -> list[Round]:
    """An event's rounds in their order, with the one that only staff see."""
    return list(event.rounds.all())


def published_rounds(event: Tournament) -> list[Round]:
    """The rounds that everybody may know of, in their order."""
    return list(event.rounds.exclude(published_at=None))


def steps_of_round(event: Tournament, number: int) -> QuerySet[Step]:
    """What was done about a round, in its order."""
    rows = Step.objects.filter(event=event, what__in=ROUND_STEPS, number=number)
    return rows.select_related("participant").order_by("pk")


def reports_of(row: Round) -> dict[str, Report]:
    """What the players of a round say of their games, by their refs."""
    return reports_in([row])[row.pk]


def reports_in(rows: Sequence[Round]) -> dict[int, dict[str, Report]]:
    """By round the same of several, in one question."""
    found: dict[int, dict[str, Report]] = {row.pk: {} for row in rows}
    for report in Report.objects.filter(round__in=rows).select_related("participant"):
        found[report.round_id][report.participant.ref] = report
    return found
