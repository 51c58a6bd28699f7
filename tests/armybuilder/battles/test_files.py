"""Battles opened from their files, and what a process keeps of those it has folded."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.battles import snapshots
from armybuilder.battles.models import Battle, BattleEvent
from armybuilder.battles.services.battles import MOST_EVENTS
from armybuilder.battles.snapshots import battle_file, battle_rules, log_in
from tabletop.arcana.battle.commands.course import Note
from tabletop.arcana.battle.facts.course import Noted
from tabletop.battle.events import Actor, Happening, UndoAsked, Undone
from tabletop.battle.file import written_battle
from tabletop.battle.log import EventLog
from tabletop.decoding import LARGEST_FILE
from tests.played import BATTLE_TOKEN, command_in, kept_battle
from tests.visitors import load_printed_rows

pytestmark = pytest.mark.django_db
AT = "2026-11-23T19:30:05Z"
Log = EventLog[Any, Any, Any]


@pytest.fixture
def battle() -> Battle:
    load_printed_rows()
    return kept_battle()


def opened(content: bytes) -> Any:
    upload = SimpleUploadedFile("battle.jsonl", content, content_type="application/jsonl")
    return Client().post("/battle/open/", {"file": upload}, follow=True)


def with_fact(log: Log, fact: Any) -> Log:
    return log.append([Happening(fact)], by=Actor("red"), cause=f"c{log.head}", at=AT)


def test_a_battle_of_more_than_a_megabyte_is_opened(battle: Battle) -> None:
    log = log_in(battle)
    while sum(map(len, log.lines(battle.head))) < LARGEST_FILE:
        notes = [Happening(Noted(text="A long day. " * 40)) for _ in range(500)]
        log = log.append(notes, by=Actor("red"), cause=f"c{log.head}", at=AT)
    content = written_battle(log)
    assert len(content) > LARGEST_FILE
    page = opened(content)
    assert (page.status_code, page.redirect_chain[-1][0].startswith("/b/")) == (200, True)
    assert battle_file(Battle.objects.latest("pk")) == content


def headed(battle: Battle, **fields: Any) -> Log:
    header = msgspec.structs.replace(log_in(battle).header, **fields)
    return EventLog(battle_rules(), header)


def test_a_file_that_no_page_could_show_is_refused(battle: Battle) -> None:
    log = log_in(battle)
    begun = log.events()[0].fact
    one_side = msgspec.structs.replace(begun, armies=begun.armies[:1])
    unknown = [msgspec.structs.replace(army, army="nobodys-list") for army in begun.armies]
    for wrong, said in (
        (headed(battle), "line 2: a battle begins with its first event"),
        (headed(battle, sides=("red", "green")), "line 1: the sides of a battle are red and blue"),
        (with_fact(headed(battle), Noted(text="Hm")), "line 2: a battle begins once"),
        (with_fact(log, begun), f"line {log.head + 2}: a battle begins once"),
        (with_fact(headed(battle), one_side), "line 2: a battle is between a red and a blue army"),
        (with_fact(log, Undone(0, log.tip)), f"line {log.head + 2}: a battle begins once"),
        (with_fact(log, UndoAsked(0, log.tip)), f"line {log.head + 2}: a battle begins once"),
        (with_fact(headed(battle), msgspec.structs.replace(begun, armies=tuple(unknown))), "those of this catalogue"),
    ):
        page = opened(written_battle(wrong))
        assert (page.status_code, said in page.content.decode()) == (200, True), said
    assert Battle.objects.count() == 1


def test_a_battle_that_is_too_long_for_here_is_refused(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.battles.services.battles.MOST_EVENTS", battle.head - 1)
    assert f"at most {battle.head - 1:,} events" in opened(battle_file(battle)).content.decode()
    assert battle.head < MOST_EVENTS


def test_a_log_is_read_once_and_again_where_its_rows_tell_another_history(battle: Battle) -> None:
    command_in(battle, "red", Note(text="Well met"))
    before = Battle.objects.get()
    at_first = [BattleEvent(battle=battle, seq=event.seq, line=event.line) for event in battle.events.all()]
    log = log_in(before)
    command_in(battle, "red", Note(text="The sun stands low"))
    longer = log_in(Battle.objects.get())
    snapshots.keep_log(before, log)  # by a slow request: it takes nothing away
    now = Battle.objects.get()
    with CaptureQueriesContext(connection) as queries:
        assert log_in(before).digest == log.digest
        assert log_in(now).digest == longer.digest
    assert not any("battleevent" in query["sql"] for query in queries)
    assert longer.head == log.head + 1

    # A backup from before is brought back, and the battle goes on in another way.
    battle.events.all().delete()
    battle.commands.all().delete()
    BattleEvent.objects.bulk_create(at_first)
    Battle.objects.filter(pk=battle.pk).update(head=before.head, digest=before.digest)
    other = with_fact(log, Noted(text="The moon is up"))
    for ahead in (1, 2):
        line = other.lines(before.head)[-1].decode()
        BattleEvent.objects.create(battle=battle, seq=other.head, line=line)
        Battle.objects.filter(pk=battle.pk).update(head=other.head, digest=sha256(line.encode()).hexdigest())
        assert log_in(Battle.objects.get()).digest == other.digest, ahead
        snapshots._logs[battle.pk] = longer
        other = with_fact(other, Noted(text="It is night"))
    assert "The moon is up" in Client().get(f"/b/{BATTLE_TOKEN}/?log=all").content.decode()


def test_logs_of_many_events_make_room_for_each_other(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    other = kept_battle(code="another", token="AnotherSeat1")
    for kept in (battle, other, battle):
        log_in(kept)
    assert {battle.pk, other.pk} <= snapshots._logs.keys()
    monkeypatch.setattr(snapshots, "EVENTS_KEPT", other.head)
    snapshots.keep_log(other, log_in(other))
    assert list(snapshots._logs) == [other.pk]
