"""Rosters of one's own: listed, kept, changed and judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from msgspec import Struct
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.fields import reference
from armybuilder.core.api.owner_views import (
    DELETED,
    IF_MATCH,
    LISTS,
    MAKES,
    READS,
    REMOVES,
    TAKES_BACK,
    WRITES,
    OwnView,
    answer,
    known_version,
)
from armybuilder.core.api.pagination import FewerPages
from armybuilder.core.api.parsers import sent
from armybuilder.core.games import AnyGame, game_in, read_roster
from armybuilder.core.models import kept_by
from armybuilder.rosters import queries, services
from armybuilder.rosters.api.changes import read_changes
from armybuilder.rosters.api.filters import RosterFilter
from armybuilder.rosters.api.serializers import KeptRosterSerializer, RosterSummarySerializer, VerdictSerializer
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import advised, verdict, verdicts
from tabletop.decoding import plain_values
from tabletop.rosters.plain import plain_verdict
from tabletop.rosters.verdict import Verdict


class Judged(Struct, frozen=True):
    """A roster's row with its verdict."""

    row: Row
    verdict: Verdict

    @property
    def tags(self) -> list[str]:
        return [tag.word for tag in self.row.tags.all()]


class RosterPages(FewerPages):
    """A page is priced and judged together."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Sequence[Row] = super().paginate_queryset(queryset, request, view) or ()
        return list(map(Judged, rows, verdicts([roster_of(row) for row in rows])))


class RostersView(OwnView, ListedView, ListAPIView[Row]):
    """The shelf."""

    serializer_class = RosterSummarySerializer
    pagination_class = RosterPages
    queryset = Row.objects.none()  # says their kind; whose they are depends on who asks
    filter_backends = [DjangoFilterBackend]
    filterset_class = RosterFilter

    def get_queryset(self) -> QuerySet[Row]:
        return queries.rosters_with_tags_of(self.visitor)

    @extend_schema(
        operation_id="rosters",
        summary="Your rosters",
        responses={200: RosterSummarySerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Rosters that match every parameter given, priced and judged by today's catalogue, page by page."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_roster",
        summary="Keep a roster",
        request={"application/json": reference("Roster")},
        responses={201: KeptRosterSerializer} | MAKES,
    )
    def post(self, request: Request) -> Response:
        """A muster-roster/1 file in; it is kept as version 1, legal or not."""
        roster = sent(request, read_roster)
        row = services.create_roster(visitor=self.keeper(), roster=roster, reason="Send by a program")
        return shown(row, status=201, address=reverse("api-roster", kwargs={"code": row.code}))


class RosterRowView(OwnView):
    """One roster of whoever asks."""

    def row(self) -> Row:
        return get_object_or_404(queries.rosters_with_tags_of(self.visitor), code=self.kwargs["code"])

    def edited(self, row: Row, version: int, edit: Struct, *, status: int = 200) -> Response:
        """Make the change on the newest version, as the editor does."""
        services.edit_roster(row=row, version=version, edit=edit, merge=False)
        return shown(row, status=status)


class RosterView(RosterRowView):
    @extend_schema(operation_id="roster", summary="One roster", responses={200: KeptRosterSerializer} | READS)
    def get(self, request: Request, code: str) -> Response:
        """A roster with its file, its points and whether it is legal."""
        return shown(self.row())

    @extend_schema(
        operation_id="replace_roster",
        summary="Replace a roster",
        parameters=[IF_MATCH],
        request={"application/json": reference("Roster")},
        responses={200: KeptRosterSerializer} | WRITES,
    )
    def put(self, request: Request, code: str) -> Response:
        """A muster-roster/1 file in place of what is there, which stays in the history."""
        row, version = self.row(), known_version(request)
        services.replace_roster(row=row, version=version, roster=sent(request, read_roster))
        return shown(row)

    @extend_schema(
        operation_id="change_roster",
        summary="Change a roster",
        parameters=[IF_MATCH],
        request={"application/json": reference("RosterChanges")},
        responses={200: KeptRosterSerializer} | WRITES,
    )
    def patch(self, request: Request, code: str) -> Response:
        """Name, notes, size, rules or options; what isn't sent stays."""
        row, version = self.row(), known_version(request)
        return self.edited(row, version, sent(request, partial(read_changes, row.content["game"])))

    @extend_schema(
        operation_id="delete_roster",
        summary="Delete a roster",
        parameters=[IF_MATCH],
        responses={204: DELETED} | REMOVES,
    )
    def delete(self, request: Request, code: str) -> Response:
        """It can be restored for thirty days."""
        row = self.row()
        services.delete_roster(row=row, version=known_version(request))
        return Response(status=204)


class RestoreView(OwnView):
    @extend_schema(
        operation_id="restore_roster",
        summary="Restore a deleted roster",
        request=None,
        responses={200: KeptRosterSerializer} | TAKES_BACK,
    )
    def post(self, request: Request, code: str) -> Response:
        """As it was when it was deleted; one that isn't deleted stays as it is. No version is asked for."""
        row = get_object_or_404(kept_by(self.visitor, Row), code=code)
        services.restore_roster(row=row)
        return shown(row)


class ReportView(RosterRowView):
    @extend_schema(operation_id="report", summary="A roster's verdict", responses={200: VerdictSerializer} | READS)
    def get(self, request: Request, code: str) -> Response:
        """The price, the receipt and every finding of the roster as it is now."""
        row = self.row()
        judged = advised(verdict(roster_of(row)))
        return answer(row, plain_verdict(judged))


class EditsView(RosterRowView):
    @extend_schema(
        operation_id="edit_roster",
        summary="Edit a roster",
        parameters=[IF_MATCH],
        request={"application/json": reference("Edit")},
        responses={200: KeptRosterSerializer} | WRITES,
    )
    def post(self, request: Request, code: str) -> Response:
        """Any change that the editor makes, a finding's remedy too; `several` makes many as one."""
        row, version = self.row(), known_version(request)
        return self.edited(row, version, sent(request, partial(edit_in, game_in(row.content))))


def edit_in(game: AnyGame, content: bytes) -> Struct:
    """An edit of a game's roster from what was sent; MalformedError names the field."""
    return game.read_edit(plain_values(content))


def shown(row: Row, *, status: int = 200, address: str = "") -> Response:
    judged = Judged(row, verdict(roster_of(row)))
    return answer(row, KeptRosterSerializer(judged).data, status=status, address=address)
