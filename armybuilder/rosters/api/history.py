"""The history of a roster: its versions, undo, redo, and old versions brought back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from msgspec import Struct
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, DateTimeField, IntegerField

from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.errors import NO_ROOM
from armybuilder.core.api.fields import ValueField
from armybuilder.core.api.filters import CHANGED_SINCE, asked_since
from armybuilder.core.api.owner_views import IF_MATCH, LISTS, READS, REMOVES, answer, known_version
from armybuilder.core.api.pagination import FewerPages
from armybuilder.core.api.serializers import Serializer
from armybuilder.rosters import queries, services
from armybuilder.rosters.api.rosters import RosterRowView, shown
from armybuilder.rosters.api.serializers import KeptRosterSerializer
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.history import author_of, steps_of
from armybuilder.rosters.services import NothingToDoError, Outcome
from armybuilder.rosters.snapshots import roster_of
from tabletop.decoding import MalformedError
from tabletop.rosters.document import Roster

STEPS: dict[int, Any] = REMOVES | {422: NO_ROOM}


class OldVersion(Struct, frozen=True):
    """A version with its file."""

    version: int
    at: Any
    who: str
    reason: str
    points: int | None
    roster: Roster


class VersionSerializer(Serializer):
    """A version of a roster."""

    version = IntegerField()
    at = DateTimeField()
    who = CharField(help_text="Who wrote it.")
    reason = CharField(help_text="What was done, in a few words.")
    points = IntegerField(allow_null=True, help_text="What it came to on its day; null where nobody wrote it down.")


class StepSerializer(VersionSerializer):
    """A version of a roster, and what it changed of the one before."""

    changes = serializers.ListField(child=CharField(), help_text="The first of them, in words.")
    more = IntegerField(help_text="How many more changes there are.")


class KeptVersionSerializer(VersionSerializer):
    """A version of a roster with its file."""

    roster = ValueField("Roster")


class VersionPages(FewerPages):
    """A page is told with the version before it, which its last one has changed."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Sequence[Any] = super().paginate_queryset(queryset, request, view) or ()
        if not rows:
            return []
        row = view.kept
        return list(steps_of(row, [*rows, *queries.versions_of(row, before=rows[-1].version)[:1]], len(rows)))


class VersionsView(RosterRowView, ListedView):
    pagination_class = VersionPages

    @extend_schema(
        operation_id="versions",
        summary="A roster's history",
        parameters=[CHANGED_SINCE],
        responses={200: StepSerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, code: str) -> Response:
        """Every version, the newest first: who changed what, and what it came to then."""
        row, since = self.row(), asked_since(request)
        self.kept = row
        versions = queries.versions_of(row)
        found = versions if since is None else versions.filter(history_date__gte=since)
        return answer(row, self.page_of(found, StepSerializer).data)


class VersionRowView(RosterRowView):
    """An old version of a roster of whoever asks."""

    def version(self, row: Row) -> Any:
        return get_object_or_404(queries.versions_of(row), version=self.kwargs["version"])


class VersionView(VersionRowView):
    @extend_schema(operation_id="version", summary="An old version", responses={200: KeptVersionSerializer} | READS)
    def get(self, request: Request, code: str, version: int) -> Response:
        """A version with its file; the `ETag` is the roster's, as a write asks for it."""
        row = self.row()
        kept = self.version(row)
        old = OldVersion(
            version=kept.version,
            at=kept.history_date,
            who=author_of(kept, row),
            reason=kept.history_change_reason or "",
            points=kept.priced.get("points"),
            roster=roster_of(kept),
        )
        return answer(row, KeptVersionSerializer(old).data)


class BringBackView(VersionRowView):
    @extend_schema(
        operation_id="restore_version",
        summary="Restore an old version",
        parameters=[IF_MATCH],
        request=None,
        responses={200: KeptRosterSerializer} | STEPS,
    )
    def post(self, request: Request, code: str, version: int) -> Response:
        """It becomes the newest version; what is there now stays in the history."""
        row = self.row()
        wanted = self.version(row).version
        services.restore_version(row=row, version=known_version(request), wanted=wanted)
        return shown(row)


class UndoView(RosterRowView):
    @extend_schema(
        operation_id="undo_roster",
        summary="Undo a change",
        parameters=[IF_MATCH],
        request=None,
        responses={200: KeptRosterSerializer} | STEPS,
    )
    def post(self, request: Request, code: str) -> Response:
        """Back by one change, as a new version; refused at the first."""
        return stepped(self.row(), request, services.undo_roster, "there is nothing to undo")


class RedoView(RosterRowView):
    @extend_schema(
        operation_id="redo_roster",
        summary="Redo a change",
        parameters=[IF_MATCH],
        request=None,
        responses={200: KeptRosterSerializer} | STEPS,
    )
    def post(self, request: Request, code: str) -> Response:
        """The change that was undone last, made again; refused where none was."""
        return stepped(self.row(), request, services.redo_roster, "there is nothing to redo")


def stepped(row: Row, request: Request, step: Callable[..., Outcome], refusal: str) -> Response:
    try:
        step(row=row, version=known_version(request), merge=False)
    except NothingToDoError as error:
        raise MalformedError("", refusal) from error
    return shown(row)
