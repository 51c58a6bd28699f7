"""A battle's drawn table on its page: laid, units put and moved, charges measured, maps of turns in the report."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from armybuilder.battles.models import Battle, Seat
from armybuilder.battles.presenters.play import drawn, report
from armybuilder.battles.presenters.play.actions import actions_of
from armybuilder.battles.presenters.play.drawn import order_in_words, reached, shot_at, table_of
from armybuilder.battles.presenters.play.report import replay_of
from armybuilder.battles.services.tables import create_table
from armybuilder.battles.snapshots import log_in
from tabletop.arcana.battle.commands import missiles
from tabletop.arcana.battle.commands.command import Task, ToDo
from tabletop.arcana.battle.facts.drawn import MovedTo
from tabletop.arcana.battle.state import Standing
from tabletop.arcana.battle.steps import Phase, Step
from tabletop.arcana.battlefield import Table
from tabletop.battle.events import Clock
from tabletop.decoding import MalformedError
from tests.battles import begun_with, rules
from tests.played import BATTLE_TOKEN, kept_battle
from tests.tabletop.arcana.battle.test_drawn_table import facing_each_other, laid
from tests.visitors import OWNER, load_printed_rows

PAGE = f"/b/{BATTLE_TOKEN}/"


def sent(by: str = "red", **fields: Any) -> str:
    """The page after a form."""
    head = Seat.objects.get(token=BATTLE_TOKEN).battle.head
    answer = Client().post(f"{PAGE}do/", {"on": head, "as": by} | fields, follow=True)
    return answer.content.decode()


@pytest.mark.django_db
def test_a_table_is_laid_played_on_in_words_put_away_and_drawn_in_the_report() -> None:
    load_printed_rows()
    battle: Battle = kept_battle()
    page = Client().get(PAGE).content.decode()
    assert "Lay out the table" in page
    assert 'class="board"' not in page
    page = sent(command="lay_table")
    assert 'class="board"' in page
    assert "Play on paper" in page
    sent("blue", command="deploy")
    ref, name = next((unit.ref, unit.name) for unit in log_in(battle_now(battle)).state.units.values())
    page = sent("blue", words="put 36,8 facing 0", unit=ref)
    assert "placed on the table" in page
    assert "is no move, charge or place" in sent(words="rally", unit=ref)
    page = Client().get(f"{PAGE}?unit={ref}").content.decode()
    assert f"{ref} {name}" in page
    assert "unit chosen" in page
    assert Client().get(f"{PAGE}report/").content.decode().count('class="board"') == 1
    assert Client().get(f"{PAGE}report/?event={battle_now(battle).head}").content.decode().count('class="board"') == 1
    assert "Lay out the table" in sent(command="put_table_away")
    own = create_table(visitor=OWNER, table=Table(format="muster-table/1", game="arcana", name="Mine", size=(96, 60)))
    assert "is none of your tables" in sent(command="lay_table", table=own.code)


def test_enemies_of_too_many_models_are_listed_unmeasured_and_each_is_aimed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    catalogue = rules().catalogue
    state, unit, foe = facing_each_other(away=10, first="r3")
    shooter, aims = state.unit(unit), []
    looks = missiles.aimed
    monkeypatch.setattr(missiles, "aimed", lambda *about: aims.append(about) or looks(*about))
    monkeypatch.setattr(drawn, "aimed", missiles.aimed)
    shots = list(actions_of(state, shooter, catalogue, (ToDo(Task.SHOOT, unit),)))
    assert shots[0].fields[0].choices[0].needs
    assert len(aims) == 1
    monkeypatch.setattr(drawn, "MOST_PAIRS_AT_ONCE", 0)
    for task in (Task.SHOOT, Task.MOVE):
        (found,) = next(actions_of(state, shooter, catalogue, (ToDo(task, unit),))).fields[0].choices
        assert found.value == foe
        assert found.about.startswith("too many models to look for, ")
    assert len(aims) == 1


def battle_now(battle: Battle) -> Battle:
    return Battle.objects.get(pk=battle.pk)


def test_orders_of_hands_become_commands_of_the_battle() -> None:
    state, unit, _ = facing_each_other()
    by_hand = order_in_words(state, unit, "forward 3", by_hand=True)
    assert by_hand == {"command": "march", "unit": unit, "orders": "forward 3", "by_hand": True}
    assert order_in_words(state, unit, "charge b1", by_hand=False) == {
        "command": "charge",
        "unit": unit,
        "target": "b1",
    }
    put = order_in_words(state, unit, "put 12.5,8 facing 90", by_hand=False)
    assert put == {"command": "put", "unit": unit, "x": 1250, "y": 800, "facing": 9000}
    assert order_in_words(laid(), unit, "put 12.5,8", by_hand=False) == {
        "command": "deploy", "unit": unit, "at": [1250, 800],
    }  # fmt: skip
    with pytest.raises(MalformedError):
        order_in_words(state, unit, "remove", by_hand=False)


def test_targets_say_what_the_table_measures_or_why_they_are_none() -> None:
    catalogue = rules().catalogue
    state, unit, foe = facing_each_other(away=4)
    needs, why_not = reached(state, catalogue, state.unit(unit), state.unit(foe))
    assert needs.endswith("into its front")
    assert not why_not
    state, unit, foe = facing_each_other(away=15)
    needs, why_not = reached(state, catalogue, state.unit(unit), state.unit(foe))
    assert not needs
    assert why_not
    state, unit, foe = facing_each_other(away=10, first="r3")
    shot = shot_at(state, catalogue, state.unit(unit), state.unit(foe))[0]
    assert (shot.range or 0) >= 1000
    assert shot.shots
    assert shot_at(state, catalogue, state.unit(unit), state.unit(unit))[1]
    paper = begun_with("attrition")
    assert reached(paper, catalogue, paper.unit(unit), paper.unit(foe)) == ("", "")
    shot, why_not = shot_at(paper, catalogue, paper.unit(unit), paper.unit(foe))
    assert (shot.range, why_not) == (None, "")
    assert table_of(paper, catalogue, unit) is None
    assert paper.clock.step == Step.DEPLOYMENT


@pytest.mark.django_db
def test_a_report_has_maps_of_the_last_turns_only_and_a_replay_one_of_its_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_printed_rows()
    Client().post("/battle/demo/")
    token = Seat.objects.get().token
    address = f"/b/{token}/report/"
    whole = Client().get(address).content.decode()
    assert whole.count('class="board"') == 5  # of the set-up and of four turns
    monkeypatch.setattr(report, "MOST_MAPS", 2)
    cut = Client().get(address).content.decode()
    assert cut.count('class="board"') == 2
    assert [f"<b>Turn {turn}</b>" in cut for turn in range(1, 5)] == [False, False, True, True]
    step = Client().get(f"{address}?event=30", headers={"HX-Request": "true"}).content.decode()
    assert step.count('class="board"') == 1
    assert "Who did what" not in step
    assert 'aria-label="Next event"' in step
    last = Client().get(f"{address}?event=9999", headers={"HX-Request": "true"}).content.decode()
    assert "A turn's number begins its replay" in last


@pytest.mark.django_db
def test_the_picture_of_a_move_shows_where_it_has_led() -> None:
    load_printed_rows()
    Client().post("/battle/demo/")
    log = log_in(Battle.objects.get())
    silent = next(entry for entry in log.standing() if isinstance(entry.event.fact, MovedTo))
    moved = replay_of(log, "red", silent.parent.seq).moment
    assert moved is not None
    assert moved.picture == report._map(silent.state, rules().catalogue)


@pytest.mark.django_db
def test_the_drawn_table_answers_what_is_asked_of_it() -> None:
    load_printed_rows()
    battle: Battle = kept_battle()
    sent(command="lay_table")
    state = log_in(battle_now(battle)).state
    mine = next(unit.ref for unit in state.of("red") if unit.is_here)
    page = Client().get(f"{PAGE}?unit={mine}&ask=template circle 5; at 36,8; range 40").content.decode()
    assert 'class="template"' in page
    assert "<dt>Models</dt>" in page
    assert "Ask the table" in page
    assert "isn&#x27;t one of" in Client().get(f"{PAGE}?unit={mine}&ask=template dance").content.decode()
    sent("blue", command="deploy")
    page = Client().get(f"{PAGE}?unit={mine}").content.decode()
    assert "ask=overrun%20b" in page
    assert "ask=charge%20b" in page


def test_where_infiltrators_may_appear_is_drawn_while_they_may() -> None:
    state, _, _ = facing_each_other(away=10)
    hidden = state.having(replace(state.unit("r1"), standing=Standing.HIDDEN))
    pictures = []
    for step in (Step.EARLY_INFILTRATORS, Step.FIRST_MOVER):
        now = replace(hidden, clock=Clock(turn=1, phase=Phase.MOVEMENT, step=step))
        shown = table_of(now, rules().catalogue, "r1")
        assert shown is not None
        pictures.append(shown.picture.count("<path"))
    assert pictures[0] == pictures[1] + 1, "all the ground but that about the enemy is one piece"
