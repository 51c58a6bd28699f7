"""A fight that is struck throw by throw, as a line of steps: what each has brought, with its dice, and what comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tabletop.arcana.battle.awaited import When
from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.melee import SAVES, BlowsThrown, FightBegun, is_named
from tabletop.arcana.battle.state import SIDES, BegunFight, State
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.battle.log import Entry, EventLog

TIMES: tuple[tuple[When, str], ...] = (("first", "First strikes"), ("normal", "Blows"), ("last", "Last strikes"))
WHENS = tuple(when for when, _ in TIMES)


class Facing(Struct, frozen=True):
    """Who fights: a unit's name, a line about it, its army."""

    name: str
    about: str
    army: ArmyList


class Thrown(Struct, frozen=True):
    """A throw of the fight: what for, who needs what, its faces."""

    what: str
    needs: str
    purpose: str
    faces: tuple[int, ...]
    needed: int | None


class TimeOfFight(Struct, frozen=True):
    """The first, normal or last blows: past, now or still to come; who fell by them, and their throws."""

    name: str
    is_past: bool
    is_now: bool
    fell: tuple[str, ...]
    throws: tuple[Thrown, ...]


class FightShown(Struct, frozen=True):
    """A fight under way: who meets whom, and its times in their order."""

    red: tuple[Facing, ...]
    blue: tuple[Facing, ...]
    times: tuple[TimeOfFight, ...]


def fights_of(log: EventLog[Any, Any, Any], catalogue: Catalogue) -> tuple[FightShown, ...]:
    """The fights under way that wait for a throw."""
    return tuple(_shown(log, catalogue, fight) for fight in log.state.fights if fight.awaits)


def _shown(log: EventLog[Any, Any, Any], catalogue: Catalogue, fight: BegunFight) -> FightShown:
    state: State = log.state
    red, blue = (tuple(_facing(state, catalogue, fight, side)) for side in SIDES)
    return FightShown(red, blue, tuple(_times(log, fight)))


def _facing(state: State, catalogue: Catalogue, fight: BegunFight, side: str) -> Iterator[Facing]:
    for unit in (state.unit(ref) for ref in fight.fighters):
        if unit.side == side:
            how = f"{unit.files} wide" if unit.files else "in loose order"
            yield Facing(unit.name, f"{unit.models} left, {how}", catalogue.lists[unit.army])


def _times(log: EventLog[Any, Any, Any], fight: BegunFight) -> Iterator[TimeOfFight]:
    throws: dict[When, list[Thrown]] = {when: [] for when in WHENS}
    fell: dict[When, list[str]] = {when: [] for when in WHENS}
    at: When = "first"
    for entry in _since_it_began(log, fight):
        fact = entry.event.fact if entry.event else None
        before: State = entry.parent.state if entry.parent else log.state
        if isinstance(fact, BlowsThrown) and fact.fighters == fight.fighters:
            at = fact.thrown.when
            throws[at].append(_thrown(before, fact))
        elif isinstance(fact, ModelsFell) and fact.unit in fight.fighters:
            fell[at].append(fact.sentence(before))
    now = WHENS.index(fight.awaits.when if fight.awaits else "last")
    for place, (when, name) in enumerate(TIMES):
        nobody = ": nobody" if place < now and not throws[when] else ""
        yield TimeOfFight(f"{name}{nobody}", place < now, place == now, tuple(fell[when]), tuple(throws[when]))


def _since_it_began(log: EventLog[Any, Any, Any], fight: BegunFight) -> list[Entry[Any, Any]]:
    found: list[Entry[Any, Any]] = []
    for entry in log.last.tip.line_of_facts():
        fact = entry.event.fact if entry.event else None
        if isinstance(fact, FightBegun) and fact.fighters == fight.fighters:
            break
        found.append(entry)
    return found[::-1]


def _thrown(state: State, fact: BlowsThrown) -> Thrown:
    thrown = fact.thrown
    if thrown.purpose == SAVES:
        what = f"{thrown.dice} {'save' if thrown.dice == 1 else 'saves'}"
    else:
        attack = thrown.attack.lower() if is_named(thrown.attack) else "die" if thrown.dice == 1 else "dice"
        what = f"{thrown.dice} {attack}"
    who = state.unit(thrown.unit).name
    needs = f"{who} {f'need {thrown.needed}' if thrown.needed is not None else thrown.purpose}"
    return Thrown(what, needs, f"{who}, {thrown.purpose}", fact.faces, thrown.needed)
