"""Seasons on their pages: made, changed and deleted by their account, shown as far as each event shows standings."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.accounts.export import facts_of
from armybuilder.core.revisions import plain
from armybuilder.models import Season, Tournament
from armybuilder.tournaments.snapshots import sealing_in
from tabletop.tournament.sealing import Shown, Since, Thing
from tests.accounts import person, things_of
from tests.armybuilder.core.test_queries import questions
from tests.events import paired_event
from tests.visitors import OWNER, browser_of

pytestmark = pytest.mark.django_db
MOST = 5  # the session, the season, its events, their players, their rounds


def founded(owner: str, *names: str) -> tuple[Client, list[Tournament]]:
    """Somebody's browser, with events of one round each, of which nothing has a result."""
    visitor = things_of(person(owner))
    rows = [paired_event(4, published=1, visitor=visitor, name=name) for name in names]
    return browser_of(visitor), rows


def made(client: Client, rows: list[Tournament], **fields: str) -> Season:
    form = {"name": "Northern Season", "counting": "places", "places": "9, 7, 5", "best": "1"} | fields
    client.post(reverse("new-season"), form | {"event": [row.code for row in rows]})
    return Season.objects.get()


def hide(row: Tournament, since: Since) -> None:
    shown = {Thing.STANDINGS: Shown(players=since, public=since)}
    Tournament.objects.filter(pk=row.pk).update(sealing=plain(replace(sealing_in(row), shown=shown)))


def test_a_season_is_made_shown_to_everybody_changed_and_deleted() -> None:
    ada, rows = founded("ada", "Cup One", "Cup Two")
    season = made(ada, rows)
    page = Client().get(reverse("season", args=[season.token])).content.decode()
    for part in ("Northern Season", "Cup One", "Player 3", "The best 1 results", "9, 7, 5"):
        assert part in page
    assert "Settings" not in page.partition("<main")[2]
    table = Client().get(reverse("season-table", args=[season.token])).content.decode("utf-8-sig")
    assert table.splitlines()[:2] == ["place,player,total,Cup One,Cup Two", "1,Player 1,9,9,[9]"]
    plain_table = Client().get(reverse("api-season", args=[season.token])).json()
    assert plain_table["events"] == ["Cup One", "Cup Two"]
    assert plain_table["table"][0]["results"][1] == {"points": 9.0, "place": 1, "counts": False}
    told = facts_of(User.objects.get(username="ada"))["seasons"]
    assert told == [{"name": season.name, "rules": season.rules, "events": sorted(row.code for row in rows)}]
    edit = reverse("edit-season", args=[season.code])
    assert Client().get(edit).status_code == browser_of(OWNER).get(edit).status_code == 404
    change = {"name": "Season 2", "counting": "share", "places": "3", "best": "", "event": rows[0].code}
    for fault in ({"best": "many"}, {"places": "x"}, {"name": ""}, {"counting": "luck"}, {"event": "no-such-event"}):
        assert ada.post(edit, change | {"version": "1"} | fault).status_code == 422
    assert ada.post(edit, change | {"version": "1"}).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.events.count(), season.version) == ("Season 2", 1, 2)
    ada.post(edit, change | {"version": "1", "name": "Lost"})
    season.refresh_from_db()
    assert season.name == "Season 2"
    drop = reverse("delete-season", args=[season.code])
    assert browser_of(OWNER).post(drop).status_code == 404
    assert ada.post(drop).status_code == 302
    assert (Season.objects.count(), Tournament.objects.count()) == (0, 2)


def test_nobody_takes_an_event_of_somebody_else_into_a_season() -> None:
    _, others = founded("ben", "Secret Cup")
    ada, own = founded("ada", "Cup One")
    ada.post(reverse("new-season"), {"name": "Mine", "event": [own[0].code, others[0].code]})
    assert Season.objects.count() == 0


def test_an_event_comes_in_once_everybody_may_see_its_standings() -> None:
    ada, rows = founded("ada", "Cup One", "Cup Two")
    Tournament.objects.filter(pk=rows[1].pk).update(content=rows[1].content | {"scoring": {"draw": 7}})
    season = made(ada, rows)
    hide(rows[1], Since.END)
    rows[1].participants.filter(ref="p3").update(name="Marker Word")
    for name in ("season", "season-table", "api-season"):
        assert "Marker Word" not in Client().get(reverse(name, args=[season.token])).content.decode()
    assert "Not in the table yet" in ada.get(reverse("season", args=[season.token])).content.decode()
    hide(rows[1], Since.ALWAYS)
    for name in ("season", "season-table", "api-season"):
        assert "Marker Word" in Client().get(reverse(name, args=[season.token])).content.decode()


@pytest.mark.parametrize("events", [1, 4])
def test_a_season_asks_the_same_for_any_number_of_events(events: int) -> None:
    ada, rows = founded("ada", *(f"Cup {number}" for number in range(events)))
    season = made(ada, rows)
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(reverse("season", args=[season.token])).status_code == 200
    assert len(asked := questions(captured)) <= MOST, asked
