"""How two units meet, in a line."""

from __future__ import annotations

from collections.abc import Callable

from armybuilder.odds.presenters.meeting import Meeting


def described(meeting: Meeting) -> str:
    """How both stand, in a line."""
    return OF_KIND[meeting.kind](meeting)


def _melee(meeting: Meeting) -> str:
    first, second = meeting.parties
    where = "" if meeting.place == "front" else f" at its {meeting.place}"
    ours, theirs = (f"{party.models}, {party.stands}," for party in (first, second))
    return f"{ours} against {theirs[:-1]}{where}, {_turn(meeting)} turn"


def _turn(meeting: Meeting) -> str:
    return "first" if meeting.turn == "first" else "a later"


def _duel(meeting: Meeting) -> str:
    return f"one against one, from {'the first' if meeting.turn == 'first' else 'a later'} turn on"


def _shots(meeting: Meeting) -> str:
    return f"at {meeting.range:g}″, the target {meeting.parties[1].stands}"


def _area(meeting: Meeting) -> str:
    area, second = meeting.area, meeting.parties[1]
    assert area
    shots = "1 shot" if area.shots == 1 else f"{area.shots} shots"
    fights = ", which fights somebody" if area.engaged else ""
    return f"{shots}, each needs {area.needed}, at {second.models} models {second.stands}{fights}"


def _morale(meeting: Meeting) -> str:
    return "nobody in contact" if meeting.alone else f"{meeting.parties[1].unit.name} at its {meeting.place}"


def _casting(meeting: Meeting) -> str:
    by = meeting.cast.counter
    return f"at {meeting.parties[1].models} models, {f'countered with {by}' if by else 'not countered'}"


def _contest(meeting: Meeting) -> str:
    cast, nobody = meeting.cast, "a bought ability" if meeting.kind == "counterspell" else "nothing"
    return f"{cast.power or 1} power, countered with {cast.counter or nobody}"


def _template(meeting: Meeting) -> str:
    cast, second = meeting.cast, meeting.parties[1]
    if cast.ahead is None:
        return f"{cast.touched} of {second.models} touched, {second.stands}"
    return f"it wanders from {cast.ahead:g}″ ahead of {second.models}, {second.stands}"


def _armies(meeting: Meeting) -> str:
    yours, theirs = (f"{toll.lost:,} of {toll.points:,}" for toll in meeting.tolls)
    return f"{yours} points lost, and {theirs}"


OF_KIND: dict[str, Callable[[Meeting], str]] = {
    "melee": _melee,
    "shoot": _shots,
    "area": _area,
    "morale": _morale,
    "rally": lambda meeting: f"the nearest enemy {meeting.nearest:g}″ away",
    "cast": _casting,
    "counterspell": _contest,
    "dispel": _contest,
    "template": _template,
    "hazard": lambda meeting: f"{meeting.parties[0].models} in it as a turn starts",
    "break-test": _armies,
    "duel": _duel,
}
