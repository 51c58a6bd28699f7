"""The largest rosters that there may be: what a page of them reads, works out and weighs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from armybuilder.models import Roster as Row
from tabletop.arcana.army.roster import MOST_UNITS
from tabletop.rosters import verdict as verdicts
from tests.visitors import kept

TROOPS = ("axemen", "pikemen", "handgunner", "berserker", "bear-cavalry-with-lance")


def horde(units: int = MOST_UNITS, **changes: Any) -> dict[str, Any]:
    """A roster of so many units, every second one with a leader."""
    own = [unit(number) for number in range(units)]
    head = {"format": "muster-roster/1", "game": "arcana", "name": "Horde", "army": "dwarves", "points_limit": 100_000}
    return head | {"units": own} | changes


def unit(number: int) -> dict[str, Any]:
    models = [{"profile": f"dwarves/{TROOPS[number % len(TROOPS)]}", "count": 10 + number % 7}]
    leaders = [{"ref": f"c{number}", "profile": "dwarves/dwarf-champion"}] if number % 2 else []
    return {"ref": f"u{number}", "models": models, "characters": leaders}


@pytest.fixture
def wrongful(printed: None) -> Row:
    """Thirty units in the army of others, each with something wrong."""
    return kept(horde(30, army="goblins", points_limit=500))


def test_what_a_report_of_a_wrong_verdict_carries_is_worked_out_once(
    wrongful: Row, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    digested = []
    real = verdicts.content_digest
    monkeypatch.setattr(verdicts, "content_digest", lambda roster: digested.append(roster) or real(roster))
    content = owner.get(f"/rosters/{wrongful.code}/").content.decode()
    assert content.count("Report a wrong verdict") > 30
    assert len(digested) == 1
