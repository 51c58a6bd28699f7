"""An experiment's figures as a table for spreadsheets, and two experiments side by side."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.presenters.page import Page, page_of
from armybuilder.laboratory.presenters.verdicts import BETTER, EVEN, WORSE, Status
from armybuilder.laboratory.snapshots import Said, experiment_in, said_in
from tabletop.arcana.simulation.estimates import Estimate
from tabletop.arcana.simulation.questions import Swap
from tabletop.spreadsheet import written_rows

HEAD = ("what", "of", "mean", "low", "high", "pairs")


def table_of(row: Row) -> str:
    """Every figure with its interval, a line each; shares are of one, not of 100."""
    said = said_in(row)
    return written_rows([HEAD, *(_lines(row, said) if said else ())])


def _lines(row: Row, said: Said) -> Iterator[tuple[object, ...]]:
    answer = said.answer
    if answer.estimate:
        yield "all", row.name, *_figures(answer.estimate)
    for each in answer.against:
        yield "against", each.name, *_figures(each.estimate)
    for standing in answer.table:
        yield "row", standing.row, *_figures(standing.estimate)
    for unit in answer.units:
        yield "destroyed for a point", unit.unit, *_figures(unit.earns)
    for number, games in enumerate(answer.games):
        version = ("as it is", "changed")[number] if len(answer.games) > 1 else ""
        battles = games.won + games.undecided + games.lost
        for what in ("won", "undecided", "lost"):
            yield f"battles {what}", version, getattr(games, what), "", "", battles // 2
        for what, points in (("lost by this army", games.own_lost), ("lost by the other", games.other_lost)):
            yield f"points {what}", version, points, "", "", battles // 2
        for turn, count in enumerate(games.turns, 1):
            yield f"battles that end in turn {turn}", version, count, "", "", battles // 2
    for found in said.curve:
        yield "curve", "", *_figures(found)


def _figures(found: Estimate) -> tuple[float, float, float, int]:
    return found.mean, found.low, found.high, found.pairs


class Pair(Struct, frozen=True):
    """Two experiments side by side, and whether their answers differ: the second against the first."""

    pages: tuple[Page, Page]
    status: Status | None
    words: str


def pair_of(first: Row, second: Row) -> Pair:
    """Both pages; intervals that lie apart say which is higher, others that no difference was found."""
    pages = page_of(first), page_of(second)
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
