"""The OpenAPI schema, its examples and the page made from it: what they promise is what is answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from armybuilder.core.api.docs import endpoints
from armybuilder.core.api.examples import Operation, example, operations
from armybuilder.core.revisions import delete_row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.accounts import person, things_of
from tests.catalogue import PROJECT
from tests.collection import kept_collection
from tests.designs import kept_design
from tests.events import kept_game, kept_season
from tests.laboratory import kept_experiment
from tests.laws import fault
from tests.played import kept_battle
from tests.programs import ask, keyed, things

GOLDEN = PROJECT / "tests" / "golden" / "openapi.yaml"
RENEW = f"renew it with: .venv/bin/python manage.py spectacular --file {GOLDEN.relative_to(PROJECT)}"
OPERATIONS = [
    *(
        "add_entry",
        "add_unit",
        "battle",
        "battle_after",
        "bin",
        "change_entry",
        "change_roster",
        "change_unit",
        "check",
    ),
    *(
        "collection",
        "collections",
        "costs",
        "create_battle",
        "create_collection",
        "create_design",
        "create_experiment",
        "create_pack",
        "create_roster",
        "delete_collection",
        "delete_design",
        "delete_experiment",
        "delete_pack",
    ),
    *(
        "delete_roster",
        "design",
        "designs",
        "edit_roster",
        "entries",
        "entry",
        "event",
        "event_standings",
        "experiment",
    ),
    *(
        "experiments",
        "field_collection",
        "go_on_with_experiment",
        "ground",
        "list",
        "lists",
        "odds",
        "pack",
        "packs",
        "price",
    ),
    *(
        "print",
        "profile",
        "profiles",
        "read",
        "redo_roster",
        "remove_entry",
        "remove_unit",
        "replace_collection",
        "replace_design",
        "replace_pack",
    ),
    *(
        "replace_roster",
        "report",
        "report_result",
        "restore_collection",
        "restore_design",
        "restore_experiment",
        "restore_pack",
        "restore_roster",
        "restore_version",
        "revoke_share",
    ),
    *(
        "roll",
        "roster",
        "rosters",
        "rules",
        "schools",
        "season",
        "send_command",
        "share_roster",
        "shares",
    ),
    *(
        "spell",
        "spells",
        "stop_experiment",
        "table",
        "tag_roster",
        "terrain",
        "undo_roster",
        "unit",
        "units",
    ),
    *(
        "untag_roster",
        "version",
        "versions",
    ),
]
# Of what is kept, these are drawn by lot or by the clock.
CHANCE = {"code", "token", "address", "at", "created_at", "digest", "updated_at", "deleted_at", "gone_at"}
SPOILT: dict[str, Any] = {
    "check": (lambda body: body["units"][0]["models"][0], "count", 0),
    "odds": (lambda body: body["sides"][1]["formation"], "files", 11),
    "price": (lambda body: body["melee"][0], "skill", 6),
    "print": (lambda body: body, "copies", 21),
    "read": (lambda body: body, "text", 5),
    "roll": (lambda body: body, "pieces", 41),
    "table": (lambda body: body["table"]["units"][0], "base", 3),
}


@pytest.fixture
def kept_things(catalogue: Catalogue) -> None:
    """What the examples ask for, kept by an account."""
    visitor = things_of(person("ada"))
    things(visitor).tags.create(word="club")
    delete_row(kept_design(visitor=visitor, code="old-dragon"))
    kept_battle(visitor=visitor)
    kept_game(visitor=visitor)
    kept_season(visitor=visitor)
    kept_experiment(visitor=visitor)
    kept_collection(visitor=visitor)


@pytest.fixture(scope="module")
def generated() -> tuple[dict[str, Any], list[str]]:
    """The schema, and what its generator could only guess or not make out."""
    with GENERATOR_STATS.silence():
        made = SchemaGenerator().get_schema(public=True)
        return made, [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]


@pytest.fixture(scope="module")
def schema(generated: tuple[dict[str, Any], list[str]]) -> dict[str, Any]:
    return generated[0]


def test_the_schema_is_the_golden_one(schema: dict[str, Any]) -> None:
    written = OpenApiYamlRenderer().render(schema, renderer_context={}).decode()
    assert written == GOLDEN.read_text(encoding="utf-8"), RENEW


def test_the_schema_is_valid_and_nothing_was_guessed(generated: tuple[dict[str, Any], list[str]]) -> None:
    schema, guesses = generated
    validate_schema(schema)
    assert guesses == []


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    text = json.dumps(schema)
    names = {part.partition('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}
    names |= {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert names == set(schema["components"]["schemas"]) & names
    assert {"Roster", "Row", "Edit", "Finding"} <= names


def test_the_schema_is_served_as_yaml_and_as_json(db: None, client: Client, schema: dict[str, Any]) -> None:
    assert yaml.load(client.get("/api/schema/").content, yaml.CSafeLoader) == json.loads(json.dumps(schema))
    assert client.get("/api/schema/?format=json").json() == json.loads(json.dumps(schema))


def test_the_schema_is_made_once(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = [client.get(f"/api/schema/{query}") for query in ("", "?format=json")]
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *asked, **how: pytest.fail("made again"))
    monkeypatch.setattr(OpenApiYamlRenderer, "render", lambda *asked, **how: pytest.fail("written again"))
    again = [client.get(f"/api/schema/{query}") for query in ("", "?format=json")]
    assert [answer.content for answer in again] == [answer.content for answer in first]
    assert [answer.headers["Content-Type"] for answer in again] == [
        "application/vnd.oai.openapi; charset=utf-8",
        "application/vnd.oai.openapi+json",
    ]


def prepared(program: Client, shown: dict[str, Any]) -> int | None:
    """The version that an example changes, after those that it names have been asked."""
    for name in shown.get("before", ()):
        earlier = example(name)
        assert ask(program, "POST", earlier["address"], earlier.get("body"), earlier["version"]).status_code == 200
    version: int | None = shown.get("version")
    return version


def answered(operation: Operation, status: str) -> Any:
    """What a program with a key is really answered where the example shows an answer."""
    shown = example(operation["operationId"])
    body, version = json.loads(json.dumps(shown.get("body"))), shown.get("version")
    if status == "400" and operation["operationId"] in SPOILT:
        part, field, value = SPOILT[operation["operationId"]]
        part(body)[field] = value
    program, method, address = keyed(User.objects.get()), operation["method"], shown["address"]
    version = prepared(program, shown) if status == "200" else version and 1
    if status == "409":  # somebody was faster
        ask(program, method, address, body, version)
    answer = ask(program, method, address, body, None if status == "428" else version)
    assert answer.status_code == int(status)
    return answer.json() if answer.content else None


def is_cut_of(shown: Any, real: Any) -> bool:
    """Whether an example is the answer, with entries of its lists and fields perhaps left out."""
    if isinstance(shown, dict) and isinstance(real, dict):
        alike = shown.keys() - (
            CHANCE if {"at", "created_at", "deleted_at", "digest", "rulebook"} & real.keys() else ()
        )
        return shown.keys() <= real.keys() and all(is_cut_of(shown[name], real[name]) for name in alike)
    if isinstance(shown, list) and isinstance(real, list):
        rest = iter(real)
        return all(any(is_cut_of(each, other) for other in rest) for each in shown)
    return bool(shown == real)


ANSWERS = [(name, status) for name in OPERATIONS for status in example(name)["answers"]]


@pytest.fixture(scope="module")
def known(schema: dict[str, Any]) -> dict[str, Operation]:
    return {operation["operationId"]: operation for operation in operations(schema)}


@pytest.mark.usefixtures("kept_things")
def test_examples_are_true_and_answers_have_the_shape_that_the_schema_says(
    schema: dict[str, Any], known: dict[str, Operation]
) -> None:
    """Each with nothing asked or changed before it."""
    broken = []
    for name, status in ANSWERS:
        for cache in caches.all():
            cache.clear()
        with transaction.atomic():
            said = fault(lambda operation, status=status: check_example(schema, operation, status), known[name])
            transaction.set_rollback(True)
        broken += [f"{name} {status}: {said}"] if said else []
    assert broken == [], "\n".join(broken)


def check_example(schema: dict[str, Any], operation: Operation, status: str) -> None:
    shown, real = example(operation["operationId"])["answers"][status], answered(operation, status)
    if shown and {"findings", "rules"} <= set(shown):  # the edition changes with every correction of the catalogue
        shown = shown | {"rules": real["rules"]}
    assert shown or status == "204"
    assert is_cut_of(shown, real), "not what the example shows"
    response = operation["responses"][status]
    if real is None:
        assert "content" not in response
        return
    shape = response["content"]["application/json"]["schema"]
    validator = Draft202012Validator(shape | {"components": schema["components"]})
    assert [error.message for error in validator.iter_errors(real)] == []


def test_every_operation_has_an_example(schema: dict[str, Any]) -> None:
    assert sorted(operation["operationId"] for operation in operations(schema)) == OPERATIONS
    assert sorted(path.stem for path in Path("armybuilder/core/api/examples").glob("*.json")) == OPERATIONS


def test_every_row_has_the_shape_that_the_schema_says(
    client: Client, catalogue: Catalogue, schema: dict[str, Any]
) -> None:
    shape = {"$ref": "#/components/schemas/Profile", "components": schema["components"]}
    validator = Draft202012Validator(shape)
    for slug in list(catalogue.rows)[::7]:
        validator.validate(client.get(f"/api/profiles/{slug}/").json())


def test_the_page_shows_every_endpoint_with_its_parameters(
    client: Client, db: None, django_assert_num_queries: Any
) -> None:
    endpoints.cache_clear()
    with django_assert_num_queries(0):
        page = client.get("/api/docs/").content.decode()
    for endpoint in endpoints():
        assert f'id="{endpoint.name}"' in page
        assert f"{endpoint.method} {endpoint.path}" in page
        assert all(f"<code>{parameter.name}</code>" in page for parameter in endpoint.parameters)
    assert {"list", "section", "min_points", "search", "ordering"} <= {
        parameter.name for endpoint in endpoints() for parameter in endpoint.parameters
    }


def test_the_page_has_no_script_and_no_style_of_its_own(db: None, client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=") + page.count('<script type="module" src=')


def test_the_page_asks_for_a_key_only_where_one_opens_something() -> None:
    shown = {each.name: each.own for each in endpoints()}
    assert not any(shown[name] for name in ("check", "costs", "lists", "price", "print", "rules", "table"))
    assert all(shown[name] for name in ("rosters", "create_roster", "report", "designs", "share_roster"))
