"""An example of each endpoint beside this file: the address asked, what is sent and what is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

Operation = dict[str, Any]


@cache
def example(operation: str) -> dict[str, Any]:
    """`address`, `body` where something is sent, the `version` it changes, `answers` by status; long ones are cut.

    `before` names the examples that are asked first; a refusal is that of whoever hasn't, and changes version 1.
    """
    found: dict[str, Any] = json.loads(Path(__file__).with_name(f"{operation}.json").read_text(encoding="utf-8"))
    return found


def operations(schema: dict[str, Any]) -> Iterator[Operation]:
    """The schema's operations but its own, each with its `path` and `method`."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield operation | {"path": path, "method": method}


def add_examples(result: dict[str, Any], **generator: Any) -> dict[str, Any]:
    """A step of making the schema: each operation's example beside its shapes."""
    for operation in operations(result):
        shown = example(operation["operationId"])
        if "body" in shown:
            operation["requestBody"]["content"]["application/json"]["example"] = shown["body"]
        for status, answer in shown["answers"].items():
            if answer is not None:
                operation["responses"][status]["content"]["application/json"]["example"] = answer
    return result
