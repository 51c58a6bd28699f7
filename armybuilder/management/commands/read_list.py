"""Read a list as its player wrote it, line by line."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.catalogue.snapshots import CatalogueMissingError
from armybuilder.core.games import References
from armybuilder.management.files import MALFORMED, SECONDS, content_of, limited_to, shown
from armybuilder.rosters.verdicts import read_list
from tabletop.decoding import MalformedError
from tabletop.rosters.reading import ReadList, plain_reading, price_in_words, reading_in_words, unread_in_words
from tabletop.work import TooMuchWorkError

NO_CATALOGUE = 3  # as `check_roster` has it


class Command(BaseCommand):
    help = "Read a list as people write them. Exit code 0: read as far as it can be, 2: no text at all."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a mail, a note or a roster file, or - for standard input")
        parser.add_argument("--format", choices=["text", "json"], default="text")
        parser.add_argument("--seconds", type=float, metavar="S", help=SECONDS)

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["file"]
        try:
            with limited_to(options["seconds"]):
                read = read_list(Path(shown(file)).name, content_of(file), References())
        except CatalogueMissingError as error:
            raise CommandError(str(error), returncode=NO_CATALOGUE) from error
        except (MalformedError, TooMuchWorkError) as error:
            reason = error.reason if isinstance(error, MalformedError) else str(error)
            raise CommandError(f"{shown(file)}: {reason}", returncode=MALFORMED) from error
        if options["format"] == "json":
            self.stdout.write(msgspec.json.format(msgspec.json.encode(plain_reading(read))).decode())
        else:
            self.stdout.write("\n".join(_as_text(read)))


def _as_text(read: ReadList) -> Iterator[str]:
    """A line for each that was read, then the others, then the prices that differ."""
    yield from map(reading_in_words, read.readings)
    yield from map(unread_in_words, read.unread)
    yield from map(price_in_words, read.prices)
    if read.roster is None:
        yield "no army was read"
