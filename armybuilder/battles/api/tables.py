"""Questions about a table, answered as the command `ask_table` answers them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, DictField

from armybuilder.battles.scenes import scene_of
from armybuilder.core.api.base_views import StrictView
from armybuilder.core.api.errors import NOT_JSON, TOO_LARGE, TOO_OFTEN, TooLargeError
from armybuilder.core.api.fields import reference
from armybuilder.core.api.serializers import RefusalSerializer
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.pictures.table import svg
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.questions import QUESTIONS, ask
from tabletop.arcana.queries.request import Asked, read_asked
from tabletop.decoding import LARGEST_FILE, MalformedError

NO_ANSWER = OpenApiResponse(
    RefusalSerializer, description="Not a table, or not a question about it; the field is named."
)
ANSWER = f"What the question answers, one of {', '.join(QUESTIONS)}: steps, figures, citations, and why not."


class AnsweredSerializer(serializers.Serializer[Any]):
    """An answer about a table."""

    question = CharField()
    words = serializers.ListField(child=CharField())
    answer = DictField(help_text=ANSWER)
    picture = CharField(allow_null=True, help_text="The table with the answer drawn on it, as SVG, where asked for.")


class AskedParser(BaseParser):
    """A table and a question; no more of a body is read than a file may be long."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # a parser may return what its view reads
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Asked:
        content: bytes = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise TooLargeError
        return read_asked(content)


class TableView(StrictView):
    """Stateless: nobody logs in and nothing is kept."""

    authentication_classes = ()
    parser_classes = [AskedParser]

    @extend_schema(
        operation_id="table",
        summary="Ask a table",
        request={"application/json": reference("Asked")},
        responses={200: AnsweredSerializer, 400: NO_ANSWER, 413: TOO_LARGE, 415: NOT_JSON, 429: TOO_OFTEN},
    )
    def post(self, request: Request) -> Response:
        """A muster-table/1 and a question in; the answer of the command line out, and its picture if wanted."""
        asked: Any = request.data
        if not isinstance(asked, Asked):
            raise MalformedError("", "the body is empty")
        scene = _laid(asked)
        found = ask(scene, asked.question, asked.words)
        plain = {
            "question": asked.question,
            "words": asked.words,
            "answer": to_json(found, scene),
            "picture": svg(found.scene, found.marks) if asked.picture else None,
        }
        return Response(AnsweredSerializer(plain).data)


def _laid(asked: Asked) -> PlacedTable:
    try:
        return scene_of(asked.table)
    except MalformedError as error:
        raise MalformedError(f"table.{error.field}", error.reason) from error
