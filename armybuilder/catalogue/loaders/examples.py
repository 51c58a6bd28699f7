"""The example tables that come with the project."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings


@cache
def example_tables() -> Mapping[str, bytes]:
    """The tables of docs/table.md by their names."""
    return {path.stem: path.read_bytes() for path in sorted((settings.ROOT / "docs" / "table").glob("*.json"))}
