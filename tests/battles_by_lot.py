"""Whole battles by policies, checked fact by fact."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import count
from random import Random
from typing import Any

import msgspec

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Character, Models, Roster, Unit, read_roster
from tabletop.arcana.battle.armies import begun
from tabletop.arcana.battle.commands.offers import offers
from tabletop.arcana.battle.commands.vehicles import free_spaces
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.policies import LAST_TURN, Plain, Policy, at_random, named, played
from tabletop.arcana.battle.state import SIDES, Options, Scenario, State
from tabletop.arcana.battlefield import Table, Terrain, write_table
from tabletop.arcana.battlefield.schema import Effects, Harm, Hazard, TerrainKind
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening
from tabletop.battle.log import EventLog, Header
from tests.battles import rules
from tests.catalogue import printed_catalogue
from tests.corpus.armies import MIDDLING, SMALL
from tests.corpus.generator import composed
from tests.corpus.printed import ARMIES
from tests.whole_battles import LATER, REFEREE, check_battle

KINDS = tuple(TerrainKind)
CARAVANS = 8  # of so many battles one has wagons with units aboard, and templates that wander
WAGON = "vehicles/assault-wagon-4-horses-1-crew-5-cargo"
A_REF = re.compile(r"\b[rb]\d+(-[a-z]\w*)?\b")


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


def armies_by_lot(chance: Random) -> BattleBegun:
    """The first event of a battle between two legal armies of any lists."""
    armies = []
    for side in SIDES:
        army, size = chance.choice(ARMIES), chance.choice((SMALL, 1_000, 1_500, MIDDLING))
        made = composed(side, army, size, chance.randrange(10**6))
        armies.append(resolve(read_roster(json.dumps(made.roster).encode()), printed_catalogue()))
    scenario = chance.choice((Scenario.ATTRITION, Scenario.ATTRITION, Scenario.MEETING))
    return begun("By lot", (armies[0], armies[1]), scenario=scenario, options=Options())


def caravans() -> BattleBegun:
    """The first event of a battle of what armies by lot seldom have: who rides in wagons, and wizards of templates."""
    armies = [resolve(_caravan(side), printed_catalogue()) for side in SIDES]
    return begun("Caravans", (armies[0], armies[1]), scenario=Scenario.ATTRITION, options=Options())


def _caravan(name: str) -> Roster:
    wagons, riders = Models(profile=WAGON, count=3), Models(profile="barbarians/wood-warrior", count=12)
    wizards = [
        Unit(ref=f"u{number}", characters=(Character(ref=f"c{number}", profile="barbarians/wiseman", school=school),))
        for number, school in enumerate((School.AIR, School.CHAOS, School.NATURE), 3)
    ]
    units = Unit(ref="u1", models=(wagons,)), Unit(ref="u2", models=(riders,)), *wizards
    return Roster(format="muster-roster/1", game="arcana", name=name, army="barbarians", units=units)


def travelling(policy: Policy, chance: Random) -> Policy:
    """A player who often lets units board and leave vehicles, and casts templates that wander, before all else."""

    def travels(state: State, catalogue: Catalogue, side: str) -> Iterator[Plain]:
        own = [unit for unit in state.of(side) if unit.is_here]
        carriers = [unit for unit in own if unit.aboard is None and free_spaces(state, catalogue, unit) > 0]
        for unit in own:
            if unit.aboard is not None and chance.random() < 1 / 8:
                yield {"command": "alight", "unit": unit.ref}
            elif unit.aboard is None and chance.random() < 1 / 2:
                others = (carrier for carrier in carriers if carrier.ref != unit.ref)
                yield from ({"command": "board", "unit": unit.ref, "carrier": carrier.ref} for carrier in others)
        for offer in offers(state, catalogue, side):
            spells = [catalogue.spells[target] for target in offer.targets if offer.command == "cast"]
            wandering = [spell.slug for spell in spells if spell.template and spell.template.drift]
            yield from (named(state, catalogue, offer, slug) for slug in wandering)
        yield from policy(state, catalogue, side)

    return travels


def by_lot(seed: int) -> tuple[Policy, Policy]:
    """Two players who give any commands that are offered; in a battle of caravans they travel, too."""
    first, second = (at_random(Random(2 * seed + number)) for number in (0, 1))
    if not is_of_caravans(seed):
        return first, second
    return travelling(first, Random(-2 * seed)), travelling(second, Random(-2 * seed - 1))


def is_of_caravans(seed: int) -> bool:
    return seed % CARAVANS == CARAVANS - 1


def fought(seed: int, policies: tuple[Policy, Policy], *, drawn: bool = False, as_a_log: bool = False) -> Counter[str]:
    """A battle of two armies by lot to its end, on paper or a drawn table; how often each kind of fact came.

    One is kept as a log, too, with all that holds of logs (`check_battle`). AssertionError where its state isn't what
    its facts make, in one go or one by one, with commands refused between them; where a fact doesn't come back from its
    file, has no sentence, or one that names refs; where a unit has more than it began with, or no odds can be asked of
    a command that says it has them.
    """
    begins = caravans() if is_of_caravans(seed) else armies_by_lot(Random(seed))
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
        if as_a_log:
            log = log.append(deed.happenings, by=REFEREE, cause=f"c{log.head}", at=LATER)
        assert state == deed.state, seed
    folded = reduce(rules().apply, facts, rules().start())
    assert folded == state, seed
    if as_a_log:
        check_battle(log)
    assert state.result is not None or state.clock.turn == LAST_TURN + 1, seed
    for unit in state.units.values():
        assert all(len(body.lost) <= body.left <= body.at_first for body in unit.bodies), (seed, unit.name)
    return Counter(type(fact).__name__ for fact in facts)
