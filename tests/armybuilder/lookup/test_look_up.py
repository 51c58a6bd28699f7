"""The search of every page: answers with their facts, for the page and for htmx, and one's own rosters alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from armybuilder.battles.presenters import entries
from armybuilder.battles.snapshots import table_in
from armybuilder.core.games import reference_of
from armybuilder.core.revisions import update_row
from armybuilder.lookup.presenters.answers import FEW, MANY
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import create_roster
from armybuilder.templatetags.lookup import address, marked, typeset
from tabletop.arcana.game import ARCANA
from tabletop.games import DOORS
from tabletop.search import Address, Entry, Fact
from tests.designs import CODE as DESIGN_CODE
from tests.designs import kept_design
from tests.marbles import Bag, Marbles
from tests.markup import Document, Element
from tests.played import TABLE_CODE, kept_table
from tests.visitors import OTHER, OWNER, browser_of, kept, load_printed_rows

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
WATCH = {
    "format": "muster-roster/1", "game": "arcana", "name": "The Long Watch", "army": "dwarves",
    "units": [
        {"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 17}],
         "characters": [{"ref": "c1", "profile": "dwarves/dwarf-wizard"}]},
    ],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _printed(db: None) -> None:
    load_printed_rows()


@pytest.fixture
def owner() -> Client:
    return browser_of(OWNER)


def asked(client: Client, query: str, **more: str) -> Document:
    answer = client.get("/look/", {"q": query} | more)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def answers(page: Document) -> list[Element]:
    return [each for each in page.all("li") if "answer" in each.get("class").split()]


def names(page: Document) -> list[str]:
    return [each.text for each in page.all("h2") if any("answer" in above.get("class") for above in each.parents)]


def test_the_first_answer_carries_the_fact(client: Client) -> None:
    first, *_ = answers(asked(client, "petrify"))
    for words in ("Spell · school of Earth", "Petrify", "Level 1", "Range touch", "Save own", "Roll 2d3"):
        assert words in first.text


def test_a_profile_comes_with_its_price_and_figures(client: Client) -> None:
    *_, drake = answers(asked(client, "petrify"))
    for words in ("Profile · Monsters", "Drake, Earth", "Points 564", "Wounds 7", "Petrifying breath (12″)"):
        assert words in drake.text


def test_the_words_that_were_found_are_marked(client: Client) -> None:
    assert {each.text for each in asked(client, "petrify").all("mark")} == {"Petrify", "Petrifying"}


def test_htmx_gets_the_answers_alone(client: Client) -> None:
    part = client.get("/look/", {"q": "petrify"}, headers=HTMX).content.decode()
    assert "<html" not in part
    assert "Mass" in part
    assert "4 answers for “petrify”" in Document(part).with_id("answers-said").text  # for who can’t see them
    nothing = Document(client.get("/look/", headers=HTMX).content.decode())
    assert [each.get("id") for each in nothing.elements] == ["answers-said"]


def test_typing_on_its_own_page_changes_its_address(client: Client) -> None:
    for page, replaced in (("/look/?q=pet", "/look/?q=petrify"), ("/rules/", None)):
        headers = HTMX | {"HX-Current-URL": f"http://testserver{page}"}
        assert client.get("/look/", {"q": "petrify"}, headers=headers).get("HX-Replace-Url") == replaced


@pytest.mark.parametrize("page", ["http://[", "http://[x]/look/", "//testserver]/look/", "http://\u2100.example/look/"])
def test_an_address_that_is_none_is_no_page(client: Client, page: str) -> None:
    answer = client.get("/look/?word=x", headers=HTMX | {"HX-Current-URL": page})
    assert (answer.status_code, answer.get("HX-Replace-Url")) == (200, None)


def test_a_table_is_read_once_for_each_of_its_versions(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    row, read = kept_table(), Mock(side_effect=table_in)
    monkeypatch.setattr(entries, "table_in", read)
    for _ in range(2):
        assert row.name in names(asked(owner, row.name))
    update_row(row, name="Elsewhere")
    for _ in range(2):
        assert "Elsewhere" in names(asked(owner, "Elsewhere"))
    assert read.call_count == 2


def test_every_page_has_the_search_and_where_its_answers_go(client: Client) -> None:
    for page in ("/", "/rules/", "/terrain/", "/look/?q=petrify"):
        document = Document(client.get(page).content.decode())
        box = document.with_id("site-search")
        form = next(above for above in box.parents if above.tag == "form")
        assert (form.get("action"), form.get("method"), box.get("name")) == ("/look/", "get", "q")
        assert (box.get("hx-get"), box.get("hx-target")) == ("/look/", "#answers")
        assert len([each for each in document.elements if each.get("id") == "answers"]) == 1
    assert document.with_id("site-search").get("value") == "petrify"


def test_many_answers_are_counted_filtered_and_shown_on_demand(client: Client) -> None:
    page = asked(client, "fearless")
    assert len(answers(page)) == FEW
    more = next(each for each in page.all("a") if each.text.startswith("Show "))
    assert len(answers(Document(client.get(more.get("href")).content.decode()))) == MANY
    spells = next(each for each in page.all("a") if each.text.startswith("Spells "))
    only = Document(client.get(spells.get("href")).content.decode())
    assert {each.text.split(" · ")[0].split()[0] for each in answers(only)} == {"Spell"}
    assert len(answers(only)) == int(spells.text.split()[1])
    assert asked(client, "fearless", only="Nonsense").with_id("answers").text == page.with_id("answers").text


def test_nothing_found_says_so_and_shows_a_way_on(client: Client) -> None:
    page = asked(client, "qqqq")
    assert answers(page) == []
    assert "qqqq" in page.with_id("answers").text
    assert "/rules/" in {each.get("href") for each in page.all("a")}


@pytest.mark.parametrize("query", ["<b>", "a" * 5000, "\x00", "%", "’", "🙂", "   ", "-1", '12"'])
def test_any_query_is_answered(client: Client, query: str) -> None:
    page = asked(client, query)
    assert all(each.tag not in ("b", "script") for each in page.elements if each.inside(page.with_id("answers")))


def test_ones_own_rosters_are_found_by_name_unit_and_spell(owner: Client) -> None:
    row = kept(json.dumps(WATCH))
    for query, words in (
        ("long watch", "17 Axemen"),
        ("axemen", "17 Axemen"),
        ("petrify", "Dwarf Wizard knows Petrify"),
    ):
        [mine] = answers(asked(owner, query, only="Mine"))
        assert "The Long Watch" in mine.text
        assert words in mine.text
        assert f"/rosters/{row.code}/" in owner.get("/look/", {"q": query}).content.decode()


def test_ones_own_designs_and_tables_are_found_with_their_facts(owner: Client) -> None:
    kept_design()
    unpriced = kept_design(code="unpriced", name="Zzyzx", morale={"value": 12})
    kept_table()
    [dragon] = answers(asked(owner, "young dragon", only="Mine"))
    for words in ("Design · monster", "Young Dragon", "Points", "Wounds 5"):
        assert words in dragon.text
    [unlikely] = answers(asked(owner, "zzyzx"))
    assert ("Morale" in unlikely.text, "Points" in unlikely.text) == (True, False)
    for query, words in (("ford", "10 Spears (red); 10 Bows (red)"), ("slingers", "10 Slingers (blue)")):
        [table] = answers(asked(owner, query, only="Mine"))
        for fact in ("Table · 72", "The ford", "Red 2 units", "Blue 3 units", words):
            assert fact in table.text
    addresses = {each.get("href") for each in asked(owner, "mine").all("a")}
    assert addresses >= {f"/forge/{DESIGN_CODE}/", f"/forge/{unpriced.code}/", f"/table/{TABLE_CODE}/"}


def test_nothing_of_anybody_else_is_found(client: Client) -> None:
    kept(json.dumps(WATCH))
    kept_design()
    kept_table()
    for someone in (client, browser_of(OTHER)):
        assert "The Long Watch" not in asked(someone, "long watch").with_id("answers").text
        assert "Mine" not in asked(someone, "petrify").with_id("answers").text
        assert "Young Dragon" not in asked(someone, "young dragon").with_id("answers").text
        assert "The ford" not in asked(someone, "ford").with_id("answers").text


def test_answers_arent_kept_by_anybody_on_the_way(owner: Client) -> None:
    assert "no-store" in owner.get("/look/?q=axemen")["Cache-Control"]


def test_more_rosters_take_no_more_questions(owner: Client, django_assert_num_queries: object) -> None:
    owner.get("/look/?q=axemen")
    for count in (1, 4):
        for number in range(count):
            kept(json.dumps(WATCH | {"name": f"Watch {count} {number}"}))
        with django_assert_num_queries(5):  # type: ignore[operator]
            owner.get("/look/?q=axemen")


def test_every_address_is_a_page_of_the_site() -> None:
    missing = []
    for entry in ARCANA.entries(reference_of(ARCANA)):
        page = address(entry.address)
        try:
            resolve(page.partition("#")[0])
        except Resolver404:
            missing.append(page)
    assert missing == []


@pytest.mark.parametrize("page", ["abilities", "spell-words", "rulings", "checked", "chapter", "terrain"])
def test_every_part_of_a_page_is_there(client: Client, page: str) -> None:
    entries = [entry.address for entry in ARCANA.entries(reference_of(ARCANA)) if entry.address.page == page]
    for place in {address(Address(each.page, each.names)) for each in entries}:
        ids = {each.get("id") for each in Document(client.get(place).content.decode()).elements}
        parts = {each.part for each in entries if address(Address(each.page, each.names)) == place and each.part}
        assert parts <= ids, place


def test_another_game_brings_its_entries_by_the_same_door(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Told(Marbles):
        def entries(self, reference: None) -> Sequence[Entry]:
            facts = (Fact("Points", "5"),)
            return [Entry(group="Marbles", kind="Marble", name="Aggie", facts=facts, address=Address("home"))]

    monkeypatch.setitem(DOORS, "marbles", Told)
    create_roster(visitor=OWNER, roster=Bag(format="muster-roster/1", game="marbles", name="My aggies", marbles={}))
    first, second = answers(asked(owner, "aggie"))
    assert "Marble Aggie Points 5" in first.text
    assert "Roster · Marbles My aggies" in second.text


def test_a_roster_of_a_game_without_contents_is_found_by_its_name(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DOORS, "marbles", Marbles)
    create_roster(visitor=OWNER, roster=Bag(format="muster-roster/1", game="marbles", name="Zzyzx", marbles={}))
    assert Row.objects.count() == 1
    assert names(asked(owner, "zzyzx")) == ["Zzyzx"]


def test_marks_are_put_around_whole_words_and_nothing_is_let_through() -> None:
    assert marked('A <b> 12" petrifying-breath', ["petrif", "12"]) == (
        "A &lt;b&gt; <mark>12</mark>″ <mark>petrifying</mark>-breath"
    )
    assert marked("", ["x"]) == ""


def test_signs_of_print() -> None:
    assert typeset('At -1, d6" or 1⅓", T-shirt, model\'s') == "At −1, d6″ or 1⅓″, T-shirt, model's"
