"""Questions among the commands: every one that the table answers, told in lines."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabletop.arcana.battle.table.console import answer_to, lines_of, lines_of_answer, question_in
from tabletop.arcana.battlefield import lay
from tabletop.arcana.queries.questions import QUESTIONS
from tabletop.decoding import MalformedError
from tests.laws import of_each
from tests.played import play
from tests.tables import NOTHING

SCENE = lay(play().table, NOTHING)


@of_each(
    ("text", "question"),
    [
        ("measure b1", "measure b1"),
        ("  Sight b1 ;", "Sight b1"),
        ("ask charge b1", "charge b1"),
        ("charge b1", ""),
        ("forward 3", ""),
        ("manoeuvre wrap", ""),
        ("setup", "setup"),
        ("", ""),
    ],
)
def test_a_question_is_told_from_a_command(text: str, question: str) -> None:
    assert question_in(text) == question


ANSWERED = {
    "measure": ("measure b1", "Inches"),
    "formation": ("formation", "Legal"),
    "move": ("move wheel left 2; forward 1", "Spent"),
    "sight": ("sight b1", "Visible"),
    "template": ("template circle 5; at 25,29", "Models"),
    "charge": ("charge b1", "Needed"),
    "overrun": ("overrun b1", "Possible"),
    "flight": ("flight", "Fan"),
    "pursuit": ("pursuit b1 180", "Chance"),
    "setup": ("setup defender red", "Legal"),
    "manoeuvre": ("manoeuvre turn left", "Why not"),
    "berserk": ("berserk", "Why not"),
    "casualties": ("casualties wounds 2", "Fallen"),
    "melee": ("melee", "Why not"),
}


@of_each("name", sorted(set(QUESTIONS) - {"shoot"}))
def test_every_question_of_the_table_is_asked_in_words(name: str) -> None:
    question, about = ANSWERED[name]
    lines = {line.about: line.text for line in lines_of_answer(answer_to(play(), SCENE, "r1", question))}
    assert lines[about]


def test_nothing_is_told_of_what_is_empty_or_of_each_model() -> None:
    plain = {"push": {"moved": []}, "meet": [None], "models": [{"model": 1}], "reason": "why", "strikers": 0}
    assert [(line.about, line.text) for line in lines_of(plain)] == [("Why not", "why"), ("Strike", "0")]


def test_an_overrun_goes_on_by_orders_after_the_refs() -> None:
    with pytest.raises(MalformedError, match="dance"):
        answer_to(play(), SCENE, "r1", "overrun b1; dance")


def test_shooting_needs_a_weapon() -> None:
    with pytest.raises(MalformedError, match="no missile"):
        answer_to(play(), SCENE, "r1", "shoot b1 moved 3")


@pytest.mark.parametrize("question", ["measure", "dance b1", "sight nobody", "pursuit"])
def test_what_isnt_understood_is_refused(question: str) -> None:
    with pytest.raises(MalformedError):
        answer_to(play(), SCENE, "r1", question)


def test_a_unit_must_be_chosen() -> None:
    with pytest.raises(MalformedError, match="choose"):
        answer_to(play(), SCENE, "", "sight b1")


def test_chances_have_their_hundredths_beside_them() -> None:
    figures = {"chance": Fraction(2, 3), "expected": Fraction(5, 2), "legal": True, "left": 2.5}
    lines = {line.about: line.text for line in lines_of(figures)}
    assert lines == {"Chance": "2/3 (67%)", "Expected": "5/2 (2.50)", "Legal": "yes", "Left": "2.5"}
