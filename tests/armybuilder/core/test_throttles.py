"""Whoever asks too often waits: every route that writes or computes stands in one table, and its counts hold."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.db import OperationalError, connection, connections
from django.test import Client, RequestFactory
from django.urls import reverse

from armybuilder.core import request_counts
from armybuilder.core.models import RequestCount, Visitor
from armybuilder.core.rates import EVERY_OTHER, Limit, Rate, a_minute
from armybuilder.core.request_counts import TooOftenError, address_of, count, limit_of
from armybuilder.models import Roster
from tests.accounts import person, things_of
from tests.played import TABLE_TOKEN
from tests.programs import keyed
from tests.routes import NAMESPACES, READ, ROUTES
from tests.throttles import tightened
from tests.visitors import browser_of, load_printed_rows

ROOT = Path(__file__).resolve().parents[3]
RAIDERS = reverse("copy-sample", kwargs={"name": "dwarf-raiding-party"})
# Reads that do no work worth counting: they show a few rows, an empty form, or what a process remembers.
CHEAP = {
    *("home", "rules", "health", "robots", "privacy", "report-verdict", "army-lists", "army-list", "row", "schools"),
    *("look_up", "chapter", "abilities", "spell-words", "rulings", "checked-rules"),
    *("worker", "manifest", "start", "offline", "look-up-file"),
    *("school", "spell", "api-lists", "api-list", "api-profiles", "api-profile", "api-schools", "api-spells"),
    *("api-spell", "api-terrain-kinds", "api-rules", "api-costs", "api-docs", "table-file", "pack-file"),
    *("design-file", "new-table", "open-table", "open-roster", "new-pack", "open-pack", "open-design"),
    *(
        "new-roster",
        "deleted-rosters",
        "api-bin",
        "share-roster",
        "tables",
        "battles",
        "new-battle",
        "new-battle-of",
        "open-battle",
        "packs",
        "data-packs",
        *("events", "new-event", "open-event", "own-event", "event-settings", "event-people"),
        "open-data-pack",
        *("collections", "open-collection", "collection-file", "fill-collection", "api-collection", "api-collections"),
        "open-experiment",
        "data-pack-file",
        "board-editor",
        "squares-editor",
        "areas-editor",
        "pack",
        "edit-pack",
        "api-packs",
        "api-pack",
    ),
    *("variants", "variant", "own-lists", "cost-tables", "check", "batch", "kept-batch", "api-terrain"),
    *("account", "delete-account", "account-keys", "admin-password", "admin", "language"),
}
FEW = Limit(name="few", about="", visitor=Rate(3, 60), address=Rate(5, 60))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that stands still until it is set."""

    class Clock:
        now = 1_000_000.0

        def time(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(request_counts, "time", clock)
    return clock


def asked(times: int, *, address: str = "192.0.2.1", visitor: Visitor = Visitor()) -> int:  # noqa: B008 (frozen)
    """How many of so many requests weren't refused."""
    passed = 0
    for _ in range(times):
        try:
            count(FEW, address=address, visitor=visitor)
        except TooOftenError:
            continue
        passed += 1
    return passed


def test_every_route_that_writes_or_computes_has_a_limit() -> None:
    missing = []
    for name, route in ROUTES.items():
        view = NAMESPACES.get(name, name)
        is_cheap = name in CHEAP or name.startswith(("account_", "mfa_"))
        if route.methods & READ and (limit_of(view, "GET") is None) is not is_cheap:
            missing.append(f"GET {name}")
        if route.methods - READ and limit_of(view, "POST") is None:
            missing.append(f"POST {name}")
    assert missing == []


def test_the_table_names_each_route_once_and_only_routes_that_there_are() -> None:
    for kind in ("reads", "writes"):
        names = [name for limit in settings.THROTTLES for name in getattr(limit, kind)]
        assert len(names) == len(set(names))
        assert set(names) - set(ROUTES) - {EVERY_OTHER} == set()
    for limit in settings.THROTTLES:
        assert all(ROUTES[name].methods & READ for name in limit.reads)
        assert all(ROUTES[name].methods - READ for name in limit.writes if name != EVERY_OTHER)


def test_head_counts_as_get_and_every_other_method_as_a_write() -> None:
    assert limit_of("roster-pdf", "HEAD") == limit_of("roster-pdf", "GET")
    assert limit_of("api-roster", "PUT") == limit_of("api-roster", "DELETE") == limit_of("edit-roster", "POST")


def test_a_visitor_and_an_address_have_so_many_and_more_after_their_time(db: None, clock: Any) -> None:
    ada, bob = Visitor(account=1), Visitor(browser="bob")
    assert asked(4, visitor=ada) == 3
    assert asked(4, visitor=bob) == 2, "what was refused to the one is left at the address"
    assert asked(4, visitor=bob, address="192.0.2.2") == 1, "what a visitor has used it has used everywhere"
    assert asked(9, address="192.0.2.3") == 5, "whoever keeps nothing counts by the address alone"
    clock.now += 59
    assert asked(1, visitor=ada) == 0
    clock.now += 1
    assert asked(4, visitor=ada) == 3


def test_who_goes_on_asking_waits_no_longer_for_it(db: None, clock: Any) -> None:
    asked(5)
    for second in (1, 30, 59):
        clock.now = 1_000_000.0 + second
        with pytest.raises(TooOftenError) as refused:
            count(FEW, address="192.0.2.1", visitor=Visitor())
        assert refused.value.wait == 60 - second


def test_a_refused_request_writes_nothing(db: None, clock: Any) -> None:
    asked(5)
    before = list(RequestCount.objects.values_list())
    asked(5)
    assert list(RequestCount.objects.values_list()) == before


def test_a_flood_of_others_washes_out_no_count(db: None, clock: Any) -> None:
    asked(5)
    for number in range(2000):
        count(FEW, address=f"2001:db8::{number:x}", visitor=Visitor())
    assert asked(1) == 0


def test_counts_whose_time_is_over_go_by_themselves(db: None, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_counts, "CLEARED_EVERY", 1)
    asked(5)
    clock.now += 61
    count(FEW, address="192.0.2.2", visitor=Visitor())
    assert RequestCount.objects.count() == 1


def test_counting_is_one_statement(db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        count(FEW, address="192.0.2.1", visitor=Visitor(account=1))


def test_no_row_names_an_address_an_account_or_a_browser(db: None) -> None:
    count(FEW, address="192.0.2.1", visitor=Visitor(browser="f00d"))
    keys = list(RequestCount.objects.values_list("key", flat=True))
    assert len(keys) == 2
    assert [key for key in keys if not (len(key) == 64 and key.isalnum())] == []


def test_whoever_waits_is_told_how_long_on_a_page(db: None, clock: Any, settings: LazySettings) -> None:
    load_printed_rows()
    settings.THROTTLES = tightened("changes", address=Rate(2, 600))
    client = Client()
    assert [client.post(RAIDERS).status_code for _ in range(3)] == [302, 302, 429]
    refused = client.post(RAIDERS)
    assert refused.headers["Retry-After"] == "600"
    assert "Wait 10 minutes" in refused.content.decode()
    assert Roster.objects.count() == 2
    assert client.get("/armies/").status_code == 200


def test_a_program_is_told_in_json(db: None, settings: LazySettings) -> None:
    settings.THROTTLES = tightened("verdicts", visitor=a_minute(1), address=a_minute(1))
    program = keyed(person("ada"))
    program.get("/api/rosters/")
    refused = program.get("/api/rosters/")
    assert refused.status_code == 429
    assert set(refused.json()) == {"detail"}
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_work_by_a_link_counts_too(db: None, row: Roster, settings: LazySettings) -> None:
    settings.THROTTLES = tightened("tables", address=a_minute(2))
    link = f"/t/{TABLE_TOKEN}/?look=all"
    assert [Client().get(link).status_code for _ in range(3)] == [200, 200, 429]
    assert Client(REMOTE_ADDR="192.0.2.9").get(link).status_code == 200


def test_one_account_has_one_count_in_all_its_browsers(db: None, settings: LazySettings) -> None:
    settings.THROTTLES = tightened("verdicts", visitor=a_minute(2))
    ada = things_of(person("ada"))
    browsers = [browser_of(ada), browser_of(ada)]
    assert [browser.get("/rosters/").status_code for browser in (*browsers, *browsers)] == [200, 200, 429, 429]
    assert browser_of(things_of(person("bob"))).get("/rosters/").status_code == 200


def test_browsers_that_begin_to_keep_things_are_counted(db: None, settings: LazySettings) -> None:
    load_printed_rows()
    settings.THROTTLES = tightened("newcomers", address=Rate(2, 3600))
    known = Client()
    assert [browser.post(RAIDERS).status_code for browser in (known, Client(), Client())] == [302, 302, 429]
    assert known.post(RAIDERS).status_code == 302
    program = Client().post("/api/rosters/", b"{}", content_type="application/json")
    assert program.status_code in (400, 403, 429)
    assert Roster.objects.count() == 3


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9", "198.51.100.1"),
        (2, "203.0.113.9", "192.0.2.1"),
        (1, "nonsense", "192.0.2.1"),
        (1, "2001:db8:1:2:3::4", "2001:db8:1:2::"),
    ],
)
def test_an_address_is_what_the_trusted_proxies_say(
    settings: LazySettings, proxies: int, forwarded: str, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="192.0.2.1")
    assert address_of(request) == address


def test_a_club_behind_one_address_is_not_put_off(db: None, clock: Any) -> None:
    """30 people who change a roster every two seconds, look at their table and print two sheets, in one minute."""
    people = [Visitor(browser=f"{number:032x}") for number in range(30)]
    day = {"edit-roster": ("POST", 30), "table": ("GET", 60), "roster-pdf": ("GET", 2), "print-page": ("GET", 20)}
    for route, (method, times) in day.items():
        limit = limit_of(route, method)
        assert limit is not None
        for visitor in people * times:
            count(limit, address="192.0.2.1", visitor=visitor)


def test_where_the_database_is_busy_a_request_goes_on_uncounted(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def locked(*arguments: Any) -> bool:
        raise OperationalError("database is locked")

    monkeypatch.setattr(request_counts, "_take", locked)
    assert asked(9) == 9
    assert "too busy to count" in caplog.text


def test_nobody_waits_long_for_another_writer_to_be_counted(threads: ThreadPoolExecutor) -> None:
    if connection.vendor != "sqlite":
        return  # others lock rows, not the whole database

    def counted() -> tuple[float, int, int]:
        start = time.monotonic()
        count(FEW, address="192.0.2.1", visitor=Visitor())
        taken = time.monotonic() - start
        with connection.cursor() as cursor:
            patience, durable = (
                cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("busy_timeout", "synchronous")
            )
        connections.close_all()
        return taken, patience, durable

    threads.submit(counted).result(30)
    name = connections.settings["default"]["NAME"]
    with closing(sqlite3.connect(name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        taken, patience, durable = threads.submit(counted).result(30)
        other.execute("ROLLBACK")
    assert 0.2 < taken < 5
    assert (patience, durable) == (20_000, 2), "every write of the site waits for its turn, and for the disk"
    assert threads.submit(counted).result(30)[0] < 0.2


def test_two_at_once_take_two(threads: ThreadPoolExecutor, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_counts, "LONGEST_WAIT", 20_000)  # on a busy machine a quarter of a second may pass

    def some() -> int:
        try:
            return asked(4)
        finally:
            connections.close_all()

    assert sum(work.result(60) for work in [threads.submit(some), threads.submit(some)]) == FEW.address.most


def shown(rate: Rate | None) -> str:
    if rate is None:
        return "–"
    return f"{rate.most:,} {'a minute' if rate.seconds == 60 else 'an hour'}"


def routes_of(limit: Limit) -> str:
    kinds = {"GET": limit.reads, "other methods": limit.writes}
    return "; ".join(f"{kind} {', '.join(sorted(names))}" for kind, names in kinds.items() if names) or "–"


def table_of_limits() -> str:
    """The rows of docs/security.md."""
    lines = ["| limit | for | a visitor | an address | routes |", "|---|---|---|---|---|"]
    for limit in settings.THROTTLES:
        cells = (limit.name, limit.about, shown(limit.visitor), shown(limit.address), routes_of(limit))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def test_the_documents_show_the_table() -> None:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    assert table_of_limits() in text, f"docs/security.md should say:\n{table_of_limits()}"
