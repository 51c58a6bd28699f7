"""`make words`: bring the catalogues up to what is marked, compile them, and say what isn't translated yet.

Needs Babel, which is installed for development alone; the compiled catalogues are kept in the repository.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.words.collecting import GAMES, LANGUAGES, SITE, Catalogue, Found

# Players count one or many; that French and Spanish say millions in another way is of no use here.
PLURALS = {"de": "n != 1", "fr": "n > 1", "es": "n != 1"}
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=({plural});\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def main() -> int:
    missing = 0
    for catalogue in (GAMES, SITE):
        messages = catalogue.messages
        for language in LANGUAGES:
            known = updated(catalogue, language, messages)
            empty = [message for message in known if message.id and (message.fuzzy or not _is_said(message.string))]
            missing += len(empty)
            print(f"{catalogue.domain} {language}: {len(messages)} sentences, {len(empty)} to translate")
    return int(missing > 0)


def _is_said(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def updated(catalogue: Catalogue, language: str, messages: Found) -> Catalog:
    """The catalogue with every sentence that is marked and no other, written and compiled."""
    file = catalogue.file(language, "po")
    old = read_po(io.BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(locale=language)
    new = Catalog(locale=language, project="Muster", version="1", fuzzy=False, charset="utf-8")
    new.creation_date = FIRST_DAY  # two runs write the same bytes
    new.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({PLURALS[language]});")]
    for message, places in sorted(messages.items(), key=lambda each: (each[1][0], each[0])):
        one_and_many = (message.one, message.many) if message.many else message.one
        before = old.get(message.one, context=message.context or None)
        string = before.string if before is not None and not before.fuzzy else ""
        if message.many and not isinstance(string, tuple | list):
            string = ("", "")
        files = [(file_name, None) for file_name in dict.fromkeys(place.file for place in places)]
        new.add(one_and_many, string, files, context=message.context or None, flags=_flags(message.one))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as out:
        out.write(HEADER.format(language=language, plural=PLURALS[language]).encode())
        write_po(out, new, width=120, omit_header=True, include_lineno=False)
    with catalogue.file(language, "mo").open("wb") as out:
        write_mo(out, new)
    return new


def _flags(sentence: str) -> set[str]:
    return {"python-format"} if "%(" in sentence else {"python-brace-format"} if "{" in sentence else set()


if __name__ == "__main__":
    sys.exit(main())
