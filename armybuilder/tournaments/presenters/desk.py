"""The organiser's desk: everybody in one table, the worst first, with why and what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum

from msgspec import Struct

from armybuilder.core.games import References
from armybuilder.files.presenters.judged import JudgedList
from armybuilder.tournaments.judging import basis_of
from armybuilder.tournaments.models import ListState, Participant, Step
from armybuilder.tournaments.presenters.moments import shortly, when
from armybuilder.tournaments.snapshots import TabledList
from tabletop.heraldry import Shield
from tabletop.tournament.sealing import Sealing


class Desk(Enum):
    """How a player's list stands, in the order of the table: its word on the page, its tone, its icon."""

    NOT_LEGAL = ("illegal", "Not legal", "bad", "cross")
    NOT_READ = ("unread", "Not all read", "warn", "warning")
    RETURNED = ("returned", "Returned", "warn", "undo")
    MISSING = ("missing", "Not handed in", "plain", "todo")
    LEGAL = ("legal", "Legal, to approve", "plain", "question")
    APPROVED = ("approved", "Approved", "good", "tick")

    @property
    def slug(self) -> str:
        return self.value[0]

    @property
    def word(self) -> str:
        return self.value[1]

    @property
    def tone(self) -> str:
        return self.value[2]

    @property
    def icon(self) -> str:
        return self.value[3]


# What is counted above the table, and always shown; returned lists only where there are some.
COUNTED = (Desk.NOT_LEGAL, Desk.NOT_READ, Desk.RETURNED, Desk.MISSING, Desk.LEGAL, Desk.APPROVED)
COUNT_WORDS = {
    Desk.NOT_LEGAL: "not legal",
    Desk.NOT_READ: "not all read",
    Desk.RETURNED: "returned",
    Desk.MISSING: "not handed in",
    Desk.LEGAL: "legal, to approve",
    Desk.APPROVED: "approved",
}


class DeskRow(Struct, frozen=True, kw_only=True):
    """A player in the table."""

    player: Participant
    state: Desk
    why: str
    number: int | None = None
    sent: str = ""
    name: str = ""
    points: int | None = None
    shield: Shield | None = None
    questions: int = 0
    has_before: bool = False
    is_outdated: bool = False

    @property
    def facts(self) -> str:
        """`Mad Mob · 1,885`."""
        return " · ".join(filter(None, (self.name, "" if self.points is None else f"{self.points:,}")))


def state_of(state: str, verdict: str) -> Desk:
    """How a list that was handed in stands."""
    if state == ListState.APPROVED:
        return Desk.APPROVED
    if state == ListState.RETURNED:
        return Desk.RETURNED
    return {"legal": Desk.LEGAL, "not legal": Desk.NOT_LEGAL}.get(verdict, Desk.NOT_READ)


def desk_rows(
    players: Iterable[Participant],
    lists: Mapping[int, TabledList],
    drafts: Mapping[int, int | None],
    steps: Mapping[tuple[int | None, int | None], Step],
    sealing: Sealing,
) -> list[DeskRow]:
    """Everybody who still takes part, the worst first; who is alike in that stands in the order of names."""
    references, bases = References(), dict[tuple[str, str], str]()
    rows = [
        _row(player, lists[player.pk], steps, sealing, references, bases)
        if player.pk in lists
        else DeskRow(player=player, state=Desk.MISSING, why=_nothing_yet(player, drafts, sealing))
        for player in players
        if player.dropped_after is None
    ]
    order = list(Desk)
    return sorted(rows, key=lambda row: (order.index(row.state), -row.questions, row.player.name.casefold()))


def counts(rows: Sequence[DeskRow]) -> list[tuple[Desk, str, int]]:
    """How many stand how; returned lists only where there are any."""
    counted = Counter(row.state for row in rows)
    return [(each, COUNT_WORDS[each], counted[each]) for each in COUNTED if counted[each] or each != Desk.RETURNED]


def _row(
    player: Participant,
    row: TabledList,
    steps: Mapping[tuple[int | None, int | None], Step],
    sealing: Sealing,
    references: References,
    bases: dict[tuple[str, str], str],
) -> DeskRow:
    state = state_of(row.state, row.row.verdict)
    step = steps.get((player.pk, row.number))
    return DeskRow(
        player=player,
        state=state,
        why=why_of(state, row.reasons, step, sealing),
        number=row.number,
        sent=shortly(row.at, sealing),
        name=row.row.name,
        points=row.row.points,
        shield=row.shield,
        questions=len(row.row.questions),
        has_before=row.number > 1,
        is_outdated=is_outdated(row, references, bases),
    )


def why_of(state: Desk, reasons: Sequence[str], step: Step | None, sealing: Sealing) -> str:
    """In a sentence or two why a list stands as it does."""
    if state in (Desk.APPROVED, Desk.RETURNED) and step is not None:
        return f"{state.word} by {step.by}, {shortly(step.at, sealing)}."
    return " ".join(reasons) or "Every rule holds."


def _nothing_yet(player: Participant, drafts: Mapping[int, int | None], sealing: Sealing) -> str:
    if player.pk in drafts:
        points = drafts[player.pk]
        return "A draft." if points is None else f"A draft of {points:,} points."
    if player.seen_at is None:
        return "Has not opened the link."
    return f"Opened the link first on {shortly(player.seen_at, sealing)}."


def is_outdated(row: TabledList, references: References, bases: dict[tuple[str, str], str]) -> bool:
    """Whether the catalogue or the pack is another one by now; `bases` remembers what was asked."""
    if not row.game:
        return False
    key = (row.game, row.rules.get(row.game) or row.own_rules)
    if key not in bases:
        bases[key] = basis_of(row.game, row.own_rules, row.rules, references)
    return bases[key] != row.basis


def note_for(row: DeskRow, entry: JudgedList | None, event: str, address: str, sealing: Sealing, now: datetime) -> str:
    """The note to a player, to be sent or copied: what is wrong with the list, or that none is there yet."""
    lines = [f"Hello {row.player.name},"]
    if entry is None:
        lines.append(f"your list for {event} isn't handed in yet.")
    else:
        lines += [*entry.note.splitlines()[1:]]
    until = f" until {when(sealing.closes, sealing)}" if sealing.closes and sealing.closes > now else ""
    verb = "hand it in" if entry is None else "change it"
    lines.append(f"You can {verb} by your own link{until}: {address}")
    return "\n".join(lines)
