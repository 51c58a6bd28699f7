"""Blows of an overrun: how many models of each side strike, and whether the one is strong enough."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.contenders import beside_characters, check_melee, meeting
from tabletop.arcana.odds.questions import Asked, turn_of
from tabletop.arcana.odds.situations import MeleeTurn
from tabletop.arcana.odds.units import Known, fighting, known
from tabletop.arcana.rules.charge.overrun.strength import ATTACKERS, TIMES_AS_STRONG, USUAL_ATTACKERS, WEIGHTS
from tabletop.arcana.rules.melee.turns import Contenders
from tabletop.decoding import MalformedError


def overrun_of(catalogue: Catalogue, situation: MeleeTurn) -> Asked:
    """What both lose to each other's blows as the first side runs the second one over; nobody tests now."""
    return turn_of(overrunning(catalogue, situation), morale=False)


def overrunning(catalogue: Catalogue, situation: MeleeTurn) -> Contenders:
    """Both sides as they strike: who is run over by all that fight nobody else, the other by a number for each of them.

    MalformedError for one that is too weak, or for a character that is run over. Out of a fight nobody is fresh: no
    first strike of long weapons, and no rams. How many strike is settled before the first blow (reading BR67).
    """
    over, under = situation.sides
    first, second = known(catalogue, over, "sides[0]", name="a"), known(catalogue, under, "sides[1]", name="b")
    for unit in (first, second):
        check_melee(unit)
    if second.leader is not None:
        raise MalformedError(
            "sides[1].characters", "must be empty: whom of those that may strike at a character do so isn't asked"
        )
    if over.in_contact is not None:
        raise MalformedError("sides[0].in_contact", "must be absent: as many strike as those who are run over allow")
    if reason := too_weak(first, second):
        raise MalformedError("overrun", f"must be false: {reason}")
    free = second.left.models if under.in_contact is None else under.in_contact
    if free > second.left.models:
        raise MalformedError("sides[1].in_contact", f"must be at most {second.left.models}, the models that live")
    strikers = beside_characters(first, attackers(second, free), what=f"may strike at {free} who are run over")
    both = fighting(first, second), fighting(second, first)
    return meeting((over, replace(under, rams=False)), both, fresh=situation.turn == "first", contacts=(strikers, free))


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
