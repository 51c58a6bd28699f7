"""An experiment of the laboratory answered, on this machine or on a cluster; what is finished stays in its file."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.catalogue.loaders.printed import printed_catalogue
from armybuilder.management.files import MALFORMED, shown
from tabletop.arcana.simulation.answers import Answer, Reading
from tabletop.arcana.simulation.cluster import Cluster, SchedulerLostError
from tabletop.arcana.simulation.executors import Executor, Processes, Serial
from tabletop.arcana.simulation.experiments import Answered, Record, line, read_experiment
from tabletop.arcana.simulation.figures import Figure, figures_of, writes_parquet, written_csv, written_parquet
from tabletop.arcana.simulation.running import Run, watched
from tabletop.battle.file import written_battle
from tabletop.decoding import MalformedError

EVERY = 2.0  # seconds between two lines of progress


class Command(BaseCommand):
    help = (
        "Answer the question of a muster-experiment/1 file. Finished batches are appended to the file as they come, so "
        "that it can be broken off and called again; the file is the same for any number of workers. Exit code 2: "
        "malformed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-experiment/1 file; it is written to")
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes; 0 for one a core")
        parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster, as tcp://10.0.0.1:8786")
        parser.add_argument(
            "--battle", metavar="CELL:PAIR:SEAT", help="instead, one of its battles on a table, as 0:12:1, into --out"
        )
        parser.add_argument("--out", metavar="FILE", help="a muster-battle/1 file, to be opened and read")
        parser.add_argument(
            "--figures",
            action="append",
            default=[],
            metavar="FILE",
            help="besides, every figure with its interval as a table; it ends in .csv or .parquet",
        )
        parser.add_argument("--format", choices=("text", "json"), default="text", help="of the answer that is printed")

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["file"])
        try:
            record = read_experiment(file.read_bytes())
            tables = [_table(name) for name in options["figures"]]
            if options["battle"]:
                self._write_battle(record, options["battle"], options["out"])
                return
            with _executor(options["workers"], options["scheduler"]) as executor:  # whose workers begin meanwhile
                run = Run(record, printed_catalogue())
                _lay_out(file, run.record)
                self._count(file, run, executor)
            for table, written in tables:
                table.write_bytes(written(run))
        except ModuleNotFoundError:
            self._stop("A cluster needs Dask: pip install --require-hashes -r requirements/laboratory.txt")
        except SchedulerLostError as error:
            self._stop(f"{shown(str(file))}: {error}. What is finished is in the file; say it again to go on.")
        except OSError as error:
            self._stop(f"{shown(str(error.filename or file))}: {error.strerror or error}")
        except MalformedError as error:
            self._stop(f"{shown(str(file))}: {error}")
        else:
            answer = run.reading.answer()
            lines = [line(Answered(answer)).decode().rstrip()] if options["format"] == "json" else told(answer)
            self.stdout.write("\n".join(lines))

    def _write_battle(self, record: Record, which: str, out: str | None) -> None:
        numbers = [int(word) if word.isdecimal() else -1 for word in which.split(":")]
        if len(numbers) not in (3, 4) or out is None:
            raise MalformedError("", "a battle is named as CELL:PAIR:SEAT or CELL:PAIR:SEAT:VARIANT, with --out FILE")
        names = ("cell", "pair", "seat", "variant")
        log = watched(record.experiment, printed_catalogue(), **dict(zip(names, numbers, strict=False)))
        Path(out).write_bytes(written_battle(log))
        self.stdout.write(f"wrote {log.head} events to {out}")

    def _count(self, file: Path, run: Run, executor: Executor) -> None:
        """Append what comes home, and the answer in the end."""
        if run.record.answer:
            return
        said = monotonic()
        with file.open("ab") as opened:
            for batch in run.batches(executor):
                opened.write(line(batch))
                opened.flush()
                if monotonic() - said > EVERY:
                    said = monotonic()
                    self.stderr.write(_progress(run.reading))
            opened.write(line(Answered(run.reading.answer())))

    def _stop(self, complaint: str) -> None:
        self.stderr.write(complaint)
        sys.exit(MALFORMED)


def _executor(workers: int, scheduler: str | None) -> Executor:
    if scheduler:
        return Cluster(scheduler)
    count = workers or os.cpu_count() or 1
    return Processes(count) if count > 1 else Serial()


def _table(name: str) -> tuple[Path, Callable[[Run], bytes]]:
    """Where figures go, and how they are written there; MalformedError where nothing writes what it ends in."""
    ending = Path(name).suffix.lower()
    if ending == ".parquet" and not writes_parquet():
        raise MalformedError("--figures", "Parquet needs pyarrow: see requirements/laboratory.txt")
    if ending not in (".csv", ".parquet"):
        raise MalformedError("--figures", f"ends in .csv or .parquet, not as “{name}” does")
    return Path(name), _as_csv if ending == ".csv" else _as_parquet


def _figures(run: Run) -> list[Figure]:
    reading = run.reading
    return [*figures_of(run.experiment.name, reading.answer(), reading.curve, reading.points)]


def _as_csv(run: Run) -> bytes:
    return written_csv(_figures(run))


def _as_parquet(run: Run) -> bytes:
    return written_parquet(_figures(run), run.experiment)


def _lay_out(file: Path, record: Record) -> None:
    """The file in its lines, without what a crash has left behind them, unless it stands so already."""
    content = record.content
    if file.read_bytes() != content:
        beside = file.with_name(f"{file.name}.new")
        beside.write_bytes(content)
        beside.replace(file)


def _progress(reading: Reading) -> str:
    if not reading.curve:
        return "counting"
    last = reading.curve[-1]
    return f"{last.pairs:,} pairs: {last.mean:+.4f} ({last.low:+.4f} to {last.high:+.4f})"


def told(answer: Answer) -> list[str]:
    """An answer as lines of text."""
    lines = [f"{answer.verdict}, after {answer.battles:,} battles"]
    if answer.estimate:
        own = answer.estimate
        lines.append(f"{100 * own.mean:+.2f} in 100 ({100 * own.low:+.2f} to {100 * own.high:+.2f})")
    for games in answer.games:
        lines.append(f"won {games.won:,}, undecided {games.undecided:,}, lost {games.lost:,}")
    for name, own, mark in (
        *((each.name, each.estimate, "*" * each.differs) for each in answer.against),
        *((each.row, each.estimate, "") for each in answer.table),
    ):
        lines.append(f"  {name}: {100 * own.mean:+.1f} ({100 * own.low:+.1f} to {100 * own.high:+.1f}){mark}")
    for unit in answer.units:
        own = unit.earns
        lines.append(f"  {unit.unit} ({unit.points}): {own.mean:.3f} a point ({own.low:.3f} to {own.high:.3f})")
    return lines
