"""Several lists in one text, parted where the next one begins.

Idea: a new list begins where something opens a list and what stands above has bought something already: the head of a
mail, a greeting, a roster's own title, an army with its own name; after a total, good wishes or a signature a drawn
line is enough. It begins at the first line after the last purchase that belongs to what opens it. Guarantee: no line
is lost or moved, and a part that buys nothing stays with its neighbour. Cost: each line is looked at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.listing.reader import BREAK
from tabletop.arcana.formats.mail.heads import Head, head_of
from tabletop.arcana.formats.mail.likeness import army_rows
from tabletop.arcana.formats.mail.row import LONGEST_ROW, read_row
from tabletop.arcana.formats.mail.surroundings import Aside, aside_of, is_heading, is_sentence, subtotal_of
from tabletop.arcana.formats.mail.written import MailLine, mail_lines
from tabletop.work import go_on

MOST_LISTS = 100
MOST_LINES_TOGETHER = 10_000
DRAWN = re.compile(r"\s*[-=_*~#]{3,}[-=_*~#\s]*")
TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")
NAMED_HERE = frozenset({"roster", "army"})
OF_A_LIST = frozenset({"limit", "rules", "options", "design", "ally", "notes", "models", "character", "unit"})


class Kind(Enum):
    """What a line is to the question where a list begins."""

    BLANK = auto()
    DRAWN = auto()
    MAIL_HEAD = auto()
    GREETING = auto()
    ARMY = auto()
    END = auto()
    BUYS = auto()
    OTHER = auto()


OPENERS = frozenset({Kind.MAIL_HEAD, Kind.GREETING, Kind.ARMY})


def split_lists(content: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The lists in a text, in their order; the text itself where there is one, or none. Nothing is raised.

    A text of more lines than many lists have is taken for one.
    """
    if content.count("\n") > MOST_LINES_TOGETHER:
        return (content,)
    lines = mail_lines(content)
    kinds = list(_kinds(lines, catalogue))
    if any(kind == Kind.BUYS and not line.quoted for kind, line in zip(kinds, lines, strict=True)):
        # An answer quotes what it answers: the reader decides which of both lists counts.
        kinds = [Kind.OTHER if line.quoted else kind for kind, line in zip(kinds, lines, strict=True)]
    begins = list(_begins(kinds))[: MOST_LISTS - 1]
    if not begins:
        return (content,)
    written = BREAK.split(content)
    bounds = [0, *begins, len(written)]
    return tuple("\n".join(written[start:end]).strip("\n") for start, end in pairwise(bounds))


def _begins(kinds: Sequence[Kind]) -> Iterator[int]:
    """The lines from 0 that later lists begin with."""
    last = max((number for number, kind in enumerate(kinds) if kind == Kind.BUYS), default=-1)
    last_bought, ended = -1, False
    first = 0  # of the list that is being read
    for number, kind in enumerate(kinds):
        go_on()
        if kind == Kind.BUYS:
            last_bought = number
        ended = last_bought >= first and (ended or kind == Kind.END)
        opens = kind in OPENERS or (kind == Kind.DRAWN and ended)
        if opens and first <= last_bought and number < last:
            first = _beginning(kinds, last_bought + 1, number)
            ended = False
            yield first


def _beginning(kinds: Sequence[Kind], least: int, opener: int) -> int:
    """Where the list begins that a line opens: after the drawn line or the empty one before it, or with itself."""
    number = opener
    while number > least and kinds[number - 1] not in (Kind.BLANK, Kind.DRAWN, Kind.END):
        number -= 1
    return number


def _kinds(lines: Sequence[MailLine], catalogue: Catalogue) -> Iterator[Kind]:
    army = ""
    for line in lines:
        go_on()
        head = _head(line, army, catalogue)
        if head and head.army:
            army = head.army
            yield Kind.ARMY
        else:
            yield _kind(line, head)


def _kind(line: MailLine, head: Head | None) -> Kind:
    if not line.body:
        return Kind.DRAWN if DRAWN.fullmatch(line.written) else Kind.BLANK
    aside = aside_of(line.body)
    if line.keyword == "roster":
        return Kind.ARMY
    if aside in (Aside.MAIL_HEAD, Aside.GREETING):
        return Kind.MAIL_HEAD if aside == Aside.MAIL_HEAD else Kind.GREETING
    if aside or (head and head.total):
        return Kind.END
    if head or line.keyword in OF_A_LIST or is_heading(line.body) or is_sentence(line.body):
        return Kind.OTHER
    plain = TIME.sub("", line.body)
    says_a_number = any(map(str.isdigit, plain)) and any(map(str.isalpha, plain))
    return Kind.BUYS if says_a_number and subtotal_of(line.body) is None else Kind.OTHER


def _head(line: MailLine, army: str, catalogue: Catalogue) -> Head | None:
    """What the line says of a whole list; a line that an army's own profile is named by says nothing of it."""
    if not line.body or len(line.body) > LONGEST_ROW or line.keyword in OF_A_LIST or aside_of(line.body):
        return None
    head = head_of(line.said, catalogue)
    if head and head.army and line.keyword not in NAMED_HERE:
        row = read_row(line.body, army_rows(catalogue, army)) if army else None
        return None if not head.exact or (row and row.exact) else head
    return head
