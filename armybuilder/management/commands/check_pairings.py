"""Pair every round of an event again, from its file alone."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.management.files import MALFORMED, content_of
from tabletop.decoding import MalformedError
from tabletop.tournament.file import read_event
from tabletop.tournament.proofs import faults
from tabletop.tournament.words import concession_in_words

WRONG = 1


class Command(BaseCommand):
    help = "Prove the pairings of a muster-event/1 file. Exit code 0: all right, 1: something is wrong, 2: malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-event/1 file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            event = read_event(content_of(options["file"]))
        except MalformedError as error:
            raise CommandError(f"{options['file']}: {error}", returncode=MALFORMED) from error
        wrong = faults(event)
        for number, paired in enumerate(event.rounds, start=1):
            broken = [fault.says for fault in wrong if fault.round == number]
            self.stdout.write(f"round {number}: {'wrong' if broken else 'right'}, seed {paired.seed}")
            for says in broken:
                self.stdout.write(f"  {says}")
            if hands := [pairing.players for pairing in paired.pairings if pairing.by_hand]:
                names = "; ".join(" and ".join(event.by_ref[ref].name for ref in players) for players in hands)
                self.stdout.write(f"  {len(hands)} of {len(paired.pairings)} pairings put by hand: {names}")
            for concession in () if broken else paired.certificate.concessions:
                by_hand = " (by hand)" if concession.by_hand else ""
                self.stdout.write(f"  {concession_in_words(event, concession)}{by_hand}")
        if wrong:
            sys.exit(WRONG)
