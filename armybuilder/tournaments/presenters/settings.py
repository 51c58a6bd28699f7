"""What is agreed about an event as a form: what stands in it, what was typed, and what to think about before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from armybuilder.core.games import GAMES
from armybuilder.tournaments.presenters.moments import for_form, typed
from tabletop.decoding import MalformedError, converted
from tabletop.tournament.event import Event, FirstRound, Method, Player, Scoring, TieBreak
from tabletop.tournament.sealing import SHOWN, Sealing, Since, Thing
from tabletop.tournament.tie_breaks import TIE_BREAKS
from tabletop.tournament.words import warnings

METHODS = (
    (Method.SWISS, "Swiss: who has as many points meets"),
    (Method.ROUND_ROBIN, "Round robin: everybody meets everybody"),
    (Method.ELIMINATION, "Knock-out"),
    (Method.LADDER, "Ladder: neighbours meet, whoever beats a higher one takes that place"),
)
FIRST_ROUNDS = (
    (FirstRound.RANDOM, "By lot"),
    (FirstRound.SEEDED, "By ranking: each half against the other"),
    (FirstRound.CHALLENGES, "As challenged, the rest by lot"),
)
SINCE = (
    (Since.ALWAYS, "at once"),
    (Since.REVEAL, "from the reveal"),
    (Since.END, "after the event"),
    (Since.NEVER, "never"),
)
THINGS = {
    Thing.NAMES: "Names",
    Thing.ARMIES: "Armies",
    Thing.POINTS: "Points of lists",
    Thing.LISTS: "Lists",
    Thing.PAIRINGS: "Pairings",
    Thing.RESULTS: "Results",
    Thing.STANDINGS: "Standings",
}
WHOM = ("players", "public")
TIE_BREAKS_ASKED = 5
LONGEST_LINE = 200
NUMBERS = ("points_limit", "planned_rounds", "minutes", "tables", "clubs_apart")
POINTS = ("win", "draw", "loss", "bye", "bye_destroyed")
PAIR = re.compile(r"(?P<name>[^:\s][^:]*):\s*(?P<first>-?[0-9]{1,6})\s*(?:(?:to|/|–|-)\s*(?P<second>-?[0-9]{1,6}))?\s*")
ZONES = ("UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "America/New_York", "America/Los_Angeles")
BEGINNING: dict[str, str] = {
    "planned_rounds": "5",
    "points_limit": "2000",
    "minutes": "150",
    "zone": "Europe/London",
    "clubs_apart": "1",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "bye": "3",
    "bye_destroyed": "0",
    "tie_break_1": TieBreak.OPPONENTS_POINTS,
    "tie_break_2": TieBreak.DIFFERENCE,
    "tie_break_3": TieBreak.HEAD_TO_HEAD,
    "method": Method.SWISS,
    "first_round": FirstRound.RANDOM,
    "game": next(iter(GAMES)),
    **{f"{thing}_{whom}": getattr(shown, whom) for thing, shown in SHOWN.items() for whom in WHOM},
}


def in_form(event: Event, sealing: Sealing, rules: str, *, with_mails: bool = False) -> dict[str, str]:
    """What stands in the form of an event."""
    scoring = event.scoring
    return {
        "name": event.name,
        "game": event.game or "",
        "days": ", ".join(event.days),
        "due": ", ".join(event.due),
        "place": event.place,
        "rules": rules,
        "mails": "on" if with_mails else "",
        **{name: _written(getattr(event, name)) for name in NUMBERS},
        **{name: _written(getattr(scoring, name)) for name in POINTS},
        "method": event.method,
        "first_round": event.first_round,
        "levels": "\n".join(f"{level.name}: {level.win} to {level.loss}" for level in scoring.levels),
        "bands": "\n".join(f"{band.at_least}: {band.bonus}" for band in scoring.bands),
        "measure": scoring.measure,
        "point_types": "\n".join(f"{kind.name}: {kind.least} to {kind.most}" for kind in scoring.point_types),
        **{f"tie_break_{number}": tie_break for number, tie_break in enumerate(event.tie_breaks, 1)},
        "zone": sealing.zone,
        "places": _written(sealing.places),
        "closes": for_form(sealing.closes, sealing.zone),
        "reveals": for_form(sealing.reveals, sealing.zone),
        **{f"{thing}_{whom}": getattr(sealing.shows(thing), whom) for thing in Thing for whom in WHOM},
    }


def from_form(post: Mapping[str, str], before: Event | None = None) -> tuple[Event, Sealing]:
    """What a form states, beside what an event has already; MalformedError names the field."""
    numbers = {name: _number(post, name) for name in NUMBERS}
    stated: dict[str, Any] = {
        "format": "muster-event/1",
        "name": _text(post, "name"),
        "game": _text(post, "game") or None,
        "days": _days(post, "days"),
        "due": _days(post, "due"),
        "place": _text(post, "place"),
        "method": post.get("method", Method.SWISS),
        "first_round": post.get("first_round", FirstRound.RANDOM),
        "scoring": _scoring(post),
        "tie_breaks": _tie_breaks(post),
        **{name: number for name, number in numbers.items() if number is not None},
    }
    event = converted(stated, Event).check()
    if before is not None:
        event = replace(event, challenges=before.challenges)
    if event.game is not None and event.game not in GAMES:
        raise MalformedError("game", "is none that there is")
    return event, _sealing(post)


def things(form: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What may be hidden, each with the fields of players and of everybody and what is chosen in them."""
    return [
        (words, [(f"{thing}_{whom}", form.get(f"{thing}_{whom}", "")) for whom in WHOM])
        for thing, words in THINGS.items()
    ]


def tie_breaks(form: Mapping[str, str]) -> list[tuple[str, str]]:
    """The fields of the tie-breaks in their order, with what is chosen."""
    names = (f"tie_break_{number}" for number in range(1, TIE_BREAKS_ASKED + 1))
    return [(name, form.get(name, "")) for name in names]


def tie_break_names() -> list[tuple[str, str]]:
    return [(tie_break, rule.name) for tie_break, rule in TIE_BREAKS.items()]


def what_to_think_about(event: Event, sealing: Sealing) -> list[str]:
    """Warnings of the plan: for as many players as have come, or as there are places if these are more."""
    come = len(event.players)
    expected = [Player(ref=f"place-{number}", name="?") for number in range(come + 1, (sealing.places or 0) + 1)]
    said = warnings(replace(event, players=(*event.players, *expected)))
    if sealing.places is not None and come > sealing.places:
        said.append(f"{come} players have come, and there are {sealing.places} places.")
    if sealing.closes is not None and sealing.reveals is None:
        said.append("No time is set for the reveal: lists stay sealed until you press “Reveal now”.")
    return said


def _sealing(post: Mapping[str, str]) -> Sealing:
    zone = _text(post, "zone") or "UTC"
    Sealing(zone=zone).check()
    shown = {
        thing: {whom: post.get(f"{thing}_{whom}", getattr(SHOWN[thing], whom)) for whom in WHOM} for thing in Thing
    }
    times = {name: typed(post.get(name, ""), zone, name) for name in ("closes", "reveals")}
    stated = {"zone": zone, "places": _number(post, "places"), "shown": shown}
    return replace(converted(stated, Sealing), **times).check()


def _scoring(post: Mapping[str, str]) -> dict[str, Any]:
    numbers = {name: _number(post, name) for name in POINTS}
    levels, types = _pairs(post, "levels"), _pairs(post, "point_types")
    default = Scoring()
    return {
        **{name: getattr(default, name) if number is None else number for name, number in numbers.items()},
        "measure": post.get("measure", default.measure),
        "levels": [{"slug": _slug(name), "name": name, "win": win, "loss": loss or 0} for name, win, loss in levels],
        "bands": [{"at_least": _whole(name, "bands"), "bonus": bonus} for name, bonus, _ in _pairs(post, "bands")],
        "point_types": [
            {
                "slug": _slug(name),
                "name": name,
                "least": least if most is not None else 0,
                "most": least if most is None else most,
            }
            for name, least, most in types
        ],
    }


def _tie_breaks(post: Mapping[str, str]) -> list[str]:
    return [chosen for _, chosen in tie_breaks(post) if chosen]


def _pairs(post: Mapping[str, str], field: str) -> Iterable[tuple[str, int, int | None]]:
    """Each line of a field as a name and one number or two: `Total: 5`, `Painting: 0 to 10`."""
    for line in filter(str.strip, post.get(field, "").splitlines()):
        found = PAIR.fullmatch(line.strip()) if len(line) <= LONGEST_LINE else None
        if found is None:
            raise MalformedError(field, f"has a line that isn't a name and a number: “{line.strip()[:60]}”")
        second = found["second"]
        yield found["name"].strip(), int(found["first"]), None if second is None else int(second)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60].strip("-") or "other"


def _whole(text: str, field: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,7}", text):
        raise MalformedError(field, f"has “{text[:30]}”, which is no whole number")
    return int(text)


def _days(post: Mapping[str, str], name: str) -> list[str]:
    return sorted(filter(None, re.split(r"[\s,;]+", _text(post, name))))


def _number(post: Mapping[str, str], name: str) -> int | None:
    text = _text(post, name).replace(",", "")
    return _whole(text, name) if text else None


def _text(post: Mapping[str, str], name: str) -> str:
    return post.get(name, "").strip()


def _written(number: int | None) -> str:
    return "" if number is None else str(number)
