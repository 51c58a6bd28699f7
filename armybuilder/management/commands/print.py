"""Print any sheet as PDF."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone
from msgspec import to_builtins

from armybuilder.catalogue.snapshots import CatalogueMissingError, current_catalogue
from armybuilder.core.games import GAMES, AnyGame, reference_of
from armybuilder.management.files import MALFORMED, STANDARD_INPUT, content_of
from armybuilder.printing.orders import Copy, as_pdf, job_of, print_content, sealed
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.game import ARCANA
from tabletop.arcana.printing.cards import USUAL_TARGETS, CardTarget, dearest_of
from tabletop.arcana.printing.counters.sheet import CounterShape
from tabletop.arcana.printing.maps.terrain import terrain_sheet
from tabletop.arcana.printing.orders import CARD_SIZES, SHEET_NAMES, PrintOptions, SheetKind
from tabletop.arcana.printing.orders.order import CounterSet, check_needs
from tabletop.decoding import MalformedError, converted
from tabletop.pdf.document import bind
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
KINDS = tuple(dict.fromkeys((*SHEET_NAMES, TERRAIN, *(kind for game in GAMES.values() for kind in game.papers))))
OTHERS = "; ".join(f"{game.slug}: roster, {', '.join(game.papers)}" for game in GAMES.values() if game.papers)
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
        parser.add_argument("kind", metavar="KIND", choices=KINDS, help=", ".join(KINDS))
        parser.add_argument(
            "--game", choices=tuple(GAMES), default=ARCANA.slug, help=f"whose sheets; of other games {OTHERS}"
        )
        parser.add_argument("files", nargs="*", metavar="FILE", help="rosters, or one table for terrain; - reads one")
        parser.add_argument("--out", required=True, metavar="FILE", help="where the PDF goes, or - for standard output")
        for name, values in CHOICES.items():
            parser.add_argument(f"--{name}", choices=values, type=type(values[0]))
        words = "usual, profiles as orcs/orc-warrior:20,monsters/giant, or a roster whose dearest units they are"
        parser.add_argument("--targets", metavar="TARGETS", help=f"whose odds units' cards have: {words}")
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
    if options["game"] != ARCANA.slug:
        return _of_game(GAMES[options["game"]], options)
    if options["kind"] == TERRAIN:
        return _terrain(options)
    wanted = print_options(options)
    check_needs(wanted, len(options["files"]))
    page = f"{options['site'].rstrip('/')}{reverse('check')}" if options["site"] else ""
    copies = [Copy(read_roster(content_of(file)), page) for file in options["files"]]
    content = print_content(copies, timezone.now().date(), notes=wanted.notes)
    return as_pdf(job_of(wanted, content))


def _of_game(game: AnyGame, options: dict[str, Any]) -> bytes:
    """A sheet of another game for each roster, or one for none; MalformedError where it has no such sheet."""
    kind, paper, reference = options["kind"], PAPERS[options["paper"] or "a4"], reference_of(game)
    judged = game.verdicts([game.read(content_of(file)) for file in options["files"]], reference)
    if kind == SheetKind.ROSTER and judged:
        day = timezone.now().date()
        return bind(kind, [game.sheet(each, paper=paper, seal=sealed(each.roster, each, day, "")) for each in judged])
    return bind(kind, [game.printed(kind, each, reference, paper=paper) for each in judged or (None,)])


def print_options(options: dict[str, Any]) -> PrintOptions:
    """What to print, by the words of the command; MalformedError names one that it can't be."""
    plain = {name: options[name] for name in (*CHOICES, "copies") if options[name] is not None}
    switches = {
        "gutter": not options["touching"],
        **{name: options[name] for name in ("tinted", "outline", "backs", "large", "notes")},
    }
    targets = to_builtins(_targets(options["targets"])) if options["targets"] else []
    return converted(plain | switches | {"kinds": [options["kind"]], "targets": targets}, PrintOptions)


def _targets(words: str) -> tuple[CardTarget, ...] | list[dict[str, Any]]:
    """Whom units are set against on their cards, by the command's words."""
    if words == "usual":
        return USUAL_TARGETS
    if Path(words).is_file():
        return dearest_of(resolve(read_roster(content_of(words)), current_catalogue()))
    parts = [word.partition(":") for word in words.split(",")]
    return [
        {"profile": slug, **({"count": int(count) if count.isdecimal() else count} if count else {})}
        for slug, _, count in parts
    ]


def _terrain(options: dict[str, Any]) -> bytes:
    if len(options["files"]) != 1:
        raise MalformedError("", "terrain is printed from one table")
    return terrain_sheet(read_table(content_of(options["files"][0])), paper=PAPERS[options["paper"] or "a4"])
