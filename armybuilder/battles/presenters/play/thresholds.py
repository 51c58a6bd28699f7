"""What dice have to show, before they are thrown and in the log: only where the rules' own numbers are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tabletop.arcana.battle.commands.melee import Fight, ThrowBlows
from tabletop.arcana.battle.commands.missiles import Shoot, aimed
from tabletop.arcana.battle.commands.morale import TestMorale, TryToRally
from tabletop.arcana.battle.commands.movement import Respond
from tabletop.arcana.battle.facts.melee import SAVES, TO_HIT, BlowsStruck, BlowsThrown
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import MoraleTested
from tabletop.arcana.battle.state import Contact, State
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import asked_of
from tabletop.arcana.odds.questions import Receipt
from tabletop.battle.events import Event, RefusalError, Throw
from tabletop.battle.luck import Attempt
from tabletop.decoding import MalformedError

PAIRS = 36  # of two dice
ALL_FACES, FEW = 6, 3
MORALE = "morale"


def has_odds(command: Any) -> bool:
    """Whether there is a situation whose odds a command plays."""
    return hasattr(command, "situation") or isinstance(command, Respond | ThrowBlows)


def situation_of(state: State, catalogue: Catalogue, command: Any) -> Any:
    """The situation that a command plays; of an answer to a charge the blows or shots that it leads to.

    None where it isn't known beforehand. RefusalError and MalformedError where the command can't be given so.
    """
    if not isinstance(command, Respond):
        asked = getattr(command, "situation", None)
        return asked(state, catalogue) if asked else None
    charge = state.charge
    if charge is None or command.response == "flee":
        return None
    if command.response == "fire":
        shot = Shoot(unit=command.unit, target=charge.unit, weapon=command.weapon, cover=command.cover)
        return shot.situation(state, catalogue, charge="standing")
    contact = Contact(units=(charge.unit, charge.target), sides=(Facing.FRONT, charge.side), since=state.clock.turn)
    charged = state.with_unit(charge.unit, lambda unit: unit.having_done(charged=charge.target))
    return Fight(unit=command.unit).situation(charged.touch(contact), catalogue)


def volley_of(state: State, catalogue: Catalogue, command: Any) -> tuple[Shoot, ...]:
    """The parts of a volley from several ranges; none of any other command."""
    if not isinstance(command, Shoot) or command.target not in state.units:
        return ()
    parts = aimed(state, catalogue, command, None).parts
    return parts if len(parts) > 1 else ()


def receipts_of(state: State, catalogue: Catalogue, command: Any) -> tuple[Receipt, ...]:
    """The numbers that the dice of a command need; none where they aren't known beforehand.

    RefusalError and MalformedError where the command can't be given so.
    """
    situation = situation_of(state, catalogue, command)
    return asked_of(catalogue, situation).receipts if situation is not None else ()


def needed_by(state: State, catalogue: Catalogue, command: Any) -> Mapping[str, int]:
    """The highest face, or sum, that counts in throws of a command, by how their purposes end."""
    if isinstance(command, ThrowBlows):
        fight = state.begun_fight(command.unit)
        awaits = fight.awaits if fight else None
        return {awaits.purpose: awaits.needed} if awaits and awaits.needed is not None else {}
    if not isinstance(command, Shoot | TestMorale | TryToRally):
        return {}
    try:
        receipts = receipts_of(state, catalogue, command)
    except (RefusalError, MalformedError, KeyError):
        return {}
    if not isinstance(command, Shoot):
        return {MORALE: int(receipts[0].breakdown.exact)} if receipts else {}
    ends = (TO_HIT, SAVES) if len(receipts) == len((TO_HIT, SAVES)) else (TO_HIT,)
    return {end: int(receipt.breakdown.exact) for end, receipt in zip(ends, receipts, strict=False)}


def needed_for(purpose: str, needed: Mapping[str, int]) -> int | None:
    """The number of one throw, by its purpose."""
    return next((number for end, number in needed.items() if purpose.endswith(end)), None)


def faces_up_to(number: int) -> str:
    """The faces that count, as `1, 2 or 3`."""
    if number >= ALL_FACES:
        return "any face"
    if not 0 < number <= FEW:
        return f"1 to {number}"
    *others, last = map(str, range(1, number + 1))
    return f"{', '.join(others)} or {last}" if others else last


def needed_in(fact: Any, throw: Throw) -> int | None:
    """The highest face that counted in a throw of the log; None where the event doesn't say."""
    if isinstance(fact, MissilesShot) and throw.purpose.endswith(TO_HIT):
        return fact.needed
    if isinstance(fact, BlowsThrown):
        return fact.thrown.needed
    if isinstance(fact, BlowsStruck) and throw.purpose.endswith(TO_HIT) and len(fact.blows) == 1:
        return fact.blows[0].needed
    return None


def sum_needed(fact: Any) -> int | None:
    """What the sum of the dice had to be at most; None where the event is no such test."""
    return fact.number if isinstance(fact, MoraleTested) else None


def attempts_in(event: Event[Any], state: State) -> Iterator[Attempt]:
    """The dice of an event of which it is known what they had to show: hits of volleys and blows, and morale tests."""
    fact = event.fact
    if isinstance(fact, MissilesShot) and fact.needed is not None and fact.shots:
        for throw in event.dice:
            if throw.purpose.endswith(TO_HIT) and len(throw.faces) == fact.shots:
                hits = sum(face <= fact.needed for face in throw.faces)
                yield _attempt(state, fact.unit, TO_HIT, fact.shots, fact.needed, hits)
    elif isinstance(fact, BlowsStruck):
        for blow in fact.blows:
            if blow.needed is not None:
                yield _attempt(state, fact.unit, TO_HIT, blow.dice, blow.needed, min(blow.hits, blow.dice))
    elif isinstance(fact, MoraleTested) and event.dice:
        good = sum(one + two <= fact.number for one in range(1, 7) for two in range(1, 7))
        side = state.unit(fact.unit).side
        yield Attempt(side, fact.unit, MORALE, 1, good, int(not fact.missed_by), PAIRS)


def _attempt(state: State, ref: str, purpose: str, dice: int, needed: int, hits: int) -> Attempt:
    return Attempt(state.unit(ref).side, ref, purpose, dice, needed, hits)
