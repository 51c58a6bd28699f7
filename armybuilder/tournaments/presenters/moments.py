"""Days and times of an event in words, in its own zone, and what visitors type for one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tabletop.decoding import MalformedError
from tabletop.tournament.sealing import Sealing

YEARS = range(2000, 2201)  # any zone can tell what they are elsewhere


def when(moment: datetime, sealing: Sealing) -> str:
    """`Sunday, 29 November 2026, 20:00`, with the zone where it isn't UTC's place of the event."""
    there = moment.astimezone(ZoneInfo(sealing.zone))
    return f"{there:%A}, {there.day} {there:%B %Y, %H:%M} ({sealing.zone})"


def shortly(moment: datetime, sealing: Sealing) -> str:
    """`Tue 21:14`, with the day of the month for all but the last six days."""
    there = moment.astimezone(ZoneInfo(sealing.zone))
    is_near = abs(datetime.now(there.tzinfo) - there) < timedelta(days=6)
    return f"{there:%a %H:%M}" if is_near else f"{there.day} {there:%b, %H:%M}"


def typed(text: str, sealing_zone: str, field: str) -> datetime | None:
    """A time as a form sends it, meant in the event's zone; None for none, MalformedError for what isn't one."""
    if not text.strip():
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        zone = ZoneInfo(sealing_zone)
    except (LookupError, OSError, ValueError):
        raise MalformedError(field, "isn't a day and a time as 2026-11-29T20:00") from None
    if moment.tzinfo is not None:
        raise MalformedError(field, "is meant in the event's time zone: leave its own out")
    if moment.year not in YEARS:
        raise MalformedError(field, f"must be in the years {YEARS.start} to {YEARS.stop - 1}")
    return moment.replace(tzinfo=zone)


def for_form(moment: datetime | None, zone: str) -> str:
    """The same back into a form."""
    return "" if moment is None else moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def days_in_words(days: Sequence[str]) -> str:
    """`5 and 6 December 2026`, `28 November to 3 December 2026`; the days as the event has them, in order."""
    there = sorted(date.fromisoformat(day) for day in days)
    if not there:
        return ""
    first, last = there[0], there[-1]
    end = f"{last.day} {last:%B %Y}"
    if first == last:
        return end
    begin = f"{first.day}" if (first.month, first.year) == (last.month, last.year) else f"{first.day} {first:%B}"
    begin = begin if first.year == last.year else f"{first.day} {first:%B %Y}"
    return f"{begin} {'and' if (last - first).days == 1 else 'to'} {end}"


def left(moment: datetime, now: datetime) -> str:
    """How long it is until then: `2 days and 21 hours`, `35 minutes`."""
    minutes = max(int((moment - now).total_seconds()) // 60, 0)
    parts = ((minutes // 1440, "day"), (minutes % 1440 // 60, "hour"), (minutes % 60, "minute"))
    said = [f"{count} {word}{'s' * (count != 1)}" for count, word in parts if count]
    return " and ".join(said[:2]) or "less than a minute"
