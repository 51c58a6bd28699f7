"""`manage.py print`: every kind to a file, and what is wrong told with its exit code."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tabletop.arcana.battlefield import write_table
from tabletop.arcana.printing.orders import SHEET_NAMES
from tests.catalogue import SAMPLES
from tests.charts import rolled
from tests.tabletop.pdf.measuring import MM, pages_of, text_of
from tests.visitors import load_printed_rows

RAIDERS = str(SAMPLES / "dwarf-raiding-party.json")


@pytest.fixture(autouse=True)
def printed(db: None) -> None:
    load_printed_rows()


def pages(tmp_path: Path, *words: str) -> list[Any]:
    out = tmp_path / "sheets.pdf"
    call_command("print", *words, "--out", str(out), stdout=StringIO())
    return pages_of(out.read_bytes())


@pytest.mark.parametrize("kind", SHEET_NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_kind_is_printed_on_both_papers(tmp_path: Path, kind: str, paper: str) -> None:
    for page in pages(tmp_path, kind, RAIDERS, "--paper", paper):
        sizes = sorted((round(page.width / MM, 1), round(page.height / MM, 1)))
        assert sizes == ([210.0, 297.0] if paper == "a4" else [215.9, 279.4])
        assert "Print at 100 %" in text_of(page)


def test_terrain_is_printed_from_a_table(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_bytes(write_table(rolled("forests", seed=2)))
    assert "In play" in text_of(pages(tmp_path, "terrain", str(file))[0])


def test_words_of_the_command_are_wishes(tmp_path: Path) -> None:
    round_ones = pages(tmp_path, "markers", "--counters", "book", "--scale", "15")
    touching = pages(tmp_path, "markers", "--counters", "book", "--scale", "15", "--touching", "--shape", "square")
    assert len(round_ones) == len(touching) == 1
    assert len(pages(tmp_path, "bases", "--copies", "2")) == 2
    outlines = pages(tmp_path, "templates", "--outline")
    assert not any("Tornado" in text_of(page) for page in outlines)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["roster"], "choose one"),
        (["terrain"], "one table"),
        (["bases", "--copies", "0"], "copies"),
        (["roster", "no-such-file.json"], "can't be read"),
        (["terrain", RAIDERS], "format"),
    ],
)
def test_what_is_malformed_is_named(tmp_path: Path, words: list[str], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint) as caught:
        pages(tmp_path, *words)
    assert caught.value.returncode == 2


def test_a_place_that_can_t_be_written_is_named() -> None:
    with pytest.raises(CommandError, match="can't be written"):
        call_command("print", "bases", "--out", "/no/such/folder/sheets.pdf")


def test_two_files_are_two_rosters(tmp_path: Path) -> None:
    second = tmp_path / "second.json"
    second.write_text(json.dumps(json.loads(Path(RAIDERS).read_bytes()) | {"name": "Second Wave"}), encoding="utf-8")
    text = "".join(text_of(page) for page in pages(tmp_path, "roster", RAIDERS, str(second)))
    assert "Raiding Party" in text
    assert "Second Wave" in text


def test_cards_are_set_against_targets_named_in_any_way(tmp_path: Path) -> None:
    for words, named in (("usual", "20 Legionnaires"), ("orcs/orc-warrior:7", "7 Orc Warriors"), (RAIDERS, "Odds")):
        assert named in " ".join(map(text_of, pages(tmp_path, "cards", RAIDERS, "--targets", words)))
    for words, field in (("orcs/orc", r"targets\[0\]\.profile"), ("orcs/orc-warrior:many", r"targets\[0\]\.count")):
        with pytest.raises(CommandError, match=field):
            pages(tmp_path, "cards", RAIDERS, "--targets", words)
