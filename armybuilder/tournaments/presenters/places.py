"""Who comes in by a link, and what every page of an event shows at its head."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.visitors import visitor_of
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Participant, Role, Tournament
from armybuilder.tournaments.presenters.moments import days_in_words, left, when
from armybuilder.tournaments.snapshots import sealing_in, settings_in, who_of
from tabletop.tournament.event import Event
from tabletop.tournament.sealing import Sealing, Stage, Who, stage_of


class Place(Struct, frozen=True):
    """Somebody's place at an event at a moment; `who` decides what is shown."""

    participant: Participant
    event: Event
    sealing: Sealing
    now: datetime

    @property
    def row(self) -> Tournament:
        return self.participant.event

    @property
    def who(self) -> Who:
        return who_of(self.participant)

    def for_everybody(self) -> Place:
        """The same moment for somebody who has no more than the public link."""
        return replace(self, participant=Participant(event=self.row, role=Role.WATCHER, ref="everybody"))

    def head(self, here: str) -> dict[str, Any]:
        """What the head of every page shows; `here` is the tab that is open."""
        published = self.row.rounds.exclude(published_at=None).count()
        stage, stages = stage_of(self.sealing, published, self.now), list(Stage)
        return {
            "me": self.participant,
            "token": self.participant.token,
            "row": self.row,
            "event": self.event,
            "sealing": self.sealing,
            "days": days_in_words(self.event.days),
            "is_staff": self.participant.is_staff,
            "may_judge": self.participant.may_judge,
            "is_organiser": self.participant.role == Role.ORGANISER,
            "is_player": self.participant.is_player,
            "here": here,
            "stage": stage,
            "stages": [(each, each is stage, stages.index(each) < stages.index(stage)) for each in stages],
            "standing": list(self._standing(stage)),
            "is_revealed": self.sealing.is_revealed(self.now),
            "is_over": self.sealing.ended is not None,
        }

    def _standing(self, stage: Stage) -> list[tuple[str, str]]:
        """Where the event stands: what is said loudly, and the rest of the sentence."""
        sealing, now = self.sealing, self.now
        if stage is Stage.RESULT:
            return [("The event is over.", "")]
        said = []
        if sealing.is_open(now) and sealing.closes is None:
            said.append(("Lists are taken in until the reveal.", ""))
        elif sealing.closes is None:
            said.append(("The hand-in is closed.", ""))
        elif sealing.is_open(now):
            said.append((f"Hand-in closes on {when(sealing.closes, sealing)}", f", in {left(sealing.closes, now)}."))
        else:
            said.append(("The hand-in is closed", f" since {when(sealing.closes, sealing)}."))
        if sealing.is_revealed(now):
            said.append(("", "Approved lists are revealed."))
        elif sealing.reveals is not None:
            said.append(("", f"Lists stay sealed until {when(sealing.reveals, sealing)}."))
        else:
            said.append(("", "Lists stay sealed until staff reveal them."))
        return said


def place_of(request: HttpRequest, token: str) -> Place:
    """The place that a link leads to; Http404 for none, and for an organiser's where another account asks."""
    place = place_by(token)
    if place.participant.role == Role.ORGANISER and not queries.is_of(visitor_of(request), place.row):
        raise Http404
    return place


def place_by(token: str) -> Place:
    """The place of a token, whoever asks; an organiser's isn't to be given to anybody but its owner."""
    participant = get_object_or_404(queries.live_participants(), token=token)
    return Place(participant, settings_in(participant.event), sealing_in(participant.event), timezone.now())


def staff_place(request: HttpRequest, token: str) -> Place:
    """The place of one of the staff; Http404 for everybody else."""
    place = place_of(request, token)
    if not place.participant.is_staff:
        raise Http404
    return place


def judging_place(request: HttpRequest, token: str) -> Place:
    """The place of an organiser or a judge; Http404 for everybody else."""
    place = place_of(request, token)
    if not place.participant.may_judge:
        raise Http404
    return place


def player_at(place: Place, ref: str) -> Participant:
    """The player of a ref, for staff, or for that player alone; Http404 else."""
    me = place.participant
    if not me.is_staff and me.ref != ref:
        raise Http404
    found = get_object_or_404(queries.players_of(place.row), ref=ref)
    found.event = place.row
    return found


def site_of(request: HttpRequest) -> str:
    """How the site's whole addresses begin, as mails have them."""
    return request.build_absolute_uri("/").rstrip("/")
