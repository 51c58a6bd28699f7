"""An experiment's figures as a table for spreadsheets, and two experiments side by side."""

from __future__ import annotations

from msgspec import Struct

from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.page import Page, page_of
from armybuilder.laboratory.presenters.verdicts import BETTER, EVEN, WORSE, Status
from armybuilder.laboratory.snapshots import experiment_in, said_in
from tabletop.arcana.simulation.figures import Figure, figures_of, written_csv, written_parquet
from tabletop.arcana.simulation.questions import League, Swap


def figures_in(row: Row) -> list[Figure]:
    """Every figure with its interval; none before the first round is whole."""
    said = said_in(row)
    return list(figures_of(row.name, said.answer, said.curve, said.points)) if said else []


def csv_of(row: Row) -> bytes:
    return written_csv(figures_in(row))


def parquet_of(row: Row) -> bytes:
    return written_parquet(figures_in(row), experiment_in(row))


class Pair(Struct, frozen=True):
    """Two experiments side by side, and whether their answers differ: the second against the first."""

    pages: tuple[Page, Page]
    status: Status | None
    words: str


def pair_of(first: Row, second: Row) -> Pair:
    """Both pages; intervals that lie apart say which is higher, others that no difference was found."""
    pages = page_of(first), page_of(second)
    if any(isinstance(experiment_in(row).question, League) for row in (first, second)):
        return Pair(pages, None, "A league has a figure for each of its profiles, and none for all: see its page.")
    found = [said.answer.estimate if said else None for said in map(said_in, (first, second))]
    if found[0] is None or found[1] is None:
        return Pair(pages, None, "One of them has no figure yet.")
    kinds = [isinstance(experiment_in(row).question, Swap) for row in (first, second)]
    if kinds[0] is not kinds[1]:
        return Pair(
            pages,
            None,
            "One asks how often an army wins, the other whether a change helps: they have no figure in common.",
        )
    own, other = found[0], found[1]
    if own.high < other.low or other.high < own.low:
        status = BETTER if other.mean > own.mean else WORSE
        which = "The second is higher" if other.mean > own.mean else "The first is higher"
        return Pair(pages, status, f"{which}: their intervals lie apart.")
    return Pair(
        pages, EVEN, "Their intervals overlap: no difference was found. Count both narrower to find a smaller one."
    )
