"""Check a game's data pack: what is missing or can't be, and what that disables."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.core.games import game_of_file
from armybuilder.management.files import MALFORMED, as_json, content_of
from tabletop.decoding import MalformedError
from tabletop.packs import GamePack

SOME_FLAWS = 1


class Command(BaseCommand):
    help = (
        "Check a muster-pack/1 file of a game's figures. Exit code 0: nothing is missing, 1: flaws, each named by its "
        "field with what it disables, 2: malformed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-pack/1 file, or - for standard input")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = content_of(options["file"])
            pack = game_of_file(content).read_pack(content)
        except MalformedError as error:
            raise CommandError(f"{options['file']}: {error}", returncode=MALFORMED) from error
        self.stdout.write(as_json(plain_pack(pack)) if options["format"] == "json" else as_text(pack))
        if pack.flaws():
            sys.exit(SOME_FLAWS)


def plain_pack(pack: GamePack) -> dict[str, Any]:
    """The pack's name, what is said wherever its figures show, and its flaws."""
    flaws = msgspec.to_builtins(pack.flaws())
    return {"title": pack.meta.title, "kind": pack.meta.kind, "shown_as": pack.meta.sentence, "flaws": flaws}


def as_text(pack: GamePack) -> str:
    flaws = pack.flaws()
    many = f"{len(flaws)} flaw{'' if len(flaws) == 1 else 's'}" if flaws else "nothing is missing"
    return "\n".join([f"{pack.meta.title}: {many} ({pack.meta.sentence})", *(f"  {flaw}" for flaw in flaws)])
