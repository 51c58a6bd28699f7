"""Judge every list of an event anew: of one that is kept here, or from files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.core.games import References
from armybuilder.management.files import MALFORMED, content_of, files_in
from armybuilder.rosters.verdicts import named_rules, opened
from armybuilder.tournaments import queries
from armybuilder.tournaments.judging import judged_anew
from armybuilder.tournaments.models import Tournament
from tabletop.decoding import MalformedError
from tabletop.rosters.event_table import EventRow, RowOrder, sorted_rows, unreadable_row, write_event_table
from tabletop.rosters.problems import problem_of

SOME_DIFFER = 1
SAID_EVERY = 100  # lists


class Command(BaseCommand):
    help = (
        "Judge all lists of an event: of one that is kept, by its code, those whose verdict differs by now; of files "
        "and folders of lists their table. Exit code 0: all as they were, or legal; 1: some not; 2: malformed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", nargs="+", metavar="FILE-OR-CODE", help="an event's code, or files and folders")
        parser.add_argument("--rules", default="", help="core, tournament or a pack's code, for files")
        parser.add_argument("--format", choices=["csv", "json"], default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        what = options["what"]
        if len(what) == 1 and what[0] != "-" and not Path(what[0]).exists():
            self._kept(what[0], options["format"])
        else:
            self._files(what, options["rules"], options["format"])

    def _kept(self, code: str, form: str) -> None:
        row = Tournament.objects.filter(code=code, deleted_at=None).first()
        if row is None:
            raise CommandError(f"{code}: there is neither such a file nor such an event", returncode=MALFORMED)
        lists = queries.all_hand_ins(row)
        total, differing = lists.count(), []
        for done, each in enumerate(judged_anew(row, lists.iterator(chunk_size=SAID_EVERY), References()), start=1):
            if each is not None and each.differs:
                differing.append(each)
            if done % SAID_EVERY == 0 or done == total:
                self.stderr.write(f"{done} of {total}")
        if form == "json":
            self.stdout.write(msgspec.json.encode(differing).decode())
        else:
            rows = [
                EventRow(
                    file=each.player, name=each.name, legal=each.now, points=each.points_now, questions=each.reasons
                )
                for each in differing
            ]
            self.stdout.write(write_event_table(rows), ending="")
        if differing:
            sys.exit(SOME_DIFFER)

    def _files(self, what: list[str], rules: str, form: str) -> None:
        references = References()
        try:
            chosen = named_rules(rules, references)
        except MalformedError as error:
            raise CommandError(f"--rules: {error}", returncode=MALFORMED) from error
        rows: list[EventRow] = []
        files = list(files_in(what))
        for done, file in enumerate(files, start=1):
            try:
                rows += [each.checked for each in opened([(file, content_of(file))], chosen, references)]
            except MalformedError as error:
                rows.append(unreadable_row(file, [problem_of(error)]))
            if done % SAID_EVERY == 0 or done == len(files):
                self.stderr.write(f"{done} of {len(files)}")
        ordered = sorted_rows(rows, RowOrder.VERDICT)
        if form == "json":
            self.stdout.write(msgspec.json.encode(ordered).decode())
        else:
            self.stdout.write(write_event_table(ordered), ending="")
        if any(row.legal is None for row in rows):
            sys.exit(MALFORMED)
        if not all(row.legal for row in rows):
            sys.exit(SOME_DIFFER)
