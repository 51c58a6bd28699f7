"""People who visit the site in tests: the catalogue they find there, their browsers and their rosters."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from armybuilder.core.models import Visitor
from armybuilder.models import Edition, Share
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import create_roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from armybuilder.sharing.services import share_roster
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.rosters.verdict import Verdict
from tests.catalogue import SAMPLES

OWNER, OTHER = Visitor(browser="owner"), Visitor(browser="somebody-else")
TOKEN = "LinkOfTests1"
RAIDERS = (SAMPLES / "dwarf-raiding-party.json").read_bytes()
HTMX = {"HX-Request": "true", "HX-Target": "desk"}


@cache
def reference_rows() -> tuple[tuple[Model, ...], ...]:
    """What a load of the fixtures leaves in each table that no visitor writes to, in an order that can be saved.

    It is asked for before any test: what is loaded then is in a database that another worker has made.
    """
    if not Edition.objects.exists():
        call_command("load_catalogue", verbosity=0, stdout=io.StringIO())
    models = apps.get_app_config("armybuilder").get_models(include_auto_created=True)
    return tuple(tuple(model._default_manager.all()) for model in models if not hasattr(model, "visitor"))


@transaction.atomic
def load_printed_rows() -> None:
    """The fixtures in the test's database, if they aren't there; the files are read once."""
    for rows in reference_rows():
        if rows and not type(rows[0])._default_manager.exists():
            type(rows[0])._default_manager.bulk_create(rows)


@transaction.atomic
def unload_printed_rows() -> None:
    """As it is before anything is loaded."""
    for rows in reversed(reference_rows()):
        if rows:
            type(rows[0])._default_manager.all().delete()


def browser_of(visitor: Visitor) -> Client:
    """A browser that the site knows as this visitor's."""
    client = Client()
    if visitor.account is not None:
        client.force_login(User.objects.get(pk=visitor.account))
        return client
    session = client.session
    session["visitor"] = visitor.browser
    session.save()
    return client


def kept(content: bytes | str | dict[str, Any] | Roster = RAIDERS, *, visitor: Visitor = OWNER) -> Row:
    """A roster in the database."""
    if isinstance(content, dict):
        content = json.dumps(content)
    roster = content if isinstance(content, Roster) else read_roster(content)
    return create_roster(visitor=visitor, roster=roster)


def kept_share(row: Row, *, kind: str = "copy", token: str = TOKEN) -> Share:
    """A link to a roster, sealed as it is, with a token that tests know."""
    share = share_roster(row=row, kind=kind, verdict=verdict_of(row))
    Share.objects.filter(pk=share.pk).update(token=token)
    share.token = token
    return share


def verdict_of(row: Row) -> Verdict:
    return verdict(roster_of(row))


def content_of(row: Row) -> Roster:
    """What the database holds of a roster now."""
    return roster_of(Row.objects.get(pk=row.pk))


def edit_address(row: Row) -> str:
    return reverse("edit-roster", kwargs={"code": row.code})
