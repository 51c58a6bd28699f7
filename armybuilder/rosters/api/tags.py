"""The words that a roster is filed under."""

from __future__ import annotations

from typing import Annotated

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.core.api.errors import FORGED, MISSING
from armybuilder.core.api.fields import reference
from armybuilder.core.api.owner_views import MAKES, READS
from armybuilder.core.api.parsers import shaped
from armybuilder.rosters import services
from armybuilder.rosters.api.changes import Sent
from armybuilder.rosters.api.rosters import RosterRowView, shown
from armybuilder.rosters.api.serializers import KeptRosterSerializer
from tabletop.decoding import MalformedError
from tabletop.values import NO_CONTROLS, ONE_LINE

UNTAGGED = OpenApiResponse(description="The roster no longer has the tag.")


class NewTag(Sent, frozen=True, kw_only=True):
    """A word to file a roster under."""

    word: Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_CONTROLS, extra=ONE_LINE)]


class TagsView(RosterRowView):
    @extend_schema(
        operation_id="tag_roster",
        summary="Tag a roster",
        request={"application/json": reference("NewTag")},
        responses={200: KeptRosterSerializer} | MAKES | {404: MISSING},
    )
    def post(self, request: Request, code: str) -> Response:
        """One more tag; a roster that has it already keeps it. Tags belong to no version, so none is asked for."""
        row, word = self.row(), " ".join(shaped(request, NewTag).word.split())
        if not word:
            raise MalformedError("word", "has nothing but spaces")
        services.tag_rosters(rows=[row], word=word)
        return shown(self.row())


class TagView(RosterRowView):
    @extend_schema(
        operation_id="untag_roster", summary="Take a tag off a roster", responses={204: UNTAGGED, 403: FORGED} | READS
    )
    def delete(self, request: Request, code: str, word: str) -> Response:
        """Tags belong to no version, so none is asked for."""
        row = self.row()
        services.untag_rosters(rows=[row], word=get_object_or_404(row.tags, word=word).word)
        return Response(status=204)
