"""Programs in tests: those that come with a key, what they find, and how they ask."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.accounts.token_services import create_token
from armybuilder.core.models import Kept, Visitor
from armybuilder.models import RequestCount
from armybuilder.models import Roster as Row
from tests.designs import kept_design
from tests.packs import kept_pack
from tests.visitors import OWNER, RAIDERS, kept, kept_share

CODE = "raiders-1"
ROSTER, DESIGN, PACK = f"/api/rosters/{CODE}/", "/api/designs/young-dragon/", "/api/packs/spring-cup-1/"
FILE = json.loads(RAIDERS)


def keyed(user: User, **settings: Any) -> Client:
    """A program with a new key of this account's."""
    _, secret = create_token(account=user.pk, name="Script")
    return Client(headers={"Authorization": f"Bearer {secret}"}, **settings)


def things(visitor: Visitor = OWNER) -> Row:
    """The raiding party with a link, a design and a pack, under codes that tests know."""
    kept_pack(visitor=visitor)
    kept_design(visitor=visitor)
    row = kept(visitor=visitor)
    Row.objects.filter(pk=row.pk).update(code=CODE)
    row.refresh_from_db()
    kept_share(row)
    return row


def ask(client: Client, method: str, path: str, body: Any = None, version: object = None) -> HttpResponse:
    """A request as programs send it; `version` goes into If-Match, numbers in the quotes of a tag."""
    headers = {} if version is None else {"If-Match": f'"{version}"' if isinstance(version, int) else str(version)}
    content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    return client.generic(method, path, content, content_type="application/json", headers=headers)


def state_of(row: Kept) -> tuple[int, Any, bool]:
    """What the database holds of a row: its version, its content, whether it is deleted."""
    kind: Any = type(row)
    now = kind.objects.get(pk=row.pk)
    return now.version, now.content, now.deleted_at is not None


def asked(client: Client, method: str, path: str, body: Any = None, version: object = None) -> list[str]:
    """The questions that a request asks of the database; a transaction’s begin and end and its own count are none."""
    with CaptureQueriesContext(connection) as captured:
        assert ask(client, method, path, body, version).status_code < 300
    marks = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", f'INSERT INTO "{RequestCount._meta.db_table}"')
    return [each["sql"] for each in captured if not each["sql"].startswith(marks)]
