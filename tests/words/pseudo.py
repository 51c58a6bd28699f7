"""A made-up language by machine: every letter with an accent and 40 % more of them, to be seen on pages and measured.

Whatever on a page still has plain letters was never asked for a translation. It is also made in a form that is read
from right to left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from armybuilder.core import languages as site
from tabletop import languages as games

PSEUDO, LEFTWARD = "qps", "qpr"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "åƀçđéƒĝħîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĦÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)
KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)s|%%|<[^>]*>|&\w+;)")  # what is filled in, tags, signs
LONGER = 0.4


def pseudo(sentence: str) -> str:
    """`Ådđ ûñîţš·····` of `Add units`; what stands in braces and tags is left as it is."""
    said = "".join(part if KEPT.fullmatch(part) else part.translate(LETTERS) for part in KEPT.split(sentence))
    letters = sum(len(part) for part in KEPT.split(sentence) if not KEPT.fullmatch(part))
    return said + "·" * int(letters * LONGER) if sentence.strip() else sentence


class Pseudo(NullTranslations):
    """Translates everything, as Django and the games ask for it."""

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def to_language(self) -> str:
        return PSEUDO


class Leftward(Pseudo):
    def to_language(self) -> str:
        return LEFTWARD


@contextmanager
def made_up() -> Iterator[None]:
    """Within, `?lang=qps` and `?lang=qpr` ask for the made-up language."""
    more = [(PSEUDO, PSEUDO), (LEFTWARD, LEFTWARD)]
    settled = override_settings(LANGUAGES=[*settings.LANGUAGES, *more], LANGUAGES_BIDI=[LEFTWARD])
    with settled, pytest.MonkeyPatch.context() as patch:  # in this order: settings forget what was loaded
        for code, said in ((PSEUDO, Pseudo()), (LEFTWARD, Leftward())):
            patch.setitem(trans_real._translations, code, said)
            patch.setitem(site.LANGUAGES, code, code)
        usual = games._said
        patch.setattr(games, "_said", lambda code: Pseudo() if code in (PSEUDO, LEFTWARD) else usual(code))
        yield
