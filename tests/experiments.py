"""Experiments of tests: small armies of printed rows, questions about them, batches to answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Models, Roster, Unit, new_roster, read_roster
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.arcana.rules.melee.turns import Contender
from tabletop.arcana.simulation.answers import Answer
from tabletop.arcana.simulation.estimates import Fixed, Stop
from tabletop.arcana.simulation.executors import Executor, Serial
from tabletop.arcana.simulation.experiments import Experiment, Record
from tabletop.arcana.simulation.line.battle import Ends, Outcomes, fought_on, played
from tabletop.arcana.simulation.line.forces import Force, Squad, force_of
from tabletop.arcana.simulation.line.state import begin, begin_turn
from tabletop.arcana.simulation.line.tables import meeting
from tabletop.arcana.simulation.line.volleys import volley
from tabletop.arcana.simulation.policies import STEADY, Policy
from tabletop.arcana.simulation.questions import AgainstRoster, Question
from tabletop.arcana.simulation.running import Run
from tabletop.arcana.simulation.seeds import battle_keys
from tests.catalogue import SAMPLES, printed_catalogue

SEED = 20_261_128

STANDARD_ERRORS = 3
RARE = 20
LINES = {
    # O51: ranks hold from six models on, five strike
    "two regiments": (("dwarves/axemen", 20), ("orcs/orc-warrior", 20)),
    "lances strike first": (("high-elves/noble-cavalry", 10), ("orcs/orc-warrior", 20)),
    "pikes in two ranks": (("dwarves/pikemen", 20), ("orcs/orc-warrior", 20)),
    "berserkers": (("barbarians/berserker", 12), ("orcs/orc-warrior", 20)),
    # O67: a duel, in which nobody tests
    "champion and shaman": (("dwarves/dwarf-champion", 1), ("orcs/orc-shaman", 1)),
}


@cache
def sample(name: str) -> Roster:
    return read_roster((SAMPLES / f"{name}.json").read_bytes())


def roster(army: str, **counts: int) -> Roster:
    """A unit of so many of each row of a list, named with underscores."""
    units = tuple(
        Unit(ref=f"u{number}", models=(Models(profile=f"{army}/{row.replace('_', '-')}", count=count),))
        for number, (row, count) in enumerate(counts.items(), 1)
    )
    return replace(new_roster(name=f"Some {army}", army=army), units=units)


def force(army: Roster) -> Force:
    return force_of(resolve(army, printed_catalogue()))


def battles(own: Force, other: Force, count: int, *, seats: tuple[int, int] = (0, 1), led: Policy = STEADY) -> Outcomes:
    """So many battles in a line."""
    return played(meeting((own, other), seats), (led, led), battle_keys(SEED, 0, 0, count))


def fights(own: Force, other: Force, count: int, *, tests: bool = True, seed: int = SEED) -> Ends:
    """So many fights of two units to their end."""
    return fought_on(meeting((own, other), (0, 1)), battle_keys(seed, 0, 0, count), tests=tests)


def experiment(question: Question | None = None, *, stop: Stop | None = None, **more: Any) -> Experiment:
    asked = question or AgainstRoster(own=roster("dwarves", axemen=20), other=roster("orcs", orc_warrior=20))
    own: dict[str, Any] = {"name": "A question", "seed": SEED, "size": 10} | more
    return Experiment(format="muster-experiment/1", game="arcana", question=asked, stop=stop or Fixed(3), **own)


def answered(asked: Experiment | Record, executor: Executor | None = None) -> tuple[Record, Answer]:
    """The record with all its batches and its answer."""
    run = Run(asked if isinstance(asked, Record) else Record(asked), printed_catalogue())
    with executor or Serial() as working:
        batches = (*run.record.batches, *run.batches(working))
    answer = run.reading.answer()
    return replace(run.record, batches=batches, answer=answer), answer


def frequencies(name: str, count: int, *, seed: int = SEED) -> list[float]:
    (first, models), (second, others) = LINES[name]
    own, other = one_unit(first, models), one_unit(second, others)
    ends = fights(own, other, count, tests=models > 1, seed=seed)
    return [float((ends.winner == side).mean()) for side in (0, 1)]


def exact(name: str) -> list[float]:
    units = [standing(one_unit(slug, models).squads[0]) for slug, models in LINES[name]]
    return list(closely((units[0], units[1]), morale=LINES[name][0][1] > 1).wins)


VOLLEYS = {
    "crossbows at medium range": (("dwarves/crossbowmen", 10), ("orcs/orc-warrior", 20), 12),
    "crossbows far off": (("dwarves/crossbowmen", 10), ("orcs/orc-warrior", 20), 20),
    "bows at few": (("orcs/orc-with-bow", 14), ("dwarves/crossbowmen", 6), 6),
    "cannons": (("goblins/goblin-cannon", 2), ("orcs/orc-warrior", 30), 20),
}


def fallen(name: str, count: int, *, seed: int = SEED) -> list[float]:
    """Of so many first volleys the shares of those by which at least one model falls, at least two and so on."""
    (first, models), (second, others), inches = VOLLEYS[name]
    forces = one_unit(first, models), one_unit(second, others)
    state = begin(meeting(forces, (0, 1)), (STEADY, STEADY), battle_keys(seed, 0, 0, count))
    begin_turn(state)
    first_unit = np.zeros(count, np.int64)
    volley(state, 0, np.arange(count), first_unit, first_unit, np.full(count, float(inches)))
    state.settle()
    lost = others - state.models(1)[:, 0]
    return [float((lost >= least).mean()) for least in range(1, others + 1)]


def exactly_fallen(name: str) -> list[float]:
    """The same by the exact odds."""
    units, inches = VOLLEYS[name][:2], VOLLEYS[name][2]
    plain: dict[str, Any] = {"format": "muster-situation/1", "game": "arcana", "kind": "shoot", "range": inches}
    for side, (profile, count) in zip(("shooter", "target"), units, strict=True):
        squad = one_unit(profile, count).squads[0]
        formation = {"kind": "rank-and-file", "files": squad.files} if squad.files else {"kind": "skirmish"}
        plain[side] = {"models": [{"profile": profile, "count": count}], "formation": formation}
    catalogue = printed_catalogue()
    found = odds(catalogue, read_situation(json.dumps(plain).encode()))["results"]["fallen"]["distribution"]
    return [
        float(sum(Fraction(chance) for number, chance in found.items() if int(number) >= least))
        for least in range(1, units[1][1] + 1)
    ]


def errors_off(found: Sequence[float], wanted: Sequence[float], count: int) -> float:
    """By how many standard errors shares of so many are off, at most; rarer ones than one in `RARE` say nothing."""
    common = [(own, its) for own, its in zip(found, wanted, strict=True) if its * count >= RARE]
    found_off: float = max(abs(own - its) / (max(its * (1 - its), 1 / count) / count) ** 0.5 for own, its in common)
    return found_off


def standing(squad: Squad) -> Contender:
    """A unit as exact odds see it, five of its front in contact and fresh."""
    troops, models = squad.troops.figures, squad.troops.count
    fighter = Fighter(
        name=squad.name,
        figures=troops,
        left=Left(models),
        contact=min(models, 5),
        files=squad.files,
        loose=not squad.files,
        fresh=True,
        lines=squad.troops.lines,
    )
    return Contender(fighter=fighter, ranks=squad.files, models_at_first=models, wounds_at_first=squad.wounds)


def one_unit(slug: str, models: int) -> Force:
    army, _, row = slug.partition("/")
    return force(roster(army, **{row.replace("-", "_"): models}))
