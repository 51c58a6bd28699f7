"""An experiment as a file, `muster-experiment/1`: a question, the batches that answer it, the answer.

Lines of JSON: the question with its seed and versions, then finished batches in the order of their numbers, then the
answer, once there is one.

Batches are counted through all cells: the n-th is of cell n modulo the number of cells, so that each has as many as
any other, or one less. They are written in that order and no other, whoever finishes first: so a file is a prefix of
the only whole there is, and nobody can tell from it how many workers there were, or whether it was broken off.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.arcana.battle.policies import LAST_TURN
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.simulation.answers import Answer, Reading
from tabletop.arcana.simulation.counts import SCORES, SEATS, Batch, Cell
from tabletop.arcana.simulation.deaths import Deaths
from tabletop.arcana.simulation.estimates import Fixed, Ratio, Stop
from tabletop.arcana.simulation.policies import NAMED, Policy
from tabletop.arcana.simulation.questions import Earning, Fellows, League, Question, cells
from tabletop.decoding import MalformedError, decoded
from tabletop.values import Name, Text, Value
from tabletop.work import go_on

SIMULATOR = "2"  # another number when the same seed brings other battles, or more is counted of them
LARGEST_EXPERIMENT = 100_000_000  # bytes
MANY = Earning, League  # questions with a figure for each of many
IN_A_LINE = Earning, Fellows, League


Size = Annotated[int, Meta(ge=1, le=100_000)]
SIZES: dict[str, int] = {"line": 1000, "table": 1}


class Versions(Value, frozen=True, kw_only=True):
    """What the figures hang on beside the question: the simulator, and the catalogue's digest."""

    simulator: Text
    catalogue: Text


class Experiment(Value, frozen=True, kw_only=True):
    """The first line: what is asked, how it is played, when it stops.

    `size` is how many pairs of battles a batch has: one or two seconds of work, unless it is stated. `policies` are of
    the own side and of the other.
    """

    format: Literal["muster-experiment/1"]
    game: Literal["arcana"]
    name: Name
    question: Question
    stop: Stop
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    depth: Literal["line", "table"] = "line"
    policies: tuple[str | Policy, str | Policy] = ("steady", "steady")
    size: Size | None = None
    versions: Versions | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the question with its versions: batches of the same digest and number are the same."""
        return hashlib.sha256(WRITER.encode(self)).hexdigest()

    @property
    def led_by(self) -> tuple[Policy, Policy]:
        """MalformedError for a name that no policy has."""
        own, other = (_policy(policy, f"policies[{number}]") for number, policy in enumerate(self.policies))
        return own, other

    def cells(self, catalogue: Catalogue) -> tuple[Cell, ...]:
        return cells(self.question, catalogue, self.led_by, on_table=self.depth == "table")


class Answered(Value, frozen=True):
    """The last line of a file that is done."""

    answer: Answer


KINDS_OF_LINES = (Experiment, Batch, Answered)
WRITER = msgspec.json.Encoder(order="deterministic")


class Record(Struct, frozen=True):
    """An experiment with the batches that are finished, in order, and the answer once there is one."""

    experiment: Experiment
    batches: tuple[Batch, ...] = ()
    answer: Answer | None = None

    @property
    def content(self) -> bytes:
        """The file."""
        lines = [line(self.experiment), *map(line, self.batches)]
        return b"".join([*lines, line(Answered(self.answer))] if self.answer else lines)


def line(value: Experiment | Batch | Answered) -> bytes:
    """A line of a file with its end."""
    return WRITER.encode(value) + b"\n"


def _policy(policy: str | Policy, field: str) -> Policy:
    if isinstance(policy, Policy):
        return policy
    if policy not in NAMED:
        raise MalformedError(field, f"must be one of {', '.join(NAMED)}, or a policy, not “{policy}”")
    return NAMED[policy]


def versions_of(catalogue: Catalogue) -> Versions:
    return Versions(simulator=SIMULATOR, catalogue=catalogue.version)


def begun(experiment: Experiment, catalogue: Catalogue) -> Experiment:
    """The experiment with the versions that it is played with; MalformedError where it was begun with others."""
    now = versions_of(catalogue)
    if experiment.versions not in (None, now):
        raise MalformedError("versions", "another catalogue or simulator has begun this; ask anew to compare")
    if isinstance(experiment.question, MANY) and not isinstance(experiment.stop, Fixed):
        raise MalformedError("stop", "must be fixed: there is no one figure to stop by")
    if experiment.depth == "table" and isinstance(experiment.question, IN_A_LINE):
        raise MalformedError("depth", "must be line: units are counted in lines alone")
    if isinstance(experiment.stop, Ratio) and experiment.stop.no >= experiment.stop.yes:
        raise MalformedError("stop.yes", "must be above no")
    return replace(experiment, versions=now, size=experiment.size or SIZES[experiment.depth])


def read_experiment(content: bytes) -> Record:
    """An experiment from its file; MalformedError names the first line that isn't right.

    A last line without its end is what a crash leaves, and is left out. A file with one object and nothing else may be
    laid out in any way.
    """
    if len(content) > LARGEST_EXPERIMENT:
        raise MalformedError("", f"the file is larger than {LARGEST_EXPERIMENT:,} bytes")
    lines = content.split(b"\n")
    if not lines[0].rstrip().endswith(b"}") or len(lines) == 1:
        return Record(decoded(content, Experiment))
    first, *others = lines[:-1]
    experiment = _line(first, Experiment, 1)
    batches: list[Batch] = []
    answer: Answer | None = None
    for number, other in enumerate(others, 2):
        go_on()
        if answer:
            raise MalformedError(f"line {number}", "there is more after the answer")
        if other.startswith(b'{"answer":'):
            answer = _line(other, Answered, number).answer
        else:
            batches.append(_line(other, Batch, number))
    return Record(experiment, tuple(batches), answer)


Read = TypeVar("Read")


def _line(content: bytes, kind: type[Read], number: int) -> Read:
    try:
        return decoded(content, kind)
    except MalformedError as error:
        raise MalformedError(f"line {number}", str(error)) from error


def check(record: Record, cells: Sequence[Cell]) -> Reading:
    """What a record says, read in order; MalformedError where a batch isn't the next, or the answer is another."""
    experiment = record.experiment
    reading = Reading(experiment.question, experiment.stop, cells)
    for place, batch in enumerate(record.batches):
        go_on()
        field = f"line {place + 2}"
        if reading.is_over:
            raise MalformedError(field, "there is more than the answer needs")
        number, cell = divmod(place, len(cells))
        if (batch.number, batch.cell) != (number, cell):
            raise MalformedError(field, f"must be batch {number} of cell {cell}")
        _check_counts(batch, cells[cell], experiment.size or 0, field)
        reading.add(batch)
    if record.answer is not None and record.answer != reading.answer():
        raise MalformedError(f"line {len(record.batches) + 2}", "isn't what the batches say")
    return reading


def _check_counts(batch: Batch, cell: Cell, size: int, field: str) -> None:
    """As many pairs, battles, units as a batch has."""
    if len(batch.pairs) != SCORES ** len(cell.own) or sum(batch.pairs) != size:
        raise MalformedError(f"{field}: pairs", f"must be {size} pairs by {SCORES ** len(cell.own)} scores")
    if len(batch.variants) != len(cell.own):
        raise MalformedError(f"{field}: variants", f"must have exactly {len(cell.own)} entries")
    for variant, force in zip(batch.variants, cell.own, strict=True):
        if sum(variant.games) != sum(variant.turns) or sum(variant.games) != len(SEATS) * size:
            raise MalformedError(f"{field}: variants", f"must have {len(SEATS) * size} battles each")
        if len(variant.turns) != LAST_TURN or len(variant.units) != (0 if cell.table else len(force.squads)):
            raise MalformedError(f"{field}: variants", "have other turns or units than the armies")
        if any(unit.destroyed**2 > unit.squares * sum(variant.games) for unit in variant.units):
            raise MalformedError(f"{field}: variants", "have squares that don't fit what is destroyed")
    for number, variant in enumerate(batch.variants):
        if not _fits(variant.deaths, cell, number, sum(variant.games)):
            raise MalformedError(f"{field}: variants[{number}].deaths", "aren't those of these armies")


def _fits(deaths: tuple[Deaths, ...], cell: Cell, variant: int, battles: int) -> bool:
    if not cell.counts_deaths:
        return not deaths
    wounds, worth = cell.wounds(variant), cell.worth(variant)
    return len(deaths) == len(wounds) and all(
        own.fits(enemies=len(wounds[1 - side]), wounds=wounds[side], worth=worth[side], battles=battles)
        for side, own in enumerate(deaths)
    )
