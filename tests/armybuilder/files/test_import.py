"""Opening rosters: any format is shown before it is kept, and what can't be read changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from armybuilder.files.upload_limits import MOST_BYTES
from armybuilder.models import Roster as Row
from armybuilder.models import Seal, Share
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.formats.registry import FORMATS
from tests.catalogue import SAMPLES, printed_catalogue
from tests.clicks import ARMY
from tests.markup import Document, Element
from tests.spoilt import SPOILT
from tests.visitors import RAIDERS, content_of

READABLE: list[str] = [kind for kind in FORMATS if kind != "summary"]


def sent(client: Client, *files: tuple[str, bytes], text: str = "", **more: Any) -> HttpResponse:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post("/rosters/open/", {"file": uploads, "text": text} | more)


def shown(answer: HttpResponse) -> list[str]:
    """The rosters that a preview would keep, as the form sends them."""
    return shown_on(Document(answer.content.decode()))


def shown_on(page: Document) -> list[str]:
    return [each.get("value") for each in page.all("input") if each.get("name") == "roster"]


def alerts(page: Document) -> list[Element]:
    return [each for each in page.elements if "alert" in each.written and each.get("role") == "alert"]


def marked(answer: HttpResponse, tone: str) -> list[str]:
    """The lines of a review that bear a mark."""
    page = Document(answer.content.decode())
    return [each.text for each in page.all("li") if each.get("class") == f"read {tone}"]


def nothing_is_kept() -> bool:
    return not any(model.objects.exists() for model in (Row, Share, Seal))


@pytest.mark.parametrize("kind", READABLE)
def test_a_file_of_any_format_is_shown_with_price_and_verdict_and_then_kept(
    printed: None, client: Client, kind: str
) -> None:
    roster = read_roster(RAIDERS)
    file = FORMATS[kind].file(roster, printed_catalogue())
    answer = sent(client, (file.name, file.content))
    text = Document(answer.content.decode()).with_id("main").text
    assert all(words in text for words in ("Raiding Party", "834 of 834 points", "✓ Legal", file.name))
    assert nothing_is_kept()
    (found,) = shown(answer)
    saved = client.post("/rosters/open/save/", {"roster": [found]}, follow=True)
    row = Row.objects.get()
    assert saved.redirect_chain == [(f"/rosters/{row.code}/", 302)]
    assert content_of(row) == roster


@pytest.mark.parametrize("kind", ["json", "text", "markdown", "csv", "ros"])
def test_what_is_pasted_is_read_like_a_file(printed: None, client: Client, kind: str) -> None:
    content = FORMATS[kind].file(read_roster(RAIDERS), printed_catalogue()).content.decode()
    for pasted in (content, content.replace("\n", "\r\n"), f"\n\n{content}\n "):
        assert len(shown(sent(client, text=pasted))) == 1
    assert nothing_is_kept()


def test_several_files_are_shown_and_those_that_are_ticked_are_kept(printed: None, client: Client) -> None:
    files = [(path.name, path.read_bytes()) for path in sorted(SAMPLES.glob("*.json"))[:4]]
    answer = sent(client, *files, ("bad.txt", b"Roster: A\nArmy: Dwarfs\n"))
    found = shown(answer)
    assert len(found) == 4
    assert len(marked(answer, "good")) == 2
    assert "No army was read" in Document(answer.content.decode()).with_id("main").text
    assert client.post("/rosters/open/save/", {"roster": found[1:3]}).headers["Location"] == "/rosters/"
    kept = {content_of(row).name for row in Row.objects.all()}
    assert kept == {read_roster(content).name for _, content in files[1:3]}


def test_each_line_that_is_wrong_is_named_with_what_was_meant(printed: None, client: Client) -> None:
    text = "Roster: A\nArmy: Dwarves\nUnit: B\n- 17 Axmen\n- Dwarf Champion: crosbow\n- 3 <b>Bears</b>\n"
    answer = sent(client, text=text)
    near, unread = marked(answer, "near"), marked(answer, "bad")
    assert near[0].startswith("4- 17 Axmencheck this 17 Axemen")
    assert near[1].startswith("5- Dwarf Champion: crosbowcheck this Dwarf Champion: crossbow")
    assert any("3 <b>Bears</b>" in line for line in unread)
    (box,) = [each for each in Document(answer.content.decode()).all("textarea") if each.get("name") == "list"]
    assert "17 Axmen" in box.text
    assert nothing_is_kept()


@pytest.mark.long
def test_more_than_two_hundred_malformed_files_are_refused_clearly_and_change_nothing(
    printed: None, client: Client
) -> None:
    for name, content in SPOILT.items():
        answer = sent(client, ("a file", content))
        assert answer.status_code == 200, name
        page = Document(answer.content.decode())
        if name not in ("mixed: two texts", "mixed: text and Markdown"):
            assert shown_on(page) == [], name
        told = [each.text for each in alerts(page)] or [page.with_id("main").text]
        assert len(told) == 1, name
        assert len(told[0]) > 20, name
    assert nothing_is_kept()


@pytest.mark.parametrize("name", ["../../etc/passwd", "<b>.json", "a" * 300, "☠.json", "con:"])
def test_a_files_name_is_only_ever_text(printed: None, client: Client, name: str) -> None:
    answer = sent(client, (name, b"{}"))
    assert answer.status_code == 200
    assert len(alerts(Document(answer.content.decode()))) == 1
    assert "<b>.json" not in answer.content.decode()


def test_a_form_beyond_all_size_is_refused_before_it_is_read(printed: None, client: Client) -> None:
    answer = sent(client, ("large.json", b" " * MOST_BYTES))
    assert answer.status_code == 400
    assert "too large" in answer.content.decode()
    assert sent(client, text="x" * 3_000_000).status_code == 400
    assert sent(client, *[(f"{number}.json", b"{}") for number in range(101)]).status_code == 400
    assert nothing_is_kept()


SAVED = {
    "nothing": [],
    "no JSON": ["{"],
    "a list": ["Roster: A\nArmy: Dwarves\n"],
    "another army": [json.dumps(ARMY | {"army": "elves"})],
    "an unknown profile": [json.dumps(ARMY | {"units": [{"ref": "u1", "models": [{"profile": "a/b", "count": 1}]}]})],
    "a good one and a bad one": [RAIDERS.decode(), "{}"],
}


@pytest.mark.parametrize("name", SAVED)
def test_what_comes_to_be_saved_is_read_again_and_all_of_it_is_kept_or_nothing(
    printed: None, client: Client, name: str
) -> None:
    answer = client.post("/rosters/open/save/", {"roster": SAVED[name]})
    assert answer.status_code == 200
    assert "Nothing was opened" in alerts(Document(answer.content.decode()))[0].text
    assert nothing_is_kept()


def test_a_preview_doesnt_even_make_a_visitor(printed: None, client: Client) -> None:
    sent(client, ("a.json", RAIDERS))
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize("kind", FORMATS)
def test_a_roster_is_taken_away_in_every_format(row: Row, owner: Client, kind: str) -> None:
    wanted = FORMATS[kind].file(content_of(row), printed_catalogue())
    suffix = "summary" if kind == "summary" else wanted.name.rpartition(".")[2]
    answer = owner.get(f"/rosters/{row.code}/roster.{suffix}")
    assert (answer.headers["Content-Type"], answer.content) == (wanted.content_type, wanted.content)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{wanted.name}"'


def test_a_format_that_isnt_made_is_not_there(row: Row, owner: Client) -> None:
    for suffix in ("pdf", "exe", "html", "text"):
        assert owner.get(f"/rosters/{row.code}/roster.{suffix}").status_code == 404


def test_the_page_to_copy_from_has_exactly_what_the_files_have(row: Row, owner: Client) -> None:
    page = owner.get(f"/rosters/{row.code}/text/").content.decode()
    boxes = list(Document(page).all("textarea"))
    for box, suffix in zip(boxes, ("txt", "md"), strict=True):
        assert "".join(box.words).lstrip("\n") == owner.get(f"/rosters/{row.code}/roster.{suffix}").content.decode()
