"""Requests of other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.accounts import person, things_of
from tests.catalogue import SAMPLES
from tests.programs import keyed, things

Check = Callable[[Any], HttpResponse]


@pytest.fixture
def check(client: Client, catalogue: Catalogue) -> Check:
    """Posts a roster file, as plain values or as its bytes."""

    def post(content: Any) -> HttpResponse:
        return client.post("/api/check/", content, content_type="application/json")

    return post


@pytest.fixture(scope="session")
def raiders() -> bytes:
    """The book's own raiding party."""
    return (SAMPLES / "dwarf-raiding-party.json").read_bytes()


@pytest.fixture
def ada(catalogue: Catalogue) -> User:
    return person("ada")


@pytest.fixture
def row(ada: User) -> Row:
    """Her raiding party, beside a design and a pack."""
    return things(things_of(ada))


@pytest.fixture
def program(ada: User) -> Client:
    """With her key."""
    return keyed(ada)
