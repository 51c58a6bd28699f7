"""The owner of a roster, somebody else, and nobody."""

from __future__ import annotations

import pytest
from django.test import Client

from armybuilder.models import Roster as Row
from tests.visitors import OTHER, OWNER, browser_of, kept, load_printed_rows


@pytest.fixture
def printed(db: None) -> None:
    """The catalogue as printed, in the database."""
    load_printed_rows()


@pytest.fixture
def row(printed: None) -> Row:
    """The book's raiding party, kept for its owner."""
    return kept()


@pytest.fixture
def owner(db: None) -> Client:
    return browser_of(OWNER)


@pytest.fixture
def other(db: None) -> Client:
    """Somebody who keeps a roster too, but not this one."""
    return browser_of(OTHER)
