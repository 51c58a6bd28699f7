"""The largest rosters that there may be: what a page of them reads, works out and weighs."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Edition, Pack
from armybuilder.models import Roster as Row
from armybuilder.rosters.presenters import summaries
from armybuilder.rosters.presenters.editor import MOST_FINDINGS
from armybuilder.rosters.services import edit_roster
from armybuilder.rosters.verdicts import verdict
from armybuilder.rosters.verdicts import verdicts as real
from tabletop.arcana.army.edits import Rename, SetLimit
from tabletop.arcana.army.repair import (
    MOST_REVIEWED,
    MOST_REVIEWED_IN_REPAIR,
    Reviewed,
    make_legal,
    with_tried_remedies,
)
from tabletop.arcana.army.roster import MOST_UNITS, Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.compare import difference
from tabletop.arcana.formats.line_costs import roster_costs
from tabletop.arcana.game import ArcanaVerdict
from tabletop.rosters import verdict as verdicts
from tests.markup import Document
from tests.packs import kept_pack
from tests.visitors import HTMX, TOKEN, content_of, edit_address, kept, kept_share

TROOPS = ("axemen", "pikemen", "handgunner", "berserker", "bear-cavalry-with-lance")


def horde(units: int = MOST_UNITS, **changes: Any) -> dict[str, Any]:
    """A roster of so many units, every second one with a leader."""
    own = [unit(number) for number in range(units)]
    head = {"format": "muster-roster/1", "game": "arcana", "name": "Horde", "army": "dwarves", "points_limit": 100_000}
    return head | {"units": own} | changes


def unit(number: int) -> dict[str, Any]:
    models = [{"profile": f"dwarves/{TROOPS[number % len(TROOPS)]}", "count": 10 + number % 7}]
    leaders = [{"ref": f"c{number}", "profile": "dwarves/dwarf-champion"}] if number % 2 else []
    return {"ref": f"u{number}", "models": models, "characters": leaders}


@pytest.fixture
def wrongful(printed: None) -> Row:
    """Thirty units in the army of others, each with something wrong."""
    return kept(horde(30, army="goblins", points_limit=500))


def test_what_a_report_of_a_wrong_verdict_carries_is_worked_out_once(
    wrongful: Row, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    digested = []
    real = verdicts.content_digest
    monkeypatch.setattr(verdicts, "content_digest", lambda roster: digested.append(roster) or real(roster))
    content = owner.get(f"/rosters/{wrongful.code}/").content.decode()
    assert content.count("Report a wrong verdict") > 30
    assert len(digested) == 1


MOST_BYTES = 600_000


@pytest.fixture
def large(printed: None) -> Row:
    """As many units as there may be, half of them with leaders."""
    return kept(horde())


def page_of(answer: HttpResponse) -> Document:
    assert answer.status_code == 200
    return Document(answer.content.decode())


def opened(document: Document) -> list[str]:
    """The units that can be changed where they stand."""
    forms = [document.sent(form) for form in document.all("form")]
    return [form["unit"] for form in forms if form.get("verb") == "name_unit"]


def test_of_the_largest_roster_one_unit_is_open(large: Row, owner: Client) -> None:
    answer = owner.get(f"/rosters/{large.code}/")
    document = page_of(answer)
    assert len(answer.content) < MOST_BYTES
    assert len([each for each in document.all("li") if "unit" in each.get("class").split()]) == MOST_UNITS
    assert opened(document) == ["u0"]
    another = owner.get(str(document.with_id("unit-u7").get("href")).partition("#")[0])
    assert opened(page_of(another)) == ["u7"]
    assert len(another.content) < MOST_BYTES


def test_where_everything_is_wrong_the_page_stays_as_light(printed: None, owner: Client) -> None:
    row = kept(horde(army="goblins", points_limit=500))
    answer = owner.get(f"/rosters/{row.code}/")
    text = page_of(answer).with_id("desk").text
    assert len(answer.content) < MOST_BYTES
    assert text.count("Report a wrong verdict") < 2 * MOST_FINDINGS


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("change", "still_open"),
    [
        ({"verb": "set_count", "unit": "u7", "profile": "dwarves/handgunner", "count": "3"}, ["u7"]),
        ({"edit": '{"verb": "set_infiltrating", "unit": "u7", "infiltrating": false}', "open": "u7"}, ["u7"]),
        ({"verb": "set_counterspell", "character": "c7", "counterspell": "true", "outfit": "c7"}, ["u7"]),
        ({"verb": "set_limit", "points": "900"}, ["u0"]),
        ({"verb": "set_limit", "points": "900", "open": "nobody"}, ["u0"]),
    ],
)
def test_the_unit_that_is_worked_on_stays_open(
    printed: None, owner: Client, headers: dict[str, str], change: dict[str, str], still_open: list[str]
) -> None:
    row = kept(horde(9))
    answer = owner.post(edit_address(row), {"version": 1} | change, headers=headers)
    if not headers:
        answer = owner.get(answer.headers["Location"])
    document = page_of(answer)
    assert opened(document) == still_open
    carried = {each.get("value") for each in document.all("input") if each.get("name") == "open"}
    asked = {*still_open} - {"u0"}
    assert carried == asked


def test_whoever_only_reads_sees_every_line(large: Row) -> None:
    kept_share(large)
    document = page_of(Client().get(f"/s/{TOKEN}/"))
    assert len([each for each in document.all("div") if each.get("class") == "entry line"]) == MOST_UNITS


def test_remedies_of_a_large_roster_are_tried_less_often(printed: None) -> None:
    judged = verdict(content_of(kept(horde(army="goblins", points_limit=500))))
    assert isinstance(judged, ArcanaVerdict)
    looks: list[Roster] = []

    def look(roster: Roster) -> Reviewed:
        looks.append(roster)
        return judged.reviewed

    with_tried_remedies(judged.reviewed, judged.army.catalogue, look)
    assert 0 < len(looks) <= MOST_REVIEWED // MOST_UNITS
    looks.clear()
    make_legal(judged.reviewed, judged.army.catalogue, look)
    assert 0 < len(looks) <= MOST_REVIEWED_IN_REPAIR // MOST_UNITS


def test_a_history_prices_only_what_each_change_was_about(
    large: Row, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_roster(row=large, version=1, edit=Rename(name="Another"))
    priced: list[int] = []

    def counted(roster: Any, catalogue: Catalogue) -> Any:
        priced.append(len(roster.contingent_units))
        return roster_costs(roster, catalogue)

    monkeypatch.setattr(difference, "roster_costs", counted)
    assert "name: “Horde” → “Another”" in page_of(owner.get(f"/rosters/{large.code}/history/")).with_id("main").text
    assert sum(priced) == 0


def test_a_shelf_judges_only_what_was_changed(printed: None, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [kept(horde(3, name=f"Horde {number}")) for number in range(6)]
    judged: list[int] = []
    monkeypatch.setattr(
        summaries, "verdicts", lambda rosters, known: judged.append(len(rosters)) or real(rosters, known)
    )
    first = owner.get("/rosters/").content
    assert owner.get("/rosters/").content.count(b"Horde") == first.count(b"Horde")
    assert judged == [6]
    edit_roster(row=rows[0], version=1, edit=SetLimit(points=1))
    assert "Not legal" in page_of(owner.get("/rosters/?words=Horde+0")).with_id("main").text
    assert judged == [6, 1]
    Edition.objects.update(digest="f" * 64)
    owner.get("/rosters/")
    monkeypatch.setattr(summaries, "library_digest", lambda: "another")
    owner.get("/rosters/")
    Row.objects.filter(pk=rows[1].pk).update(summary={"by": "another program"})
    owner.get("/rosters/")
    assert judged == [6, 1, 6, 6, 1]


def test_a_shelf_judges_anew_when_a_pack_says_something_else(printed: None, owner: Client) -> None:
    pack = kept_pack()
    kept(horde(3, rules=f"pack/{pack.code}"))
    before = page_of(owner.get("/rosters/")).with_id("main").text
    Pack.objects.update(content=pack.content | {"name": "Another Cup"})
    after = page_of(owner.get("/rosters/")).with_id("main").text
    assert "Another Cup" in after
    assert "Another Cup" not in before


def test_a_shelf_judges_so_much_at_a_time_and_says_what_is_left(
    printed: None, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        kept(horde(3, name=f"Horde {number}"))
    monkeypatch.setattr(summaries, "MOST_PARTS", 10)  # three units of one line, one of them with a leader, are seven
    texts = [page_of(owner.get("/rosters/")).with_id("main").text for _ in range(3)]
    assert [text.count("Not checked yet") for text in texts] == [4, 2, 0]
    assert ["4 rosters of yours are still to be judged" in text for text in texts] == [True, False, False]
    assert all(text.count("changed") >= 6 for text in texts)


def test_a_shelf_is_shown_where_nothing_can_be_written(
    printed: None, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(horde(3))

    def full(*asked: object, **how: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(QuerySet, "bulk_update", full)
    assert "Horde" in page_of(owner.get("/rosters/")).with_id("main").text
