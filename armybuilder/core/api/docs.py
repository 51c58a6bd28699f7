"""The API's documentation page, made from its schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.encoding import force_bytes
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from msgspec import Struct
from rest_framework.request import Request

from armybuilder.core.api.base_views import StrictView
from armybuilder.core.api.examples import Operation, example, operations


class Parameter(Struct, frozen=True):
    """What an address may carry."""

    name: str
    place: str
    values: str
    description: str


class Answer(Struct, frozen=True):
    """What comes back, with an example as text where there is one."""

    status: str
    description: str
    example: str


class Endpoint(Struct, frozen=True):
    """One operation of the schema."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    own: bool
    address: str
    body: str
    version: int | None
    answers: tuple[Answer, ...]


class SchemaView(StrictView, SpectacularAPIView):
    """The OpenAPI schema, written once in each of its formats."""

    parameters = frozenset({"format"})

    def get_format_suffix(self, **kwargs: Any) -> str | None:
        return self.request.query_params.get("format")

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer, _ = self.perform_content_negotiation(request, force=True)
        kind = f"{renderer.media_type}; charset={renderer.charset}" if renderer.charset else renderer.media_type
        name: str = self._get_filename(request, None)  # type: ignore[no-untyped-call]
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(written_schema(renderer.media_type), content_type=kind, headers=headers)


@cache
def written_schema(media_type: str) -> bytes:
    """The schema in one of its formats."""
    renderer = next(kind for kind in SchemaView.renderer_classes if kind.media_type == media_type)
    return _kept_once(force_bytes(renderer().render(whole_schema(), renderer_context={})))


@cache
def _kept_once(written: bytes) -> bytes:
    """Each text once: two names of a format have the same 0.9 MB."""
    return written


@cache
def whole_schema() -> dict[str, Any]:
    """The schema of every endpoint: the same for everybody."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return schema


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    site = f"{request.scheme}://{request.get_host()}"
    return render(request, "core/api_docs.html", {"endpoints": endpoints(), "site": site})


@cache
def endpoints() -> tuple[Endpoint, ...]:
    return tuple(_endpoint(operation) for operation in operations(whole_schema()))


def _endpoint(operation: Operation) -> Endpoint:
    shown = example(operation["operationId"])
    return Endpoint(
        name=operation["operationId"],
        method=operation["method"].upper(),
        path=operation["path"],
        summary=operation["summary"],
        description=operation["description"],
        parameters=tuple(_parameter(parameter) for parameter in operation.get("parameters", ())),
        own=any(operation.get("security", ())),
        address=shown["address"],
        body=_as_text(shown["body"]) if "body" in shown else "",
        version=shown.get("version"),
        answers=tuple(_answers(operation, shown["answers"])),
    )


def _answers(operation: Operation, examples: dict[str, Any]) -> Iterator[Answer]:
    for status, response in operation["responses"].items():
        text = _as_text(examples[status]) if examples.get(status) is not None else ""
        yield Answer(status, response["description"] or "The answer.", text)


def _parameter(parameter: dict[str, Any]) -> Parameter:
    schema = parameter["schema"]
    choices = schema.get("enum") or schema.get("items", {}).get("enum", ())
    values = ", ".join(str(value) for value in choices) or schema.get("type", "")
    return Parameter(parameter["name"], parameter["in"], values, parameter.get("description", ""))


def _as_text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
