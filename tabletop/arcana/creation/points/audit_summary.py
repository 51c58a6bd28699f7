"""The audit in figures, for its page, its command and its documentation alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.creation.points.audit import Audited, ExplainedBy


class Figures(Struct, frozen=True):
    """How many rows there are, agree by either rounding, differ for each cause, and are left without any."""

    rows: int
    rounded_up: int
    to_nearest: int
    agree: int
    explained: int
    causes: tuple[tuple[ExplainedBy, int], ...]

    @property
    def differ(self) -> int:
        return self.rows - self.agree

    @property
    def left(self) -> int:
        """Rows that differ for no reason that was found."""
        return self.rows - self.agree - self.explained


def figures_of(rows: Sequence[Audited]) -> Figures:
    """The rows counted; causes in the order of how little they ask for."""
    causes = Counter(row.cause for row in rows)
    return Figures(
        rows=len(rows),
        rounded_up=sum(row.points == row.printed for row in rows),
        to_nearest=sum(row.nearest == row.printed for row in rows),
        agree=sum(row.agrees for row in rows),
        explained=sum(row.is_explained for row in rows),
        causes=tuple((cause, causes[cause]) for cause in ExplainedBy if cause),
    )


def as_tables(figures: Figures) -> str:
    """The figures as the two tables that stand in the documentation."""
    whole = (
        ("rows", figures.rows),
        ("rounded up", figures.rounded_up),
        ("to the nearest", figures.to_nearest),
        ("either", figures.agree),
        ("explained", figures.explained),
        ("unexplained", figures.left),
    )
    return "\n".join([*_table("", whole), "", *_table("cause", figures.causes)])


def _table(what: str, lines: Iterable[tuple[str, int]]) -> Iterator[str]:
    yield f"| {what} | rows |".replace("|  |", "| |")
    yield "|---|---|"
    yield from (f"| {name} | {number} |" for name, number in lines)
