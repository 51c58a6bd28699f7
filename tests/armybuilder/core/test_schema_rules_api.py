"""What linters of schemas ask by their recommended rules, without one: redocly.yaml says what else is meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from armybuilder.api_schema import readable_by_generators
from armybuilder.core.api.examples import Operation, operations
from tests.catalogue import PROJECT

TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return made


@pytest.fixture(scope="module")
def known(schema: dict[str, Any]) -> list[Operation]:
    return list(operations(schema))


def shapes_in(part: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of the schema with its place, but what stands in examples and enumerations."""
    if isinstance(part, dict):
        yield place, part
        for name, inner in part.items():
            if name not in ("example", "enum"):
                yield from shapes_in(inner, f"{place}/{name}")
    elif isinstance(part, list):
        for index, inner in enumerate(part):
            yield from shapes_in(inner, f"{place}/{index}")


def wrong_values(part: Any) -> list[str]:
    """The enumerations with a value that isn't of the type beside them."""
    wrong = []
    for place, shape in shapes_in(part):
        if isinstance(shape.get("enum"), list) and "type" in shape:
            named = [shape["type"]] if isinstance(shape["type"], str) else shape["type"]
            kinds = tuple(kind for name in named for kind in TYPES[name])
            fits = [type(value) in kinds for value in shape["enum"]]
            wrong += [] if all(fits) else [place]
    return wrong


def test_values_of_closed_sets_are_of_their_type(schema: dict[str, Any]) -> None:
    assert wrong_values(schema) == []
    assert wrong_values({"a": {"type": "integer", "enum": ["1"]}, "b": {"type": "integer", "enum": [True]}}) == [
        "/a",
        "/b",
    ]


def examples_of(operation: Operation) -> Iterator[tuple[str, Any, Any]]:
    """Each example of an operation: its place, its schema, and itself."""
    contents = {"body": operation.get("requestBody", {})} | operation["responses"]
    for place, part in contents.items():
        for shown in part.get("content", {}).values():
            if "example" in shown:
                yield f"{operation['operationId']} {place}", shown["schema"], shown["example"]


def test_examples_are_what_their_schema_says(schema: dict[str, Any], known: list[Operation]) -> None:
    wrong, count = [], 0
    for operation in known:
        for place, shape, example in examples_of(operation):
            validator = Draft202012Validator(shape | {"components": schema["components"]})
            wrong += [f"{place}: {error.message}" for error in validator.iter_errors(example)]
            count += 1
    assert wrong == []
    assert count > 60


def test_a_server_and_a_licence_are_named(schema: dict[str, Any]) -> None:
    assert [server["url"] for server in schema["servers"]] == ["/"]
    assert schema["info"]["license"] == {"name": "MIT", "identifier": "MIT"}


def test_operations_have_names_and_summaries_of_their_own(known: list[Operation]) -> None:
    names = Counter(operation["operationId"] for operation in known)
    assert [name for name, times in names.items() if times > 1] == []
    assert all(re.fullmatch(r"[a-z_]+", name) for name in names)
    assert [operation["operationId"] for operation in known if not operation["summary"]] == []


def is_ambiguous(one: str, other: str) -> bool:
    """Whether an address may be of both paths, though neither is the more exact one at every part."""
    parts = list(zip(one.split("/"), other.split("/"), strict=False))
    if one.count("/") != other.count("/") or any("{" not in a + b and a != b for a, b in parts):
        return False
    looser = {("{" in a) - ("{" in b) for a, b in parts} - {0}
    return looser not in ({1}, {-1})


def test_no_address_is_of_two_paths(schema: dict[str, Any]) -> None:
    paths = list(schema["paths"])
    assert [(a, b) for index, a in enumerate(paths) for b in paths[index + 1 :] if is_ambiguous(a, b)] == []
    assert is_ambiguous("/a/{b}/", "/a/{c}/")
    assert is_ambiguous("/a/{b}/c/", "/a/d/{e}/")
    assert not is_ambiguous("/a/{b}/", "/a/roll/")


def test_parameters_of_paths_are_the_declared_ones(known: list[Operation]) -> None:
    for operation in known:
        declared = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"]
        assert sorted(declared) == sorted(re.findall(r"{(\w+)}", operation["path"]))


def test_what_may_go_wrong_and_whose_keys_open_it_is_declared(schema: dict[str, Any], known: list[Operation]) -> None:
    schemes = schema["components"]["securitySchemes"].keys() | {""}
    for operation in known:
        statuses = operation["responses"].keys()
        assert any(status.startswith("2") for status in statuses), operation["operationId"]
        assert any(status.startswith("4") for status in statuses), operation["operationId"]
        named = {name or "" for way in operation.get("security", ()) for name in (way or ("",))}
        assert named <= schemes
        if any(operation.get("security", ())):
            assert {"401", "429"} <= statuses, operation["operationId"]


def test_every_address_ends_in_a_slash_and_the_linter_is_told(schema: dict[str, Any]) -> None:
    assert [path for path in schema["paths"] if not path.endswith("/")] == []
    told = yaml.safe_load((PROJECT / "redocly.yaml").read_text(encoding="utf-8"))
    assert told == {"extends": ["recommended"], "rules": {"no-path-trailing-slash": False}}


def test_fixed_lists_are_read_by_generators_that_take_items_for_a_schema(schema: dict[str, Any]) -> None:
    assert [place for place, shape in shapes_in(schema) if shape.get("items") is False] == []
    pair = {"type": "array", "maxItems": 1, "prefixItems": [{"type": "number"}]}
    assert readable_by_generators({"a": [pair | {"items": False}]}) == {"a": [pair]}
    assert readable_by_generators({"discriminator": {}, "default": {}}) == {"discriminator": {}}
    assert readable_by_generators(pair | {"items": False, "maxItems": 2})["items"] is False
