"""One moment of a battle, played once."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.catalogue.loaders.printed import printed_reference
from armybuilder.core.games import game_of_file
from armybuilder.management.files import MALFORMED, as_json, content_of, shown
from tabletop.decoding import MalformedError
from tabletop.dice import FacesError, Seeded, Typed


class Command(BaseCommand):
    help = (
        "Play a muster-situation/1 file once, with dice from a seed or as they were thrown, and write every throw as "
        "JSON. Exit code 2: malformed, or too many, too few or impossible dice; nothing is rolled to fill up."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-situation/1 file, or - for standard input")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--seed", type=int, metavar="S", help="the same seed throws the same dice")
        source.add_argument("--dice", type=_faces, metavar="3,5,1", help="the faces, in the order of the throws")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = content_of(options["file"])
            game = game_of_file(content)
            source = Seeded(options["seed"]) if options["dice"] is None else Typed(options["dice"], game.die)
            answer = game.resolved(content, printed_reference(game), source)
            if isinstance(source, Typed):
                source.check_all_taken()
        except MalformedError as error:
            self._refuse(f"{shown(options['file'])}: {error}")
        except FacesError as error:
            self._refuse(f"dice[{error.place - 1}]: {error.reason}")
        else:
            self.stdout.write(as_json(answer))

    def _refuse(self, complaint: str) -> None:
        self.stderr.write(complaint)
        sys.exit(MALFORMED)


def _faces(text: str) -> list[int]:
    try:
        return [int(face) for face in text.split(",")] if text else []
    except ValueError as error:
        raise ArgumentTypeError("dice are whole numbers with commas between them, as 3,5,1") from error
