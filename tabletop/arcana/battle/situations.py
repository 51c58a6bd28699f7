"""What the resolvers need to know of a unit in a battle: the situations whose odds can be asked, made of the state.

What is played and what is counted beforehand is one description: a command resolves the situation that it would show
the odds of.
"""

from __future__ import annotations

from typing import Any

from tabletop.arcana.battle.state import BattleUnit, Body, State
from tabletop.arcana.odds.situations import BorneSpell, Character, Loose, Ranks, Troops, Unit

LONGEST_NAME = 40


def troops_of(body: Body) -> Troops:
    """A body's living models; by their profile, or by figures where no printed list has them."""
    stated: dict[str, Any] = {"figures": body.statistics()} if body.figures else {"profile": body.profile}
    first, *others = body.lost or (0,)
    return Troops(**stated, count=body.left, wounds_lost=first, also_lost=tuple(others))


def unit_in(state: State, ref: str) -> Unit:
    """A unit as a situation states it, with what this turn has done to it."""
    return Unit(**fields_of(state.unit(ref)))


def fields_of(unit: BattleUnit) -> dict[str, Any]:
    """The fields that all units of situations have."""
    main, turn, troops = unit.main, unit.turn, unit.troops
    leaders = [body for body in unit.characters if body.left and body.ref != main.ref]
    fallen = turn.fallen
    if main.character and troops:  # who is left of a unit that has fallen: as many as have its wounds
        fallen = -(-fallen * troops.wounds // main.wounds)
    commanders = [body for body in leaders if body.commands]
    models = main.left + fallen + turn.commanders_lost + sum(not body.rides for body in commanders)
    wounds = (main.left + fallen) * main.wounds + sum(body.wounds_left for body in commanders)
    return {
        "name": unit.name[:LONGEST_NAME],
        "models": (troops_of(main),),
        "characters": tuple(_leader(body) for body in leaders),
        "formation": Ranks(files=unit.files) if unit.files else Loose(),
        "models_at_first": max(unit.models_at_first, models) if unit.models_at_first else None,
        "wounds_at_first": max(unit.wounds_at_first, wounds) if unit.wounds_at_first else None,
        "fallen": fallen,
        "wounded": turn.wounded,
        "frightened": turn.frightened,
        "characters_lost": turn.characters_lost,
        "commanders_lost": turn.commanders_lost,
        "spells": tuple(
            BorneSpell(spell=own.spell, line=own.line, weapon=own.weapon, holds=own.holds)
            for own in unit.spells
            if not own.by_hand
        ),
    }


def _leader(body: Body) -> Character:
    known = troops_of(body)
    return Character(
        profile=known.profile,
        figures=known.figures,
        count=1,
        wounds_lost=known.wounds_lost,
        joined=not body.commands,
        rides=body.rides,
    )
