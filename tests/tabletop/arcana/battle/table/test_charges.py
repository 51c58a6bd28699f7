"""Charges of units that have advanced: with what is left of the move, declared in its first quarter."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.table import Play
from tabletop.arcana.battle.table.charges import answer_charge_in_play
from tabletop.arcana.battlefield import lay
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.queries.json import to_json
from tests.played import play
from tests.tables import NOTHING, block
from tests.tabletop.arcana.battle.table.test_commands import after, said


def facing(apart: float) -> Play:
    """Two blocks so many inches apart, face to face; the charger moves 12."""
    units = [block("r1", corner=(20, 10)), block("b1", corner=(25, 10 + apart), facing=180, side="blue")]
    return play(units=units, terrain=[])


def told(state: Play) -> dict[str, object]:
    return to_json(answer_charge_in_play(state, lay(state.table, NOTHING), "r1", "b1"))


def test_a_unit_charges_after_an_advance_in_the_first_quarter() -> None:
    state = after(facing(11), "forward 2")
    assert told(state)["possible"]
    assert after(state, "charge b1").table.engaged[0].units == ("r1", "b1")
    assert said(state, "charge b1").endswith('9"')


def test_what_it_has_spent_is_gone() -> None:
    state = after(facing(11), "back 1")
    assert not told(state)["possible"]
    with pytest.raises(ForbiddenError, match="it needs"):
        after(state, "charge b1")


def test_after_the_first_quarter_there_is_no_charge() -> None:
    state = after(facing(11), "forward 4")
    assert "first quarter" in str(told(state)["reason"])
    with pytest.raises(ForbiddenError, match="first quarter"):
        after(state, "charge b1")


def test_a_manoeuvre_that_bars_a_charge_bars_it() -> None:
    state = after(facing(5), "drop left 1")
    reason = told(state)["reason"]
    assert (reason is None) == bool(told(state)["possible"])


def test_whoever_sees_its_enemy_too_late_is_told_so() -> None:
    """It has advanced past a quarter but for a little, and sees the enemy only once it has wheeled."""
    units = [block("r1", corner=(20, 10)), block("b1", corner=(31, 9), facing=270, side="blue")]
    state = after(play(units=units, terrain=[]), "forward 2.9")
    assert not told(state)["possible"]
