"""Check roster files against the rules of army building."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.catalogue.snapshots import CatalogueMissingError
from armybuilder.core.games import AnyGame, References, game_of_file
from armybuilder.management.files import SECONDS, content_of, files_in, limited_to, shown
from armybuilder.rosters.verdicts import advised, named_rules, opened, read_list
from tabletop.decoding import MalformedError
from tabletop.rosters.document import write_roster
from tabletop.rosters.plain import plain_summary
from tabletop.rosters.problems import ProblemLine, problem_of, problem_text
from tabletop.rosters.reading import (
    Reading,
    ReadList,
    StatedPrice,
    UnreadLine,
    plain_readings,
    price_in_words,
    reading_in_words,
    unread_in_words,
)
from tabletop.work import TooMuchWorkError

# Every answer may have these, and its game's shares.
NOT_SHARES = ("file", "legal", "points", "findings", "figures_from", "readings", "unread", "prices")
ALL_LEGAL, SOME_ILLEGAL, SOME_MALFORMED, NO_CATALOGUE = range(4)

Answer = dict[str, Any]


class Command(BaseCommand):
    help = "Price and check roster files. Exit code 0: all legal, 1: some illegal, 2: some malformed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        files = "a roster file of any format, a folder of them, or - for standard input"
        parser.add_argument("files", nargs="+", metavar="FILE", help=files)
        parser.add_argument("--format", choices=["text", "json"], default="text")
        accept = "read each file as people write lists, and judge what was read; guesses are named"
        parser.add_argument("--accept-readings", action="store_true", help=accept)
        parser.add_argument("--rules", default="", help="core, tournament or a pack's code, for every file")
        parser.add_argument("--seconds", type=float, metavar="S", help=SECONDS)

    def handle(self, *args: Any, **options: Any) -> None:
        references, answers = References(), []
        try:
            rules = chosen_rules(options["rules"], references)
            for file in files_in(options["files"]):
                with limited_to(options["seconds"]):
                    answers.append(check_file(file, rules, references, loosely=options["accept_readings"]))
        except CatalogueMissingError as error:
            raise CommandError(str(error), returncode=NO_CATALOGUE) from error
        self.stdout.write(_as_json(answers) if options["format"] == "json" else "\n".join(_as_text(answers)))
        for answer in answers:
            for complaint in _complaints(answer):
                self.stderr.write(complaint)
        if code := max(_code(answer) for answer in answers):
            sys.exit(code)


def chosen_rules(words: str, references: References) -> dict[str, str]:
    """The rules to check each game's files by, empty for each file's own; CommandError for a pack that isn't here."""
    try:
        return named_rules(words, references)
    except MalformedError as error:
        raise CommandError(f"--rules: {error.reason}") from error


def check_file(
    file: str,
    rules: Mapping[str, str] | None = None,
    references: References | None = None,
    *,
    loosely: bool = False,
) -> Answer:
    """One file's answer; a malformed one has `problems`, the first again as its `error`, and nulls for the rest.

    Read `loosely`, it is judged by what was read of it, and says how: its readings, what is unread, prices that differ.
    """
    content, how = b"", Answer()
    try:
        content = content_of(file)
        if loosely and (read := read_list(Path(shown(file)).name, content, references or References())).roster:
            content, how = write_roster(read.roster), _how_read(read)
        (answer,) = opened([(file, content)], rules, references)
        if answer.verdict is None:
            return _malformed(file, game_of_file(content), answer.read.problems)
        whose = {"figures_from": answer.verdict.figures_from} if answer.verdict.figures_from else {}
        return {"file": shown(file), **plain_summary(advised(answer.verdict)), **whose, **how}
    except MalformedError as error:
        return _malformed(file, game_of_file(content), (problem_of(error),))
    except TooMuchWorkError as error:
        return _malformed(file, game_of_file(content), (problem_of(MalformedError("", str(error))),))


def _how_read(read: ReadList) -> Answer:
    unread, prices = msgspec.to_builtins((read.unread, read.prices))
    return {"readings": plain_readings(read.readings), "unread": unread, "prices": prices}


def _malformed(file: str, game: AnyGame, problems: Sequence[ProblemLine]) -> Answer:
    nothing = dict.fromkeys(("legal", "points", *game.shares))
    first = problems[0]
    error = {"field": f"line {first.line}" if first.line else first.text, "reason": first.reason}
    plain = [msgspec.to_builtins(problem) for problem in problems]
    return {"file": shown(file), **nothing, "findings": [], "error": error, "problems": plain}


def _code(answer: Answer) -> int:
    return {True: ALL_LEGAL, False: SOME_ILLEGAL, None: SOME_MALFORMED}[answer["legal"]]


def _complaints(answer: Answer) -> Iterator[str]:
    """`file: field: reason` for everything that is wrong in it, and every line that wasn't read."""
    for problem in answer.get("problems", ()):
        yield f"{answer['file']}: {problem_text(msgspec.convert(problem, ProblemLine))}"
    for unread in answer.get("unread", ()):
        yield f"{answer['file']}: {unread_in_words(msgspec.convert(unread, UnreadLine))}"


def _as_json(answers: list[Answer]) -> str:
    return msgspec.json.format(msgspec.json.encode(answers)).decode()


def _as_text(answers: list[Answer]) -> Iterator[str]:
    """A line for each file, then its findings indented, those that read alike once with their number."""
    for answer in answers:
        yield f"{answer['file']}: {_in_words(answer)}"
        for text, number in Counter(map(_finding_in_words, answer["findings"])).items():
            first, *remedies = text.split("\n")
            yield f"{first} ({number} times)" if number > 1 else first
            yield from remedies
        yield from _readings_in_words(answer)


def _readings_in_words(answer: Answer) -> Iterator[str]:
    """What was guessed of a list, what wasn't read, and where its prices differ."""
    readings = msgspec.convert(answer.get("readings", []), list[Reading])
    yield from (f"  {reading_in_words(reading)}" for reading in readings if not reading.exact)
    unread = msgspec.convert(answer.get("unread", []), list[UnreadLine])
    yield from (f"  {unread_in_words(line)}" for line in unread)
    prices = msgspec.convert(answer.get("prices", []), list[StatedPrice])
    yield from (f"  {price_in_words(price)}" for price in prices)


def _finding_in_words(finding: dict[str, Any]) -> str:
    """What is wrong, where the book says so, in which unit, and the ways out a line each."""
    where = [finding["citation"]["section"], *([f"unit: {finding['unit']}"] if finding["unit"] else [])]
    line = f"  {finding['severity']} {finding['code']}: {finding['message']} [{'; '.join(where)}]"
    return "\n".join([line, *(f"    remedy: {remedy['label']}" for remedy in finding["remedies"])])


def _in_words(answer: Answer) -> str:
    if answer["legal"] is None:
        return "malformed"
    word = "legal" if answer["legal"] else "illegal"
    shares = ", ".join(f"{answer[name]:,} {name}" for name in answer if name not in NOT_SHARES)
    whose = f", {answer['figures_from']}" if "figures_from" in answer else ""
    return f"{word}, {answer['points']:,} points{f' ({shares})' if shares else ''}{whose}"
