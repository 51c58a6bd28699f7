"""Misspelt words are told what was meant, at a price that doesn't grow with what is known."""

from __future__ import annotations

import random
import string
from difflib import get_close_matches

import pytest

from tabletop import spelling
from tabletop.spelling import COMPARED, LIKENESS, Spellings, closest_word
from tests.catalogue import printed_catalogue

NAMES = list(dict.fromkeys(row.name for row in printed_catalogue().rows.values()))
SPELLINGS = Spellings(NAMES)


def misspelt(name: str, chance: random.Random) -> str:
    letters = list(name)
    for _ in range(chance.randint(1, 2)):
        place = chance.randrange(len(letters))
        letters[place : place + chance.randint(0, 1)] = chance.choices(string.ascii_lowercase, k=chance.randint(0, 1))
    return "".join(letters)


def test_nearly_every_misspelt_name_is_found_that_a_look_at_all_of_them_finds() -> None:
    chance = random.Random(7)
    words = [misspelt(chance.choice(NAMES), chance) for _ in range(300)]
    known = {name.casefold(): name for name in NAMES}
    missed = 0
    for word in words:
        wanted = get_close_matches(word.casefold(), known, n=1, cutoff=LIKENESS)
        missed += SPELLINGS.closest(word) != (known[wanted[0]] if wanted else "")
    assert missed <= 3


@pytest.mark.parametrize(
    ("word", "meant"),
    [("Axmen", "Axemen"), ("AXEMEN", "Axemen"), ("axe men", "Axemen"), ("", ""), ("☃", ""), ("qqqqqq", "")],
)
def test_the_name_that_was_meant(word: str, meant: str) -> None:
    assert SPELLINGS.closest(word) == meant
    assert closest_word(word, ["Axemen", "Pikemen"]) == meant


def test_no_word_is_near_where_none_is_known() -> None:
    assert closest_word("Axemen", ()) == ""


@pytest.mark.parametrize("more", [0, 5000])
def test_few_words_are_compared_however_many_are_known(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    compared: list[str] = []

    def counted(word: str, among: list[str], **options: float) -> list[str]:
        compared.extend(among)
        return get_close_matches(word, among, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(spelling, "get_close_matches", counted)
    known = Spellings([*NAMES, *(f"Axemen of band {number}" for number in range(more))])
    assert known.closest("Axmen") == "Axemen"
    assert 0 < len(compared) <= COMPARED


def test_of_a_long_word_only_the_beginning_counts() -> None:
    assert SPELLINGS.closest("x" * 1_000_000) == ""
