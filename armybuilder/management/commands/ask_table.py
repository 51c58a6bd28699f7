"""Ask a table a question: how far, where does this move end, who sees whom."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.battles.scenes import scene_of
from armybuilder.catalogue.snapshots import CatalogueMissingError
from armybuilder.management.files import MALFORMED, SECONDS, as_json, limited_to
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.battlefield.validation import LARGEST_FILE
from tabletop.arcana.pictures.table import svg
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.questions import QUESTIONS, ask
from tabletop.decoding import MalformedError
from tabletop.work import TooMuchWorkError

NO_CATALOGUE = 3
STANDARD_INPUT = "-"


class Command(BaseCommand):
    help = "Answer a question about a muster-table/1 file as JSON. Exit code 2: the file or the question is malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-table/1 file, or - for standard input")
        parser.add_argument("question", metavar="QUESTION", help=f"one of {', '.join(QUESTIONS)}")
        parser.add_argument("words", nargs="*", metavar="WORD", help="refs, and orders in one argument")
        parser.add_argument("--picture", type=Path, metavar="SVG", help="also write the answer's picture there")
        parser.add_argument("--seconds", type=float, metavar="S", help=SECONDS)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with limited_to(options["seconds"]):
                scene = scene_of(read_table(_content(options["file"])))
                answer = ask(scene, options["question"], options["words"])
        except (MalformedError, TooMuchWorkError) as error:
            raise CommandError(f"{options['file']}: {error}", returncode=MALFORMED) from error
        except CatalogueMissingError as error:
            raise CommandError(str(error), returncode=NO_CATALOGUE) from error
        if options["picture"]:
            options["picture"].write_text(svg(answer.scene, answer.marks), encoding="utf-8")
        self.stdout.write(as_json(to_json(answer, scene)))


def _content(file: str) -> bytes:
    """No more of the file than one byte over what may be read."""
    try:
        if file == STANDARD_INPUT:
            return sys.stdin.buffer.read(LARGEST_FILE + 1)
        with Path(file).open("rb") as opened:
            return opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise MalformedError("", f"can't be read: {getattr(error, 'strerror', None) or error}") from error
