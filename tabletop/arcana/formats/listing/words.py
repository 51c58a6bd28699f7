"""The small words of a list in plain text: names in quotation marks, points, refs, numbers, bullets."""

from __future__ import annotations

import re
import unicodedata

from tabletop.rosters.problems import UnclearError

OPENING = '"“”„«'
CLOSING = '"“”»'
JUNK = " \t\v\f\xa0\u3000\ufeff\u200b\u200e\u200f"
JOINERS = "\u200c\u200d"
QUOTED_LINES = re.compile(r"(?:>\s*)+")
HEADING = re.compile(r"(#{1,6})\s*(.*)")
BULLET = re.compile(r"(?:[-*+•·‣▪◦–—−]|[0-9]{1,3}[.)])\s+")
BOLD = re.compile(r"([*_]{1,3})\s*([A-Za-z]+(?: [0-9]+)?)\s*(?::\s*\1|\1\s*:)\s*")
EMPHASIS = re.compile(r"([*_]{1,3})(\S.*\S)\1")
UNNAMED = re.compile(r"unit\s*[0-9]*\s*(?=[\[({]|$)", re.IGNORECASE)
HEADED = re.compile(r"(?:roster|unit|ally)\s*[0-9]*\s*[:：]", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]{1,9}|[0-9]{1,3}(?:[ ,.'’\xa0][0-9]{3}){1,2}")
POINTS_WORD = r"(?:points?|pts?\.?|vp)"
BRACKETED = re.compile(rf"[~=]?\s*[0-9][0-9,.'’ \xa0]{{0,14}}\s*{POINTS_WORD}?", re.IGNORECASE)
TRAILING = re.compile(rf"[-–—=:,]\s{{0,3}}[0-9][0-9,.]{{0,10}}\s{{0,3}}{POINTS_WORD}$", re.IGNORECASE)
REF = re.compile(r"\{([^{}]{1,40})\}$")
INFILTRATING = re.compile(r"[\[(]\s{0,3}infiltrat(?:ing|ors?)\s{0,3}[\])]$", re.IGNORECASE)
BRACKETS = {"]": "[", ")": "("}


def clean_line(line: str) -> str:
    """The line without its bullet, quotation marks of e-mails, headings and emphasis; a heading names what it heads."""
    text = QUOTED_LINES.sub("", line.strip(JUNK), count=1) if line.strip(JUNK).startswith(">") else line.strip(JUNK)
    if heading := HEADING.match(text):
        return _headed(len(heading[1]), heading[2])
    text = BULLET.sub("", text, count=1) if BULLET.match(text) else text
    if keyword := BOLD.match(text):
        return f"{keyword[2]}: {text[keyword.end() :]}"
    whole = EMPHASIS.fullmatch(text)
    return whole[2] if whole else text


def _headed(level: int, text: str) -> str:
    """`# X` is the roster's name, `## X` a unit's, unless the heading says what it is."""
    if HEADED.match(text):
        return text
    if text.strip().casefold() == "designs":
        return ""
    if unnamed := UNNAMED.match(text):
        return f"Unit: {text[unnamed.end() :]}"
    return f"{'Roster' if level == 1 else 'Unit'}: {text}"


def number(text: str) -> int:
    """`4000`, `4,000` and `4 000`; UnclearError for anything else."""
    if not NUMBER.fullmatch(text.strip()):
        raise UnclearError(f"“{text.strip()}” isn't a whole number that we can read")
    return int(re.sub(r"[^0-9]", "", text))


def quote(name: str, escaped: str = '"\\') -> str:
    """The name in quotation marks: a backslash before what is `escaped`, odd spaces and marks by their code."""
    return '"' + "".join(_escape(sign, escaped) for sign in name) + '"'


def _escape(sign: str, escaped: str) -> str:
    if sign in escaped:
        return f"\\{sign}"
    return f"\\u{ord(sign):04x}" if is_odd(sign) else sign


def is_odd(sign: str) -> bool:
    """Whether a chat or a mail program may lose the character: spaces but the usual one, marks that show nothing."""
    category = unicodedata.category(sign)
    odd_space = category == "Zs" and sign != " "
    return ord(sign) <= 0xFFFF and (odd_space or (category in ("Cf", "Cn", "Co") and sign not in JOINERS))


def read_quoted(text: str) -> tuple[str, str]:
    """The name in quotation marks that a text begins with, and what follows it; UnclearError where it has no end.

    Straight marks end at a straight one, curled ones at any.
    """
    closing = '"' if text[0] == '"' else CLOSING
    signs: list[str] = []
    place = 1
    while place < len(text) and text[place] not in closing:
        sign, place = _unescaped(text, place)
        signs.append(sign)
    if place >= len(text):
        raise UnclearError("the quotation mark before the name is never closed")
    return "".join(signs), text[place + 1 :]


def _unescaped(text: str, place: int) -> tuple[str, int]:
    """The character that stands at a place, and the place after it."""
    if text[place] != "\\":
        return text[place], place + 1
    code = text[place + 2 : place + 6]
    if text[place + 1 : place + 2] == "u" and re.fullmatch(r"[0-9a-fA-F]{4}", code):
        return chr(int(code, 16)), place + 6
    return text[place + 1 : place + 2], place + 2


def without_bracketed_points(text: str) -> str:
    """The text without `[306 points]` or `(306 pts)` at its end."""
    text = text.rstrip(JUNK)
    start = text.rfind(BRACKETS.get(text[-1:], "\0"))
    return text[:start].rstrip(JUNK) if start >= 0 and BRACKETED.fullmatch(text[start + 1 : -1].strip()) else text


def without_points(text: str) -> str:
    """The text without the price that people see at its end, `[306 points]`, `- 306 pts`."""
    text = without_bracketed_points(text)
    return TRAILING.sub("", text).rstrip(JUNK)


def without_ref(text: str) -> tuple[str, str]:
    """The text without `{u7}` at its end, and that ref or nothing."""
    match = REF.search(text)
    return (text[: match.start()].rstrip(JUNK), match[1].strip()) if match else (text, "")


def with_points(line: str, points: int | None) -> str:
    """The line with a price for people; None adds nothing."""
    if points is None:
        return line
    return f"{line} [{in_points(points)}]"


def in_points(points: int) -> str:
    return "1 point" if points == 1 else f"{points:,} points"
