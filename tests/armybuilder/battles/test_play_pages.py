"""The pages of a battle without a browser: a turn by forms, dice typed in part, steps back, seats, ends, the report."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.presenters.play.forms import Field
from armybuilder.battles.presenters.play.page import page_of
from armybuilder.battles.presenters.play.report import report_of
from armybuilder.battles.services.battles import create_battle, now
from armybuilder.battles.snapshots import log_in
from armybuilder.catalogue.samples import sample_rosters
from armybuilder.templatetags.battles import form_field
from tabletop.arcana.battle.facts.course import BattleEnded, EndProposed
from tabletop.arcana.battle.spells import BorneSpell
from tabletop.arcana.battle.state import Contact, Flight, Result, Scenario
from tabletop.arcana.battle.steps import Step
from tabletop.battle.events import Actor, Happening
from tabletop.battle.log import UndoMode
from tabletop.dice.words import per_cent
from tests.battles import SAMPLES, at, moving
from tests.played import BATTLE_TOKEN, filled, kept_battle, offered
from tests.visitors import OWNER, load_printed_rows

pytestmark = pytest.mark.django_db
PAGE = f"/b/{BATTLE_TOKEN}/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def battle() -> Battle:
    load_printed_rows()
    return kept_battle()


def sent(command: str, by: str = "red", *, to: str = "do/", **fields: Any) -> Any:
    """The answer to a form, or as htmx asks for it to its odds or dice."""
    head = Seat.objects.get(token=BATTLE_TOKEN).battle.head
    headers = {} if to == "do/" else HTMX
    return Client().post(PAGE + to, {"command": command, "on": head, "as": by} | fields, headers=headers)


def shown(query: str = "", token: str = BATTLE_TOKEN) -> str:
    answer = Client().get(f"/b/{token}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def another_battle(**how: Any) -> None:
    """A battle of another kind under the token of the first one."""
    samples = sample_rosters()
    other = create_battle(visitor=OWNER, name="Another", rosters=(samples["dwarves"], samples["orcs"]), **how)
    Seat.objects.filter(token=BATTLE_TOKEN).update(token="SeatElsewhere")
    Seat.objects.filter(battle=other).update(token=BATTLE_TOKEN)


def shooting() -> None:
    """On to the volleys of the first turn, in which nobody has moved."""
    sent("finish")
    sent("deploy", "blue")
    sent("finish", "blue")
    for _ in range(30):
        state_page = shown()
        if "<h1>Missiles" in state_page:
            return
        if 'value="roll_initiative"' in state_page:
            sent("roll_initiative", faces="41")
        elif 'value="choose_mover"' in state_page:
            for side in ("red", "blue"):
                sent("choose_mover", side, first="red")
        else:
            for side in ("red", "blue"):
                sent("finish", side, anyway="true")
    raise AssertionError("no volleys")


def test_a_volley_by_forms_with_its_number_its_dice_and_its_line(battle: Battle) -> None:
    shooting()
    page = shown("?side=red")
    assert "Bolt Brothers may shoot" in page
    assert re.search(r"needs<b>\d</b>", page)
    shot = {"unit": "r3", "target": "b1", "range": "12", "cover": "none"}
    odds = sent("shoot", to="odds/", **shot).content.decode()
    assert re.search(r"Roll .*<b>10 dice</b>", odds)
    assert "fall on average" in odds
    few = sent("shoot", to="dice/", **shot, faces="1 1 6").content.decode()
    assert "7 to go" in few
    assert 'data-full=""' in few
    hits = sent("shoot", to="dice/", **shot, faces="11" + "6" * 8).content.decode()
    assert "saves" in hits
    assert "2 to go" in hits
    full = sent("shoot", to="dice/", **shot, faces="11" + "6" * 10).content.decode()
    assert 'data-full="1"' in full
    assert sent("shoot", **shot, faces="11" + "6" * 10, how="typed").url == f"{PAGE}#now"
    page = shown("?side=red&log=dice")
    assert "Bolt Brothers shot at Da Lads: 10 shots, 2 hits, 2 will fall" in page
    assert page.count("b-hit") >= 2
    assert "Undo takes back: Bolt Brothers shot" in page
    lines = shown("?of=b6&log=all").partition('<ol class="b-log">')[2].partition("</ol>")[0]
    assert "set up" in lines
    assert "Bolt Brothers" not in lines
    late = Client().post(f"{PAGE}do/", {"command": "shoot", "on": 3, "as": "red", **shot}, follow=True)
    assert 'class="notice warn" role="alert"' in late.content.decode()


def test_who_has_finished_a_step_with_something_undone_is_out_of_it(battle: Battle) -> None:
    shooting()
    sent("finish", anyway="true")
    page = shown()
    assert "Stringers may shoot" in page
    assert "Hold the Gate have finished" in page
    assert "may shoot" not in shown("?side=red").partition('id="now"')[2]


def test_the_pages_are_a_handful_of_look_ups(battle: Battle, django_assert_num_queries: Any) -> None:
    shown()
    queries: CaptureQueriesContext
    with django_assert_num_queries(6, exact=False) as queries:
        shown()
    with django_assert_num_queries(4, exact=False):
        shown("report/?event=3")
    assert not any("battleevent" in query["sql"] for query in queries), "what was folded is read again"


def test_a_step_back_says_what_it_takes_and_asks_whom_it_must(battle: Battle) -> None:
    for name in ("Well met", "The sun stands low"):
        sent("note", text=name)
    seat = Seat.objects.get(token=BATTLE_TOKEN)
    page = shown(f"?back={seat.battle.head - 1}")
    assert f"Back to event {seat.battle.head - 1}?" in page
    assert "The sun stands low" in page
    assert "if Green Tide agrees" not in page
    Client().post(f"{PAGE}seats/", {"role": "blue"})
    blue = Seat.objects.get(role=Role.BLUE)
    sent("note", "red", text="And the wind is cold")
    assert "if Hold the Gate agrees" in shown(f"?back={battle.head}", token=blue.token)


def test_the_second_side_charges_a_flank_and_is_asked_for_nothing_of_the_first(battle: Battle) -> None:
    sent("finish")
    sent("deploy", "blue")
    sent("finish", "blue")
    sent("roll_initiative", faces="16")
    sent("choose_mover", "blue", first="blue")
    assert "Charge" in shown("?side=blue")
    sent("charge", "blue", unit="b1", target="r1", side="left")
    page = shown()
    assert "The Old Guard must answer a charge" in page
    assert "Answer: stand" in page
    odds = sent("respond", to="odds/", unit="r1", response="stand").content.decode()
    assert "fall on average" in odds
    assert "of The Old Guard" in odds


def test_seats_are_given_with_a_square_code_and_taken_back(battle: Battle) -> None:
    Client().post(f"{PAGE}seats/", {"role": "blue"})
    blue = Seat.objects.get(role=Role.BLUE)
    page = shown("?seats=open")
    assert f"/b/{blue.token}/" in page
    assert "QR code of the link: The second army" in page
    assert "not opened yet" in page
    shown(token=blue.token)
    assert "The second army: here" in shown()
    Client().post(f"{PAGE}seats/", {"back": blue.token})
    assert Client().get(f"/b/{blue.token}/").status_code == 404
    assert Seat.objects.get(token=BATTLE_TOKEN).role == Role.BOTH


def test_an_end_is_proposed_agreed_to_and_reported_and_conceding_takes_two_steps(battle: Battle) -> None:
    assert 'value="concede"' not in shown()
    assert 'value="concede"' in shown("?ask=concede")
    sent("propose_end", winner="red", reason="Out of time")
    page = shown()
    assert "Proposed: Hold the Gate won. Out of time" in page
    for side, command in (("blue", "agree_end"), ("red", "withdraw_end")):
        assert re.search(f'name="as" value="{side}">\\s*<input type="hidden" name="command" value="{command}"', page)
    sent("agree_end", "blue")
    report = shown("report/?event=2")
    assert "Hold the Gate won" in report
    assert "Event 2 of" in report
    assert "Who did what" in report


@pytest.mark.parametrize(
    ("level", "said"),
    [("pyrrhic", "Hold the Gate: Pyrrhic victory"), ("objectives", "Hold the Gate won by objectives")],
)
def test_an_end_says_how_high_it_is_won_where_it_is_proposed_and_where_it_is_reached(
    battle: Battle, level: Any, said: str
) -> None:
    log, seat, by = log_in(battle), Seat.objects.get(token=BATTLE_TOKEN), Actor("red")
    result = Result(winner="red", level=level, reason="So it is.")
    log = log.append([Happening(EndProposed(result=result))], by=by, cause="proposed", at=now())
    assert page_of(log, seat, QueryDict()).proposed == f"Proposed: {said}. So it is."
    log = log.append([Happening(BattleEnded(result=result))], by=by, cause="ended", at=now())
    assert page_of(log, seat, QueryDict()).says == report_of(log, "red", None).title == said


def test_wounds_are_set_by_one_step_each_way(battle: Battle) -> None:
    page = shown("?side=red")
    fewer = re.search(r'name="body" value="r3-m1".*?name="count" value="(\d+:)" aria-label="One fewer', page)
    assert fewer
    sent("correct", unit="r3", body="r3-m1", why="counted at the table", count=fewer[1])
    assert "Bolt Brothers set by hand: counted at the table" in shown()


def test_a_battle_begins_from_what_was_pasted_and_a_list_that_is_none_is_named(battle: Battle) -> None:
    begin = {"red": "sample.dwarves", "blue": "sample.orcs", "scenario": "attrition", "undo": "free"}
    client = Client()
    assert "First army" in client.get("/battle/new/?red=sample.dwarves").content.decode()
    bad = client.post("/battle/new/", begin | {"blue-text": "Not a list at all"})
    assert bad.status_code == 400
    assert "The battle can't begin." in bad.content.decode()
    text = (SAMPLES / "orcs.json").read_text(encoding="utf-8")
    begun = client.post("/battle/new/", begin | {"blue": "", "blue-text": text})
    assert begun.status_code == 302
    assert "Green Tide" in client.get(begun["Location"]).content.decode()


def test_without_javascript_odds_and_refusals_come_with_the_page_and_the_form_as_it_was(battle: Battle) -> None:
    shooting()
    shot = {"command": "shoot", "as": "red", "unit": "r3", "target": "b2", "range": "9", "draft": "do-shoot-r3"}
    head = Seat.objects.get(token=BATTLE_TOKEN).battle.head
    client = Client()
    odds = client.post(f"{PAGE}odds/", shot | {"on": head}, follow=True).content.decode()
    late = client.post(f"{PAGE}do/", shot | {"on": 3}, follow=True).content.decode()
    for page, said in (
        (odds, "fall on average"),
        (late, "Something happened meanwhile"),
        (late, '<p class="small">Hold the Gate '),
    ):
        assert said in page.partition('id="now"')[2].partition('id="do-')[0]
        assert 'name="range" value="9"' in page
        assert 'value="b2" checked' in page


def test_what_is_sent_keeps_the_look_of_the_address(battle: Battle) -> None:
    body = {"command": "note", "on": battle.head, "as": "red", "text": "Well met"}
    page = Client().post(f"{PAGE}do/?log=dice&side=blue", body, headers=HTMX).content.decode()
    assert 'log=dice#log" aria-current="true"' in page
    assert "do/?side=blue&amp;log=dice" in page
    assert Seat.objects.get(token=BATTLE_TOKEN).battle.head == battle.head + 1


def test_a_meeting_engagement_is_played_with_its_objectives(battle: Battle) -> None:
    another_battle(scenario=Scenario.MEETING)
    assert "An objective for Green Tide" in shown("?side=red")
    sent("name_objective", what="The ford", kind="terrain", unit="")
    shooting()
    for by in ("red", "blue") * 10:
        if "Green Tide have reached it" not in shown():
            sent("finish", by, anyway="true")
    sent("reach_objective", "blue", objective="o1")
    assert "Green Tide no longer have it" in shown()


def test_the_finish_waits_for_the_initiative_and_codes_for_who_asks(battle: Battle) -> None:
    sent("finish")
    sent("deploy", "blue")
    sent("finish", "blue")
    page = shown()
    assert "First: roll for initiative." in page
    assert re.search(r"<button[^>]* disabled>Finish:", page)
    Client().post(f"{PAGE}seats/", {"role": "watcher"})
    assert "QR code" not in shown()
    assert "QR code" in shown("?seats=open")


def test_steps_back_are_told_by_the_armies_names_and_only_who_asked_takes_the_question_back(battle: Battle) -> None:
    another_battle(undo=UndoMode.REFEREE)
    Client().post(f"{PAGE}seats/", {"role": "blue"})
    token = Seat.objects.get(role=Role.BLUE).token
    sent("deploy")
    head = Seat.objects.get(token=BATTLE_TOKEN).battle.head
    Client().post(f"{PAGE}do/", {"command": "undo", "on": head, "as": "red", "to": 1})
    assert "Hold the Gate asked to take back everything after event 1" in shown()
    assert "Take the question back" in shown()
    assert "Take the question back" not in shown(token=token)


def test_chances_that_are_neither_none_nor_certain_never_read_so() -> None:
    assert [per_cent(Fraction(part, 1000)) for part in (0, 4, 500, 996, 1000)] == [
        "0 %", "< 1 %", "50 %", "> 99 %", "100 %",
    ]  # fmt: skip


def test_every_form_states_a_command_with_all_that_it_may_choose(battle: Battle) -> None:
    fighting = moving().touch(Contact(units=("r1", "b1"), since=0))
    forms = offered(fighting, "red")
    wanted = {"do-fall_back-r1", "do-reform-r1", "do-face-r1", "do-exchange-r1", "do-enter_hazard-r1", "do-march-r2"}
    assert wanted <= set(forms)
    for form in forms.values():
        filled(form)
    hazard = filled(forms["do-enter_hazard-r1"]).hazard
    assert (hazard.harm, hazard.dice, hazard.least) == ("hits", "d6", None)
    assert filled(forms["do-fall_back-r1"], inches="1.5").inches == 150
    runner = replace(fighting, flight=Flight(unit="b1", inches=600, pursuers=("r1", "r2")))
    pursuing = offered(runner, "red")
    assert filled(pursuing["do-pursue"]).pursuers == ("r1", "r2")
    assert filled(pursuing["do-pursue"], pursuers="r2").pursuers == ("r2",)
    assert filled(pursuing["do-pursue-0"]).pursuers == ()
    test = offered(replace(at(fighting, Step.TESTS), tests=("r1",)), "red")["do-test_morale-r1"]
    assert [filled(test, pays=way.value).pays for way in test.fields[0].choices] == [True, False]


def test_equal_fields_of_forms_are_drawn_once_and_read_alike_whatever_their_numbers_were_made_of() -> None:
    with_point, whole = (Field(name="inches", label="Inches", kind="number", most=most) for most in (12.0, 12))
    assert form_field(with_point) is form_field(whole)
    assert 'min="0" max="12"' in form_field(with_point)
    assert 'max="2.25"' in form_field(replace(whole, most=2.25))


def test_spells_are_dispelled_by_who_bought_it_and_ended_by_who_cast_them(battle: Battle) -> None:
    state = replace(at(moving(), Step.CASTING), mover="red")
    axemen = state.unit("r1").having(replace(state.unit("r1").main, counterspell=True))
    bears = replace(state.unit("b1"), spells=(BorneSpell(spell="life/bless", caster="r1-c1"),))
    state = state.having(axemen, bears)
    dispel = filled(offered(state, "red")["do-cast-r1-r1-m1-general-dispel-true"])
    assert (dispel.bought, dispel.target, dispel.against) == (True, "b1", "life/bless")
    ends = "do-end_spell-life-bless-b1"
    assert [ends in offered(state, side) for side in ("red", "blue")] == [True, False]
