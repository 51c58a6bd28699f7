"""What answers of the search need to draw: their pictures, addresses and the words that were found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from armybuilder.lookup.presenters.answers import MINE, telling
from armybuilder.lookup.presenters.chapters import linked
from armybuilder.lookup.presenters.places import address, typeset
from armybuilder.templatetags.muster import emblem
from tabletop.heraldry import Shield, swatch
from tabletop.search import Entry, words_of

register = template.Library()

WORD = re.compile(r"[\w']+")
SHORT, FEW = 24, 4  # letters of a fact, and facts, that stand side by side

register.filter(address)
register.filter(linked)
register.filter(typeset)


@register.simple_tag
def bearing(entry: Entry, width: int = 30) -> SafeString:
    """The shield or tincture of an entry, silent for screen readers; nothing where it has none."""
    if isinstance(entry.picture, Shield):
        return emblem(entry.picture, width)
    return mark_safe(swatch(entry.picture, title="", hatched=False, width=width)) if entry.picture else mark_safe("")


@register.simple_tag
def marked(text: str, words: Sequence[str]) -> SafeString:
    """A text with the words marked that begin as one of these."""
    text, parts, end = typeset(text), [], 0
    for word in WORD.finditer(text):
        if any(known.startswith(tuple(words)) for known in words_of(word[0])):
            parts += [conditional_escape(text[end : word.start()]), format_html("<mark>{}</mark>", word[0])]
            end = word.end()
    return mark_safe("".join([*parts, conditional_escape(text[end:])]))


@register.filter
def are_facts_short(entry: Entry) -> bool:
    """Whether the facts of an entry stand side by side, each in a box; else they run on as text."""
    return len(entry.facts) <= FEW and all(len(fact.value) <= SHORT for fact in entry.facts)


@register.simple_tag
def told(entry: Entry, words: Sequence[str]) -> str:
    """What an answer says below its name."""
    return telling(entry.text, words) if entry.group == MINE else entry.text
