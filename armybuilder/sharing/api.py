"""Links to a roster of one's own."""

from __future__ import annotations

from typing import Any, Literal

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, DateTimeField

from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.errors import FORGED
from armybuilder.core.api.fields import reference
from armybuilder.core.api.filters import CHANGED_SINCE, asked_since
from armybuilder.core.api.owner_views import IF_MATCH, LISTS, READS, REVOKED, WRITES, answer, known_version
from armybuilder.core.api.parsers import shaped
from armybuilder.core.api.serializers import Serializer
from armybuilder.core.revisions import check_version
from armybuilder.rosters.api.changes import Sent
from armybuilder.rosters.api.rosters import RosterRowView
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from armybuilder.sharing import queries
from armybuilder.sharing.models import Share, ShareKind
from armybuilder.sharing.presenters.addresses import shared_page
from armybuilder.sharing.services import revoke_share, share_roster


class NewShare(Sent, frozen=True, kw_only=True):
    """A link that only shows the roster, or one by which it may be copied too."""

    kind: Literal["view", "copy"]


class ShareSerializer(Serializer):
    """A live link to a roster."""

    token = CharField()
    kind = ChoiceField(ShareKind.values)
    address = CharField(help_text="Anybody who has it sees the roster.")
    created_at = DateTimeField()


def plain_share(request: Request, share: Share) -> dict[str, Any]:
    address = shared_page(request._request, share)
    return {"token": share.token, "kind": share.kind, "address": address, "created_at": share.created_at}


class SharesView(RosterRowView, ListedView):
    @extend_schema(
        operation_id="shares",
        summary="Links to a roster",
        parameters=[CHANGED_SINCE],
        responses={200: ShareSerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, code: str) -> Response:
        """Every link that isn't revoked, page by page; those made since `changed_since`."""
        row, since = self.row(), asked_since(request)
        shares = queries.shares_of(row) if since is None else queries.shares_of(row).filter(created_at__gte=since)
        links = [plain_share(request, share) for share in shares]
        return answer(row, self.page_of(links, ShareSerializer).data)

    @extend_schema(
        operation_id="share_roster",
        summary="Share a roster",
        parameters=[IF_MATCH],
        request={"application/json": reference("NewShare")},
        responses={201: ShareSerializer} | WRITES,
    )
    def post(self, request: Request, code: str) -> Response:
        """A link to look at it, or to copy it too; this version is sealed, so that prints of it can be checked."""
        row = self.row()
        check_version(row, known_version(request))
        kind = shaped(request, NewShare).kind
        share = share_roster(row=row, kind=kind, verdict=verdict(roster_of(row)))
        address = reverse("api-share", kwargs={"code": code, "token": share.token})
        return answer(row, ShareSerializer(plain_share(request, share)).data, status=201, address=address)


class ShareView(RosterRowView):
    @extend_schema(operation_id="revoke_share", summary="Revoke a link", responses={204: REVOKED, 403: FORGED} | READS)
    def delete(self, request: Request, code: str, token: str) -> Response:
        """The link stops working. No version is asked for."""
        revoke_share(share=get_object_or_404(queries.shares_of(self.row()), token=token))
        return Response(status=204)
