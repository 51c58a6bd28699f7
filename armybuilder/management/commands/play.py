"""A battle played on: by commands from a file, then by the simple policies, to its end."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from armybuilder.catalogue.loaders.printed import printed_catalogue
from armybuilder.management.files import MALFORMED, content_of, shown
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.armies import begun, digest_of
from tabletop.arcana.battle.facts.course import PhaseBegun, StepBegun, StepFinished, TurnBegun
from tabletop.arcana.battle.policies import played, simple
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import SIDES, Options, Scenario
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.battle.commands import ConflictError, IdReusedError, Sent, carried_out
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening, RefusalError
from tabletop.battle.file import read_battle, written_battle
from tabletop.battle.log import EventLog, Header
from tabletop.battle.seats import REFEREE
from tabletop.battle.undo import RoomCommand
from tabletop.battle.views import sentence
from tabletop.decoding import MalformedError, decoded
from tabletop.dice import FacesError, Seeded

REFUSED = 1
SILENT = (TurnBegun, PhaseBegun, StepBegun, StepFinished)  # they only move the clock
AT = "2000-01-01T00:00:00Z"  # of events of a battle that begins here: the same seed makes the same file
AnyLog = EventLog[Any, Any, Any]


class Command(BaseCommand):
    help = (
        "Play a muster-battle/1 file on, or a battle between two rosters, and print its log. First by the commands of "
        "a file, if one is given, then by the simple policies to the end of the battle or of its twelfth turn. Exit "
        "code 1: a command was refused; 2: malformed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a muster-battle/1 file, or two muster-roster/1 files"
        )
        parser.add_argument("--seed", type=int, required=True, metavar="S", help="the same seed throws the same dice")
        parser.add_argument(
            "--commands", metavar="FILE", help="lines of JSON: seat, command, and faces where dice were thrown"
        )
        parser.add_argument("--no-policies", action="store_true", help="stop after the commands of the file")
        parser.add_argument("--out", metavar="FILE", help="write the battle, as a muster-battle/1 file")
        parser.add_argument("--format", choices=("text", "json"), default="text", help="of the log that is printed")

    def handle(self, *args: Any, **options: Any) -> None:
        source = Seeded(options["seed"])
        try:
            log = _begun(printed_catalogue(), options["files"])
            first = log.head
            if options["commands"]:
                log = _commanded(log, options["commands"], source)
            if not options["no_policies"]:
                if log.state.sandbox is not None:
                    raise RefusalError(Refused.WITHOUT_PHASES)
                log = _played(log, source)
        except MalformedError as error:
            self._stop(str(error), MALFORMED)
        except (RefusalError, ConflictError, IdReusedError, FacesError) as error:
            self._stop(str(error), REFUSED)
        else:
            if options["out"]:
                Path(options["out"]).write_bytes(written_battle(log))
            self._print(log, first, options["format"])

    def _print(self, log: AnyLog, first: int, form: str) -> None:
        if form == "json":
            for line in log.lines(first):
                self.stdout.write(line.decode())
            return
        heading = ""
        for entry in log.standing(first):
            event = entry.event
            assert event is not None
            if isinstance(event.fact, SILENT):
                continue
            turn = f"Turn {event.clock.turn}" if event.clock.turn else ""
            where = ", ".join(filter(None, (turn, event.clock.phase)))
            if where != heading:
                heading = where
                self.stdout.write(heading)
            thrown = "; ".join(f"{throw.purpose}: {' '.join(map(str, throw.faces))}" for throw in event.dice)
            self.stdout.write(f"{event.seq:>5}  {sentence(log, entry, REFEREE)}{f'  [{thrown}]' if thrown else ''}")

    def _stop(self, complaint: str, code: int) -> None:
        self.stderr.write(complaint)
        sys.exit(code)


def _begun(catalogue: Catalogue, files: list[str]) -> AnyLog:
    """The battle of a file, or a new one between two rosters; MalformedError names the file and what is wrong."""
    rules = ArcanaBattle(catalogue)
    try:
        if len(files) == 1:
            return read_battle(content_of(files[0]), rules)
        if len(files) != 2:
            raise MalformedError("", "one battle, or two rosters")
        rosters = [read_roster(content_of(file)) for file in files]
        first, second = (resolve(roster, catalogue) for roster in rosters)
        name = f"{first.name} against {second.name}"
        digests = (digest_of(rosters[0]), digest_of(rosters[1]))
        fact = begun(name, (first, second), digests=digests, scenario=Scenario.ATTRITION, options=Options())
    except MalformedError as error:
        raise MalformedError(" ".join(map(shown, files)), str(error)) from error
    header = Header(game=rules.slug, id="played", rules_version=catalogue.version, sides=SIDES)
    log: AnyLog = EventLog(rules, header)
    return log.append([Happening(fact, ("B8",))], by=Actor("setup"), cause="begin", at=AT)


def _commanded(log: AnyLog, file: str, source: Seeded) -> AnyLog:
    """The log after each command of a file; MalformedError names the line that can't be read."""
    for number, line in enumerate(content_of(file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            sent: Sent[Any] = _sent(log, line, number)
            log = carried_out(log, sent, at=_time_of(log), source=source).log
        except MalformedError as error:
            raise MalformedError(f"{shown(file)}: line {number}", str(error)) from error
    return log


class CommandLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a file of commands."""

    seat: str
    command: msgspec.Raw
    faces: tuple[int, ...] | None = None


def _sent(log: AnyLog, line: bytes, number: int) -> Sent[Any]:
    read = decoded(line, CommandLine, what="line")
    command = decoded(bytes(read.command), log.rules.commands | RoomCommand, what="command")
    return Sent(id=f"line-{number}-{log.head}", on=log.head, seat=read.seat, command=command, faces=read.faces)


def _played(log: AnyLog, source: Seeded) -> AnyLog:
    """The log played on by the simple policies of both sides."""
    rules = log.rules
    assert isinstance(rules, ArcanaBattle)
    deeds = played(rules, log.state, (simple, simple), lambda: NotedDice(source, "seeded"))
    for number, deed in enumerate(deeds, 1):
        log = log.append(deed.happenings, by=Actor(deed.side), cause=f"policy-{number}-{log.head}", at=_time_of(log))
    return log


def _time_of(log: AnyLog) -> str:
    """When its last event was."""
    return log.last.event.at if log.last.event else AT
