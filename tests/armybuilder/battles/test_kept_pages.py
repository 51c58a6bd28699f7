"""Battles that were kept, page by page: every form is a command that is read, with its odds or why there are none."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.presenters.play.before import before
from armybuilder.battles.presenters.play.page import BattlePage, page_of
from armybuilder.battles.presenters.play.report import compared, report_of
from armybuilder.battles.presenters.play.tray import tray
from armybuilder.battles.services.battles import keep_battle
from tabletop.battle.commands import Sent
from tabletop.battle.events import RefusalError
from tabletop.battle.file import read_battle
from tabletop.battle.log import EventLog
from tests.battles import rules
from tests.played import filled
from tests.stories import KEPT
from tests.visitors import OWNER, load_printed_rows


def pages(log: EventLog[Any, Any, Any]) -> list[BattlePage]:
    """The pages as each step begins and as somebody must answer, some of who plays the second side alone.

    Without phases there is another page.
    """
    entries = log.entries()
    ends = [entry for entry, later in pairwise(entries) if entry.cause != later.cause] + entries[-1:]
    ends = [entry for entry in ends if entry.state.sandbox is None]
    ends = list(
        {(end.state.clock.turn, end.state.clock.step, end.state.answering): end for end in reversed(ends)}.values()
    )
    seats = (Seat(role=Role.BOTH), Seat(role=Role.BOTH), Seat(role=Role.BLUE))
    return [
        page_of(EventLog(log.rules, log.header, entry), seats[number % 3], QueryDict())
        for number, entry in enumerate(ends)
    ]


def check_forms(log: EventLog[Any, Any, Any]) -> None:
    """AssertionError where a page of the battle says nothing, or a form on it is no command, or has no odds to tell."""
    seen: set[str] = set()
    for page in pages(log):
        assert page.title
        assert page.says
        cards = [action for card in page.cards for action in (*card.actions, *card.more)]
        for action in (*page.actions, *page.more, *cards):
            if action.label in seen:
                continue
            seen.add(action.label)
            sent: Sent[Any] = Sent(id="x", on=page.head, seat=page.side, command=filled(action))
            if action.odds:
                told = before(page.state, rules().catalogue, sent)
                assert told is not None
                assert told.why_not or told.sentence
            if action.dice:
                with suppress(RefusalError):
                    assert tray(page.state, sent)
    assert len(seen) > 6


@pytest.mark.django_db
@pytest.mark.long
def test_a_kept_battle_is_opened_played_back_and_reported() -> None:
    load_printed_rows()
    client = Client()
    for file in sorted(KEPT.glob("*.jsonl")):
        log = read_battle(file.read_bytes(), rules())
        check_forms(log)
        token = keep_battle(visitor=OWNER, log=log).seats.get().token
        assert "The battle is over" in client.get(f"/b/{token}/?log=all").content.decode()
        report = client.get(f"/b/{token}/report/?event={log.head // 2}").content.decode()
        assert report_of(log, "red", None).title in report
        assert client.get(f"/b/{token}/battle.jsonl").getvalue() == file.read_bytes()


def test_two_phones_prove_by_a_few_letters_that_they_saw_the_same_battle() -> None:
    log = read_battle((KEPT / "mill.jsonl").read_bytes(), rules())
    earlier = log.entry(40).digest
    assert compared(log, "") == ""
    assert compared(log, f"{log.digest[:4]} {log.digest[4:8]} {log.digest[8:12]}".upper()).startswith(
        "Both copies agree"
    )
    assert "the same up to event 40; here 9" in compared(log, earlier[:12])
    assert "newer, or of another battle" in compared(log, "0" * 12)
    assert [compared(log, typed)[:17] for typed in (log.digest[:5], "zzzzzzzz")] == ["Type at least six"] * 2
