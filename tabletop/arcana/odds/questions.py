"""What a situation asks: steps to be played or spread, and what is read from how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.odds.situations import ToHit
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import SAVES, Save
from tabletop.arcana.rules.melee.counting import needed as needed_in_melee
from tabletop.arcana.rules.melee.counting import save
from tabletop.arcana.rules.melee.fighters import Fighter, Fighters
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    Standing,
    Turn,
    enemy_as,
    fighters_of,
    regained_by,
    shaken_by,
    standings,
    start_of,
    turn_steps,
)
from tabletop.arcana.rules.morale.testing import receipt
from tabletop.dice import Step
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown


class Receipt(Struct, frozen=True):
    """A number that dice have to show, or what it is made of, in words and line by line."""

    text: str
    breakdown: Breakdown


class Asked(Struct, frozen=True):
    """Steps from a start, and by their names the numbers and events that are read from the end.

    `changes` is what becomes different without dice, as plain values; None where nothing is asked about it.
    """

    steps: Steps[Any]
    start: Any
    numbers: Mapping[str, Callable[[Any], int]]
    events: Mapping[str, Callable[[Any], bool]]
    receipts: tuple[Receipt, ...] = ()
    changes: tuple[dict[str, Any], ...] | None = None


def losses(before: Left, wounds: int, left_in: Callable[[Any], Left]) -> dict[str, Callable[[Any], int]]:
    """The wounds and models lost since `before`, of models with so many wounds, read from what is left in a state."""
    return {
        "wounds": lambda state: before.wounds(wounds) - left_in(state).wounds(wounds),
        "fallen": lambda state: before.models - left_in(state).models,
    }


def turn_of(pair: Contenders, *, morale: bool = True) -> Asked:
    """A turn of a melee: losses to blows by side, and with `morale` who breaks, and what is paid instead."""
    numbers: dict[str, Callable[[Turn], int]] = {}
    events: dict[str, Callable[[Turn], bool]] = {}
    for which, own in enumerate(pair):
        name = own.fighter.name
        numbers[f"{name}.wounds"] = partial(_wounds_lost, pair, which)
        numbers[f"{name}.fallen"] = partial(_models_lost, pair, which)
        if morale:
            numbers[f"{name}.paid"] = partial(_paid, pair, which)
            events[f"{name}.tests"] = lambda turn, which=which: turn.tests[which] is not None  # type: ignore[misc]
            events[f"{name}.breaks"] = lambda turn, which=which: _end(pair, which, turn).broken  # type: ignore[misc]
        events[f"{name}.destroyed"] = lambda turn, which=which: not _end(pair, which, turn).models  # type: ignore[misc]
        for place, called in enumerate(characters_called(own.fighter.rides_of)):
            numbers[f"{name}.{called}.wounds"] = partial(_characters_wounds, pair, which, place)
            events[f"{name}.{called}.falls"] = partial(_character_falls, pair, which, place)
        if morale and any(one.figures.defence.regeneration for one in (own.fighter, *own.fighter.characters)):
            numbers[f"{name}.regained"] = partial(_regained, which)
    receipts = (*_melee_receipts(pair), *(_morale_receipts(pair) if morale else ()))
    return Asked(turn_steps(pair, morale=morale), start_of(pair), numbers, events, receipts)


def _end(pair: Contenders, which: int, turn: Turn) -> Standing:
    return standings(pair, turn)[which]


def _wounds_lost(pair: Contenders, which: int, turn: Turn) -> int:
    """What its troops lose to blows; of characters alone, what all of them do."""
    fighter, struck = pair[which].fighter, turn.fight.of(which)
    if not fighter.left.models:
        return sum(_characters_wounds(pair, which, place, turn) for place in range(len(fighter.characters)))
    each = fighter.figures.wounds
    return fighter.left.wounds(each) - struck.left.wounds(each) + struck.regained[0]


def _models_lost(pair: Contenders, which: int, turn: Turn) -> int:
    fighter, struck = pair[which].fighter, turn.fight.of(which)
    if not fighter.left.models:
        return fighter.models_of([own.left for own in fighter.characters]) - fighter.models_of(struck.characters)
    return fighter.left.models - struck.left.models


def _paid(pair: Contenders, which: int, turn: Turn) -> int:
    own, struck, end = pair[which], turn.fight.of(which), _end(pair, which, turn)
    return own.wounds(struck.left, struck.characters) - own.wounds(end.left, end.characters)


def _regained(which: int, turn: Turn) -> int:
    return regained_by(turn.fight.of(which))


def characters_called(rides: Sequence[int]) -> list[str]:
    """How results call the characters of a unit, `character`, `character2` …, and what carries one, `character.mount`.

    `rides` are by place the places of what carries each, 0 of who is on foot.
    """
    called = [""] * len(rides)
    heads = [place for place in range(1, len(rides) + 1) if place not in rides]
    for number, place in enumerate(heads, 1):
        called[place - 1] = f"character{number if number > 1 else ''}"
        if mount := rides[place - 1]:
            called[mount - 1] = called[mount - 1] or f"{called[place - 1]}.mount"
    return called


def _characters_wounds(pair: Contenders, which: int, place: int, turn: Turn) -> int:
    """What a character loses to blows."""
    own, struck = pair[which].fighter.characters[place], turn.fight.of(which)
    back = struck.others[place - 1].regained[0] if place else struck.regained[1]
    each = own.figures.wounds
    return own.left.wounds(each) - struck.characters[place].wounds(each) + back


def _character_falls(pair: Contenders, which: int, place: int, turn: Turn) -> bool:
    return not _end(pair, which, turn).characters[place].models


def _melee_receipts(pair: Contenders) -> Iterator[Receipt]:
    fighters = fighters_of(pair)
    for which in (0, 1):
        yield from blow_receipts(fighters, which)


def _morale_receipts(pair: Contenders) -> Iterator[Receipt]:
    """What each side would test on before anybody has struck."""
    start = start_of(pair).fight
    units = [shaken_by(own, start.of(which), engaged=True) for which, own in enumerate(pair)]
    for which, own in enumerate(pair):
        enemy = enemy_as(pair[1 - which], units[1 - which], at_front=own.front)
        yield Receipt(f"{own.fighter.name}, morale before the blows", receipt(units[which], (enemy,)))


def blow_receipts(fighters: Fighters, which: int) -> Iterator[Receipt]:
    """Of every attack that is used, at whom it strikes first; what hits a mount with its rider may be saved by both."""
    own, enemy = fighters[which], fighters[1 - which]
    for fighter in (own, *own.characters):
        aimed_aboard = enemy.characters[fighter.aboard - 1] if fighter.aboard else None
        seeks = fighter.seeks and fighter.mark <= len(enemy.characters) and not enemy.rider_on
        target = enemy.characters[fighter.mark - 1] if seeks else enemy
        lines: list[tuple[str, Melee, Fighter]] = [
            (fighter.figures.melee[place].name or "blows", fighter.figures.melee[place], target)
            for place in fighter.lines
        ]
        if fighter is own:
            aimed = [enemy.characters[at] for at, number in enumerate(fighter.aims) if number]
            lines += [(f"{name} at {at.name}", line, at) for at in aimed for name, line, _ in list(lines)]
        if fighter.rams and fighter.figures.ramming:
            lines.append(("rams", fighter.figures.ramming, enemy))
        for name, line, struck in lines:
            at_rider = aimed_aboard if aimed_aboard and line is not fighter.figures.ramming else None
            to_hit = needed_in_melee(line, fighter, at_rider or struck, aboard=at_rider is not None)
            yield Receipt(f"{fighter.name}, {name}: to hit", to_hit.breakdown)
            both = (struck, enemy.leader if enemy.rider_on else None)
            for body in (at_rider,) if at_rider else filter(None, both):
                yield saved(f"{fighter.name}, {name}: {body.name} saves", save(line, body))


def saved(text: str, saves: Save) -> Receipt:
    """What a hit is saved on, for an answer."""
    return Receipt(f"{text} by {saves.kind}", saves.breakdown)


def hit_of(situation: ToHit) -> Asked:
    """One attack that nothing saves."""
    roll = Blows(1, situation.needed, 0, SAVES)
    step = Step[bool]("", SAVES, lambda _: roll, lambda _, hits: hits == 1)
    return Asked((step,), False, {}, {"hits": lambda hit: hit})
