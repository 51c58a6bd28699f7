"""The bin: what a visitor has deleted and may still take back."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, DateTimeField, SerializerMethodField

from armybuilder.accounts import queries
from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.filters import CHANGED_SINCE, asked_since
from armybuilder.core.api.owner_views import LISTS, OwnView
from armybuilder.core.api.serializers import Serializer
from armybuilder.rosters.services import KEPT_FOR


class BinnedSerializer(Serializer):
    """Something deleted."""

    kind = ChoiceField(list(queries.BINNED))
    code = CharField()
    name = CharField()
    deleted_at = DateTimeField()
    gone_at = SerializerMethodField(help_text="When it goes for good.")
    restore = SerializerMethodField(help_text="POST to this address restores it.")

    @extend_schema_field(DateTimeField())
    def get_gone_at(self, row: dict[str, Any]) -> Any:
        return DateTimeField().to_representation(row["deleted_at"] + KEPT_FOR)

    def get_restore(self, row: dict[str, Any]) -> str:
        return reverse(f"api-restore-{row['kind']}", kwargs={"code": row["code"]})


class BinView(OwnView, ListedView):
    @extend_schema(
        operation_id="bin",
        summary="Your bin",
        parameters=[CHANGED_SINCE],
        responses={200: BinnedSerializer(many=True)} | LISTS,
    )
    def get(self, request: Request) -> Response:
        """Rosters, designs and packs deleted in the last thirty days, the latest first, page by page."""
        rows = queries.binned_rows(self.visitor, kept_for=KEPT_FOR, since=asked_since(request))
        return self.page_of(rows, BinnedSerializer)
