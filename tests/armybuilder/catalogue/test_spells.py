"""Magic: the schools, every spell, the search, the odds, and the spells beside the wizards who have them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils.text import capfirst

from armybuilder.catalogue.views.odds import COUNTERSPELL_ODDS, DISPEL_ODDS, STEAL_ODDS, Odds
from armybuilder.models import Roster as Row
from armybuilder.templatetags.lookup import typeset
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.schools import schools_of, wizards_of
from tabletop.arcana.catalogue.spells import Spell, header
from tabletop.arcana.catalogue.spells.spellfile import creatures_of
from tabletop.arcana.catalogue.spells.words import facts
from tests.catalogue import printed_catalogue
from tests.clicks import ARMY
from tests.markup import Document
from tests.visitors import HTMX, edit_address, kept

CATALOGUE = printed_catalogue()
SCHOOLS = tuple(School)
SPELLS = list(CATALOGUE.spells.values())


def read(client: Client, address: str, **query: str) -> Document:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def words(text: str) -> str:
    return " ".join(text.split())


def links(page: Document) -> set[str]:
    return {each.get("href") for each in page.all("a")}


def listed(page: Document) -> list[str]:
    """The names of the spells that a page shows in full."""
    items = [each for each in page.all("li") if each.get("class") == "spell"]
    heads = [head for item in items for head in page.within(item, "h2", "h4")]
    return [link.text for head in heads for link in page.within(head, "a")]


def found(client: Client, **query: str) -> list[str]:
    return listed(read(client, "/magic/", **query))


def test_magic_shows_every_school_with_its_count(printed: None, client: Client) -> None:
    page = read(client, "/magic/")
    tiles = [each for each in page.all("a") if each.get("class") == "tile"]
    assert [each.get("href") for each in tiles] == [f"/magic/{school}/" for school in SCHOOLS]
    for school, tile in zip(SCHOOLS, tiles, strict=True):
        assert tile.text.startswith(school.capitalize())
        assert f"{len(CATALOGUE.spells_of(school))} spells" in tile.text
        assert ("optional" in tile.text) == (school == "plague")
    assert listed(page) == []


@pytest.mark.parametrize("school", SCHOOLS)
def test_a_school_shows_its_spells_in_the_books_order(printed: None, client: Client, school: School) -> None:
    page = read(client, f"/magic/{school}/")
    spells = CATALOGUE.spells_of(school)
    assert listed(page) == [spell.name for spell in spells]
    paragraphs = [each.text for each in page.all("p")]
    for spell in spells:
        assert typeset(capfirst(header(spell))) in paragraphs
        assert words(typeset(spell.text)) in paragraphs
    assert {f"/armies/{row.slug}/" for row in wizards_of(CATALOGUE, school)} <= links(page)


@pytest.mark.parametrize("spell", SPELLS, ids=[spell.slug for spell in SPELLS])
def test_every_spell_has_a_page_that_tells_its_facts(printed: None, client: Client, spell: Spell) -> None:
    page = read(client, f"/magic/{spell.slug}/")
    assert page.all("h1")[0].text == spell.name
    assert words(typeset(spell.text)) in [each.text for each in page.all("p")]
    told = [each.text for each in page.all("dd")]
    for fact in facts(spell):
        assert any(words(typeset(fact.text)) in each for each in told), fact
    assert {f"/armies/{slug}/" for slug in creatures_of(spell)} <= links(page)
    casters = {row.slug for each in spell.schools for row in wizards_of(CATALOGUE, each.school)}
    assert {f"/armies/{slug}/" for slug in casters} <= links(page)
    drawn = [each for each in page.all("svg") if each.get("class") == "template"]
    assert len(drawn) == (len(spell.template.sizes) if spell.template else 0)


def test_a_template_is_drawn_to_the_scale_of_bases(printed: None, client: Client) -> None:
    [wall] = [each for each in read(client, "/magic/fire/fire-wall/").all("svg") if each.get("class") == "template"]
    assert wall.get("viewbox") == "-2 -2 154 29"
    assert wall.get("width") == f"{154 * 1.2:.0f}"
    [base] = [each for each in read(client, "/armies/dwarves/axemen/").all("svg") if each.get("class") == "base"]
    assert base.get("viewbox").split()[2] == "29"
    assert base.get("width") == f"{29 * 1.2:.0f}"


def test_a_spell_of_two_schools_has_one_page(printed: None, client: Client) -> None:
    answer = client.get("/magic/water/geyser/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/magic/earth/geyser/")
    page = read(client, "/magic/earth/geyser/")
    assert {"/armies/dwarves/dwarf-wizard/", "/armies/high-elves/wizard/"} <= links(page)
    assert "/magic/earth/geyser/" in links(read(client, "/magic/water/"))


@pytest.mark.parametrize("address", ["/magic/fog/", "/magic/earth/fog/", "/magic/fire/geyser/", "/magic/fog/geyser/"])
def test_magic_that_nobody_teaches_is_not_there(printed: None, client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("query", "keeps"),
    [
        ({"words": "GEYSER"}, lambda spell: "geyser" in f"{spell.name} {spell.text}".lower()),
        ({"words": "wolves pack"}, lambda spell: spell.name == "Call of the Wild"),
        ({"level": "3"}, lambda spell: spell.level == 3),
        ({"range": "24"}, lambda spell: spell.range == 24),
        ({"range": "contact"}, lambda spell: spell.range == "contact"),
        ({"saves": "multiple"}, lambda spell: spell.save == "multiple"),
        ({"template": "yes"}, lambda spell: spell.template is not None),
        ({"template": "no", "level": "1"}, lambda spell: spell.template is None and spell.level == 1),
        ({"words": "no such words"}, lambda spell: False),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "these",
)
def test_spells_are_found_by_words_level_range_saves_and_template(
    printed: None, client: Client, query: dict[str, str], keeps: Any
) -> None:
    assert found(client, **query) == [spell.name for spell in SPELLS if keeps(spell)]
    assert any(map(keeps, SPELLS)) != (query == {"words": "no such words"})


@pytest.mark.parametrize("query", [{}, {"words": ""}, {"words": "\x00"}, {"words": "x" * 61}, {"level": "three"}])
def test_a_search_that_asks_nothing_or_cant_be_read_shows_no_spells(
    printed: None, client: Client, query: dict[str, str]
) -> None:
    assert found(client, **query) == []


def test_the_search_keeps_what_was_asked(printed: None, client: Client) -> None:
    asked = {"words": 'a "b" <c>', "level": "2", "range": "18", "saves": "unit", "template": "no"}
    page = read(client, "/magic/", **asked)
    [form] = [each for each in page.all("form") if each.get("action") == "/magic/"]
    assert page.sent(form) == asked


def test_the_search_offers_every_range_and_every_save(printed: None, client: Client) -> None:
    page = read(client, "/magic/")
    offered = {each.get("value") for each in page.all("option")}
    assert {str(spell.range) for spell in SPELLS} | {spell.save for spell in SPELLS} <= offered


def test_only_htmx_gets_the_spells_alone(printed: None, client: Client) -> None:
    whole = client.get("/magic/", {"words": "vortex"})
    part = client.get("/magic/", {"words": "vortex"}, headers={"HX-Request": "true"})
    assert whole.content.startswith(b"<!doctype html>")
    assert part.content.decode().strip().startswith('<section id="spells"')
    assert listed(Document(part.content.decode())) == listed(Document(whole.content.decode())) != []
    for answer in (whole, part):
        assert "HX-Request" in answer.headers["Vary"]


ODDS = {"/magic/": (COUNTERSPELL_ODDS, DISPEL_ODDS), "/magic/chaos/steal-enchantment/": (STEAL_ODDS,)}


@pytest.mark.parametrize("address", ODDS)
def test_the_odds_stand_in_words_and_as_exact_fractions(printed: None, client: Client, address: str) -> None:
    page = read(client, address)
    tables = [each for each in page.all("table") if each.get("class") == "odds"]
    for table, odds in zip(tables, ODDS[address], strict=True):
        cells = [each.text for each in page.all("td") if each.inside(table)]
        assert cells == expected(odds)


def expected(odds: Odds) -> list[str]:
    chances = [odds.challenge.odds(mine, theirs) for mine in range(7) for theirs in odds.columns]
    return [f"{chance} {float(chance * 100):.0f} % {often(chance)}" for chance in chances]


def often(chance: Fraction) -> str:
    """The words part the odds where a die more or less makes a step."""
    limits = {"never": 0, "rarely": 6, "seldom": 15, "often": 26, "mostly": 35, "always": 36}
    return next(word for word, limit in limits.items() if chance * 36 <= limit)


@pytest.mark.parametrize("slug", ["snakemen/kaa-wizard", "giant-kings/priest", "undead/vampire-master"])
def test_a_casters_row_lists_its_schools_and_their_spells(printed: None, client: Client, slug: str) -> None:
    page = read(client, f"/armies/{slug}/")
    for school in schools_of(CATALOGUE.rows[slug], optional=False):
        assert f"/magic/{school}/" in links(page)
        assert {f"/magic/{spell.slug}/" for spell in CATALOGUE.spells_of(school)} <= links(page)


def test_a_row_without_magic_lists_no_spells(printed: None, client: Client) -> None:
    assert not [each for each in links(read(client, "/armies/dwarves/axemen/")) if each.startswith("/magic/e")]


def choose(client: Client, row: Row, **fields: str) -> Document:
    change = {"version": str(row.version), "verb": "set_school", "character": "c2", **fields}
    answer = client.post(edit_address(row), change, headers=HTMX)
    row.refresh_from_db()
    return Document(answer.content.decode())


def test_the_editor_shows_the_chosen_schools_spells_beside_the_wizard(printed: None, owner: Client) -> None:
    row = kept(ARMY)
    page = read(owner, f"/rosters/{row.code}/", unit="u4")
    [unit] = [each for each in page.all("div") if each.get("class") == "unit-body"]
    assert listed(page) == [spell.name for spell in CATALOGUE.spells_of("earth")]
    assert page.with_id("spells-c2-1").inside(unit)
    earth = listed(page)
    assert listed(choose(owner, row, school="", open="u4")) == earth  # the only school that there is to choose


def test_the_editor_shows_no_spells_while_a_choice_is_open(printed: None, owner: Client) -> None:
    wizard = {"ref": "c2", "profile": "high-elves/wizard"}
    row = kept(ARMY | {"army": "high-elves", "units": [{"ref": "u4", "characters": [wizard]}]})
    assert listed(read(owner, f"/rosters/{row.code}/")) == []


def test_optional_schools_are_offered_where_both_players_agree(printed: None, owner: Client) -> None:
    for agreed in (False, True):
        row = kept(ARMY | {"options": {"optional_schools": agreed}})
        page = read(owner, f"/rosters/{row.code}/", unit="u4", outfit="c2")
        schools = page.with_id("school-c2").text
        assert "Earth" in schools
        assert ("Plague" in schools.split("others")[0]) is agreed


@pytest.mark.parametrize(
    "address",
    [
        "/magic/",
        "/magic/?words=fire",
        "/magic/plague/",
        "/magic/general/dispel/",
        "/magic/earth/geyser/",
        "/magic/nature/create-forest/",
        "/armies/snakemen/kaa-wizard/",
        "/samples/orcs/",
    ],
)
def test_every_page_of_magic_is_well_formed(printed: None, client: Client, address: str) -> None:
    page = read(client, address)
    names = [each.get("id") for each in page.elements if each.get("id")]
    assert len(names) == len(set(names))
    assert len(page.all("h1")) == len(page.all("main")) == 1
    for each in page.elements:
        assert set(each.get("aria-labelledby").split()) <= set(names)
