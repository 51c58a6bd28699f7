"""Events for programs: pairings, results and standings as a link may see them, and reporting as a player."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import MISSING, NOT_JSON, REFUSED, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.parsers import shaped
from armybuilder.core.api.serializers import Serializer
from armybuilder.core.revisions import StaleError, plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Role, Season
from armybuilder.tournaments.presenters.course import course_of, published
from armybuilder.tournaments.presenters.places import Place, place_by
from armybuilder.tournaments.presenters.rounds import Game, RoundSheet
from armybuilder.tournaments.presenters.seasons import season_sheet
from armybuilder.tournaments.services import results
from armybuilder.tournaments.snapshots import mark_of, round_in
from tabletop.tournament.event import Destroyed, Outcome, Points, Result, Word
from tabletop.tournament.sealing import Thing, sees
from tabletop.tournament.season import SeasonResult
from tabletop.tournament.standings import standings
from tabletop.values import Value

READS: dict[int, Any] = {404: MISSING, 429: TOO_OFTEN}


class ReportedResult(Value, frozen=True, kw_only=True):
    """How a game ended, of the first and the second player of its pairing; `seen` is the opponent's report's."""

    outcome: Outcome
    destroyed: tuple[Destroyed, Destroyed] = (0, 0)
    level: Word | None = None
    own_points: tuple[dict[Word, Points], dict[Word, Points]] | None = None
    seen: str = ""


class SideSerializer(Serializer):
    """A player of a game."""

    ref = CharField()
    name = CharField(allow_blank=True, help_text="Empty where names are hidden.")
    army = CharField(allow_blank=True, help_text="Empty where armies are hidden, or no list is approved.")
    won = IntegerField(allow_null=True, help_text="Tournament points that the game has brought.")
    destroyed = IntegerField(allow_null=True)


class GameSerializer(Serializer):
    """A pairing; one player alone has a bye."""

    table = IntegerField(allow_null=True)
    state = serializers.ChoiceField(["open", "reported", "disputed", "counts", "bye"])
    level = CharField(allow_blank=True, help_text="The level of victory by its name.")
    players = SideSerializer(many=True)


class PairedRoundSerializer(Serializer):
    """A published round: all its games, or only one's own where pairings are hidden."""

    number = IntegerField()
    seconds_left = IntegerField(allow_null=True, help_text="Of the round's clock; null before it is set.")
    games = GameSerializer(many=True)


class EventSerializer(Serializer):
    """An event with its published rounds, as the link may see them."""

    name = CharField()
    place = CharField(allow_blank=True)
    days = serializers.ListField(child=CharField())
    planned_rounds = IntegerField()
    role = CharField(help_text="Of the link: judge, helper, player or watcher.")
    me = CharField(help_text="The ref of the link.")
    rounds = PairedRoundSerializer(many=True)


class StandingSerializer(Serializer):
    """A player's place; who is level in everything shares one."""

    place = IntegerField()
    ref = CharField()
    name = CharField()
    points = IntegerField()
    figures = serializers.DictField(child=serializers.FloatField(), help_text="The tie-breaks of the event.")


class StandingsSerializer(Serializer):
    """Everybody's place after a round."""

    after = IntegerField(help_text="How many rounds are published.")
    standings = StandingSerializer(many=True)


class ReportSerializer(Serializer):
    """Whether the result counts: both have said the same."""

    counts = serializers.BooleanField()


class RefusedReportSerializer(Serializer):
    """Why nothing was kept; `seen` and `report` are what the opponent says by now."""

    code = serializers.ChoiceField(["changed", "locked"])
    detail = CharField()
    seen = CharField(allow_blank=True)
    report = serializers.DictField(allow_null=True)


class PlaceView(StatelessView):
    """Endpoints of a place: whoever has its token comes in; the organiser's opens on pages alone."""

    def place(self, token: str) -> Place:
        place = place_by(token)
        if place.participant.role == Role.ORGANISER:
            raise Http404
        return place


class EventView(PlaceView):
    @extend_schema(operation_id="event", summary="An event by a link", responses={200: EventSerializer, **READS})
    def get(self, request: Request, token: str) -> Response:
        """Its published rounds, with what the link may see of pairings, results, names and armies."""
        place = self.place(token)
        course = course_of(place)
        rounds = [course.sheet(place, row.number) for row in course.rows if row.published_at is not None]
        event = {
            "name": place.event.name,
            "place": place.event.place,
            "days": place.event.days,
            "planned_rounds": place.event.planned_rounds,
            "role": place.participant.role,
            "me": place.participant.ref,
            "rounds": [_round(sheet, place) for sheet in rounds],
        }
        return Response(EventSerializer(event).data)


class EventStandingsView(PlaceView):
    @extend_schema(
        operation_id="event_standings", summary="The standings", responses={200: StandingsSerializer, **READS}
    )
    def get(self, request: Request, token: str) -> Response:
        """Everybody's place after the last published round; 404 where the link may not see standings."""
        place = self.place(token)
        if not sees(place.sealing, place.who, Thing.STANDINGS, place.now):
            raise Http404
        event = published(place, course_of(place))
        found = [
            {
                "place": standing.place,
                "ref": standing.ref,
                "name": event.by_ref[standing.ref].name,
                "points": standing.points,
                "figures": {tie.value: float(figure) for tie, figure in standing.figures.items()},
            }
            for standing in standings(event)
        ]
        return Response(StandingsSerializer({"after": len(event.rounds), "standings": found}).data)


class SeasonResultSerializer(Serializer):
    """What a player has from an event of a season."""

    points = serializers.FloatField()
    place = IntegerField()
    counts = serializers.BooleanField(help_text="Whether it is one of the best that count.")


class SeasonPlaceSerializer(Serializer):
    """A player of a season; `results` are of the events in their order, null where the player wasn't there."""

    place = IntegerField()
    name = CharField()
    total = serializers.FloatField()
    results = SeasonResultSerializer(many=True)


class SeasonSerializer(Serializer):
    """A season's table, of the events whose standings everybody may see."""

    name = CharField()
    events = serializers.ListField(child=CharField())
    table = SeasonPlaceSerializer(many=True)


class SeasonView(StatelessView):
    @extend_schema(operation_id="season", summary="A season's table", responses={200: SeasonSerializer, **READS})
    def get(self, request: Request, token: str) -> Response:
        """Everybody's place over several events, by the season's rules."""
        sheet = season_sheet(get_object_or_404(Season, token=token), timezone.now())
        table = [
            {
                "place": row.place,
                "name": row.name,
                "total": float(row.total),
                "results": list(map(_result, row.results)),
            }
            for row in sheet.table
        ]
        return Response({"name": sheet.name, "events": list(sheet.shown), "table": table})


def _result(result: SeasonResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"points": float(result.points), "place": result.place, "counts": result.counts}


class ReportView(PlaceView):
    @extend_schema(
        operation_id="report_result",
        summary="Report how one's own game ended",
        request={"application/json": {"type": "object", "description": "`outcome`, `destroyed`, `level`, `seen`."}},
        responses={
            200: ReportSerializer,
            400: REFUSED,
            404: MISSING,
            409: OpenApiResponse(RefusedReportSerializer, description="The opponent has said something else by now."),
            413: TOO_LARGE,
            415: NOT_JSON,
            422: OpenApiResponse(RefusedReportSerializer, description="The result counts already."),
            429: TOO_OFTEN,
        },
    )
    def post(self, request: Request, token: str, number: int) -> Response:
        """By a player's link. It counts once the opponent says the same, on having seen this (`seen` of the 409)."""
        place = self.place(token)
        me = place.participant
        if not me.is_player:
            raise Http404
        said = shaped(request, ReportedResult)
        result = Result(outcome=said.outcome, destroyed=said.destroyed, level=said.level, own_points=said.own_points)
        try:
            with transaction.atomic():
                counts = results.report(row=place.row, number=number, player=me, result=result, seen=said.seen)
        except results.LockedError:
            return _refused(place, number, 422, "locked", "The result counts already, or the event is over.")
        except StaleError:
            return _refused(place, number, 409, "changed", "Your opponent has reported something that you didn't see.")
        return Response(ReportSerializer({"counts": counts}).data)


def _refused(place: Place, number: int, status: int, code: str, detail: str) -> Response:
    """What was refused, with the opponent's report as it is now."""
    me = place.participant
    row = next(row for row in queries.published_rounds(place.row) if row.number == number)
    pairing = next(pairing for pairing in round_in(row).pairings if me.ref in pairing.players)
    reports = queries.reports_of(row)
    other = next((reports[ref] for ref in pairing.players if ref != me.ref and ref in reports), None)
    shape = {
        "code": code,
        "detail": detail,
        "seen": mark_of(other.result) if other else "",
        "report": plain(other.result) if other else None,
    }
    return Response(RefusedReportSerializer(shape).data, status=status)


def _round(sheet: RoundSheet, place: Place) -> dict[str, Any]:
    clock = sheet.clock
    names = sees(place.sealing, place.who, Thing.NAMES, place.now)
    return {
        "number": sheet.number,
        "seconds_left": clock.seconds if clock else None,
        "games": [_game(game, names=names) for game in sheet.games],
    }


def _game(game: Game, *, names: bool) -> dict[str, Any]:
    return {
        "table": game.table,
        "state": game.state,
        "level": game.level,
        "players": [
            {
                "ref": side.ref,
                "name": side.name if names or side.is_me else "",
                "army": side.player.army if side.player else "",
                "won": side.won,
                "destroyed": side.destroyed,
            }
            for side in game.sides
        ],
    }
