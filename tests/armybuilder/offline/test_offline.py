"""What a browser may keep, whose it is, and what it begins with when there is no network."""

from __future__ import annotations

import json
import re
from struct import unpack

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from armybuilder.core.offline import OPENED, SHOWN
from armybuilder.models import Roster as Row
from tests.accounts import PASSWORD, person, prove, things_of
from tests.markup import Document
from tests.played import BATTLE_TOKEN, kept_battle
from tests.routes import ROUTES, address_of
from tests.visitors import HTMX, OWNER, browser_of, kept, load_printed_rows

pytestmark = pytest.mark.django_db
# What nobody may find on a device that was lent: accounts, links that others gave, and what programs ask.
NEVER = re.compile(r"account|mfa|api|admin|share|check|link|event|season|export|file|key|print-job|delete|restore|edit")


@pytest.fixture
def row() -> Row:
    load_printed_rows()
    return kept(visitor=OWNER)


def test_only_what_is_opened_again_is_marked_to_be_kept(row: Row) -> None:
    assert set(ROUTES) >= OPENED | SHOWN
    assert [name for name in OPENED | SHOWN if NEVER.search(name) and name != "checked-rules"] == []
    owner, address = browser_of(OWNER), f"/rosters/{row.code}/"
    page = owner.get(address)
    assert page.headers["Muster-Keep"] == "open"
    assert "no-store" in page.headers["Cache-Control"]
    assert owner.get("/").headers["Cache-Control"] == "private"
    assert owner.get(f"{address}a4.pdf").headers["Muster-Keep"] == "shown"
    kept_battle()
    assert owner.get(f"/b/{BATTLE_TOKEN}/").headers["Muster-Keep"] == "open"
    for unmarked in (
        owner.get(address, headers=HTMX),  # a part is no page
        owner.get("/rosters/no-such-code/"),
        owner.post(f"{address}edit/", {"version": row.version, "verb": "rename", "name": "Kept"}),
        *(
            owner.get(address_of(name, code=row.code))
            for name in ("share-roster", "roster-history", "privacy", "check")
        ),
    ):
        assert "Muster-Keep" not in unmarked.headers


def test_an_answer_says_for_whom_it_is_and_signing_out_empties_the_browser(row: Row) -> None:
    ada = person("ada")
    nobody, owner, two = Client(), browser_of(OWNER), [browser_of(things_of(ada)) for _ in range(2)]
    marks = [client.get("/").headers["Muster-Visitor"] for client in (nobody, owner, *two)]
    assert marks[0] == "nobody"
    assert len(set(marks)) == 3
    assert marks[2] == marks[3]
    assert "Clear-Site-Data" not in two[0].get(reverse("account_logout")).headers
    assert two[0].post(reverse("account_logout")).headers["Clear-Site-Data"] == '"cache", "storage"'
    assert two[0].get("/").headers["Muster-Visitor"] == "nobody"
    assert "Clear-Site-Data" not in two[1].post(reverse("delete-account"), {"password": "wrong"}).headers
    prove(two[1])
    assert "Clear-Site-Data" in two[1].post(reverse("delete-account"), {"password": PASSWORD}).headers


def test_the_worker_stands_at_the_root_is_asked_for_anew_and_names_files_that_there_are(client: Client) -> None:
    worker = client.get("/worker.js")
    assert worker.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert worker.headers["Cache-Control"] == "no-cache"
    assert worker.headers["Service-Worker-Allowed"] == "/"
    assert "Content-Security-Policy" in worker.headers
    files = re.findall(r'"/static/([^"]+)"', worker.content.decode())
    assert len(files) > 8
    assert [file for file in files if not finders.find(file)] == []
    assert client.get("/start/").headers["Location"] == "/"


def test_the_manifest_has_icons_of_the_sizes_that_it_says(client: Client) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert manifest["start_url"] == "/start/"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"][1:]:
        with open(finders.find(icon["src"].removeprefix("/static/")), "rb") as picture:  # noqa: PTH123 (of a finder)
            width, height = unpack(">II", picture.read(24)[16:])
        assert f"{width}x{height}" == icon["sizes"]


def test_the_look_up_to_take_along_has_every_entry_and_each_stands_on_a_page_of_it(client: Client) -> None:
    load_printed_rows()
    look_up = json.loads(client.get("/offline/look-up.json").content)
    pages = {page: client.get(page) for page in look_up["pages"]}
    assert {page for page, answer in pages.items() if answer.status_code != 200} == set()
    assert {entry["kind"] for entry in look_up["entries"]} >= {"Profile", "Spell", "Ability", "Terrain", "Reference"}
    texts = {page: answer.content.decode() for page, answer in pages.items()}
    for entry in look_up["entries"]:
        page, _, part = entry["address"].partition("#")
        if page not in texts:  # of one thing: its page is led to from the one above
            assert f'href="{page}"' in texts[page.rsplit("/", 2)[0] + "/"]
        elif part:
            assert f'id="{part}"' in texts[page], entry


def test_pages_say_where_the_worker_is_and_load_it_behind_everything_else(client: Client) -> None:
    page = client.get("/offline/").content.decode()
    (html,) = (element for element in Document(page).elements if element.tag == "html")
    assert html.attributes["data-worker"] == "/worker.js"
    assert "offline.js" in html.attributes["data-offline"]
    assert [script for script in re.findall(r'<script[^>]*src="([^"]+)"', page) if "offline" in script] == []
