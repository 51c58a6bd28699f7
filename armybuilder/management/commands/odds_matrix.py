"""Unit against unit for two rosters."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.catalogue.loaders.printed import printed_catalogue
from armybuilder.management.files import MALFORMED, as_json, content_of, shown
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.odds.matrix import matrix
from tabletop.arcana.odds.matrix_files import plain_matrix, write_matrix
from tabletop.decoding import MalformedError


class Command(BaseCommand):
    help = (
        "Answer what the first turn of a melee costs every unit of one muster-roster/1 file and every unit of another, "
        "front to front: points, wounds, models, and the chance to break. Exit code 2: malformed; the field is named."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("own", metavar="OWN", help="a muster-roster/1 file, or - for standard input")
        parser.add_argument("theirs", metavar="THEIRS", help="the other side's")
        parser.add_argument("--format", choices=["csv", "json"], default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        found = matrix(self._army(options["own"]), self._army(options["theirs"]))
        if options["format"] == "json":
            self.stdout.write(as_json(plain_matrix(found)))
        else:
            self.stdout.write(write_matrix(found), ending="")

    def _army(self, file: str) -> Army:
        try:
            return resolve(read_roster(content_of(file)), printed_catalogue())
        except MalformedError as error:
            self.stderr.write(f"{shown(file)}: {error}")
            sys.exit(MALFORMED)
