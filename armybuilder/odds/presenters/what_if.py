"""What may be changed of a meeting with one press, to see what it is worth."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.odds.presenters.meeting import MOST_MODELS, Meeting, Party
from tabletop.arcana.rules.formation.legality import is_wide_enough, may_form_ranks
from tabletop.arcana.rules.shooting.tohit import bands_of

WIDTHS = (5, 10)
MOST_CHOSEN = 3
MOST_ADDED = 10  # to a number that dice need
USUALLY_CHOSEN = 2


class WhatIf(Struct, frozen=True):
    """A change under its key in the address, and the meeting with it."""

    key: str
    title: str
    about: str
    meeting: Meeting


def what_ifs(meeting: Meeting) -> tuple[WhatIf, ...]:
    """Every change that this meeting offers, in the order of its chips."""
    of_kind = {"melee": _of_melee, "shoot": _of_shots, "morale": _of_morale}[meeting.kind]
    return tuple(of_kind(meeting))


def chosen_of(offered: tuple[WhatIf, ...], asked: list[str]) -> tuple[WhatIf, ...]:
    """Those that an address names, at most three; the first two where it says nothing."""
    if not asked:
        return offered[:USUALLY_CHOSEN]
    return tuple(what_if for what_if in offered if what_if.key in asked)[:MOST_CHOSEN]


def _with(meeting: Meeting, which: int, **changes: object) -> Meeting:
    """The meeting with one of its parties changed; how many touch is counted anew."""
    parties = list(meeting.parties)
    parties[which] = replace(parties[which], **{"contact": None} | changes)
    parties[1 - which] = replace(parties[1 - which], contact=None)
    return replace(meeting, parties=(parties[0], parties[1]))


def _widths(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    party = meeting.parties[which]
    for files in _legal_widths(party):
        about = f"instead of {party.stands}"
        yield WhatIf(
            f"{'ab'[which]}{files}", f"{party.unit.name} {files} wide", about, _with(meeting, which, files=files)
        )


def _legal_widths(party: Party) -> list[int]:
    if not may_form_ranks(party.unit.figures, party.count):
        return []
    return [
        files
        for files in WIDTHS
        if files != party.files and files <= party.count and is_wide_enough(files, party.count)
    ]


def _more(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    """One rank more, or five loose models, where a unit may have so many."""
    party = meeting.parties[which]
    more = party.files or (5 if party.count > 1 else 1)
    if party.count + more <= MOST_MODELS:
        about = f"{party.count + more} models instead of {party.count}"
        title = f"{party.unit.name}, {more} more"
        yield WhatIf(f"{'ab'[which]}more", title, about, _with(meeting, which, count=party.count + more))


def _loose(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    party = meeting.parties[which]
    if party.files:
        title = f"{party.unit.name} in loose order"
        yield WhatIf(f"{'ab'[which]}loose", title, f"instead of {party.stands}", _with(meeting, which, files=0))


def _easier(meeting: Meeting) -> Iterator[WhatIf]:
    first = meeting.parties[0]
    if first.to_hit < MOST_ADDED:
        title = f"{first.unit.name} at +1 to hit"
        yield WhatIf("hit", title, "as a spell may bring", _with(meeting, 0, to_hit=first.to_hit + 1))


def _places(meeting: Meeting, title: str) -> Iterator[WhatIf]:
    for place in ("flank", "rear"):
        if place != meeting.place:
            moved = _with(replace(meeting, place=place, alone=False), 0)
            yield WhatIf(place, title.format(place), f"instead of the {meeting.place}", moved)


def _of_melee(meeting: Meeting) -> Iterator[WhatIf]:
    yield from _widths(meeting, 0)
    yield from _widths(meeting, 1)
    other = "later" if meeting.turn == "first" else "first"
    title = "A later turn" if other == "later" else "The first turn"
    about = "nobody has just come" if other == "later" else "both have just met"
    yield WhatIf(other, title, about, replace(meeting, turn=other))
    yield from _places(meeting, f"At the {{}} of {meeting.parties[1].unit.name}")
    yield from _more(meeting, 0)
    yield from _more(meeting, 1)
    yield from _loose(meeting, 1)
    yield from _easier(meeting)


def _of_shots(meeting: Meeting) -> Iterator[WhatIf]:
    words = {"none": "In the open", "cover": "In cover", "full": "In full cover"}
    for cover, title in words.items():
        if cover != meeting.cover:
            about = f"instead of {words[meeting.cover].lower()}"
            yield WhatIf(cover, title, about, replace(meeting, cover=cover))
    missiles = meeting.parties[0].unit.figures.missile
    for band, end in bands_of(missiles[0]) if missiles else ():
        inches = int(end)
        if inches != meeting.range:
            about = f"{band} range, instead of {meeting.range:g}″"
            yield WhatIf(f"at{inches}", f"At {inches}″", about, replace(meeting, range=inches))
    speed = meeting.parties[0].unit.figures.movement.ground or 0
    if speed and not meeting.moved:
        moved = replace(meeting, moved=speed / 2)
        yield WhatIf("moved", f"After {speed / 2:g}″ of a move", "instead of standing", moved)
    yield from _loose(meeting, 1)
    yield from _more(meeting, 0)
    yield from _easier(meeting)


def _of_morale(meeting: Meeting) -> Iterator[WhatIf]:
    first, second = meeting.parties
    if not meeting.alone:
        yield from _places(meeting, f"{second.unit.name} at its {{}}")
        yield WhatIf("alone", "With nobody in contact", "instead of a melee", replace(meeting, alone=True))
    quarter = -(-first.count // 3)  # of those at first a quarter
    if quarter != first.fallen:
        about = f"{quarter} fell this turn"
        yield WhatIf("quarter", "After losing a quarter", about, _with(meeting, 0, fallen=quarter))
    if first.morale < MOST_ADDED:
        yield WhatIf("steady", "With +1 on morale", "as a spell may bring", _with(meeting, 0, morale=first.morale + 1))
