"""Home, the printed lists with their filters, every row's page, and the rules."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.models import Visitor
from armybuilder.templatetags.lookup import typeset
from tabletop.arcana.army.rules import CORE
from tabletop.arcana.catalogue.abilities import abilities_of
from tests.catalogue import printed_catalogue
from tests.markup import Document
from tests.visitors import browser_of, kept

CATALOGUE = printed_catalogue()
ARMIES = [army for army in CATALOGUE.lists.values() if army.kind == "army"]


def read(client: Client, address: str, **query: str) -> Document:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def names_in(answer: HttpResponse) -> list[str]:
    """The rows that a list's page shows."""
    document = Document(answer.content.decode())
    heads = [each for each in document.all("th") if each.get("scope") == "row"]
    return [link.text for head in heads for link in document.within(head, "a")]


def shown(client: Client, army: str, **query: str) -> list[str]:
    return names_in(client.get(f"/armies/{army}/", query))


def test_home_starts_each_army_in_one_click(printed: None, client: Client) -> None:
    home = read(client, "/")
    sent = [home.sent(form) for form in home.all("form") if form.get("action") == "/rosters/new/"]
    starts = [start for start in sent if "army" in start]  # other games begin without one
    assert [start["army"] for start in starts] == [army.slug for army in ARMIES]
    for start in starts:
        assert client.post("/rosters/new/", start, follow=True).status_code == 200
    assert len(read(client, "/rosters/").all("li")) >= len(ARMIES) == 17


def test_home_leads_back_to_the_latest_rosters(printed: None) -> None:
    owner = browser_of(Visitor(browser="a-player"))
    kept(visitor=Visitor(browser="a-player"))
    assert "Raiding Party" in [each.text for each in read(owner, "/").all("b")]


def test_home_shows_every_sample(printed: None, client: Client) -> None:
    links = {each.get("href") for each in read(client, "/").all("a")}
    for name in sample_rosters():
        assert f"/samples/{name}/" in links
        assert client.get(f"/samples/{name}/").status_code == 200


def test_armies_shows_every_list(printed: None, client: Client) -> None:
    text = [each.text for each in read(client, "/armies/").all("a")]
    for army in CATALOGUE.lists.values():
        assert any(words.startswith(army.name) for words in text)


@pytest.mark.parametrize("army", CATALOGUE.lists)
def test_a_list_shows_its_rows_in_the_order_of_the_book(printed: None, client: Client, army: str) -> None:
    names = [row.name for row in CATALOGUE.rows_of(army)]
    assert shown(client, army) == names


def test_a_list_shows_the_printed_notation_and_its_own_rules(printed: None, client: Client) -> None:
    for army in CATALOGUE.lists.values():
        page = read(client, f"/armies/{army.slug}/")
        cells = [each.text for each in page.all("td")]
        for row in CATALOGUE.rows_of(army.slug):
            assert {" ".join(row.printed.melee.split()), row.printed.vp} - {""} <= set(cells), row.slug
        weapons = ["Missile weapons for characters"] * (army.kind == "army")
        assert [each.text for each in page.all("dt")] == [note.title for note in army.notes] + weapons


@pytest.mark.parametrize(
    ("army", "told"),
    [
        ("dwarves", "Crossbow (Crossbowmen); handgun (Handgunners): the ones its troops carry."),
        ("giant-kings", "None: its troops carry none that characters can buy."),
    ],
)
def test_a_list_says_which_weapons_are_common_and_why(printed: None, client: Client, army: str, told: str) -> None:
    assert told in [each.text for each in read(client, f"/armies/{army}/").all("dd")]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"words": "AXE"}, ["Axemen", "Double Axemen"]),
        ({"words": "axe double"}, ["Double Axemen"]),
        ({"words": "handgun"}, ["Handgunner"]),
        ({"words": "no such words"}, []),
        ({"section": "characters"}, ["Dwarf Lord", "Dwarf Champion", "Dwarf Wizard"]),
        ({"section": "mounts"}, []),
        ({"least": "118"}, ["Dwarf Lord", "Dwarf Wizard"]),
        ({"least": "117", "most": "117"}, ["Dwarf Champion"]),
        ({"most": "17"}, ["Dwarves with 2-Handed Weapons"]),
        ({"words": "dwarf", "section": "characters", "most": "200"}, ["Dwarf Lord", "Dwarf Champion"]),
    ],
)
def test_a_list_is_filtered_by_words_section_and_points(
    printed: None, client: Client, query: dict[str, str], names: list[str]
) -> None:
    assert [name.lower() for name in shown(client, "dwarves", **query)] == [name.lower() for name in names]


@pytest.mark.parametrize(
    "query", [{"least": "many"}, {"most": "-1"}, {"words": "\x00"}, {"words": "x" * 61}, {"page": "2"}]
)
def test_a_filter_that_cant_be_read_filters_nothing(printed: None, client: Client, query: dict[str, str]) -> None:
    assert len(shown(client, "dwarves", **query)) == 18


def test_the_filter_keeps_what_was_asked(printed: None, client: Client) -> None:
    page = read(client, "/armies/dwarves/", words='a "b" <c>', section="troops", least="5", most="90")
    [form] = [each for each in page.all("form") if each.get("action") == "/armies/dwarves/"]
    assert page.sent(form) == {"words": 'a "b" <c>', "section": "troops", "least": "5", "most": "90"}


def test_only_htmx_gets_the_rows_alone(printed: None, client: Client) -> None:
    whole = client.get("/armies/dwarves/", {"words": "axe"})
    part = client.get("/armies/dwarves/", {"words": "axe"}, headers={"HX-Request": "true"})
    boosted = client.get("/armies/dwarves/", {"words": "axe"}, headers={"HX-Request": "true", "HX-Boosted": "true"})
    restored = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    back = client.get("/armies/dwarves/", {"words": "axe"}, headers=restored)
    assert part.content.decode().strip().startswith('<section id="rows"')
    assert names_in(part) == names_in(whole) == ["Axemen", "Double Axemen"]
    for page in (whole, boosted, back):
        assert page.content.startswith(b"<!doctype html>")
    for answer in (whole, part, boosted, back):
        assert "HX-Request" in answer.headers["Vary"]


def test_every_row_has_a_page_that_explains_each_ability(printed: None, client: Client) -> None:
    for row in CATALOGUE.rows.values():
        page = read(client, f"/armies/{row.slug}/")
        assert page.all("h1")[0].text == " ".join(row.name.split())
        meanings = {each.text for each in page.all("dt")}
        texts = " ".join(each.text for each in page.all("dd"))
        for ability in abilities_of(CATALOGUE.in_play(row.slug)):
            assert typeset(ability.name) in meanings, row.slug
            assert " ".join(typeset(ability.text).split()) in texts, row.slug
    assert len(CATALOGUE.rows) == 399


def test_a_misprint_is_marked_on_the_list_and_told_on_the_row(printed: None, client: Client) -> None:
    for slug, errata in CATALOGUE.errata.items():
        page = read(client, f"/armies/{slug}/")
        told = [each.text for each in page.all("li")]
        for erratum in errata:
            assert any(" ".join(erratum.why.split()) in words for words in told), slug
    marks = [each for each in read(client, "/armies/daemons/").all("span") if each.get("class") == "mark"]
    assert len(marks) == sum(slug.startswith("daemons/") for slug in CATALOGUE.errata)


def test_each_tip_belongs_to_its_term(printed: None, client: Client) -> None:
    page = read(client, "/armies/daemons/imps/")
    terms = [each for each in page.all("button") if each.get("class") == "term"]
    assert terms
    for term in terms:
        assert page.with_id(term.get("aria-describedby")).get("role") == "tooltip"


def test_rules_lists_every_rule_and_what_is_unchecked(printed: None, client: Client) -> None:
    page = read(client, "/rules/checked/")
    text = [each.text for each in page.all("li")]
    for rule in CORE.rules:
        assert rule.statement in page.with_id(rule.code).text
        assert str(rule.citation) in page.with_id(rule.code).text
    assert CORE.unchecked
    for each in CORE.unchecked:
        assert any(each.statement in words and each.reason in words for words in text), each


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/armies/",
        "/armies/giant-kings/",
        "/armies/dwarves/axemen/",
        "/look/",
        "/look/?q=petrify",
        "/rules/",
        "/rules/abilities/",
        "/rules/rulings/",
        "/rules/checked/",
        "/rosters/",
        "/rosters/new/",
        "/rosters/open/",
        "/check/",
        "/compare/",
        "/batch/",
        "/samples/dwarves/",
    ],
)
def test_every_page_is_well_formed(printed: None, client: Client, address: str) -> None:
    page = read(client, address)
    names = [each.get("id") for each in page.elements if each.get("id")]
    assert len(names) == len(set(names))
    assert len(page.all("h1")) == len(page.all("main")) == 1
    for label in page.all("label"):
        assert not label.get("for") or label.get("for") in names
    for each in page.elements:
        for attribute in ("aria-labelledby", "aria-describedby", "form", "list"):
            assert set(each.get(attribute).split()) <= set(names), each
