"""Reading direction: the runs of a line in the order they stand on paper (Unicode annex 9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from bidi import algorithm

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
BRACKETS = {"(": ")", "[": "]", "{": "}", "«": "»", "‹": "›"}
SIDES = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}


def directional_runs(text: str) -> list[tuple[str, bool]]:
    """The runs of a line from left to right, each in reading order, with whether it reads from right to left."""
    if not RIGHT_TO_LEFT.search(text):
        return [(text, False)]
    runs = []
    for level, group in groupby(_levels(text), lambda pair: pair[1]):
        places = sorted(place for place, _ in group)
        runs.append(("".join(text[place] for place in places), level % 2 == 1))
    return runs


def _levels(text: str) -> list[tuple[int, int]]:
    """The index of every character in the text with its embedding level, in the order of print from left to right."""
    storage = algorithm.get_empty_storage()
    storage["base_level"] = algorithm.get_base_level(text)
    storage["base_dir"] = "LR"[storage["base_level"]]
    algorithm.get_embedding_levels(text, storage)
    for place, character in enumerate(storage["chars"]):
        character["place"] = place
        character["type"] = character["type"] or "L"  # a code that this Unicode doesn't know yet
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    _resolve_brackets(storage["chars"], storage["base_dir"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    return [(character["place"], character["level"]) for character in storage["chars"]]


def _resolve_brackets(characters: list[dict[str, Any]], base: str) -> None:
    """A pair of brackets takes the side of what it holds, or of what stands before it (rule N0)."""
    for opening, closing in sorted(_pairs(characters)):
        within = {SIDES.get(character["type"]) for character in characters[opening + 1 : closing]} - {None}
        if within:
            before = (SIDES.get(character["type"]) for character in reversed(characters[:opening]))
            side = base if base in within else next(filter(None, before), base)
            characters[opening]["type"] = characters[closing]["type"] = side


def _pairs(characters: list[dict[str, Any]]) -> Iterator[tuple[int, int]]:
    waiting: list[tuple[str, int]] = []
    for place, character in enumerate(characters):
        letter = character["ch"]
        if letter in BRACKETS:
            waiting.append((BRACKETS[letter], place))
            continue
        match = next((index for index in reversed(range(len(waiting))) if waiting[index][0] == letter), None)
        if match is not None:
            yield waiting[match][1], place
            del waiting[match:]
