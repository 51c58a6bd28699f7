"""What a battle's page says of rare moments, odds before a volley from several ranges, files that are no battles."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from msgspec import convert
from msgspec.structs import replace

from armybuilder.battles.models import Role
from armybuilder.battles.presenters.play.before import before
from armybuilder.battles.presenters.play.page import page_of
from armybuilder.battles.presenters.play.sending import sent_in
from armybuilder.battles.presenters.play.steps_back import back_to
from armybuilder.battles.presenters.play.thresholds import faces_up_to
from armybuilder.battles.services.battles import battle_in
from armybuilder.models import Seat
from tabletop.arcana.battle.facts.course import BattleEnded
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import Charge, Result, State
from tabletop.arcana.battle.steps import Step
from tabletop.battle.commands import Sent
from tabletop.battle.file import written_battle
from tabletop.battle.log import EventLog, Header
from tabletop.decoding import MalformedError
from tests import crowns, valley_by_lot
from tests.battles import at, given, rules, set_up
from tests.played import offered
from tests.tabletop.arcana.battle.test_refusals import BIG_UNS, BOLTS, LADS, PIKES, do, retreating, shooting, shoots

pytestmark = pytest.mark.django_db
BOTH = Seat(role=Role.BOTH)


def log_of(state: State) -> EventLog[Any, Any, Any]:
    """A battle that begins as it stands there."""

    class Begun(ArcanaBattle):
        def start(self) -> State:
            return state

    return EventLog(Begun(rules().catalogue), Header(game="arcana", id="x", rules_version="1", sides=("red", "blue")))


def page(state: State, role: Role = Role.BOTH) -> Any:
    return page_of(log_of(state), Seat(role=role), QueryDict())


def told(state: State, **fields: Any) -> Any:
    """The odds of a command as a page tells them."""
    sent = Sent(id="x", on=1, seat="red", command=convert(fields, rules().commands))
    return before(state, rules().catalogue, sent)


def test_the_odds_of_a_volley_from_two_ranges_are_told_together_and_apart() -> None:
    state = at(set_up(), Step.VOLLEYS)
    two = told(state, **shoots(target=BIG_UNS, range=1500, shots=4, further=[{"range": 2000, "shots": 6}]))
    assert two.sentence.startswith("Together: ")
    assert "4 dice at 15″: " in two.sentence
    assert "6 dice at 20″: " in two.sentence
    assert [bar.number for bar in two.bars][:1] == ["0"]
    assert len(two.sums) >= 2
    assert told(state, **shoots(target=BIG_UNS, range=90_00)).why_not


def test_a_throw_that_nobody_waits_for_has_no_odds() -> None:
    assert told(at(set_up(), Step.BLOWS), **do("throw", PIKES)) is None


def test_a_page_says_who_must_answer_what() -> None:
    assert page(retreating()).says == "Boar Boys must follow or stay"
    asked = page(retreating(), Role.BLUE)
    assert asked.says.endswith(" choose who follows Da Lads")
    assert "Da Lads fall back." in asked.explains
    charge = Charge(unit=BOLTS, target=LADS, throws="Breath", throws_own=True, response="stand")
    coming = replace(at(set_up(), Step.FIRST_MOVER), charge=charge)
    assert page(coming, Role.BLUE).says.endswith(" choose the dice of Breath")


def test_a_page_of_a_battle_that_is_over_or_counted_says_so() -> None:
    over = given(set_up(), BattleEnded(result=Result(winner="red", level="agreed", reason="Blue conceded.")))
    assert (page(over).whose, page(over, Role.WATCHER).whose) == ("The battle is over", "The battle is over")
    counting = replace(at(set_up(), Step.BLOWS), counting=True)
    assert "Set what fell at the table by hand, then finish." in page(counting).explains


def test_who_has_shot_at_one_target_is_told_so_at_all_others() -> None:
    shot = next(each for each in offered(shooting(shot_at=LADS), "red").values() if each.command == "shoot")
    (field,) = (each for each in shot.fields if each.name == "target")
    told_of = {choice.value: choice.why_not for choice in field.choices}
    assert (told_of[BIG_UNS], told_of[LADS]) == ("it has shot at Da Lads", "")


def test_faces_that_count_are_said_as_players_say_them() -> None:
    assert [faces_up_to(number) for number in (1, 2, 3, 5, 6)] == ["1", "1 or 2", "1, 2 or 3", "1 to 5", "any face"]


def test_a_step_back_to_an_event_that_there_is_not_is_none() -> None:
    log = crowns.begun()
    assert back_to(log, BOTH, "red", QueryDict("back=99")) is None
    assert back_to(log, BOTH, "red", QueryDict("back=soon")) is None


def test_a_file_that_is_no_battle_of_its_sides_is_refused_by_its_line() -> None:
    crown = crowns.begun()
    alone = EventLog(crown.rules, replace(crown.header, sides=("norhal",)))
    empty = EventLog(crown.rules, crown.header)
    valley, _ = valley_by_lot.played(1, 2)
    for log, reason in (
        (alone, "line 1: a battle has 2 to 4 sides"),
        (empty, "line 2: a battle begins with its first event"),
        (EventLog(valley.rules, replace(valley.header, sides=("a", "b", "c"))), "line 1: a battle has 2 sides"),
    ):
        with pytest.raises(MalformedError) as error:
            battle_in(written_battle(log))
        assert str(error.value) == reason
    with pytest.raises(MalformedError, match="line 1"):
        battle_in(b"good morning\n")


def test_further_dice_come_from_a_form_with_their_range() -> None:
    post = QueryDict(mutable=True)
    post.update({"command": "shoot", "unit": BOLTS, "on": "1", "as": "red", "target": LADS})
    post.update({"range": "15", "shots": "4", "further.range": "20", "further.shots": "6"})
    command = sent_in(post, BOTH).command
    assert [(part.range, part.shots) for part in command.parts] == [(1500, 4), (2000, 6)]
