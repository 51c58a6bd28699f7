"""Whole battles by policies, checked fact by fact."""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce
from itertools import count
from random import Random
from typing import Any

import msgspec

from tabletop.arcana.battle.policies import LAST_TURN, Plain, Policy, at_random, played
from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.battlefield import Table, Terrain, write_table
from tabletop.arcana.battlefield.schema import Effects, Harm, Hazard, TerrainKind
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening
from tabletop.battle.log import EventLog, Header
from tests.battles import SAMPLES, first_event, rules
from tests.whole_battles import LATER, REFEREE, check_battle

KINDS = tuple(TerrainKind)
A_REF = re.compile(r"\b[rb]\d+(-[a-z]\w*)?\b")
ROSTERS = sorted(path.stem for path in SAMPLES.glob("*.json"))


def table_by_lot(chance: Random) -> str:
    """A table with a few oblongs of terrain, some of which harm, as its file."""
    pieces = [_piece(f"t{number}", kind, chance) for number, kind in enumerate(chance.sample(KINDS, 4), 1)]
    table = Table(format="muster-table/1", game="arcana", size=(96, 60), terrain=tuple(pieces))
    return write_table(table).decode()


def _piece(ref: str, kind: TerrainKind, chance: Random) -> Terrain:
    x, y, wide, deep = chance.uniform(10, 76), chance.uniform(20, 34), chance.uniform(3, 10), chance.uniform(2, 6)
    hazard = Hazard(least=4, harm=Harm.HITS, dice="d6") if kind is TerrainKind.WATER else None
    outline = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    return Terrain(ref=ref, kind=kind, polygon=outline, effects=Effects(hazard=hazard))


def by_lot(seed: int) -> tuple[Policy, Policy]:
    """Two players who give any commands that are offered."""
    return at_random(Random(2 * seed)), at_random(Random(2 * seed + 1))


def fought(seed: int, policies: tuple[Policy, Policy], *, drawn: bool = False) -> Counter[str]:
    """A battle of two rosters to its end, on paper or a drawn table; how often each kind of fact came.

    One on a table is kept as a log, too, with all that holds of logs. AssertionError where its state isn't what its
    facts make, in one go or one by one, with commands refused between them; where a fact doesn't come back from its
    file, has no sentence, or one that names refs; where a unit has more than it began with, or no odds can be asked of
    a command that says it has them.
    """
    begins = first_event(*Random(seed).sample(ROSTERS, 2))
    dice = (NotedDice.seeded(number) for number in count(1000 * seed))
    state, facts = rules().apply(rules().start(), begins), [begins]
    if drawn:
        lay: Plain = {"command": "lay_table", "table": table_by_lot(Random(seed))}
        command = msgspec.convert(lay, rules().commands)
        (laid,) = rules().decide(state, command, "red", next(dice))
        state, facts = rules().apply(state, laid.fact), [begins, laid.fact]
    header = Header(game="arcana", id="by-lot", rules_version="1", sides=SIDES)
    log: EventLog[Any, Any, Any] = EventLog(rules(), header)
    log = log.append([Happening(fact) for fact in facts], by=REFEREE, cause="begins", at=LATER)
    decoder = msgspec.json.Decoder(rules().facts)
    for deed in played(rules(), state, policies, lambda: next(dice)):
        asked = getattr(msgspec.convert(deed.command, rules().commands), "situation", None)
        assert asked is None or asked(state, rules().catalogue) is not None or deed.command["command"] == "fight", seed
        for happening in deed.happenings:
            sentence = happening.fact.sentence(state)
            assert sentence, (seed, happening.fact)
            assert not A_REF.search(sentence), (seed, sentence)
            assert decoder.decode(msgspec.json.encode(happening.fact)) == happening.fact, (seed, sentence)
            state = rules().apply(state, happening.fact)
            facts.append(happening.fact)
        log = log.append(deed.happenings, by=REFEREE, cause=f"c{log.head}", at=LATER)
        assert state == deed.state, seed
    folded = reduce(rules().apply, facts, rules().start())
    assert folded == state, seed
    if drawn:
        check_battle(log)
    assert state.result is not None or state.clock.turn == LAST_TURN + 1, seed
    for unit in state.units.values():
        assert all(len(body.lost) <= body.left <= body.at_first for body in unit.bodies), (seed, unit.name)
    return Counter(type(fact).__name__ for fact in facts)
