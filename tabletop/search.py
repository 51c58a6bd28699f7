"""Things to look up by words, the likeliest first: each entry carries the fact itself, not only where it stands.

Idea: every word of every entry is filed once, sorted, so that all words that begin as a typed one does are neighbours.
A typed word that begins none is shortened to what does, or replaced by those spelt most alike (rapidfuzz). An entry
answers if it has every typed word, or where none has, as many of them as any.
Guarantee: answers come in the order of `Rank`; within a rank the entry that has more of the words whole, then in its
name, then the shorter name, then the order in which the entries were given. The same words always get the same answer.
Tolerance: upper and lower case, accents, apostrophes and endings (petrify, petrifies, petrifying) don't matter; a
misspelt word of `SHORTEST_GUESS` letters or more is understood if its first `SURE_LETTERS` are right, or at least
`LIKENESS` of 100. A single letter is looked for in names alone.
Cost: a few milliseconds for some thousand entries, most of it for a misspelt word, which is compared with all words.
The budget of a request is asked in every round.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import chain, repeat

from msgspec import Struct
from rapidfuzz import fuzz, process

from tabletop.heraldry import Shield, Tincture
from tabletop.work import go_on

LONGEST_QUERY, MOST_WORDS = 80, 8
LIKENESS, SHORTEST_GUESS, MOST_GUESSES = 75, 4, 6
SURE_LETTERS = 5
LAST_LETTER = "\uffff"
WORD = re.compile(r"[^\W_]+")
ENDINGS = {
    "ying": 4,
    "ies": 4,
    "ied": 4,
    "ing": 3,
    "es": 4,
    "ed": 4,
    "s": 4,
    "y": 4,
    "e": 4,
}  # with what is left at least
SMALL_WORDS = frozenset(
    (*("a", "an", "and", "are", "can", "do", "does", "for", "how", "i", "in", "is", "it", "my", "of", "on", "or"),
     *("the", "to", "what", "when", "which", "who", "with"))
)  # fmt: skip


class Address(Struct, frozen=True):
    """Where an entry stands: a kind of page, the names that lead to one of them, and the id of a part of it."""

    page: str
    names: tuple[str, ...] = ()
    part: str = ""


class Fact(Struct, frozen=True):
    """A figure or word under its heading."""

    label: str
    value: str


class Entry(Struct, frozen=True, kw_only=True):
    """Something to look up.

    `group` is what answers are filtered by, in the plural; `of` says to what it belongs; `also` are words that find it
    beside those that it shows.
    """

    group: str
    kind: str
    name: str
    of: str = ""
    facts: tuple[Fact, ...] = ()
    text: str = ""
    also: str = ""
    address: Address
    picture: Shield | Tincture | None = None


class Rank(IntEnum):
    """How well an entry answers, the best first."""

    EXACT = 0
    PREFIX = 1
    WORD = 2
    NEAR = 3
    TEXT = 4
    NEAR_TEXT = 5


class Answer(Struct, frozen=True):
    """An entry, and how well it answers."""

    entry: Entry
    rank: Rank


class Answers(Struct, frozen=True):
    """What answers, the likeliest first, and the beginnings of words by which it was found."""

    answers: tuple[Answer, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(answer.entry for answer in self.answers)

    @property
    def groups(self) -> Mapping[str, int]:
        """How many answers each group has, in the order of the first answer of each."""
        return Counter(answer.entry.group for answer in self.answers)

    def of_group(self, group: str) -> Answers:
        """Those of one group alone."""
        return Answers(tuple(answer for answer in self.answers if answer.entry.group == group), self.words)


def merged(*several: Answers) -> Answers:
    """The answers of several indexes to the same query by their ranks; within a rank those of the first index first."""
    answers = sorted(chain.from_iterable(each.answers for each in several), key=lambda answer: answer.rank)
    return Answers(tuple(answers), tuple(dict.fromkeys(chain.from_iterable(each.words for each in several))))


class _Filed(Struct, frozen=True):
    """The entries, by their places, that have a word in their names, and those that have it elsewhere."""

    names: list[int]
    texts: list[int]


class _Match(Struct, frozen=True):
    """How one typed word is in an entry; of several the one with the least order counts."""

    near: bool
    in_name: bool
    whole: bool
    order: int


MATCHES = {
    (near, in_name, whole): _Match(near, in_name, whole, 4 * near + 2 * (not in_name) + (not whole))
    for near in (False, True)
    for in_name in (False, True)
    for whole in (False, True)
}


class SearchIndex:
    """Entries prepared for looking up; made once, never changed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._names = [" ".join(words_of(entry.name)) for entry in self.entries]
        filed: defaultdict[str, _Filed] = defaultdict(lambda: _Filed([], []))
        for place, (entry, name) in enumerate(zip(self.entries, self._names, strict=True)):
            go_on()
            in_name = {*name.split(), *map(_singular, name.split()), name.replace(" ", "")}
            in_text = set(words_of(_text_of(entry)))
            for word in in_name:
                filed[word].names.append(place)
            for word in (in_text | set(map(_singular, in_text))) - in_name:
                filed[word].texts.append(place)
        self._words = sorted(filed)
        self._filed = [filed[word] for word in self._words]

    def search(self, query: str) -> Answers:
        """The entries that have every word of the query, as far as its first `LONGEST_QUERY` letters."""
        typed = words_of(query[:LONGEST_QUERY])[:MOST_WORDS]
        wanted = [word for word in typed if word not in SMALL_WORDS] or typed
        if not wanted:
            return Answers()
        found: defaultdict[int, list[_Match]] = defaultdict(list)
        beginnings: list[str] = []
        for word in wanted:
            likely, is_near = self._likely(word)
            beginnings += likely
            for place, match in self._matches(word, likely, is_near=is_near).items():
                found[place].append(match)
        most = max(map(len, found.values()), default=0)
        asked = " ".join(typed)
        ranks = {place: self._rank(place, asked, each) for place, each in found.items() if len(each) == most}
        ranked = sorted(ranks, key=lambda place: (ranks[place], place))
        answers = (Answer(self.entries[place], ranks[place][0]) for place in ranked)
        return Answers(tuple(answers), tuple(dict.fromkeys(beginnings)))

    def _likely(self, word: str) -> tuple[list[str], bool]:
        """Beginnings of filed words that a typed word may stand for, and whether they are only spelt alike."""
        known = [beginning for beginning in dict.fromkeys((word, _stem(word))) if self._beginning(beginning)]
        if known or len(word) < SHORTEST_GUESS:
            return known, False
        for length in range(len(word) - 1, max(SURE_LETTERS, len(word) // 2) - 1, -1):
            if self._beginning(word[:length]):
                return [word[:length]], True
        alike = process.extract(word, self._words, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=MOST_GUESSES)
        best = max((score for _, score, _ in alike), default=0)
        return [known for known, score, _ in alike if score >= best - 5], True

    def _beginning(self, beginning: str) -> range:
        """The places of filed words that begin so."""
        first = bisect_left(self._words, beginning)
        return range(first, bisect_left(self._words, beginning + LAST_LETTER, first))

    def _matches(self, word: str, likely: Sequence[str], *, is_near: bool) -> dict[int, _Match]:
        """The best match of a typed word in each entry that has it."""
        best: dict[int, _Match] = {}
        for place, match in self._occurrences(word, likely, is_near=is_near):
            if place not in best or match.order < best[place].order:
                best[place] = match
        return best

    def _occurrences(self, word: str, likely: Sequence[str], *, is_near: bool) -> Iterator[tuple[int, _Match]]:
        for known in dict.fromkeys(place for beginning in likely for place in self._beginning(beginning)):
            go_on()
            filed, whole = self._filed[known], self._words[known] in (likely if is_near else (word,))
            yield from zip(filed.names, repeat(MATCHES[is_near, True, whole]), strict=False)
            if len(word) > 1:
                yield from zip(filed.texts, repeat(MATCHES[is_near, False, whole]), strict=False)

    def _rank(self, place: int, asked: str, matches: Sequence[_Match]) -> tuple[Rank, int, int, int]:
        name = self._names[place]
        is_near, in_name = any(match.near for match in matches), all(match.in_name for match in matches)
        if name == asked:
            rank = Rank.EXACT
        elif name.startswith(asked):
            rank = Rank.PREFIX
        elif in_name:
            rank = Rank.NEAR if is_near else Rank.WORD
        else:
            rank = Rank.NEAR_TEXT if is_near else Rank.TEXT
        whole = sum(match.whole for match in matches)
        named = sum(match.in_name for match in matches)
        return rank, -whole, -named, len(name) if named else 0


def words_of(text: str) -> list[str]:
    """The words of a text as they are filed: small letters without accents, `dont` for don't."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "").replace("'", ""))
    return WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))


def _text_of(entry: Entry) -> str:
    facts = (part for fact in entry.facts for part in (fact.label, fact.value))
    return " ".join((entry.kind, entry.of, *facts, entry.text, entry.also))


def _stem(word: str) -> str:
    """A word without its ending, as far as enough is left of it: `petrif` of petrifies."""
    endings = (end for end, least in ENDINGS.items() if word.endswith(end) and len(word) - len(end) >= least)
    return word.removesuffix(next(endings, ""))


def _singular(word: str) -> str:
    """`dwarf` for dwarves; other words as they are."""
    return f"{word.removesuffix('ves')}f" if word.endswith("ves") else word
