"""The reference: chapters, abilities, words of spells and rulings as pages, and codes at their old address."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from armybuilder.catalogue.loaders.examples import example_tables
from armybuilder.catalogue.loaders.rulings import rulings
from tabletop.arcana.army.rules import CORE, TOURNAMENT
from tabletop.arcana.catalogue.abilities import ABILITIES
from tabletop.arcana.reference.chapters import CHAPTERS, Chapter, without_links
from tests.markup import Document
from tests.visitors import load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _printed(db: None) -> None:
    load_printed_rows()


def read(client: Client, address: str) -> Document:
    answer = client.get(address)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def plain(text: str) -> str:
    return " ".join(without_links(text).split())


@pytest.mark.parametrize("chapter", CHAPTERS.values(), ids=list(CHAPTERS))
def test_a_chapter_says_all_it_has_and_draws_its_figures(client: Client, chapter: Chapter) -> None:
    page = read(client, reverse("chapter", args=[chapter.slug]))
    [article] = page.all("article")
    for text in chapter.texts():
        assert plain(text) in article.text
    assert len(page.all("figure")) == sum(section.figure is not None for section in chapter.sections)
    assert all("map" in each.get("class") for each in page.all("svg") if any(a.tag == "figure" for a in each.parents))
    here = [each for each in page.all("a") if each.get("aria-current") == "page"]
    assert [each.text for each in here] == [chapter.numbered if not chapter.under else chapter.title]
    links = {each.get("href") for each in page.all("a")}
    assert {f"/rules/rulings/#{code}" for code in chapter.rulings} <= links
    assert {f"#{section.slug}" for section in chapter.sections} <= links


def test_every_link_between_chapters_leads_to_a_part_that_is_there(client: Client) -> None:
    pages = {f"/rules/{slug}/": read(client, f"/rules/{slug}/") for slug in CHAPTERS}
    pages |= {address: read(client, address) for address in ("/rules/abilities/", "/rules/rulings/", "/rules/checked/")}
    pages |= {"/rules/": read(client, "/rules/"), "/rules/spell-words/": read(client, "/rules/spell-words/")}
    for page in list(pages.values()):
        for link in page.all("a"):
            address, _, part = link.get("href").partition("#")
            if address in pages and part:
                assert part in {each.get("id") for each in pages[address].elements}, link.get("href")


def test_the_contents_lead_to_every_chapter(client: Client) -> None:
    links = {each.get("href") for each in read(client, "/rules/").all("a")}
    assert {f"/rules/{slug}/" for slug in CHAPTERS} <= links


def test_no_chapter_is_not_there(client: Client) -> None:
    assert client.get("/rules/knitting/").status_code == 404


def test_abilities_are_in_order_of_their_names(client: Client) -> None:
    page = read(client, "/rules/abilities/")
    assert {ability.slug for ability in ABILITIES} <= {each.get("id") for each in page.elements}
    terms = [each.text.partition(" (")[0].casefold() for each in page.all("dt")][: len(ABILITIES)]
    assert terms == sorted(terms)
    assert "#" not in " ".join(terms)


def test_codes_are_still_at_their_old_address(client: Client) -> None:
    page = read(client, "/rules/")
    for rule in TOURNAMENT.rules:
        link = Document(client.get("/rules/").content.decode()).with_id(rule.code)
        assert rule.code in link.text
    links = {each.get("href") for each in page.all("a")}
    assert {f"/rules/checked/#{rule.code}" for rule in CORE.rules} <= links


def test_every_ruling_is_shown(client: Client) -> None:
    page = read(client, "/rules/rulings/")
    assert {ruling.code for ruling in rulings()} <= {each.get("id") for each in page.elements}


def test_what_is_read_while_the_site_runs_comes_with_it() -> None:
    let_through = (settings.ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "!docs/rulings.md" in let_through
    assert "!docs/table/*.json" in let_through
    assert example_tables()
