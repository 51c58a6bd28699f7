from __future__ import annotations

from collections.abc import Sequence

import pytest

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, Happening, Hidden, RefusalError, Throw, Undone
from tabletop.battle.log import SequenceError, UndoMode
from tabletop.battle.seats import RIGHTS, Right, SeatKind, kind_of, may
from tabletop.battle.undo import (
    AnswerUndo,
    Redo,
    RoomCommand,
    Undo,
    UndoRefusal,
    decide_undo,
    end_of_command,
    fallen_dice,
    in_words,
    last_command,
    next_command,
    who_answers,
    who_is_asked,
)
from tabletop.battle.views import sentence, view
from tests.tabletop.battle.race import AT, BLUE, RED, EndTurn, Hid, Hide, Log, Ran, Run, decided, race

REFEREE = Actor("referee", "d3")


def told(log: Log, command: RoomCommand, by: Actor, holds: Sequence[str] = ()) -> Log:
    happenings = decide_undo(log, command, by.seat, holds=holds)
    return log.append(happenings, by=by, cause=f"c{log.head + 1}", at=AT)


def kinds(log: Log, since: int) -> list[str]:
    return [type(event.fact).__name__ for event in log.events(since)]


def refused(log: Log, command: RoomCommand, by: Actor) -> UndoRefusal:
    with pytest.raises(RefusalError) as refusal:
        decide_undo(log, command, by.seat)
    assert refusal.value.sentence
    return refusal.value.code


def test_own_commands_without_dice_are_undone_at_once_and_others_after_a_yes() -> None:
    log = decided(decided(race(), Hide("red", 3), RED), Hide("red", 4), RED)
    assert who_is_asked(log, 0, {"red"}) == frozenset()
    assert who_is_asked(log, 0, {"blue"}) == {"red"}
    back = told(log, Undo(0), RED)
    assert kinds(back, 2) == ["Undone"]
    assert told(back, Redo(2), RED).state == log.state
    assert who_is_asked(back, 2, {"blue"}) == {"red"}
    rolled = decided(log, Run("red"), RED, 4)
    assert who_is_asked(rolled, 2, {"red"}) == {"blue"}
    assert who_is_asked(decided(log, EndTurn(), BLUE), 1, {"red"}) == {"blue"}
    assert who_is_asked(decided(log, EndTurn(), RED), 2, {"red"}) == {"blue"}  # a turn's end shows things
    assert who_is_asked(rolled, 0, {"red", "blue"}) == frozenset()  # one phone for both

    asked = told(rolled, Undo(2), RED)
    assert kinds(asked, 3) == ["UndoAsked"]
    assert asked.state == rolled.state
    assert kinds(told(asked, AnswerUndo(True), BLUE), 4) == ["UndoAnswered", "Undone"]
    assert told(asked, AnswerUndo(True), BLUE).state == log.state
    for no in (told(asked, AnswerUndo(False), BLUE), told(asked, AnswerUndo(False), RED)):
        assert no.state == rolled.state
        assert no.last.question is None
    assert refused(asked, AnswerUndo(False), REFEREE) is UndoRefusal.NOT_ANSWERING
    assert decided(asked, Hide("red", 1), RED).last.question is None


def test_all_other_sides_are_asked_and_a_no_leaves_what_can_be_redone() -> None:
    log = decided(race(sides=("red", "blue", "green", "grey")), Run("red"), RED, 4)
    one = told(told(log, Undo(0), RED), AnswerUndo(True), BLUE)
    two = told(one, AnswerUndo(True), Actor("green"))
    assert one.state == two.state == log.state
    assert [who_answers(at) for at in (log, one, two)] == [frozenset(), {"green", "grey"}, {"grey"}]
    assert refused(two, AnswerUndo(True), BLUE) is UndoRefusal.NOT_ANSWERING
    all_agree = told(two, AnswerUndo(True), Actor("grey"))
    assert all_agree.state == race().state
    assert told(told(two, AnswerUndo(False), Actor("grey")), Undo(0), RED).state == log.state  # asked anew
    said_no = told(told(all_agree, Redo(1), RED), AnswerUndo(False), BLUE)
    assert next_command(said_no) == 1


def test_who_agrees_was_settled_at_the_start() -> None:
    free = decided(race(UndoMode.FREE), Run("red"), RED, 4)
    assert kinds(told(free, Undo(0), BLUE), 1) == ["Undone"]
    log = decided(race(UndoMode.REFEREE), Hide("red", 4), RED)
    asked = told(log, Undo(0), RED)
    assert refused(asked, AnswerUndo(True), BLUE) is UndoRefusal.NOT_ANSWERING
    assert kinds(told(asked, AnswerUndo(True), REFEREE), 2) == ["UndoAnswered", "Undone"]
    assert kinds(told(log, Undo(0), REFEREE), 1) == ["Undone"]


def test_steps_and_answers_that_nobody_may_give_are_refused() -> None:
    log = decided(decided(race(), Run("red"), RED, 4), Run("blue"), BLUE, 2)
    asked = told(log, Undo(0), RED)
    assert refused(log, Undo(0), Actor("watcher")) is UndoRefusal.NO_RIGHT
    assert refused(log, AnswerUndo(True), BLUE) is UndoRefusal.NOT_ASKED
    assert refused(asked, AnswerUndo(True), RED) is UndoRefusal.NOT_ANSWERING
    for command in (Undo(2), Undo(3), Redo(1), Redo(3)):
        assert refused(log, command, RED) is UndoRefusal.NO_STEP


def test_a_button_says_what_it_takes_back_and_nothing_secret() -> None:
    log = decided(decided(race(), Run("red"), RED, 4), Hide("blue", 3), BLUE)
    assert (last_command(log), next_command(log), end_of_command(log, 1)) == (1, None, 1)
    assert [words.sentences for words in in_words(log, 0, "blue")] == [("blue hides",), ("red runs 4 from 0",)]
    assert in_words(log, 0, "red")[0].sentences == ("blue does something in secret",)
    both = log.append([Happening(Ran("red", 1)), Happening(Ran("blue", 2))], by=RED, cause="c", at=AT)
    assert [words.sentences for words in in_words(both, 2, "red")] == [("red runs 1 from 4", "blue runs 2 from 0")]
    two_back = both.append([Happening(Undone(2, 4))], by=RED, cause="u", at=AT)
    assert in_words(two_back, 4, "red") == in_words(both, 2, "red")
    back = told(told(log, Undo(0), RED), AnswerUndo(True), BLUE)
    assert (last_command(back), next_command(back)) == (None, 1)
    assert [words.sentences for words in in_words(back, 2, "blue")] == [("red runs 4 from 0",), ("blue hides",)]
    assert [sentence(back, entry, "red") for entry in back.entries(1)] == [
        "blue does something in secret",
        "red asks to undo everything after event 0",
        "blue agrees",
        "blue undoes everything",
    ]
    with pytest.raises(SequenceError):
        end_of_command(back, 2)


def test_what_is_hidden_leaves_only_its_heading() -> None:
    log = decided(decided(race(), Hide("blue", 3), BLUE), Run("red"), RED, 4)
    first, second = view(log, "red")
    assert (first.fact, first.by, second) == (Hidden(), BLUE, log.events()[1])
    assert view(log, "blue") == log.events()
    assert view(log, "watcher", since=1) == (second,)
    secret = Happening(Hid("blue", 3), ("R2",), (Throw((4,), "hide"),))
    rolled = race().append([secret], by=BLUE, cause="c", at=AT)
    assert [(event.dice, event.rules) for event in view(rolled, "red")] == [((), ())]
    rolled.rules.seen_by = lambda fact, seat: Hid(fact.side, 0)
    assert [(event.fact, event.dice, event.rules) for event in view(rolled, "red")] == [(Hid("blue", 0), (), ())]


def test_dice_that_have_fallen_stay_fallen() -> None:
    start = decided(race(UndoMode.FREE), Hide("blue", 3), BLUE)
    back = told(decided(start, Run("red"), RED, 4), Undo(1), RED)
    assert fallen_dice(start) == {}
    assert fallen_dice(back) == {("run", "red"): (4,)}
    assert fallen_dice(decided(back, Hide("blue", 4), BLUE)) == {}  # other things stand
    again = told(decided(back, Run("red"), RED, 5), Undo(1), RED)
    assert fallen_dice(again) == {("run", "red"): (5,)}

    dice = NotedDice.rolled(fallen={("run", "red"): (4, 1, 2, 6, 4, 5, 3, 1)})
    assert dice.of("red").faces(3, "run") + dice.of("red").faces(5, "run") == (4, 1, 2, 6, 4, 5, 3, 1)
    assert not any(throw.again for throw in dice.taken())
    assert len(dice.of("red").faces(2, "run")) == 2  # nothing lies there any more
    for other, marked in [
        (NotedDice.typed((4, 2), fallen={("run", "red"): (4,)}), False),
        (NotedDice.typed((3, 2), fallen={("run", "red"): (4,)}), True),
        (NotedDice.seeded(1, fallen={("run", "red"): (4,)}, again=True), True),
        (NotedDice.seeded(1, fallen={("run", "blue"): (4,)}, again=True), False),
    ]:
        other.of("red").faces(2, "run")
        assert [throw.again for throw in other.taken()] == [marked]


def test_every_die_ends_in_an_event() -> None:
    dice = NotedDice.seeded(7)
    assert dice.faces(0, "none") == ()
    dice.faces(1, "run")
    with pytest.raises(RuntimeError, match="dice for run are in no event"):
        dice.check_all_taken()


def test_seats_have_their_rights() -> None:
    assert [kind_of(seat, ("red", "blue")) for seat in ("red", "referee", "green")] == list(SeatKind)
    assert may("referee", Right.CORRECT, ("red",))
    assert not may("referee", Right.ACT, ("red",))
    assert RIGHTS[SeatKind.WATCHER] == {Right.SEE}
