"""The examples in the documentation are read as they stand."""

from __future__ import annotations

import re

import pytest

from tabletop.arcana.formats.registry import read_any
from tests.catalogue import PROJECT, printed_catalogue

FORMATS = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(text|markdown|csv)\n(.*?)^```$", FORMATS, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("kind", "content"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_an_example_is_read(kind: str, content: str) -> None:
    read = read_any("an example", content.encode(), printed_catalogue())
    assert (read.format, read.problems) == (kind, ())
    assert read.roster is not None
    assert read.roster.name == "Raiders"


def test_every_format_that_people_write_has_an_example() -> None:
    assert [kind for kind, _ in EXAMPLES] == ["text", "markdown", "csv"]
