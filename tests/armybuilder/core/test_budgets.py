"""No request works for longer than it may, whatever it asks for."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, process_time, sleep
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from armybuilder.core import budgets
from armybuilder.core.budgets import BusyError, Turn
from benchmarks.hostile import MANY_BANDS, TWO_HORDES
from config import settings as production
from tabletop.work import TooMuchWorkError
from tests.accounts import person, sign_in
from tests.played import FORD, kept_table
from tests.visitors import load_printed_rows

TOKEN = "HostileTable"
SLACK = 0.1  # seconds: between two looks at the clock


@pytest.mark.parametrize("content", [TWO_HORDES, MANY_BANDS], ids=["two hordes", "many bands"])
@pytest.mark.parametrize("query", ["look=all", "look=flight&unit=a", "look=sight&unit=a", "look=sight&unit=u1", ""])
def test_no_question_about_a_table_holds_a_processor(
    db: None, client: Client, settings: LazySettings, content: Any, query: str
) -> None:
    settings.WORK_SECONDS = production.WORK_SECONDS
    load_printed_rows()
    kept_table(token=TOKEN, **json.loads(json.dumps(content)))
    client.get("/armies/")  # what only the first answer of a process takes
    start = process_time()
    answer = client.get(f"/t/{TOKEN}/?{query}")
    used = process_time() - start
    assert used < production.WORK_SECONDS + SLACK, "seconds of all threads: none works beside the one with the budget"
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert "Too much at once" in answer.content.decode()


def test_too_much_is_refused_before_it_begins(db: None, client: Client) -> None:
    load_printed_rows()
    kept_table(token=TOKEN, **TWO_HORDES)
    answer = client.get(f"/t/{TOKEN}/?look=flight&unit=a")
    assert answer.status_code == 422
    assert "pairs of models" in answer.content.decode()


def test_an_account_may_ask_for_longer(db: None, client: Client, settings: LazySettings) -> None:
    load_printed_rows()
    settings.WORK_LIGHT, settings.WORK_SECONDS, settings.WORK_SECONDS_ACCOUNT = 0.0, 0.0, 60.0
    row = kept_table(token=TOKEN)
    ref = row.content["units"][0]["ref"]
    address = f"/t/{TOKEN}/?look=all&unit={ref}"
    assert client.get(address).status_code == 422
    person("ada")
    sign_in(client, "ada")
    assert client.get(address).status_code == 200


@contextmanager
def taken(turn: Turn) -> Iterator[None]:
    """While somebody else has the turn."""
    turn.take(patience=0, most_waiting=0, is_wanted=lambda: True)
    try:
        yield
    finally:
        turn.give_back()


def asked_long(settings: LazySettings) -> str:
    """The address of a question that needs a turn, however fast it is answered."""
    load_printed_rows()
    settings.WORK_LIGHT, settings.WORK_PATIENCE = 0.0, 0.2
    row = kept_table(token=TOKEN)
    return f"/t/{TOKEN}/?look=all&unit={row.content['units'][0]['ref']}"


def test_who_finds_the_turn_taken_waits_for_it() -> None:
    turn, order = Turn(), list[str]()

    def wait() -> None:
        turn.take(patience=60, most_waiting=1, is_wanted=lambda: True)
        order.append("the other")

    with taken(turn):
        other = Thread(target=wait)
        other.start()
        sleep(0.05)
        order.append("the first")
    other.join(60)
    assert order == ["the first", "the other"]


def test_nobody_waits_for_ever_or_behind_many_or_for_somebody_who_has_left() -> None:
    turn = Turn()
    with taken(turn):
        for patience, most_waiting, is_wanted in ((0.05, 1, True), (60, 0, True), (60, 1, False), (0, 1, True)):
            start = monotonic()
            with pytest.raises(BusyError):
                turn.take(patience=patience, most_waiting=most_waiting, is_wanted=lambda wanted=is_wanted: wanted)
            assert monotonic() - start < 30
    with taken(turn):
        pass


@pytest.mark.django_db(transaction=True)
def test_what_takes_long_is_worked_out_one_at_a_time(client: Client, settings: LazySettings) -> None:
    address = asked_long(settings)
    with taken(budgets.TURN):
        answer = client.get(address)
        settings.WORK_LIGHT = 2.0
        assert client.get("/armies/").status_code == 200, "a short one needs no turn"
    settings.WORK_LIGHT = 0.0
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "Try again in a few seconds" in answer.content.decode()
    assert client.get(address).status_code == 200
    assert client.get(address).status_code == 200, "the turn was not given back"


def test_within_a_transaction_nobody_waits(db: None, client: Client, settings: LazySettings) -> None:
    address = asked_long(settings)
    settings.WORK_PATIENCE = 60.0
    start = monotonic()
    with taken(budgets.TURN):
        assert client.get(address).status_code == 503
    assert monotonic() - start < 30


def test_the_api_says_in_json_that_others_come_first(db: None, client: Client, settings: LazySettings) -> None:
    asked_long(settings)
    body = {"table": FORD, "question": "sight", "words": ["b3", "r1"]}
    with taken(budgets.TURN):
        answer = client.post("/api/table/", body, "application/json")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "Try again in a few seconds" in answer.json()["detail"]
    settings.WORK_SECONDS = 0.0
    answer = client.post("/api/table/", body, "application/json")
    assert answer.status_code == 422
    assert "seconds" in answer.json()["detail"]


@pytest.mark.parametrize(("method", "says"), [("get", False), ("post", True)])
def test_only_of_a_write_it_is_said_that_it_may_have_been_carried_out(
    rf: RequestFactory, method: str, says: bool
) -> None:
    middleware = budgets.WorkBudgetMiddleware(lambda _: HttpResponse())
    for error in (BusyError(), TooMuchWorkError("Too much.")):
        answer = middleware.process_exception(getattr(rf, method)("/"), error)
        assert answer is not None
        words = answer.content.decode()
        assert ("Before you send it again" in words) == says
        assert "Nothing was changed" not in words


def test_nothing_is_worked_out_for_who_has_hung_up(db: None, client: Client, settings: LazySettings) -> None:
    address = asked_long(settings)
    here, there = socket.socketpair()
    with here:
        extra = {"gunicorn.socket": here}
        assert client.get(address, **extra).status_code == 200
        there.sendall(b"GET /another/ HTTP/1.1")
        assert client.get(address, **extra).status_code == 200
        here.recv(100)
        there.close()
        assert client.get(address, **extra).status_code == 503
        assert client.get("/armies/", **extra).status_code == 503, "begun for nobody"
        body = {"table": FORD, "question": "sight", "words": ["b3", "r1"]}
        assert client.post("/api/table/", body, "application/json", **extra).status_code == 503
        settings.WORK_LIGHT = 2.0
        assert client.post("/api/table/", body, "application/json", **extra).status_code == 200, "it might have written"
    assert client.get(address, **extra).status_code == 503, "a connection that is closed on this side, too"
