"""Check roster files against the rules of army building."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.management.files import content_of, shown
from armybuilder.snapshots import CatalogueMissingError, current_catalogue
from armybuilder.verdicts import advised, verdict
from tabletop.arcana.answers import plain_verdict
from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.roster import MalformedError, read_roster

ALL_LEGAL, SOME_ILLEGAL, SOME_MALFORMED, NO_CATALOGUE = range(4)

Answer = dict[str, Any]


class Command(BaseCommand):
    help = "Price and check roster files. Exit code 0: all legal, 1: some illegal, 2: some malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a muster-roster/1 file, or - for standard input")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            catalogue = current_catalogue()
        except CatalogueMissingError as error:
            raise CommandError(str(error), returncode=NO_CATALOGUE) from error
        answers = [check_file(file, catalogue) for file in options["files"]]
        self.stdout.write(_as_json(answers) if options["format"] == "json" else "\n".join(_as_text(answers)))
        for answer in answers:
            if "error" in answer:
                self.stderr.write(_complaint(answer))
        if code := max(_code(answer) for answer in answers):
            sys.exit(code)


def check_file(file: str, catalogue: Catalogue) -> Answer:
    """One file's answer; a malformed one has an `error` with its `field` and `reason`, and nulls for the rest."""
    try:
        judged = advised(verdict(read_roster(content_of(file)), catalogue))
    except MalformedError as error:
        nothing = dict.fromkeys(("legal", "points", "normal", "special"))
        return {"file": shown(file), **nothing, "findings": [], "error": {"field": error.field, "reason": error.reason}}
    return {"file": shown(file), **plain_verdict(judged.price, judged.report)}


def _code(answer: Answer) -> int:
    return {True: ALL_LEGAL, False: SOME_ILLEGAL, None: SOME_MALFORMED}[answer["legal"]]


def _complaint(answer: Answer) -> str:
    places = (answer["file"], answer["error"]["field"], answer["error"]["reason"])
    return ": ".join(place for place in places if place)


def _as_json(answers: list[Answer]) -> str:
    return msgspec.json.format(msgspec.json.encode(answers)).decode()


def _as_text(answers: list[Answer]) -> Iterator[str]:
    """A line for each file, then its findings indented."""
    for answer in answers:
        yield f"{answer['file']}: {_in_words(answer)}"
        for finding in answer["findings"]:
            yield f"  {finding['severity']} {finding['code']}: {finding['message']}"


def _in_words(answer: Answer) -> str:
    if answer["legal"] is None:
        return "malformed"
    word = "legal" if answer["legal"] else "illegal"
    return f"{word}, {answer['points']:,} points ({answer['normal']:,} normal, {answer['special']:,} special)"
