"""The frame of every page: five jobs, one primary action, our own faces, and a home page that says what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.models import Visitor
from armybuilder.models import Roster as Row
from armybuilder.templatetags.shell import JOBS
from tests.armybuilder.core.test_pages import CATALOGUE, read
from tests.markup import Document
from tests.routes import ROUTES, address_of
from tests.visitors import browser_of, kept

SHEET = Path(finders.find("armybuilder/muster.css") or "")
SHOWN = ("everybody", "link", "owner", "keeper", "account")
FORKED = {"roster"}  # one button on a phone, where the picker is closed, and another on a desktop


def shown_pages(owner: Client, member: Client, row: Row) -> dict[str, Document]:
    """Every page that a GET shows, by its route; what came after an event is a part of one."""
    pages = {}
    for name, route in ROUTES.items():
        if route.who not in SHOWN or "GET" not in route.methods or name.startswith(("api", "after")):
            continue
        answer = (member if route.who == "account" else owner).get(address_of(name, code=row.code))
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            pages[name] = Document(answer.content.decode())
    return pages


@pytest.fixture
def pages(owner: Client, member: Client, row: Row) -> dict[str, Document]:
    return shown_pages(owner, member, row)


def primaries(page: Document) -> list[str]:
    """What its solid buttons say, but those that are hidden."""
    solid = [each for each in page.elements if {"btn", "primary"} <= set(each.get("class").split())]
    return [each.text for each in solid if not any("hidden" in part.attributes for part in (each, *each.parents))]


def test_every_page_leads_to_the_five_jobs_and_has_one_primary_action(pages: dict[str, Document]) -> None:
    assert len(pages) > 50
    loud = {name: found for name, page in pages.items() if len(found := primaries(page)) > 1 + (name in FORKED)}
    assert not loud
    for name, page in pages.items():
        [jobs] = [each for each in page.all("nav") if each.get("class") == "jobs"]
        links = [each for each in page.all("a") if each.inside(jobs)]
        assert [each.text for each in links] == ["Build", "Check lists", "Look up", "Play", "Print"], name
        [search] = [
            each for each in page.all("form") if each.get("action") == "/look/" and each.get("class") == "search"
        ]
        assert search.get("method") == "get"


@pytest.mark.parametrize(
    ("address", "job"),
    [
        ("/", None),
        ("/rosters/", "Build"),
        ("/samples/dwarves/", "Build"),
        ("/batch/", "Check lists"),
        ("/armies/dwarves/", "Look up"),
        ("/magic/", "Look up"),
        ("/terrain/", "Look up"),
        ("/table/", "Play"),
        ("/print/", "Print"),
        ("/privacy/", None),
    ],
)
def test_a_page_marks_the_job_that_it_belongs_to(printed: None, client: Client, address: str, job: str | None) -> None:
    page = read(client, address)
    [jobs] = [each for each in page.all("nav") if each.get("class") == "jobs"]
    marked = [each.text for each in page.all("a") if each.inside(jobs) and each.get("aria-current")]
    assert marked == ([job] if job else [])


def test_no_address_belongs_to_two_jobs() -> None:
    parts = [part for job in JOBS for part in job.parts]
    assert len(parts) == len(set(parts))


def test_home_says_what_the_site_does_for_each_job(printed: None, client: Client) -> None:
    page = read(client, "/")
    [lines] = [each for each in page.all("ul") if each.get("class") == "joblist"]
    items = {each.get("href"): each.text for each in page.all("a") if each.inside(lines)}
    assert list(items) == ["/batch/", "/rules/", "/battle/", "/print/", "/forge/"]
    assert all(re.fullmatch(r".+\.", words) for words in items.values())
    assert f"{len(CATALOGUE.spells)} spells, {len(CATALOGUE.rows)} profiles" in items["/rules/"]
    assert not primaries(page)  # the roll of arms is the action


def test_samples_say_their_army(printed: None, client: Client) -> None:
    links = {each.get("href"): each.text for each in read(client, "/").all("a")}
    for name, roster in sample_rosters().items():
        words = links[f"/samples/{name}/"]
        assert roster.name in words
        assert CATALOGUE.lists[roster.army].name in words


def test_what_a_browser_keeps_is_said_beside_it(printed: None, client: Client, member: Client) -> None:
    guest = browser_of(Visitor(browser="a-player"))
    kept(visitor=Visitor(browser="a-player"))
    for address in ("/", "/rosters/"):
        words = " ".join(read(guest, address).pieces)
        assert "Kept in this browser, on this device only." in words, address
        assert "/account/login/" in {each.get("href") for each in read(guest, address).all("a")}
    assert "Kept in your account." in " ".join(read(member, "/rosters/").pieces)


def test_the_faces_are_the_sites_own_and_small() -> None:
    css = SHEET.read_text(encoding="utf-8")
    faces = dict(re.findall(r'font-family: "(Source [^"]+)"; src: url\("(fonts/[^"]+\.woff2)"\)', css))
    assert set(faces) == {"Source Sans 3", "Source Serif 4"}
    files = sorted((SHEET.parent / "fonts").glob("*.woff2"))
    assert len(files) == len(re.findall(r"url\(\"fonts/", css)) == 4
    for file in files:
        content = file.read_bytes()
        assert content.startswith(b"wOF2")
        assert len(content) < 33_000, file.name
    for licence in ("source-sans.txt", "source-serif.txt"):
        assert "SIL OPEN FONT LICENSE" in (SHEET.parent / "fonts" / licence).read_text(encoding="utf-8").upper()


def test_pages_preload_the_faces_that_every_page_needs(printed: None, client: Client) -> None:
    loaded = [each for each in read(client, "/").all("link") if each.get("rel") == "preload"]
    faces = ["SourceSans3-Regular", "SourceSans3-Bold", "SourceSerif4Subhead-Semibold"]
    assert [Path(each.get("href")).stem.partition(".")[0] for each in loaded] == faces
    assert all((each.get("as"), each.get("type")) == ("font", "font/woff2") for each in loaded)
    assert all("crossorigin" in each.attributes for each in loaded)


def test_no_face_of_the_system_is_named_but_where_ours_stands_first() -> None:
    """A family is said by its token; the tokens name ours, what stands in for it, and never a serif of the system's."""
    css = re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
    rules = re.sub(r"@font-face \{[^}]*\}", "", css)
    tokens = dict(re.findall(r"--(sans|serif|mono): ([^;]+);", rules))
    assert tokens["sans"].startswith('"Source Sans 3", ')
    assert tokens["serif"].startswith('"Source Serif 4", ')
    assert not re.search(r"\bserif\b(?<!sans-serif)", tokens["serif"].replace("Serif", ""))
    named = re.findall(r"font(?:-family)?: ([^;}]+)", rules)
    assert not [value for value in named if not re.search(r"var\(--(sans|serif|mono)\)|inherit", value)]


def test_tokens_are_named_once_and_every_one_that_is_used_is_there() -> None:
    css = SHEET.read_text(encoding="utf-8")
    roots = re.findall(r":root \{(.*?)\}", css, flags=re.DOTALL)
    named = set(re.findall(r"(--[\w-]+):", " ".join(roots)))
    used = set(re.findall(r"var\((--[\w-]+)", css))
    assert used - named - {"--c"} == set()
    assert not {"--strong-line", "--radius"} & named
