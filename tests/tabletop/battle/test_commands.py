from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.battle.commands import Answer, Answered, ConflictError, IdReusedError, SendRefusal, Sent, carried_out
from tabletop.battle.events import Happening, RefusalError, Undone
from tabletop.battle.undo import AnswerUndo, Undo
from tabletop.decoding import MalformedError, converted
from tabletop.dice.sources import FacesError, Seeded
from tests.tabletop.battle.race import AT, BLUE, RED, EndTurn, Hide, Log, Race, Ran, Run, Why, decided, race


def answer(log: Log, sent: Sent, answered: Answered | None = None) -> Answer:
    return carried_out(log, sent, at=AT, answered=answered, source=Seeded(3))


def run(side: str, on: int, *faces: int, name: str = "k1") -> Sent:
    return Sent(id=name, on=on, seat=side, device="d1", command=Run(side), faces=faces or None)


def test_a_command_sent_twice_counts_once() -> None:
    first = answer(race(), run("red", 0, 4))
    assert first.answered == Answered("k1", run("red", 0, 4).digest(), 1, 1)
    assert first.log.events()[0].cause == "k1"
    again = answer(first.log, run("red", 1, 4), first.answered)
    assert again == Answer(first.log, first.answered)
    with pytest.raises(IdReusedError, match="the id k1 was used for another command"):
        answer(first.log, run("red", 0, 5), first.answered)


def test_what_is_independent_is_decided_again_and_the_rest_is_refused_with_the_events_since() -> None:
    log = decided(race(), Hide("red", 2), RED)
    assert answer(log, run("blue", 0, 6)).log.state.spaces == (0, 6)
    for command, events in [(Run("red"), 1), (EndTurn(), 1), (Undo(0), 1), (AnswerUndo(True), 1)]:
        seat = "red" if isinstance(command, Run) else "blue"
        with pytest.raises(ConflictError) as conflict:
            answer(log, Sent(id="k2", on=0, seat=seat, command=command))
        assert (conflict.value.since, conflict.value.refusal) == (log.events()[:events], None)
    ended = decided(log, EndTurn(), RED)
    with pytest.raises(ConflictError):
        answer(ended, run("blue", 1, 6))
    undone = log.append([Happening(Undone(0, 1))], by=RED, cause="u", at=AT)
    assert answer(undone, run("blue", 1, 6)).log.head == 3
    with pytest.raises(ConflictError):
        answer(undone, run("red", 1, 6))


def test_a_stale_command_that_is_refused_now_comes_with_the_events_since() -> None:
    ran = answer(race(), run("red", 0, 4)).log
    log = decided(ran, Hide("blue", 2), BLUE)
    with pytest.raises(ConflictError) as conflict:
        answer(log, run("red", 1, 4, name="k2"))
    assert conflict.value.refusal is not None
    assert conflict.value.refusal.code is Why.HAS_RUN


def test_refused_commands_change_nothing() -> None:
    log = answer(race(), run("red", 0, 4)).log
    lines, state = log.lines(), log.state
    for sent, code in [
        (run("red", 1, 4, name="k2"), Why.HAS_RUN),
        (run("green", 1, 4, name="k2"), SendRefusal.WATCHES),
        (run("blue", 2, 4, name="k2"), SendRefusal.UNKNOWN_HEAD),
        (replace(run("blue", 1, 4, name="k2"), seen="000000"), SendRefusal.OTHER_HISTORY),
    ]:
        with pytest.raises(RefusalError) as refusal:
            answer(log, sent)
        assert refusal.value.code is code
        assert str(refusal.value) == refusal.value.sentence
    assert answer(log, replace(run("blue", 1, 4, name="k2"), seen=log.digest[:6])).log.head == 2
    for faces in [(7,), (4, 4), ()]:
        with pytest.raises(FacesError):
            answer(log, Sent(id="k2", on=1, seat="blue", command=Run("blue"), faces=faces))
    assert (log.lines(), log.state) == (lines, state)


def test_dice_are_rolled_where_none_are_typed() -> None:
    log = answer(race(), run("red", 0)).log
    (throw,) = log.events()[0].dice
    assert (throw.faces, throw.how) == (Seeded(3).faces(1, "run"), "seeded")
    (other,) = carried_out(log, run("blue", 1, name="k2"), at=AT).log.events()[1].dice
    assert other.how == "rolled"


def test_an_event_that_could_not_be_read_again_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MalformedError, match="at: must be a time as 2026-11-23T19:30:05Z"):
        carried_out(race(), run("red", 0, 4), at="2026-11-23T19:30:05+00:00")
    monkeypatch.setattr(Race, "decide", lambda *_: [Happening(Ran("red", 1.5))])
    with pytest.raises(MalformedError, match=r"data\.spaces: must be a whole number"):
        carried_out(race(), run("red", 0), at=AT)


def test_a_command_is_read_strictly() -> None:
    kind = Sent[Race.commands | Undo]
    plain = {"id": "k1", "on": 0, "seat": "red", "command": {"command": "run", "side": "red"}}
    assert converted(plain, kind).command == Run("red")
    with pytest.raises(MalformedError, match="id: must be up to 60 letters"):
        converted(plain | {"id": "k 1"}, kind)
    with pytest.raises(MalformedError, match="there is no such field"):
        converted(plain | {"head": 1}, kind)
