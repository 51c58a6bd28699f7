"""Battles to begin with: the book's learning game, and two sample armies on a drawn table, played to mid-game.

The same seed throws the same dice, so everybody finds the same battle; it is played once a process and catalogue.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.utils import timezone

from armybuilder.battles.models import Battle
from armybuilder.battles.services.battles import ARMIES, AnyLog, keep_battle
from armybuilder.battles.snapshots import battle_rules
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.models import Visitor
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.battle.armies import begun, digest_of
from tabletop.arcana.battle.commands.course import ChooseAttacker
from tabletop.arcana.battle.commands.drawn import LayTable
from tabletop.arcana.battle.policies import played, simple
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import Options, Scenario
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield import Table, Terrain, write_table
from tabletop.arcana.battlefield.schema import TerrainKind
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening
from tabletop.battle.log import EventLog, Header, UndoMode
from tabletop.dice import Seeded

NAME = "Dwarves against orcs"
SEED, TURN, STEP = 12, 4, Step.VOLLEYS  # both sides may shoot, units fight, have broken or are lost, an army wavers
WOOD = Terrain(
    ref="t1", kind=TerrainKind.DENSE_FOREST, name="Wood", polygon=((5, 19), (13, 18), (15, 25), (9, 29), (4, 26))
)
RISE = Terrain(ref="t2", kind=TerrainKind.HILL, name="Hill", polygon=((57, 20), (66, 19), (69, 25), (63, 30), (57, 27)))
TABLE = Table(format="muster-table/1", game="arcana", size=(72, 48), terrain=(WOOD, RISE))
Deeds = tuple[tuple[str, tuple[Happening[Any], ...]], ...]


HILL = Terrain(ref="t1", kind=TerrainKind.HILL, name="Hill", polygon=((16, 2), (26, 1), (29, 7), (24, 11), (15, 9)))
FIELD = Table(format="muster-table/1", game="arcana", size=(72, 48), terrain=(HILL,))
PATROL = read_roster(  # the book's patrol, led by whom its list has nearest to a captain
    json.dumps(
        {
            "format": "muster-roster/1",
            "game": "arcana",
            "name": "Hogmen patrol",
            "army": "hogmen",
            "points_limit": 834,
            "units": [
                {
                    "ref": "u1",
                    "models": [{"profile": "hogmen/hog-watch-with-spear-halberd-or-pike", "count": 11}],
                    "characters": [{"ref": "c1", "profile": "hogmen/pen-master"}],
                },
                {"ref": "u2", "models": [{"profile": "hogmen/butcher", "count": 10}]},
                {"ref": "u3", "models": [{"profile": "hogmen/hunter", "count": 5}]},
            ],
        }
    ).encode()
)


def create_learning_game(*, visitor: Visitor, raiders: Roster) -> Battle:
    """Begin the book's learning game: dwarf raiders defend a field with a hill against a patrol of hogmen."""
    catalogue = current_catalogue()
    header = Header(game="arcana", id=str(uuid4()), rules_version=catalogue.version, sides=ARMIES, undo=UndoMode.FREE)
    armies = (resolve(raiders, catalogue), resolve(PATROL, catalogue))
    rules, at = battle_rules(), timezone.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    digests = (digest_of(raiders), digest_of(PATROL))
    first = begun("The learning game", armies, digests=digests, scenario=Scenario.ATTRITION, options=Options())
    log: AnyLog = EventLog(rules, header)
    log = log.append([Happening(first, ("B8",))], by=Actor("setup"), cause=header.id, at=at)
    for number, command in enumerate((LayTable(table=write_table(FIELD).decode()), ChooseAttacker(side="blue"))):
        brought = rules.decide(log.state, command, ARMIES[0], NotedDice.typed(()))
        log = log.append(brought, by=Actor(ARMIES[0]), cause=f"{header.id}-{number}", at=at)
    return keep_battle(visitor=visitor, log=log)


def create_demo(*, visitor: Visitor, rosters: tuple[Roster, Roster]) -> Battle:
    """Keep a battle in the middle of a turn, with a seat for both sides; steps back are free.

    It is played before anything is written: nobody's write waits for it.
    """
    header = Header(
        game="arcana", id=str(uuid4()), rules_version=current_catalogue().version, sides=ARMIES, undo=UndoMode.FREE
    )
    log: AnyLog = EventLog(battle_rules(), header)
    at = timezone.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    for number, (by, happenings) in enumerate(_deeds(battle_rules(), rosters)):
        log = log.append(happenings, by=Actor(by), cause=f"{header.id}-{number}", at=at)
    return keep_battle(visitor=visitor, log=log)


@lru_cache(maxsize=2)
def _deeds(rules: ArcanaBattle, rosters: tuple[Roster, Roster]) -> Deeds:
    """What each command of both sides has brought, from the first event on."""
    first, second = (resolve(roster, rules.catalogue) for roster in rosters)
    digests = (digest_of(rosters[0]), digest_of(rosters[1]))
    fact = begun(NAME, (first, second), digests=digests, scenario=Scenario.ATTRITION, options=Options())
    state, dice = rules.apply(rules.start(), fact), Seeded(SEED)
    laid = tuple(rules.decide(state, LayTable(table=write_table(TABLE).decode()), ARMIES[0], NotedDice(dice, "seeded")))
    for happening in laid:
        state = rules.apply(state, happening.fact)
    found: list[tuple[str, tuple[Happening[Any], ...]]] = [("setup", (Happening(fact, ("B8",)),)), (ARMIES[0], laid)]
    for deed in played(rules, state, (simple, simple), lambda: NotedDice(dice, "seeded")):
        found.append((deed.side, deed.happenings))
        if (deed.state.clock.turn, deed.state.clock.step) == (TURN, STEP):
            break
    return tuple(found)
