"""Battles: begun, played by commands, seats given and taken back.

A command and its events are one transaction, under a lock of the battle's row: two phones that send at once are
answered one after the other, and the second one sees what the first has done.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from armybuilder.battles.models import SIDES, AnsweredCommand, Battle, BattleEvent, Role, Seat, TableRow
from armybuilder.battles.queries import kept_as
from armybuilder.battles.snapshots import battle_rules, keep_log, log_in, played_rules, rules_of, sides_in, stands_in
from armybuilder.battles.strokes import ring
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.bounds import no_room, with_room_for
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import StaleError, create_row, lock_present_row
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.armies import begun, digest_of
from tabletop.arcana.battle.commands.sandbox import check_size
from tabletop.arcana.battle.facts.sandbox import PhasesBegun, TableSet
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.sealed_choices import answering, in_secret, opened
from tabletop.arcana.battle.state import Options, Scenario
from tabletop.arcana.battlefield.validation import check_table
from tabletop.arcana.game import ARCANA
from tabletop.battle.commands import Answered, Sent, carried_out
from tabletop.battle.events import Actor, Happening, RefusalError
from tabletop.battle.file import HEADER, read_battle
from tabletop.battle.log import Entry, EventLog, Header, UndoMode
from tabletop.battle.undo import Undo, UndoRefusal
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Rolled

LONGEST_NAME = 120
MOST_EVENTS = 20_000
LONGEST_HEADER = 10_000  # bytes of a file in which its first line is looked for
FEWEST_SIDES = 2
MOST_SEATS = 20  # that weren't taken back
ARMIES = SIDES[:2]
AnyLog = EventLog[Any, Any, Any]


@transaction.atomic
def create_battle(
    *,
    visitor: Visitor,
    name: str,
    rosters: tuple[Roster, Roster],
    scenario: Scenario = Scenario.ATTRITION,
    undo: UndoMode = UndoMode.CONSENT,
    minutes: int | None = None,
) -> Battle:
    """Begin a battle between two rosters, with a seat for both sides, and so many `minutes` on the clock of each.

    MalformedError where an army can't fight.
    """
    catalogue = current_catalogue()
    armies = (resolve(rosters[0], catalogue), resolve(rosters[1], catalogue))
    digests = (digest_of(rosters[0]), digest_of(rosters[1]))
    options = Options(minutes=minutes)
    first = begun(name[:LONGEST_NAME], armies, digests=digests, scenario=scenario, options=options)
    header = Header(game="arcana", id=str(uuid4()), rules_version=catalogue.version, sides=ARMIES, undo=undo)
    log: AnyLog = EventLog(battle_rules(), header)
    by = Actor("setup")
    return keep_new(visitor, name, log.append([Happening(first, ("B8",))], by=by, cause=header.id, at=now()))


@transaction.atomic
def create_played(
    *, visitor: Visitor, game: str, name: str, rosters: Sequence[Any], reference: Any, undo: UndoMode = UndoMode.CONSENT
) -> Battle:
    """Begin a battle of a game that is played on the pages for all games, with a seat for all sides.

    MalformedError where the game has none, or one of the rosters can't take part.
    """
    rules = played_rules(game)
    begun = rules.begun(name[:LONGEST_NAME], rosters, reference)
    header = Header(game=game, id=str(uuid4()), rules_version=begun.rules_version, sides=begun.sides, undo=undo)
    log: AnyLog = EventLog(rules, header)
    return keep_new(visitor, name, log.append(begun.happenings, by=Actor("setup"), cause=header.id, at=now()))


def battle_in(content: bytes) -> AnyLog:
    """The battle in a file; BattleFileError names a line that isn't right.

    MalformedError for one that isn't a battle of its game's sides from its first event on to its last.
    """
    log: AnyLog = read_battle(content, rules_of(_game_of_file(content)))
    if log.head > MOST_EVENTS:
        raise MalformedError("", f"a battle here has at most {MOST_EVENTS:,} events")
    if log.header.game != ARCANA.slug:
        return _checked_played(log)
    if log.header.sides != ARMIES:
        raise MalformedError("line 1", "the sides of a battle are red and blue")
    for entry in log.entries():
        fact = entry.event.fact if entry.event else None
        begins, sets_table = isinstance(fact, BattleBegun), isinstance(fact, TableSet)
        goes_back = not entry.tip.seq or (entry.question is not None and not entry.question.to)
        if (begins and entry.seq > 1) or (entry.seq == 1 and not (begins or sets_table)) or goes_back:
            raise MalformedError(f"line {entry.seq + 1}", "a battle begins once, with its first event")
        if entry.state.sandbox is not None:
            _check_table(entry)
        if (begins or isinstance(fact, PhasesBegun)) and tuple(army.side for army in entry.state.armies) != ARMIES:
            raise MalformedError(f"line {entry.seq + 1}", "a battle is between a red and a blue army")
    if not log.head:
        raise MalformedError("line 2", "a battle begins with its first event")
    return log


def _check_table(entry: Entry[Any, Any]) -> None:
    """MalformedError for a table without phases that contradicts itself, or is larger than those that are played on."""
    table = entry.state.sandbox.table
    try:
        check_size(table)
        check_table(table)
    except MalformedError as error:
        raise MalformedError(f"line {entry.seq + 1}", f"{error.field}: {error.reason}") from error


def _game_of_file(content: bytes) -> str:
    """The game that a battle's file names in its first line; for other files that whose reader says what is wrong."""
    try:
        return HEADER.decode(content[:LONGEST_HEADER].partition(b"\n")[0]).game
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ARCANA.slug


def _checked_played(log: AnyLog) -> AnyLog:
    """The log, where all that stood in it after its first command is a battle of its sides that can be played on."""
    rules = played_rules(log.header.game)
    if not FEWEST_SIDES <= len(log.header.sides) <= rules.most_sides:
        most = f" to {rules.most_sides}" if rules.most_sides > FEWEST_SIDES else ""
        raise MalformedError("line 1", f"a battle has {FEWEST_SIDES}{most} sides")
    first = next((entry.cause for entry in log.entries()), "")
    begun = [entry for entry in log.entries() if entry.cause == first]
    if not begun:
        raise MalformedError("line 2", "a battle begins with its first event")
    rules.check_begun(begun[-1].state, log.header.sides)
    for entry in log.entries(begun[-1].seq):
        if not entry.tip.seq or (entry.question is not None and not entry.question.to):
            raise MalformedError(f"line {entry.seq + 1}", "a battle begins once, with its first events")
    return log


@transaction.atomic
def keep_battle(*, visitor: Visitor, log: AnyLog) -> Battle:
    """Keep a battle as it was played elsewhere, with a seat for both sides."""
    is_played = log.header.game != ARCANA.slug
    if is_played:
        return keep_new(visitor, played_rules(log.header.game).name_of(log.state), log)
    entries = log.entries()
    if not isinstance(entries[0].event and entries[0].event.fact, TableSet):
        return keep_new(visitor, log.state.name, log)
    last = next(entry for entry in log.last.tip.line_of_facts() if entry.state.sandbox is not None)
    content = msgspec.json.decode(msgspec.json.encode(last.state.sandbox.table))
    return keep_new(visitor, log.state.name, log, TableRow, content=content)


def keep_new(visitor: Visitor, name: str, log: AnyLog, kind: type[Battle] = Battle, **fields: Any) -> Battle:
    """Keep a log as a battle, with a seat for all sides; `fields` are those that its kind has besides."""
    header = log.header.line().decode()
    lines = log.lines()
    name = name[:LONGEST_NAME] or "A battle"
    battle = create_row(kind, visitor, name=name, header=header, head=log.head, digest=log.digest, **fields)
    _add_events(battle, lines, first=1)
    _grow(battle, lines)
    Seat.objects.create(battle=battle, role=Role.BOTH)
    return battle


@transaction.atomic
def command_battle(*, seat: Seat, sent: Sent[Any], source: Rolled | None = None) -> tuple[AnyLog, Answered]:
    """Carry a command out, once; the log after it and where its events are.

    Raises RefusalError, ConflictError, IdReusedError and FacesError (`tabletop/battle/commands.py`), StaleError for a
    deleted battle and a seat that is gone or has given this side away, MalformedError for too many events; then nothing
    is written.
    """
    seat = _locked(seat)
    battle = seat.battle
    log = log_in(battle)
    holds = seat.plays(log.header.sides)
    if sent.seat not in (holds or (seat.role,)):
        raise StaleError(battle)
    if isinstance(sent.command, Undo) and sent.command.to < 1:
        raise RefusalError(UndoRefusal.NO_STEP, reason="a battle has its armies from its first event on")
    before = AnsweredCommand.objects.filter(battle=battle, command_id=sent.id).first()
    salt_of = partial(_salt, battle)
    digest = sent.digest()
    keyed = salted_hmac("armybuilder.battles.answered", digest, algorithm="sha256").hexdigest()  # it has the choice
    kept = None
    if before is not None:
        kept = Answered(sent.id, digest if before.digest == keyed else before.digest, before.first, before.last)
    is_arcana = log.header.game == ARCANA.slug
    asked = answering(log, sent, salt_of) if is_arcana and kept is None else sent
    if is_arcana and kept is None and seat.role != Role.BOTH:
        asked = in_secret(log, asked, salt_of)
    longer = carried_out(log, asked, at=now(), answered=kept, holds=holds, source=source).log
    if kept is not None:
        return log, kept
    if is_arcana:
        longer = longer.append(opened(longer, salt_of), by=Actor(sent.seat, sent.device), cause=sent.id, at=now())
    answered = Answered(sent.id, digest, log.head + 1, longer.head)
    if longer.head > MOST_EVENTS:
        raise MalformedError("", f"a battle here has at most {MOST_EVENTS:,} events")
    lines = longer.lines(log.head)
    _add_events(battle, lines, first=log.head + 1)
    AnsweredCommand.objects.create(
        battle=battle, command_id=sent.id, digest=keyed, first=answered.first, last=answered.last
    )
    stands = stands_in(longer) if is_arcana else None
    named = {} if stands is None else {"name": longer.state.name[:LONGEST_NAME] or battle.name}
    if stands is not None:
        TableRow.objects.filter(pk=battle.pk).update(content=stands)
    _grow(kept_as(battle), lines, head=longer.head, digest=longer.digest, **named)
    ring(battle.pk, longer.head)
    transaction.on_commit(lambda: keep_log(battle, longer))
    return longer, answered


def _add_events(battle: Battle, lines: Sequence[bytes], *, first: int) -> None:
    rows = (BattleEvent(battle=battle, seq=seq, line=line.decode()) for seq, line in enumerate(lines, first))
    BattleEvent.objects.bulk_create(rows)


def _grow(battle: Battle, lines: Sequence[bytes], **fields: Any) -> None:
    """Count the bytes of new lines to the battle; NoRoomError where its owner keeps too much."""
    more = sum(len(line) for line in lines)
    rows = with_room_for(battle, more, Battle.objects.filter(pk=battle.pk))
    changed = {"size": F("size") + more, "version": F("version") + 1, "updated_at": timezone.now()}
    if not rows.update(**changed, **fields):
        raise no_room(battle)


@transaction.atomic
def hand_over(*, seat: Seat, role: Role) -> Seat:
    """A link for somebody else, or for one's own second phone; who plays several sides gives one of them away.

    A side that this seat has given away already stays with the link that it gave. MalformedError for a side that it
    never had, and where the battle has too many links; StaleError for a battle or a seat that is gone.
    """
    seat = _locked(seat)
    roles = SIDES[: len(sides_in(seat.battle))]
    plays = seat.plays(roles)
    if role == Role.BOTH or (role.value in SIDES and role.value not in plays):
        given = seat.given.filter(role=role, revoked_at=None).first()
        if given is not None:
            return given
        raise MalformedError("role", "is none that this seat can give away")
    if seat.battle.seats.filter(revoked_at=None).count() >= MOST_SEATS:
        raise MalformedError("", f"a battle has at most {MOST_SEATS} links: take one back first")
    if role.value in SIDES and len(plays) > 1:
        _plays(seat, [each for each in plays if each != role.value], roles)
    return Seat.objects.create(battle=seat.battle, role=role, given_by=seat)


@transaction.atomic
def take_back(*, seat: Seat, other: Seat) -> None:
    """End a seat that this one gave away, with all that were given away from there; its side is this seat's again.

    One that has ended, or that another seat gave away, stays as it is. StaleError for a battle or a seat that is gone.
    """
    seat = _locked(seat)
    ended = Seat.objects.filter(pk=other.pk, given_by=seat, revoked_at=None)
    if not ended.update(revoked_at=timezone.now()):
        return
    ring(seat.battle_id)
    givers = [other.pk]
    while givers:
        handed_on = Seat.objects.filter(given_by__in=givers)
        givers = list(handed_on.values_list("pk", flat=True))
        handed_on.filter(revoked_at=None).update(revoked_at=timezone.now())
    is_free = not seat.given.filter(role=other.role, revoked_at=None).exists()
    roles = SIDES[: len(sides_in(seat.battle))]
    if other.is_player and seat.is_player and is_free:
        _plays(seat, [*seat.plays(roles), other.role], roles)


def _locked(seat: Seat) -> Seat:
    """The seat as it is once its battle is locked against other writers; StaleError where either is gone."""
    battle = lock_present_row(seat.battle)
    present = battle.seats.filter(pk=seat.pk, revoked_at=None).first()
    if present is None:
        raise StaleError(battle)
    return present


def _plays(seat: Seat, sides: Collection[str], of: Sequence[str]) -> None:
    """Have a seat play these of a battle's sides, by their roles."""
    mine = [role for role in of if role in sides]
    seat.role = Role.BOTH if len(mine) == len(of) else " ".join(mine)
    seat.save(update_fields=["role"])


def _salt(battle: Battle, command: str) -> str:
    """The salt of a choice that a command makes in secret: always the same, and only this site can tell it.

    A copy that is kept from the battle's file has others, so that nobody opens there what is sealed here.
    """
    return salted_hmac("armybuilder.battles.sealed", f"{battle.pk} {command}", algorithm="sha256").hexdigest()


def now() -> str:
    """The time as events have it."""
    return timezone.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
