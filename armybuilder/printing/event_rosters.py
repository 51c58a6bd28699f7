"""The rosters of an event bound together, to be signed: who plays, in the order of tables or of names.

Each is the sheet that its game prints, with its lines to sign, judged by the event's rules and points; at the head of
each page stand the table, the player and the event. Lists that were returned, or weren't read, aren't among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum

from msgspec import Struct

from armybuilder.core.games import References, game_of, roster_in
from armybuilder.printing.orders import sealed
from armybuilder.rosters.verdicts import under_rules, verdict
from armybuilder.tournaments import queries
from armybuilder.tournaments.judging import at_points
from armybuilder.tournaments.models import HandIn, Tournament
from armybuilder.tournaments.snapshots import judged_in, round_in, settings_in
from tabletop.event_papers import headed, no_rosters
from tabletop.pdf.document import Progress, Sheet
from tabletop.pdf.paper import PAPERS

AT_A_TIME = 200  # rosters in one order: two pages each as a rule
PAGES_EACH = 2
AT_ONCE = 20  # rosters that an answer is waited for


class Sorted(StrEnum):
    """In which order rosters are bound."""

    BY_TABLE = "table"
    BY_NAME = "name"


class RosterOrder(Struct, frozen=True, kw_only=True):
    """An event by its key, the order of its rosters, the paper, and which part of them, from 1."""

    event: int
    by: Sorted = Sorted.BY_TABLE
    paper: str = "a4"
    part: int = 1
    check_page: str = ""


class ToSign(Struct, frozen=True):
    """A list to be printed: its key, and what stands at its head."""

    pk: int
    head: str


def parts_of(row: Tournament) -> int:
    """In how many orders the rosters of an event are printed."""
    return max(-(-len(lists_to_sign(row, Sorted.BY_NAME)) // AT_A_TIME), 1)


def lists_to_sign(row: Tournament, by: Sorted) -> list[ToSign]:
    """The lists that count and were read, of those who are there, in their order; who has a bye comes last."""
    published = queries.published_rounds(row)
    pairings = round_in(published[-1]).pairings if published else ()
    tables = {ref: pairing.table for pairing in pairings for ref in pairing.players if pairing.table}
    found = [
        (tables.get(ref) if by is Sorted.BY_TABLE else None, name, pk) for pk, ref, name in queries.lists_to_print(row)
    ]
    found.sort(key=lambda each: (each[0] is None, each[0] or 0, each[1].casefold(), each[2]))
    return [
        ToSign(pk, " · ".join([*([f"Table {table}"] if table else []), name, row.name])) for table, name, pk in found
    ]


def title_of(order: RosterOrder) -> str:
    """What the file is called in its own words."""
    return f"Rosters to sign: {Tournament.objects.values_list('name', flat=True).get(pk=order.event)}"


def sheets_to_sign(order: RosterOrder, day: date, progress: Progress | None = None) -> list[Sheet]:
    """The part of an event's rosters, laid out; `progress` is called after each."""
    row = Tournament.objects.get(pk=order.event)
    chosen = lists_to_sign(row, order.by)[(order.part - 1) * AT_A_TIME : order.part * AT_A_TIME]
    sheets = list(_sheets(row, chosen, order, day, progress))
    return sheets or [no_rosters(title_of(order), PAPERS[order.paper])]


def _sheets(
    row: Tournament, chosen: Iterable[ToSign], order: RosterOrder, day: date, progress: Progress | None
) -> Iterator[Sheet]:
    heads, references = {each.pk: each.head for each in chosen}, References()
    limit = settings_in(row).points_limit
    kept = HandIn.objects.in_bulk(list(heads))
    for pk, head in heads.items():
        roster = roster_in(kept[pk].roster or {})
        agreed = at_points(under_rules(roster, dict(judged_in(kept[pk]).rules)), limit)
        judged = verdict(agreed, references)
        game = game_of(judged.roster.game)
        seal = sealed(roster, judged, day, order.check_page)
        sheet = game.sheet(judged, paper=PAPERS[order.paper], seal=seal)
        yield headed(sheet, head)
        if progress:
            progress(0)
