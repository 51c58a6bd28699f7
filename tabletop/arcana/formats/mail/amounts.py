"""The numbers of a line: how many models there are, and what a player says that they cost."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

POINTS = r"(?:points?|pts?|pt|vps?)\b\.?"
WHOLE = r"[0-9]{1,3}(?:[,.'’ ][0-9]{3})+(?![0-9])|[0-9]{1,7}"
EACH = r"(?:each|ea\b\.?|apiece|per model|per figure|a piece)"
PRICED = re.compile(
    rf"[\[({{]?\s*(?:=|~|for|total(?: of)?:?)?\s*({WHOLE})\s*(?:{POINTS}|p\b)\s*({EACH})?\s*[\])}}]?", re.IGNORECASE
)
AT_EACH = re.compile(rf"[\[(]?\s*(?:@|\bat\s)\s*({WHOLE})(?:\s*{POINTS})?(?:\s*{EACH})?\s*[\])]?", re.IGNORECASE)
NUMBER_EACH = re.compile(rf"[\[(]?\s*({WHOLE})\s*{EACH}\s*[\])]?", re.IGNORECASE)
EQUALS = re.compile(rf"=\s*({WHOLE})\s*$")
BRACKETED = re.compile(rf"[\[(]\s*=?\s*({WHOLE})\s*[\])]")
MIDDLE = re.compile(r"\s([0-9]{2,5})(?=\s+(?:on|riding|with|w/|led|plus|and)\b|\s*[&+])", re.IGNORECASE)
LAST = re.compile(rf"(?:\s{{0,9}}[-–—:,;|.…=\t]{{1,99}}\s{{0,9}}|\s{{1,9}})({WHOLE})\s*[-.,;]*\s*$")
RUN_INTO = re.compile(r"^([0-9]{1,4})[x×](?=[^\W0-9])", re.IGNORECASE)
FIRST_COUNT = re.compile(
    r"(?:an?\s+)?(?:unit\s+of\s+)?(?:x\s*([0-9]{1,4})|([0-9]{1,4})\s*[x×*](?=\s)|([0-9]{1,4}))[\s:]+(?=\D|2[- ]?h)",
    re.IGNORECASE,
)
UNITS_OF = re.compile(r"([0-9]{1,2})\s*(?:[x×*]|units?\s+of|lots\s+of)\s*([0-9]{1,4})\s*[x×]?\s+(?=\D)", re.IGNORECASE)
TIMES = re.compile(r"[\s,(\[:-]{0,4}(?:[x×*]\s*([0-9]{1,4})|\b([0-9]{1,4})\s*[x×])[)\]]?(?=\s|$|[,;:])", re.IGNORECASE)
IN_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
WORD_COUNT = re.compile(rf"(?:an?\s+unit\s+of\s+)?({'|'.join(reversed(IN_WORDS))}|an?|a dozen)\s+(?=\S)", re.IGNORECASE)
EMPTY_BRACKETS = re.compile(r"[\[(]\s*[\])]")
LOOSE_END = " \t-–—:,;|.…=~"


class Amounts(Struct, frozen=True):
    """What a line's numbers say: `units` times `count`, for so many points in all or each; the others are `loose`."""

    words: str
    count: int | None = None
    units: int = 1
    price: int | None = None
    each: int | None = None
    loose: tuple[int, ...] = ()


def whole(text: str) -> int:
    return int(re.sub(r"[^0-9]", "", text))


def amounts_of(text: str) -> Amounts:
    """The numbers of a line and the line without them."""
    amounts = _counted(_priced(text))
    if amounts.count is None and (times := TIMES.search(amounts.words)):
        left = f"{amounts.words[: times.start()]} {amounts.words[times.end() :]}"
        amounts = replace(amounts, words=left.strip(LOOSE_END), count=int(times[1] or times[2]))
    return _ended(amounts)


def _priced(text: str) -> Amounts:
    """Without the prices that say what they are."""
    each, prices = None, list[int]()
    for pattern in (AT_EACH, NUMBER_EACH):
        if match := pattern.search(text):
            each = whole(match[1])
            text = f"{text[: match.start()]} {text[match.end() :]}"
    while match := PRICED.search(text):
        if match[2]:
            each = whole(match[1])
        else:
            prices.append(whole(match[1]))
        text = f"{text[: match.start()]} {text[match.end() :]}"
    while match := MIDDLE.search(text, 4):
        prices.append(whole(match[1]))
        text = f"{text[: match.start()]} {text[match.end() :]}"
    if match := EQUALS.search(text):
        prices = [whole(match[1])]
        text = text[: match.start()]
    return Amounts(EMPTY_BRACKETS.sub(" ", text).strip(LOOSE_END), price=_sum(prices), each=each)


def _sum(prices: list[int]) -> int | None:
    """Several prices of a line are its parts', or its parts' and then their sum."""
    if not prices:
        return None
    *parts, last = prices
    return last if sum(parts) == last else sum(prices)


def _counted(amounts: Amounts) -> Amounts:
    """Without how many it begins with."""
    text = amounts.words
    if match := UNITS_OF.match(text):
        return replace(amounts, words=text[match.end() :], units=int(match[1]), count=int(match[2]))
    text = RUN_INTO.sub(r"\1 x ", text)
    if match := FIRST_COUNT.match(text):
        return replace(amounts, words=text[match.end() :], count=int(match[1] or match[2] or match[3]))
    if match := WORD_COUNT.match(text):
        word = match[1].lower()
        count = 12 if "dozen" in word else 1 if word in ("a", "an") else IN_WORDS.index(word) + 1
        return replace(amounts, words=text[match.end() :], count=count)
    return amounts


def _ended(amounts: Amounts) -> Amounts:
    """Without the numbers in brackets, and those that it ends with."""
    text, loose = amounts.words, list[int]()
    in_brackets = [whole(match[1]) for match in BRACKETED.finditer(text)]
    text = BRACKETED.sub(" ", text).rstrip(LOOSE_END)
    while match := LAST.search(text):
        loose.insert(0, whole(match[1]))
        text = text[: match.start()].rstrip(LOOSE_END)
    loose = [*in_brackets, *loose]
    if amounts.count is not None and amounts.price is None and loose:
        price = _sum(loose) if in_brackets and len(loose) == len(in_brackets) else loose[-1]
        return replace(amounts, words=" ".join(text.split()), price=price)
    return replace(amounts, words=" ".join(text.split()), loose=tuple(loose))
