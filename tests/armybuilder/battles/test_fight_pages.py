"""A fight struck throw by throw on two phones: each page asks for its own dice, says what counts, and waits else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.snapshots import log_in
from tabletop.arcana.battle.awaited import Awaited
from tabletop.arcana.battle.facts.melee import FightFought
from tabletop.arcana.battle.fights import fight_of, units_of
from tabletop.arcana.battle.state import State
from tabletop.arcana.battle.steps import Step
from tests.visitors import load_printed_rows

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


class Phones:
    """The phones of the example, one for each side, when its volleys are over."""

    def __init__(self) -> None:
        self.client = Client()
        self.client.post("/battle/demo/")
        self.battle = Battle.objects.get()
        first = self.battle.seats.get()
        self.client.post(f"/b/{first.token}/seats/", {"role": "blue"})
        self.tokens = {role: Seat.objects.get(role=role).token for role in (Role.RED, Role.BLUE)}
        for _ in range(4):
            for side in self.tokens:
                if self.state.clock.step != Step.BLOWS:
                    self.sends(side, "finish", anyway="true")
        fights = [fight_of(self.state, contact.units[0]) for contact in self.state.contacts]
        last = max(fights, key=lambda fight: sum(self.state.unit(ref).models for ref in units_of(fight)))
        for fight in dict.fromkeys(fights):
            if fight != last:
                self.sends("red", "fight", unit=fight[0].units[0])
        self.battle.refresh_from_db()
        self.before = self.battle.head
        self.sends("red", "begin_fight", unit=last[0].units[0])

    @property
    def state(self) -> State:
        self.battle.refresh_from_db()
        state: State = log_in(self.battle).state
        return state

    @property
    def awaits(self) -> Awaited:
        ((awaits),) = [fight.awaits for fight in self.state.fights]
        assert awaits is not None
        return awaits

    def sends(self, side: str, command: str, *, verb: str = "do", **fields: Any) -> str:
        """The page after a form; of odds and dice the part that htmx asks for."""
        self.battle.refresh_from_db()
        sent = {"command": command, "on": self.battle.head, "as": side} | fields
        answer = self.client.post(f"/b/{self.tokens[Role(side)]}/{verb}/", sent, headers=HTMX)
        assert answer.status_code == 200
        return answer.content.decode()

    def shows(self, side: str) -> str:
        return self.client.get(f"/b/{self.tokens[Role(side)]}/").content.decode()


@pytest.fixture
def phones() -> Phones:
    load_printed_rows()
    return Phones()


def of_both(phones: Phones) -> tuple[str, str]:
    """The side that throws next, and the other one."""
    own = phones.state.unit(phones.awaits.unit).side
    return own, "blue" if own == "red" else "red"


def test_each_phone_is_asked_for_its_own_dice_and_the_other_waits(phones: Phones) -> None:
    awaits, (own, other) = phones.awaits, of_both(phones)
    assert re.search(rf"Roll {awaits.dice} dice: a [1-6, or]+ hits\.", phones.shows(own))
    waiting = phones.shows(other)
    assert f"throw: {phones.state.unit(awaits.by).name} strike" in waiting
    assert "Strike all the rest at once" in waiting
    assert "Your step" not in waiting
    odds = phones.sends(own, "throw", verb="odds", unit=awaits.unit)
    assert f"of {awaits.dice} hit on average" in odds
    few = phones.sends(own, "throw", verb="dice", unit=awaits.unit, faces="1")
    assert f"{awaits.dice - 1} to go" in few
    foe = next(unit.ref for unit in phones.state.fights[0].units if unit.side == other)
    assert 'role="alert"' in phones.sends(other, "throw", unit=foe)
    assert phones.awaits == awaits
    page = phones.sends(own, "throw", unit=awaits.unit, how="typed", faces=" ".join("1" * awaits.dice))
    assert f"{awaits.dice} of {awaits.dice} hit" in page
    saving = phones.awaits
    assert (saving.purpose, saving.dice, phones.state.unit(saving.unit).side) == ("saves", awaits.dice, other)
    page = phones.shows(other)
    assert f"{phones.state.unit(saving.unit).name} save against" in page
    struck = page.partition('class="b-steps"')[2].partition("</ol>")[0]
    assert "First strikes" in struck
    assert f"<b>{awaits.dice} dice</b>" in struck, "the line of steps has what was thrown"
    assert "are saved on average" in phones.sends(other, "throw", verb="odds", unit=saving.unit)


def test_a_throw_that_is_taken_back_falls_the_same_again_and_the_fight_ends(phones: Phones) -> None:
    first, (own, _) = phones.awaits, of_both(phones)
    phones.sends(own, "throw", unit=first.unit, how="roll")
    then = phones.state.fights
    (seq,) = re.findall(r'name="to" value="(\d+)"', phones.shows(own))
    phones.sends(own, "undo", to=seq)
    assert phones.awaits == first
    phones.sends(own, "throw", unit=first.unit, how="roll")
    assert phones.state.fights == then, "dice that have fallen stay fallen"
    while phones.state.fights:
        page = phones.sends(of_both(phones)[0], "throw", unit=phones.awaits.unit, how="roll")
        assert 'id="refused"' not in page
    log = log_in(phones.battle)
    assert sum(isinstance(event.fact, FightFought) for event in log.events(phones.before)) == 1
    assert log.fold() == log.state
