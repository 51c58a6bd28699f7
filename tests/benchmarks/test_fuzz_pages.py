"""A few hundred of the odd requests to the served site, and faults put in by hand that have to be seen."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchmarks.fuzz_pages import GUARDS, Answer, forms_in, fuzzed, judged, log_faults, report
from benchmarks.odd_requests import TWISTS, Request
from benchmarks.serving import Site

MOST = 300
WHOLE = "".join(f"{name}: x\r\n" for name in GUARDS)
PLAIN = Request(b"GET", b"/", [])
MARK = "quokka0123456789ab"


@pytest.fixture
def own_site(site: Site, tmp_path: Path) -> Site:
    """The site with a database and a log of its own: a server that was killed has left the latest beside the file."""
    with (
        closing(sqlite3.connect(site.database)) as whole,
        closing(sqlite3.connect(tmp_path / site.database.name)) as own,
    ):
        whole.backup(own)
    url = f"sqlite:///{tmp_path / site.database.name}"
    return replace(site, folder=tmp_path, environment=site.environment | {"DATABASE_URL": url})


@pytest.mark.long
def test_odd_requests_get_meant_answers_and_leave_no_word_in_the_log(own_site: Site) -> None:
    answers, lines = fuzzed(own_site, crowds=1, seed=1, most=MOST)
    assert [answer for answer in answers if answer.faults] == []
    assert lines == []
    assert len(answers) == MOST
    statuses = {answer.status for answer in answers}
    assert {200, 302, 400, 403, 404, 405} <= statuses, "they reach pages, forms and refusals"
    log = (own_site.folder / "server.log").read_text()
    assert json.loads(log.splitlines()[0])["event"] == "Starting gunicorn %s"
    assert "Unreadable request" in log


def test_the_forms_of_a_page_are_read() -> None:
    page = """<form><input name=q></form><form method=post><input name=a value=1><input></form><input name=out>
    <form method="POST" action="/there/?x=1"><select name=b></select><button name=c value=2>Go</button></form>"""
    assert forms_in(page, "/here/") == [("/here/", [("a", "1")]), ("/there/", [("b", ""), ("c", "2")])]


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (f"HTTP/1.1 200 OK\r\n{WHOLE}\r\nx", []),
        (f"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n{WHOLE}\r\nx", []),
        (f"HTTP/1.1 503 Busy\r\n{WHOLE}Retry-After: 5\r\n\r\n", []),
        (f"HTTP/1.1 503 Busy\r\n{WHOLE}\r\n", ["status 503"]),
        (f"HTTP/1.1 500 Oh\r\n{WHOLE}Retry-After: 5\r\n\r\n", ["status 500"]),
        (f"HTTP/1.1 200 OK\r\n{WHOLE}\r\nTraceback (most recent call last)", ["a traceback in the answer"]),
        ("HTTP/1.1 404 No\r\n\r\n", [f"without {name}" for name in GUARDS]),
        ("", ["no answer"]),
    ],
)
def test_an_answer_that_is_not_meant_is_seen(raw: str, faults: list[str]) -> None:
    assert judged(raw.encode(), PLAIN)[1] == faults


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"event": "as it should be"}', None),
        ("[INFO] Starting", "no JSON"),
        ('"text"', "no JSON"),
        ('{"event": "/rosters/CodeOfARoster/"}', "a visitor's word"),
        (f'{{"event": "{MARK.upper()}"}}', "a visitor's word"),
        ('{"event": "' + "\\u0000".join(MARK) + '"}', "a visitor's word"),
        ('{"event": "Traceback (most recent call last)"}', "a traceback"),
    ],
)
def test_a_line_of_the_log_that_tells_too_much_is_seen(line: str, fault: str | None) -> None:
    assert [found.partition(":")[0] for found in log_faults(line, ["CodeOfARoster"])] == ([fault] if fault else [])


def test_the_report_counts_and_names(capsys: pytest.CaptureFixture[str]) -> None:
    report([Answer("GET /", MARK, 200, (), 0.1), Answer("GET /b", MARK, 0, ("no answer",), 0.1)], ["no JSON: x"])
    said = capsys.readouterr().out
    assert "1 x no answer, 1 x 200" in said
    assert "2 requests, 1 answered wrongly, 1 wrong lines in the log" in said
    assert "GET /b" in said
    assert len(TWISTS) > 20
