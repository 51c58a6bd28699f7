"""An event's file, muster-event/1: what is played, and all that its site keeps beside that.

An event that was made up by hand or by another program has players and rounds alone. One that a site hands out to its
staff is whole: what was handed in, as frozen copies with their digests, by what and how each was judged, who said what
of it and when, who judges, what is sealed until when, when rounds were published, what players have reported. Links and
addresses of people stand in no file. What of it belongs together is checked here; whether a digest is that of its
roster only a site can tell, which knows the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tabletop.decoding import MalformedError, allowing, decoded
from tabletop.tournament.event import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    Event,
    PlayerRef,
    Result,
    RoundNumber,
    check_result,
)
from tabletop.tournament.sealing import Moment, Sealing
from tabletop.values import NO_CONTROLS, ONE_LINE, Name, Value

LARGEST_EVENT = 30_000_000  # bytes: 1,000 players with two lists each, for twenty rounds
OWN_REFS = ("organiser", "everybody")  # of those who need no entry: whoever owns the event, whoever watches
MOST_STEPS = 200_000

NO_STRANGE_SIGNS = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]*$(?!\n)"
Prose = Annotated[str, Meta(max_length=4000, pattern=NO_STRANGE_SIGNS, extra=allowing("lines of ordinary letters"))]
Short = Annotated[str, Meta(max_length=20, pattern=NO_CONTROLS, extra=ONE_LINE)]
Doer = Annotated[str, Meta(max_length=140, pattern=NO_CONTROLS, extra=ONE_LINE)]
Basis = Annotated[str, Meta(max_length=200, pattern=NO_CONTROLS, extra=ONE_LINE)]
NoOrDigest = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", extra=allowing("64 hexadecimal digits, or empty"))]
Numbered = Annotated[int, Meta(ge=1, le=100_000)]


class Staff(Value, frozen=True, kw_only=True):
    """Who judges or helps."""

    ref: PlayerRef
    name: Name
    role: Literal["judge", "helper"]


class HandedIn(Value, frozen=True, kw_only=True):
    """A list as it was handed in: the frozen copy with its digest; `basis` is the catalogue and pack it was judged by.

    `judged` is the verdict of that moment with the text that it came as, in the words of the site that has judged it.
    """

    player: PlayerRef
    number: Numbered
    state: Literal["submitted", "returned", "approved", "replaced"]
    at: Moment
    by_staff: bool = False
    comment: Prose = ""
    digest: NoOrDigest = ""
    basis: Basis = ""
    roster: dict[str, Any] | None = None
    judged: dict[str, Any] = msgspec.field(default_factory=dict)


class Publication(Value, frozen=True, kw_only=True):
    """When a round was published, and its clock: when it ends, or how many seconds it stands at."""

    at: Moment
    ends: Moment | None = None
    left: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class ReportedGame(Value, frozen=True, kw_only=True):
    """What a player says of how a game of a round ended."""

    round: RoundNumber
    player: PlayerRef
    at: Moment
    result: Result


class Done(Value, frozen=True, kw_only=True):
    """One thing that was done: who, when, why, about whom, about which list or round."""

    what: Short
    at: Moment
    by: Doer
    of: PlayerRef | None = None
    number: Numbered | None = None
    why: Prose = ""


class WholeEvent(Event, frozen=True, kw_only=True, dict=True, gc=True):
    """An event with all that its site keeps of it; `rules` are those that lists are judged by."""

    rules: Annotated[str, Meta(max_length=80, pattern=NO_CONTROLS, extra=ONE_LINE)] = ""
    sealing: Sealing | None = None
    staff: Annotated[tuple[Staff, ...], Meta(max_length=MOST_PLAYERS)] = ()
    late: dict[PlayerRef, Moment] = msgspec.field(default_factory=dict)  # until when a list is taken from these alone
    lists: Annotated[tuple[HandedIn, ...], Meta(max_length=30 * MOST_PLAYERS)] = ()
    published: Annotated[tuple[Publication, ...], Meta(max_length=MOST_ROUNDS)] = ()
    reports: Annotated[tuple[ReportedGame, ...], Meta(max_length=MOST_PLAYERS * MOST_ROUNDS)] = ()
    steps: Annotated[tuple[Done, ...], Meta(max_length=MOST_STEPS)] = ()

    def check(self) -> WholeEvent:
        """The event itself; MalformedError names the field that means nothing."""
        super().check()
        if self.sealing is not None:
            try:
                self.sealing.check()
            except MalformedError as error:
                raise MalformedError(f"sealing.{error.field}", error.reason) from error
        known = {*self.by_ref, *OWN_REFS}
        for number, one in enumerate(self.staff):
            if one.ref in known:
                raise MalformedError(f"staff[{number}].ref", f"“{one.ref}” is somebody else's")
            known.add(one.ref)
        for place, ref in self._places_of_players():
            if ref not in self.by_ref:
                raise MalformedError(place, f"“{ref}” is no player of this event")
        for number, step in enumerate(self.steps):
            if step.of is not None and step.of not in known:
                raise MalformedError(f"steps[{number}].of", f"“{step.of}” is nobody of this event")
        if self.published and len(self.published) != len(self.rounds):
            raise MalformedError("published", f"has {len(self.published)} entries for {len(self.rounds)} rounds")
        self._check_lists()
        self._check_reports()
        return self

    def _places_of_players(self) -> Iterator[tuple[str, str]]:
        yield from ((f"late.{ref}", ref) for ref in self.late)
        yield from ((f"lists[{number}].player", each.player) for number, each in enumerate(self.lists))
        yield from ((f"reports[{number}].player", each.player) for number, each in enumerate(self.reports))

    def _check_lists(self) -> None:
        """A player's lists stand in their order, and only the last may count."""
        last = {each.player: number for number, each in enumerate(self.lists)}
        before: dict[str, int] = {}
        for number, each in enumerate(self.lists):
            place, earlier = f"lists[{number}]", before.get(each.player, 0)
            if each.number <= earlier:
                raise MalformedError(f"{place}.number", f"must be more than {earlier}, the one before")
            before[each.player] = each.number
            if each.state in ("submitted", "approved") and last[each.player] != number:
                raise MalformedError(f"{place}.state", "is that of a list that counts, and a later one stands here")
            if (each.roster is None) != (not each.digest):
                raise MalformedError(f"{place}.digest", "belongs to a roster: both or neither")

    def _check_reports(self) -> None:
        said: set[tuple[int, str]] = set()
        for number, each in enumerate(self.reports):
            games = self.rounds[each.round - 1].pairings if each.round <= len(self.rounds) else ()
            if not any(each.player in game.players and len(game.players) == 2 for game in games):
                raise MalformedError(f"reports[{number}].round", f"has no game of {each.player}")
            if (each.round, each.player) in said:
                raise MalformedError(f"reports[{number}].player", f"“{each.player}” stands here twice")
            said.add((each.round, each.player))
            check_result(self.scoring, each.result, f"reports[{number}].result")


def read_event(content: bytes | str) -> WholeEvent:
    """An event from its file, muster-event/1; MalformedError names the field that is wrong."""
    return decoded(content, WholeEvent, most=LARGEST_EVENT, what="event").check()


def write_event(event: Event) -> bytes:
    """The event's file: the same bytes for the same event, with a newline at the end."""
    return msgspec.json.format(msgspec.json.encode(event), indent=2) + b"\n"
