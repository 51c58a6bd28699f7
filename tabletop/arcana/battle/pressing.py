"""Whom numbers press, where both sides choose at once: sealed as the choices come, and opened when all are in (B95).

The log holds commitments. A choice itself is nowhere: whoever has sealed it finds it again, for it is one of the few
enemies in that fight, and the salt is made anew from what only the sealer knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.battle.commands.morale import Press, SealPress, must_press
from tabletop.arcana.battle.facts.morale import PenaltyOpened, PenaltySealed, PenaltyUnsealed
from tabletop.arcana.battle.state import State, other
from tabletop.battle.commands import Sent
from tabletop.battle.events import Happening
from tabletop.battle.log import EventLog
from tabletop.battle.sealing import Opening, Salt, sealed

Log = EventLog[State, Any, Any]
SaltOf = Callable[[str], Salt]


def in_secret(log: Log, sent: Sent[Any], salt_of: SaltOf) -> Sent[Any]:
    """A choice as it goes into the log: sealed while the other side chooses or has sealed its own, else as it is.

    `salt_of` makes a salt of a command's id, always the same one, that nobody else can make.
    """
    command = sent.command
    if not isinstance(command, Press) or not _chooses(log.state, other("blue" if sent.seat == "blue" else "red")):
        return sent
    digest = _digest(log, command.unit, command.against, salt_of(sent.id))
    return replace(sent, command=SealPress(unit=command.unit, against=command.against, digest=digest))


def opened(log: Log, salt_of: SaltOf) -> list[Happening[Any]]:
    """What is opened by now: nothing while somebody has yet to choose, else every sealed choice.

    One that can't be opened is sealed no more, so that its owner is asked again.
    """
    if any(must_press(log.state, unit) for unit in log.state.units.values()):
        return []
    return [Happening(fact, ("B95",)) for fact in _openings(log, salt_of)]


def _openings(log: Log, salt_of: SaltOf) -> Iterator[PenaltyOpened | PenaltyUnsealed]:
    units = [unit for unit in log.state.units.values() if unit.turn.sealed]
    if not units:
        return
    by_digest = {
        entry.event.fact.digest: entry.event.cause
        for entry in log.standing()
        if entry.event and isinstance(entry.event.fact, PenaltySealed)
    }
    for unit in units:
        digest = unit.turn.sealed or ""
        salt = salt_of(by_digest.get(digest, ""))
        foes = (foe.ref for foe in log.state.foes_of(unit.ref))
        against = next((ref for ref in foes if _digest(log, unit.ref, ref, salt) == digest), None)
        if against is None:
            yield PenaltyUnsealed(unit=unit.ref)
        else:
            yield PenaltyOpened(unit=unit.ref, against=against, salt=salt)


def _chooses(state: State, side: str) -> bool:
    return any(unit.turn.sealed is not None or must_press(state, unit) for unit in state.of(side))


def _digest(log: Log, unit: str, against: str, salt: Salt) -> str:
    window = f"turn {log.state.clock.turn}, {unit}"
    opening = Opening(seat=log.state.unit(unit).side, salt=salt, value=against)
    return sealed(opening, battle=log.header.id, window=window).digest
