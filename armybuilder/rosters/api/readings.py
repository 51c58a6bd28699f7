"""Lists as people write them, read line by line; nobody keeps them."""

from __future__ import annotations

from typing import Annotated

from drf_spectacular.utils import OpenApiResponse, extend_schema
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import NOT_JSON, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.fields import ValueField, reference
from armybuilder.core.api.parsers import shaped
from armybuilder.core.api.serializers import RefusalSerializer, Serializer
from armybuilder.core.games import References
from armybuilder.rosters.verdicts import read_list
from tabletop.rosters.reading import plain_reading

NO_LIST = OpenApiResponse(RefusalSerializer, description="Not a text; the field is named.")


class WrittenList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list as its player wrote it; the file's name may say the army."""

    text: str
    name: Annotated[str, Meta(max_length=200)] = ""


class ReadingSerializer(Serializer):
    """A line and what it was read as."""

    line = IntegerField(help_text="From 1; 0 is what no line says.")
    text = CharField(help_text="As written.")
    read_as = CharField()
    exact = BooleanField(help_text="False where the words could mean something else: have a player look at it.")


class UnreadSerializer(Serializer):
    """A line, or a piece of one, that wasn't read."""

    line = IntegerField()
    text = CharField()
    likely = ListField(child=CharField(), help_text="What it may stand for, the likeliest first.")


class ReadListSerializer(Serializer):
    """A roster, line by line beside what it was read from."""

    roster = ValueField("Roster", allow_null=True)
    readings = ReadingSerializer(many=True)
    unread = UnreadSerializer(many=True)


class ReadView(StatelessView):
    @extend_schema(
        operation_id="read",
        summary="Read a list",
        request={"application/json": reference("WrittenList")},
        responses={200: ReadListSerializer, 400: NO_LIST, 413: TOO_LARGE, 415: NOT_JSON, 429: TOO_OFTEN},
    )
    def post(self, request: Request) -> Response:
        """A mail, a note or a roster file's text in; each line out beside what it was read as, guesses marked."""
        written = shaped(request, WrittenList)
        return Response(plain_reading(read_list(written.name, written.text.encode(), References())))
