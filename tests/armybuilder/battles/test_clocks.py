"""Chess clocks: whose time runs, what is a break, what a clock shows; agreed for a battle or shown by a phone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from armybuilder.battles.models import Seat
from armybuilder.battles.presenters.play.clocks import ChessClock, clocks_of
from tabletop.arcana.battle.facts.course import BattleEnded, PhaseBegun, StepBegun, StepFinished, TurnBegun
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.facts.movement import ChargeDeclared
from tabletop.arcana.battle.state import SIDES, Options, Result
from tabletop.arcana.battle.steps import Phase, Step
from tabletop.battle.events import Actor, Happening, Undone
from tabletop.battle.log import EventLog, Header
from tests.battles import first_event, rules
from tests.visitors import load_printed_rows

NOON = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
RED_MOVES = (TurnBegun(number=1), PhaseBegun(phase=Phase.MOVEMENT), StepBegun(step=Step.FIRST_MOVER, side="red"))


def after(*events: tuple[int, Any], given: int | None = None) -> EventLog[Any, Any, Any]:
    """A battle in which red moves from noon on, and what comes so many minutes later."""
    log: EventLog[Any, Any, Any] = EventLog(rules(), Header(game="arcana", id="c", rules_version="1", sides=SIDES))
    begins: Fact = replace(first_event("dwarves", "orcs"), options=Options(minutes=given))
    for number, (minute, fact) in enumerate([(-20, begins), *((0, fact) for fact in RED_MOVES), *events]):
        at = (NOON + timedelta(minutes=minute)).isoformat()
        log = log.append([Happening(fact)], by=Actor("red"), cause=f"c{number}", at=at)
    return log


CHARGE = ChargeDeclared(unit="r1", target="b1")
VOLLEYS = StepBegun(step=Step.VOLLEYS, side=None)
OVER = BattleEnded(result=Result(winner="red", level="agreed"))


@pytest.mark.parametrize(
    ("events", "now", "minutes", "running"),
    [
        ([], 5, (5, 0), {"red"}),
        ([(3, CHARGE)], 5, (3, 2), {"blue"}),
        ([(3, VOLLEYS)], 5, (5, 2), {"red", "blue"}),
        ([(3, VOLLEYS), (4, StepFinished(side="red"))], 6, (4, 3), {"blue"}),
        ([(3, OVER)], 9, (3, 0), set()),
        ([(31, VOLLEYS)], 32, (1, 1), {"red", "blue"}),
        ([], 31, (0, 0), set()),
        ([(3, CHARGE), (4, Undone(4, 5))], 6, (5, 1), {"red"}),
    ],
)
def test_time_runs_for_who_is_waited_for(
    events: list[tuple[int, Any]], now: int, minutes: tuple[int, int], running: set[str]
) -> None:
    clocks = clocks_of(after(*events), NOON + timedelta(minutes=now))
    assert tuple(clock.used for clock in clocks) == tuple(60 * each for each in minutes)
    assert {clock.side for clock in clocks if clock.runs} == running


def test_a_clock_shows_what_was_used_or_what_is_left_and_that_it_has_run_out() -> None:
    used = ChessClock("red", "A", 3_671, None, runs=True)
    assert (used.shown, used.has_run_out) == ("1:01:11", False)
    red, blue = clocks_of(after(given=2), NOON + timedelta(minutes=3))
    assert (red.shown, red.has_run_out) == ("−1:00", True)
    assert (blue.shown, blue.has_run_out) == ("2:00", False)


@pytest.mark.django_db
def test_minutes_are_agreed_as_a_battle_begins_and_each_phone_shows_clocks_or_not() -> None:
    load_printed_rows()
    client = Client()
    begin = {"red": "sample.dwarves", "blue": "sample.orcs", "scenario": "attrition", "undo": "free"}
    refused = client.post("/battle/new/", begin | {"minutes": "0"})
    assert "is a number from 1 to 1,000, or nothing" in refused.content.decode()
    for minutes, shown, said in (("90", True, "90 minutes for each side"), ("", False, "No clock is agreed on")):
        page = client.post("/battle/new/", begin | {"minutes": minutes}, follow=True).content.decode()
        assert ('role="timer"' in page) is shown
        assert said in page
    token = Seat.objects.last().token  # type: ignore[union-attr]
    assert 'role="timer"' in client.get(f"/b/{token}/?clock=yes").content.decode()
