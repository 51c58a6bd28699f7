"""What there is to translate: every sentence that is marked in the code, in the templates and in the printed lists.

There are two catalogues. That of the games (`tabletop/locale/`) holds what `tabletop/` says and what the lists of the
fixtures say of themselves, that of the site (`locale/`) what templates and `armybuilder/` say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "fr", "es")
SAYING = {"say", "say_of_game", "marked"}  # one sentence
COUNTING = {"say_counted"}  # one and many
STRING = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
CALL = re.compile(rf"\b(n?p?gettext|_)\(({STRING})(?:,\s*({STRING}))?(?:,\s*({STRING}))?")


class Message(NamedTuple):
    """One sentence, with its form for many and what tells it from another use of the same word."""

    one: str
    many: str = ""
    context: str = ""


class Place(NamedTuple):
    """Where a sentence stands."""

    file: str
    line: int


Found = dict[Message, list[Place]]


class Catalogue(NamedTuple):
    """One gettext domain: its folder of languages and its name."""

    folder: Path
    domain: str

    def file(self, language: str, ending: str) -> Path:
        return self.folder / language / "LC_MESSAGES" / f"{self.domain}.{ending}"

    @property
    def messages(self) -> Found:
        return _collected(self)


@cache
def _collected(catalogue: Catalogue) -> Found:
    found: Found = {}
    for message, place in games() if catalogue == GAMES else site():
        found.setdefault(message, []).append(place)
    return found


GAMES = Catalogue(ROOT / "tabletop/locale", "tabletop")
SITE = Catalogue(ROOT / "locale", "django")


def games() -> Iterator[tuple[Message, Place]]:
    for file in sorted((ROOT / "tabletop").rglob("*.py")):
        yield from in_code(file)
    for file in sorted((ROOT / "fixtures/arcana/rows").glob("*.yaml")):
        printed = yaml.safe_load(file.read_text().partition("\nrows:")[0])["list"]
        yield Message(printed["summary"]), Place(_named(file), 1)
        if printed.get("kind") == "general":
            yield Message(printed["name"]), Place(_named(file), 1)


def site() -> Iterator[tuple[Message, Place]]:
    for file in sorted((ROOT / "armybuilder").rglob("*.py")):
        yield from in_code(file)
    for file in sorted((ROOT / "templates").rglob("*")):
        if file.suffix in (".html", ".txt"):
            yield from in_template(file)


def in_code(file: Path) -> Iterator[tuple[Message, Place]]:
    """The sentences that are written out in calls of `say` and the like."""
    source = file.read_text()
    if ".languages import" not in source and file.name != "languages.py":  # nothing can be said there
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        words = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        place = Place(_named(file), node.lineno)
        if node.func.id in SAYING and words:
            yield Message(words[0]), place
        elif node.func.id in COUNTING and len(words) > 1:
            yield Message(words[0], words[1]), place


def in_template(file: Path) -> Iterator[tuple[Message, Place]]:
    """The sentences of `translate`, `blocktranslate` and `_()`."""
    as_code = templatize(file.read_text())
    for call in CALL.finditer(as_code):
        place = Place(_named(file), as_code.count("\n", 0, call.start()) + 1)
        words = [ast.literal_eval(each) for each in call.groups()[1:] if each]
        context = words.pop(0) if "p" in call[1] and call[1] != "_" else ""
        yield Message(words[0], words[1] if call[1].startswith("n") else "", context), place


def _named(file: Path) -> str:
    return str(file.relative_to(ROOT))
