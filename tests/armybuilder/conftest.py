"""What the site's tests share: the printed catalogue, who keeps what, and browsers and programs that come for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.laboratory import counting
from armybuilder.laboratory import services as laboratory
from armybuilder.laboratory.presenters import asking
from armybuilder.laboratory.views.asking import USUAL
from armybuilder.models import Design
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.accounts import passkey_of, person, prove, things_of
from tests.catalogue import SAMPLES
from tests.collection import kept_collection
from tests.data_packs import kept_data_pack
from tests.designs import CARRYING, CODE, kept_design, kept_shared_list, kept_variant
from tests.events import kept_event
from tests.kept_once import kept_once
from tests.packs import kept_pack
from tests.played import kept_table
from tests.programs import keyed, things
from tests.visitors import OTHER, OWNER, browser_of, kept, kept_share, load_printed_rows, unload_printed_rows

Check = Callable[[Any], HttpResponse]


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


@pytest.fixture
def printed(db: None) -> None:
    """The catalogue as printed, in the database."""
    load_printed_rows()


@pytest.fixture
def unaudited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loads that keep no audit, which takes most of the time of a load; the first load of all keeps its own."""
    monkeypatch.setattr("armybuilder.management.commands.load_catalogue.keep_audit", lambda _: ())


@pytest.fixture
def short_experiments(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the laboratory is asked for on its pages, the ready experiment too, is answered after some pairs.

    Each batch is written by itself, as long ones are.
    """
    monkeypatch.setattr(counting, "WRITTEN_EVERY", 0)
    for offered, pairs in ((asking.IN_LINE, 16), (asking.IN_A_LEAGUE, 2)):
        monkeypatch.setitem(offered, USUAL, asking.Precision(USUAL, 0.02, pairs, "usual"))
    monkeypatch.setattr(asking, "PAIRS", 10)
    for few in ("PAIRS_OF_A_FIELD", "PAIRS_OF_FELLOWS"):
        monkeypatch.setattr(asking, few, 2)
    monkeypatch.setattr(laboratory, "PAIRS_ON_TABLE", 1)
    for once in ("MEETS_IN_A_LIST", "ROUNDS"):
        monkeypatch.setattr(asking, once, 1)


@pytest.fixture
def row(printed: None) -> Row:
    """The book's raiding party with a design, kept for its owner with a link; the owner has a bit of all else too."""
    return _bit_of_everything()


@kept_once
def _bit_of_everything() -> Row:
    kept_pack()
    kept_data_pack()
    kept_collection()
    kept_design()
    kept_variant()
    kept_shared_list()
    kept_table()
    kept_event()
    row = kept(CARRYING)
    kept_share(row)
    return row


@pytest.fixture
def owner(db: None) -> Client:
    return browser_of(OWNER)


@pytest.fixture
def other(db: None) -> Client:
    """Somebody who keeps a roster too, but not this one."""
    return browser_of(OTHER)


@pytest.fixture
def member(db: None) -> Client:
    """Somebody with an account and a passkey, signed in, who has just said the password again."""
    ada = person("ada")
    passkey_of(ada, pk=9000)
    client = browser_of(things_of(ada))
    prove(client)
    return client


@pytest.fixture
def dragon(row: Row) -> Design:
    """The young dragon, beside a roster and a variant of the same owner."""
    return Design.objects.get(code=CODE)


@pytest.fixture
def threads(transactional_db: None) -> Iterator[ThreadPoolExecutor]:
    """Two threads, each with a connection of its own."""
    load_printed_rows()
    kept()
    kept(visitor=OTHER)
    with ThreadPoolExecutor(2) as pool:
        yield pool


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
def ada_roster(ada: User) -> Row:
    """Her raiding party, beside a design and a pack."""
    return kept_things(things_of(ada))


kept_things = kept_once(things)


@pytest.fixture
def program(ada: User) -> Client:
    """With her key."""
    return keyed(ada)
