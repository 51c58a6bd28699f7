"""A list among many: its row in an organiser's table, the note to its player, and what it takes to judge it anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.files.presenters.notes import note_to_player, price_sentence
from armybuilder.files.presenters.review import GivenList, Review
from tabletop.findings import Severity
from tabletop.heraldry import Shield
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.event_table import EventRow, RowOrder, event_row, sorted_rows, unreadable_row
from tabletop.rosters.problems import problem_text

MOST_REASONS = 3
LARGEST_TEXT = 60_000  # letters of a list that a page keeps to correct it
SHOWN = ("legal", "not legal", "to check", "unreadable")
PRICES_DIFFER = "prices"


class Difference(Struct, frozen=True):
    """What a player wrote that a part of the list costs, and what it does."""

    name: str
    says: int
    ours: int


class JudgedList(Struct, frozen=True, kw_only=True):
    """A row of the table; the page keeps it, signed, and sends it back with whatever is done next.

    `rules` are those chosen for it, by game; without any it is judged by its own.
    """

    ref: str
    row: EventRow
    given: GivenList
    rules: Mapping[str, str] = {}
    player: str = ""
    says: int | None = None
    note: str = ""
    reasons: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    shield: Shield | None = None

    @property
    def off_by(self) -> int | None:
        """By how much the list costs more than its player wrote; None where one of both isn't known."""
        return None if self.says is None or self.row.points is None else self.row.points - self.says

    @property
    def can_open(self) -> bool:
        return self.row.legal is not None and bool(self.given.roster or self.given.text)

    @property
    def can_correct(self) -> bool:
        """Whether it has lines to look through."""
        return bool(self.given.text)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the table can be narrowed to that this row belongs to."""
        return (self.row.verdict, *((PRICES_DIFFER,) if self.differences else ()))


def judged_list(ref: str, review: Review, rules: Mapping[str, str] | None = None) -> JudgedList:
    """The row of a list that was read and judged, by the rules chosen for it if there are any."""
    given, read = review.given, review.read
    if len(given.text) + len(given.roster) > LARGEST_TEXT:
        given = GivenList(file=given.file)
    differences = tuple(Difference(row.about, row.price.says, row.price.ours) for row in review.prices if row.price)
    return JudgedList(
        ref=ref,
        row=_row(review),
        given=given,
        rules=rules or {},
        player=read.player,
        says=read.says,
        note=note_to_player(review),
        reasons=tuple(_reasons(review))[:MOST_REASONS],
        differences=differences,
        shield=review.verdict.listed.shield if review.verdict else None,
    )


def _row(review: Review) -> EventRow:
    if review.verdict is None or review.read.roster is None:
        if review.problems:
            return unreadable_row(review.given.file, review.problems)
        questions = tuple(f"line {row.number}, “{row.unread}”: not read" for row in review.unread)
        return EventRow(file=review.given.file, legal=None, questions=questions or ("no army was read",))
    row = event_row(review.given.file, review.verdict, code=short_digest(content_digest(review.read.roster)))
    asked = [f"line {line.number}, “{line.text}”: read as {line.words}; is that right?" for line in review.to_check]
    asked += [f"line {line.number}, “{line.unread}”: what is it?" for line in review.unread]
    questions = (*asked, *map(price_sentence, review.prices), *row.questions)
    return replace(row, questions=questions, unsettled=review.unsettled)


def _reasons(review: Review) -> Iterator[str]:
    """Why, in a few words: problems, what waits for a look, findings, prices."""
    if review.verdict is None:
        yield from map(problem_text, review.problems)
        if not review.problems:
            yield "No army was read: open it and say which it is."
        return
    if review.unsettled:
        yield (
            " and ".join(
                f"{count} {'line' if count == 1 else 'lines'} {words}"
                for count, words in ((len(review.to_check), "to check"), (len(review.unread), "not read"))
                if count
            )
            + "."
        )
    findings = review.verdict.report.findings
    yield from (finding.message for finding in findings if finding.severity > Severity.NOTE)
    yield from map(price_sentence, review.prices)


def batch_name(lists: Iterable[JudgedList]) -> str:
    """What a batch is called: whose lists are in it, the first two by name."""
    names = [entry.player or entry.row.name or entry.row.file for entry in lists]
    named, others = names[:2], len(names) - 2
    return " and ".join(named) if others < 1 else f"{', '.join(named)} and {others} more"


def counts(lists: Sequence[JudgedList]) -> dict[str, int]:
    """How many lists the table can be narrowed to, by kind; those without any are left out."""
    counted = Counter(kind for entry in lists for kind in entry.kinds)
    return {kind: counted[kind] for kind in (*SHOWN, PRICES_DIFFER) if counted[kind]}


def in_order(lists: Iterable[JudgedList], order: RowOrder) -> list[JudgedList]:
    """The lists as their rows are sorted."""
    known = {id(entry.row): entry for entry in lists}
    return [known[id(row)] for row in sorted_rows([entry.row for entry in known.values()], order)]
