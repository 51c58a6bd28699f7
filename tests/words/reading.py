"""The compiled catalogues, as the site loads them."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations

from tests.words.collecting import Catalogue, Message

BETWEEN = "\x04"  # between a sentence's context and the sentence


@cache
def compiled(catalogue: Catalogue, language: str) -> dict[str | tuple[str, int], str]:
    """What the compiled file holds, by sentence, or by sentence and number of its form."""
    with catalogue.file(language, "mo").open("rb") as file:
        return dict(GNUTranslations(file)._catalog)


@cache
def translations(catalogue: Catalogue, language: str) -> dict[Message, list[str]]:
    """Each sentence that is marked with its translation, or with those for one and for many; empty where missing."""
    held = compiled(catalogue, language)
    found = {}
    for message in catalogue.messages:
        name = f"{message.context}{BETWEEN}{message.one}" if message.context else message.one
        keys = [(name, 0), (name, 1)] if message.many else [name]
        found[message] = [held.get(key, "") for key in keys]
    return found
