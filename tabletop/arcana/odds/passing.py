"""Blows without an answer: of who is flown over, of pursuers and overruns on the broken, of rams that go astray."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb

from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.contenders import beside_characters, check_melee, meeting
from tabletop.arcana.odds.overruns import allowed, attackers, too_weak
from tabletop.arcana.odds.questions import Asked, Receipt, blow_receipts, characters_called, losses, saved
from tabletop.arcana.odds.situations import Loose, Passing, PassingBlows, Side
from tabletop.arcana.odds.targets import company_of, losses_of_company
from tabletop.arcana.odds.units import Known, fighting, known
from tabletop.arcana.odds.work import MOST_RESULTS
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.astray import Astray, astray_start, astray_steps
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.counting import needed, save
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, begin
from tabletop.arcana.rules.melee.passing import CATCHING, caught_lines, caught_steps, flown_over, save_of_caught
from tabletop.arcana.rules.melee.turns import fighters_of
from tabletop.decoding import MalformedError
from tabletop.receipts import Breakdown, Line


def passing_of(catalogue: Catalogue, situation: Passing) -> Asked:
    """What a unit that flies over another, that is caught or rammed, loses to the other."""
    how, sides = situation.how, (situation.striker, situation.struck)
    _check_characters(situation)
    if situation.friends and how is not PassingBlows.RAMMING:
        raise MalformedError("friends", "must be empty: only rams go astray")
    if how is not PassingBlows.RAMMING:  # all of them strike, in whatever ranks
        sides = replace(sides[0], formation=Loose()), replace(sides[1], formation=Loose())
    striker, struck = known(catalogue, sides[0], "striker", name="a"), known(catalogue, sides[1], "struck", name="b")
    check_melee(struck)
    if how is PassingBlows.OVERRUN and (reason := too_weak(striker, struck)):
        raise MalformedError("how", f"must not be “{how}”: {reason}")
    both = fighting(striker, struck), fighting(struck, striker)
    if how is PassingBlows.RAMMING:
        return _ramming(catalogue, situation, both)
    pair = _meeting((_everybody(sides[0], striker), _everybody(sides[1], struck)), both, contacts=None)
    match how:
        case PassingBlows.FLOWN_OVER:
            return _over(pair)
        case PassingBlows.OVERRUN:
            most = attackers(struck, struck.left.models) + sum(allowed(struck, led) for led in struck.characters)
            models = beside_characters(striker, most, what=f"may strike at {struck.left.models} who are run over")
            left = replace(pair[0].left, models=models, lost=pair[0].left.lost[:models], parts=())
            return _caught(replace(pair[0], left=left), struck)
    return _caught(pair[0], struck)


def _check_characters(situation: Passing) -> None:
    """MalformedError where no rule says whom of a unit and its characters the blows find."""
    if situation.how is not PassingBlows.RAMMING:
        return
    named = [("striker", situation.striker), ("struck", situation.struck), *_named_friends(situation)]
    for field, side in named:
        if side.characters:
            reason = "must be empty: where rams miss nothing says whom of a unit they go on to, nor that characters' do"
            raise MalformedError(f"{field}.characters", reason)


def _named_friends(situation: Passing) -> list[tuple[str, Side]]:
    return [(f"friends[{place}]", friend) for place, friend in enumerate(situation.friends)]


def _meeting(
    sides: tuple[Side, Side], units: tuple[Known, Known], *, contacts: tuple[int, int] | None, fresh: bool = False
) -> Fighters:
    """As they would fight each other; a melee's bounds name its sides."""
    try:
        return fighters_of(meeting(sides, units, fresh=fresh, contacts=contacts))
    except MalformedError as error:
        field = error.field.replace("sides[0]", "striker").replace("sides[1]", "struck")
        raise MalformedError(field.replace("sides", "striker"), error.reason) from error


def _ramming(catalogue: Catalogue, situation: Passing, units: tuple[Known, Known]) -> Asked:
    """Rams at the enemy, and those that miss at friends who fight it."""
    striker, _ = units
    if situation.striker.in_contact is None and striker.left.models > 1:
        raise MalformedError("striker.in_contact", "is missing: how many models ram?")
    contact = situation.striker.in_contact or 1
    if contact > striker.left.models:
        raise MalformedError("striker.in_contact", f"must be at most {striker.left.models}, the models that live")
    sides = replace(situation.striker, rams=True, lines=()), replace(situation.struck, lines=(), rams=False)
    rammer, enemy = _meeting(sides, units, contacts=(contact, 0), fresh=True)
    bodies = [enemy]
    for field, stated in _named_friends(situation):
        friend = known(catalogue, stated, field, name="cdef"[len(bodies) - 1])
        check_melee(friend)
        if friend.name in (rammer.name, *(body.name for body in bodies)):
            raise MalformedError(f"{field}.name", f"is that of another unit, “{friend.name}”")
        bodies.append(_body(friend, striker))
    if any(body.by_figure for body in bodies):
        reason = "must not be at several models of five wounds and more: at which of them is settled before the dice"
        raise MalformedError("how", reason)
    start = astray_start(rammer, bodies)
    if comb(start.rolling + len(bodies), len(bodies)) > MOST_RESULTS:
        raise MalformedError("striker.in_contact", f"brings {start.rolling} rams, too many among {len(bodies)} units")
    numbers: dict[str, Callable[[Astray], int]] = {}
    events: dict[str, Callable[[Astray], bool]] = {}
    line, receipts = rammer.figures.ramming, []
    assert line is not None
    for place, body in enumerate(bodies):
        before = f"{body.name}." if place else ""
        receipts.append(Receipt(f"{rammer.name}, rams: to hit {body.name}", needed(line, rammer, body).breakdown))
        receipts.append(saved(f"{body.name} saves", save(line, body)))
        numbers[f"{before}hits"] = partial(_hits, place)
        own = losses(body.left, body.figures.wounds, partial(_left, place))
        numbers |= {f"{before}{what}": read for what, read in own.items()}
        events[f"{before}destroyed"] = partial(_is_destroyed, place)
    return Asked(astray_steps(rammer, bodies), start, numbers, events, tuple(receipts))


def _body(friend: Known, rammer: Known) -> Fighter:
    return Fighter(
        name=friend.name,
        figures=fighting(friend, rammer).figures,
        left=friend.left,
        contact=0,
        loose=not friend.ranks,
        carries=friend.is_war_machine,
        lines=(),
    )


def _hits(place: int, astray: Astray) -> int:
    return astray.struck[place]


def _left(place: int, astray: Astray) -> Left:
    return astray.left[place]


def _is_destroyed(place: int, astray: Astray) -> bool:
    return not astray.left[place].models


def _everybody(side: Side, unit: Known) -> Side:
    """All of them strike, whoever touches whom, and nobody rams."""
    return replace(side, in_contact=unit.left.models or None, rams=False)


def _over(fighters: Fighters) -> Asked:
    own, flyer = flown_over(*fighters)
    receipts = blow_receipts((own, flyer), 0)
    numbers = losses(flyer.left, flyer.figures.wounds, lambda fight: fight.second.left)
    events: dict[str, Callable[[Fight], bool]] = {"destroyed": lambda fight: not fight.second.left.models}
    for at, (called, led) in enumerate(zip(characters_called(flyer.rides_of), flyer.characters, strict=True)):
        lost = losses(led.left, led.figures.wounds, partial(_of_character, at))
        numbers[f"{called}.wounds"] = lost["wounds"]
        events[f"{called}.falls"] = partial(_has_fallen, at)
    return Asked(melee_steps((own, flyer)), begin((own, flyer)), numbers, events, tuple(receipts))


def _of_character(place: int, fight: Fight) -> Left:
    return fight.second.characters[place]


def _has_fallen(place: int, fight: Fight) -> bool:
    return not _of_character(place, fight).models


def _caught(pursuer: Fighter, caught: Known) -> Asked:
    prey = company_of(caught)
    receipts = [
        Receipt(
            f"{body.name}, {line.name or 'attacks'}: {caught.name} saves",
            Breakdown((Line("fixed armour", Fraction(save_of_caught(line, prey.figures)), CATCHING),)),
        )
        for body, line in caught_lines(pursuer)
    ]
    numbers, events = losses_of_company(prey, lambda left: left)
    return Asked(
        steps=caught_steps(pursuer, prey), start=prey, numbers=numbers, events=events, receipts=tuple(receipts)
    )
