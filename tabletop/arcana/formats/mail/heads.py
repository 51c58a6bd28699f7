"""The lines that say whose army it is, how large the game is and what it comes to; and the army that none says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from rapidfuzz.fuzz import ratio

from tabletop.arcana.catalogue.lists import Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.formats.mail.amounts import POINTS, WHOLE, whole
from tabletop.arcana.formats.mail.extras import RIDING, pieces_of
from tabletop.arcana.formats.mail.likeness import FIGHTING, army_rows
from tabletop.arcana.formats.mail.row import LONGEST_ROW, heads_of, read_row
from tabletop.arcana.formats.mail.wording import Words, telling, words_of

TOTAL = re.compile(
    rf"(?:=+\s*)?(?:(?:grand |army |overall )?total|sum|all together|altogether|comes to)?"
    rf"(?: (?:points|pts|cost))?\s*(?:is|of)?\s*[:=\-–—]*\s*({WHOLE})\s*(?:{POINTS})?"
    rf"(?:\s*(?:/|of|out of)\s*(?:{WHOLE})\s*(?:{POINTS})?)?(?:\s*(?:in )?(?:total|all|altogether))?[.!]?",
    re.IGNORECASE,
)
TOTAL_WORD = re.compile(r"total|sum|together|comes to|in all|=", re.IGNORECASE)
LIMIT = re.compile(
    rf"(?:(?:points?|pts)\s*[:=]\s*|(?:points? |pts )?(?:limit|game(?: size)?|size)\s*[:=\-–—]?\s*)?"
    rf"({WHOLE})\s*(?:{POINTS})?\s*(?:game|limit|battle|a side)?",
    re.IGNORECASE,
)
LIMIT_WORD = re.compile(r"limit|game|size|battle|a side", re.IGNORECASE)
POINTED = re.compile(rf"[\[(]?\s*({WHOLE})\s*(?:{POINTS}|p\b)?\s*[\])]?", re.IGNORECASE)
FILLERS = frozenset({"army", "list", "my", "roster", "point", "pt", "game", "our", "is", "for", "battle", "ed", "size"})
SMALLEST_GAME = 500
MOST_COMPARED = 12  # lines that are read once for each army
LIKE_AN_ARMY = 84.0
MOUNTS = frozenset({Section.MOUNTS})


class Head(Struct, frozen=True):
    """What a line says of the whole: an army, the size of the game, what it comes to."""

    army: str = ""
    limit: int | None = None
    total: int | None = None
    exact: bool = True


def head_of(text: str, catalogue: Catalogue) -> Head | None:
    """`DWARVES 2000 pts`, `Total: 1,962`, `2000 point game`; None where the line says no such thing."""
    if (match := TOTAL.fullmatch(text)) and (TOTAL_WORD.search(text) or not _is_size(whole(match[1]))):
        number = whole(match[1])
        return Head(total=number) if TOTAL_WORD.search(text) or number >= SMALLEST_GAME else None
    if match := LIMIT.fullmatch(text):
        number = whole(match[1])
        return Head(limit=number, exact=bool(LIMIT_WORD.search(text))) if number >= SMALLEST_GAME else None
    return _army_head(text, catalogue)


def _army_head(text: str, catalogue: Catalogue) -> Head | None:
    numbers = [whole(match[1]) for match in POINTED.finditer(text)]
    if any(number < SMALLEST_GAME for number in numbers) or len(numbers) > 2:
        return None
    army, exact = named_army(POINTED.sub(" ", text), catalogue)
    if not army:
        return None
    limit = next((number for number in numbers if _is_size(number)), None)
    total = next((number for number in numbers if number != limit), None)
    return Head(army, limit, total, exact)


def _is_size(number: int) -> bool:
    return number >= SMALLEST_GAME and number % 100 == 0


def named_army(text: str, catalogue: Catalogue) -> tuple[str, bool]:
    """The army that a text names and nothing else, and whether it does so in its own words; empty where it doesn't."""
    words = tuple(word for word in telling(words_of(text)) if word not in FILLERS)
    if not words:
        return "", False
    names = _army_words(catalogue)
    for slug, own in names.items():
        if words == own:
            return slug, True
    part = [slug for slug, own in names.items() if set(words) < set(own)]
    if len(part) == 1:
        return part[0], False
    written = "".join(words)
    like = sorted(((ratio(written, "".join(own)), slug) for slug, own in names.items()), reverse=True)
    return (like[0][1], False) if like[0][0] >= LIKE_AN_ARMY else ("", False)


def army_in_words(text: str, catalogue: Catalogue) -> str:
    """The army that is named somewhere in a text, such as a file's name; empty for none or several."""
    written = set(words_of(re.sub(r"[-_.]", " ", text)))
    named = [slug for slug, own in _army_words(catalogue).items() if set(own) <= written]
    if not named:
        part = [slug for slug, own in _army_words(catalogue).items() if {own[-1], own[0]} & written - {"elf", "high"}]
        return part[0] if len(part) == 1 else ""
    return named[0] if len(named) == 1 else ""


def army_of_rows(texts: Sequence[str], catalogue: Catalogue) -> str:
    """The army that most of these lines are of: by its profiles' own words, else by likeness; empty where two are."""
    heads = [{words_of(head) for head in heads_of(text)} for text in texts]
    ridden = [
        {words_of(piece.words) for piece in pieces_of(text[:LONGEST_ROW]) if piece.joint in RIDING} for text in texts
    ]
    exact = Counter(
        {
            slug: _count_named(heads, slug, FIGHTING, catalogue) + _count_named(ridden, slug, MOUNTS, catalogue)
            for slug in _army_words(catalogue)
        }
    )
    if army := _foremost(exact):
        return army
    tied = [slug for slug, count in exact.items() if count == max(exact.values(), default=0)]
    return _foremost(Counter({slug: _count_alike(texts[:MOST_COMPARED], slug, catalogue) for slug in tied}))


def _foremost(counted: Counter[str]) -> str:
    """What is counted most often; empty where that is nothing, or another as often."""
    first, *others = [*counted.most_common(2), ("", 0)]
    return first[0] if first[1] > others[0][1] else ""


def _count_named(written: Sequence[set[Words]], slug: str, sections: frozenset[Section], catalogue: Catalogue) -> int:
    """How many lines have an own name of a profile in these sections of the army's own list."""
    entries = [entry for entry in army_rows(catalogue, slug).named if entry.own and entry.row.section in sections]
    names = {words for entry in entries for words in entry.words}
    return sum(1 for words in written if words & names)


def _count_alike(texts: Sequence[str], slug: str, catalogue: Catalogue) -> int:
    """How many lines are read as what the army's own list has."""
    rows = army_rows(catalogue, slug)
    reads = [read_row(text, rows) for text in texts]
    return sum(1 for read in reads if read and list_slug(read.parts[0].profile) == slug)


@lru_cache(maxsize=2)
def _army_words(catalogue: Catalogue) -> dict[str, Words]:
    return {army.slug: telling(words_of(army.name)) for army in catalogue.armies}
