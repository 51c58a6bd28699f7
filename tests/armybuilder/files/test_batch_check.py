"""An organiser's batch: one table of every file, whatever is wrong with some; and two armies beside each other."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils import timezone

from armybuilder.files import services
from armybuilder.files.presenters.review import GivenList
from armybuilder.files.views import batch_check
from armybuilder.files.views.answers import answered
from armybuilder.models import CheckedBatch
from armybuilder.models import Roster as Row
from tests.catalogue import SAMPLES
from tests.markup import Document
from tests.packs import CODE, kept_pack
from tests.visitors import HTMX, OTHER, RAIDERS, content_of, kept

TEXT = "Roster: Ants\nArmy: Dwarves\nUnit: B\n- 17 Axemen\n"
BAD = b"Roster: A\nArmy: Dwarfs\nUnit: B\n- 17 Axmen\n"
MESSY = Path(__file__).parents[2] / "corpus" / "messy"
ROB, KIM = ((MESSY / name).read_text(encoding="utf-8") for name in ("rob.txt", "kim.txt"))
FILES = [("raiders.json", RAIDERS), ("ants.txt", TEXT.encode()), ("bad.txt", BAD), ("noise.bin", bytes(range(256)))]
DEAR = json.dumps(json.loads(RAIDERS) | {"points_limit": 500, "name": "Dear"}).encode()


def check(client: Client, *files: tuple[str, bytes], **more: Any) -> HttpResponse:
    return client.post("/batch/", {"file": [SimpleUploadedFile(*each) for each in files]} | more)


def rows(answer: HttpResponse) -> list[list[str]]:
    """The table's cells row by row."""
    page = Document(answer.content.decode())
    lines = [each for each in page.all("tr") if "data-verdict" in each.attributes]
    return [[cell.text for cell in page.within(line, "th", "td")] for line in lines]


def opened(answer: HttpResponse, place: int = 0) -> str:
    """What stands in the part of a row that opens."""
    page = Document(answer.content.decode())
    return [each for each in page.all("tr") if each.get("class") == "opened"][place].text


def called(answer: HttpResponse) -> list[str]:
    """The rows' names, which are the buttons that open them."""
    page = Document(answer.content.decode())
    return [each.text.split()[0] for each in page.all("button") if each.get("name") == "open"]


def verdicts(answer: HttpResponse) -> list[str]:
    return [row[4] for row in rows(answer)]


def signed(answer: HttpResponse) -> list[str]:
    page = Document(answer.content.decode())
    return [each.get("value") for each in page.all("input") if each.get("name") == "checked"]


def test_every_file_has_a_row_and_a_bad_one_stops_nothing(printed: None, client: Client) -> None:
    answer = check(client, *FILES, ("dear.json", DEAR))
    table = rows(answer)
    assert verdicts(answer) == ["Not read", "1 to check", "Not legal", "Legal", "Legal"]
    sum_up = Document(answer.content.decode()).with_id("table").text
    assert all(words in sum_up for words in ("5 all", "2 legal", "1 not legal", "1 to check", "1 not read"))
    assert called(answer) == ["noise.bin", "A", "Dear", "Raiding", "Ants"]
    assert "“- 17 Axmen”: I read 17 Axemen. Is that right?" in opened(answer, 1)
    assert table[2][5].startswith("The army costs 834 points")
    assert not Row.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_list_may_be_pasted_too(printed: None, client: Client) -> None:
    assert called(check(client, text=TEXT)) == ["Ants"]


@pytest.mark.parametrize(
    "chosen", [{"rules": f"pack/{CODE}"}, {"pack": CODE}, {"pack": f"https://a.example/packs/{CODE}/"}]
)
def test_files_are_judged_by_the_chosen_pack(printed: None, client: Client, chosen: dict[str, str]) -> None:
    kept_pack()
    (row,) = rows(check(client, ("a.json", RAIDERS), **chosen))
    assert row[4] == "Not legal"
    (plain,) = rows(check(client, ("a.json", RAIDERS)))
    assert plain[0] == row[0]  # the code is the file's own
    assert plain[4] == "Legal"


@pytest.mark.parametrize("chosen", [{"rules": "pack/nobodys"}, {"rules": "house"}, {"pack": "???"}, {"rules": "pack/"}])
def test_rules_that_arent_there_are_told(printed: None, client: Client, chosen: dict[str, str]) -> None:
    answer = check(client, ("a.json", RAIDERS), **chosen)
    assert rows(answer) == []
    assert "pack" in Document(answer.content.decode()).with_id("batch-problem").text


def test_nothing_sent_is_told(printed: None, client: Client) -> None:
    assert "Choose some files" in Document(check(client).content.decode()).with_id("batch-problem").text


def test_the_table_is_sorted_without_sending_the_files_again(printed: None, client: Client) -> None:
    found = signed(check(client, *FILES, ("dear.json", DEAR)))
    names = {
        order: called(client.post("/batch/", {"checked": found, "sort": order}))
        for order in ("name", "points", "army", "nonsense")
    }
    assert names["name"] == ["noise.bin", "A", "Ants", "Dear", "Raiding"]
    assert names["points"][2:] == ["A", "Ants", "noise.bin"]
    assert names["nonsense"][:2] == ["noise.bin", "A"]
    more = check(client, ("b.json", DEAR), checked=found)
    assert len(rows(more)) == 6


def test_a_part_of_the_page_is_the_rows_alone(printed: None, client: Client) -> None:
    uploads = {"file": [SimpleUploadedFile("a.json", RAIDERS)]}
    answer = client.post("/batch/", uploads, headers=HTMX)
    assert answer.content.decode().strip().startswith("<tr")
    assert "HX-Request" in answer.headers["Vary"]


def test_the_table_is_saved_as_csv_and_printed(printed: None, client: Client) -> None:
    found = signed(check(client, *FILES))
    answer = client.post("/batch/table/csv/", {"checked": found, "sort": "name"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="verdicts.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [line["verdict"] for line in lines] == ["unreadable", "to check", "legal", "legal"]
    document = pypdfium2.PdfDocument(client.post("/batch/table/a4/", {"checked": found}).content)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert all(
        words in text for words in ("Raiding Party", "Ants", "bad.txt", "4 files: 2 legal, 1 to check, 1 unreadable")
    )
    assert client.post("/batch/table/a3/", {"checked": found}).status_code == 404


def test_a_verdict_that_we_didnt_write_isnt_in_the_table(printed: None, client: Client) -> None:
    (found,) = signed(check(client, ("a.json", RAIDERS)))
    forged = [found[:-2] + "xx", "{}", "", "legal", found.replace(":", ".", 1)]
    assert rows(client.post("/batch/", {"checked": forged})) == []
    assert client.post("/batch/table/csv/", {"checked": forged}).content.count(b"\n") == 1


def buttons(answer: HttpResponse, name: str) -> list[str]:
    page = Document(answer.content.decode())
    return [each.get("value") for each in page.all("button") if each.get("name") == name]


def test_what_a_player_wrote_stands_beside_what_it_costs(printed: None, client: Client) -> None:
    (row,) = rows(check(client, text=ROB))
    assert row[1:4] == ["1,962", "1,977", "+15"]
    assert "1 Light Catapult: says 166, is 181." in row[5]
    (plain,) = rows(check(client, ("a.json", RAIDERS)))
    assert plain[1:4] == ["–", "834", ""]


def test_several_lists_in_one_paste_are_several_rows(printed: None, client: Client) -> None:
    answer = check(client, text=f"From: Rob\n\n{ROB}\n\nFrom: Kim\n\n{KIM}")
    assert sorted(called(answer)) == ["Kim's", "Rob's"]
    assert rows(client.post("/batch/", {"checked": signed(answer)})) == rows(answer)


def test_a_row_is_opened_corrected_and_judged_without_the_others(printed: None, client: Client) -> None:
    answer = check(client, ("dear.json", DEAR), text=ROB)
    kept = signed(answer)
    ref = buttons(answer, "open")[0]
    shown = client.post("/batch/", {"checked": kept, "open": ref})
    assert "12 lines read" in opened(shown)
    for name, value in (("sure", buttons(shown, "sure")[0]), ("left", buttons(shown, "left")[-1])):
        after = client.post("/batch/", {"checked": kept, name: value})
        assert verdicts(after)[0] == "3 to check"
    mended = client.post(
        "/batch/", {"checked": kept, f"write-{ref}-10": "5 Pikemen", f"was-{ref}-10": "the usual banner"}
    )
    assert "2,107" in rows(mended)[0][2]
    assert verdicts(mended) == ["3 to check", "Not legal"]
    alone = client.post("/batch/", {"checked": kept[:1], "open": ref}, headers=HTMX)
    assert alone.content.decode().count("data-verdict") == 1


def test_the_note_says_what_is_wrong_and_what_to_do(printed: None, client: Client) -> None:
    answer = check(client, ("dear.json", DEAR))
    page = Document(answer.content.decode())
    (note,) = [each.text for each in page.all("textarea") if each.get("id").startswith("note-")]
    assert note.startswith("Hello, your list “Dear” (Dwarves, 500 points) comes to 834 points: 334 too many.")
    assert "Ways out:" in note
    unclear = opened(check(client, text=ROB.replace("2000", "1900")))
    assert "Before I can say whether it is legal:" in unclear
    assert "As far as I could read it: - The army costs 1,977 points" in unclear


def test_a_list_is_opened_in_the_editor_as_it_was_corrected(printed: None, client: Client) -> None:
    answer = check(client, text=ROB)
    (ref,) = buttons(answer, "edit")[:1]
    assert client.post("/batch/editor/", {"checked": signed(answer), "edit": "00000000"}).status_code == 404
    fields = {"checked": signed(answer), "edit": ref, f"text-{ref}": ROB.replace("16 Axemen", "17 Axemen")}
    row_address = client.post("/batch/editor/", fields).headers["Location"]
    row = Row.objects.get()
    assert row_address == f"/rosters/{row.code}/"
    assert content_of(row).units[1].models[0].count == 17


@pytest.fixture
def organiser(printed: None, client: Client) -> Client:
    client.force_login(User.objects.create(username="organiser"))
    return client


def test_an_account_keeps_its_batches_until_it_deletes_them(organiser: Client) -> None:
    answer = check(organiser, text=ROB)
    row = CheckedBatch.objects.get()
    page, index = answer.headers["Location"], "/batch/"
    assert (page, row.name) == (f"/batch/{row.code}/", "Rob")
    first = organiser.get(page)
    more = organiser.post(page, {"file": [SimpleUploadedFile("dear.json", DEAR)], "checked": signed(first)})
    assert sorted(called(more)) == ["Dear", "Rob's"]
    assert rows(organiser.get(page)) == rows(more)
    assert CheckedBatch.objects.get().name == "Rob and Dear"
    assert organiser.post(page, {"clear": "1"}).headers["Location"] == index
    assert "Rob and Dear" in organiser.get(index).content.decode()
    assert rows(organiser.get(index)) == []
    assert organiser.post(f"{page}delete/").headers["Location"] == index
    assert "Deleted “Rob and Dear”." in organiser.get(index).content.decode()
    assert organiser.get(page).status_code == 404
    assert organiser.post(f"{page}restore/").headers["Location"] == page
    assert rows(organiser.get(page)) == rows(more)


def test_lists_that_come_one_by_one_are_one_batch(organiser: Client) -> None:
    first = organiser.post("/batch/", {"text": ROB}, headers=HTMX)
    page = first.headers["HX-Push-Url"]
    second = organiser.post(page, {"text": KIM}, headers=HTMX)
    assert "HX-Push-Url" not in second.headers
    assert [answer.content.decode().count("data-verdict") for answer in (first, second)] == [1, 1]
    assert sorted(called(organiser.get(page))) == ["Rob's", "kim's"]


def test_a_list_that_another_tab_answered_is_not_written_over(organiser: Client) -> None:
    page = check(organiser, text=ROB).headers["Location"]
    late = organiser.get(page)
    ref = buttons(late, "open")[0]
    sure = buttons(organiser.post(page, {"checked": signed(late), "open": ref}), "sure")
    organiser.post(page, {"checked": signed(late), "sure": sure[0]})
    before = CheckedBatch.objects.get().lists
    answer = organiser.post(page, {"checked": signed(late), "sure": sure[1]})
    assert "changed in another place" in answer.content.decode()
    assert CheckedBatch.objects.get().lists == before
    organiser.post(page, {"checked": signed(answer), "sure": sure[1]})
    assert len(CheckedBatch.objects.get().lists[0]["given"]["sure"]) == 2


def test_a_row_keeps_the_rules_that_it_was_checked_by(organiser: Client) -> None:
    kept_pack()
    page = check(organiser, ("a.json", RAIDERS), text=ROB, pack=CODE).headers["Location"]
    shown, before = organiser.get(page), CheckedBatch.objects.get()
    assert "Not legal" in verdicts(shown)
    inputs = Document(shown.content.decode()).all("input")
    assert [each.get("value") for each in inputs if each.get("name") == "pack"] == [f"pack/{CODE}"]
    for ref in (entry["ref"] for entry in before.lists):
        again = organiser.post(page, {"checked": signed(shown), "open": ref, "rules": "", "pack": ""})
        assert rows(again) == rows(shown)
    after = CheckedBatch.objects.get()
    assert (after.version, after.lists) == (before.version, before.lists)
    sure = buttons(organiser.post(page, {"checked": signed(shown), "open": buttons(shown, "open")[0]}), "sure")[0]
    organiser.post(page, {"checked": signed(shown), "sure": sure})
    assert [entry["rules"] for entry in CheckedBatch.objects.get().lists] == [entry["rules"] for entry in before.lists]


def test_a_kept_batch_is_saved_and_edited_from_a_page_of_yesterday(
    organiser: Client, other: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = check(organiser, text=ROB).headers["Location"]
    row, shown = CheckedBatch.objects.get(), organiser.get(page)
    sent = {"checked": signed(shown), "batch": row.code, "edit": row.lists[0]["ref"]}
    monkeypatch.setattr(batch_check, "A_DAY", timedelta(seconds=-1))
    assert b"Rob" in organiser.post("/batch/table/csv/", sent).content
    assert organiser.post("/batch/editor/", sent).status_code == 302
    assert b"Rob" not in other.post("/batch/table/csv/", sent).content
    assert other.post("/batch/editor/", sent | {"batch": "\x00"}).status_code == 404


def test_what_no_database_takes_is_dropped_from_what_is_written(organiser: Client) -> None:
    page = check(organiser, text=f"{ROB}\x00").headers["Location"]
    ref = buttons(organiser.get(page), "open")[0]
    written = {f"text-{ref}": f"{ROB}\x00Pikemen\n", f"army-{ref}": "Dwa\x00rves", "put": f"{ref} 3 \x00a"}
    for field, words in {"sort": "name", **written}.items():
        organiser.post(page, {"checked": signed(organiser.get(page)), field: words})
        assert "\\u0000" not in json.dumps(CheckedBatch.objects.get().lists), field
    assert CheckedBatch.objects.get().version == 4
    post = QueryDict(mutable=True)
    post["text-0"] = "a\ud800b"
    assert answered(GivenList(file="a"), "0", post).text == "ab"


def test_a_part_of_the_page_says_what_was_refused(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_LISTS", 1)
    page = check(organiser, text=ROB).headers["Location"]
    part = organiser.post(page, {"text": KIM}, headers=HTMX).content.decode()
    assert part.strip() == "<template>A batch holds at most 1 lists. Start another for the rest.</template>"


def test_a_batch_that_another_tab_deleted_or_changed_during_the_check_is_left_so(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = check(organiser, text=ROB).headers["Location"]
    shown = organiser.get(page)
    ref = buttons(shown, "open")[0]
    sure = buttons(organiser.post(page, {"checked": signed(shown), "open": ref}), "sure")
    lock, meanwhile = services.lock_present_row, list[Callable[[], object]]()

    def late(row: CheckedBatch) -> CheckedBatch:
        if meanwhile:
            meanwhile.pop()()
        return lock(row)

    monkeypatch.setattr(services, "lock_present_row", late)
    meanwhile.append(lambda: organiser.post(page, {"checked": signed(shown), "sure": sure[0]}))
    answer = organiser.post(page, {"checked": signed(shown), "sure": sure[1], "text": KIM})
    assert "changed in another place" in answer.content.decode()
    kept = {entry["ref"]: entry["given"]["sure"] for entry in CheckedBatch.objects.get().lists}
    assert len(kept) == 2
    assert kept[ref] == [sure[0].split()[1]]
    assert sorted(called(answer)) == ["Rob's", "kim's"]
    for deed in (lambda: CheckedBatch.objects.update(deleted_at=timezone.now()), CheckedBatch.objects.all().delete):
        CheckedBatch.objects.update(deleted_at=None)
        meanwhile.append(deed)
        assert organiser.post(page, {"text": KIM}, headers=HTMX).status_code == 404


def test_a_batch_that_is_full_takes_no_more(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_LISTS", 1)
    page = check(organiser, text=ROB).headers["Location"]
    answer = organiser.post(page, {"text": KIM})
    assert "A batch holds at most 1 lists. Start another for the rest." in answer.content.decode()
    assert called(answer) == ["Rob's"]


def test_a_hundred_files_are_checked_at_once(printed: None, client: Client) -> None:
    samples = [path.read_bytes() for path in sorted(SAMPLES.glob("*.json"))]
    files = [(f"{number}.json", samples[number % len(samples)]) for number in range(100)]
    answer = check(client, *files)
    assert len(rows(answer)) == 100
    assert len(rows(client.post("/batch/", {"checked": signed(answer)}))) == 100


def compared(client: Client, **fields: Any) -> str:
    answer = client.post("/compare/", fields)
    assert answer.status_code == 200
    return Document(answer.content.decode()).with_id("main").text


def test_two_armies_stand_beside_each_other_with_what_differs(printed: None, owner: Client) -> None:
    row = kept()
    text = owner.get(f"/rosters/{row.code}/roster.txt").content.decode()
    more = text.replace("17 Axemen", "22 Axemen")
    for words in (compared(owner, a=row.code, **{"b-text": more}), compared(owner, **{"a-text": text, "b-text": more})):
        assert "+5 Axemen +100" in words
        assert "Old Shields (17 Axemen, Dwarf Champion) 457" in words
        assert "Old Shields (22 Axemen, Dwarf Champion) 557" in words
    upload = SimpleUploadedFile("a.json", RAIDERS)
    assert "They are the same" in compared(owner, a=row.code, **{"b-file": upload})
    assert Row.objects.count() == 1


def test_ones_own_rosters_are_compared_by_their_address(printed: None, owner: Client) -> None:
    one, two = kept(), kept(DEAR)
    page = owner.get("/compare/", {"a": one.code, "b": two.code}).content.decode()
    assert "limit: 834 → 500" in Document(page).with_id("main").text


def test_nobody_elses_roster_can_be_compared(printed: None, owner: Client) -> None:
    foreign = kept(DEAR, visitor=OTHER)
    for words in (compared(owner, a=foreign.code, **{"b-text": TEXT}), compared(Client(), a=foreign.code)):
        assert "First army: choose" in words
        assert "Dear" not in words


def test_what_cant_be_read_is_told_of_its_side(printed: None, client: Client) -> None:
    words = compared(client, **{"a-text": TEXT, "b-text": BAD.decode()})
    assert "did you mean Axemen?" in words
    assert "From the first" not in words
