"""What others take of an event: its standings and pairings as tables, files for hubs of rankings, days for calendars.

Tables are CSV; a cell that a spreadsheet would take for a formula gets an apostrophe before it. T³'s national ranking
says what it takes (https://www.tabletoptournaments.net/pl/t3_ntr_add.php, read in November 2026): best of all the
export of GoePP, a program for organisers, whose draft the tournament manager TXM documents line by line
(https://github.com/Sharpdeveloper/TXM, `InputOutput.cs`, `GOEPPExport`); else plain text with the event's name, game
system, place and day, and for each player place, first and last name, nickname, origin and army, which is typed in by
hand. The calendar is iCalendar (RFC 5545): a whole-day entry for each day, lines folded at 75 bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from tabletop.spreadsheet import written_rows
from tabletop.tournament.event import Event, Result
from tabletop.tournament.records import points_of
from tabletop.tournament.standings import standings
from tabletop.tournament.tie_breaks import TIE_BREAKS

RANKING = ("place", "first name", "last name", "nickname", "origin", "army", "points")
GOEPP_VERSION = "v1.3.3"
FOLD = 75  # bytes of a line


def standings_table(event: Event, armies: Mapping[str, str]) -> str:
    """The standings as CSV; armies by ref, those that may be shown."""
    ties = [tie for tie in event.tie_breaks if TIE_BREAKS[tie].figure is not None]
    rows = [
        [
            standing.place,
            event.by_ref[standing.ref].name,
            event.by_ref[standing.ref].club,
            armies.get(standing.ref, ""),
            standing.points,
            *(f"{float(standing.figures[tie]):g}" for tie in ties),
        ]
        for standing in standings(event)
    ]
    return written_rows([("place", "player", "club", "army", "points", *ties), *rows])


def pairings_table(event: Event, *, with_results: bool) -> str:
    """Every pairing of every round as CSV, with results that count where they may be shown."""
    rows: list[list[object]] = []
    for number, paired in enumerate(event.rounds, start=1):
        for pairing in paired.pairings:
            names = [event.by_ref[ref].name for ref in pairing.players]
            result = pairing.result if with_results and pairing.result and pairing.result.confirmed else None
            both = (*names, "")[:2]
            rows.append([number, pairing.table or "", *both, *_result_cells(event, result)])
    return written_rows([("round", "table", "first", "second", "outcome", "destroyed", "lost", "points", "to"), *rows])


def _result_cells(event: Event, result: Result | None) -> list[object]:
    if result is None:
        return [""] * 5
    return [result.outcome.value, *result.destroyed, *points_of(event.scoring, result)]


def goepp_results(event: Event, number: int, armies: Mapping[str, str], made: date) -> bytes:
    """The final standings as GoePP exports them (`.gep`), for the event that has this number at T³.

    Lines of Latin-1 whose fields stand between double bars and end with an x: version and day, the event's number, then
    each player: number at T³ (0: not known), first and last name, nickname, army, city, team, place, points with those
    of the army, points, difference, points of the army, of painting, two of the hub's own, others.
    """
    lines = [[f"#GoePP-Exportdatei, {GOEPP_VERSION} Export vom {made:%d.%m.%Y}"], [f"#TID-{number}"]]
    for standing in standings(event):
        player = event.by_ref[standing.ref]
        first, _, last = player.name.rpartition(" ")
        apart = sum(game.destroyed - game.lost for game in standing.record.games)
        named = [first, last, "", armies.get(standing.ref, ""), "", player.club]
        figures = [standing.place, standing.points, standing.points, apart, 0, 0, 0, 0, 0]
        lines.append(["0", *map(_without_bars, named), *map(str, figures)])
    return "".join("||".join([*line, "x"]) + "\r\n" for line in lines).encode("latin-1", "replace")


def _without_bars(text: str) -> str:
    """A text as Latin-1 knows its letters, without the sign that ends fields."""
    plain = (sign if ord(sign) < 256 else unicodedata.normalize("NFKD", sign)[0] for sign in text.replace("|", "/"))
    return "".join(plain)


def ranking_table(event: Event, system: str, armies: Mapping[str, str]) -> str:
    """The final standings for hubs that type them in: the event in the first rows, then each player."""
    head = [
        ("tournament", event.name),
        ("system", system),
        ("place", event.place),
        ("date", event.days[-1] if event.days else ""),
    ]
    rows: list[list[object]] = []
    for standing in standings(event):
        player = event.by_ref[standing.ref]
        first, _, last = player.name.rpartition(" ")
        rows.append([standing.place, first, last, "", player.club, armies.get(standing.ref, ""), standing.points])
    return written_rows([*head, RANKING, *rows])


def calendar(event: Event, address: str, made: datetime) -> str:
    """The event's days as iCalendar; `address` is where it stands, `made` the moment that goes into each entry."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Muster//Events//EN", "CALSCALE:GREGORIAN"]
    entries = [(day, event.name) for day in sorted(event.days)]
    entries += [(day, f"{event.name}: round {number} is played by today") for number, day in enumerate(event.due, 1)]
    for day, summary in entries:
        begins = date.fromisoformat(day)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{sha256(f'{address} {day} {summary}'.encode()).hexdigest()[:32]}@muster",
            f"DTSTAMP:{made.astimezone(UTC):%Y%m%dT%H%M%SZ}",
            f"DTSTART;VALUE=DATE:{begins:%Y%m%d}",
            f"DTEND;VALUE=DATE:{begins + timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_escaped(summary)}",
            *([f"LOCATION:{_escaped(event.place)}"] if event.place else []),
            f"URL:{address}",
            "END:VEVENT",
        ]
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text


def _folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes, never within a letter; all but the first begin with a space."""
    part, size = "", 0
    for letter in line:
        more = len(letter.encode())
        if size + more > FOLD:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + more
    yield part
