"""Packs on the site: read by everybody with the link, changed by their owner, copied, saved, deleted, taken back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.models import Visitor
from armybuilder.event_packs.presenters.trials import trials_of
from armybuilder.models import Pack as Row
from tabletop.arcana.army.event_pack import write_pack
from tabletop.arcana.army.rules.differences import compare_rules
from tabletop.decoding import LARGEST_FILE
from tests.markup import Document, Element
from tests.packs import CODE, SPRING_CUP, kept_pack, pack, pack_of
from tests.visitors import OTHER, OWNER, browser_of

ADDRESS = f"/packs/{CODE}/"


@pytest.fixture
def row(printed: None) -> Row:
    return kept_pack()


@pytest.fixture(params=["owner", "other", "nobody"])
def anybody(request: pytest.FixtureRequest, row: Row) -> Client:
    return {"owner": browser_of(OWNER), "other": browser_of(OTHER), "nobody": Client()}[request.param]


def read(client: Client, address: str = ADDRESS) -> Document:
    answer = client.get(address)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def inside(document: Document, name: str) -> list[Element]:
    section = next(each for each in document.all("section") if each.get("aria-labelledby") == name)
    return [each for each in document.elements if each.inside(section)]


def items(document: Document, name: str) -> list[str]:
    return [each.text for each in inside(document, name) if each.tag == "li"]


def test_everybody_with_the_link_reads_every_rule_with_its_source_and_what_differs(anybody: Client) -> None:
    page = read(anybody)
    assert page.all("h1")[0].text == "Spring Cup"
    told = compare_rules(pack(), current_catalogue())
    shown = items(page, "rules")
    assert len(shown) == len(told)
    for each, text in zip(told, shown, strict=True):
        assert text.startswith(each.rule.code)
        assert each.rule.statement in text
        assert str(each.rule.citation) in text
        assert each.here in text
        assert (each.fate.capitalize() in text) == each.differs
    differences = items(page, "differences")
    assert len(differences) == sum(each.differs for each in told) == 5
    assert "Here 2,000 or 3,000 points; the book has 4,000 or 5,000 points." in differences[0]
    assert "Banned: War Machines (all)." in differences[-2]
    assert "At most: 10 Berserkers (Dwarves)." in differences[-1]


def test_only_the_owner_is_offered_to_change_it(row: Row) -> None:
    for client, offered in ((browser_of(OWNER), True), (browser_of(OTHER), False), (Client(), False)):
        page = read(client)
        targets = {each.get("href") or each.get("action") for each in page.all("a", "form")}
        assert (f"{ADDRESS}edit/" in targets) == (f"{ADDRESS}delete/" in targets) == offered
        assert {f"{ADDRESS}copy/", f"{ADDRESS}pack.json", f"/rosters/new/?pack={CODE}"} <= targets
        assert page.with_id("pack-link").get("value") == f"http://testserver{ADDRESS}"


def test_the_samples_that_a_pack_makes_illegal_are_told_with_the_reason(row: Row) -> None:
    trials = trials_of(pack(), current_catalogue())
    assert trials.count == len(sample_rosters())
    assert {each.name for each in trials.illegal} > {"dwarf-raiding-party"}
    page = read(Client())
    text = " ".join(each.text for each in inside(page, "samples"))
    assert f"{trials.refused} of {trials.count} are illegal under this pack." in text
    for trial in trials.illegal:
        assert all(" ".join(finding.message.split()) in text for finding in trial.errors), trial.name
    for group in (trials.illegal, trials.wrong_size, trials.legal):
        for trial in group:
            assert [each for each in inside(page, "samples") if each.get("href") == f"/samples/{trial.name}/"]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"tournament": False, "limits": [], "banned_lists": []}, "All 18 are legal under this pack."),
        ({"sizes": [3000], "limits": [], "banned_lists": [], "largest_unit": 9999, "small_unit": 0}, "of their game"),
    ],
)
def test_what_is_wrong_only_by_size_or_not_at_all_is_said_at_once(
    printed: None, client: Client, fields: dict[str, Any], text: str
) -> None:
    kept_pack(**fields)
    assert text in " ".join(each.text for each in inside(read(client), "samples"))
    assert not [each for each in inside(read(client), "samples") if each.get("class") == "reasons"]


def test_every_code_on_the_page_leads_to_a_rule_on_it(row: Row, client: Client) -> None:
    page = read(client)
    names = [each.get("id") for each in page.elements if each.get("id")]
    assert len(names) == len(set(names))
    links = [each.get("href") for each in page.all("a") if each.get("href").startswith("#")]
    assert len(links) > 20
    assert {link[1:] for link in links} <= set(names)


def test_a_pack_without_differences_says_so(printed: None, client: Client) -> None:
    kept_pack(sizes=[4000, 5000], largest_unit=800, banned_lists=[], limits=[])
    text = " ".join(each.text for each in inside(read(client), "differences"))
    assert "Nothing: these are the book's tournament rules." in text


def test_my_packs_are_mine_alone(row: Row) -> None:
    assert ADDRESS in browser_of(OWNER).get("/packs/").content.decode()
    for client in (browser_of(OTHER), Client()):
        assert CODE not in client.get("/packs/").content.decode()


@pytest.mark.parametrize("visitor", [OTHER, None])
@pytest.mark.parametrize(
    ("method", "place"), [("get", "edit/"), ("post", "edit/"), ("post", "delete/"), ("post", "restore/")]
)
def test_nobody_else_changes_it(row: Row, visitor: Visitor | None, method: str, place: str) -> None:
    client = browser_of(visitor) if visitor else Client()
    assert getattr(client, method)(f"{ADDRESS}{place}").status_code == 404
    assert (pack_of(row), Row.objects.get().deleted_at) == (pack(), None)


@pytest.mark.parametrize("code", ["no-such-code", "%00", "%F0%9F%90%89", "x" * 500, "'%20OR%201=1--", "..%2F..%2Fetc"])
def test_a_code_that_is_nobodys_is_not_there(row: Row, owner: Client, code: str) -> None:
    for place in ("", "edit/", "pack.json"):
        assert owner.get(f"/packs/{code}/{place}").status_code == 404
    for place in ("copy/", "delete/", "restore/"):
        assert owner.post(f"/packs/{code}/{place}").status_code == 404


def test_a_copy_is_anothers_own(row: Row, other: Client) -> None:
    answer = other.post(f"{ADDRESS}copy/")
    copy = Row.objects.get(browser=OTHER.browser)
    assert answer.headers["Location"] == f"/packs/{copy.code}/edit/"
    assert pack_of(copy) == pack(name="Spring Cup (copy)")
    assert other.get(answer.headers["Location"]).status_code == 200
    assert pack_of(row) == pack()


def test_a_newcomer_can_copy_it(row: Row, client: Client) -> None:
    assert client.post(f"{ADDRESS}copy/", follow=True).status_code == 200
    assert Row.objects.exclude(pk=row.pk).get().visitor not in (Visitor(), OWNER)


def test_a_deleted_pack_can_be_taken_back(row: Row, owner: Client, other: Client) -> None:
    page = owner.post(f"{ADDRESS}delete/", follow=True)
    assert page.redirect_chain == [("/packs/", 302)]
    assert "Deleted “Spring Cup”" in page.content.decode()
    for place in ("", "edit/", "pack.json"):
        assert owner.get(f"{ADDRESS}{place}").status_code == 404
    for place in ("copy/", "delete/"):
        assert owner.post(f"{ADDRESS}{place}").status_code == 404
    assert other.post(f"{ADDRESS}restore/").status_code == 404
    assert owner.post(f"{ADDRESS}restore/", follow=True).redirect_chain == [(ADDRESS, 302)]
    assert pack_of(row) == pack()
    assert "Deleted" not in owner.get("/packs/").content.decode()


def test_a_saved_file_opens_as_the_same_pack(row: Row, other: Client) -> None:
    saved = other.get(f"{ADDRESS}pack.json")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="spring-cup.json"'
    assert saved.content == write_pack(pack())
    answer = opened(other, saved.content)
    copy = Row.objects.get(browser=OTHER.browser)
    assert answer.headers["Location"] == f"/packs/{copy.code}/"
    assert pack_of(copy) == pack()


def opened(client: Client, content: bytes) -> HttpResponse:
    return client.post("/packs/open/", {"file": SimpleUploadedFile("pack.json", content)})


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "the JSON ends too soon"),
        (b"{", "the JSON ends too soon"),
        (b"\xff", ""),
        (b"[" * 100_000, ""),
        (b" " * (LARGEST_FILE + 1), "larger"),
        (msgspec.json.encode(SPRING_CUP | {"format": "muster-roster/1"}), "format"),
        (msgspec.json.encode(SPRING_CUP | {"name": "a\x07"}), "name"),
        (msgspec.json.encode(SPRING_CUP | {"colour": "red"}), "colour"),
        (msgspec.json.encode(SPRING_CUP | {"sizes": [0]}), "sizes[0]"),
        (msgspec.json.encode(SPRING_CUP | {"banned": ["dwarves/elves"]}), "banned[0]"),
        (msgspec.json.encode(SPRING_CUP | {"banned_lists": ["elves"]}), "banned_lists[0]"),
    ],
)
def test_a_file_that_is_no_pack_is_refused_by_its_field(
    printed: None, client: Client, content: bytes, named: str
) -> None:
    answer = opened(client, content)
    assert answer.status_code == 200
    [told] = [each for each in Document(answer.content.decode()).all("div") if each.get("role") == "alert"]
    assert "couldn't open the file" in told.text
    assert named in told.text
    assert not Row.objects.exists()


@pytest.mark.parametrize("address", ["/packs/", "/packs/new/", "/packs/open/", ADDRESS, f"{ADDRESS}edit/"])
def test_every_page_is_well_formed(row: Row, owner: Client, address: str) -> None:
    page = read(owner, address)
    names = [each.get("id") for each in page.elements if each.get("id")]
    assert len(names) == len(set(names))
    assert len(page.all("h1")) == len(page.all("main")) == 1
    for each in page.elements:
        for attribute in ("aria-labelledby", "aria-describedby", "form", "list"):
            assert set(each.get(attribute).split()) <= set(names), each


def test_what_an_organiser_types_is_text(printed: None, owner: Client) -> None:
    name = "<script>alert(1)</script>\"'>&amp;<img src=x onerror=alert(1)>"
    kept_pack(name=name)
    for address in ("/packs/", ADDRESS, f"{ADDRESS}edit/", f"/rosters/new/?pack={CODE}"):
        markup = owner.get(address).content.decode()
        assert "<script>alert" not in markup
        assert "<img" not in markup
        page = Document(markup)
        typed = [each.text for each in page.elements] + [each.get("value") for each in page.all("input")]
        assert any(name in text for text in typed)
