"""Roster files as bodies of requests, read by the one reader that names fields exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from armybuilder.api.errors import TooLargeError
from tabletop.arcana.roster import LARGEST_FILE, Roster, read_roster


class RosterParser(BaseParser):
    """A `muster-roster/1` file; no more of a body is read than a file may be long."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # a parser may return what its view reads
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Roster:
        content: bytes = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise TooLargeError
        return read_roster(content)
