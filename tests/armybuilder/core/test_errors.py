"""Forms that can't be read, a lost database, a full disk, and errors met while errors are answered."""

from __future__ import annotations

import io
import json
import logging
import sqlite3

import pytest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from psycopg import errors

from armybuilder.core.errors import (
    AsyncWebRequest,
    LastAnswerMiddleware,
    Outage,
    ReadableFormMiddleware,
    WebRequest,
    outage_of,
)
from config.logs import WithoutNames

FORM = "application/x-www-form-urlencoded"
UNREADABLE = [
    f"{FORM}; charset=utf-7",
    f"{FORM}; charset=latin-1",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=ä",
    "multipart/form-data",
]
HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")


@pytest.fixture
def browser(db: None) -> Client:
    """A browser with the cookie of forgery protection, whose faults are answered as on a served site."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/account/login/")
    return client


@pytest.mark.parametrize("path", ["/rosters/new/", "/t/SecretToken1/", "/account/login/", "/no-such-page/"])
@pytest.mark.parametrize("content_type", UNREADABLE)
def test_a_form_that_cannot_be_read_is_refused_with_every_header_and_one_line(
    browser: Client, path: str, content_type: str, caplog: pytest.LogCaptureFixture
) -> None:
    body = f"csrfmiddlewaretoken={browser.cookies['csrftoken'].value}&find=private+words".encode()
    answer = browser.generic("POST", path, body, content_type=content_type)
    assert answer.status_code == 400
    assert "That request can't be read" in answer.content.decode()
    assert [name for name in HEADERS if name not in answer.headers] == []
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    line = WithoutNames().format(record)
    assert json.loads(line)["status"] == 400
    assert "private" not in line
    assert "SecretToken1" not in line


@pytest.mark.parametrize("content_type", [f"{FORM}; charset=base64", f"{FORM}; charset=rot13", "a/b; c*=no-such''%e4"])
def test_a_content_type_that_fails_before_any_middleware_is_refused_like_others(content_type: str) -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        raise AssertionError("the request went on")

    plain = RequestFactory().post("/rosters/new/?b=2", b"a=1", content_type=FORM)
    scope = {"type": "http", "method": "POST", "path": "/rosters/new/", "query_string": b"b=2"}
    scope |= {"headers": [(b"content-type", content_type.encode()), (b"content-length", b"3")]}
    requests = (
        WebRequest(plain.environ | {"CONTENT_TYPE": content_type}),
        AsyncWebRequest(scope, io.BytesIO(b"a=1")),
    )
    for request in requests:
        assert ReadableFormMiddleware(answer)(request).status_code == 400
        assert request.GET.dict() == {"b": "2"}


def test_a_host_that_is_not_ours_is_refused_and_not_named_in_the_log(
    browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert browser.get("/", headers={"host": "private.words"}).status_code == 400
    lines = [WithoutNames().format(record) for record in caplog.records]
    assert [line for line in lines if "DisallowedHost" in line]
    assert [line for line in lines if "private" in line] == []


def failing(error: Exception) -> pytest.MonkeyPatch:
    """While it is in force every query fails."""

    def fail(*arguments: object, **more: object) -> object:
        raise error

    patch = pytest.MonkeyPatch()
    patch.setattr("django.db.models.query.QuerySet._fetch_all", fail)
    patch.setattr("django.db.models.query.QuerySet.first", fail)
    return patch


def full_disk() -> OperationalError:
    """What SQLite says of a disk with no room."""
    error = OperationalError("database or disk is full")
    error.__cause__ = sqlite3.OperationalError("database or disk is full")
    error.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def full_postgresql() -> OperationalError:
    error = OperationalError("could not extend file")
    error.__cause__ = errors.DiskFull("could not extend file")
    return error


def test_an_error_of_the_driver_itself_has_no_code_and_is_our_fault() -> None:
    assert outage_of(sqlite3.ProgrammingError("Cannot operate on a closed database.")) is None


@pytest.mark.parametrize("path", ["/rosters/", "/api/lists/"])
@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (OperationalError("connection refused"), Outage.DATABASE_GONE),
        (InterfaceError("the connection is closed"), Outage.DATABASE_GONE),
        (full_disk(), Outage.DISK_FULL),
        (full_postgresql(), Outage.DISK_FULL),
    ],
)
def test_what_the_site_stands_on_is_missed_with_the_right_status_and_words(
    browser: Client, path: str, error: Exception, outage: Outage
) -> None:
    patch = failing(error)
    try:
        answer = browser.get(path)
    finally:
        patch.undo()
    assert answer.status_code == outage.status
    assert int(answer.headers["Retry-After"]) > 0
    if path.startswith("/api/"):
        assert answer.json() == {"detail": outage.words}
    else:
        assert outage.words in answer.content.decode()
        assert "Nothing you saved is lost" not in answer.content.decode()


def test_a_fault_of_our_own_is_no_outage() -> None:
    assert outage_of(ValueError("not a database's")) is None


def test_an_error_in_the_answer_of_an_error_is_answered_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        raise ValueError("private words")

    response = LastAnswerMiddleware(answer)(RequestFactory().get("/t/SecretToken1/"))
    assert response.status_code == 500
    (record,) = caplog.records
    assert "private" not in WithoutNames().format(record)
    assert "SecretToken1" not in WithoutNames().format(record)
