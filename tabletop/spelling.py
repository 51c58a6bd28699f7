"""The known word that a misspelt one probably stands for.

Idea: every known word is filed once under each pair of letters that stand beside each other in it, its ends counting
as letters. A misspelt word shares most of its pairs with the word that was meant, so only the few known words that
share the most are compared letter by letter (Ratcliff and Obershelp's measure, `difflib`).
Guarantee: the word found is alike by at least `LIKENESS`, and none of those compared is more so. A word that shares no
pair with the misspelt one, or fewer than half as many as another does, is never found.
Cost: a pass over the words filed under the pairs of one word, and `COMPARED` comparisons, however many are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from heapq import nlargest
from itertools import chain, pairwise

LONGEST_WORD = 60
LIKENESS = 0.75
COMPARED = 6


class Spellings:
    """Known words, prepared for looking up misspelt ones; upper and lower case are equal."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = {word.casefold(): word for word in words}
        self._filed: dict[tuple[str, str], list[str]] = {}
        for word in self._words:
            for pair in _pairs(word):
                self._filed.setdefault(pair, []).append(word)

    def closest(self, word: str) -> str:
        """The known word that is spelt most alike; empty where none is near."""
        wanted = word.casefold()[:LONGEST_WORD]
        pairs = _pairs(wanted)
        shared = Counter(chain.from_iterable(self._filed.get(pair, ()) for pair in pairs))
        least = max(shared.values(), default=0) / 2
        alike = [(count / (len(pairs) + len(known)), known) for known, count in shared.items() if count >= least]
        likely = [known for _, known in nlargest(COMPARED, alike)]
        matches = get_close_matches(wanted, likely, n=1, cutoff=LIKENESS)
        return self._words[matches[0]] if matches else ""


def closest_word(word: str, among: Iterable[str]) -> str:
    """The word of `among` that is spelt most alike; empty where none is near. For a few words, or once."""
    return Spellings(among).closest(word)


def _pairs(word: str) -> set[tuple[str, str]]:
    return set(pairwise(f" {word} "))
