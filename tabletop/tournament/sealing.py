"""Who sees what of an event, and from when on; until when lists are handed in. One function answers for every page.

Lists stay sealed until the reveal, at a set time or when staff say so. What is shown of an event is told apart by kind,
names and armies and points included; each kind opens for players and for everybody at a moment of its own, and never
for everybody before it does for players. Staff see everything, and everybody what is theirs; that is asked elsewhere.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum, StrEnum
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from tabletop.decoding import MalformedError
from tabletop.tournament.event import MOST_PLAYERS
from tabletop.values import Value

Moment = Annotated[datetime, Meta(tz=True)]


class Who(StrEnum):
    """Who looks: anybody with the event's public link, its players, its staff."""

    PUBLIC = "public"
    PLAYERS = "players"
    STAFF = "staff"


class Thing(StrEnum):
    """What of an event may be hidden."""

    NAMES = "names"
    ARMIES = "armies"
    POINTS = "points"
    LISTS = "lists"
    PAIRINGS = "pairings"
    RESULTS = "results"
    STANDINGS = "standings"


class Since(StrEnum):
    """From when on something is shown; the reveal's moment has come when the event has ended, too."""

    ALWAYS = "always"
    REVEAL = "reveal"
    END = "end"
    NEVER = "never"


class Stage(Enum):
    """Where an event stands, in its order."""

    HAND_IN = "Hand-in"
    CHECK = "Check"
    REVEAL = "Reveal"
    PLAY = "Play"
    RESULT = "Result"


class Shown(Value, frozen=True, kw_only=True):
    """From when on players and everybody see a kind of things."""

    players: Since
    public: Since


SHOWN = {
    Thing.NAMES: Shown(players=Since.ALWAYS, public=Since.ALWAYS),
    Thing.ARMIES: Shown(players=Since.REVEAL, public=Since.REVEAL),
    Thing.POINTS: Shown(players=Since.REVEAL, public=Since.REVEAL),
    Thing.LISTS: Shown(players=Since.REVEAL, public=Since.REVEAL),
    Thing.PAIRINGS: Shown(players=Since.ALWAYS, public=Since.ALWAYS),
    Thing.RESULTS: Shown(players=Since.ALWAYS, public=Since.ALWAYS),
    Thing.STANDINGS: Shown(players=Since.ALWAYS, public=Since.ALWAYS),
}
TELLS: dict[Thing, tuple[Thing, ...]] = {  # whoever sees the one knows the others, so it waits for all of them
    Thing.LISTS: (Thing.NAMES, Thing.ARMIES, Thing.POINTS),
    Thing.PAIRINGS: (Thing.NAMES,),
    Thing.RESULTS: (Thing.NAMES, Thing.PAIRINGS),
    Thing.STANDINGS: (Thing.NAMES, Thing.PAIRINGS, Thing.RESULTS),
}


class Sealing(Value, frozen=True, kw_only=True):
    """When lists are handed in, revealed and over, and what is shown when; `zone` is that of the times as written."""

    zone: str = "UTC"
    places: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] | None = None
    closes: Moment | None = None
    reveals: Moment | None = None
    ended: Moment | None = None
    shown: dict[Thing, Shown] = msgspec.field(default_factory=dict)

    def check(self) -> Sealing:
        """The value itself; MalformedError for a zone that there isn't, and lists revealed before they are all in."""
        try:
            ZoneInfo(self.zone)
        except (LookupError, OSError, ValueError):
            raise MalformedError("zone", "is no time zone; Europe/London and UTC are some") from None
        if self.closes and self.reveals and self.reveals < self.closes:
            raise MalformedError("reveals", "must not be before the hand-in closes")
        return self

    def shows(self, thing: Thing) -> Shown:
        return self.shown.get(thing, SHOWN[thing])

    def is_open(self, now: datetime) -> bool:
        """Whether lists may be handed in by everybody; the closing second, and that of the reveal, is too late."""
        return self.ended is None and (self.closes is None or now < self.closes) and not self.is_revealed(now)

    def is_revealed(self, now: datetime) -> bool:
        return self.ended is not None or (self.reveals is not None and self.reveals <= now)


def sees(sealing: Sealing, who: Who, thing: Thing, now: datetime) -> bool:
    """Whether they see things of this kind at this moment that aren't their own, and all that these would tell."""
    if who is Who.STAFF:
        return True
    asked = [sealing.shows(each) for each in (thing, *TELLS.get(thing, ()))]
    since = [shown.players for shown in asked] + [shown.public for shown in asked if who is Who.PUBLIC]
    return all(_has_come(sealing, each, now) for each in since)


def _has_come(sealing: Sealing, since: Since, now: datetime) -> bool:
    return {
        Since.ALWAYS: True,
        Since.REVEAL: sealing.is_revealed(now),
        Since.END: sealing.ended is not None,
        Since.NEVER: False,
    }[since]


def stage_of(sealing: Sealing, rounds: int, now: datetime) -> Stage:
    """Where an event with so many rounds paired stands."""
    if sealing.ended is not None:
        return Stage.RESULT
    if rounds:
        return Stage.PLAY
    if sealing.is_revealed(now):
        return Stage.REVEAL
    return Stage.HAND_IN if sealing.is_open(now) else Stage.CHECK
