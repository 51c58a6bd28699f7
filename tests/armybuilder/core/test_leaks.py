"""A word planted in what somebody keeps for themselves is found by nobody else, wherever they look."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import pypdfium2
import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from armybuilder.core.models import Visitor
from armybuilder.models import FormulaVariant
from tests.accounts import person, things_of
from tests.armybuilder.core.test_permissions import address
from tests.collection import COLLECTION_CODE, kept_collection
from tests.data_packs import CODE as DATA_PACK_CODE
from tests.data_packs import kept_data_pack
from tests.designs import CARRYING, kept_design, kept_variant
from tests.events import EVENT_CODE, EVENT_TOKEN, kept_event
from tests.kept_once import kept_once
from tests.laboratory import LAB_CODE, LAB_TOKEN, kept_experiment
from tests.packs import kept_pack
from tests.played import TABLE_CODE, TABLE_TOKEN, kept_table
from tests.programs import ask, keyed
from tests.routes import ROUTES
from tests.visitors import OTHER, OWNER, browser_of, kept, load_printed_rows

HALF, MARK = "Xylophon", "Vivianit"  # the half that is searched for, and the half that must not come back
SECRET = f"{HALF} {MARK}"
MOST_PAGES = 400
# Fields that are searched for words are asked together; those that name a thing, which a page may refuse, each alone.
WORDS = "?" + "&".join(f"{field}={HALF}" for field in ("words", "find", "search", "q", "name"))
SEARCHES = (WORDS, *(f"?{field}={HALF}" for field in ("list", "formula", "base", "pack")))
LINK = re.compile(r"""\s(?:href|action|hx-get)=["']([^"']*)["']""")


class Planted(NamedTuple):
    """Who has planted it, and where what they keep is found, by the codes that the route table knows."""

    visitor: Visitor
    codes: dict[str, str]


@pytest.fixture
def planted(db: None, short_experiments: None) -> dict[str, Planted]:
    """One of everything with the word wherever words go, a browser's and an account's."""
    load_printed_rows()
    owners = {"by a browser": OWNER, "by an account": things_of(person("ada"))}
    return {name: Planted(visitor, plant(visitor, name[-7:])) for name, visitor in owners.items()}


@kept_once
def plant(visitor: Visitor, mark: str) -> dict[str, str]:
    design = kept_design(visitor=visitor, code=f"design-{mark}", name=SECRET)
    variant = kept_variant(visitor=visitor, code=f"variant-{mark}")
    FormulaVariant.objects.filter(pk=variant.pk).update(name=SECRET)
    pack = kept_pack(visitor=visitor, code=f"pack-{mark}", name=SECRET)
    data_pack = kept_data_pack(visitor=visitor, code=f"data-{mark}", title=SECRET)
    collection = kept_collection(visitor=visitor, code=f"models-{mark}", name=SECRET)
    table = kept_table(visitor=visitor, code=f"table-{mark}", token=f"TableOf{mark}", name=SECRET)
    experiment = kept_experiment(visitor=visitor, code=f"lab-{mark}", token=f"LabOf{mark}", name=SECRET)
    units = [unit | {"name": SECRET} for unit in CARRYING["units"]]
    roster = kept(CARRYING | {"name": SECRET, "units": units}, visitor=visitor)
    event = kept_event(visitor=visitor, code=f"event-{mark}", token=f"PlaceOf{mark}", name=SECRET, player=SECRET)
    codes = {"": roster.code, "young-dragon": design.code, "tuesday-club": variant.code, "spring-cup-1": pack.code}
    codes[COLLECTION_CODE] = collection.code
    codes |= {DATA_PACK_CODE: data_pack.code, LAB_CODE: experiment.code, LAB_TOKEN: experiment.share or ""}
    codes |= {EVENT_CODE: event.code, EVENT_TOKEN: f"PlaceOf{mark}"}
    return codes | {TABLE_CODE: table.code, TABLE_TOKEN: table.share or ""}


def words_of(answer: HttpResponse) -> str:
    """What an answer says, its headers and the text of its sheets too."""
    content = answer.getvalue()
    if content.startswith(b"%PDF"):
        document = pypdfium2.PdfDocument(io.BytesIO(content))
        content = " ".join(page.get_textpage().get_text_range() for page in document).encode()
    return f"{answer.headers} {content.decode(errors='replace')}"


def links_of(page: str, answer: HttpResponse) -> Iterator[str]:
    if answer.headers["Content-Type"].startswith("text/html"):
        for written in dict.fromkeys(LINK.findall(answer.content.decode())):
            link = urlsplit(urljoin(page, unescape(written)))
            if not link.scheme and not link.netloc and not link.path.startswith(("/static/", "/account/")):
                yield f"{link.path}?{link.query}" if link.query else link.path


def crawled(client: Client, starts: list[str], *, most: int = MOST_PAGES) -> dict[str, str]:
    """What every page says that links lead to from these, at most so many pages."""
    said: dict[str, str] = {}
    waiting = list(starts)
    while waiting and len(said) < most:
        page = waiting.pop(0)
        if page in said:
            continue
        answer = client.get(page)
        said[page] = words_of(answer)
        waiting += [link for link in links_of(page, answer) if link not in said]
    return said


def addresses(*planted: Planted) -> list[str]:
    """Every address of the site, those of the planted things too, and every search for the half word."""
    pages = [address(name, each.codes) for each in planted for name in ROUTES if name not in BY_LINK]
    lists = [
        reverse(name)
        for name in (
            "army-lists",
            "schools",
            "new-design",
            "family",
            "rosters",
            "designs",
            "packs",
            "data-packs",
            "events",
        )
    ]
    lists += ["/api/profiles/", "/api/spells/", "/api/rosters/", "/api/designs/", "/api/packs/"]
    return [*dict.fromkeys(pages), *(f"{page}{search}" for page in lists for search in SEARCHES)]


BY_LINK = {
    "pack",
    "copy-pack",
    "pack-file",
    "api-pack",
    "shared-table",
    "after-shared-table",
    "shared-experiment",
    *(name for name, route in ROUTES.items() if "token" in route.arguments and "event" in name),
    *("approve-lists", "bring-list", "judge-list", "judge-all", "change-round", "print-rosters", "round-clock"),
}  # whoever was given the link may read it: not asked here


@pytest.mark.parametrize("who", ["nobody", "another browser", "another account", "another key", "staff"])
def test_nobody_else_finds_the_word(planted: dict[str, Planted], who: str, caplog: pytest.LogCaptureFixture) -> None:
    client = stranger(who)
    client.raise_request_exception = False
    starts, most = ["/", *addresses(*planted.values())], MOST_PAGES
    if who == "another key":  # to pages it is nobody: test_permissions
        starts = [page for page in starts if page.startswith("/api/")]
        most = len(starts)
    with caplog.at_level(logging.DEBUG):
        said = crawled(client, starts, most=most)
    assert len(said) >= min(len(starts), 150)
    assert [page for page, words in said.items() if MARK in words] == []
    assert MARK not in caplog.text
    assert mail.outbox == []


def stranger(who: str) -> Client:
    match who:
        case "another browser":
            return browser_of(OTHER)
        case "another account":
            return browser_of(things_of(person("bob")))
        case "another key":
            return keyed(person("bob"))
        case "staff":
            return browser_of(things_of(person("editor", is_staff=True)))
    return Client()


def test_a_write_that_is_refused_says_nothing_of_it(planted: dict[str, Planted]) -> None:
    """An address that names nothing of theirs is asked once; a key opens no page, and is nobody there."""
    browsers, key = (browser_of(OTHER), Client()), keyed(person("bob"))
    for name, route in ROUTES.items():
        if "POST" in route.methods and name not in BY_LINK:
            strangers = (*browsers, key) if name.startswith("api-") else browsers
            for who, path in product(strangers, dict.fromkeys(address(name, each.codes) for each in planted.values())):
                answer = who.post(path, {"version": 1, "name": HALF, "verb": "remove_unit"})
                assert MARK not in words_of(answer), name


def test_a_program_that_is_refused_is_told_nothing_of_it(planted: dict[str, Planted]) -> None:
    for name, route in ROUTES.items():
        for method in route.methods & {"POST", "PUT", "PATCH", "DELETE"} if name.startswith("api-") else ():
            for who in (browser_of(OTHER), Client(), keyed(person(f"bob-{name}-{method}".lower()))):
                for version, each in product((None, 1, 9), planted.values()):
                    answer = ask(who, method, address(name, each.codes), {"name": HALF}, version)
                    assert MARK not in words_of(answer), (name, method)


FOUND = (
    *("api-rosters", "api-roster", "api-report", "api-units", "api-unit", "api-designs", "api-design", "api-packs"),
    *("rosters", "roster", "roster-file", "roster-pdf", "designs", "design", "variant", "variants", "packs"),
)


@pytest.mark.parametrize("owner", ["by a browser", "by an account"])
def test_its_owner_finds_it(planted: dict[str, Planted], owner: str) -> None:
    """The crawl would notice: as the owner it finds the word on pages, in files and on paper, and where links lead."""
    mine = planted[owner]
    starts = [address(name, mine.codes) for name in FOUND]
    said = crawled(browser_of(mine.visitor), starts, most=60)
    found = {page for page, words in said.items() if MARK in words}
    assert found >= {*starts}
    assert len(found) > len(starts), "by links it finds more"
