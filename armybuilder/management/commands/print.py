"""Print any sheet as PDF."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from armybuilder.catalogue.snapshots import CatalogueMissingError
from armybuilder.management.files import MALFORMED, STANDARD_INPUT, content_of
from armybuilder.printing.orders import Copy, as_pdf, job_of, print_content
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.printing.counters.sheet import CounterShape
from tabletop.arcana.printing.maps.terrain import terrain_sheet
from tabletop.arcana.printing.orders import CARD_SIZES, SHEET_NAMES, PrintOptions
from tabletop.arcana.printing.orders.order import CounterSet, check_needs
from tabletop.decoding import MalformedError, converted
from tabletop.pdf.paper import PAPERS

NO_CATALOGUE = 3
TERRAIN = "terrain"
CHOICES: dict[str, tuple[Any, ...]] = {
    "paper": tuple(PAPERS),
    "scale": (15, 25, 28),
    "counters": tuple(CounterSet),
    "shape": tuple(CounterShape),
    "cards": tuple(CARD_SIZES),
}
SWITCHES = {
    "touching": "markers without gaps, one cut for two",
    "tinted": "hatching over pale colours",
    "outline": "templates as bare outlines",
    "backs": "cards with backs, to be printed on both sides",
    "large": "large print",
    "notes": "the player's notes with the rosters",
}


class Command(BaseCommand):
    help = "Print sheets as PDF at true size. Exit code 2: malformed, 3: no catalogue."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "kind", metavar="KIND", choices=[*SHEET_NAMES, TERRAIN], help=", ".join([*SHEET_NAMES, TERRAIN])
        )
        parser.add_argument("files", nargs="*", metavar="FILE", help="rosters, or one table for terrain; - reads one")
        parser.add_argument("--out", required=True, metavar="FILE", help="where the PDF goes, or - for standard output")
        for name, values in CHOICES.items():
            parser.add_argument(f"--{name}", choices=values, type=type(values[0]))
        parser.add_argument("--copies", type=int, metavar="N")
        parser.add_argument("--site", default="", metavar="URL", help="the site that QR codes lead to")
        for name, words in SWITCHES.items():
            parser.add_argument(f"--{name}", action="store_true", help=words)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = printed(options)
        except MalformedError as error:
            raise CommandError(str(error), returncode=MALFORMED) from error
        except CatalogueMissingError as error:
            raise CommandError(str(error), returncode=NO_CATALOGUE) from error
        if options["out"] == STANDARD_INPUT:
            sys.stdout.buffer.write(content)
            return
        try:
            Path(options["out"]).write_bytes(content)
        except OSError as error:
            raise CommandError(f"{options['out']} can't be written: {error.strerror}", returncode=MALFORMED) from error


def printed(options: dict[str, Any]) -> bytes:
    """The PDF of the command's words; MalformedError names what is wrong with them or with a file."""
    if options["kind"] == TERRAIN:
        return _terrain(options)
    wanted = print_options(options)
    check_needs(wanted, len(options["files"]))
    page = f"{options['site'].rstrip('/')}{reverse('check')}" if options["site"] else ""
    copies = [Copy(read_roster(content_of(file)), page) for file in options["files"]]
    content = print_content(copies, timezone.now().date(), notes=wanted.notes)
    return as_pdf(job_of(wanted, content))


def print_options(options: dict[str, Any]) -> PrintOptions:
    """What to print, by the words of the command; MalformedError names one that it can't be."""
    plain = {name: options[name] for name in (*CHOICES, "copies") if options[name] is not None}
    switches = {
        "gutter": not options["touching"],
        **{name: options[name] for name in ("tinted", "outline", "backs", "large", "notes")},
    }
    return converted(plain | switches | {"kinds": [options["kind"]]}, PrintOptions)


def _terrain(options: dict[str, Any]) -> bytes:
    if len(options["files"]) != 1:
        raise MalformedError("", "terrain is printed from one table")
    return terrain_sheet(read_table(content_of(options["files"][0])), paper=PAPERS[options["paper"] or "a4"])
