"""A list in plain text or Markdown, read line by line: one grammar for both, forgiving of what mail and chats do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.formats.draft import Draft, read_options
from tabletop.arcana.formats.listing.lines import read_head, read_notes, read_part
from tabletop.arcana.formats.listing.words import (
    JUNK,
    NUMBER,
    POINTS_WORD,
    clean_line,
    number,
    without_bracketed_points,
    without_points,
)
from tabletop.arcana.formats.naming import Place, army_slug, contingent_names
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.rosters.problems import ProblemLine, UnclearError
from tabletop.values import NO_CONTROLS
from tabletop.work import go_on

LONGEST_LINE = 2000
MOST_LINES = 50_000
BREAK = re.compile(r"\r\n|\r|\n")
EMPTY = re.compile(r"[-=_*~#\s]*|(?:`{3,}|~{3,})\s*\w*|designs\s*[:：]?", re.IGNORECASE)
KEYWORD = re.compile(
    r"(roster|name|army|own list|limit|points limit|game size|rules|options?|unit|ally|designs?|models|character"
    r"|notes?)\s*(?:[0-9]{1,4}\s*)?[:：]\s*(.*)",
    re.IGNORECASE,
)
SAME_WORDS = {
    "name": "roster",
    "points limit": "limit",
    "game size": "limit",
    "option": "options",
    "designs": "design",
    "note": "notes",
}
LIMIT = re.compile(rf"(.+?)\s*{POINTS_WORD}?", re.IGNORECASE)
SHARE = re.compile(rf"(.+?)[;,:\s]\s*({NUMBER.pattern})\s*{POINTS_WORD}?", re.IGNORECASE)
CONTROLS = re.compile(NO_CONTROLS)
CURLED = str.maketrans("“”„‟″", '"""""')
Stated = TypeVar("Stated", Design, OwnList)
HEADS = ("roster", "army", "own list", "limit", "rules", "options", "design")


class Line(Struct, frozen=True):
    """A line that says something: its number from 1, the line as written, its keyword and what follows that."""

    number: int
    written: str
    keyword: str
    text: str


def read_listing(content: str, catalogue: Catalogue) -> tuple[Roster | None, tuple[ProblemLine, ...]]:
    """The roster of a list in plain text or Markdown; None with every problem, line by line, where there is any."""
    if len(content) > LARGEST_FILE:
        raise MalformedError("", f"the text is longer than {LARGEST_FILE:,} characters")
    written = BREAK.split(content, MOST_LINES)
    if len(written) > MOST_LINES:
        raise MalformedError("", f"the text has more than {MOST_LINES:,} lines")
    reader = ListReader(catalogue)
    lines = list(_lines(written, reader.draft))
    reader.follow(line for line in lines if line.keyword in HEADS)
    reader.names = contingent_names(catalogue, reader.army, reader.draft.designs, reader.draft.own_list)
    reader.follow(line for line in lines if line.keyword not in HEADS)
    roster = reader.draft.finish()
    return roster, tuple(reader.draft.problems)


def _lines(content: list[str], draft: Draft) -> Iterator[Line]:
    """The lines that say something; one that can't be a line becomes a problem of the draft."""
    for place, written in enumerate(content, 1):
        if draft.is_hopeless:
            return
        go_on()
        with draft.collecting(place, written):
            keyword, text = keyword_of(clean_line(written))
            if keyword != "nothing":
                yield Line(place, written, keyword, text)


def keyword_of(text: str) -> tuple[str, str]:
    """The keyword of a cleaned line and the rest of it; UnclearError for what can't be a line.

    Models and characters have no keyword, or say it where they would be taken for something else.
    """
    if EMPTY.fullmatch(text):
        return "nothing", ""
    if text.startswith("{"):
        return "design", text
    match = KEYWORD.fullmatch(text)
    word = match[1].lower() if match else ""
    keyword = SAME_WORDS.get(word, word)
    if len(text) > LONGEST_LINE and keyword not in ("design", "notes", "own list"):
        raise UnclearError(f"the line is longer than {LONGEST_LINE:,} characters")
    if not CONTROLS.fullmatch(text.replace("\t", " ")):
        raise UnclearError("there is a control character in the line")
    return keyword, match[2].strip(JUNK) if match else text


class ListReader:
    """Reads lines into a draft: first what is true of the whole roster, then its units in order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.draft = Draft()
        self.army = ""
        self.names = contingent_names(catalogue, "")

    def follow(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if self.draft.is_hopeless:
                return
            go_on()
            with self.draft.collecting(line.number, line.written):
                self.follow_line(line.keyword, line.text)

    def follow_line(self, keyword: str, text: str) -> None:
        """One line into the draft; MalformedError where it can't be read."""
        match keyword:
            case "roster":
                self.draft.state("name", lambda: _roster_name(text))
            case "army":
                self.draft.state("army", lambda: self._army(without_points(text)))
            case "limit":
                self.draft.state("points_limit", lambda: _limit(text))
            case "rules":
                self.draft.state("rules", lambda: _rules(text))
            case "options":
                self.draft.state("options", lambda: read_options(text, _words))
            case "own list":
                self.draft.state("own_list", lambda: _from_json(text, OwnList))
            case "design":
                self.draft.add_design(_from_json(text, Design))
            case "ally":
                self._begin_ally(text)
            case "unit":
                self.draft.begin_unit(read_head(text).unit)
            case "notes":
                self.draft.note(read_notes(text))
            case _:
                self.draft.add(read_part(text, self.names, Place(keyword) if keyword else None))

    def _army(self, text: str) -> str:
        """Where the army is misspelt, the lines below are read for the likeliest one; there is no roster anyway."""
        try:
            self.army = army_slug(text, self.catalogue)
        except UnclearError as error:
            self.army = army_slug(error.suggestion, self.catalogue) if error.suggestion else ""
            raise
        return self.army

    def _begin_ally(self, text: str) -> None:
        share = SHARE.fullmatch(without_bracketed_points(text))
        if share is None:
            raise UnclearError("an ally needs its army and its points, as in “Ally: Orcs; 500 points”")
        army = army_slug(share[1].strip(JUNK), self.catalogue)
        self.draft.begin_ally(army, number(share[2]))
        self.names = contingent_names(self.catalogue, army, self.draft.designs, self.draft.own_list)


def _words(text: str) -> list[str]:
    return [word.strip(JUNK) for word in re.split(r"[;,，；]", text)]


def _roster_name(text: str) -> str:
    head = read_head(text)
    if head.ref or head.infiltrating:
        raise UnclearError("this line has the roster's name only; put a name with such signs in quotation marks")
    return head.name


def _limit(text: str) -> int | None:
    if text.casefold() in ("", "none", "-", "no"):
        return None
    match = LIMIT.fullmatch(text)
    return number(match[1] if match else text)


def _rules(text: str) -> Rules:
    """`core` and `tournament` in any case; the code of an event pack keeps its case."""
    word = text.strip(JUNK)
    return word.casefold() if word.casefold() in ("core", "tournament") else word


def _from_json(text: str, kind: type[Stated]) -> Stated:
    """A design, or what a list of one's own is called, from its compact JSON; curled quotation marks are forgiven."""
    try:
        return decoded(text, kind)
    except MalformedError:
        straight = text.translate(CURLED)
        if straight == text:
            raise
        return decoded(straight, kind)
