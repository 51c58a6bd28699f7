"""What gunicorn says by itself, to whoever sent what can't be read and to the log, quotes nothing of it."""

from __future__ import annotations

import json
import runpy
import socket
from pathlib import Path

import pytest
from gunicorn.config import Config
from gunicorn.http import errors

from config.server import Log, Worker

ROOT = Path(__file__).resolve().parents[2]
GUARDS = (
    *("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Content-Type-Options"),
    "X-Frame-Options",
)
SENT = "private words"


def answered(error: Exception) -> str:
    """What a worker that meets an error sends to the client."""
    worker = object.__new__(Worker)
    worker.log = Log(Config())
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker.handle_error(None, ours, ("192.0.2.7", 5), error)
        return theirs.recv(10_000).decode()


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidRequestLine(SENT), 400),
        (errors.InvalidHeader(SENT), 400),
        (errors.UnsupportedTransferCoding(SENT), 400),
        (errors.LimitRequestLine(9000, 4094), 414),
        (errors.LimitRequestHeaders(SENT), 431),
        (errors.ExpectationFailed(SENT), 417),
        (errors.InvalidResponseHeader(SENT), 500),
        (ValueError(SENT), 500),
    ],
)
def test_what_the_site_never_hears_of_is_answered_and_told_without_a_word_of_it(
    error: Exception, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = answered(error)
    head, _, page = answer.partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert [name for name in GUARDS if f"\r\n{name}: " not in head] == []
    assert f"\r\nContent-Length: {len(page.encode())}\r\n" in f"{head}\r\n"
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["status"] == status
    assert [text for text in (answer, line) if "private" in text or "192.0.2.7" in text] == []


def test_whoever_has_hung_up_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    worker = object.__new__(Worker)
    worker.log = Log(Config())
    closed = socket.socket()
    closed.close()
    worker.handle_error(None, closed, None, errors.InvalidHeader(SENT))
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_gunicorn_is_told_to_use_them() -> None:
    given = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert (given["worker_class"], given["logger_class"]) == ("config.server.Worker", "config.server.Log")
