from __future__ import annotations

import time
from hashlib import sha256

import pytest

from tabletop.battle.events import Clock, Happening, Redone, UndoAnswered, Undone
from tabletop.battle.log import SequenceError
from tests.tabletop.battle.race import AT, BLUE, RED, EndTurn, Hide, Log, Ran, Run, State, decided, race
from tests.whole_battles import check_battle


def two_turns() -> Log:
    log = decided(race(), Run("red"), RED, 4)
    log = decided(log, Run("blue"), BLUE, 6)
    log = decided(log, EndTurn(), RED)
    return decided(log, Run("red"), RED, 3)


def moved(log: Log, to: int) -> Log:
    tip = log.tip
    fact = Undone(to, tip) if to < tip else Redone(to, tip)
    return log.append([Happening(fact)], by=RED, cause=f"c{log.head + 1}", at=AT)


def test_what_stands_is_the_fold_of_the_log_at_every_event() -> None:
    log = two_turns()
    assert log.state == log.fold() == State(2, (7, 6), ran=frozenset({"red"}))
    assert log.clock == Clock(2, "run")
    stepwise = race()
    for event in log.events():
        stepwise = stepwise.with_event(event)
        assert stepwise.state == log.fold(event.seq)
    assert stepwise.lines() == log.lines()
    assert [event.clock.turn for event in log.events()] == [1, 1, 2, 2]


def test_an_undo_to_any_event_and_a_redo_bring_the_same_state() -> None:
    log = two_turns()
    for to in range(log.tip):
        back = moved(log, to)
        assert back.state == log.fold(to)
        assert back.live() == log.events()[:to]
        assert moved(back, log.tip).state == log.state
        assert moved(back, log.tip).live() == log.live()
        assert back.lines()[: log.head] == log.lines()


def test_what_was_undone_can_be_redone_until_something_new_is_said_and_stays_readable() -> None:
    log = two_turns()
    back = moved(moved(moved(log, 3), 1), 2)
    assert [entry.seq for entry in back.last.future] == [3, 4]
    new = decided(back, Hide("blue", 5), BLUE)
    with pytest.raises(SequenceError, match="event 4 neither stands nor was it undone last"):
        moved(new, 4)
    assert [event.seq for event in new.live()] == [1, 2, 8]
    assert [(branch.after, [event.seq for event in branch.events]) for branch in new.branches()] == [(2, [3, 4])]
    other = decided(moved(new, 1), Run("blue"), BLUE, 1)
    assert [(branch.after, [event.seq for event in branch.events]) for branch in other.branches()] == [
        (1, [2, 3, 4]),
        (2, [8]),
    ]
    assert other.fold(8) == new.state


def test_steps_that_do_not_follow_are_errors() -> None:
    log = two_turns()
    both = log.append([Happening(Ran("blue", 1)), Happening(Ran("blue", 2))], by=BLUE, cause="two", at=AT)
    assert [event.id for event in both.events(4)] == ["two.1", "two.2"]
    for fact, reason in [
        (Undone(5, 6), "isn't the last one of its command"),
        (Undone(2, 5), "event 6 is the last that stands, not 5"),
        (Undone(6, 6), "an undo goes back"),
        (Redone(2, 6), "a redo on"),
        (Redone(7, 6), "event 7 neither stands"),
        (UndoAnswered(True), "nobody has asked"),
    ]:
        with pytest.raises(SequenceError, match=reason):
            both.append([Happening(fact)], by=RED, cause="c", at=AT)
    with pytest.raises(SequenceError, match="there is no event 5"):
        log.fold(5)
    with pytest.raises(SequenceError, match="event 2 can't follow event 4"):
        log.with_event(log.events()[1])


def test_each_line_names_the_digest_of_the_line_before_it() -> None:
    log = two_turns()
    before = log.header.line()
    for line in log.lines():
        assert line.endswith(b',"prev":"%s"}' % sha256(before).hexdigest().encode())
        before = line
    assert log.digest == sha256(before).hexdigest()
    assert log.lines()[0].startswith(
        b'{"seq":1,"id":"c1.1","at":"2026-11-23T19:30:05Z","by":{"seat":"red","device":"d1"},"turn":1,"phase":"run",'
        b'"cause":"c1","kind":"ran","version":1,"rules":["R1"],'
        b'"dice":[{"faces":[4],"for":"run","how":"typed","of":"red"}],"data":{"side":"red","spaces":4},"prev":"'
    )
    assert b'"kind":"turn_begun","version":2,"data":{"turn":2}' in log.lines()[2]


def test_five_thousand_events_cost_little() -> None:
    def spent() -> float:
        log, happenings, began = race(), [Happening(Ran("red", 1))], time.process_time()
        for number in range(5000):
            log = log.append(happenings, by=RED, cause=str(number), at=AT)
        assert log.state.spaces == (5000, 0)
        return time.process_time() - began

    assert min(spent() for _ in range(3)) < 0.1  # seconds


def test_a_battle_of_two_turns_is_whole() -> None:
    check_battle(moved(moved(two_turns(), 2), 3))
