"""Questions in words: their plain shape, and what isn't a question."""

from __future__ import annotations

import json

import pytest

from tabletop.arcana.battlefield.marks import Ghost, Line, Spot
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.queries.json import encoded, to_json
from tabletop.arcana.queries.questions import QUESTIONS, ask
from tabletop.decoding import MalformedError
from tests.tables import block, loose, table

SCENE = table(block(corner=(30, 20), name="Spears"), loose("b1", (32.5, 25), (34, 30)), block("r2", corner=(50, 20)))


def test_a_measure_is_inches_and_its_two_ends() -> None:
    answer = ask(SCENE, "measure", ["r1", "b1"])
    assert to_json(answer)["inches"] == 4.5
    assert to_json(answer)["start"][1] == 20
    assert to_json(answer)["end"][1] == 24.5
    assert to_json(answer)["steps"][0]["text"].endswith("of Spears (r1) to model 1 of b1, edge to edge")
    assert [mark.label for mark in answer.marks if isinstance(mark, Line)] == ['4.5"']


def test_a_move_has_every_field_whether_it_is_legal_or_not() -> None:
    legal, illegal = (to_json(ask(SCENE, "move", ["r1", orders])) for orders in ("forward 1", "forward 9"))
    assert set(legal) == set(illegal)
    assert {"legal", "spent", "may_charge", "formation", "reason"} <= set(legal)
    assert (legal["legal"], legal["reason"], legal["blocked_by"]) == (True, None, None)
    assert (illegal["legal"], illegal["blocked_by"], illegal["spent"]) == (False, "b1", 4.5)
    assert illegal["citation"] == {"document": BOOK.title, "section": "Declaring Charges"}
    assert illegal["opens"] == "declare a charge within the first quarter of the move"
    assert legal["formation"] == {"kind": "rank-and-file", "files": 5, "corner": [30, 21], "facing": 0}


def test_a_moves_picture_shows_where_it_was_and_what_stopped_it() -> None:
    answer = ask(SCENE, "move", ["r1", "forward 9"])
    ghost, spot = answer.marks
    assert isinstance(ghost, Ghost)
    assert ghost.unit == SCENE.unit("r1")
    assert isinstance(spot, Spot)
    assert spot.where == pytest.approx((32.5, 24.5), abs=0.6)
    assert answer.scene.unit("r1").formation != ghost.unit.formation


def test_a_formation_names_every_fault() -> None:
    plain = to_json(ask(table(block(models=5, files=1, corner=(9, 9))), "formation", ["r1"]))
    assert (plain["legal"], plain["ranks"], len(plain["reasons"])) == (False, [1, 1, 1, 1, 1], 2)
    assert all(reason["citation"]["section"] for reason in plain["reasons"])


@pytest.mark.parametrize(
    ("name", "words", "field"),
    [
        ("dance", ["r1"], "question"),
        ("measure", ["r1"], "question"),
        ("measure", ["r1", "b1", "r2"], "question"),
        ("measure", ["r1", "x1"], ""),
        ("move", ["x1", "forward 1"], ""),
        ("move", ["r1", "hop"], "orders[0]"),
        ("formation", ["x1"], ""),
    ],
)
def test_what_isnt_a_question_is_refused(name: str, words: list[str], field: str) -> None:
    with pytest.raises(MalformedError) as caught:
        ask(SCENE, name, words)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("name", "words"), [("measure", ["r1", "b1"]), ("move", ["r1", "turn left; forward 2"]), ("formation", ["b1"])]
)
def test_every_answer_is_json(name: str, words: list[str]) -> None:
    plain = to_json(ask(SCENE, name, words))
    assert json.loads(json.dumps(plain)) == plain
    assert name in QUESTIONS


def test_what_floats_lose_isnt_shown() -> None:
    assert encoded({"a": [0.1 + 0.2, -0.0], "b": (1, True, None)}) == {"a": [0.3, 0.0], "b": [1, True, None]}
