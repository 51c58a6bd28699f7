"""The command that answers a laboratory's question: its file grows, goes on, and what it refuses."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import msgspec
from django.core.management import call_command

from armybuilder.laboratory.presenters.tables import csv_of, figures_in, parquet_of
from armybuilder.laboratory.services import keep_record
from tabletop.arcana.battle.policies import LAST_TURN
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.simulation.estimates import Fixed
from tabletop.arcana.simulation.experiments import Record, read_experiment
from tabletop.arcana.simulation.figures import writes_parquet
from tabletop.battle.file import read_battle
from tests.catalogue import printed_catalogue
from tests.experiments import experiment
from tests.laboratory import kept_experiment
from tests.visitors import OWNER


def simulated(file: Path, *arguments: str) -> tuple[int | str | None, str, str]:
    """The exit code, what was printed and what was complained of."""
    out, complaints = StringIO(), StringIO()
    try:
        call_command("simulate", str(file), *arguments, stdout=out, stderr=complaints)
    except SystemExit as end:
        return end.code, out.getvalue(), complaints.getvalue()
    return 0, out.getvalue(), complaints.getvalue()


def test_a_question_is_answered_into_its_file_and_the_file_says_it_again(tmp_path: Path) -> None:
    file = tmp_path / "question.jsonl"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(experiment()), indent=2))
    code, said, _ = simulated(file)
    assert code == 0
    assert said.startswith("done, after 60 battles")
    whole = file.read_bytes()
    assert len(whole.splitlines()) == 5
    assert simulated(file)[1] == said
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]) + b'{"cell":0,"nu')
    assert simulated(file, "--format", "json")[1].rstrip().encode() == whole.splitlines()[-1]
    assert file.read_bytes() == whole


def test_one_of_its_battles_is_written_to_be_opened(tmp_path: Path) -> None:
    """A mirror of the table's own test: the command names the battle."""
    file, out = tmp_path / "question.jsonl", tmp_path / "battle.jsonl"
    file.write_bytes(Record(experiment(depth="table")).content)
    assert simulated(file, "--battle", "0:3:1", "--out", str(out))[0] == 0
    assert read_battle(out.read_bytes(), ArcanaBattle(printed_catalogue())).state.clock.turn > 1
    assert simulated(file, "--battle", "1:0:0", "--out", str(out))[0] == 2
    assert simulated(file, "--battle", "0:0")[0] == 2


def test_what_is_no_experiment_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "question.jsonl"
    content = Record(experiment(seed=7)).content.replace(b'"seed":7', b'"seed":-7')
    file.write_bytes(content)
    code, _, complaint = simulated(file)
    assert code == 2
    assert "seed: must be at least 0" in complaint
    assert file.read_bytes() == content
    assert simulated(tmp_path / "none.jsonl")[0] == 2


def test_its_figures_are_written_as_the_site_writes_them(tmp_path: Path, printed: None) -> None:
    file = tmp_path / "question.jsonl"
    file.write_bytes(Record(experiment(stop=Fixed(1))).content)
    writers = {"csv": csv_of} | ({"parquet": parquet_of} if writes_parquet() else {})
    wanted = [word for ending in writers for word in ("--figures", str(tmp_path / f"figures.{ending}"))]
    assert simulated(file, *wanted)[0] == 0
    row = keep_record(visitor=OWNER, record=read_experiment(file.read_bytes()))
    for ending, write in writers.items():
        assert (tmp_path / f"figures.{ending}").read_bytes() == write(row)
    before = file.read_bytes()
    code, _, complaint = simulated(file, "--figures", "figures.xlsx")
    assert (code, file.read_bytes()) == (2, before)
    assert "ends in .csv or .parquet" in complaint
    assert simulated(file, "--figures", str(tmp_path / "none" / "figures.csv"))[0] == 2


def test_no_mean_is_written_without_its_interval(printed: None) -> None:
    figures = figures_in(kept_experiment())
    assert {each.what for each in figures if each.low is None} == {
        *("battles won", "battles undecided", "battles lost"),
        *(f"battles that end in turn {turn}" for turn in range(1, LAST_TURN + 1)),
    }
    assert all(each.low <= each.mean <= each.high for each in figures if each.low is not None and each.high is not None)
