"""What is wrong with the battles in a database that nobody writes to: lost events, half commands, broken chains."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from benchmarks.phones import Told
from tabletop.battle.file import End, read_battle
from tabletop.battle.lines import WRITER
from tabletop.decoding import MalformedError
from tests.battles import rules

BATTLES = "SELECT id, header, head, digest FROM armybuilder_battle"
EVENTS = "SELECT battle_id, line FROM armybuilder_battleevent ORDER BY battle_id, seq"
ANSWERED = "SELECT battle_id, command_id, first, last FROM armybuilder_answeredcommand ORDER BY battle_id, first, last"
SEATS = "SELECT token, battle_id FROM armybuilder_seat"


class Command(Struct, frozen=True):
    """A command that was carried out, with its first and last event."""

    id: str
    first: int
    last: int


class Battle(Struct, frozen=True):
    """A battle as the rows have it."""

    pk: int
    header: str
    end: End
    lines: tuple[str, ...]
    commands: tuple[Command, ...]


def battles_in(database: Path) -> tuple[dict[int, Battle], dict[str, int]]:
    """The battles by their keys, and the keys by the tokens of seats."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(BATTLES).fetchall()
        lines: dict[int, list[str]] = {}
        for pk, line in connection.execute(EVENTS):
            lines.setdefault(pk, []).append(line)
        commands: dict[int, list[Command]] = {}
        for pk, *fields in connection.execute(ANSWERED):
            commands.setdefault(pk, []).append(Command(*fields))
        seats = dict(connection.execute(SEATS).fetchall())
    found = {
        pk: Battle(pk, header, End(head, digest), tuple(lines.get(pk, ())), tuple(commands.get(pk, ())))
        for pk, header, head, digest in rows
    }
    return found, seats


def faults_of_battles(database: Path, acknowledged: Iterable[Told]) -> list[str]:
    """Every fault in words; none, if all is well."""
    battles, seats = battles_in(database)
    faults = [fault for battle in battles.values() for fault in (*_broken(battle), *_half(battle))]
    return faults + list(_lost(battles, seats, acknowledged))


def _broken(battle: Battle) -> Iterator[str]:
    """A log that can't be read from its first line to the digest that the battle's row names."""
    content = "\n".join((battle.header, *battle.lines, WRITER.encode(battle.end).decode(), ""))
    try:
        read_battle(content.encode(), rules())
    except MalformedError as error:
        yield f"battle {battle.pk} can't be read: {error}"


def _half(battle: Battle) -> Iterator[str]:
    """Events that are of no command that was kept whole, and commands without their events."""
    causes = [json.loads(line)["cause"] for line in battle.lines]
    at, made = 1, []
    for cause, events in groupby(causes):
        many = len(list(events))
        made.append(Command(cause, at, at + many - 1))
        at += many
    kept = [command for command in battle.commands if command.last >= command.first]  # one may bring nothing
    if made[1:] != kept:  # what begins the battle is no command
        amiss = {command.id for command in {*made[1:]} ^ {*kept}}
        yield f"half a command in battle {battle.pk}: {', '.join(sorted(amiss))}"


def _lost(battles: Mapping[int, Battle], seats: Mapping[str, int], acknowledged: Iterable[Told]) -> Iterator[str]:
    """Events that a phone was told of, and that aren't there as it was told."""
    for told in acknowledged:
        battle = battles.get(seats.get(told.token, 0))
        lines: Sequence[str] = battle.lines if battle else ()
        for event in told.events:
            line = "".join(lines[event["seq"] - 1 : event["seq"]])
            if not line or json.loads(line) | {"prev": ""} != event:
                yield f"lost: event {event['seq']} of {told.token}"
