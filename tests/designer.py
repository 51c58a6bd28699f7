"""The designer's page in tests: read, filled in and sent as a browser does it."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.designs import address, design
from tests.markup import Document

DRAGON = design()
FORM = {"HX-Request": "true", "HX-Target": "receipt"}


def page(client: Client, query: str = "") -> Document:
    answer = client.get(address() + query)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def form_of(document: Document) -> dict[str, Any]:
    """What the designer's form sends as it stands, with every box that is ticked."""
    form = document.with_id("design")
    fields: dict[str, list[str]] = {}
    for control in document.controls(form):
        name, kind = control.get("name"), control.get("type")
        if not name or control.tag == "button" or (kind == "checkbox" and "checked" not in control.attributes):
            continue
        value = document.chosen(control) if control.tag == "select" else control.get("value")
        fields.setdefault(name, []).append(value)
    return fields


def sent(client: Client, headers: dict[str, str] | None = None, **fields: Any) -> HttpResponse:
    """The form as it stands with other fields."""
    return client.post(address(), form_of(page(client)) | fields, headers=headers)


def words(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
