"""The texts of a template that nobody has marked for translation: what is shown or read out and has a word in it.

A template is taken apart as the marking of one goes: tags of Django, tags of HTML, and what is left between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

DJANGO = re.compile(
    r"{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}|{%\s*comment\b.*?{%\s*endcomment\s*%}|{%.*?%}|{#.*?#}",
    re.DOTALL,
)
FILLED = re.compile(r"{{.*?}}", re.DOTALL)
NOT_SHOWN = re.compile(r"<(script|style)\b.*?</\1>|<!.*?>", re.DOTALL)
READ_OUT = re.compile(r'\s(?:aria-label|placeholder|title|alt)="([^"]*)"')
TAG = re.compile(r"""<[a-zA-Z/](?:[^"'>]|"[^"]*"|'[^']*')*>""")
BLOCK_OF_CODE = re.compile(r"{%\s*block (?:body|tool|main_class|robots|scripts)\s*%}.*?{%\s*endblock\s*%}", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = re.compile(r"\b(?:Muster|Armies of Arcana)\b|&\w+;")


def unmarked(template: str) -> Iterator[str]:
    """Each text that is written out in English."""
    bare = FILLED.sub(" ", DJANGO.sub("\0", BLOCK_OF_CODE.sub("\0", NOT_SHOWN.sub("\0", template))))
    shown = [text for text in READ_OUT.findall(bare) if "\0" not in text or WORD.search(text.replace("\0", ""))]
    shown += re.split("\0", TAG.sub("\0", bare))
    for text in shown:
        if WORD.search(NAMES.sub("", text)):
            yield " ".join(text.replace("\0", " ").split())
