"""The language of whoever reads: sentences of the games in it, with numbers as it writes them.

A sentence stands in the code in English, with what is filled in in braces, and is worded for the reader where it is
made. Whoever keeps sentences for several readers keeps them by `language()`. Catalogues are compiled files of gettext
in `locale/`; a language without one, and a sentence that one lacks, are English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path

ENGLISH = "en"
CATALOGUES = Path(__file__).parent / "locale"
# The signs between thousands and before decimals. A narrow space that doesn't break stands between French thousands.
SIGNS = {ENGLISH: (",", "."), "de": (".", ","), "es": (".", ","), "fr": ("\u202f", ",")}

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The reader's language by its code: `en`, `de`."""
    return _language.get()


@contextmanager
def spoken(code: str) -> Iterator[None]:
    """Sentences that are made within are in this language."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def set_language(code: str) -> None:
    """Sentences are in this language from now on, until the end of the `spoken` around it."""
    _language.set(code)


def say(sentence: str, /, **filled: str | int | Decimal) -> str:
    """The sentence in the reader's language, with what is named in its braces filled in."""
    return filled_in(_said(_language.get()).gettext(sentence), filled)


def say_counted(one: str, many: str, count: int, /, **filled: str | int | Decimal) -> str:
    """As `say`, by the language's own plural for so many; `{count}` is filled in."""
    return filled_in(_said(_language.get()).ngettext(one, many, count), {"count": count, **filled})


def marked(sentence: str) -> str:
    """The sentence as it is, to be collected for translation and said later."""
    return sentence


def joined(parts: Iterable[str]) -> str:
    """The parts with an "and" between each two."""
    return say(" and ").join(parts)


def within(words: str) -> str:
    """The words as they stand within a sentence: without capitals, which German keeps for its nouns."""
    return words if _language.get() == "de" else words.lower()


def number(value: int | Decimal) -> str:
    """1234.5 as `1,234.5` or as the reader's language writes it."""
    written = f"{value:,}"
    code = _language.get()
    if code == ENGLISH or code not in SIGNS:
        return written
    thousands, decimals = SIGNS[code]
    return written.replace(",", "\0").replace(".", decimals).replace("\0", thousands)


def filled_in(sentence: str, filled: Mapping[str, str | int | Decimal]) -> str:
    """The sentence with numbers written as the reader's language does."""
    if not filled:
        return sentence
    return sentence.format(**{name: each if isinstance(each, str) else number(each) for name, each in filled.items()})


@lru_cache(maxsize=8)
def _said(code: str) -> NullTranslations:
    """The catalogue of a language; English has none."""
    return NullTranslations() if code == ENGLISH else translation("tabletop", CATALOGUES, [code], fallback=True)
