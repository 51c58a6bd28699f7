"""Wizard Kings on the site: a start force is begun on the home page, changed, judged, shared, printed and sent out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.data_packs.models import OwnPack
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.models import Share
from tabletop.packs import HOUSE_PACK
from tabletop.rosters.document import write_roster
from tabletop.wizardkings.game import WIZARD_KINGS
from tests.armybuilder.test_arrakhar import SENTENCE, page, pressed
from tests.bay import HOUSE_FILE, PLAIN
from tests.tabletop.pdf.measuring import pages_of, printed_words
from tests.visitors import OTHER, OWNER, browser_of, load_printed_rows

pytestmark = pytest.mark.django_db
ROSTER: dict[str, Any] = json.loads(write_roster(WIZARD_KINGS.begun("medium")))


@pytest.fixture(autouse=True)
def _printed(db: None) -> None:
    load_printed_rows()


@pytest.fixture
def owner() -> Client:
    return browser_of(OWNER)


def begun(owner: Client, size: str = "small", **fields: str) -> Row:
    answer = owner.post(reverse("new-roster"), {"game": "wizard-kings", "begin": size, **fields})
    assert answer.status_code == 302
    return Row.objects.latest("pk")


def test_a_newcomer_builds_a_legal_force_from_the_home_page_without_scripts(owner: Client) -> None:
    assert "1 map, 12 turns: 1 wizard, 6 army cadres at the start" in page(owner, "/")
    row = begun(owner)
    shown = page(owner, reverse("roster", args=[row.code]))
    assert "Legal" in shown
    assert "6 army cadres: the small game starts with 6." in shown
    assert "WK-70A · Wizard Kings Recruitment Variant 2.0, “Recruitment Game Scenarios”" in shown
    assert "Draft" in pressed(owner, row, "One Levy fewer")
    assert "Legal" in pressed(owner, row, "Fill it up")
    assert "No chaos cadres; 1 more is needed" in pressed(owner, row, "Medium")
    assert "Legal" in pressed(owner, row, "Fill it up")
    assert "Ashkar" in pressed(owner, row, "Ashkar")
    row.refresh_from_db()
    assert (roster_of(row).army, len(roster_of(row).capitals)) == ("ashkar", 1)
    assert "Legal" in page(owner, reverse("roster", args=[row.code]))


def test_every_screen_and_print_says_that_the_figures_are_the_houses(owner: Client) -> None:
    row = begun(owner, "large")
    owner.post(reverse("share-roster", args=[row.code]), {"kind": "copy"})
    token = Share.objects.get().token
    for address in (
        reverse("roster", args=[row.code]),
        reverse("roster-version", args=[row.code, 1]),
        reverse("shared", args=[token]),
    ):
        assert SENTENCE in page(owner, address), address
    assert HOUSE_PACK in page(owner, reverse("rosters"))
    assert HOUSE_PACK in owner.post(reverse("open-roster"), {"text": json.dumps(ROSTER)}).content.decode()
    assert page(browser_of(OTHER), reverse("shared", args=[token]))
    assert HOUSE_PACK in printed_words(owner.get(reverse("roster-pdf", args=[row.code, "a4"])).content)
    assert "2 × Tide Mage" in page(owner, reverse("roster-text", args=[row.code]))


def test_programs_keep_and_change_it(owner: Client) -> None:
    made = owner.post("/api/rosters/", json.dumps(ROSTER), content_type="application/json")
    assert (made.status_code, made.json()["legal"]) == (201, True)
    sent = {"content_type": "application/json", "headers": {"If-Match": made.headers["ETag"]}}
    edit = {"verb": "set_count", "profile": "wizard-kings/keep", "count": 1}
    edited = owner.post(f"{made.headers['Location']}edits/", edit, **sent)  # type: ignore[arg-type]
    assert (edited.status_code, edited.json()["legal"]) == (200, False)
    report = owner.get(f"{made.headers['Location']}report/").json()
    assert report["rules"].endswith(HOUSE_PACK)
    assert [finding["code"] for finding in report["findings"]] == ["WK-70E"]


def test_the_commands_judge_a_force_and_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, force in (("a", ROSTER), ("b", ROSTER | {"pool": []}), ("c", ROSTER | {"scenario": "epic"})):
        (tmp_path / f"{name}.json").write_text(json.dumps(force))
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(tmp_path))
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert f"{tmp_path}/a.json: legal, 23 points, {HOUSE_PACK}" in said.out
    assert "error WK-70G: No blocks in the chaos pool; the medium game allows 5 to 8." in said.out
    assert "c.json: scenario: must be one of small, medium, large" in said.err
    call_command("check_pack", str(HOUSE_FILE))
    assert HOUSE_PACK in capsys.readouterr().out


def test_its_papers_are_printed_through_the_door_for_games(owner: Client, tmp_path: Path) -> None:
    row = begun(owner)
    assert f'"/print/wizard-kings/?roster={row.code}"' in page(owner, f"/rosters/{row.code}/")
    assert f'value="{row.code}" selected' in page(owner, f"/print/wizard-kings/?roster={row.code}")
    sheets = owner.get(f"/print/wizard-kings/sheets.pdf?asked=1&paper=letter&roster={row.code}&kinds=turns")
    assert "Turns of a small game" in printed_words(sheets.content)
    file, made = tmp_path / "force.json", tmp_path / "made.pdf"
    file.write_bytes(write_roster(roster_of(row)))
    for words in (["roster", str(file)], ["turns", str(file)], ["phases"]):
        call_command("print", *words, "--game", "wizard-kings", "--out", str(made))
        assert len(pages_of(made.read_bytes())) == 1


def test_recruiting_and_odds_are_answered_by_the_commands_and_the_api_alike(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {
        "format": "muster-situation/1", "game": "wizard-kings", "kind": "recruit", "turn": 3, "hex": "1,5",
        "units": [{"unit": "cragsman", "steps": 1}, {"unit": "levy", "steps": 2, "moved": True}],
    }  # fmt: skip
    file = tmp_path / "recruit.json"
    file.write_text(json.dumps(asked))
    call_command("odds", str(file), "--format", "json")
    said = json.loads(capsys.readouterr().out)
    answer = client.post("/api/odds/", json.dumps(asked), "application/json")
    assert (answer.status_code, answer.json()) == (200, said)
    assert [each["may"] for each in said["facts"]["units"]] == [True, False]
    call_command("odds", str(file))
    assert capsys.readouterr().out.splitlines() == [
        "Cragsman may gain 1 step.", "At most 2 units may recruit in this hex.", f"by the {HOUSE_PACK}",
    ]  # fmt: skip
    file.write_text(json.dumps(asked | {"units": [{"unit": "tide-mage", "steps": 1}]}))
    call_command("odds", str(file))
    assert capsys.readouterr().out.startswith("not allowed: Tide Mage is a wizard: wizards learn, and never recruit.")


def test_an_owners_pack_is_opened_privately_and_a_force_begun_with_it(owner: Client) -> None:
    mine = PLAIN | {"meta": {"id": "mine", "title": "My blocks", "kind": "own"}}
    sent = SimpleUploadedFile("a.json", json.dumps(mine).encode())
    assert owner.post(reverse("open-data-pack"), {"file": sent}).status_code == 302
    code = OwnPack.objects.get().code
    assert "Start a small game with it" in page(owner, reverse("data-pack", args=[code]))
    assert browser_of(OTHER).get(reverse("data-pack", args=[code])).status_code == 404
    assert 'name="units[0].cost"' in page(owner, reverse("data-pack", args=[code]))
    row = begun(owner, data_pack=code)
    shown = pressed(owner, row, "Choose Ashkar")
    assert "Legal" in shown
    assert "wn pack “My blocks”, typed in by its owner" in shown
