"""One word of the game has one word in each language, that of `docs/terms/`."""

from __future__ import annotations

import re

import pytest

from tests.words.collecting import GAMES, LANGUAGES, ROOT, SITE
from tests.words.reading import translations

ROW = re.compile(r"^\| (?P<english>[a-z ]+) \| (?P<own>[^|]+) \|$", re.MULTILINE)
# What has an English word in another sense, or a name that is filled in.
OTHER_SENSE = {"table": ("the table has no price",), "army": ("{army}", "%(army)s")}


def terms(language: str) -> dict[str, list[str]]:
    written = (ROOT / f"docs/terms/{language}.md").read_text()
    words = {row["english"]: row["own"].casefold().split(",") for row in ROW.finditer(written)}
    return {english: [word.strip() for word in own] for english, own in words.items()}


def has_term(sentence: str, english: str) -> bool:
    for other in OTHER_SENSE.get(english, ()):
        sentence = sentence.replace(other, "")
    bare = re.sub(r"\{\w*\}|%\(\w+\)s", "", sentence)
    return bool(re.search(rf"\b{english}s?\b", bare, re.IGNORECASE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_of_the_game_is_translated_by_its_term(language: str) -> None:
    known = terms(language)
    longer = {english: [other for other in known if english in other and other != english] for english in known}
    wrong, met = [], set()
    for catalogue in (GAMES, SITE):
        for message, strings in translations(catalogue, language).items():
            for english, words in known.items():
                if not has_term(message.one, english) or any(has_term(message.one, other) for other in longer[english]):
                    continue
                met.add(english)
                if not all(any(word in string.casefold() for word in words) for string in strings):
                    wrong.append((english, message.one, strings))
    assert wrong == []
    assert len(met) > 30
