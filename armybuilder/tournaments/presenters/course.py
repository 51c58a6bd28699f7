"""An event with its rounds as far as the link that is asked may know of them."""

from __future__ import annotations

from msgspec import Struct

from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Participant, Round
from armybuilder.tournaments.presenters.field import Fielded, field
from armybuilder.tournaments.presenters.places import Place
from armybuilder.tournaments.presenters.rounds import RoundSheet, sheet_of
from armybuilder.tournaments.snapshots import event_in
from tabletop.tournament.event import Event


class Course(Struct, frozen=True):
    """An event with its rounds as far as somebody may know of them."""

    event: Event
    rows: tuple[Round, ...]
    players: tuple[Participant, ...]
    field: dict[str, Fielded]

    def sheet(self, place: Place, number: int) -> RoundSheet:
        row = self.rows[number - 1]
        return sheet_of(
            row,
            self.event,
            self.field,
            queries.reports_of(row),
            place.sealing,
            place.who,
            place.participant.ref,
            place.now,
        )


def course_of(place: Place) -> Course:
    """The event's rounds for somebody: staff see the preview, too."""
    rows = queries.rounds_of(place.row) if place.participant.is_staff else queries.published_rounds(place.row)
    players = tuple(queries.players_of(place.row))
    shown = field(players, queries.current_lists(place.row), place.sealing, place.who, place.now)
    return Course(event_in(place.row, players, rows), tuple(rows), players, {each.ref: each for each in shown})


def newest_sheet(place: Place) -> RoundSheet | None:
    """The newest round that somebody may know of, None where there is none."""
    if not place.row.rounds.exclude(published_at=None).exists():
        return None
    course = course_of(place)
    return course.sheet(place, len(course.rows)) if course.rows else None


def published(place: Place, course: Course) -> Event:
    """The event with the rounds that are published alone."""
    return event_in(place.row, course.players, [row for row in course.rows if row.published_at is not None])
