"""Exact odds of one moment of a battle."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.catalogue.loaders.printed import printed_reference
from armybuilder.core.games import game_of_file
from armybuilder.management.files import MALFORMED, as_json, content_of, shown
from tabletop.decoding import MalformedError


class Command(BaseCommand):
    help = "Answer the exact odds of a muster-situation/1 file. Exit code 2: malformed; the field is named."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-situation/1 file, or - for standard input")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = content_of(options["file"])
            game = game_of_file(content)
            answer = game.odds(content, printed_reference(game))
        except MalformedError as error:
            self.stderr.write(f"{shown(options['file'])}: {error}")
            sys.exit(MALFORMED)
        self.stdout.write(as_json(answer) if options["format"] == "json" else "\n".join(_as_text(answer)))


def _as_text(answer: dict[str, Any]) -> Iterator[str]:
    """A line for each step of the count, each result, a chance in per cent or a mean, and for each change."""
    if "ratio" in answer or answer.get("reason"):
        yield answer.get("ratio") or f"not allowed: {answer['reason']}"
    yield from answer.get("explained", ())
    for step in answer["steps"]:
        parts = ", ".join(f"{line['label']} {line['amount']}" for line in step["lines"])
        yield f"{step['text']}: {step['number']} ({parts})"
    for name, result in answer["results"].items():
        if result is None:
            yield f"{name}: never ends"
        elif "mean" in result:
            low, high = result.get("middle", (None, None))
            yield f"{name}: {result['decimal']:.3f} on average{'' if low is None else f', mostly {low} to {high}'}"
        else:
            yield f"{name}: {result['decimal']:.2%}"
    for change in answer.get("what_if", ()):
        yield f"with {change['change']}: {change['ratio'] or 'not allowed'}"
    if "pack" in answer:
        yield f"by the {answer['pack']}"
    for change in answer.get("changes", ()):
        yield f"{_whose(change)}{change['mechanism']}: {', '.join(_as_words(change['effect']))}"


def _whose(change: dict[str, Any]) -> str:
    """Of a spell on a unit which, and where; of the one that is cast nothing."""
    return f"{change['unit']}, {change['spell']}, changes " if "unit" in change else "changes "


def _as_words(effect: dict[str, Any]) -> Iterator[str]:
    """The effect in the catalogue's own words, without what isn't so."""
    for field, value in effect.items():
        if field != "effect" and value not in (None, False, [], 0, "target") and field != "at_once":
            yield field if value is True else f"{field} {value}"
