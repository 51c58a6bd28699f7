"""Parameters of the API: unknown ones are refused by name, and every list has pages and knows what changed since."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.catalogue.queries import loaded_at
from armybuilder.core.api.docs import whole_schema
from armybuilder.core.api.examples import Operation, example, operations
from armybuilder.core.revisions import delete_row
from armybuilder.models import Collection, Design, Experiment, Pack
from armybuilder.models import Roster as Row
from tests.collection import kept_collection
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.programs import ROSTER, ask
from tests.visitors import kept_share

CATALOGUE = ["costs", "ground", "lists", "profiles", "schools", "spells", "terrain"]
LISTS = [*CATALOGUE, "bin", "collections", "designs", "entries", "experiments", "packs", "rosters", "shares"]
LISTS += ["units", "versions"]
NO_TIMES = ["yesterday", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00%2B14:00", "9999-12-31", "%00"]


@pytest.fixture(scope="module")
def known() -> list[Operation]:
    return list(operations(whole_schema()))


@pytest.fixture
def dated(beside: None, ada_roster: Row) -> datetime:
    """The moment at which everything of the account was changed last."""
    changed_at = timezone.now() - timedelta(days=3)
    for kind in (Row, Collection, Design, Experiment, Pack):
        kind.objects.update(updated_at=changed_at)
        kind.objects.exclude(deleted_at=None).update(deleted_at=changed_at)
    ada_roster.shares.update(created_at=changed_at)
    Row.history.update(history_date=changed_at)
    return changed_at


@pytest.fixture(autouse=True)
def beside(ada_roster: Row) -> None:
    """An experiment and a collection of hers, and two packs that she has deleted."""
    kept_collection(visitor=ada_roster.visitor)
    kept_experiment(visitor=ada_roster.visitor)
    for code in ("old-pack-1", "old-pack-2"):
        delete_row(kept_pack(visitor=ada_roster.visitor, code=code))


def address_of(name: str) -> str:
    return str(example(name)["address"]).partition("?")[0]


def moment(when: datetime) -> str:
    return quote(when.isoformat())


@pytest.mark.parametrize("parameter", ["serach", "format", "changedsince"])
def test_unknown_parameters_are_refused_by_name(
    ada_roster: Row, program: Client, known: list[Operation], parameter: str
) -> None:
    for operation in known:
        shown, address = example(operation["operationId"]), address_of(operation["operationId"])
        body, version = shown.get("body"), shown.get("version")
        answer = ask(program, operation["method"], f"{address}?{parameter}=json", body, version)
        assert (operation["operationId"], answer.status_code) == (operation["operationId"], 400)
        assert answer.json()["field"] == parameter
    ada_roster.refresh_from_db()
    assert ada_roster.version == 1


def test_a_refusal_says_which_parameters_there_are(program: Client, catalogue: Any) -> None:
    refusal = program.get("/api/lists/?pagesize=3").json()
    assert refusal["detail"] == "there is no such parameter here; there are changed_since, page, page_size"
    assert program.get("/api/rules/?page=1").json()["detail"] == "there is no such parameter here"
    assert ask(program, "POST", "/api/rosters/?page=1", {}).json()["field"] == "page", "of a list, not of a write"
    assert len(program.get(f"/api/rules/?{'long' * 100}=1").json()["field"]) == 60


def test_the_schema_comes_in_the_format_that_is_asked_for(client: Client, db: None) -> None:
    assert client.get("/api/schema/?format=json").json()["openapi"] == "3.1.1"
    assert client.get("/api/schema/?fromat=json").status_code == 400
    assert client.get("/api/schema/?format=pdf").status_code == 404


def is_list(operation: Operation) -> bool:
    return any(parameter["name"] == "page" for parameter in operation.get("parameters", ()))


def test_every_list_is_known(known: list[Operation]) -> None:
    assert sorted(operation["operationId"] for operation in known if is_list(operation)) == sorted(LISTS)
    whole = [example(operation["operationId"])["answers"].get("200") for operation in known]
    assert not any(isinstance(shown, list) for shown in whole)


@pytest.mark.parametrize("name", LISTS)
def test_every_list_comes_page_by_page(ada_roster: Row, program: Client, name: str) -> None:
    kept_share(ada_roster, token="AnotherLink1")
    address = address_of(name)
    whole = program.get(f"{address}?page_size=400").json()
    rows, following = [], f"{address}?page_size=1"
    while following and len(rows) < 3:
        page = program.get(following).json()
        assert (page["count"], len(page["results"])) == (whole["count"], 1)
        rows, following = rows + page["results"], page["next"]
    assert rows == whole["results"][:3]
    for wrong in ("page=0", f"page={whole['count'] + 1}&page_size=1"):
        assert program.get(f"{address}?{wrong}").status_code == 404


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_asked_for_what_changed_since(dated: datetime, program: Client, name: str) -> None:
    address = address_of(name)
    changed_at = loaded_at() if name in CATALOGUE else dated
    whole = program.get(address).json()["count"]
    assert whole > 0
    for later, count in ((-1, whole), (0, whole), (1, 0)):
        since = moment(changed_at + timedelta(seconds=later))
        assert program.get(f"{address}?changed_since={since}").json()["count"] == count


def test_a_time_that_is_none_is_refused(ada_roster: Row, program: Client) -> None:
    for name, text in product(LISTS, NO_TIMES):
        answer = program.get(f"{address_of(name)}?changed_since={text}")
        assert (answer.status_code, answer.json().get("field")) == (400, "changed_since"), (name, text)


def test_times_may_have_any_zone(dated: datetime, program: Client) -> None:
    east = dated.astimezone(UTC) + timedelta(hours=2)
    text = quote(east.replace(tzinfo=None).isoformat() + "+02:00")
    assert program.get(f"/api/rosters/?changed_since={text}").json()["count"] == 1


def test_of_several_those_that_changed_since_are_shown(dated: datetime, program: Client) -> None:
    made = ask(program, "POST", "/api/rosters/", example("create_roster")["body"]).json()
    address = f"/api/rosters/?changed_since={moment(dated + timedelta(seconds=1))}"
    assert [row["code"] for row in program.get(address).json()["results"]] == [made["code"]]
    assert program.get("/api/rosters/").json()["count"] == 2
    assert ask(program, "PATCH", ROSTER, {"name": "Newer"}, 1).status_code == 200
    assert program.get(address).json()["count"] == 2
