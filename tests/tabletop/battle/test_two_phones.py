"""Two phones, a server, and a wire that loses and repeats: whatever is sent, both have the same battle in the end."""

from __future__ import annotations

from functools import reduce

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tabletop.battle.commands import Answered, ConflictError, IdReusedError, Sent, carried_out
from tabletop.battle.events import RefusalError
from tabletop.battle.file import with_line
from tabletop.battle.log import UndoMode
from tabletop.battle.undo import AnswerUndo, Redo, Undo, in_words, next_command
from tabletop.battle.views import sentence, view
from tabletop.dice.sources import FacesError, Seeded
from tests.tabletop.battle.race import AT, SIDES, EndTurn, Hid, Hide, Run, race
from tests.whole_battles import check_battle

SECRET = 900_000  # what is hidden has numbers that nothing else has

seats = st.sampled_from(SIDES)
steps = st.integers(0, 30)
mostly = st.sampled_from((True, True, True, False))
commands = st.one_of(
    st.builds(Run, seats),
    st.builds(Hide, seats, st.integers(SECRET, SECRET + 9)),
    st.builds(EndTurn),
    st.builds(Undo, steps),
    st.builds(Redo, steps),
    st.builds(AnswerUndo, st.booleans()),
)


class TwoPhones(RuleBasedStateMachine):
    """A server's log, what it has answered, and what each phone has seen of it."""

    @initialize(undo=st.sampled_from(UndoMode))
    def begin(self, undo: UndoMode) -> None:
        self.log = race(undo)
        self.phones = dict.fromkeys((*SIDES, "referee"), self.log)
        self.answered: dict[str, Answered] = {}
        self.sent: list[Sent] = []

    def send(
        self, seat: str, command: object, *, faces: tuple[int, ...] | None = None, up_to_date: bool = True
    ) -> None:
        if up_to_date and seat in self.phones:
            self.phones[seat] = self.log
        on = self.phones[seat].head if seat in self.phones else self.log.head
        self.deliver(Sent(id=f"k{len(self.sent)}", on=on, seat=seat, command=command, faces=faces))

    @rule(seat=seats, typed=st.none() | st.tuples(st.integers(1, 6)), up_to_date=mostly)
    def run(self, seat: str, typed: tuple[int, ...] | None, up_to_date: bool) -> None:
        self.send(seat, Run(seat), faces=typed, up_to_date=up_to_date)

    @rule(seat=seats, place=st.integers(SECRET, SECRET + 9), up_to_date=mostly)
    def hide(self, seat: str, place: int, up_to_date: bool) -> None:
        self.send(seat, Hide(seat, place), up_to_date=up_to_date)

    @precondition(lambda self: self.log.state.ran)
    @rule(seat=seats)
    def end_turn(self, seat: str) -> None:
        self.send(seat, EndTurn())

    @precondition(lambda self: self.log.tip)
    @rule(seat=seats, commands=st.integers(1, 4), up_to_date=mostly)
    def undo(self, seat: str, commands: int, up_to_date: bool) -> None:
        back = [entry.seq for entry in self.log.last.tip.line_of_facts()][1:]  # a command is one event here
        self.send(seat, Undo(back[:commands][-1]), up_to_date=up_to_date)

    @precondition(lambda self: self.log.last.future)
    @rule(seat=seats, up_to_date=mostly)
    def redo(self, seat: str, up_to_date: bool) -> None:
        self.send(seat, Redo(next_command(self.log)), up_to_date=up_to_date)

    @precondition(lambda self: self.log.last.question)
    @rule(seat=st.sampled_from((*SIDES, "referee")), yes=mostly)
    def answer(self, seat: str, yes: bool) -> None:
        self.send(seat, AnswerUndo(yes))

    @rule(
        seat=st.sampled_from((*SIDES, "referee", "watcher")),
        command=commands,
        faces=st.lists(st.integers(1, 7), max_size=2).map(tuple),
    )
    def send_anything(self, seat: str, command: object, faces: tuple[int, ...]) -> None:
        self.send(seat, command, faces=faces or None, up_to_date=False)

    @rule(place=st.integers(0, 30), to=st.sampled_from(("same", "changed")))
    def repeat(self, place: int, to: str) -> None:
        if place >= len(self.sent):
            return
        first = self.sent[place]
        known, before = self.answered.get(first.id), self.log
        if to == "same":
            self.deliver(first)
            assert known is None or self.log is before
        elif known is not None:
            other = Sent(id=first.id, on=first.on, seat=first.seat, command=Hide(SIDES[0], 1), faces=(2, 2))
            try:
                carried_out(self.log, other, at=AT, answered=known)
                raise AssertionError("an id was used for two commands")
            except IdReusedError:
                pass

    def deliver(self, sent: Sent) -> None:
        self.sent.append(sent)
        lines = self.log.lines()
        try:
            answer = carried_out(
                self.log, sent, at=AT, answered=self.answered.get(sent.id), source=Seeded(len(self.sent))
            )
        except (ConflictError, RefusalError, FacesError):
            assert self.log.lines() == lines
            return
        assert answer.log.lines()[: len(lines)] == lines
        self.log = answer.log
        self.answered[sent.id] = answer.answered
        causes = [event.cause for event in self.log.events()]
        assert causes.count(sent.id) == answer.answered.last - answer.answered.first + 1

    @rule(seat=seats, most=st.integers(1, 5))
    def catch_up(self, seat: str, most: int) -> None:
        for line in self.log.lines(self.phones[seat].head)[:most]:
            self.phones[seat] = with_line(self.phones[seat], line)

    @invariant()
    def what_stands_is_the_fold(self) -> None:
        assert self.log.state == self.log.fold()

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        for seat in (*SIDES, "watcher"):
            seen = view(self.log, seat)
            assert all(event.fact.side == seat for event in seen if isinstance(event.fact, Hid))
            words = [sentence(self.log, entry, seat) for entry in self.log.entries()]
            assert not any(str(SECRET // 10) in text for text in words)
            if self.log.tip:
                assert in_words(self.log, 0, seat)

    def teardown(self) -> None:
        if hasattr(self, "log"):
            for seen in self.phones.values():
                phone = reduce(with_line, self.log.lines(seen.head), seen)
                assert (phone.digest, phone.state) == (self.log.digest, self.log.state)
            check_battle(self.log)


TestTwoPhones = TwoPhones.TestCase
TestTwoPhones.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)
