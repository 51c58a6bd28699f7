"""What asks the site whether it is well, from within its container."""

from __future__ import annotations

import io
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from config import health


def test_it_asks_by_a_name_that_the_site_answers_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answered(request: Request, timeout: float) -> io.BytesIO:
        assert (request.full_url, request.headers["Host"]) == (health.ADDRESS, "muster.example.org")
        return io.BytesIO(b"All is well.\n")

    monkeypatch.setenv("ALLOWED_HOSTS", "muster.example.org,localhost")
    monkeypatch.setattr("urllib.request.urlopen", answered)
    health.ask()
    assert capsys.readouterr().out == "All is well.\n"


def test_it_fails_where_the_site_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(request: Request, timeout: float) -> io.BytesIO:
        raise HTTPError(request.full_url, 503, "", {}, io.BytesIO())

    monkeypatch.setattr("urllib.request.urlopen", refused)
    with pytest.raises(HTTPError):
        health.ask()
