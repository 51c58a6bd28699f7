"""Commands sent to one battle at once, decided on the same event, and seats given at once: none is lost or doubled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from uuid import uuid4

from armybuilder.battles.models import Battle, BattleEvent, Role, Seat
from armybuilder.battles.services.battles import command_battle, hand_over
from armybuilder.battles.snapshots import battle_file, battle_rules
from tabletop.arcana.battle.commands.command import Command
from tabletop.arcana.battle.commands.course import Deploy, Note
from tabletop.battle.commands import ConflictError, Sent
from tabletop.battle.file import read_battle
from tests.played import kept_battle
from tests.racing import at_once, in_thread

ROUNDS = 3


def raced(threads: ThreadPoolExecutor, *commands: Command) -> list[str]:
    """Both read the battle before either is carried out: what each is answered."""
    both_have_read = Barrier(2)

    def send(command: Command) -> str:
        seat = Seat.objects.select_related("battle").get()
        sent = Sent(id=str(uuid4()), on=seat.battle.head, seat="blue", command=command)
        both_have_read.wait(timeout=30)
        try:
            command_battle(seat=seat, sent=sent)
        except ConflictError as conflict:
            return f"{len(conflict.since)} since"
        return "done"

    return at_once(threads, *(partial(send, command) for command in commands))


def kept() -> Battle:
    """The battle as its rows are, with numbers without gaps and a chain that holds."""
    battle = Battle.objects.get()
    numbers = list(BattleEvent.objects.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, battle.head + 1))
    assert read_battle(battle_file(battle), battle_rules()).digest == battle.digest
    return battle


def test_of_two_commands_at_once_none_is_lost_and_a_side_given_away_twice_has_one_link(
    threads: ThreadPoolExecutor,
) -> None:
    in_thread(threads, kept_battle)
    for number in range(ROUNDS):
        before = in_thread(threads, kept).head
        answers = raced(threads, Note(text=f"Mine {number}"), Note(text=f"Yours {number}"))
        assert sorted(answers) == ["1 since", "done"]
        assert in_thread(threads, kept).head == before + 1
    before = in_thread(threads, kept).head
    assert raced(threads, Deploy(unit="b1"), Deploy(unit="b2")) == ["done", "done"]
    assert in_thread(threads, kept).head == before + 2

    both_have_read = Barrier(2)

    def give() -> str:
        seat = Seat.objects.select_related("battle").get()
        both_have_read.wait(timeout=30)
        return hand_over(seat=seat, role=Role.BLUE).token

    assert len(set(at_once(threads, give, give))) == 1
    assert sorted(in_thread(threads, lambda: list(Seat.objects.values_list("role", flat=True)))) == ["blue", "red"]
