"""The bin of a visitor, as programs see it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from armybuilder.core.revisions import delete_row
from armybuilder.models import Pack
from armybuilder.models import Roster as Row
from tests.accounts import person, things_of
from tests.packs import kept_pack
from tests.programs import DESIGN, PACK, ROSTER, ask, asked, keyed

BIN = "/api/bin/"


def in_the_bin(program: Client) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = program.get(BIN).json()["results"]
    return rows


def test_what_is_deleted_is_in_the_bin_until_it_is_taken_back(ada_roster: Row, program: Client) -> None:
    assert in_the_bin(program) == []
    for address in (ROSTER, DESIGN, PACK):
        assert ask(program, "DELETE", address, version=1).status_code == 204
    rows = in_the_bin(program)
    assert [row["kind"] for row in rows] == ["pack", "design", "roster"]
    assert [row["name"] for row in rows][2] == ada_roster.name
    for row, address in zip(rows, (PACK, DESIGN, ROSTER), strict=True):
        assert row["restore"] == f"{address}restore/"
        assert ask(program, "POST", row["restore"]).status_code == 200
        assert program.get(address).status_code == 200
    assert in_the_bin(program) == []


def test_what_was_deleted_a_month_ago_is_gone(ada_roster: Row, program: Client) -> None:
    delete_row(ada_roster)
    moment = timezone.now() - timedelta(days=30)
    Row.objects.update(deleted_at=moment + timedelta(minutes=1))
    assert len(in_the_bin(program)) == 1
    Row.objects.update(deleted_at=moment - timedelta(minutes=1))
    assert in_the_bin(program) == []


def test_nobody_sees_the_bin_of_others(ada_roster: Row, client: Client) -> None:
    delete_row(ada_roster)
    assert in_the_bin(keyed(person("bob"))) == []
    assert in_the_bin(client) == []


@pytest.mark.parametrize("count", [1, 30])
def test_a_page_takes_as_many_questions_however_much_is_in_it(ada: User, program: Client, count: int) -> None:
    for number in range(count):
        delete_row(kept_pack(visitor=things_of(ada), code=f"pack-{number}"))
    assert len(asked(program, "GET", BIN)) == 4
    assert Pack.objects.count() == count
