"""Packs for other programs: read by their code, and rosters checked by them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.event_packs.snapshots import pack_in
from armybuilder.models import Pack as Row
from tabletop.arcana.army.event_pack import read_pack
from tabletop.arcana.catalogue.lists import Catalogue
from tests.armybuilder.conftest import Check
from tests.packs import CODE, SPRING_CUP, kept_pack


@pytest.fixture
def row(catalogue: Catalogue) -> Row:
    return kept_pack()


def under(rules: str, raiders: bytes, **fields: Any) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(raiders) | {"rules": rules} | fields)


def test_a_pack_is_answered_with_every_default_and_its_rules(row: Row, client: Client) -> None:
    answer = client.get(f"/api/packs/{CODE}/").json()
    assert (answer["code"], answer["version"]) == (CODE, 1)
    assert answer["pack"].items() >= SPRING_CUP.items()
    assert answer["pack"]["small_units"] == 1
    assert read_pack(msgspec.json.encode(answer["pack"])) == pack_in(row)
    codes = [rule["code"] for rule in answer["rulebook"]["rules"]]
    assert codes[0] == "ROST-01"
    assert codes[-2:] == ["PACK-01", "PACK-02"]


@pytest.mark.parametrize("code", ["no-such-code", "x" * 300])
def test_a_pack_that_isnt_here_is_not_found(row: Row, client: Client, code: str) -> None:
    answer = client.get(f"/api/packs/{code}/")
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is no such pack."})


def test_a_deleted_pack_is_not_found(row: Row, client: Client) -> None:
    Row.objects.update(deleted_at=timezone.now())
    assert client.get(f"/api/packs/{CODE}/").status_code == 404


def test_a_roster_is_checked_by_its_pack(row: Row, check: Check, raiders: bytes) -> None:
    verdict = check(under(f"pack/{CODE}", raiders)).json()
    assert verdict["rules"].startswith("Spring Cup ")
    assert not verdict["legal"]
    codes = {finding["code"] for finding in verdict["findings"]}
    assert codes == {"TOUR-01", "TOUR-05"}
    limited = {"limits": [{"profile": "dwarves/berserker", "most": 7}], "tournament": False}
    kept_pack(code="other", **limited)
    [finding] = check(under("pack/other", raiders)).json()["findings"]
    assert (finding["code"], finding["actual"], finding["limit"]) == ("PACK-02", 8, 7)
    assert finding["citation"] == {"document": "Spring Cup", "section": "Organiser's pack"}


def test_a_roster_under_a_pack_that_isnt_here_gets_a_warning(row: Row, check: Check, raiders: bytes) -> None:
    verdict = check(under("pack/gone", raiders)).json()
    assert verdict["legal"]
    assert verdict["rules"].startswith("core ")
    assert [(each["code"], each["severity"]) for each in verdict["findings"]] == [("PACK-00", "warning")]


@pytest.mark.parametrize("rules", ["house", "pack/", "pack/a b", "pack/" + "x" * 17, None, 1])
def test_rules_of_another_kind_are_refused(row: Row, check: Check, raiders: bytes, rules: Any) -> None:
    answer = check(under(rules, raiders))
    assert (answer.status_code, answer.json()["field"]) == (400, "rules")


@pytest.mark.parametrize(("rules", "queries"), [("core", 2), (f"pack/{CODE}", 3), ("pack/gone", 3)])
def test_a_check_under_a_pack_takes_one_query_more(
    row: Row, check: Check, raiders: bytes, django_assert_num_queries: Any, rules: str, queries: int
) -> None:
    with django_assert_num_queries(queries):
        assert check(under(rules, raiders)).status_code == 200
