"""Battles on a drawn table: the companion's own commands, given by policies that look at the table.

Both armies are set up in their zones on an open table of 6 feet by 4. Every move, charge, shot, test is a command of
`tabletop/arcana/battle/`, judged by the same rules as a player's, and every die ends in an event: so a battle simulated
here is a log that can be opened, replayed and read as any other. What a policy names and the rules refuse is passed
over. Cost: half a second a battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import atan2, degrees, inf
from typing import Any

import msgspec
from msgspec import Struct

from tabletop.arcana.battle import policies as players
from tabletop.arcana.battle.casters import knows
from tabletop.arcana.battle.commands.offers import Offer, offers
from tabletop.arcana.battle.drawing import drawn
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.policies import LAST_TURN, Deed, Plain
from tabletop.arcana.battle.profiles import figures, whole_move
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import INCH, SIDES, Standing, State
from tabletop.arcana.battle.table.positions import middle_of
from tabletop.arcana.battlefield import PlacedTable, PlacedUnit, Skirmish
from tabletop.arcana.battlefield.scene import apart
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.simulation.policies import Aiming, Casting, Charging, Holding, Policy
from tabletop.arcana.simulation.reckoning import Reckoning
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening
from tabletop.battle.log import EventLog, Header
from tabletop.battle.seats import REFEREE
from tabletop.dice import Seeded

SETS_UP: Plain = {"command": "lay_table", "table": ""}
MOVES = ("march", "charge", "run_berserk")
AT = "2000-01-01T00:00:00Z"  # of all events: the same seed makes the same file
MEASURED = ("range", "edge", "touching", "inches")  # what a player says on paper, and the table knows
CLOSEST = 1.0  # inches to which a march comes at an enemy
WHEELS = 45.0  # degrees of a wheel at most, beyond which a unit turns first
STRAIGHT = 3.0  # degrees off which nobody wheels

Gains = Mapping[tuple[str, str], float]  # what a first round brings a unit against another, in hundredths of its points


class Fought(Struct, frozen=True):
    """A battle's end: the side that won it, "" where none did, its last turn, the state, and who killed whom."""

    winner: str
    turns: int
    state: State
    reckoning: Reckoning


def begins_on_table(catalogue: Catalogue, first: BattleBegun, dice: NotedDice) -> tuple[State, list[Happening[Any]]]:
    """A battle with its table laid, and what has happened so far."""
    rules = ArcanaBattle(catalogue)
    happenings = [Happening(first, ("B8",))]
    state = rules.apply(rules.start(), first)
    for happening in rules.decide(state, msgspec.convert(SETS_UP, rules.commands), SIDES[0], dice):
        state = rules.apply(state, happening.fact)
        happenings.append(happening)
    return state, happenings


def deeds(
    catalogue: Catalogue, state: State, policies: tuple[Policy, Policy], gains: Gains, dice: NotedDice
) -> Iterator[Deed]:
    """The battle command by command to its end; policies are those of red and of blue."""
    led = led_by(policies[0], gains), led_by(policies[1], gains)
    return players.played(ArcanaBattle(catalogue), state, led, lambda: dice)


def fought(
    catalogue: Catalogue, first: BattleBegun, policies: tuple[Policy, Policy], gains: Gains, seed: int
) -> Fought:
    """A whole battle."""
    dice = NotedDice(Seeded(seed), "seeded")
    state, _ = begins_on_table(catalogue, first, dice)
    reckoning = Reckoning(state)
    for deed in deeds(catalogue, state, policies, gains, dice):
        reckoning.note(deed.happenings)
        state = deed.state
    winner = state.result.winner if state.result else ""
    return Fought(winner or "", min(state.clock.turn, LAST_TURN), state, reckoning)


def recorded(
    catalogue: Catalogue, first: BattleBegun, policies: tuple[Policy, Policy], gains: Gains, seed: int
) -> EventLog[Any, Any, Any]:
    """The same battle as a log, for its file and for the pages."""
    rules, dice = ArcanaBattle(catalogue), NotedDice(Seeded(seed), "seeded")
    header = Header(game=rules.slug, id=f"simulated-{seed}", rules_version=catalogue.version, sides=SIDES)
    state, happenings = begins_on_table(catalogue, first, dice)
    log: EventLog[Any, Any, Any] = EventLog(rules, header).append(
        happenings[:1], by=Actor("setup"), cause="begin", at=AT
    )
    log = log.append(happenings[1:], by=Actor(REFEREE), cause="table", at=AT)
    for number, deed in enumerate(deeds(catalogue, state, policies, gains, dice), 1):
        log = log.append(deed.happenings, by=Actor(deed.side), cause=f"policy-{number}", at=AT)
    return log


def led_by(policy: Policy, gains: Gains) -> players.Policy:
    """A player who names commands by what stands on the table."""

    def commands(state: State, catalogue: Catalogue, side: str) -> Iterator[Plain]:
        table = drawn(state, catalogue)
        found = [offer for offer in offers(state, catalogue, side) if not offer.reason]
        if table is None or not any(offer.command in MOVES for offer in found):
            yield from _elsewhere(policy, state, catalogue, side, table.scene if table else None)
            return
        mover = _Mover(policy, gains, state, catalogue, table.scene)
        yield from mover.charges([offer for offer in found if offer.command == "charge"])
        yield from ({"command": "run_berserk", "unit": offer.unit} for offer in found if offer.command == "run_berserk")
        yield from mover.marches([offer for offer in found if offer.command == "march"])
        yield players.FINISH

    return commands


def _elsewhere(
    policy: Policy, state: State, catalogue: Catalogue, side: str, scene: PlacedTable | None
) -> Iterator[Plain]:
    """What a simple player does in every other step, without what the table measures."""
    named = list(players.simple(state, catalogue, side))
    if policy.aiming is Aiming.NEAREST and scene is not None:
        shots = iter(sorted((each for each in named if each["command"] == "shoot"), key=partial(_away, scene)))
        named = [next(shots) if each["command"] == "shoot" else each for each in named]
    for plain in named:
        if plain["command"] == "respond" and plain["response"] == "fire" and not policy.stands_and_fires:
            continue
        if plain["command"] == "cast" and not _may_cast(policy, state, catalogue, plain):
            continue
        if plain["command"] == "pursue" and not policy.pursues:
            yield {"command": "pursue", "pursuers": []}
        yield {name: value for name, value in plain.items() if name not in MEASURED or scene is None}


def _may_cast(policy: Policy, state: State, catalogue: Catalogue, cast: Plain) -> bool:
    if policy.casts and policy.casting is Casting.LARGEST:
        bodies, spells = state.unit(cast["unit"]).bodies, catalogue.spells.values()
        known = (spell.level for spell in spells if any(knows(catalogue, body, spell) for body in bodies))
        return catalogue.spells[cast["spell"]].level == max(known)
    return policy.casts


def _away(scene: PlacedTable, shot: Plain) -> float:
    unit, target = scene.units.get(shot["unit"]), scene.units.get(shot["target"])
    return apart(unit, target) if unit and target else inf


class _Mover:
    """Who moves, and whither."""

    def __init__(self, policy: Policy, gains: Gains, state: State, catalogue: Catalogue, scene: PlacedTable) -> None:
        self._policy, self._gains, self._state, self._catalogue, self._scene = policy, gains, state, catalogue, scene

    def charges(self, found: list[Offer]) -> Iterator[Plain]:
        """Charges at whom a unit reaches as the crow flies, the most gainful first."""
        wanted: list[tuple[float, str, str]] = []
        for offer in found:
            unit = self._scene.units.get(offer.unit or "")
            if unit is None or (self._policy.charging is Charging.NEVER and not unit.berserk):
                continue
            for target in offer.targets:
                foe = self._scene.units.get(target)
                if foe and apart(unit, foe) <= self._reach(unit.ref) and self._pays(unit, target):
                    wanted.append((-self._gains.get((unit.ref, target), 0.0), unit.ref, target))
        return ({"command": "charge", "unit": ref, "target": target} for _, ref, target in sorted(wanted))

    def _pays(self, unit: PlacedUnit, target: str) -> bool:
        foe, gain = self._state.unit(target), self._gains.get((unit.ref, target), 0.0)
        sure = unit.berserk or foe.standing is Standing.BROKEN or self._state.is_engaged(target)
        return sure or self._policy.charging is Charging.ALWAYS or gain >= self._policy.margin

    def _reach(self, ref: str) -> float:
        unit = self._state.unit(ref)
        return (whole_move(self._catalogue, unit) + unit.turn.extra - unit.turn.moved) / INCH

    def marches(self, found: list[Offer]) -> Iterator[Plain]:
        """Towards the nearest enemy: a wheel and straight ahead, else straight ahead as far as it goes."""
        for offer in found:
            unit = self._scene.units.get(offer.unit or "")
            if unit is None or self._state.unit(unit.ref).turn.moved_already:
                continue
            foes = [foe for foe in self._scene.units.values() if foe.side != unit.side and not foe.broken]
            if not foes:
                continue
            foe = min(foes, key=lambda foe: apart(unit, foe))
            inches = min(self._reach(unit.ref), apart(unit, foe) - CLOSEST)
            if inches < CLOSEST or self._holds(unit, apart(unit, foe)):
                continue
            named: Plain = {"command": "march", "unit": unit.ref}
            yield named | {"orders": orders_towards(unit, middle_of(foe), inches), "by_hand": True}
            yield named | {"inches": int(inches * INCH)}

    def _holds(self, unit: PlacedUnit, far: float) -> bool:
        if unit.berserk:
            return False
        if self._policy.holding is Holding.EVERYBODY:
            return True
        own = self._state.unit(unit.ref)
        weapons = [shot for shot in figures(self._catalogue, own, own.main).missile if not shot.natural]
        return self._policy.holding is Holding.SHOOTERS and any(far <= shot.range for shot in weapons)


def orders_towards(unit: PlacedUnit, place: tuple[float, float], inches: float) -> str:
    """Orders by which a unit comes nearer to a place by so many inches of its move."""
    x, y = middle_of(unit)
    bearing = degrees(atan2(place[0] - x, place[1] - y)) % 360
    if isinstance(unit.formation, Skirmish):
        return f"heading {bearing:.2f} {inches:.2f}"
    off = (bearing - unit.formation.facing + 180) % 360 - 180
    if abs(off) < STRAIGHT:
        return f"forward {inches:.2f}"
    hand = "right" if off > 0 else "left"
    return f"wheel {hand} {min(abs(off), WHEELS):.2f}°; forward {inches:.2f}"


def lost_points(state: State, side: str) -> int:
    """Points of a side's units that are broken, lost, or below a quarter."""
    return sum(unit.points for unit in state.of(side) if unit.counts_as_lost)
