"""Blows without an answer: of who is flown over, and of pursuers on whom they have caught."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.questions import Asked, Receipt, losses, saved
from tabletop.arcana.odds.situations import Loose, Passing, Side
from tabletop.arcana.odds.units import check_melee, fighting, known, meeting
from tabletop.arcana.rules.melee.blows import Fighters, begin, melee_steps, needed, save
from tabletop.arcana.rules.melee.passing import CATCHING, caught_lines, caught_steps, flown_over, save_of_caught
from tabletop.arcana.rules.melee.turns import fighters_of
from tabletop.decoding import MalformedError
from tabletop.receipts import Breakdown, Line


def passing_of(catalogue: Catalogue, situation: Passing) -> Asked:
    """What a unit that flies over another, or that is caught, loses to all models of the other."""
    sides = situation.striker, situation.struck
    for field, side in zip(("striker", "struck"), sides, strict=True):
        if side.characters:
            raise MalformedError(f"{field}.characters", "must be empty: characters aren't resolved here")
    first, second = _everybody(situation.striker), _everybody(situation.struck)
    striker, struck = known(catalogue, first, "striker", name="a"), known(catalogue, second, "struck", name="b")
    check_melee(struck)
    both = fighting(striker, struck), fighting(struck, striker)
    try:
        fighters = fighters_of(meeting((first, second), both, fresh=False))
    except MalformedError as error:  # a melee's bounds name its sides
        field = error.field.replace("sides[0]", "striker").replace("sides[1]", "struck")
        raise MalformedError(field.replace("sides", "striker"), error.reason) from error
    return _over(fighters) if situation.how == "flown-over" else _caught(fighters)


def _everybody(side: Side) -> Side:
    """All of them strike, whoever touches whom, and nobody rams."""
    return replace(side, in_contact=side.models[0].count, rams=False, formation=Loose())


def _over(fighters: Fighters) -> Asked:
    own, flyer = flown_over(*fighters)
    receipts: list[Receipt] = []
    for place in own.lines:
        line = own.figures.melee[place]
        receipts.append(Receipt(f"{own.name}, {line.name or 'blows'}: to hit", needed(line, own, flyer).breakdown))
        receipts.append(saved(f"{own.name}, {line.name or 'blows'}: {flyer.name} saves", save(line, flyer)))
    return Asked(
        steps=melee_steps((own, flyer)),
        start=begin((own, flyer)),
        numbers=losses(flyer.left, flyer.figures.wounds, lambda fight: fight.second.left),
        events={"destroyed": lambda fight: not fight.second.left.models},
        receipts=tuple(receipts),
    )


def _caught(fighters: Fighters) -> Asked:
    pursuer, prey = fighters
    receipts = [
        Receipt(
            f"{pursuer.name}, {line.name or 'attacks'}: {prey.name} saves",
            Breakdown((Line("fixed armour", Fraction(save_of_caught(line, prey.figures)), CATCHING),)),
        )
        for line in caught_lines(pursuer)
    ]
    return Asked(
        steps=caught_steps(pursuer, prey),
        start=prey.left,
        numbers=losses(prey.left, prey.figures.wounds, lambda left: left),
        events={"destroyed": lambda left: not left.models},
        receipts=tuple(receipts),
    )
