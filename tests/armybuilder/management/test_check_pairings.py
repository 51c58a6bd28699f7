"""The command that proves an event's rounds: right, wrong with what is wrong, and malformed by the field."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from tabletop.tournament.event import Event, Player
from tabletop.tournament.file import write_event
from tabletop.tournament.pairings import ByHand, paired
from tests.tournaments import a_played_event


def checked(path: Path) -> tuple[int | str | None, list[str]]:
    """The exit code and what is said."""
    out = StringIO()
    try:
        call_command("check_pairings", str(path), stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_rounds_are_proved_with_what_had_to_give_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    event, file = a_played_event(9, 3, 4), tmp_path / "event.json"
    file.write_bytes(write_event(event))
    code, said = checked(file)
    assert code == 0
    assert [line for line in said if not line.startswith("  ")] == [
        f"round {number}: right, seed seed-4-{number}" for number in (1, 2, 3)
    ]
    assert any(line.endswith("apart") for line in said)
    last = event.rounds[2]
    file.write_bytes(write_event(replace(event, rounds=(*event.rounds[:2], replace(last, pairings=last.pairings[1:])))))
    code, said = checked(file)
    assert code == 1
    assert "round 3: wrong, seed seed-4-3" in said
    assert said[-1].endswith("is missing")


def test_pairs_put_by_hand_are_told_though_they_cost_nothing(tmp_path: Path) -> None:
    players = tuple(Player(ref=f"p{number}", name=f"P{number}") for number in range(5))
    event = Event(format="muster-event/1", name="Hands", planned_rounds=1, players=players)
    file = tmp_path / "event.json"
    file.write_bytes(write_event(paired(event, "s", by_hand=ByHand(pairs=(("p0", "p1"),), byes=("p2",)))))
    assert checked(file) == (0, ["round 1: right, seed s", "  2 of 3 pairings put by hand: P0 and P1; P2"])


def test_a_file_that_is_no_event_is_refused_by_its_field(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text('{"format": "muster-event/1", "name": "X", "planned_rounds": 0}')
    with pytest.raises(CommandError, match="planned_rounds: must be at least 1") as refused:
        checked(file)
    assert refused.value.returncode == 2
