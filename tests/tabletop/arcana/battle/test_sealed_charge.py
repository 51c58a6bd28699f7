"""What chargers throw as they come in is sealed until their target has answered; then each throws their own dice."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tabletop.arcana.battle.commands.command import Task
from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.commands.movement import DeclareCharge, Respond, SealCharge
from tabletop.arcana.battle.facts.melee import BlowsThrown, ThrowAwaited
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.movement import ChargeCompleted, ChargeDeclared, MissileOpened, MissileSealed
from tabletop.arcana.battle.sealed_choices import answering, as_if_open, in_secret
from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.battle.steps import Step
from tabletop.battle.commands import Sent
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tabletop.battle.sealing import Opening, sealed
from tests.battles import rules
from tests.stories import Story, check_kept, fielded, fielding

DRAGON, BOWS, SWINE = "r1", "b1", "b2"
SALT = "5a" * 32


def salt_of(cause: str, *, mine: str = SALT) -> str:
    return mine


def begun() -> Story:
    war = Story(
        fielding(
            "The ambush",
            fielded(DRAGON, "monsters/dragon-young", 1),
            fielded("r2", "marr/legionnaire", 20, files=5),
            fielded(BOWS, "high-elves/longbowmen", 12, files=6),
            fielded(SWINE, "hogmen/swine-with-spear", 20, files=5),
        )
    )
    for side in SIDES:
        war.does(side, "deploy")
        war.does(side, "finish", anyway=True)
    war.sides_move_on(Step.FIRST_MOVER)
    return war


def secretly(war: Story, seat: str, command: Any, *, dice: list[int] | None = None) -> list[Any]:
    """What a phone of one side sends, as the site puts it into the log."""
    sent: Sent[Any] = Sent(id=f"c{war.log.head}", on=war.log.head, seat=seat, command=command)
    asked = in_secret(war.log, answering(war.log, sent, salt_of), salt_of)
    return war.sends(seat, asked.command, dice=dice)


def charged(throws: str, target: str = BOWS) -> Story:
    war = begun()
    secretly(war, "red", DeclareCharge(unit=DRAGON, target=target, touching=(1, 3), throws=throws))
    return war


@pytest.mark.parametrize("throws", ["", "Breath"])
def test_a_charge_says_the_same_whatever_is_thrown_until_it_is_answered(throws: str) -> None:
    war = charged(throws)
    declared, hidden = (event.fact for event in war.log.events(war.log.head - 2))
    assert declared == ChargeDeclared(unit=DRAGON, target=BOWS, touching=(1, 3))
    assert isinstance(hidden, MissileSealed)
    value = Opening(seat="red", salt=SALT, value=throws)
    window = f"turn {war.state.clock.turn}, {DRAGON} charges {BOWS}"
    assert sealed(value, battle=war.log.header.id, window=window).digest == hidden.digest
    tried = as_if_open(war.state, Respond(unit=BOWS, response="stand"))
    facts = [it.fact for it in rules().decide(war.state, tried, "blue", NotedDice.typed(()))]
    assert not any(isinstance(fact, MissilesShot) for fact in facts), "before it is sent it is tried as if by nobody"
    with pytest.raises(RefusalError, match="isn't opened here"):
        war.does("blue", "respond", BOWS, response="stand")
    with pytest.raises(RefusalError, match="nothing to answer"):
        war.does("red", "come_in", DRAGON)


def test_who_stands_and_shoots_throws_for_himself_and_the_chargers_for_themselves() -> None:
    war = charged("breath")
    facts = secretly(war, "blue", Respond(unit=BOWS, response="fire"), dice=[*[6] * 12])
    opened = [fact for fact in facts if isinstance(fact, MissileOpened)]
    assert opened == [MissileOpened(unit=DRAGON, throws="Breath", salt=SALT)]
    assert rules().reveals(opened[0])
    assert [fact.unit for fact in facts if isinstance(fact, MissilesShot)] == [BOWS]
    assert war.state.answering == "red"
    assert [(task.task, task.unit) for task in to_do(war.state, rules().catalogue, "red")] == [(Task.COME_IN, DRAGON)]
    with pytest.raises(RefusalError, match="nothing to answer"):
        secretly(war, "blue", Respond(unit=BOWS, response="stand"))
    with pytest.raises(RefusalError, match="must answer first"):
        war.does("red", "finish", anyway=True)
    facts = war.does("red", "come_in", DRAGON)
    assert [fact.unit for fact in facts if isinstance(fact, MissilesShot)] == [DRAGON]
    assert any(isinstance(fact, ChargeCompleted) for fact in facts)
    assert war.state.unit(DRAGON).turn.shot


def test_what_is_not_thrown_is_opened_too_and_nobody_is_asked_for_it() -> None:
    war = charged("")
    facts = secretly(war, "blue", Respond(unit=BOWS, response="stand"))
    assert MissileOpened(unit=DRAGON, throws="", salt=SALT) in facts
    assert any(isinstance(fact, ChargeCompleted) for fact in facts)
    assert not war.state.unit(DRAGON).turn.shot


def test_who_flees_is_thrown_at_by_nobody() -> None:
    war = charged("Breath")
    facts = secretly(war, "blue", Respond(unit=BOWS, response="flee", inches=0))
    assert any(isinstance(fact, MissileOpened) for fact in facts)
    assert war.state.charge is None


def test_nothing_is_sealed_where_there_is_nothing_to_choose() -> None:
    """Swine have nothing to throw; an overrun throws nothing, and a name that isn't there is refused."""
    war, sealing = begun(), partial(in_secret, salt_of=salt_of)
    for command in (
        DeclareCharge(unit=SWINE, target=DRAGON),
        DeclareCharge(unit=DRAGON, target=BOWS, overruns=True),
        DeclareCharge(unit=DRAGON, target=BOWS, throws="Stones"),
        DeclareCharge(unit="r9", target=BOWS),
    ):
        sent: Sent[Any] = Sent(id="c", on=0, seat="red", command=command)
        assert sealing(war.log, sent) == sent
    broken = begun()
    broken.does("blue", "correct", BOWS, standing="broken", why="they ran")
    command = SealCharge(unit=DRAGON, target=BOWS, throws="", digest="a" * 64)
    assert not any(isinstance(fact, MissileSealed) for fact in broken.sends("red", command))


def test_a_sealed_charge_and_a_fight_throw_by_throw_are_kept_like_all_else() -> None:
    war = charged("Breath", SWINE)
    secretly(war, "blue", Respond(unit=SWINE, response="stand"))
    war.does("red", "come_in", DRAGON)
    war.sides_move_on(Step.BLOWS)
    facts = war.does("red", "begin_fight", DRAGON)
    while war.state.fights:
        awaits = war.state.fights[0].awaits
        assert awaits is not None
        facts += war.does(war.state.unit(awaits.unit).side, "throw", awaits.unit)
    assert any(isinstance(fact, ThrowAwaited) and fact.told and fact.times for fact in facts)
    assert any(isinstance(fact, BlowsThrown) for fact in facts)
    war.does("blue", "concede")
    check_kept(war.log, "ambush")
