"""`make run` finds a free port, and keeps a worker beside the server."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from config.serve import ADDRESS, free_port, is_free, keep_company


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


def sleeper(seconds: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({seconds})"])


def test_a_worker_that_dies_gets_a_successor_and_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.serve.PAUSE", 0.01)
    workers: list[subprocess.Popen[bytes]] = []
    server = sleeper(60)

    def begin_worker() -> subprocess.Popen[bytes]:
        workers.append(sleeper(60))
        if len(workers) < 3:
            workers[-1].kill()
        else:
            server.kill()
        return workers[-1]

    assert keep_company(server, begin_worker) == -9
    assert len(workers) == 3
    assert all(worker.poll() is not None for worker in workers)


def test_ctrl_c_ends_both(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("config.serve.sleep", interrupted)
    server, worker = sleeper(60), sleeper(60)
    assert keep_company(server, lambda: worker) == -15
    assert worker.poll() == -15
