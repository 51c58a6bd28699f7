"""`check_roster`: an answer for each file in its order, and an exit code that scripts can trust."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from armybuilder.core.games import References
from armybuilder.management.commands.check_roster import check_file
from armybuilder.models import Edition
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.registry import FORMATS
from tabletop.arcana.game import Reference
from tabletop.decoding import LARGEST_FILE
from tests.armybuilder.rosters.test_large_rosters import horde
from tests.catalogue import SAMPLES
from tests.packs import CODE, kept_pack
from tests.spoilt import SPOILT

LEGAL = SAMPLES / "dwarf-raiding-party.json"


class Ran(NamedTuple):
    code: Any
    out: str
    err: str

    @property
    def answers(self) -> Any:
        return json.loads(self.out)


def check(*files: Path | str, form: str = "json", rules: str = "", seconds: float | None = None) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    options = {"format": form, "rules": rules, "seconds": seconds}
    try:
        call_command("check_roster", *map(str, files), **options, stdout=out, stderr=err)
    except SystemExit as end:
        return Ran(end.code, out.getvalue(), err.getvalue())
    return Ran(0, out.getvalue(), err.getvalue())


@pytest.fixture(autouse=True)
def loaded(catalogue: Catalogue) -> None:
    """Every roster is checked against the catalogue."""


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes the raiding party with other fields, or other text altogether."""

    def write(name: str, content: bytes | None = None, **fields: Any) -> Path:
        path = tmp_path / name
        path.write_bytes(
            content if content is not None else json.dumps(json.loads(LEGAL.read_bytes()) | fields).encode()
        )
        return path

    return write


def test_every_sample_is_legal() -> None:
    files = sorted(SAMPLES.glob("*.json"))
    ran = check(*files)
    assert ran.code == 0
    assert [answer["file"] for answer in ran.answers] == [str(file) for file in files]
    assert all(answer["legal"] is True for answer in ran.answers)
    assert ran.err == ""


def test_a_legal_file_has_exactly_these_fields() -> None:
    [answer] = check(LEGAL).answers
    assert answer == {
        "file": str(LEGAL), "legal": True, "points": 834, "normal": 717, "special": 117, "findings": []
    }  # fmt: skip


def test_an_illegal_file_ends_with_one(written: Callable[..., Path]) -> None:
    ran = check(LEGAL, written("illegal.json", points_limit=500), LEGAL)
    assert ran.code == 1
    assert [answer["legal"] for answer in ran.answers] == [True, False, True]
    assert [finding["code"] for finding in ran.answers[1]["findings"]] == ["SIZE-01"]
    assert ran.err == ""


def test_findings_have_the_shape_of_the_api(written: Callable[..., Path], client: Client) -> None:
    path = written("illegal.json", points_limit=500, units=[])
    [answer] = check(path).answers
    verdict = client.post("/api/check/", path.read_bytes(), content_type="application/json").json()
    assert answer["findings"] == verdict["findings"] != []
    for name in ("legal", "points", "normal", "special"):
        assert answer[name] == verdict[name]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"points_limit": -1}, "points_limit"),
        ({"army": "elves"}, "army"),
        ({"format": "muster-roster/9"}, "format"),
        ({"units": [{"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 0}]}]}, "units[0].models[0].count"),
        ({"units": [{"ref": "u1"}, {"ref": "u1"}]}, "units[1].ref"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_malformed_file_ends_with_two_and_names_the_field(
    written: Callable[..., Path], fields: dict[str, Any], field: str
) -> None:
    path = written("malformed.json", **fields)
    ran = check(path, LEGAL)
    assert ran.code == 2
    assert ran.err.startswith(f"{path}: {field}: ")
    assert ran.answers[0]["legal"] is None
    assert ran.answers[0]["error"]["field"] == field
    assert ran.answers[0]["error"]["reason"]
    assert ran.answers[1]["legal"] is True


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b" " * (LARGEST_FILE + 1)])
def test_a_file_that_is_no_roster_ends_with_two(written: Callable[..., Path], content: bytes) -> None:
    ran = check(written("no.json", content))
    assert ran.code == 2
    assert ran.answers[0]["error"]["field"] == ""
    assert ran.answers[0]["error"]["reason"]


def test_a_missing_file_a_folder_and_a_strange_name_stop_nothing(tmp_path: Path) -> None:
    ran = check(tmp_path / "missing.json", tmp_path, "with\0nothing", "odd\udcff.json", LEGAL)
    assert ran.code == 2
    assert [answer["legal"] for answer in ran.answers] == [None, None, None, None, True]
    assert all(answer["error"]["reason"].startswith("can't be read: ") for answer in ran.answers[:4])
    assert len(ran.err.splitlines()) == 4


def test_malformed_weighs_more_than_illegal(written: Callable[..., Path]) -> None:
    files = [written("bad.json", b"{"), written("illegal.json", points_limit=500), LEGAL]
    assert check(*files).code == check(*files[::-1]).code == 2


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LEGAL.read_bytes())))
    ran = check("-")
    assert ran.code == 0
    assert (ran.answers[0]["file"], ran.answers[0]["points"]) == ("-", 834)


def test_text_is_a_line_for_each_file_and_its_findings_indented(written: Callable[..., Path]) -> None:
    illegal, malformed = written("illegal.json", points_limit=500), written("malformed.json", army="elves")
    ran = check(LEGAL, illegal, malformed, form="text")
    lines = ran.out.splitlines()
    assert lines[0] == f"{LEGAL}: legal, 834 points (717 normal, 117 special)"
    assert lines[1] == f"{illegal}: illegal, 834 points (717 normal, 117 special)"
    assert lines[2].startswith("  error SIZE-01: The army costs 834 points")
    assert lines[2].endswith(" [Building an Army]")
    assert lines[3] == "    remedy: 17 Axemen fewer"
    assert lines[-1] == f"{malformed}: malformed"
    assert all(line.startswith("    remedy: ") for line in lines[3:-1])
    assert ran.err.startswith(f"{malformed}: army: ")


def test_a_finding_names_its_unit_and_those_that_read_alike_stand_once(written: Callable[..., Path]) -> None:
    hero = {"profile": "dwarves/dwarf-lord", "weapon": "longbow"}
    leaders = [hero | {"ref": "c1"}, hero | {"ref": "c2"}]
    guard = {
        "ref": "u1",
        "name": "Guard",
        "models": [{"profile": "dwarves/axemen", "count": 60}],
        "characters": leaders,
    }
    file = written("bows.json", units=[guard], points_limit=3000)
    (told,) = [line for line in check(file, form="text").out.splitlines() if "CHAR-01" in line]
    assert told.endswith("[Missile Weapons for Characters; unit: Guard] (2 times)")
    findings = check(file).answers[0]["findings"]
    assert [each["unit"] for each in findings if each["code"] == "CHAR-01"] == ["Guard", "Guard"]
    assert {each["unit"] for each in findings if each["culprit"]["kind"] == "army"} <= {""}


def test_any_number_of_files_takes_one_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        check(*[LEGAL] * 50)


def test_one_file_is_checked_without_a_database(catalogue: Catalogue, django_assert_num_queries: Any) -> None:
    here = References({"arcana": Reference(catalogue, lambda rules: {})})
    with django_assert_num_queries(0):
        assert check_file(str(LEGAL), references=here)["points"] == 834


def test_without_a_catalogue_it_says_what_to_do() -> None:
    Edition.objects.all().delete()
    with pytest.raises(CommandError, match="load_catalogue") as refused:
        call_command("check_roster", str(LEGAL))
    assert refused.value.returncode == 3


def test_a_folder_is_all_files_in_it_of_any_format_and_one_bad_file_stops_nothing(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    roster = read_roster(LEGAL.read_bytes())
    for place, kind in enumerate(("json", "text", "markdown", "csv", "ros", "rosz")):
        file = FORMATS[kind].file(roster, catalogue)
        (tmp_path / f"{place}-{file.name}").write_bytes(file.content)
    (tmp_path / "9").mkdir()
    (tmp_path / "9" / "bad.txt").write_text("Roster: A\nArmy: Dwarfs\nUnit: B\n- 17 Axmen\n")
    (tmp_path / ".hidden").write_text("{")
    (tmp_path / "link.json").symlink_to("/etc/passwd")
    ran = check(tmp_path)
    assert ran.code == 2
    assert [answer["legal"] for answer in ran.answers] == [True] * 6 + [None]
    assert {answer["points"] for answer in ran.answers[:6]} == {834}
    bad = ran.answers[6]
    assert [(each["line"], each["suggestion"]) for each in bad["problems"]] == [(2, "Dwarves"), (4, "Axemen")]
    assert bad["error"] == {"field": "line 2", "reason": bad["problems"][0]["reason"]}
    assert [line.split(": ")[1] for line in ran.err.splitlines()] == ["line 2, “Army", "line 4, “- 17 Axmen”"]


def test_more_than_two_hundred_malformed_files_are_each_told_and_stop_nothing(tmp_path: Path) -> None:
    assert len(set(SPOILT.values())) >= 300
    for number, content in enumerate(SPOILT.values()):
        (tmp_path / f"{number:03}").write_bytes(content)
    (tmp_path / "legal.json").write_bytes(LEGAL.read_bytes())
    ran = check(tmp_path)
    *bad, good = ran.answers
    assert (ran.code, len(bad), good["legal"]) == (2, len(SPOILT), True)
    for name, answer in zip(SPOILT, bad, strict=True):
        assert (answer["legal"], answer["points"], answer["findings"]) == (None, None, []), name
        assert all(len(each["reason"]) > 5 for each in answer["problems"]), name
        assert answer["problems"], name
    complained = {line.removeprefix(f"{tmp_path}/")[:3] for line in ran.err.splitlines()}
    assert complained >= {f"{number:03}" for number in range(len(SPOILT))}


def test_other_rules_than_the_files_own_can_be_chosen(db: None) -> None:
    kept_pack()
    assert check(LEGAL).code == 0
    assert next(each["code"] for each in check(LEGAL, rules="tournament").answers[0]["findings"]).startswith("TOUR")
    for rules in (CODE, f"pack/{CODE}"):
        assert check(LEGAL, rules=rules).code == 1
    for rules in ("no-such-pack", "???"):
        with pytest.raises(CommandError, match="--rules"):
            check(LEGAL, rules=rules)


def test_a_file_that_takes_too_long_is_malformed_and_stops_nothing(written: Callable[..., Path]) -> None:
    large = written("large.json", units=horde()["units"], army="goblins")
    ran = check(large, LEGAL, seconds=0.02)
    assert ran.code == 2
    too_long, legal = ran.answers
    assert "more than the 0.02 seconds" in too_long["error"]["reason"]
    assert legal["legal"]
