"""Ask a board how far it is, where one may come to, and who sees whom."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.management.files import MALFORMED, as_json, content_of
from tabletop.boards.area_graph import AreaGraph, Troop
from tabletop.boards.files import Board, read_board
from tabletop.boards.hex import HexBoard
from tabletop.boards.walled_squares import Place, WalledSquares, in_words, side_between
from tabletop.decoding import MalformedError

MOST_POINTS = 1000
QUESTIONS = ("distance", "reach", "sight")
ALL = "ALL"


class Command(BaseCommand):
    help = "Answer a question about a muster-board/1 file as JSON. Exit code 2: the file or the question is malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-board/1 file, or - for standard input")
        parser.add_argument("question", metavar="QUESTION", choices=QUESTIONS, help=f"one of {', '.join(QUESTIONS)}")
        parser.add_argument("start", metavar="A", help="where to begin: row and column from 0,0 as 5,7, or an area")
        parser.add_argument("other", metavar="B", help="the other place; points of movement for reach")
        parser.add_argument(
            "--opens",
            nargs="+",
            metavar="DOOR",
            help="doors that are open, each by the squares on its sides as 1,2|1,3; or ALL (boards of squares)",
        )
        parser.add_argument(
            "--troop", choices=list(Troop), type=Troop, default=Troop.INFANTRY, help="who moves (boards of areas)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        question, start, other = options["question"], options["start"], options["other"]
        try:
            answer = answered(read_board(content_of(options["file"])), question, start, other, options)
        except MalformedError as error:
            raise CommandError(f"{options['file']}: {error}", returncode=MALFORMED) from error
        self.stdout.write(as_json(answer))


def answered(board: Board, question: str, start: str, other: str, options: dict[str, Any]) -> dict[str, Any]:
    match board:
        case HexBoard():
            return of_hexes(board, question, start, other)
        case WalledSquares():
            return of_squares(board, question, start, other, doors_open(board, options["opens"] or ()))
        case AreaGraph():
            return of_areas(board, question, start, other, options["troop"])


def of_hexes(board: HexBoard, question: str, start: str, other: str) -> dict[str, Any]:
    """`distance` is as the crow flies, `path` what the cheapest way costs through what may be entered."""
    begin = board.hex(start, "A")
    if question == "reach":
        return {"reach": {written(place): cost for place, cost in board.reach(begin, points(other)).items()}}
    end = board.hex(other, "B")
    if question == "distance":
        way = board.way(begin, end)
        return {"distance": board.distance(begin, end), "path": way and way.cost}
    blocking = board.in_the_way(begin, end)
    return {"sight": not blocking, "blocked_by": [written(place) for place in blocking]}


def of_squares(
    board: WalledSquares, question: str, start: str, other: str, opened: Collection[Place]
) -> dict[str, Any]:
    """`distance` counts the steps of the shortest way; what blocks sight has its kind, its squares and its words."""
    begin = board.square(start, "A")
    if question == "reach":
        return {
            "reach": {written(square): steps for square, steps in board.reach(begin, points(other), opened).items()}
        }
    end = board.square(other, "B")
    if question == "distance":
        way = board.way(begin, end, opened)
        return {"distance": way and len(way) - 1, "way": way and [written(square) for square in way]}
    blocking = [
        {"kind": block.kind.value, "squares": [written(square) for square in block.squares], "said": in_words(block)}
        for block in board.in_the_way(begin, end, opened)
    ]
    return {"visible": not blocking, "blocked_by": blocking}


def of_areas(board: AreaGraph, question: str, start: str, other: str, troop: Troop) -> dict[str, Any]:
    """`distance` counts points of movement, `moves` the moves that they are spent in."""
    begin = board.area(start, "A").id
    if question == "reach":
        return {"reach": board.reach(begin, points(other), troop)}
    if question == "sight":
        raise MalformedError("QUESTION", "there is no line of sight between areas; ask distance or reach")
    way = board.way(begin, board.area(other, "B").id, troop)
    return {"distance": way and way.points, "moves": way and way.moves, "way": way and list(way.areas)}


def doors_open(board: WalledSquares, named: Collection[str]) -> Collection[Place]:
    """The doors that are open, all of them for ALL; MalformedError for one that isn't there."""
    if ALL in named:
        return board.doors
    doors = set()
    for name in named:
        one, _, other = name.partition("|")
        side = side_between(board.square(one, "--opens"), board.square(other, "--opens"))
        if side not in board.doors:
            raise MalformedError("--opens", f"there is no door at “{name}”")
        doors.add(side)
    return doors


def points(typed: str) -> int:
    if not typed.isdecimal() or int(typed) > MOST_POINTS:
        raise MalformedError("N", f"must be a whole number of points from 0 to {MOST_POINTS}, not “{typed}”")
    return int(typed)


def written(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"
