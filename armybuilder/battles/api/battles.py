"""Battles for programs: begun, read, played by the same commands as on the pages."""

from __future__ import annotations

from typing import Any, Literal
from uuid import uuid4

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from armybuilder.battles import queries
from armybuilder.battles.models import Role, Seat
from armybuilder.battles.services import battles as services
from armybuilder.battles.snapshots import battle_rules, log_in
from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import MISSING, NOT_JSON, REFUSED, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.owner_views import MAKES, OwnView
from armybuilder.core.api.parsers import shaped
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.state import Minutes, Scenario, State
from tabletop.battle.commands import CommandId, ConflictError, IdReusedError, Sent
from tabletop.battle.events import RefusalError, Seq
from tabletop.battle.lines import written_line
from tabletop.battle.log import EventLog, UndoMode
from tabletop.battle.undo import RoomCommand
from tabletop.battle.views import view
from tabletop.decoding import MalformedError, converted
from tabletop.dice import FacesError
from tabletop.values import Text, Value

READS: dict[int, Any] = {404: MISSING, 429: TOO_OFTEN}


class NewBattle(Value, frozen=True, kw_only=True):
    """Two rosters, the first of which is the red side; what for, who agrees to an undo, minutes for each."""

    red: Roster
    blue: Roster
    name: Text = ""
    scenario: Scenario = Scenario.ATTRITION
    undo: UndoMode = UndoMode.CONSENT
    minutes: Minutes | None = None


class SentCommand(Value, frozen=True, kw_only=True):
    """A command of a side, decided on the event `on`; with an `id` of its own it counts once however often it's sent.

    `faces` are dice as they were thrown; without any the site throws.
    """

    command: Any
    on: Seq
    id: CommandId = ""
    side: Literal["red", "blue"] | None = None
    faces: tuple[int, ...] | None = None


class BattleSerializer(serializers.Serializer[Any]):
    """A battle as it stands, for the seat whose token is asked with."""

    name = CharField()
    role = CharField(help_text="What the seat may do: both, red, blue, referee or watcher.")
    head = IntegerField(help_text="The number of the last event; commands name it as `on`.")
    digest = CharField(help_text="The chain's last digest: equal only for equal logs.")
    state = serializers.DictField(help_text="What stands: clock, armies, units, contacts. The fold of the events.")


class BegunSerializer(serializers.Serializer[Any]):
    """A new battle, by the token of a seat that plays both sides."""

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
        request={"application/json": {"type": "object", "description": "`red` and `blue` are muster-roster/1."}},
        responses={201: BegunSerializer, **MAKES},
    )
    def post(self, request: Request) -> Response:
        """Two muster-roster/1 in; the token of a seat for both sides out, by which the battle is played."""
        wanted = shaped(request, NewBattle)
        battle = services.create_battle(
            visitor=self.keeper(),
            name=wanted.name or f"{wanted.red.name or 'An army'} against {wanted.blue.name or 'an army'}",
            rosters=(wanted.red, wanted.blue),
            scenario=wanted.scenario,
            undo=wanted.undo,
            minutes=wanted.minutes,
        )
        token = battle.seats.get().token
        address = request.build_absolute_uri(reverse("battle", args=[token]))
        begun = {"name": battle.name, "token": token, "address": address, "created_at": battle.created_at}
        return Response(BegunSerializer(begun).data, status=201)


class SeatView(StatelessView):
    """Endpoints of a seat: who has its token sits there, and needs no account."""

    def seat(self, token: str) -> Seat:
        return get_object_or_404(queries.live_seats(), token=token)


class BattleView(SeatView):
    """A battle as it stands."""

    @extend_schema(operation_id="battle", summary="A battle as it stands", responses={200: BattleSerializer, **READS})
    def get(self, request: Request, token: str) -> Response:
        """What stands, for the seat of the token."""
        seat = self.seat(token)
        log = log_in(seat.battle)
        shown = {"name": seat.battle.name, "role": seat.role, "head": log.head, "digest": log.digest}
        return Response(BattleSerializer(shown | {"state": _plain(log.state)}).data)


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
        command = converted(wanted.command, battle_rules().commands | RoomCommand)
        side = wanted.side or (seat.role if seat.role != Role.BOTH else Role.RED.value)
        if side not in (seat.sides or (seat.role,)):
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
    asked = seat.sides[0] if seat.sides else seat.role
    events = (event for event in view(log, asked, since) if to is None or event.seq <= to)
    lines = [msgspec.json.decode(written_line(event, "")) for event in events]
    return {"head": log.head, "digest": log.digest, "events": lines}


def _plain(state: State) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state))
