"""Whatever is marked is translated into every language; templates that aren't marked stand in a list that shrinks."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
from babel.messages import pofile

from tests.words.collecting import GAMES, LANGUAGES, ROOT, SITE, Catalogue
from tests.words.reading import compiled, translations
from tests.words.unmarked import unmarked

FILLED_IN = re.compile(r"%\(\w+\)s|\{\w*\}|%%|</?\w+[^>]*>")
TEMPLATES = ROOT / "templates"
EVERY = pytest.mark.parametrize(
    ("catalogue", "language"), list(product((GAMES, SITE), LANGUAGES)), ids=lambda each: getattr(each, "domain", each)
)


@EVERY
def test_no_sentence_is_missing(catalogue: Catalogue, language: str) -> None:
    """A sentence that is only guessed (fuzzy) isn't compiled, so that it is missing, too."""
    found = translations(catalogue, language)
    assert len(found) > 150
    assert [message.one for message, strings in found.items() if not all(strings)] == []


@EVERY
def test_a_translation_is_filled_in_as_the_sentence_is(catalogue: Catalogue, language: str) -> None:
    for message, strings in translations(catalogue, language).items():
        for sentence, string in zip((message.one, message.many), strings, strict=False):
            assert Counter(FILLED_IN.findall(string)) == Counter(FILLED_IN.findall(sentence)), string


@EVERY
def test_a_compiled_catalogue_is_the_written_one(catalogue: Catalogue, language: str) -> None:
    with catalogue.file(language, "po").open("rb") as file:
        written = [message for message in pofile.read_po(file, locale=language) if message.id]
    held = {key[0] if isinstance(key, tuple) else key for key in compiled(catalogue, language)} - {""}
    assert held == {_name(message) for message in written}
    for message in written:
        name = _name(message)
        keys = [(name, 0), (name, 1)] if message.pluralizable else [name]
        strings = message.string if message.pluralizable else (message.string,)
        assert [compiled(catalogue, language)[key] for key in keys] == list(strings)


def _name(message: object) -> str:
    one = message.id[0] if message.pluralizable else message.id  # type: ignore[attr-defined]
    return f"{message.context}\x04{one}" if message.context else one  # type: ignore[attr-defined]


def test_the_templates_that_arent_marked_yet_are_those_of_the_list() -> None:
    """What has been marked leaves `left.txt`: a file, or a whole area; in the others new files are marked at once."""
    files = sorted(file for file in TEMPLATES.rglob("*") if file.suffix in (".html", ".txt"))
    bare = [str(file.relative_to(TEMPLATES)) for file in files if any(unmarked(file.read_text()))]
    listed = (ROOT / "tests/words/left.txt").read_text().split()
    areas = tuple(name for name in listed if name.endswith("/"))
    assert [name for name in bare if name not in listed and not name.startswith(areas)] == [], "mark these"
    done = [name for name in listed if not any(each.startswith(name) for each in bare)]
    assert done == [], "take these out of the list"


def test_what_nobody_has_marked_is_found() -> None:
    template = (
        '<p title="Shown">{% translate "Said" %} Not said {{ name }}</p>{# a note #}<script>let it = 1</script>'
        '<b aria-label="{% translate "Read" %}">{% if x %}Or this{% endif %} · {{ a }} ×</b>'
    )
    assert list(unmarked(template)) == ["Shown", "Not said", "Or this"]
