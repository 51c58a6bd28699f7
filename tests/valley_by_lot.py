"""Games of Arrakhar's Wand by random legal actions: what is offered is taken, from the set-up on to somebody's end.

Each is checked on its way: whatever one side is shown is the same whatever the other side hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from tabletop.arrakhar.battle import facts as made
from tabletop.arrakhar.battle.offers import offers_of
from tabletop.arrakhar.battle.played import ArrakharBattle
from tabletop.arrakhar.battle.rules import SIDES
from tabletop.arrakhar.battle.state import Battle
from tabletop.arrakhar.catalogue import SUMMONED, Scenario, Side, UnitType
from tabletop.arrakhar.force import new_force
from tabletop.arrakhar.ground import haunts_of
from tabletop.arrakhar.play.valley import Segment
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening, RefusalError, Undone
from tabletop.battle.log import EventLog, Header
from tabletop.battle.playing import Offer
from tabletop.battle.undo import last_command
from tabletop.battle.views import sentence, view
from tabletop.boards.hex import Hex
from tests.valley import PACKS

RULES = ArrakharBattle()
AT = "2026-11-23T19:30:05Z"
WATCHERS = ("watcher", "referee")
Log = EventLog[Battle, Any, Any]


def new_log(rosters: list[Any]) -> Log:
    """A game of the sorcerer's force and the wizard's, before anybody has done anything."""
    start = RULES.begun("The valley", rosters, PACKS)
    header = Header(game="arrakhar", id="b1", rules_version=start.rules_version, sides=start.sides)
    log: Log = EventLog(RULES, header)
    return log.append(start.happenings, by=Actor("setup"), cause="begun", at=AT)


def played(seed: int, commands: int, *, check_every: int = 10) -> tuple[Log, Counter[str]]:
    """A game by lot of so many commands, or to its end, and how often each thing happened."""
    chance, counts = Random(seed), Counter[str]()
    scenario = chance.choice([*Scenario])
    forces = [new_force(Side(side), scenario, name=side) for side in SIDES]
    log = new_log([None if chance.random() < 0.2 else forces[0], forces[1]])
    while log.state.winner is None and log.head < commands:
        log = after_one(log, chance, counts)
        if log.head % check_every == 0:
            check_hidden(log, chance)
    check_hidden(log, chance)
    return log, counts


def after_one(log: Log, chance: Random, counts: Counter[str]) -> Log:
    """The log with one more command; where nothing can be done it is an undo of the last."""
    state = log.state
    seat = state.side if state.side in state.forces else next(side for side in SIDES if side not in state.forces)
    offers = [offer for offer in offers_of(state, seat, _tapped(state, chance)) if not offer.why_not]
    if not offers:
        counts["stuck"] += 1
        step = Happening(Undone(last_command(log) or 0, log.tip))
        return log.append([step], by=Actor(seat), cause=f"c{log.head + 1}", at=AT)
    ends = [offer for offer in offers if offer.command == "end_segment"]
    others = [offer for offer in offers if offer.command != "end_segment"]
    offer = chance.choice(others) if others and (not ends or chance.random() < 0.8) else ends[0]
    dice = NotedDice.seeded(chance.randrange(10**9))
    try:
        happenings = RULES.decide(state, RULES.read(filled_in(offer, chance)), seat, dice)
    except RefusalError:
        counts[f"{offer.command} refused"] += 1
        return log
    dice.check_all_taken()
    counts[offer.command] += 1
    return log.append(happenings, by=Actor(seat), cause=f"c{log.head + 1}", at=AT)


def _tapped(state: Battle, chance: Random) -> Hex | None:
    """A hex with somebody who may still move, in a segment of movement; else any hex of one's own, or none."""
    ours = [unit for unit in state.valley.units if unit.side is state.side]
    able = [unit for unit in ours if not unit.moved] if state.now is Segment.MOVE else ours
    return chance.choice(able or ours).place if ours and state.segment >= 0 else None


def filled_in(offer: Offer, chance: Random) -> dict[str, list[str]]:
    """A form with choices by lot, as a browser sends it."""
    fields = {"command": [offer.command], **{name: [value] for name, value in offer.stated}}
    for field in offer.fields:
        values = [choice.value for choice in field.choices]
        if field.kind == "check" and values:
            fields[field.name] = chance.sample(values, min(len(values), chance.randint(1, 4)))
        elif field.kind == "check":
            fields[field.name] = ["true"] * (chance.random() < 0.7)
        elif field.kind == "number":
            fields[field.name] = [field.value]
        else:
            fields[field.name] = [chance.choice(values)]
    return fields


def check_hidden(log: Log, chance: Random) -> None:
    """AssertionError where something that a seat is shown depends on what another one hides, or has a marker word."""
    state = log.state
    if state.winner is not None:
        return
    tapped = {} if chance.random() < 0.5 else {"at": ",".join(map(str, chance.choice(state.valley.board.places["."])))}
    for seat in (*SIDES, *WATCHERS):
        other = with_other_secrets(state, seat, chance)
        answers = [
            (RULES.shown(each, seat, tapped, urlencode), RULES.plain(each, seat), RULES.clock(each))
            for each in (state, other)
        ]
        assert answers[0] == answers[1], f"{seat} is shown what isn't theirs to see"
        told = msgspec.json.encode([answers[0], view(log, seat), [sentence(log, each, seat) for each in log.entries()]])
        for secret in state.secrets:
            hides = seat != (Side.SORCERER if isinstance(secret, made.WandHidden) else secret.side)
            assert (secret.salt.encode() in told) is not hides, f"{seat} and a salt"


def with_other_secrets(state: Battle, seat: str, chance: Random) -> Battle:
    """What might stand as well by what a seat knows: another haunt with the wand, other units in the pool."""
    forces = {
        side: force if side == seat else {unit: count + chance.randint(1, 9) for unit, count in force.items()}
        for side, force in state.forces.items()
    }
    changed = {"forces": forces, "secrets": tuple(_others(state, seat, chance))}
    if seat == Side.SORCERER:
        return replace(state, **changed)
    pool = {unit: chance.randint(0, 20) for unit in SUMMONED.values()}
    valley = replace(state.valley, pool=pool)
    haunt = chance.choice([name for name in haunts_of(state.scenario) if name != state.hidden_in])
    return replace(state, **changed, valley=valley, hidden_in=haunt if state.hidden_in else "")


def _others(state: Battle, seat: str, chance: Random) -> Iterator[Any]:
    """The secrets of the others with other contents, under the seals that were shown."""
    for secret in state.secrets:
        if isinstance(secret, made.WandHidden) and seat != Side.SORCERER:
            yield replace(secret, haunt=chance.choice(haunts_of(state.scenario)), salt="f" * 64)
        elif isinstance(secret, made.ForceBrought) and seat != secret.side:
            yield replace(secret, counts={UnitType.DEMON: 20}, salt="f" * 64)
        else:
            yield secret
