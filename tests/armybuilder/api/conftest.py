"""Requests of other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tabletop.arcana.catalogue import Catalogue
from tests.catalogue import SAMPLES

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
