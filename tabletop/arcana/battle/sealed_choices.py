"""What both sides choose at once: sealed as the choices come, and opened when all are in.

That is whom numbers press (B95), and what chargers throw as they come in, while their target chooses how to answer
(B26, B27, reading BR8). The log holds commitments. A choice itself is nowhere: whoever has sealed it finds it again,
for it is one of the few enemies in that fight, or of the missiles of that unit, and the salt is made anew from what
only the sealer knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.arcana.battle.commands.morale import Press, SealPress, must_press
from tabletop.arcana.battle.commands.movement import DeclareCharge, OpenAndRespond, Respond, SealCharge, naturals
from tabletop.arcana.battle.facts.morale import PenaltyOpened, PenaltySealed, PenaltyUnsealed
from tabletop.arcana.battle.facts.movement import MissileSealed
from tabletop.arcana.battle.rules import ArcanaBattle
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
    if isinstance(command, DeclareCharge) and command.unit in log.state.units and not command.overruns:
        return _sealed_charge(log, sent, command, salt_of(sent.id))
    if not isinstance(command, Press) or not _chooses(log.state, other("blue" if sent.seat == "blue" else "red")):
        return sent
    digest = _digest(log, command.unit, command.against, salt_of(sent.id))
    return replace(sent, command=SealPress(unit=command.unit, against=command.against, digest=digest))


def _sealed_charge(log: Log, sent: Sent[Any], command: DeclareCharge, salt: Salt) -> Sent[Any]:
    """A charge whose unit has something to throw, whether it throws it or not."""
    names = _throws(log, command.unit)
    begin = command.throws.lower()
    throws = next((name for name in names if name.lower().startswith(begin)), None) if begin else ""
    if not names or throws is None:
        return sent
    digest = _digest_of_charge(log, command.unit, command.target, throws, salt)
    return replace(sent, command=SealCharge(**msgspec.structs.asdict(command), digest=digest))


def answering(log: Log, sent: Sent[Any], salt_of: SaltOf) -> Sent[Any]:
    """An answer to a charge with what the chargers have sealed, where that can be opened; any other as it is."""
    command, charge = sent.command, log.state.charge
    if not isinstance(command, Respond) or charge is None or charge.sealed is None:
        return sent
    causes = (
        entry.event.cause
        for entry in log.standing()
        if entry.event and isinstance(entry.event.fact, MissileSealed) and entry.event.fact.digest == charge.sealed
    )
    salt = salt_of(next(causes, ""))
    for throws in ("", *_throws(log, charge.unit)):
        if _digest_of_charge(log, charge.unit, charge.target, throws, salt) == charge.sealed:
            opens = OpenAndRespond(**msgspec.structs.asdict(command), throws=throws, salt=salt)
            return replace(sent, command=opens)
    return sent


def as_if_open(state: State, command: Any) -> Any:
    """An answer to a charge as it can be tried before it is sent: as if nothing were thrown, whatever is sealed."""
    if isinstance(command, Respond) and state.charge is not None and state.charge.sealed is not None:
        return OpenAndRespond(**msgspec.structs.asdict(command), throws="", salt="")
    return command


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


def _throws(log: Log, ref: str) -> tuple[str, ...]:
    rules = log.rules
    assert isinstance(rules, ArcanaBattle)
    return naturals(rules.catalogue, log.state.unit(ref))


def _digest_of_charge(log: Log, unit: str, target: str, throws: str, salt: Salt) -> str:
    window = f"turn {log.state.clock.turn}, {unit} charges {target}"
    opening = Opening(seat=log.state.unit(unit).side, salt=salt, value=throws)
    return sealed(opening, battle=log.header.id, window=window).digest
