"""A battle of forty units on the server: its page opened anew, and commands answered with the page after them.

All that the site shows of a battle is the fold of its events, so that a long one is the dearest to open. Times are of
the processor, for other work shares the machine.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from django.test import Client
from msgspec.structs import replace

from benchmarks.load import p95
from benchmarks.page import HTMX, site_on_a_file
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.armies import begun
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.policies import Plain, Policy, at_random, played
from tabletop.arcana.battle.state import INCH, SIDES, BattleUnit, Options, Scenario, State
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening
from tabletop.battle.file import with_line, written_battle
from tabletop.battle.log import EventLog, Header, UndoMode
from tests.battles import rules
from tests.catalogue import printed_catalogue
from tests.corpus.generator import composed

UNITS = 20  # a side
LISTS = (("dwarves", "high-elves"), ("orcs", "undead"))
SIZE = 2_000
TURNS = (2, 6, 12)  # at whose beginning the page is opened and played on
OPENINGS, COMMANDS = 40, 100
BAR_OPENING, BAR_ANSWER = 150.0, 100.0  # milliseconds at the 95th percentile
HARMS, HARM = ("charge", "shoot", "cast", "run_berserk"), 1 / 8  # of them are done so many
IN_INCHES = ("inches", "range", "moved", "edge", "gap")  # a form states them so, a command in hundredths
AT = "2026-11-23T19:30:05Z"
AnyLog = EventLog[Any, Any, Any]


def crowded() -> BattleBegun:
    """The first event of a battle of forty units, those of several legal armies a side."""
    chance, catalogue = Random(1), printed_catalogue()
    fielded: dict[str, list[BattleUnit]] = {side: [] for side in SIDES}
    while True:
        rosters = [composed("Crowded", chance.choice(lists), SIZE, chance.randrange(10**6)).roster for lists in LISTS]
        first, second = (resolve(read_roster(json.dumps(roster)), catalogue) for roster in rosters)
        begins = begun("Crowded", (first, second), scenario=Scenario.ATTRITION, options=Options())
        for unit in begins.fielded:
            fielded[unit.side].append(_numbered(unit, len(fielded[unit.side]) + 1))
        if all(len(units) >= UNITS for units in fielded.values()):
            break
    points = [sum(unit.points for unit in own[:UNITS]) for own in fielded.values()]
    armies = tuple(replace(army, points=each) for army, each in zip(begins.armies, points, strict=True))
    return replace(begins, armies=armies, fielded=tuple(unit for own in fielded.values() for unit in own[:UNITS]))


def _numbered(unit: BattleUnit, number: int) -> BattleUnit:
    ref = f"{unit.side[0]}{number}"
    bodies = tuple(replace(body, ref=ref + body.ref.removeprefix(unit.ref)) for body in unit.bodies)
    return replace(unit, ref=ref, bodies=bodies)


def gentle(chance: Random) -> Policy:
    """Anything that is offered, but little harm and no agreement to end the battle: most units stand to its end."""
    policy = at_random(chance)

    def choosing(state: State, catalogue: Catalogue, side: str) -> Iterator[Plain]:
        for command in policy(state, catalogue, side):
            harms = command["command"] in HARMS and chance.random() > HARM
            if not harms and command["command"] != "agree_end":
                yield command

    return choosing


def long_game(turn: int) -> AnyLog:
    """A battle up to the beginning of a turn."""
    header = Header(game="arcana", id=f"long-{turn}", rules_version="1", sides=SIDES, undo=UndoMode.FREE)
    log: AnyLog = EventLog(rules(), header)
    log = log.append([Happening(crowded())], by=Actor("setup"), cause="begin", at=AT)
    dice, policy = (NotedDice.seeded(seed) for seed in count(1)), gentle(Random(7))
    for deed in played(rules(), log.state, (policy, policy), lambda: next(dice)):
        log = log.append(deed.happenings, by=Actor(deed.side), cause=f"c{log.head}", at=AT)
        if deed.state.clock.turn == turn:
            break
    return log


def opened(client: Client, file: Path) -> str:
    """The address of a new battle made of a file; nobody has folded it yet."""
    with file.open("rb") as content:
        own = client.post("/battle/open/", {"file": content}).headers["Location"]
    return client.get(own).headers["Location"]


def milliseconds(ask: Callable[..., Any], *asked: Any, **how: Any) -> float:
    """Processor time of a request, which has to be answered by 200."""
    start = process_time()
    status = ask(*asked, **how).status_code
    taken = (process_time() - start) * 1000
    assert status == 200, status
    return taken


def answers(client: Client, address: str, log: AnyLog, chance: Random) -> Iterator[float]:
    """How long commands take as forms send them, decided on the last event, with the page after each as answer."""
    policy, dice = gentle(chance), (NotedDice.seeded(seed) for seed in count(1))
    for number in range(COMMANDS):
        deed = next(played(rules(), log.state, (policy, policy), lambda: next(dice)), None)
        if deed is None:
            return
        form = {name: value / INCH if name in IN_INCHES else value for name, value in deed.command.items()}
        form |= {"on": log.head, "id": f"timed-{number}", "as": deed.side}
        yield milliseconds(client.post, f"{address}do/", form, headers=HTMX)
        lines = b"".join(client.get(f"{address}battle.jsonl")).splitlines()
        assert len(lines) > log.head + 2, deed.command
        for line in lines[log.head + 1 : -1]:
            log = with_line(log, line)


def main() -> None:
    logging.disable(logging.WARNING)
    late = False
    with TemporaryDirectory() as folder:
        site_on_a_file(Path(folder))
        file = Path(folder) / "long.jsonl"
        for turn in TURNS:
            client = Client()  # of a visitor who has kept nothing yet
            log = long_game(turn)
            file.write_bytes(written_battle(log))
            left = sum(unit.is_here for unit in log.state.units.values())
            print(f"turn {turn}, {log.head:,} events, {left} of {len(log.state.units)} units on the table")
            addresses = [opened(client, file) for _ in range(OPENINGS)]
            anew = [milliseconds(client.get, address) for address in addresses]
            again = [milliseconds(client.get, address) for address in addresses]
            commands = list(answers(client, addresses[0], log, Random(turn)))
            for what, taken in (("opened anew", anew), ("opened again", again), ("a command", commands)):
                print(f"  {what:<16}{median(taken):8.0f} ms{p95(taken):8.0f} ms")
            late |= p95(anew) > BAR_OPENING or p95(commands) > BAR_ANSWER
    sys.exit(late)


if __name__ == "__main__":
    main()
