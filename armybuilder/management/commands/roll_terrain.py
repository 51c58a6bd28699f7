"""Roll a table's terrain from a seed."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.catalogue.loaders.terrain import chart_of, terrain_charts
from armybuilder.management.files import MALFORMED
from tabletop.arcana.battlefield import Table, write_table
from tabletop.arcana.pictures.terrain import svg
from tabletop.arcana.terrain import read_order, roll_table, terrain_listing
from tabletop.arcana.terrain.agreed import read_written
from tabletop.arcana.terrain.orders import Placing
from tabletop.decoding import MalformedError


class Command(BaseCommand):
    help = "Roll a table of a region as a muster-table/1; the same seed is the same table. Exit code 2: malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("region", metavar="REGION", help=f"one of {', '.join(terrain_charts())}")
        parser.add_argument("--pieces", required=True, metavar="N", help="a deep river counts as two")
        parser.add_argument("--seed", required=True, metavar="S", help="a whole number from 0")
        parser.add_argument("--size", default="72x48", metavar="WxD", help="inches")
        parser.add_argument("--placing", default="one-player", metavar="HOW", help=", ".join(Placing))
        parser.add_argument("--clear", action="append", default=[], metavar="X0,Y0,X1,Y1", help="a box to keep free")
        parser.add_argument("--agreed", default="", metavar="CHANGES", help="as t3~red_t4~12.5~30~45~blue")
        parser.add_argument("--format", choices=["text", "json"], default="text")
        parser.add_argument("--picture", type=Path, metavar="SVG", help="also draw the table there")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            table = rolled(options)
        except MalformedError as error:
            raise CommandError(str(error), returncode=MALFORMED) from error
        if options["picture"]:
            options["picture"].write_text(svg(table), encoding="utf-8")
        self.stdout.write(write_table(table).decode() if options["format"] == "json" else terrain_listing(table))


def rolled(options: dict[str, Any]) -> Table:
    """The table of the command's words; MalformedError names the argument that is wrong."""
    chart = chart_of(options["region"])
    order = {
        "region": chart.slug,
        "pieces": _whole("pieces", options["pieces"]),
        "seed": _whole("seed", options["seed"]),
        "size": _numbers("size", options["size"], "x"),
        "placing": options["placing"],
        "clear": [_numbers(f"clear[{number}]", zone, ",") for number, zone in enumerate(options["clear"])],
        "agreed": read_written(options["agreed"]),
    }
    return roll_table(read_order(order), chart)


def _whole(field: str, text: Any) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise MalformedError(field, f"“{text}” isn't a whole number") from error


def _numbers(field: str, text: str, between: str) -> list[float]:
    try:
        return [float(part) for part in text.lower().split(between)]
    except ValueError as error:
        raise MalformedError(field, f"“{text}” aren't numbers with “{between}” between them") from error
