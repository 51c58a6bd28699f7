"""An experiment's figures as a table, for spreadsheets and notebooks: a figure with its interval in each line.

As CSV, or as Parquet where pyarrow is installed (an extra): columns with their types, and the question, its seed and
versions in the file itself, under `muster-experiment`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from msgspec import Struct

from tabletop.arcana.simulation.answers import Answer, Earned, Points, Toll
from tabletop.arcana.simulation.counts import SEATS
from tabletop.arcana.simulation.estimates import Estimate, widest
from tabletop.arcana.simulation.experiments import Experiment, line
from tabletop.spreadsheet import written_rows

HEAD = ("what", "of", "mean", "low", "high", "pairs")
TOLLS = (
    ("points destroyed by the other", "points lost by this army, unit by unit"),
    ("points destroyed by this army", "points lost by the other, unit by unit"),
)
QUESTION = b"muster-experiment"  # in a Parquet file, by whose name its metadata have the file's first line


class Figure(Struct, frozen=True):
    """A line: shares are of one, not of 100; what is counted and not estimated has no interval."""

    what: str
    of: str
    mean: float
    low: float | None
    high: float | None
    pairs: int


def figures_of(name: str, answer: Answer, curve: Sequence[Estimate], points: Points | None) -> Iterator[Figure]:
    """Everything that an answer says, and the estimate after each round.

    What a battle costs in points has an interval where it is known of how many `points` the armies are.
    """
    if answer.estimate:
        yield _estimated("all", name, answer.estimate)
    for each in answer.against:
        yield _estimated("against", each.name, each.estimate)
    for standing in answer.table:
        yield _estimated("row", standing.row, standing.estimate)
    for unit in answer.units:
        yield _estimated("destroyed for a point", unit.unit, unit.earns)
        lost = share_lost(unit, tables=len(answer.units))
        yield _estimated("share that is lost", unit.unit, lost)
    for toll, (destroys, loses) in zip(answer.tolls, TOLLS, strict=False):
        yield from _tolls(toll, destroys, loses)
    for number, games in enumerate(answer.games):
        version = ("as it is", "changed")[number] if len(answer.games) > 1 else ""
        counts = {
            "battles won": games.won,
            "battles undecided": games.undecided,
            "battles lost": games.lost,
            **{f"battles that end in turn {turn}": count for turn, count in enumerate(games.turns, 1)},
        }
        for what, count in counts.items():
            yield Figure(what, version, count, None, None, games.pairs)
        for what, mean, most in (
            ("points lost by this army", games.own_lost, points and points.own[number]),
            ("points lost by the other", games.other_lost, points and points.others),
        ):
            found = widest(mean, 0, most, games.pairs) if most else None
            yield _estimated(what, version, found) if found else Figure(what, version, mean, None, None, games.pairs)
    for found in curve:
        yield _estimated("curve", "", found)


def _tolls(toll: Toll, destroys: str, loses: str) -> Iterator[Figure]:
    """Who killed whom among one side's units, in points of a battle."""
    names = [victim.unit for victim in toll.units]
    for killer in toll.by:
        yield _estimated(destroys, f"{killer.unit}: all", killer.destroys)
        for name, found in zip(names, killer.of, strict=True):
            yield _estimated(destroys, f"{killer.unit}: {name}", found)
    for victim in toll.units:
        yield _estimated(loses, f"{victim.unit}: all", victim.lost)
    for otherwise in toll.otherwise:
        for name, found in zip(names, otherwise.of, strict=True):
            yield _estimated(loses, f"{name}: {otherwise.cause}", found)


def share_lost(unit: Earned, *, tables: int) -> Estimate:
    """The share of a unit that is lost in a battle, in a table of so many."""
    return widest(unit.lost, 0, 1, unit.earns.pairs // len(SEATS), tables=tables)


def _estimated(what: str, of: str, found: Estimate) -> Figure:
    return Figure(what, of, found.mean, found.low, found.high, found.pairs)


def written_csv(figures: Sequence[Figure]) -> bytes:
    """UTF-8 with a mark, by which spreadsheets know it."""
    rows = ((each.what, each.of, each.mean, each.low, each.high, each.pairs) for each in figures)
    return written_rows([HEAD, *rows]).encode("utf-8-sig")


def writes_parquet() -> bool:
    """Whether pyarrow is there."""
    return find_spec("pyarrow") is not None


def written_parquet(figures: Sequence[Figure], experiment: Experiment) -> bytes:
    """The figures as a Parquet file with the question in its metadata; ModuleNotFoundError without pyarrow."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    kinds = (pa.string(), pa.string(), pa.float64(), pa.float64(), pa.float64(), pa.int64())
    columns = {name: [getattr(each, name) for each in figures] for name in HEAD}
    schema = pa.schema(list(zip(HEAD, kinds, strict=True)), {QUESTION: line(experiment).rstrip()})
    sink = io.BytesIO()
    parquet.write_table(pa.table(columns, schema=schema), sink)
    return sink.getvalue()
