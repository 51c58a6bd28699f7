"""People who visit the site in tests: the catalogue they find there, their browsers and their rosters."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.test import Client
from django.urls import reverse

from armybuilder.models import Edition
from armybuilder.models import Roster as Row
from armybuilder.services.reference import ListFile, load_catalogue, read_list_files
from armybuilder.services.rosters import create_roster
from armybuilder.snapshots import roster_of
from tabletop.arcana.roster import Roster, read_roster
from tests.catalogue import ROWS, SAMPLES

OWNER, OTHER = "owner", "somebody-else"
RAIDERS = (SAMPLES / "dwarf-raiding-party.json").read_bytes()
HTMX = {"HX-Request": "true", "HX-Target": "desk"}


@cache
def list_files() -> tuple[ListFile, ...]:
    return tuple(read_list_files(ROWS))


def load_printed_rows() -> None:
    """The fixtures in the test's database, if they aren't there."""
    if not Edition.objects.exists():
        load_catalogue(files=list(list_files()))


def browser_of(visitor: str) -> Client:
    """A browser that the site knows as this visitor's."""
    client = Client()
    session = client.session
    session["visitor"] = visitor
    session.save()
    return client


def kept(content: bytes | str | dict[str, Any] | Roster = RAIDERS, *, visitor: str = OWNER) -> Row:
    """A roster in the database."""
    if isinstance(content, dict):
        content = json.dumps(content)
    roster = content if isinstance(content, Roster) else read_roster(content)
    return create_roster(visitor=visitor, roster=roster)


def content_of(row: Row) -> Roster:
    """What the database holds of a roster now."""
    return roster_of(Row.objects.get(pk=row.pk))


def edit_address(row: Row) -> str:
    return reverse("edit-roster", kwargs={"code": row.code})
