"""An event to take along: its file with everybody who plays, and the table of lists."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from armybuilder.core.http import file_answer, unlisted
from armybuilder.tournaments import queries
from armybuilder.tournaments.snapshots import event_file, judged_in
from armybuilder.tournaments.views.places import staff_place
from tabletop.rosters.event_table import EventRow, RowOrder, sorted_rows, write_event_table
from tabletop.rosters.files import file_name


@unlisted
@require_safe
def event(request: HttpRequest, token: str) -> HttpResponse:
    """The event as `muster-event/1`, with its players; what they handed in isn't in it."""
    place = staff_place(request, token)
    name = f"{file_name(place.event.name, 'event')}.json"
    return file_answer(event_file(place.row), "application/json", name, inline=False)


@unlisted
@require_safe
def table(request: HttpRequest, token: str) -> HttpResponse:
    """What was handed in, as the table of a batch, by player: CSV for spreadsheets, the worst first."""
    place = staff_place(request, token)
    lists = queries.current_lists(place.row)
    rows: list[EventRow] = []
    for player in queries.players_of(place.row).filter(dropped_after=None):
        kept = lists.get(player.pk)
        rows.append(
            replace(judged_in(kept).row, file=player.name)
            if kept
            else EventRow(file=player.name, legal=None, questions=("not handed in",))
        )
    content = write_event_table(sorted_rows(rows, RowOrder.VERDICT)).encode("utf-8-sig")
    name = f"{file_name(place.event.name, 'event')}-lists.csv"
    return file_answer(content, "text/csv; charset=utf-8", name, inline=False)
