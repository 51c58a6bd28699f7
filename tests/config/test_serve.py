"""`make run` finds a free port."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from config.serve import ADDRESS, free_port, is_free


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server((ADDRESS, 0)) as server:
        yield server.getsockname()[1]


def test_a_port_in_use_is_not_free(taken: int) -> None:
    assert not is_free(taken)


def test_the_next_free_port_takes_the_place_of_a_taken_one(taken: int) -> None:
    assert free_port(taken) > taken


def test_no_free_port_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.serve.is_free", lambda port: False)
    with pytest.raises(SystemExit, match="No free port from 8000 to 8099"):
        free_port(8000)
