"""Tables as they were kept before they were battles: all their versions and steps are in the log."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from armybuilder import migrations
from tabletop.arcana.battle.table import Play, carried_out, read_command
from tabletop.arcana.battlefield import lay
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.battle.events import Redone, Undone
from tabletop.battle.undo import last_command, next_command
from tabletop.decoding import MalformedError
from tests.played import ford
from tests.tables import NOTHING
from tests.whole_battles import check_battle

MIGRATION: Any = import_module(f"{migrations.__name__}.0029_tables_are_battles")
AT = datetime(2026, 11, 28, tzinfo=UTC)
WORDS = ("forward 1.3", "wheel left 2.5", "put 30.123,21.7", "new turn", "lose 1", "flee 3.7", "remove", "back 1")


def version(number: int, play: Play, said: str, reason: str, *steps: int | None) -> Any:
    """A version as the history had it, with where undo and redo led from there."""
    plain = json.loads(msgspec.json.encode(play))
    content = {"content": plain["table"], "turn": plain.get("turn", {}), "said": said, "play": play}
    reasoned = {"history_change_reason": reason, "history_date": AT, "undo_to": steps[0], "redo_to": steps[1]}
    return SimpleNamespace(version=number, **content, **reasoned)


def kept_by_lot(seed: int) -> list[Any]:
    """The versions of a table, as the site of before kept them."""
    chance = Random(seed)
    kept = [version(1, Play(table=ford()), "The table is laid", "Start", None, None)]
    while len(kept) < 25:
        last, back = kept[-1], chance.random() < 0.7
        number = last.version + 1
        to = last.undo_to if back else last.redo_to
        if chance.random() < 0.35 and to:
            then = kept[to - 1]
            on = (then.undo_to, last.version) if back else (then.undo_to, then.redo_to)
            kept.append(version(number, then.play, f"Back to: {then.said}", "Undo" if back else "Redo", *on))
            continue
        units = [unit.ref for unit in last.play.table.units]
        try:
            order = read_command(chance.choice(units), chance.choice(WORDS))
            done = carried_out(last.play, lay(last.play.table, NOTHING), order)
        except (ForbiddenError, MalformedError, IndexError):
            continue
        kept.append(version(number, done.play, done.said, "Command", last.version, None))
    return kept


def row_of(last: Any) -> Any:
    return SimpleNamespace(content=last.content, turn=last.turn, said=last.said, updated_at=AT)


@pytest.mark.parametrize("seed", range(6))
def test_every_version_is_an_event_and_undo_and_redo_lead_where_they_led(seed: int) -> None:
    kept = kept_by_lot(seed)
    log = MIGRATION.log_of(row_of(kept[-1]), kept)
    entries = log.entries()
    assert [entry.state.sandbox for entry in entries] == [each.play for each in kept]
    steps = [each for each in entries if isinstance(each.event.fact, Undone | Redone)]
    assert len(steps) == sum(each.history_change_reason in ("Undo", "Redo") for each in kept)
    back, on = last_command(log), next_command(log)
    assert (log.entry(back).state.sandbox if back else None) == (kept[kept[-1].undo_to - 1].play if back else None)
    assert (log.entry(on).state.sandbox if on else None) == (kept[kept[-1].redo_to - 1].play if on else None)
    check_battle(log)


def test_what_no_version_tells_is_an_event_of_its_own() -> None:
    first, *_, last = kept_by_lot(1)
    for history, events in (([], 1), ([first], 2)):
        log = MIGRATION.log_of(row_of(last), history)
        assert (log.head, log.state.sandbox) == (events, last.play)
    lost = version(2, last.play, "Back to: what was there", "Undo", None, None)
    assert MIGRATION.log_of(row_of(lost), [first, lost]).state.sandbox == last.play


@pytest.mark.parametrize("seed", range(3))
def test_back_again_every_command_is_a_version(seed: int) -> None:
    kept = kept_by_lot(seed)
    log = MIGRATION.log_of(row_of(kept[-1]), kept)
    row = SimpleNamespace(code="c", browser="b", deleted_at=None, name="The ford")
    numbers: dict[int, int] = {}
    again = type(log)(log.rules, log.header)
    for number, (line, before) in enumerate(zip(log.lines(), kept, strict=True), 1):
        again = MIGRATION.with_line(again, line)
        now = MIGRATION.version_of(again, row, number, numbers)
        assert (now["content"], now["turn"]) == (before.content, before.turn)
        for step, old in ((now["undo_to"], before.undo_to), (now["redo_to"], before.redo_to)):
            assert (step and kept[step - 1].play) == (old and kept[old - 1].play)
