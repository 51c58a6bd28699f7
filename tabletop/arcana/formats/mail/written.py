"""The lines of a mail as they were written, without quotation marks, bullets and emphasis."""

from __future__ import annotations

import re

from msgspec import Struct

from tabletop.arcana.formats.listing.reader import BREAK, LONGEST_LINE, MOST_LINES, keyword_of
from tabletop.arcana.formats.listing.words import JUNK, clean_line
from tabletop.decoding import MalformedError

QUOTE = re.compile(r"\s*(?:[>|]\s?)+")
BULLET = re.compile(
    r"\s*(?:[-*+•·‣▪◦–—−→➤►▶»✓✔☑□■●○◆❖~#]+|o(?=\s{2,})|\[[ xX]?\]|\(?[0-9]{1,2}[.)]|\(?[a-hA-H][.)])\s+"
)
EMPHASIS = re.compile(r"(\*{1,3}|_{1,3}|`+)(\S(?:.*?\S)?)\1")
RULE = re.compile(r"[-=_*~#.\s]*")


class MailLine(Struct, frozen=True, kw_only=True):
    """A line from 1: as written, its body without what surrounds it, a keyword of our own format and what it says."""

    number: int
    written: str
    body: str = ""
    keyword: str = ""
    said: str = ""
    indent: int = 0
    quoted: bool = False
    bulleted: bool = False
    heading: bool = False


def mail_lines(content: str) -> list[MailLine]:
    """Every line, the empty ones too; no more than a list may have."""
    written = BREAK.split(content, MOST_LINES)[:MOST_LINES]
    return [_line(number, line) for number, line in enumerate(written, 1)]


def _line(number: int, written: str) -> MailLine:
    bare = written.replace("\t", "    ").rstrip()
    quote = QUOTE.match(bare)
    inside = bare[quote.end() :] if quote else bare
    bullet = BULLET.match(inside)
    text = (inside[bullet.end() :] if bullet else inside).strip(JUNK)
    if not inside.strip(JUNK) or (RULE.fullmatch(inside.strip(JUNK)) and inside.strip(JUNK) != "--"):
        return MailLine(number=number, written=written, quoted=bool(quote))
    text = EMPHASIS.sub(r"\2", text).strip(JUNK) if len(text) <= LONGEST_LINE else text
    keyword, said = _keyword(inside)
    indent = len(inside) - len(inside.lstrip())
    return MailLine(
        number=number,
        written=written.strip(),
        body=text,
        keyword=keyword,
        said=said if keyword else text,
        indent=indent,
        quoted=bool(quote),
        bulleted=bullet is not None,
        heading=inside.lstrip().startswith("#"),
    )


def _keyword(text: str) -> tuple[str, str]:
    try:
        return keyword_of(clean_line(text))
    except MalformedError:
        return "", text
