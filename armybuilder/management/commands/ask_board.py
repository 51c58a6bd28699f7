"""Ask a board of hexes: how far, where one may come to, who sees whom."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.management.files import MALFORMED, as_json, content_of
from tabletop.boards.hex import Hex, HexBoard, read_board
from tabletop.decoding import MalformedError

MOST_POINTS = 1000


class Command(BaseCommand):
    help = "Answer a question about a muster-board/1 file as JSON. Exit code 2: the file or the question is malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-board/1 file, or - for standard input")
        parser.add_argument("question", metavar="QUESTION", choices=QUESTIONS, help=f"one of {', '.join(QUESTIONS)}")
        parser.add_argument("hex", metavar="A", help="the hex to begin from, as 5,7: row and column from 0,0")
        parser.add_argument("other", metavar="B", help="the other hex; points of movement for reach")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            board = read_board(content_of(options["file"]))
            answer = QUESTIONS[options["question"]](board, board.hex(options["hex"], "A"), options["other"])
        except MalformedError as error:
            raise CommandError(f"{options['file']}: {error}", returncode=MALFORMED) from error
        self.stdout.write(as_json(answer))


def distance(board: HexBoard, start: Hex, other: str) -> dict[str, Any]:
    """As the crow flies, and by the cheapest way through what may be entered."""
    end = board.hex(other, "B")
    way = board.way(start, end)
    return {"distance": board.distance(start, end), "path": way and way.cost}


def reach(board: HexBoard, start: Hex, points: str) -> dict[str, Any]:
    """Every hex that may be come to, with what it costs."""
    if not points.isdecimal() or int(points) > MOST_POINTS:
        raise MalformedError("N", f"must be a whole number of points from 0 to {MOST_POINTS}, not “{points}”")
    costs = board.reach(start, int(points))
    return {"reach": {written(place): cost for place, cost in costs.items()}}


def sight(board: HexBoard, start: Hex, other: str) -> dict[str, Any]:
    """Whether two hexes see each other, and which hexes block it."""
    blocking = board.in_the_way(start, board.hex(other, "B"))
    return {"sight": not blocking, "blocked_by": [written(place) for place in blocking]}


def written(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


QUESTIONS = {"distance": distance, "reach": reach, "sight": sight}
