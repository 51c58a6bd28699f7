"""A list beside what was read of it, line by line, with what its player's words may mean where that isn't sure.

Nothing is kept between two visits but what the page sends back: the text, what somebody has confirmed, left out or put
down as a note. A line is confirmed together with what it was read as: where either changes, it is asked for again.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.games import References, game_of
from armybuilder.files.upload_limits import PASTED
from armybuilder.rosters.verdicts import read_list, split_lists, under_rules, verdicts
from tabletop.decoding import MalformedError
from tabletop.rosters.document import Roster, with_more_notes
from tabletop.rosters.problems import ProblemLine, problem_of
from tabletop.rosters.reading import Reading, ReadList, StatedPrice, UnreadLine
from tabletop.rosters.verdict import Verdict

MOST_ROWS = 400  # lines that a page shows; nobody's army has more
LONGEST_NOTES = 1000  # letters that a roster may have


class Mark(Enum):
    """What is said of a line: its sign and the word beside it."""

    READ = ("good", "read")
    CONFIRMED = ("good", "confirmed")
    CHECK = ("near", "check this")
    PRICE = ("warn", "price differs")
    UNREAD = ("bad", "not read")
    NOTED = ("left", "kept as a note")
    LEFT = ("left", "left out")

    @property
    def icon(self) -> str:
        """The icon beside the word; what is left out has none."""
        return {"good": "tick", "near": "question", "warn": "warning", "bad": "cross"}.get(self.tone, "")

    @property
    def tone(self) -> str:
        return self.value[0]

    @property
    def word(self) -> str:
        return self.value[1]


class GivenList(Struct, frozen=True, kw_only=True):
    """A list as it came, and what its reader has said of it since; `file` is where from, `name` the roster's own.

    Of a file that has no lines, `roster` is what was read, as a file of our own.
    """

    file: str
    text: str = ""
    roster: str = ""
    name: str = ""
    sure: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()


class Meaning(Struct, frozen=True):
    """What an unclear line may stand for: the words for a button, and the whole line that says so."""

    words: str
    line: str


class LineRow(Struct, frozen=True, kw_only=True):
    """A line of the list beside what it was read as; line 0 is what no line says."""

    number: int
    text: str
    mark: Mark
    words: str
    about: str = ""
    key: str = ""
    points: int | None = None
    price: StatedPrice | None = None
    agrees: bool = False
    unread: str = ""
    meanings: tuple[Meaning, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.mark in (Mark.CHECK, Mark.UNREAD)

    @property
    def written(self) -> str:
        """The line without what stands before its words, to be written anew."""
        return self.text.lstrip(" \t>|")


class Bar(Struct, frozen=True):
    """Where the parts of a total lie in a bar, in points: the first from 0, the last from `start` to the end."""

    width: int
    first: int
    start: int
    last: int


class Review(Struct, frozen=True, dict=True):
    """A list with everything that a page says of it; without a roster no verdict, and `problems` may say why."""

    given: GivenList
    read: ReadList
    roster: Roster | None
    verdict: Verdict | None
    problems: tuple[ProblemLine, ...] = ()

    @cached_property
    def rows(self) -> tuple[LineRow, ...]:
        return tuple(_rows(self.given, self.read))

    @property
    def shown(self) -> tuple[LineRow, ...]:
        return self.rows[:MOST_ROWS]

    @property
    def not_shown(self) -> int:
        return len(self.rows) - len(self.shown)

    @property
    def is_clear(self) -> bool:
        """Whether the file says all by itself: nothing in it had to be understood, or is priced otherwise."""
        return self.read.strict and self.roster is not None and not self.read.prices

    @property
    def to_check(self) -> tuple[LineRow, ...]:
        return tuple(row for row in self.rows if row.mark == Mark.CHECK)

    @property
    def unread(self) -> tuple[LineRow, ...]:
        return tuple(row for row in self.rows if row.mark == Mark.UNREAD)

    @property
    def unsettled(self) -> int:
        """How many lines wait for a look; the verdict counts only when there are none."""
        return len(self.to_check) + len(self.unread)

    @property
    def unsure_points(self) -> int:
        return sum(row.points or 0 for row in self.to_check)

    @property
    def is_legal(self) -> bool | None:
        """Whether the roster is legal; None as long as a line waits for a look, or there is no roster."""
        return None if self.verdict is None or self.unsettled else self.verdict.report.is_legal

    @property
    def summed(self) -> tuple[tuple[str, int], ...]:
        """The parts of the total that the game counts apart."""
        return tuple(self.verdict.shares.items()) if self.verdict else ()

    @property
    def bar(self) -> Bar:
        """The first part of the total from the left and the last from the right, within what may be spent."""
        if self.verdict is None or not self.summed:
            return Bar(1, 0, 1, 0)
        first, last = self.summed[0][1], self.summed[-1][1] if len(self.summed) > 1 else 0
        width = max(self.verdict.listed.points_limit or 0, first + last, 1)
        return Bar(width, first, width - last, last)

    @property
    def prices(self) -> tuple[LineRow, ...]:
        return tuple(row for row in self.rows if row.price)

    @property
    def lines_read(self) -> int:
        return sum(1 for row in self.rows if row.number)

    @property
    def kept(self) -> Roster | None:
        """The roster as it goes into the editor: under its name, with what is unsettled and noted among its notes."""
        if self.roster is None:
            return None
        noted = [row.unread for row in self.rows if row.mark == Mark.NOTED]
        noted += [f"To check: “{row.text}”, read as {row.words}." for row in self.to_check]
        noted += [f"Not read: “{row.unread}”." for row in self.unread]
        return with_more_notes(self.roster, " ".join(noted), LONGEST_NOTES)

    @property
    def as_sent(self) -> str:
        """The roster as a page sends it back."""
        return msgspec.json.encode(self.roster).decode()


def received(
    files: Iterable[tuple[str, bytes]], references: References, rules: Mapping[str, str] | None = None
) -> list[Review]:
    """The lists in what was sent, each read and judged by its own rules or those for its game; nothing is raised."""
    reviews = [
        _read(GivenList(file=name), content, references)
        for name, contents in files
        for content in split_lists(contents, references)
    ]
    return _judged(reviews, references, rules or {})


def reviewed(given: GivenList, references: References, rules: Mapping[str, str] | None = None) -> Review:
    """A list that a page sent back, read and judged anew; nothing is raised."""
    review = _read(given, (given.roster or given.text).encode(), references)
    return _judged([review], references, rules or {})[0]


def _judged(reviews: list[Review], references: References, rules: Mapping[str, str]) -> list[Review]:
    """The reviews with a verdict on each roster, all judged together."""
    rosters = [under_rules(review.roster, rules) for review in reviews if review.roster is not None]
    judged = iter(verdicts(rosters, references))
    return [review if review.roster is None else replace(review, verdict=next(judged)) for review in reviews]


def _read(given: GivenList, content: bytes, references: References) -> Review:
    try:
        read = read_list("" if given.file == PASTED else given.file, content, references)
        roster = _named(read, given, references)
    except MalformedError as error:
        return Review(given, ReadList(), None, None, (problem_of(error),))
    kept = "" if read.text or roster is None else msgspec.json.encode(read.roster).decode()
    return Review(replace(given, text=read.text, roster=kept), read, roster, None, read.problems)


def _named(read: ReadList, given: GivenList, references: References) -> Roster | None:
    """The roster under the name that it was given, or its player's where no line of the list names it."""
    roster: Roster | None = read.roster
    if roster is None:
        return None
    game = game_of(roster.game)
    unnamed = given.file == PASTED and roster.name == game.army_name(roster, references.of(game))
    own = f"{read.player}'" if read.player.endswith("s") else f"{read.player}'s"
    name = given.name or (f"{own} list" if unnamed and read.player else "")
    return game.checked(replace(roster, name=name)) if name else roster  # type: ignore[type-var]


def _key(text: str, words: str) -> str:
    """What a confirmation holds for: these words of a line, read as that."""
    return hashlib.sha256(f"{text}\n{words}".encode()).hexdigest()[:12]


def _rows(given: GivenList, read: ReadList) -> Iterator[LineRow]:
    """Every line that says something, in its order; a part that wasn't read stands in a row of its own."""
    prices = {price.line: price for price in read.prices}
    unread: dict[int, list[UnreadLine]] = defaultdict(list)
    for line in read.unread:
        unread[line.line].append(line)
    readings: dict[int, list[Reading]] = defaultdict(list)
    for reading in read.readings:
        readings[reading.line].append(reading)
    for number in sorted({*unread, *readings}):
        for reading in readings[number]:
            yield _read_row(given, reading, prices.get(number))
        written = readings[number][0].text if readings[number] else ""
        for line in unread[number]:
            yield _unread_row(given, line, written or line.text)


def _read_row(given: GivenList, reading: Reading, price: StatedPrice | None) -> LineRow:
    key = _key(reading.text, reading.read_as)
    may_buy = not reading.left_out or any(map(str.isdigit, reading.text))
    words = reading.read_as
    if key in given.left:
        mark = Mark.LEFT
    elif not reading.exact and may_buy and key not in given.sure:
        mark = Mark.CHECK
    elif reading.left_out:
        mark, words = Mark.LEFT, reading.left_out.capitalize()
    elif price:
        mark = Mark.PRICE
    else:
        mark = Mark.READ if reading.exact else Mark.CONFIRMED
    meanings = tuple(Meaning(meant, meant) for meant in reading.likely) if mark == Mark.CHECK else ()
    return LineRow(
        number=reading.line,
        text=reading.text,
        mark=mark,
        words=words,
        about=reading.about or words,
        key=key,
        points=reading.points,
        price=price,
        agrees=reading.says is not None and price is None,
        meanings=meanings,
    )


def _unread_row(given: GivenList, line: UnreadLine, written: str) -> LineRow:
    key = _key(written, line.text)
    mark = Mark.NOTED if key in given.noted else Mark.LEFT if key in given.left else Mark.UNREAD
    meanings = tuple(Meaning(meant, written.replace(line.text, meant, 1)) for meant in line.likely)
    return LineRow(
        number=line.line,
        text=written,
        mark=mark,
        words="" if written == line.text else f"“{line.text}”",
        key=key,
        unread=line.text,
        meanings=meanings if mark == Mark.UNREAD else (),
    )
