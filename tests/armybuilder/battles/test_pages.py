"""The table page: commands, undo, armies put down, links, files, all of it without a script too."""

from __future__ import annotations

import json

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.battles.presenters.state import LOOKS
from armybuilder.battles.presenters.table_log import latest_line
from armybuilder.battles.queries import heads_of
from armybuilder.battles.services.tables import create_table
from armybuilder.battles.snapshots import log_in
from armybuilder.catalogue.samples import sample_rosters
from armybuilder.models import Roster
from armybuilder.models import TableRow as Row
from tabletop.arcana.battle.table import Play
from tabletop.arcana.battlefield import Engagement, Table
from tabletop.arcana.catalogue.lists import Catalogue
from tests.played import FORD, TABLE_CODE, TABLE_TOKEN
from tests.visitors import HTMX, OWNER

PAGE = f"/table/{TABLE_CODE}/"


@pytest.fixture
def table(row: Roster) -> Row:
    return Row.objects.get(code=TABLE_CODE)


def told(client: Client, command: str, *, on: int, unit: str = "r1", to: str = "do/", **more: str) -> str:
    """What the board says once a command has been given on an event."""
    sent = {"unit": unit, "command": command, "on": on} | more
    return client.post(f"{PAGE}{to}", sent, headers=HTMX).content.decode()


def log(table: Row) -> str:
    table.refresh_from_db()
    return latest_line(log_in(table))


def play_in(row: Row) -> Play:
    """The table in play, of which the row's content is what stands."""
    row.refresh_from_db()
    play: Play = log_in(row).state.sandbox
    assert msgspec.convert(row.content, Table) == play.table
    return play


def test_the_page_tells_every_unit_and_its_distances_in_words(table: Row, owner: Client) -> None:
    page = owner.get(f"{PAGE}?unit=r2&look=sight").content.decode()
    assert "10 models, 5 wide and 2 deep, middle at 22.5 across and 11.0 up, facing up the table" in page
    assert "Wood (t1)" in page
    assert page.count("In sight") == 2
    assert 'data-unit="b3"' in page


@pytest.mark.parametrize("look", [*LOOKS, "ask", "all", "nonsense"])
def test_every_question_has_an_answer_for_every_unit(table: Row, owner: Client, look: str) -> None:
    for unit in ("r1", "b3", "nobody"):
        assert owner.get(f"{PAGE}?unit={unit}&look={look}&to=b1").status_code == 200


def test_a_template_says_who_is_under_it_and_is_drawn(table: Row, owner: Client) -> None:
    words = "circle 5; at 27.5,29; range 24; scatter d6"
    page = owner.get(f"{PAGE}?unit=r1&look=template&words={words}").content.decode()
    assert "models under it" in page
    assert page.count('class="template"') == 7
    refused = owner.get(f"{PAGE}?unit=r1&look=template&words=dance").content.decode()
    assert "It can't be placed there" in refused


def test_wounds_say_who_falls_and_offer_to_take_them_away(table: Row, owner: Client) -> None:
    page = owner.get(f"{PAGE}?unit=r1&look=wounds&words=wounds 2").content.decode()
    assert "2 fall, 8 are left." in page
    assert 'value="lose 2"' in page
    assert "<li>2 of 10 models fall</li>" in page
    assert "There's no answer" in owner.get(f"{PAGE}?unit=r1&look=wounds&words=dance").content.decode()


def test_a_melee_says_who_strikes_step_by_step(table: Row, owner: Client) -> None:
    assert "Nobody strikes:</strong> it isn&#x27;t engaged" in owner.get(f"{PAGE}?unit=r1&look=melee").content.decode()
    told(owner, "put 22.5,29", on=1)
    play = play_in(Row.objects.get(code=TABLE_CODE))
    fight = Engagement(units=("r1", "b1"), sides=("front", "front"))
    table = create_table(visitor=OWNER, table=replace(play.table, engaged=(fight,)))
    page = owner.get(f"/table/{table.code}/?unit=r1&look=melee").content.decode()
    assert "<strong>5 of 10 strike</strong>: 5 at b1." in page
    assert "<li>5 of 10 touch Axes (b1)</li>" in page
    assert '<span class="cite">Who May Fight</span>' in page
    assert page.count('class="picked"') == 5
    assert "Can it run b1 over?" in page


@pytest.mark.parametrize(
    "question", ["look=ask&words=move forward 3", "look=wounds&words=wounds 5", "look=flight&to=b1"]
)
def test_the_board_shows_where_an_answer_ends(table: Row, owner: Client, question: str) -> None:
    assert owner.get(f"{PAGE}?unit=r1&{question}").content.decode().count('class="ghost"') == 1


def test_what_else_is_asked_takes_no_typing(table: Row, owner: Client) -> None:
    page = owner.get(f"{PAGE}?unit=r1&look=charge&to=b1").content.decode()
    assert "words=formation" in page
    assert "words=overrun+b1" in page
    assert "words=setup" in page
    assert "words=berserk" not in page
    setup = owner.get(f"{PAGE}?look=ask&words=setup").content.decode()
    assert '<span class="cite">Placing units</span>' in setup


def test_a_command_moves_and_logs(table: Row, owner: Client) -> None:
    page = told(owner, "wheel left 2.5; forward 3", on=1)
    assert log(table) == 'Spears (r1) wheel left 2.5; forward 3: 5.5" spent, 6.5" left'
    assert "6.5″ of its 12″ move left" in page
    assert play_in(table).turn["r1"].spent == pytest.approx(5.5)


def test_a_command_against_the_rules_says_why_and_stays_typed(table: Row, owner: Client) -> None:
    page = told(owner, "forward 30", on=1)
    assert "Not by the rules: " in page
    assert 'value="forward 30"' in page
    table.refresh_from_db()
    assert table.head == 1


def test_what_cannot_be_read_is_told_in_words_beside_the_board(table: Row, owner: Client) -> None:
    page = told(owner, "forward 1; dance", on=1)
    assert "Nothing was done. Order 2: “dance” isn&#x27;t one of" in page
    assert "orders[" not in page
    assert page.index('id="cost"') < page.index("Order 2") < page.index("</figure>")
    assert page.index('id="undo-button"') < page.index("</figure>")
    asked = owner.get(f"{PAGE}?unit=r1&look=ask&words=move dance").content.decode()
    assert "Order 1: “dance” isn&#x27;t one of" in asked


def test_undo_and_redo_go_back_and_forth_to_both_ends(table: Row, owner: Client) -> None:
    start = play_in(table)
    for on in (1, 2, 3):
        told(owner, "forward 1", on=on)
    end = play_in(table)
    for on in (4, 5, 6):
        told(owner, "", on=on, to="undo/")
    assert log(table) == "Back to: The table is laid"
    assert play_in(table) == start
    assert "nothing to undo or redo" in told(owner, "", on=7, to="undo/")
    for on in (7, 8, 9):
        told(owner, "", on=on, to="redo/")
    assert play_in(table) == end
    assert "nothing to undo or redo" in told(owner, "", on=10, to="redo/")
    page = told(owner, "", on=10, to="undo/")
    assert page.count("Back to here") == 2


def test_the_log_leads_back_to_any_of_its_lines(table: Row, owner: Client) -> None:
    start = play_in(table)
    for on in (1, 2, 3):
        page = told(owner, "forward 1", on=on)
    assert 'name="event" value="3"' in page
    assert 'name="event" value="4"' not in page, "nothing came after it"
    page = owner.post(f"{PAGE}undo/", {"event": 1, "to": "b1", "on": 4}, headers=HTMX).content.decode()
    assert play_in(table) == start
    assert page.count('class="undone"') == 3


def test_an_army_takes_the_place_of_what_its_side_had(table: Row, owner: Client, row: Roster) -> None:
    told(owner, "", on=1, to="army/", side="red", roster=row.code)
    assert log(table) == "Raiding Party sets up as red: 3 units"
    sides = [unit.side for unit in play_in(table).table.units]
    assert sorted(sides) == ["blue"] * 3 + ["red"] * 3


@pytest.mark.parametrize("sent", [{"side": "green", "roster": "sample.orcs"}, {"side": "red", "roster": "elsewhere"}])
def test_other_sides_and_rosters_are_refused(table: Row, owner: Client, sent: dict[str, str]) -> None:
    page = owner.post(f"{PAGE}army/", sent | {"on": "1"}, headers=HTMX).content.decode()
    assert "Nothing was done. " in page


@pytest.mark.parametrize("on", ["", "one", "-1", "9" * 4000])
def test_a_malformed_event_changes_nothing(table: Row, owner: Client, on: str) -> None:
    page = owner.post(f"{PAGE}do/", {"unit": "r1", "command": "forward 1", "on": on}, follow=True)
    assert "On: is missing or not a number" in page.content.decode()
    assert log(table) == "The table is laid"


def test_a_plain_form_comes_back_to_the_same_question(table: Row, owner: Client) -> None:
    sent = {"unit": "r1", "look": "sight", "command": "forward 1", "on": "1"}
    answer = owner.post(f"{PAGE}do/", sent)
    assert answer.headers["Location"] == f"{PAGE}?unit=r1&look=sight#desk"


def test_a_table_is_laid_from_rolled_terrain_and_bare(table: Row, owner: Client) -> None:
    rolled = owner.post("/table/new/?region=jungles&pieces=6&seed=5")
    assert "Jungles" in owner.get(rolled.headers["Location"]).content.decode()
    assert "A bare table" in owner.get(owner.post("/table/new/").headers["Location"]).content.decode()
    assert owner.post("/table/new/?region=moon").headers["Location"] == reverse("terrain-table")


def test_a_saved_file_opens_as_the_same_table(table: Row, owner: Client) -> None:
    saved = owner.get(f"{PAGE}table.json").content
    assert json.loads(saved)["units"][0]["formation"]["corner"] == list(FORD["units"][0]["formation"]["corner"])
    there = owner.post("/table/open/", {"file": SimpleUploadedFile("t.json", saved)}).headers["Location"]
    assert owner.get(f"{there}table.json").content == saved


@pytest.mark.parametrize("content", [b"", b"{}", b'{"format": "muster-table/1"}', b"\xff"])
def test_a_file_that_is_no_table_is_refused_with_the_reason(table: Row, owner: Client, content: bytes) -> None:
    answer = owner.post("/table/open/", {"file": SimpleUploadedFile("t.json", content)})
    assert "Nothing was changed" in answer.content.decode()
    assert Row.objects.count() == 1


def test_a_link_shows_the_table_to_anybody_until_it_is_revoked(table: Row, owner: Client, other: Client) -> None:
    shared = other.get(f"/t/{TABLE_TOKEN}/")
    assert shared.headers["X-Robots-Tag"] == "noindex, nofollow"
    page = shared.content.decode()
    assert "Spears" in page
    assert "csrfmiddlewaretoken" not in page
    owner.post(f"{PAGE}share/", {"shared": "no"})
    assert other.get(f"/t/{TABLE_TOKEN}/").status_code == 404
    owner.post(f"{PAGE}share/", {"shared": "yes"})
    table.refresh_from_db()
    assert table.share != TABLE_TOKEN
    assert other.get(f"/t/{table.share}/").status_code == 200


def test_a_link_follows_the_table_and_stops_where_it_is_revoked(table: Row, owner: Client, other: Client) -> None:
    page = f"/t/{TABLE_TOKEN}/"
    assert f'data-head="1" data-said="The table is laid" data-after="{page}"' in other.get(page).content.decode()
    assert other.get(f"{page}after/1/").status_code == 204
    told(owner, "forward 3", on=1)
    moved = other.get(f"{page}after/1/?look=move")
    part = moved.content.decode()
    assert (moved.status_code, part.count("<section id="), "<html" in part) == (200, 1, False)
    assert 'data-head="2"' in part
    assert "csrfmiddlewaretoken" not in part
    assert "no-store" in moved.headers["Cache-Control"]
    assert other.get(f"/b/{TABLE_TOKEN}/bell/").status_code == 204, "a server without streams leaves the page to ask"
    assert heads_of([TABLE_TOKEN, "Nobodys"]) == {TABLE_TOKEN: 2}
    assert other.get(f"/b/{TABLE_TOKEN}/").status_code == 404, "it is no seat"
    owner.post(f"{PAGE}share/", {"shared": "no"})
    assert heads_of([TABLE_TOKEN]) == {}
    for gone in (f"{page}after/1/", f"/b/{TABLE_TOKEN}/bell/"):
        assert other.get(gone).status_code == 404


def test_a_deleted_table_is_nowhere_until_it_is_taken_back(table: Row, owner: Client) -> None:
    owner.post(f"{PAGE}delete/")
    assert Client().get(f"/t/{TABLE_TOKEN}/").status_code == 404
    assert "Deleted “The ford”" in owner.get("/table/").content.decode()
    owner.post(f"{PAGE}restore/")
    assert owner.get(PAGE).status_code == 200


def test_models_fall_by_a_form(table: Row, owner: Client) -> None:
    assert "8 models, 5 wide and 2 deep" in told(owner, "lose", on=1, count="2")
    assert log(table) == "Spears (r1): 2 of 10 models fall"


def test_a_question_among_the_commands_is_answered_and_changes_nothing(table: Row, owner: Client) -> None:
    page = told(owner, "measure b1", on=1)
    assert "Measure b1" in page
    assert "<dt>Inches</dt><dd>18</dd>" in page
    table.refresh_from_db()
    assert table.head == 1
    plain = owner.post(f"{PAGE}do/", {"unit": "r1", "command": "ask flight", "on": 1})
    assert plain.headers["Location"] == f"{PAGE}?unit=r1&look=ask&words=flight#desk"
    assert "Chance" not in owner.get(f"{PAGE}?unit=r1&look=ask&words=dance").content.decode()


def test_flight_and_pursuit_are_told(table: Row, owner: Client) -> None:
    assert "<strong>near edge</strong>, 10″ away" in owner.get(f"{PAGE}?unit=r1&look=flight").content.decode()
    assert "<strong>b1 catches it with a chance of" in owner.get(f"{PAGE}?unit=r1&look=flight&to=b1").content.decode()
    assert "broken" in told(owner, "flee", on=1, count="6.5").lower()


def test_a_charge_says_what_an_advance_would_change(table: Row, owner: Client) -> None:
    page = owner.get(f"{PAGE}?unit=r1&look=charge&to=b1").content.decode()
    assert "What if it advances first?" in page
    assert 'value="forward ' not in page
    page = owner.get(f"{PAGE}?unit=r1&look=charge&to=b1&words=advancing").content.decode()
    assert "No charge on b1:" in page
    assert "it needs 18″" in page
    assert page.count('value="forward ') == 4


def test_every_distance_and_sight_is_told_once(table: Row, owner: Client) -> None:
    page = owner.get(f"{PAGE}?look=all").content.decode()
    assert page.count("<caption>From") == 2
    assert page.count("n sight") == 6
    assert owner.get(f"{PAGE}?look=move").content.decode().count("<caption>From") == 0


def test_the_words_of_a_shared_table_say_as_much(table: Row, other: Client) -> None:
    page = other.get(f"/t/{TABLE_TOKEN}/").content.decode()
    assert page.count("<caption>From") == 2
    assert "<caption>From" not in other.get(f"/t/{TABLE_TOKEN}/?look=move").content.decode()
    assert "Dense forest" in page


def test_a_table_is_renamed(table: Row, owner: Client) -> None:
    owner.post(f"{PAGE}name/", {"name": "  The   bridge ", "on": 1})
    assert "<h1>The bridge</h1>" in owner.get(PAGE).content.decode()
    assert "Name: is empty" in owner.post(f"{PAGE}name/", {"name": " ", "on": 2}, follow=True).content.decode()


def test_a_second_roster_stands_besides_the_first(table: Row, owner: Client) -> None:
    for on in (1, 3):  # the army, and where it stands
        sent = {"side": "red", "roster": "sample.dwarf-raiding-party", "how": "besides" if on > 1 else "instead"}
        told(owner, "", on=on, to="army/", **sent)
    refs = [unit.ref for unit in play_in(table).table.units if unit.side == "red"]
    assert len(refs) == len(set(refs)) == 2 * len(sample_rosters()["dwarf-raiding-party"].units)
    table.refresh_from_db()
    assert table.head == 5


def test_one_click_sets_a_game_up(table: Row, owner: Client) -> None:
    page = owner.get(owner.post("/table/demo/").headers["Location"]).content.decode()
    assert "Dwarves against orcs" in page
    assert 'data-unit="r1"' in page
    assert 'data-unit="b1"' in page


def test_shooting_says_what_each_model_needs(table: Row, owner: Client) -> None:
    address = owner.post("/table/demo/").headers["Location"]
    owner.post(f"{address}do/", {"unit": "b3", "command": "put 37,25", "on": 5})
    page = owner.get(f"{address}?unit=b3&look=shoot&to=r3").content.decode()
    assert "hit on" in page
    assert "hits expected" in page


def test_a_second_player_sees_moves_and_moves_and_a_watcher_only_sees(table: Row, owner: Client, other: Client) -> None:
    own = table.seats.get()
    for role in ("blue", "watcher"):
        owner.post(f"/b/{own.token}/seats/", {"role": role})
    page = owner.get(PAGE).content.decode()
    second, watcher = (f"/b/{seat.token}/" for seat in table.seats.exclude(pk=own.pk))
    assert second in page
    assert f'data-after="/b/{own.token}/"' in page
    assert "Spears" in other.get(second).content.decode()
    at_desk = HTMX | {"HX-Target": "desk"}
    assert other.get(f"{second}after/1/", headers=at_desk).status_code == 204
    told(owner, "forward 1", on=1)
    seen = other.get(f"{second}after/1/?unit=r1&look=sight", headers=at_desk).content.decode()
    assert "11″ of its 12″ move left" in seen
    moved = other.post(f"{second}do/", {"unit": "b1", "command": "forward 2", "on": 1}, headers=HTMX).content.decode()
    assert "Axes (b1) forward 2" in moved, "nothing had happened to them"
    refused = other.post(f"{second}do/", {"unit": "r1", "command": "forward 1", "on": 1}, headers=HTMX)
    assert "changed in another place" in refused.content.decode()
    assert "csrfmiddlewaretoken" not in other.get(watcher).content.decode()
    other.post(f"{watcher}do/", {"unit": "r1", "command": "forward 1", "on": 3}, headers=HTMX)
    table.refresh_from_db()
    assert table.head == 3
    mine = owner.get(f"/b/{own.token}/after/1/?table={TABLE_CODE}", headers=at_desk).content.decode()
    assert f'action="{PAGE}do/"' in mine, "the owner's page stays the owner's"


def test_a_command_counts_once_however_often_it_is_sent(table: Row, owner: Client) -> None:
    for _ in range(2):
        told(owner, "forward 1", on=1, id="the-same")
    table.refresh_from_db()
    assert table.head == 2


def test_a_table_goes_on_by_phases_and_back_on_both_phones(owner: Client, catalogue: Catalogue) -> None:
    address = owner.post("/table/demo/").headers["Location"]
    seat = Row.objects.get().seats.get()
    link = f"/b/{seat.token}/"
    answer = owner.post(f"{link}do/?act=phases", {"on": 5}, headers=HTMX)
    assert answer.headers.get("HX-Redirect") == link
    assert owner.get(address).headers["Location"] == link
    page = owner.get(link).content.decode()
    assert "Set-up" in page
    assert 'id="battle"' in page
    assert owner.get(f"{link}after/5/", headers=HTMX | {"HX-Target": "desk"}).headers["HX-Redirect"] == link
    assert owner.get("/table/").content.decode().count(f'href="{address}"') == 1
    assert owner.get(f"{address}table.json").status_code == 200
    head = Row.objects.get().head
    for event in ("", "1", "4", str(head)):
        assert owner.get(f"{link}report/?event={event}").status_code == 200
    back = owner.post(f"{link}do/", {"command": "leave_phases", "on": head, "as": "red"})
    assert back.headers["Location"] == link
    assert 'id="desk"' in owner.get(address).content.decode()
    assert owner.get(f"{link}report/").headers["Location"] == f"{link}?log=all#log-head"
    saved = owner.get(f"{link}battle.jsonl").content
    opened = owner.post("/battle/open/", {"file": SimpleUploadedFile("t.jsonl", saved)}, follow=True)
    assert 'id="desk"' in opened.content.decode()
    assert [row.digest for row in Row.objects.all()] == 2 * [Row.objects.first().digest]  # type: ignore[union-attr]
