"""Pages that are translated leave nothing in English; pages that aren't are English whole."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.languages import TRANSLATED
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.catalogue.weapons import WEAPONS
from tests.clicks import ARMY
from tests.markup import Document, Element
from tests.visitors import HTMX, OWNER, browser_of, kept, kept_share
from tests.words.pseudo import LEFTWARD, PSEUDO, made_up

WORD = re.compile(r"[A-Za-z]{3,}")
READ_OUT = ("aria-label", "placeholder", "title", "alt")
# What has the same letters in every language: our name, the book's, formats, the version of the rules.
NAMES = f"{PSEUDO} {LEFTWARD} Muster Armies of Arcana English Deutsch Français Español Letter Markdown BattleScribe"
NAMES += " json txt csv ros rosz summary core catalogue bee"


@cache
def known_words() -> frozenset[str]:
    """Words that stay as they are printed: names of lists, profiles, spells, schools and sections of the book."""
    catalogue = current_catalogue()
    printed = (*catalogue.rows.values(), *catalogue.lists.values())
    rows = catalogue.rows.values()
    names = [NAMES, *School, *WEAPONS, *(each.name for each in printed), *(named(row.name, 2) for row in rows)]
    names += [missile.name for row in rows for missile in row.missile] + [stat_line(row).move for row in rows]
    return frozenset(word.lower() for name in names for word in WORD.findall(name))


# In the book's English, or not ours to translate: citations, figures of profiles, spells, what players write.
AS_PRINTED = frozenset(("cite", "stats", "spells", "code", "noted"))


def is_as_it_stands(element: Element, page: str) -> bool:
    """Whether what is in an element is in the language that it has been written in."""
    classes = element.get("class").split()
    return (
        not AS_PRINTED.isdisjoint(classes)
        or element.get("lang") not in ("", page)
        or element.tag in ("style", "script")
    )


def plain_texts(markup: str, page: str, own: str = "") -> list[str]:
    """The texts of a page, shown or read out, that have an English word which is no name."""
    document = Document(markup)
    silent = {n for each in document.elements if is_as_it_stands(each, page) for n in range(each.start, each.end)}
    texts = [piece for number, piece in enumerate(document.pieces) if number not in silent]
    shown = [each for each in document.elements if not any(is_as_it_stands(up, page) for up in (*each.parents, each))]
    texts += [each.get(name) for each in shown for name in READ_OUT]
    known = known_words() | {word.lower() for word in WORD.findall(own)}
    return [" ".join(text.split()) for text in texts if not known.issuperset(map(str.lower, WORD.findall(text)))]


@pytest.fixture
def pages(printed: None) -> dict[str, str]:
    """Every page that is translated, by its route, as whoever reads the made-up language sees it."""
    row, empty = kept(ARMY), kept({**ARMY, "name": "Nothing yet", "units": [], "allies": [], "designs": []})
    client, share = browser_of(OWNER), kept_share(kept())
    deleted = kept({**ARMY, "name": "Gone"})
    client.post(reverse("delete-roster", kwargs={"code": deleted.code}))
    sample = next(iter(sample_rosters()))
    arguments: dict[str, dict[str, Any]] = {
        "roster": {"code": row.code},
        "repair-roster": {"code": row.code},
        "sample": {"name": sample},
        "shared": {"token": share.token},
    }
    with made_up():
        asked = {"lang": PSEUDO}
        read = {
            route: client.get(reverse(route, kwargs=arguments.get(route)), asked).content.decode()
            for route in TRANSLATED
            if not route.startswith(("edit-", "undo-", "redo-"))
        }
        read["roster, outfit"] = client.get(f"/rosters/{row.code}/?outfit=c2&lang={PSEUDO}").content.decode()
        read["roster, empty"] = client.get(f"/rosters/{empty.code}/?lang={PSEUDO}").content.decode()
        for route in ("edit-roster", "undo-roster", "redo-roster"):
            fields = {"version": content_version(row), "verb": "add_unit", "profile": "dwarves/axemen", "count": "5"}
            address = f"{reverse(route, kwargs={'code': row.code})}?lang={PSEUDO}"
            read[route] = client.post(address, fields, headers=HTMX).content.decode()
    return read


def content_version(row: Row) -> int:
    return Row.objects.get(pk=row.pk).version


def test_a_translated_page_has_no_word_left_in_english(pages: dict[str, str]) -> None:
    own = (
        json.dumps(ARMY)
        + "Nothing yet Gone "
        + " ".join(name for each in sample_rosters().values() for name in (each.name, *(u.name for u in each.units)))
    )
    left = {route: plain_texts(page, PSEUDO, own) for route, page in pages.items()}
    assert {route: texts for route, texts in left.items() if texts} == {}


def test_a_page_says_in_which_language_it_is_and_who_is_shown_another(printed: None, client: Client) -> None:
    for asked, headers, code in (
        ("/", {}, "en-GB"),
        ("/", {"accept-language": "de-AT,en;q=0.5"}, "de"),
        ("/?lang=fr", {"accept-language": "de"}, "fr"),
        ("/?lang=tlh", {"accept-language": "pt"}, "en-GB"),
    ):
        answer = client.get(asked, headers=headers)
        assert f'<html lang="{code}" data-worker' in answer.content.decode()
        assert answer.headers["Content-Language"].lower() == code.lower()
        assert {"Accept-Language", "Cookie"} <= {each.strip() for each in answer.headers["Vary"].split(",")}


def test_a_language_that_was_chosen_is_kept_and_leads_back(printed: None, client: Client) -> None:
    answer = client.get("/language/", {"to": "es", "next": "/rosters/?sort=name"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rosters/?sort=name")
    page = client.get("/rosters/", headers={"accept-language": "de"}).content.decode()
    assert '<html lang="es" data-worker' in page
    assert "Mis ejércitos" in page
    for elsewhere in ("https://example.org/", "//example.org/", "javascript:1", ""):
        assert client.get("/language/", {"to": "xx", "next": elsewhere}).headers["Location"] == "/"
    assert client.cookies["language"].value == "es"


def test_a_page_that_isnt_translated_and_the_api_are_english_and_say_so(printed: None, client: Client) -> None:
    page = client.get("/battles/", headers={"accept-language": "de"}).content.decode()
    assert '<html lang="en-GB" data-worker' in page
    assert "bisher nur auf Englisch" in page
    answer = client.post("/api/check/", json.dumps(ARMY), "application/json", headers={"accept-language": "de"})
    assert "The army costs" in answer.content.decode() or "normal troops" in answer.content.decode()


def test_what_is_remembered_of_a_unit_is_said_in_the_language_of_whoever_asks(printed: None) -> None:
    """Verdicts are kept between requests; a reader never gets the sentence of the one before."""
    row = kept(ARMY)
    client = browser_of(OWNER)
    said = {}
    for code in ("en", "de", "en", "fr", "es", "de"):
        said.setdefault(code, set()).add(told(client.get(f"/rosters/{row.code}/?lang={code}").content.decode()))
    assert all(len(each) == 1 for each in said.values())
    assert len(set.union(*said.values())) == 4


def told(page: str) -> str:
    document = Document(page)
    return " ".join(each.text for each in document.all("li") if "finding" in each.get("class"))


def test_a_language_from_right_to_left_turns_the_page(printed: None, client: Client) -> None:
    with made_up():
        page = client.get("/", {"lang": LEFTWARD}).content.decode()
    assert f'<html lang="{LEFTWARD}" dir="rtl" data-worker' in page
