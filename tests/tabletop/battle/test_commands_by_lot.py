"""Whatever is sent to a game on the pages for all games is carried out or refused: no command ends in another error."""

from __future__ import annotations

import builtins
import types
import typing
from collections import Counter, abc
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct, ValidationError, convert
from msgspec.structs import fields

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tabletop.battle.log import EventLog
from tabletop.decoding import MalformedError
from tabletop.dice import FacesError
from tests import crowns, kings, labyrinth, valley_by_lot

Log = EventLog[Any, Any, Any]
TRIES = 900
ANSWERS = (RefusalError, MalformedError, FacesError)


def greyhawk() -> Iterator[Log]:
    for seed in range(3):
        log, chance = crowns.begun(crowns.POWERS[: 2 + seed]), Random(seed)
        for _ in range(12):
            yield log
            log = crowns.played(log, chance, 25)


def wiz_war() -> Iterator[Log]:
    for seed, options in zip(range(3), labyrinth.all_options(), strict=False):
        log, chance = labyrinth.begun(seed, 2 + seed, options=options), Random(seed)
        for _ in range(12):
            yield log
            log = labyrinth.played(log, chance, 25)


def wizard_kings() -> Iterator[Log]:
    log, chance = kings.begun(), Random(2)
    yield kings.mid_game()
    for _ in range(12):
        yield log
        log = kings.played(log, chance, 25)


def arrakhar() -> Iterator[Log]:
    for seed in range(6):
        yield valley_by_lot.played(seed, 40 * seed, check_every=1000)[0]


def words_in(plain: Any) -> Iterator[str]:
    """Every word in what a program is told of a game, names of fields, too."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        for key, value in plain.items():
            yield str(key)
            yield from words_in(value)
    elif isinstance(plain, Sequence):
        for value in plain:
            yield from words_in(value)


def value_of(kind: Any, words: list[str], chance: Random) -> Any:
    """Plain values that may be of a type."""
    inside = get_args(kind)
    match get_origin(kind):
        case typing.Annotated:
            return value_of(inside[0], words, chance)
        case typing.Union | types.UnionType:
            return value_of(chance.choice(inside), words, chance)
        case typing.Literal:
            return chance.choice(inside)
        case builtins.tuple | builtins.list | builtins.frozenset:
            return [value_of(inside[0], words, chance) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
        case builtins.dict | abc.Mapping:
            return {value_of(inside[0], words, chance): value_of(inside[1], words, chance) for _ in range(2)}
    return bare_value(kind, words, chance)


def bare_value(kind: Any, words: list[str], chance: Random) -> Any:
    """Of a type without others inside."""
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        return chance.choice((0, 1, 1, 2, 3, 6, 40))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return chance.choice([each.value for each in kind])
    if isinstance(kind, type) and issubclass(kind, Struct):
        return stated(kind, words, chance)
    return chance.choice(words) if kind is str else None


@cache
def fields_of(kind: type[Struct]) -> list[tuple[str, Any, bool]]:
    """Each field of a struct as files name it, its type, and whether it must be stated."""
    hints = get_type_hints(kind, include_extras=True)
    return [(each.encode_name, hints[each.name], each.required) for each in fields(kind)]


def stated(kind: type[Struct], words: list[str], chance: Random) -> dict[str, Any]:
    """A struct's fields by lot; those that may be left out are stated more often than not."""
    wanted = {name: hint for name, hint, required in fields_of(kind) if required or chance.random() < 0.6}
    tag = kind.__struct_config__.tag
    tagged = {kind.__struct_config__.tag_field: tag} if tag is not None else {}
    return tagged | {name: value_of(hint, words, chance) for name, hint in wanted.items()}


@pytest.mark.parametrize("games", [greyhawk, wiz_war, wizard_kings, arrakhar])
def test_whatever_is_sent_is_carried_out_or_refused(games: Callable[[], Iterator[Log]]) -> None:
    counts, chance = Counter[str](), Random(7)
    for log in games():
        rules, sides = log.rules, log.header.sides
        words = [*dict.fromkeys(words_in([rules.plain(log.state, side) for side in sides]))]
        kinds = [each for each in get_args(rules.commands) if isinstance(each, type)]
        assert kinds
        for _ in range(TRIES):
            seat = chance.choice((*sides, *sides, "watcher"))
            try:
                command = convert(stated(chance.choice(kinds), words, chance), rules.commands)
            except ValidationError:
                counts["malformed"] += 1
                continue
            try:
                rules.decide(log.state, command, seat, NotedDice.seeded(chance.randrange(1000)))
                counts["done"] += 1
            except ANSWERS:
                counts["refused"] += 1
    assert counts["done"] > 20, counts
    assert counts["refused"] > 200, counts
