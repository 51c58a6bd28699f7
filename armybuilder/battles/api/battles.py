"""Battles for programs: begun, read, played by the same commands as on the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec.structs import replace
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from armybuilder.battles import queries
from armybuilder.battles.models import SIDES, Battle, Seat
from armybuilder.battles.presenters.games import seen_by_all
from armybuilder.battles.services import battles as services
from armybuilder.battles.services.tables import create_table
from armybuilder.battles.snapshots import log_in, played_rules
from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import MISSING, NOT_JSON, REFUSED, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.owner_views import MAKES, OwnView
from armybuilder.core.api.parsers import shaped
from armybuilder.core.games import GAMES, reference_of
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.state import Minutes, Scenario
from tabletop.arcana.battlefield import Table
from tabletop.arcana.battlefield.validation import check_table
from tabletop.arcana.game import ARCANA
from tabletop.battle.commands import CommandId, ConflictError, IdReusedError, Sent
from tabletop.battle.events import RefusalError, Seq
from tabletop.battle.lines import written_line
from tabletop.battle.log import EventLog, UndoMode
from tabletop.battle.undo import RoomCommand
from tabletop.decoding import MalformedError, converted
from tabletop.dice import FacesError
from tabletop.values import Name, Text, Value

SIDE = OpenApiParameter(
    "side", str, description="Of a seat that plays several sides, for whom is asked in games that hide things."
)
BODY = "`red`, `blue`, … are muster-roster/1; `table`, a muster-table/1, begins without phases, with rosters or none."
READS: dict[int, Any] = {404: MISSING, 429: TOO_OFTEN}


class NewBattle(Value, frozen=True, kw_only=True):
    """Rosters of one game, the first is the red side; what for, who agrees to an undo, minutes for each.

    With a `table` it is one without phases: rosters may be left out, and scenario, undo and minutes aren't settled.
    """

    red: dict[str, Any] | None = None
    blue: dict[str, Any] | None = None
    third: dict[str, Any] | None = None
    fourth: dict[str, Any] | None = None
    table: Table | None = None
    name: Text = ""
    scenario: Scenario | None = None
    undo: UndoMode | None = None
    minutes: Minutes | None = None


class SentCommand(Value, frozen=True, kw_only=True):
    """A command of a side, decided on the event `on`; with an `id` of its own it counts once however often it's sent.

    `faces` are dice as they were thrown; without any the site throws.
    """

    command: Any
    on: Seq
    id: CommandId = ""
    side: Name | None = None
    faces: tuple[int, ...] | None = None


class BattleSerializer(serializers.Serializer[Any]):
    """A battle as it stands, for the seat whose token is asked with."""

    name = CharField()
    role = CharField(
        help_text="What the seat may do: both (all sides), red, blue, third, fourth or several, referee or watcher."
    )
    head = IntegerField(help_text="The number of the last event; commands name it as `on`.")
    digest = CharField(help_text="The chain's last digest: equal only for equal logs.")
    state = serializers.DictField(help_text="What stands: clock, armies, units, contacts. The fold of the events.")


class BegunSerializer(serializers.Serializer[Any]):
    """A new battle, by the token of a seat that plays all sides."""

    name = CharField()
    token = CharField()
    address = CharField(help_text="Its page.")
    created_at = serializers.DateTimeField()


class EventsSerializer(serializers.Serializer[Any]):
    """Events as lines of a muster-battle/1 file, and where the log ends."""

    head = IntegerField()
    digest = CharField()
    events = serializers.ListField(child=serializers.DictField())


class RefusedCommandSerializer(serializers.Serializer[Any]):
    """Why a command wasn't carried out; nothing was done. `events` are those since the one it was decided on."""

    code = CharField()
    detail = CharField()
    events = serializers.ListField(child=serializers.DictField(), required=False)


class BattlesView(OwnView):
    """A visitor's battles."""

    @extend_schema(
        operation_id="create_battle",
        summary="Begin a battle",
        request={"application/json": {"type": "object", "description": BODY}},
        responses={201: BegunSerializer, **MAKES},
    )
    def post(self, request: Request) -> Response:
        """Two muster-roster/1 in, or more, or a table; the token of a seat for all sides out, by which it is played."""
        battle = self._begun(shaped(request, NewBattle))
        token = battle.seats.get().token
        address = request.build_absolute_uri(reverse("battle", args=[token]))
        begun = {"name": battle.name, "token": token, "address": address, "created_at": battle.created_at}
        return Response(BegunSerializer(begun).data, status=201)

    def _begun(self, wanted: NewBattle) -> Battle:
        stated = {side: plain for side in SIDES if (plain := getattr(wanted, side)) is not None}
        if wanted.table is not None:
            return self._table_begun(wanted, wanted.table, stated)
        for side in services.ARMIES:
            if side not in stated:
                raise MalformedError(side, "is missing: a battle begins with two rosters, or with a table")
        game = stated["red"].get("game")
        is_arcana = game == ARCANA.slug or game not in GAMES
        _check_sides(stated, 2 if is_arcana else played_rules(game).most_sides)
        undo = wanted.undo or UndoMode.CONSENT
        if is_arcana:
            red, blue = (_roster(stated[side], side, Roster) for side in services.ARMIES)
            return services.create_battle(
                visitor=self.keeper(), name=_name(wanted, red, blue), rosters=(red, blue),
                scenario=wanted.scenario or Scenario.ATTRITION, undo=undo, minutes=wanted.minutes,
            )  # fmt: skip
        if wanted.scenario not in (None, Scenario.ATTRITION) or wanted.minutes is not None:
            raise MalformedError("scenario", f"and minutes aren't settled for {GAMES[game].name}")
        rosters = [_roster(plain, side, GAMES[game].document) for side, plain in stated.items()]
        return services.create_played(
            visitor=self.keeper(), game=game, name=_name(wanted, *rosters), rosters=rosters,
            reference=reference_of(GAMES[game]), undo=undo,
        )  # fmt: skip

    def _table_begun(self, wanted: NewBattle, table: Table, stated: Mapping[str, Any]) -> Battle:
        """A table without phases, with the armies of those sides whose rosters are stated."""
        _check_sides(stated, len(services.ARMIES))
        for field in ("scenario", "undo", "minutes"):
            if getattr(wanted, field) is not None:
                raise MalformedError(field, "isn't settled for a table without phases")
        armies = {side: _roster(plain, side, Roster) for side, plain in stated.items()}
        named = replace(table, name=wanted.name or table.name)
        try:
            check_table(named)
            return create_table(visitor=self.keeper(), table=named, armies=armies)
        except MalformedError as error:
            if error.field.partition(".")[0] in armies:
                raise
            raise _within("table", error) from error


def _check_sides(stated: Mapping[str, Any], most: int) -> None:
    for side in stated:
        if side not in SIDES[:most]:
            raise MalformedError(side, f"a battle has at most {most} sides")


def _roster(plain: dict[str, Any], side: str, kind: type[Any]) -> Any:
    try:
        return converted(plain, kind)
    except MalformedError as error:
        raise _within(side, error) from error


def _within(field: str, error: MalformedError) -> MalformedError:
    """What is wrong in a file that stands in a field of the body."""
    return MalformedError(f"{field}.{error.field}".rstrip("."), error.reason)


def _name(wanted: NewBattle, red: Any, *others: Any) -> str:
    return wanted.name or " against ".join((red.name or "An army", *(other.name or "an army" for other in others)))


class SeatView(StatelessView):
    """Endpoints of a seat: who has its token sits there, and needs no account."""

    def seat(self, token: str) -> Seat:
        return get_object_or_404(queries.live_seats(), token=token)


class BattleView(SeatView):
    """A battle as it stands."""

    parameters = frozenset({SIDE.name})

    @extend_schema(
        operation_id="battle",
        summary="A battle as it stands",
        parameters=[SIDE],
        responses={200: BattleSerializer, **READS},
    )
    def get(self, request: Request, token: str) -> Response:
        """What stands, for the seat of the token."""
        seat = self.seat(token)
        log = log_in(seat.battle)
        shown = {"name": seat.battle.name, "role": seat.role, "head": log.head, "digest": log.digest}
        return Response(
            BattleSerializer(shown | {"state": _plain(log, seat, request.query_params.get("side", ""))}).data
        )


class AfterView(SeatView):
    """What came after an event."""

    @extend_schema(operation_id="battle_after", summary="Events after one", responses={200: EventsSerializer, **READS})
    def get(self, request: Request, token: str, seq: int) -> Response:
        """The events after a number, as the seat may see them; none where nothing has happened."""
        seat = self.seat(token)
        log = log_in(seat.battle)
        return Response(EventsSerializer(_events(log, seat, seq)).data)


class CommandsView(SeatView):
    """Commands to a battle."""

    @extend_schema(
        operation_id="send_command",
        summary="Play: a command to a battle",
        request={"application/json": {"type": "object", "description": "`command`, `on`, `id`, `side`, `faces`."}},
        responses={
            200: EventsSerializer,
            400: REFUSED,
            404: MISSING,
            409: OpenApiResponse(RefusedCommandSerializer, description="Something happened since; `events` says what."),
            413: TOO_LARGE,
            415: NOT_JSON,
            422: OpenApiResponse(RefusedCommandSerializer, description="The rules refuse it. Nothing was done."),
            429: TOO_OFTEN,
        },
    )
    def post(self, request: Request, token: str) -> Response:
        """Carry a command out, once: the events that it has brought."""
        seat, wanted = self.seat(token), shaped(request, SentCommand)
        log = log_in(seat.battle)
        command = converted(wanted.command, log.rules.commands | RoomCommand)
        plays = seat.plays(log.header.sides) or (seat.role,)
        side = wanted.side or plays[0]
        if side not in plays:
            raise MalformedError("side", "isn't this seat's")
        sent: Sent[Any] = Sent(
            id=wanted.id or str(uuid4()),
            on=wanted.on,
            seat=side,
            device=str(seat.pk),
            command=command,
            faces=wanted.faces,
        )
        try:
            log, answered = services.command_battle(seat=seat, sent=sent)
        except RefusalError as refused:
            return _refused(422, refused.code.name.lower(), refused.sentence)
        except FacesError as error:
            raise MalformedError("faces", error.reason) from error
        except IdReusedError as error:
            raise MalformedError("id", str(error)) from error
        except ConflictError as conflict:
            events = _events(log_in(seat.battle), seat, wanted.on)["events"]
            return _refused(409, "conflict", str(conflict), events)
        return Response(EventsSerializer(_events(log, seat, answered.first - 1, answered.last)).data)


def _refused(status: int, code: str, detail: str, events: list[Any] | None = None) -> Response:
    more = {} if events is None else {"events": events}
    return Response(RefusedCommandSerializer({"code": code, "detail": detail, **more}).data, status=status)


def _events(log: EventLog[Any, Any, Any], seat: Seat, since: int, to: int | None = None) -> dict[str, Any]:
    """Events of a log as a seat may see them, after a number and up to another."""
    seats = seat.plays(log.header.sides) or (seat.role,)
    entries = (entry for entry in log.entries(since) if to is None or entry.seq <= to)
    lines = [msgspec.json.decode(written_line(seen_by_all(log, entry, seats), "")) for entry in entries]
    return {"head": log.head, "digest": log.digest, "events": lines}


def _plain(log: EventLog[Any, Any, Any], seat: Seat, asked: str) -> Any:
    """What stands as a seat may see it: of games that hide things as its side does, of both as the one asked for."""
    if log.header.game == ARCANA.slug:
        return msgspec.json.decode(msgspec.json.encode(log.state))
    seats = seat.plays(log.header.sides) or (seat.role,)
    return played_rules(log.header.game).plain(log.state, asked if asked in seats else seats[0])
