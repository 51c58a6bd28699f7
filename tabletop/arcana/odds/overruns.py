"""Blows of an overrun: how many models of each side strike, and whether the one is strong enough."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.contenders import beside_characters, check_melee, meeting
from tabletop.arcana.odds.questions import Asked, turn_of
from tabletop.arcana.odds.situations import MeleeTurn
from tabletop.arcana.odds.units import Known, Led, fighting, known
from tabletop.arcana.rules.charge.overrun.strength import ATTACKERS, TIMES_AS_STRONG, USUAL_ATTACKERS, WEIGHTS
from tabletop.arcana.rules.melee.turns import Contenders
from tabletop.decoding import MalformedError


def overrun_of(catalogue: Catalogue, situation: MeleeTurn) -> Asked:
    """What both lose to each other's blows as the first side runs the second one over; nobody tests now."""
    return turn_of(overrunning(catalogue, situation), morale=False)


def overrunning(catalogue: Catalogue, situation: MeleeTurn) -> Contenders:
    """Both sides as they strike: who is run over by all that fight nobody else, the other by a number for each of them.

    Characters are always among those who strike; each lets as many of the other's models strike more as its base
    allows, at itself or at its troops. MalformedError for one that is too weak. Out of a fight nobody is fresh: no
    first strike of long weapons, and no rams. How many strike is settled before the first blow (reading BR67).
    """
    over, under = situation.sides
    first, second = known(catalogue, over, "sides[0]", name="a"), known(catalogue, under, "sides[1]", name="b")
    for unit in (first, second):
        check_melee(unit)
    if over.in_contact is not None:
        raise MalformedError("sides[0].in_contact", "must be absent: as many strike as those who are run over allow")
    if reason := too_weak(first, second):
        raise MalformedError("overrun", f"must be false: {reason}")
    free = second.left.models if under.in_contact is None else under.in_contact
    if free > second.left.models:
        raise MalformedError("sides[1].in_contact", f"must be at most {second.left.models}, the models that live")
    most = attackers(second, free) + sum(allowed(second, led) for led in second.characters)
    strikers = beside_characters(first, most, what=f"may strike at {free} who are run over")
    second = _struck(first, second, strikers)
    both = fighting(first, second), fighting(second, first)
    sides = over, replace(under, rams=False)
    return meeting(sides, both, fresh=situation.turn == "first", contacts=(strikers, free), overrun=True)


def allowed(unit: Known, led: Led) -> int:
    """How many troops may strike at one of its characters, by the base of what it stands on; 0 of who rides another.

    Who rides the only model, or what carries another too, is struck with that.
    """
    first_of_mount = next((own for own in unit.characters if own.rides and own.rides == led.rides), led)
    if unit.rides or led.carries or not led.left.models or first_of_mount is not led:
        return 0
    stands_on = unit.characters[led.rides - 1] if unit.carried(led) else led
    return ATTACKERS.get(stands_on.figures.base, USUAL_ATTACKERS)


def _struck(over: Known, under: Known, strikers: int) -> Known:
    """Who is run over, with how many strike at each character; alone it is struck by all whom its base allows.

    MalformedError for more, or for more than strike at all.
    """
    stated = sum(led.stated.struck_by for led in under.characters)
    for led in under.characters:
        most = allowed(under, led)
        if led.stated.struck_by > most:
            raise MalformedError(f"{led.field}.struck_by", f"must be at most {most}, as its base allows")
        if led.stated.struck_by and over.kinds.melee:
            reason = f"must be 0: which of several kinds of {over.name} strike at it isn't said"
            raise MalformedError(f"{led.field}.struck_by", reason)
    if stated > strikers:
        reason = f"must be at most {strikers} together, not {stated}: no more strike"
        raise MalformedError(f"{under.characters[0].field}.struck_by", reason)
    if under.left.models or stated or over.kinds.melee:
        return under
    characters = [replace(led, stated=replace(led.stated, struck_by=allowed(under, led))) for led in under.characters]
    return replace(under, characters=tuple(characters))


def too_weak(over: Known, under: Known) -> str:
    """Why the one can't run the other over, broken or not (line 1100); empty where it can."""
    own, enough = _weighed(over), TIMES_AS_STRONG * _weighed(under)
    if own >= enough:
        return ""
    return f"its {own} wounds by size are fewer than {enough}, {TIMES_AS_STRONG} times the other's"


def attackers(enemy: Known, models: int) -> int:
    """How many may strike at so many models that are run over, characters among them."""
    return models * ATTACKERS.get(enemy.figures.base, USUAL_ATTACKERS)


def _weighed(unit: Known) -> int:
    """Its wounds, doubled on base 4 and tripled on base 9, each model's by its own base (line 2423)."""
    weighed = unit.left.wounds(unit.figures.wounds) * WEIGHTS.get(unit.figures.base, 1)
    for own in unit.characters:
        stands_on = unit.characters[own.rides - 1] if unit.carried(own) else own
        weighed += own.wounds * WEIGHTS.get(stands_on.figures.base, 1)
    return weighed
