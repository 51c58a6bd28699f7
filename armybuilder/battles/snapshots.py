"""Tables and battles as frozen values, from their rows."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any

import msgspec

from armybuilder.battles import models
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.games import GAMES
from tabletop.arcana.battle.drawing import Drawn, drawn
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battlefield import Table, write_table
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.game import ARCANA
from tabletop.battle.file import HEADER, with_line, written_battle
from tabletop.battle.game import BattleRules, Ended
from tabletop.battle.log import EventLog, Header
from tabletop.battle.playing import PlayedRules
from tabletop.decoding import MalformedError


def table_in(row: models.TableRow) -> Table:
    """The table that a row holds: what stands on it, or stood as phases began."""
    return msgspec.convert(row.content, Table)


def table_file(row: models.TableRow) -> bytes:
    """The table that a row holds, as its file."""
    return write_table(table_in(row))


def drawn_in(log: EventLog[Any, Any, Any]) -> Drawn | None:
    """The table in play of a log, by phases or without; None on paper."""
    return drawn(log.state, catalogue_of(log))


def stands_in(log: EventLog[Any, Any, Any]) -> Any:
    """What stands on a table without phases, as its file's plain values; None while phases are played."""
    play = log.state.sandbox
    return None if play is None else msgspec.json.decode(msgspec.json.encode(play.table))


EVENTS_KEPT = 60_000  # in all logs together: each holds what stood after it
_logs: OrderedDict[int, EventLog[Any, Any, Any]] = OrderedDict()
_lock = Lock()


def battle_rules() -> ArcanaBattle:
    """The rules with the catalogue as it is now."""
    return _rules_of(current_catalogue())


@lru_cache(maxsize=2)
def _rules_of(catalogue: Catalogue) -> ArcanaBattle:
    return ArcanaBattle(catalogue)


def rules_of(game: str) -> BattleRules[Any, Any, Any]:
    """The rules of a game's battles; MalformedError where there are none."""
    return battle_rules() if game == ARCANA.slug else played_rules(game)


def played_rules(game: str) -> PlayedRules[Any, Any, Any]:
    """The rules of a game whose battles are played on the pages for all games; MalformedError where there are none."""
    rules = GAMES[game].battle_rules() if game in GAMES else None
    if rules is None:
        raise MalformedError("game", f"no battles of “{game}” are played here")
    return rules


def game_in(battle: models.Battle) -> str:
    """The slug of the game that a battle is of."""
    return HEADER.decode(battle.header).game


def sides_in(battle: models.Battle) -> tuple[str, ...]:
    """What the sides of a battle are called, in their order."""
    return HEADER.decode(battle.header).sides


def log_in(battle: models.Battle) -> EventLog[Any, Any, Any]:
    """The log of a battle up to its head. What a process has folded before it keeps, and goes on from there.

    Where the rows hold another history by now, as after a backup was restored, it is folded anew.
    """
    header = HEADER.decode(battle.header)
    log = _known(battle, header)
    if log is not None:
        with suppress(MalformedError):
            return _read_on(battle, log)
        _forget(battle)
    return _read_on(battle, EventLog(rules_of(header.game), header))


def _read_on(battle: models.Battle, log: EventLog[Any, Any, Any]) -> EventLog[Any, Any, Any]:
    """The log up to the battle's head; MalformedError where the rows don't go on from it."""
    if log.head < battle.head:
        lines = battle.events.filter(seq__gt=log.head, seq__lte=battle.head).order_by("seq")
        for line in lines.values_list("line", flat=True):
            log = with_line(log, line.encode())
        keep_log(battle, log)
    return log


def catalogue_of(log: EventLog[Any, Any, Any]) -> Catalogue:
    """The catalogue by which a log's rules decide."""
    rules = log.rules
    assert isinstance(rules, ArcanaBattle)
    return rules.catalogue


def battle_file(battle: models.Battle) -> bytes:
    """The battle as its file."""
    return written_battle(log_in(battle))


def _known(battle: models.Battle, header: Header) -> EventLog[Any, Any, Any] | None:
    """What is kept of a battle, up to its head as the row has it; None where that is another history."""
    with _lock:
        log = _logs.get(battle.pk)
    if log is None or log.header != header:
        return None
    last = log.last
    while last.seq > battle.head and last.before is not None:
        last = last.before
    if last.seq == battle.head and last.digest != battle.digest:
        _forget(battle)
        return None
    return EventLog(rules_of(header.game), header, last)


def _forget(battle: models.Battle) -> None:
    with _lock:
        _logs.pop(battle.pk, None)


def keep_log(battle: models.Battle, log: EventLog[Any, Any, Any]) -> None:
    """Keep a log for the next request, if none that goes further is kept; those not asked for longest make room."""
    with _lock:
        kept = _logs.get(battle.pk)
        if kept is None or kept.header != log.header or kept.head < log.head:
            _logs[battle.pk] = log
        _logs.move_to_end(battle.pk)
        while sum(log.head for log in _logs.values()) > EVENTS_KEPT:
            _logs.popitem(last=False)


def end_of(battle: models.Battle) -> tuple[Ended | None, tuple[str, ...]]:
    """How a battle of any game ended, None while it goes on, and its sides in their order."""
    log = log_in(battle)
    return log.rules.ended(log.state), log.header.sides
