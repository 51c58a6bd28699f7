"""What the website's tests share: the printed catalogue, loaded for those that ask for it."""

from __future__ import annotations

import pytest
from django.core.cache import caches

from armybuilder.catalogue.snapshots import current_catalogue
from tabletop.arcana.catalogue.lists import Catalogue
from tests.visitors import load_printed_rows, unload_printed_rows


@pytest.fixture
def catalogue(db: None) -> Catalogue:
    """The loaded catalogue; queries counted after this find it remembered."""
    load_printed_rows()
    return current_catalogue()


@pytest.fixture
def unloaded(db: None) -> None:
    """A site before its first load."""
    unload_printed_rows()


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Nobody has tried or asked anything yet."""
    for name in caches:
        caches[name].clear()
