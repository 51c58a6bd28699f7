"""A list read line by line on its page: what was guessed counts only after a look, and nothing gets lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Roster as Row
from tests.catalogue import SAMPLES
from tests.markup import Document
from tests.visitors import content_of

MESSY = Path(__file__).parents[2] / "corpus" / "messy"
ROB = (MESSY / "rob.txt").read_text(encoding="utf-8")
PRESSED = ("sure", "left", "noted", "put", "all", "again")


def read(client: Client, text: str) -> HttpResponse:
    return client.post("/rosters/open/", {"text": text})


def fields(answer: HttpResponse) -> dict[str, list[str]]:
    """What the form of the review would send, without a button."""
    page = Document(answer.content.decode())
    sent: dict[str, list[str]] = {}
    for each in page.all("input"):
        if each.get("name") and each.get("name") != "csrfmiddlewaretoken" and each.get("type") != "file":
            sent.setdefault(each.get("name"), []).append(each.get("value"))
    for each in page.all("textarea"):
        sent.setdefault(each.get("name"), []).append("".join(each.words).removeprefix("\n"))
    sent.pop("text", None)
    return sent


def buttons(answer: HttpResponse, name: str) -> dict[str, str]:
    """The values of the buttons of a name, by their words."""
    page = Document(answer.content.decode())
    return {each.text: each.get("value") for each in page.all("button") if each.get("name") == name}


def press(client: Client, answer: HttpResponse, name: str, value: str, **changed: Any) -> HttpResponse:
    return client.post("/rosters/open/", fields(answer) | {name: value} | changed)


def lines(answer: HttpResponse, tone: str) -> list[str]:
    page = Document(answer.content.decode())
    return [each.text for each in page.all("li") if each.get("class") == f"read {tone}"]


def panel(answer: HttpResponse) -> str:
    (aside,) = [each for each in Document(answer.content.decode()).all("aside") if each.get("class") == "result"]
    return aside.text


def test_each_line_stands_beside_what_was_read_of_it(printed: None, client: Client) -> None:
    answer = read(client, ROB)
    assert Document(answer.content.decode()).with_id("main").text.count("check this") == 3
    assert [line[:2] for line in lines(answer, "near")] == ["51", "78", "88"]
    assert "says 166 is 181" in lines(answer, "warn")[0]
    assert lines(answer, "bad")[0].startswith("10the usual banner")
    assert "1,977 of 2,000 points, 884 of them to check" in panel(answer)
    assert "Legal, if we read it correctly" in panel(answer)
    assert not Row.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_reading_counts_only_once_it_was_confirmed(printed: None, client: Client) -> None:
    answer = read(client, ROB)
    assert len(buttons(answer, "sure")) == 3
    for left, (words, value) in zip((2, 1, 0), buttons(answer, "sure").items(), strict=True):
        answer = press(client, answer, "sure", value)
        assert len(lines(answer, "near")) == left, words
    assert "1 not read" in panel(answer)
    answer = press(client, answer, "noted", next(iter(buttons(answer, "noted").values())))
    assert "Legal" in panel(answer)
    assert "if we read it correctly" not in panel(answer)
    client.post("/rosters/open/save/", fields(answer))
    assert content_of(Row.objects.get()).notes == "the usual banner"


def test_a_confirmation_ends_when_its_line_is_written_anew(printed: None, client: Client) -> None:
    answer = read(client, ROB)
    answer = press(client, answer, "all", next(iter(buttons(answer, "all").values())))
    assert lines(answer, "near") == []
    text = fields(answer)["list"][0].replace("8 zerkers", "9 zerkers")
    answer = press(client, answer, "again", "0", list=[text])
    assert [line[:13] for line in lines(answer, "near")] == ["79 zerkers 19"]


def test_a_likely_meaning_takes_the_lines_place_and_the_rest_is_kept(printed: None, client: Client) -> None:
    answer = read(client, "> Dwarves\n> - 5 bear cavalry 240\n> 16 Axemen\n")
    value = buttons(answer, "put")["5 Bear Cavalry with Lance"]
    answer = press(client, answer, "put", value)
    assert fields(answer)["list"] == ["> Dwarves\n> - 5 Bear Cavalry with Lance\n> 16 Axemen"]
    assert lines(answer, "bad") == []


def test_what_is_left_for_later_stands_in_the_rosters_notes(printed: None, client: Client) -> None:
    client.post("/rosters/open/save/", fields(read(client, ROB)) | {"list-name": "Saturday"})
    kept = content_of(Row.objects.get())
    assert kept.name == "Saturday"
    assert kept.notes.startswith("To check: “12x crossbow men - 396”, read as 12 Crossbowmen.")
    assert kept.notes.endswith("Not read: “the usual banner”.")


def test_an_army_that_nobody_says_is_asked_for(printed: None, client: Client) -> None:
    answer = read(client, "Hello\n3 Trolls\n")
    assert "No army was read" in Document(answer.content.decode()).with_id("main").text
    refused = client.post("/rosters/open/save/", fields(answer))
    assert "say which one it is" in refused.content.decode()
    answer = press(client, answer, "again", "0", **{"army-0": "Orcs"})
    assert "Orcs" in panel(answer)
    assert len(client.post("/rosters/open/save/", fields(answer)).headers["Location"]) > len("/rosters/")


def test_several_lists_in_one_paste_are_read_and_kept_apart(printed: None, client: Client) -> None:
    kim = (MESSY / "kim.txt").read_text(encoding="utf-8")
    answer = read(client, f"From: rob\n\n{ROB}\n\nFrom: kim\n\n{kim}")
    assert len(fields(answer)["list"]) == 2
    answer = press(client, answer, "all", "1")
    assert len(fields(answer)["list"]) == 2
    assert len([name for name in fields(answer) if name.startswith("sure-")]) == 1
    assert client.post("/rosters/open/save/", fields(answer)).headers["Location"] == "/rosters/"
    assert {content_of(row).army for row in Row.objects.all()} == {"dwarves", "sylvan-elves"}


def test_a_printed_pdf_opens_as_the_roster_on_it(printed: None, client: Client) -> None:
    raiders = (SAMPLES / "dwarves.json").read_bytes()
    opened = client.post("/rosters/open/", {"file": SimpleUploadedFile("a.json", raiders)})
    client.post("/rosters/open/save/", fields(opened))
    row = Row.objects.get()
    pdf = client.get(f"/rosters/{row.code}/a4.pdf")
    assert pdf.content.startswith(b"%PDF-")
    again = client.post("/rosters/open/", {"file": SimpleUploadedFile("print.pdf", pdf.content)})
    assert "from print.pdf" in Document(again.content.decode()).with_id("main").text
    client.post("/rosters/open/save/", fields(again))
    assert [content_of(each) for each in Row.objects.all()] == [content_of(row)] * 2


@pytest.mark.parametrize("name", PRESSED)
@pytest.mark.parametrize("value", ["", "0", "0 x", "9 aaaaaaaaaaaa", "0 99999 y", "0 -1 y", "aaaa bbbb", "0 ²  z"])
def test_an_answer_that_no_page_offers_changes_nothing(printed: None, client: Client, name: str, value: str) -> None:
    answer = read(client, ROB)
    before = fields(answer)
    after = press(client, answer, name, value)
    if (name, value) != ("all", "0"):
        assert fields(after) == before
