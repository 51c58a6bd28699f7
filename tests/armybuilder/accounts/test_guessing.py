"""How many passwords of one account can be tried in an hour while the limits are flooded: the figure of the docs."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from tests.accounts import person, sign_in

HOUR, EVERY = 3600, 30  # seconds of the clock, and from one try to the next
FLOOD = 320  # entries: as many password resets of others
LASTING, DJANGOS = "armybuilder.core.limits.LastingCache", "django.core.cache.backends.db.DatabaseCache"


def tried(monkeypatch: pytest.MonkeyPatch, *, seconds: int) -> int:
    """How many tries were compared with the password, each from an address of its own, others flooding when put off."""
    clock = SimpleNamespace(now=1_000_000.0, monotonic=time.monotonic, sleep=time.sleep)
    clock.time = lambda: clock.now
    monkeypatch.setattr(ratelimit, "time", clock)
    compared = 0
    for number in range(seconds // EVERY):
        clock.now += EVERY
        browser = Client(REMOTE_ADDR=f"2001:db8:{number:x}::1")
        answer = sign_in(browser, "ada", f"guess number {number}")
        if "Too many failed login attempts" in answer.content.decode():
            flood(number)
        else:
            compared += 1
    return compared


def flood(round_: int) -> None:
    for number in range(FLOOD):
        caches["default"].set(f"reset:{round_}:{number}", [0.0], 300)


def kept_in(backend: str, settings: LazySettings) -> None:
    table = {"BACKEND": backend, "LOCATION": "muster_cache", "KEY_FUNCTION": "armybuilder.core.limits.hashed_key"}
    settings.CACHES: dict[str, Any] = settings.CACHES | {"default": table}


@pytest.mark.long
def test_an_hour_bears_sixty_guesses_however_much_else_is_counted(
    db: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_in(LASTING, settings)
    person("ada")
    monkeypatch.setattr("tests.armybuilder.accounts.test_guessing.FLOOD", 20)
    assert tried(monkeypatch, seconds=HOUR) == 60


@pytest.mark.parametrize(("backend", "bears"), [(LASTING, 10), (DJANGOS, 17)])
@pytest.mark.long
def test_a_flood_gives_guesses_back_in_djangos_own_cache_alone(
    db: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, backend: str, bears: int
) -> None:
    """Of 20 tries in ten minutes; a flood after each that is put off."""
    kept_in(backend, settings)
    person("ada")
    assert tried(monkeypatch, seconds=600) == bears
