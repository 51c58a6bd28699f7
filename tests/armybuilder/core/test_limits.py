"""Limits on guessing hold however much else is counted, and name nobody."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.db import connection
from django.test import Client

from tests.accounts import person, sign_in

TABLE = {"BACKEND": "armybuilder.core.limits.LastingCache", "LOCATION": "muster_cache"}
KEYS = {"KEY_FUNCTION": "armybuilder.core.limits.hashed_key"}


def keys_kept() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM muster_cache")
        return [key for (key,) in cursor.fetchall()]


@pytest.fixture
def limits(db: None, settings: LazySettings) -> None:
    settings.CACHES = settings.CACHES | {"default": TABLE | KEYS}


def is_put_off(client: Client) -> bool:
    return "Too many failed login attempts" in sign_in(client, "ada").content.decode()


def test_a_flood_of_other_attempts_washes_out_no_count(limits: None) -> None:
    person("ada")
    for _ in range(5):
        sign_in(Client(), "ada", "wrong wrong wrong")
    for number in range(700):
        caches["default"].set(f"another-visitor-{number}", [0.0], 300)
    assert is_put_off(Client())


def test_the_flood_would_wash_out_djangos_own(db: None, settings: LazySettings) -> None:
    own = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "muster_cache"}
    settings.CACHES = settings.CACHES | {"default": own | KEYS}
    for number in range(700):
        caches["default"].set(f"visitor-{number}", [0.0], 300)
    assert len(keys_kept()) < 700


def test_expired_counts_make_room(limits: None) -> None:
    for number in range(301):
        caches["default"].set(f"visitor-{number}", [0.0], -10)
    caches["default"].set("one more", [0.0], 300)
    assert len(keys_kept()) == 1


def test_no_key_holds_an_address_or_an_account(limits: None) -> None:
    person("ada")
    sign_in(Client(REMOTE_ADDR="203.0.113.7"), "ada", "wrong wrong wrong")
    kept = keys_kept()
    assert kept
    assert [key for key in kept if not (len(key) == 64 and key.isalnum())] == []
