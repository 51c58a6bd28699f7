"""What Wiz-War answers outside a game: sight and reach, damage, cracks, moves, counters; the address states all."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
PAGE = "/odds/wiz-war/"


def said(**query: str) -> str:
    """The words of the page, without its marks."""
    content = Client().get(PAGE, query).content.decode()
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content)))


def test_a_square_says_what_it_sees_and_reaches_on_sectors_as_they_lie() -> None:
    assert "House pack, not the published numbers" in said()
    words = said(at="2,2")
    assert "11 squares are seen from it" in words
    assert "13 squares are within 3 movement points" in words
    assert "Home of Blue, 2,7 5 movement points away" in words  # worked case 18
    assert "seen from it" not in said(at="30,30")
    turned = said(at="2,2", t0="1", steps="4", doors="red", players="4")
    assert "within 4 movement points" in turned
    assert "Home of Yellow" in turned
    links = re.findall(r'href="(\?[^"]*at=[^"]*)#sight"', Client().get(PAGE, {"at": "2,2", "t0": "1"}).content.decode())
    assert len(links) == 50
    assert all("t0=1" in link for link in links)  # what was laid out stays


def test_damage_cracks_moves_and_counters_are_answered_with_reasons() -> None:
    heavy = said(card="heavy-thought", energy="5", armour="1", less="2", evades="2", life="4")
    assert "Damage 0 in 50 %, 4 in 50 %; 2.0 on average" in heavy
    assert "Counters take 2 off" in heavy
    assert "It kills 50 %" in heavy
    assert "Damage 2 in 25 %" in said(card="typed", damage="d4+1")
    assert "3 of 5: 6 damage more destroy it" in said(hits="5 4 3")
    assert "destroyed" in said(hits="9", what="3")
    assert "Ends where it began 25 %" in said(closed="north")
    assert "Not Today" not in said(against="ember-shot").partition("is answered by")[2]
    assert "Ward of Air" in said(against="ember-shot").partition("is answered by")[2]
    assert "a mundane card is never answered" in said(against="good-rest")
    assert "no spell and no attack" in said(against="swift-stone")


WRONG = (
    {"energy": "99"}, {"card": "none-such"}, {"hits": "x"}, {"players": "9"}, {"damage": "E*E", "card": "typed"},
    {"t0": "7"},
)  # fmt: skip


@pytest.mark.parametrize("query", WRONG)
def test_what_cannot_be_is_named_and_the_usual_answers_stand_below(query: dict[str, str]) -> None:
    answer = Client().get(PAGE, query)
    assert answer.status_code == 422
    assert "can't be worked out" in html.unescape(answer.content.decode())
    assert "What can I counter this with" in answer.content.decode()


def test_a_game_without_such_questions_has_no_such_page() -> None:
    assert Client().get("/odds/arrakhar/").status_code == Client().get("/odds/none/").status_code == 404
