"""The checker: malformed files are named by field, all others get their whole verdict."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.core.api.parsers import FileParser
from armybuilder.core.rates import a_minute
from tabletop.arcana.army.roster import MOST_UNITS
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.decoding import LARGEST_FILE
from tests.armybuilder.conftest import Check
from tests.catalogue import SAMPLES
from tests.throttles import tightened


def roster(units: Any = (), **fields: Any) -> dict[str, Any]:
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "Raiders", "army": "dwarves", "units": list(units)}
    return plain | fields


def unit(number: int = 1, count: Any = 10, profile: str = "dwarves/axemen", **fields: Any) -> dict[str, Any]:
    return {"ref": f"u{number}", "models": [{"profile": profile, "count": count}], **fields}


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_sample_is_legal_and_adds_up(check: Check, path: Path) -> None:
    answer = check(path.read_bytes())
    assert answer.status_code == 200
    verdict = answer.json()
    assert verdict["legal"] is True
    assert all(finding["severity"] != "error" for finding in verdict["findings"])
    assert verdict["points"] == verdict["normal"] + verdict["special"] == sum(u["points"] for u in verdict["receipt"])
    for each in verdict["receipt"]:
        exact = sum(Fraction(line["amount"]) for line in each["lines"])
        assert abs(exact - each["points"]) <= Fraction(len(each["lines"]), 2)


def test_the_raiding_party_costs_834(check: Check, raiders: bytes) -> None:
    verdict = check(raiders).json()
    assert (verdict["points"], verdict["normal"], verdict["special"]) == (834, 717, 117)
    assert [each["code"] for each in verdict["passes"]] == ["SIZE-01", "COMP-01", "COMP-02"]
    assert verdict["receipt"][0]["lines"][0] == {
        "label": "17 Axemen at 20",
        "amount": "340",
        "citation": {"document": "Armies of Arcana, fifth edition", "section": "Army lists"},
    }
    assert verdict["rules"].startswith("core ")


def test_an_illegal_roster_is_answered_with_findings(check: Check) -> None:
    answer = check(roster([unit(count=10)], points_limit=150))
    assert answer.status_code == 200
    verdict = answer.json()
    assert verdict["legal"] is False
    [finding] = verdict["findings"]
    assert finding["code"] == "SIZE-01"
    assert finding["severity"] == "error"
    assert finding["culprit"] == {"kind": "roster", "ref": ""}
    assert (finding["actual"], finding["limit"]) == (200, 150)
    assert finding["citation"]["section"] == "Building an Army"
    assert {"verb": "remove_models", "unit": "u1", "profile": "dwarves/axemen", "count": 3} in [
        remedy["edit"] for remedy in finding["remedies"]
    ]


def test_a_remedy_that_breaks_something_else_is_offered_nowhere(check: Check) -> None:
    """An axeman less would be under the limit and leave too few troops: the rule thinks of it, the trial drops it."""
    lord = {"ref": "c1", "profile": "dwarves/dwarf-lord"}
    verdict = check(roster([unit(count=16, characters=[lord])], points_limit=519)).json()
    labels = [remedy["label"] for finding in verdict["findings"] for remedy in finding["remedies"]]
    assert labels == ["Without the Dwarf Lord", "Agree on another size: 520 points"]


def test_an_amount_that_is_no_whole_number_is_a_fraction(check: Check) -> None:
    spies = unit(count=1, profile="dwarves/double-axemen", infiltrating=True)
    [receipt] = check(roster([spies])).json()["receipt"]
    assert receipt["lines"][0]["amount"] == "95/4"
    assert receipt["points"] == 24


UNIT = unit()
LEADER = {"ref": "c1", "profile": "dwarves/dwarf-champion"}


@pytest.mark.parametrize(
    ("content", "field"),
    [
        pytest.param(roster([unit(count=0)]), "units[0].models[0].count", id="no models"),
        pytest.param(roster([unit(count=-3)]), "units[0].models[0].count", id="negative"),
        pytest.param(roster([unit(count=1.5)]), "units[0].models[0].count", id="fractional"),
        pytest.param(roster([unit(count=10**9)]), "units[0].models[0].count", id="absurd"),
        pytest.param(roster([unit(count="ten")]), "units[0].models[0].count", id="words"),
        pytest.param(roster([unit(count=True)]), "units[0].models[0].count", id="truth"),
        pytest.param(roster([UNIT, unit(2, profile="dwarves/elf")]), "units[1].models[0].profile", id="unknown row"),
        pytest.param(roster([unit(profile="axemen")]), "units[0].models[0].profile", id="no slug"),
        pytest.param(roster([UNIT, UNIT]), "units[1].ref", id="a ref used twice"),
        pytest.param(roster([unit(characters=[LEADER, LEADER])]), "units[0].characters[1].ref", id="a leader twice"),
        pytest.param(roster([unit(colour="red")]), "units[0].colour", id="unknown field"),
        pytest.param(roster([{"models": []}]), "units[0].ref", id="no ref"),
        pytest.param(roster(army="elves"), "army", id="unknown list"),
        pytest.param(roster(army="monsters"), "army", id="a list to muster nothing from"),
        pytest.param(roster(format="muster-roster/2"), "format", id="another version"),
        pytest.param(roster(points_limit=0), "points_limit", id="no points"),
        pytest.param(roster() | {"units": {}}, "units", id="units as an object"),
        pytest.param(roster([unit(n, 1) for n in range(MOST_UNITS + 1)]), "units", id="too many units"),
        pytest.param(roster(allies=[{"army": "elves", "points": 100}]), "allies[0].army", id="unknown allies"),
        pytest.param([], "", id="a list"),
        pytest.param(b"", "", id="nothing"),
        pytest.param(b"{", "", id="half a file"),
        pytest.param(b"\xff\xfe", "", id="no text"),
        pytest.param(b"[" * 100_000, "", id="nested too deeply"),
    ],
)
def test_a_malformed_file_is_refused_and_its_field_named(check: Check, content: Any, field: str) -> None:
    answer = check(content)
    assert answer.status_code == 400
    assert list(answer.json()) == ["field", "detail"]
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


def test_a_file_of_the_largest_size_is_read(check: Check, raiders: bytes) -> None:
    assert check(raiders.ljust(LARGEST_FILE)).status_code == 200


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 4 * LARGEST_FILE])
def test_a_larger_file_is_refused(check: Check, raiders: bytes, size: int) -> None:
    answer = check(raiders.ljust(size))
    assert answer.status_code == 413
    assert "1,000,000" in answer.json()["detail"]


def test_no_more_of_a_body_is_read_than_a_file_may_be_long(raiders: bytes) -> None:
    class Stream:
        def read(self, size: int) -> bytes:
            assert size == LARGEST_FILE + 1
            return raiders

    assert FileParser().parse(Stream()) == raiders


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_anything_but_json_is_refused(client: Client, catalogue: Catalogue, raiders: bytes, content_type: str) -> None:
    answer = client.post("/api/check/", raiders, content_type=content_type)
    assert answer.status_code == 415


def test_no_login_no_cookie_and_no_token_is_needed(catalogue: Catalogue, raiders: bytes) -> None:
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post("/api/check/", raiders, content_type="application/json")
    assert answer.status_code == 200
    assert not answer.cookies


def test_too_many_checks_from_one_address_are_put_off(
    check: Check, client: Client, raiders: bytes, settings: LazySettings
) -> None:
    settings.THROTTLES = tightened("verdicts", address=a_minute(2))
    assert [check(raiders).status_code for _ in range(3)] == [200, 200, 429]
    disguised = client.post(
        "/api/check/", raiders, content_type="application/json", headers={"x-forwarded-for": "203.0.113.9"}
    )
    assert disguised.status_code == 429, "a header that anybody can write changes nothing"
    elsewhere = client.post("/api/check/", raiders, content_type="application/json", REMOTE_ADDR="203.0.113.9")
    assert elsewhere.status_code == 200


def test_people_and_their_tools_are_not_put_off(check: Check, raiders: bytes) -> None:
    assert {check(raiders).status_code for _ in range(100)} == {200}


@pytest.mark.parametrize("units", [1, 40])
def test_a_check_takes_one_query_and_its_count_whatever_its_size(
    check: Check, django_assert_num_queries: Any, units: int
) -> None:
    content = roster([unit(number) for number in range(units)])
    with django_assert_num_queries(2):
        assert check(content).status_code == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=8), children, max_size=3),
    max_leaves=8,
)
PLACES = st.sampled_from(
    [
        ("units", 0, "models", 0, "count"),
        ("units", 0, "models", 0, "profile"),
        ("units", 0, "models", 0),
        ("units", 0, "characters"),
        ("units", 0, "ref"),
        ("units", 0, "name"),
        ("units", 0),
        ("units",),
        ("name",),
        ("options",),
        ("points_limit",),
        ("allies",),
        ("designs",),
    ]
)


@pytest.mark.usefixtures("catalogue")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # nothing is kept from one to the next
@given(place=PLACES, value=JSON)
def test_whatever_is_put_in_a_field_gets_an_answer(place: tuple[str | int, ...], value: Any) -> None:
    plain = json.loads(json.dumps(roster([unit()])))
    *parents, last = place
    spot = plain
    for key in parents:
        spot = spot[key]
    spot[last] = value
    answer = Client().post("/api/check/", json.dumps(plain), content_type="application/json")
    assert answer.status_code in {200, 400}
    if answer.status_code == 400:
        assert isinstance(answer.json()["field"], str)
