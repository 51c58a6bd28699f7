"""Links to a roster of one's own."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder import queries
from armybuilder.core.api.fields import reference
from armybuilder.core.api.owner_views import FORGED, IF_MATCH, READS, REVOKED, WRITES, answer, known_version
from armybuilder.core.api.parsers import shaped
from armybuilder.core.keeping import check_version
from armybuilder.models import Share
from armybuilder.rosters.api.changes import NewShare
from armybuilder.rosters.api.rosters import RosterRowView
from armybuilder.rosters.api.serializers import ShareSerializer
from armybuilder.rosters.verdicts import verdict
from armybuilder.sharing.services import revoke_share, share_roster
from armybuilder.snapshots import current_catalogue, roster_of


def plain_share(request: Request, share: Share) -> dict[str, Any]:
    address = request.build_absolute_uri(reverse("shared", kwargs={"token": share.token}))
    return {"token": share.token, "kind": share.kind, "address": address, "created_at": share.created_at}


class SharesView(RosterRowView):
    @extend_schema(
        operation_id="shares", summary="Links to a roster", responses={200: ShareSerializer(many=True)} | READS
    )
    def get(self, request: Request, code: str) -> Response:
        """Every link that isn't revoked."""
        row = self.row()
        links = [plain_share(request, share) for share in queries.shares_of(row)]
        return answer(row, ShareSerializer(links, many=True).data)

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
        share = share_roster(row=row, kind=kind, verdict=verdict(roster_of(row), current_catalogue()))
        address = reverse("api-share", kwargs={"code": code, "token": share.token})
        return answer(row, ShareSerializer(plain_share(request, share)).data, status=201, address=address)


class ShareView(RosterRowView):
    @extend_schema(operation_id="revoke_share", summary="Revoke a link", responses={204: REVOKED, 403: FORGED} | READS)
    def delete(self, request: Request, code: str, token: str) -> Response:
        """From now on it leads nowhere. It has one state to end in, so no version is asked for."""
        revoke_share(share=get_object_or_404(queries.shares_of(self.row()), token=token))
        return Response(status=204)
