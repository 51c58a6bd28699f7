"""Who plays by himself: policies that name commands by preference, and a battle driven by two of them to its end.

A policy knows no more than a player without a drawn table, so it imagines one line: both armies begin 24 inches apart
and come closer by 8 each turn. Whatever the rules refuse of what it names is passed over; the last is always allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from tabletop.arcana.battle.commands.command import Command
from tabletop.arcana.battle.commands.course import sides_of, to_do
from tabletop.arcana.battle.commands.offers import Offer, offers
from tabletop.arcana.battle.profiles import figures, whole_move
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import INCH, SIDES, State, other
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Save, Spell
from tabletop.arcana.catalogue.spells.effects import Hits, Slays
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening, RefusalError

Plain = dict[str, Any]
Policy = Callable[[State, Catalogue, str], Iterator[Plain]]

APART, CLOSER, CLOSEST = 24 * INCH, 8 * INCH, 4 * INCH  # of both armies: at first, by each turn, at last
EDGE_BEHIND, RUNS_A_TURN = 12 * INCH, 6 * INCH
LAST_TURN = 12
MOST_TRIED = 3  # targets of one offer
TARGET_FIELDS = {
    "charge": "target",
    "shoot": "target",
    "respond": "response",
    "choose_mover": "first",
    "close_in": "foe",
    "press": "against",
    "reform": "foe",
    "exchange": "fresh",
    "order_casting": "first",
    "cast": "spell",
    "spell_strikes": "spell",
    "shake_off": "spell",
    "move_template": "spell",
    "move_character": "to",
    "reach_objective": "objective",
}
NEVER = frozenset({"fall_back", "exchange", "reform", "reach_objective"})  # what a simple policy doesn't do
BY_HAND: dict[str, Plain] = {  # where the resolvers can't tell
    "fight": {"by_hand": True},
    "cast": {"by_hand": True},
    "test_morale": {"counted": 7},
    "pursue": {"pursuers": []},
}
FINISH: Plain = {"command": "finish", "anyway": True}


def apart(state: State) -> int:
    """Hundredths of an inch between the armies, as policies imagine them."""
    return max(APART - CLOSER * (state.clock.turn - 1), CLOSEST)


def simple(state: State, catalogue: Catalogue, side: str) -> Iterator[Plain]:
    """Charge whoever is in reach, shoot at the strongest, stand and fire, always pursue; choose to move first."""
    if state.proposed is not None:
        yield {"command": "agree_end"}
    open_offers = [offer for offer in offers(state, catalogue, side) if not offer.reason]
    for offer in sorted(open_offers, key=lambda offer: offer.command not in ("run_berserk", "charge")):
        if offer.command == "charge" and not _reaches(state, catalogue, offer):
            continue
        if offer.command in NEVER or _has_marched(state, offer) or _holds(state, catalogue, offer):
            continue
        targets = sorted(offer.targets, key=lambda target: _preference(state, catalogue, side, target), reverse=True)
        yield from _named(state, catalogue, offer, targets)
    yield FINISH


def at_random(chance: Random) -> Policy:
    """Anything that is offered, in any order and at anybody; now and then it leaves the rest undone."""

    def policy(state: State, catalogue: Catalogue, side: str) -> Iterator[Plain]:
        if state.proposed is not None and chance.random() < 1 / 2:
            yield {"command": "agree_end"}
        if state.answering is None and not state.fights and chance.random() < 1 / 50:
            yield FINISH
        found = [offer for offer in offers(state, catalogue, side) if not offer.reason]
        chance.shuffle(found)
        for offer in found:
            if _has_marched(state, offer):
                continue
            targets = chance.sample(offer.targets, min(len(offer.targets), MOST_TRIED))
            overruns = {"overruns": True} if offer.command == "charge" and chance.random() < 1 / 4 else {}
            yield from (command | overruns for command in _named(state, catalogue, offer, targets))
        yield FINISH

    return policy


def named(state: State, catalogue: Catalogue, offer: Offer, target: str) -> Plain:
    """An offer as a command at a target, with whatever else it must say."""
    command: Plain = {"command": offer.command} | ({"unit": offer.unit} if offer.unit else {})
    if offer.command == "pursue":
        return {"command": "pursue", "pursuers": list(state.flight.pursuers) if state.flight else []}
    if offer.command in TARGET_FIELDS:
        command[TARGET_FIELDS[offer.command]] = target
    if offer.command == "move_template":
        command["caster"] = next(own.caster for own in state.lying if own.spell == target)
    if offer.unit:
        unit = state.unit(offer.unit)
        match offer.command:
            case "march":
                command["inches"] = whole_move(catalogue, unit) + unit.turn.extra - unit.turn.moved
            case "flee":
                turns = state.clock.turn - (unit.broken_in or 0)
                command["edge"] = max(EDGE_BEHIND - RUNS_A_TURN * turns, 0)
            case "close_in":
                command["touching"] = [min(unit.models, state.unit(target).models)] * 2
            case "fall_back":
                command["inches"] = max(whole_move(catalogue, unit) // 2, 1)
            case "shoot":
                command["range"] = apart(state)
            case "counter":
                command["power"] = min(1, max(body.power for body in unit.bodies))
            case "cast":
                command |= _aimed(state, catalogue.spells[target], unit.side)
    return command


def _aimed(state: State, spell: Spell, side: str) -> Plain:
    """Whom a spell is cast at: the strongest enemy where something saves or it harms, else the strongest of its own."""
    at_enemies = spell.target.side == "enemy" or any(isinstance(effect, Hits | Slays) for effect in spell.effects)
    at_enemies = at_enemies or spell.save in (Save.UNIT, Save.INDIVIDUAL)
    here = [unit for unit in state.of(other(side) if at_enemies else side) if unit.is_here]
    if spell.target.what == "spell":
        borne = next(((unit.ref, own.spell) for unit in here for own in unit.spells), None)
        return {"target": borne[0], "against": borne[1]} if borne else {}
    if spell.target.what not in ("unit", "model") or not here:
        return {}
    return {"target": max(here, key=lambda unit: unit.wounds).ref}


def _named(state: State, catalogue: Catalogue, offer: Offer, targets: Sequence[str]) -> Iterator[Plain]:
    """An offer at each of some targets; counted at the table where the resolvers can't tell."""
    if offer.command in TARGET_FIELDS and not targets:
        return
    commands = [named(state, catalogue, offer, target) for target in targets or [""]]
    yield from commands
    if offer.command in BY_HAND:
        yield from (command | BY_HAND[offer.command] for command in commands)


def _has_marched(state: State, offer: Offer) -> bool:
    return offer.command == "march" and state.unit(offer.unit or "").turn.moved_already


def _holds(state: State, catalogue: Catalogue, offer: Offer) -> bool:
    """Whether a unit stands and shoots instead of moving: one that isn't near enough comes closer in the first turn."""
    if offer.unit is None or offer.command not in ("march", "charge") or state.clock.turn == 1:
        return False
    unit = state.unit(offer.unit)
    return any(not missile.natural for missile in figures(catalogue, unit, unit.main).missile)


def _reaches(state: State, catalogue: Catalogue, offer: Offer) -> bool:
    unit = state.unit(offer.unit or "")
    return whole_move(catalogue, unit) + unit.turn.extra >= apart(state)


def _preference(state: State, catalogue: Catalogue, side: str, target: str) -> int:
    """The strong before the weak, of spells the high; its own side, and firing before standing before fleeing."""
    if target in state.units:
        return state.unit(target).wounds
    if target in catalogue.spells:
        return catalogue.spells[target].level
    return {"flee": 0, "stand": 1, "fire": 2, side: 1}.get(target, 0)


class Deed(msgspec.Struct, frozen=True):
    """What one command has brought, and the state after it; `refused` is how many were named before it in vain."""

    side: str
    command: Plain
    happenings: tuple[Happening[Any], ...]
    state: State
    refused: int = 0


def played(
    rules: ArcanaBattle, state: State, policies: tuple[Policy, Policy], dice: Callable[[], NotedDice]
) -> Iterator[Deed]:
    """A battle from a state on, command by command, until its result or the end of its twelfth turn."""
    while state.result is None and state.clock.turn <= LAST_TURN:
        deed = _next(rules, state, policies, dice)
        state = deed.state
        yield deed


def _next(rules: ArcanaBattle, state: State, policies: tuple[Policy, Policy], dice: Callable[[], NotedDice]) -> Deed:
    """What the side does that has something to do; it finishes only when the other one can't go on either."""
    refused, sides = 0, _acting(state, rules.catalogue)
    for side in sides:
        for plain in policies[SIDES.index(side)](state, rules.catalogue, side):
            if plain == FINISH and side != sides[-1]:
                break
            command: Command = msgspec.convert(plain, rules.commands)
            try:
                happenings = tuple(rules.decide(state, command, side, dice()))
            except RefusalError:
                refused += 1
                continue
            for happening in happenings:
                state = rules.apply(state, happening.fact)
            return Deed(side, plain, happenings, state, refused)
    raise RuntimeError(f"nothing can be done in {state.clock}")


def _acting(state: State, catalogue: Catalogue) -> list[str]:
    """The sides that may go on: those that have something to do before those that have only to finish."""
    if state.answering is not None:
        return [state.answering]
    unfinished = [side for side in sides_of(state) if side not in state.finished]
    return sorted(unfinished, key=lambda side: not to_do(state, catalogue, side))
