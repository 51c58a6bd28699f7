"""What every answer about a table owes: steps, each with its place in the book, and something drawn."""

from __future__ import annotations

from tabletop.arcana.queries.answer import Answer
from tabletop.arcana.queries.json import to_json


def check_explained(answer: Answer) -> None:
    assert to_json(answer)["steps"]
    assert all(step["text"] and step["citation"]["section"] for step in to_json(answer)["steps"])
    assert answer.marks
