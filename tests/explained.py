"""What every answer about a table owes: steps, each with its place in the book, and something drawn."""

from __future__ import annotations

from tabletop.arcana.queries.answer import Answer


def check_explained(answer: Answer) -> None:
    assert answer.plain["steps"]
    assert all(step["text"] and step["citation"]["section"] for step in answer.plain["steps"])
    assert answer.marks
