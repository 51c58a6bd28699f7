"""Experiments as frozen values: the question, what was counted, what it says, the file."""

from __future__ import annotations

from msgspec import Struct, convert, json

from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.models import State
from tabletop.arcana.simulation.answers import Answer, Points, Reading
from tabletop.arcana.simulation.counts import Batch
from tabletop.arcana.simulation.estimates import Estimate
from tabletop.arcana.simulation.experiments import Answered, Experiment, Record, line


class Said(Struct, frozen=True):
    """What all whole rounds of an experiment say: the answer, the estimate after each, pairs by their score.

    `left_out` is what isn't played of these armies. `brought` is how many batches came in a file and weren't counted
    here. An experiment that was kept by an earlier program has no `points`.
    """

    answer: Answer
    curve: tuple[Estimate, ...]
    pairs: tuple[int, ...]
    left_out: tuple[str, ...] = ()
    points: Points | None = None
    brought: int = 0


def said_by(reading: Reading, *, brought: int = 0) -> Said:
    return Said(reading.answer(), tuple(reading.curve), reading.pairs, reading.left_out, reading.points, brought)


def experiment_in(row: Row) -> Experiment:
    """The question of a row."""
    return convert(row.content, Experiment)


def said_in(row: Row) -> Said | None:
    """What it says; None before the first round is whole."""
    return convert(row.said, Said) if row.said else None


def record_in(row: Row) -> Record:
    """All that is finished of it, with its answer once it has one."""
    said = said_in(row)
    lines = row.batches.values_list("line", flat=True)
    batches = tuple(json.decode(each, type=Batch) for each in lines)
    return Record(experiment_in(row), batches, said.answer if said and row.state == State.DONE else None)


def experiment_file(row: Row) -> bytes:
    """The `muster-experiment/1` file: the question, the batches, and the answer once there is one."""
    said = said_in(row)
    answer = [line(Answered(said.answer))] if said and row.state == State.DONE else []
    batches = (each.encode() + b"\n" for each in row.batches.values_list("line", flat=True))
    return b"".join([line(experiment_in(row)), *batches, *answer])
