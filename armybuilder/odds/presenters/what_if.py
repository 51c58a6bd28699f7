"""What may be changed of a meeting with one press, to see what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.odds.presenters.grounds import grounds
from armybuilder.odds.presenters.meeting import MOST_MODELS, MOST_SHOTS, Meeting, Party
from armybuilder.odds.presenters.spells import bearable
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.rules.formation.legality import is_wide_enough, may_form_ranks
from tabletop.arcana.rules.shooting.tohit import bands_of

WIDTHS = (5, 10)
MOST_CHOSEN = 3
MOST_ADDED = 10  # to a number that dice need
USUALLY_CHOSEN = 2
TENTH = 10  # parts of an army's points
NEAR, USUALLY_FAR = 6, 12  # inches to an enemy, up to the first of which nobody rallies


class WhatIf(Struct, frozen=True):
    """A change under its key in the address, and the meeting with it."""

    key: str
    title: str
    about: str
    meeting: Meeting


def what_ifs(meeting: Meeting) -> tuple[WhatIf, ...]:
    """Every change that this meeting offers, in the order of its chips."""
    return tuple(OF_KIND[meeting.kind](meeting))


def spells_if(meeting: Meeting, catalogue: Catalogue) -> tuple[tuple[str, tuple[WhatIf, ...]], ...]:
    """Every spell that would change the blows or shots, on the one unit and on the other."""
    if meeting.kind not in ("melee", "shoot", "duel"):
        return ()
    units = [party.unit for party in meeting.parties]
    return tuple(
        (f"On {own.name}", tuple(_under(meeting, which, spell) for spell in spells))
        for which, (own, foe) in enumerate(zip(units, units[::-1], strict=True))
        if (spells := bearable(catalogue, own.figures, foe.figures, shot_at=meeting.kind == "shoot" and which == 1))
    )


def _under(meeting: Meeting, which: int, spell: Spell) -> WhatIf:
    unit = meeting.parties[which].unit
    title = f"{unit.name} under {spell.name}"
    return WhatIf(
        f"{'ab'[which]}.{spell.slug}",
        title,
        f"{spell.name}, level {spell.level}",
        _with(meeting, which, spells=(spell.slug,)),
    )


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
    if not may_form_ranks(party.unit.figures, party.models):
        return []
    return [
        files
        for files in WIDTHS
        if files != party.files and files <= party.models and is_wide_enough(files, party.models)
    ]


def _more(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    """One rank more, or five loose models, where a unit may have so many."""
    party = meeting.parties[which]
    more = party.files or (5 if party.models > 1 else 1)
    if party.count + more <= MOST_MODELS:
        about = f"{party.models + more} models instead of {party.models}"
        title = f"{party.unit.name}, {more} more"
        yield WhatIf(f"{'ab'[which]}more", title, about, _with(meeting, which, count=party.count + more))


def _loose(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    party = meeting.parties[which]
    if party.files:
        title = f"{party.unit.name} in loose order"
        yield WhatIf(f"{'ab'[which]}loose", title, f"instead of {party.stands}", _with(meeting, which, files=0))


def _led(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    """Without one of those who lead the unit, or with the first that may."""
    party = meeting.parties[which]
    unit, key = party.unit, f"{'ab'[which]}led"
    for place, leader in enumerate(party.leaders):
        if not leader.stated.rides:
            others = party.leaders[:place] + party.leaders[place + 1 :]
            title, about = f"{unit.name} without {leader.name}", "the others as they are"
            yield WhatIf(f"{key}{place or ''}", title, about, _with(meeting, which, leaders=others))
    if not party.leaders and unit.offered:
        leader = unit.offered[0]
        title, about = f"{unit.name} with {leader.name}", "a character of its army list"
        yield WhatIf(key, title, about, _with(meeting, which, leaders=(leader,)))


def _ramming(meeting: Meeting, which: int) -> Iterator[WhatIf]:
    party = meeting.parties[which]
    if party.unit.figures.ramming and not party.rams and meeting.turn == "first":
        title = f"{party.unit.name} {'ram' if party.unit.is_many else 'rams'}"
        yield WhatIf(f"{'ab'[which]}ram", title, "as it comes in", _with(meeting, which, rams=True))


def _of_castings(meeting: Meeting) -> Iterator[WhatIf]:
    cast = meeting.cast
    power = cast.power or (cast.spell.level if cast.spell and meeting.kind == "cast" else 1)
    counter = cast.counter + 1
    bought = meeting.kind == "counterspell"  # what counters it where no power does
    nobody = "instead of a bought ability" if bought else "somebody tries to counter it"
    about = nobody if counter == 1 else f"instead of {cast.counter}"
    countered = replace(meeting, cast=replace(cast, counter=counter))
    yield WhatIf("counter", f"Countered with {counter}", about, countered)
    if cast.counter or meeting.kind != "cast" or (cast.spell and cast.spell.extra_power):
        about = f"{power + 1} power instead of {power}"
        yield WhatIf("power", "With 1 more power", about, replace(meeting, cast=replace(cast, power=power + 1)))
    if meeting.kind == "cast":
        yield from _loose(meeting, 1)
        yield from _more(meeting, 1)


def _of_rallying(meeting: Meeting) -> Iterator[WhatIf]:
    far = NEAR if meeting.nearest > NEAR else USUALLY_FAR
    yield WhatIf(
        "near", f"With an enemy {far}″ away", f"instead of {meeting.nearest:g}″", replace(meeting, nearest=far)
    )
    yield from _led(meeting, 0)


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


def _turn(meeting: Meeting) -> Iterator[WhatIf]:
    other = "later" if meeting.turn == "first" else "first"
    title = "A later turn" if other == "later" else "The first turn"
    about = "nobody has just come" if other == "later" else "both have just met"
    yield WhatIf(other, title, about, replace(meeting, turn=other))


def _of_melee(meeting: Meeting) -> Iterator[WhatIf]:
    yield from _widths(meeting, 0)
    yield from _widths(meeting, 1)
    yield from _turn(meeting)
    yield from _places(meeting, f"At the {{}} of {meeting.parties[1].unit.name}")
    yield from _more(meeting, 0)
    yield from _more(meeting, 1)
    yield from _loose(meeting, 1)
    for which in (0, 1):
        yield from _led(meeting, which)
        yield from _ramming(meeting, which)
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


def _of_areas(meeting: Meeting) -> Iterator[WhatIf]:
    area = meeting.area
    assert area
    engaged = replace(area, engaged=not area.engaged)
    title = "At one who fights nobody" if area.engaged else "At one who fights somebody"
    about = "half of the hits of a shot that misses by one" if area.engaged else "who misses by one brings nothing"
    yield WhatIf("engaged", title, about, replace(meeting, area=engaged))
    yield WhatIf(
        "hit", "At +1 to hit", "as at short range", replace(meeting, area=replace(area, needed=area.needed + 1))
    )
    if area.shots < MOST_SHOTS:
        more = replace(meeting, area=replace(area, shots=area.shots + 1))
        yield WhatIf("shot", "With 1 more shot", f"{area.shots + 1} instead of {area.shots}", more)
    yield from _loose(meeting, 1)
    yield from _more(meeting, 1)


def _of_templates(meeting: Meeting) -> Iterator[WhatIf]:
    cast, count = meeting.cast, meeting.parties[1].models
    if cast.ahead is not None:
        for inches in (NEAR, USUALLY_FAR, 0):
            if inches != cast.ahead:
                about = f"instead of {cast.ahead:g}″"
                moved = replace(meeting, cast=replace(cast, ahead=inches))
                yield WhatIf(f"ahead{inches}", f"From {inches}″ ahead", about, moved)
    else:
        for touched in (2 * cast.touched, cast.touched // 2):
            if 0 < touched <= count:
                key = "more" if touched > cast.touched else "fewer"
                about = f"instead of {cast.touched}"
                changed = replace(meeting, cast=replace(cast, touched=touched))
                yield WhatIf(key, f"{touched} models touched", about, changed)
        yield from _loose(meeting, 1)
    yield from _more(meeting, 1)
    yield from _led(meeting, 1)


def _of_hazards(meeting: Meeting) -> Iterator[WhatIf]:
    for slug, ground in grounds().items():
        if ground != meeting.ground:
            about = f"instead of {meeting.ground_named}"
            yield WhatIf(slug, f"In {ground.name}", about, replace(meeting, ground=ground))
    yield from _more(meeting, 0)


def _of_armies(meeting: Meeting) -> Iterator[WhatIf]:
    for which, whose in enumerate(("You lose", "They lose")):
        toll = meeting.tolls[which]
        more = -(-toll.points // TENTH)
        if toll.lost + more <= toll.points:
            tolls = list(meeting.tolls)
            tolls[which] = replace(toll, lost=toll.lost + more)
            about = f"{toll.lost + more:,} instead of {toll.lost:,}"
            changed = replace(meeting, tolls=tuple(tolls))
            yield WhatIf(f"{'ab'[which]}tenth", f"{whose} {more:,} points more", about, changed)


def _of_duels(meeting: Meeting) -> Iterator[WhatIf]:
    yield from _turn(meeting)
    for which in (0, 1):
        yield from _ramming(meeting, which)
    yield from _easier(meeting)


def _of_morale(meeting: Meeting) -> Iterator[WhatIf]:
    first, second = meeting.parties
    if not meeting.alone:
        yield from _places(meeting, f"{second.unit.name} at its {{}}")
        yield WhatIf("alone", "With nobody in contact", "instead of a melee", replace(meeting, alone=True))
    quarter = -(-first.models // 3)  # of those at first a quarter
    if quarter != first.fallen:
        about = f"{quarter} fell this turn"
        yield WhatIf("quarter", "After losing a quarter", about, _with(meeting, 0, fallen=quarter))
    if first.morale < MOST_ADDED:
        yield WhatIf("steady", "With +1 on morale", "as a spell may bring", _with(meeting, 0, morale=first.morale + 1))


OF_KIND: dict[str, Callable[[Meeting], Iterator[WhatIf]]] = {
    "melee": _of_melee,
    "shoot": _of_shots,
    "area": _of_areas,
    "morale": _of_morale,
    "rally": _of_rallying,
    "cast": _of_castings,
    "counterspell": _of_castings,
    "dispel": _of_castings,
    "template": _of_templates,
    "hazard": _of_hazards,
    "break-test": _of_armies,
    "duel": _of_duels,
}
