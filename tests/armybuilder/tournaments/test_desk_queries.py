"""The desk asks the same few questions for any number of lists, and fetches none of them whole."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.models import HandIn
from armybuilder.tournaments.models import ListState, Role
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import people as people_services
from tests.armybuilder.core.test_queries import questions
from tests.events import EVENT_TOKEN, handed_in, kept_event, place

WHOLE = re.compile(r', "armybuilder_handin"."roster"')  # a part of it is an argument of a function
APPROVAL = 5  # the event's lock, its lists, their state, the steps; the database may add a look at its own


@pytest.mark.parametrize("players", [2, 12])
def test_the_desk_and_its_approval_take_what_they_show_and_nothing_else(printed: None, players: int) -> None:
    row = kept_event()
    people = [(f"Player {number}", "") for number in range(players)]
    people_services.add_people(row=row, people=people, role=Role.PLAYER, by=place(row, "organiser"))
    for number in range(3, 3 + players):
        handed_in(place(row, f"p{number}"))
        HandIn.objects.filter(participant__ref=f"p{number}").update(number=number)
    judge = place(row, "p2")
    Client().get(reverse("event", args=[EVENT_TOKEN]))  # what a process looks up once isn't counted
    for query, most in (("", 11), ("?p=p1", 12)):
        with CaptureQueriesContext(connection) as captured:
            assert Client().get(reverse("event", args=[EVENT_TOKEN]) + query).status_code == 200
        asked = questions(captured)
        assert len(asked) <= most, asked
        whole = [sql for sql in asked if WHOLE.search(sql)]
        assert len(whole) == bool(query), whole
    with CaptureQueriesContext(connection) as captured:
        assert list_services.approve_legal(row=row, by=judge) == players + 1
    asked = questions(captured)
    assert len(asked) <= APPROVAL, asked
    assert not [sql for sql in asked if WHOLE.search(sql)]
    assert row.steps.filter(what="approved", number=3, participant__ref="p3").count() == 1
    assert HandIn.objects.filter(state=ListState.APPROVED).count() == players + 1
