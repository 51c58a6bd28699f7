"""What a page of lists sends back: the lists as they were sent, and what was pressed or written beside their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.http import QueryDict
from msgspec.structs import replace

from armybuilder.files.presenters.review import GivenList
from tabletop.rosters.reading import with_line

MOST_ANSWERS = 2000  # lines that somebody has confirmed, left out or noted
KEY = re.compile(r"[0-9a-f]{12}")
ANSWERS = ("sure", "left", "noted")
UNKEPT = re.compile("[\x00\ud800-\udfff]")  # what a database doesn't take in a text


def given_lists(post: QueryDict) -> list[GivenList]:
    """The lists of a page, each with its own fields, as they stand after what was pressed."""
    texts, files, names = (post.getlist(field) for field in ("list", "list-file", "list-name"))
    names += [""] * len(texts)
    files += [""] * len(texts)
    return [
        answered(GivenList(file=files[place], text=text, name=names[place].strip()), str(place), post)
        for place, text in enumerate(texts)
    ]


def answered(given: GivenList, place: str, post: QueryDict) -> GivenList:
    """The list with the answers of its own fields, whose names end with `place`."""
    kept = {name: _keys([*getattr(given, name), *post.getlist(f"{name}-{place}")]) for name in ANSWERS}
    for name in ANSWERS:
        kept[name] |= dict.fromkeys(key for where, key in _pressed(post, name) if where == place)
    if place in post.getlist("all"):
        kept["sure"] |= _keys(post.getlist(f"open-{place}"))
    text = post.get(f"text-{place}", given.text)
    for number, words in _written(post, place):
        text = with_line(text, number, words)
    if army := post.get(f"army-{place}", "").strip():
        text = f"Army: {army}\n{text}"
    text, called = UNKEPT.sub("", text), UNKEPT.sub("", given.name)
    return replace(given, text=text, name=called, **{name: tuple(keys)[:MOST_ANSWERS] for name, keys in kept.items()})


def _keys(values: list[str]) -> dict[str, None]:
    return dict.fromkeys(value for value in values if KEY.fullmatch(value))


def _pressed(post: QueryDict, name: str) -> Iterator[tuple[str, str]]:
    """Where a button stands that was pressed, and the line that it is about."""
    for value in post.getlist(name):
        place, _, key = value.partition(" ")
        if KEY.fullmatch(key):
            yield place, key


def _written(post: QueryDict, place: str) -> Iterator[tuple[int, str]]:
    """The lines that were chosen or written anew; a field that still says what its line says changes nothing."""
    for value in post.getlist("put"):
        where, _, line = value.partition(" ")
        number, _, words = line.partition(" ")
        if where == place and number.isascii() and number.isdecimal():
            yield int(number[:9]), words
    start = f"write-{place}-"
    for field in post:
        number = field.removeprefix(start)
        if field.startswith(start) and number.isascii() and number.isdecimal():
            was, now = post.get(f"was-{place}-{number}", ""), str(post[field]).strip()
            if now and now != was.strip():
                yield int(number[:9]), now
