"""Exact odds of a situation, as values and for JSON, and the same situation played once.

Both take the same steps. A melee to the end is computed in fractions where it has few states, else in floats, which are
good to 1e-11 (`tabletop/arcana/rules/melee/swift_endings.py`); `exact` is null then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.armies import break_test_of, initiative_of
from tabletop.arcana.odds.contenders import NOBODY, contenders
from tabletop.arcana.odds.escapes import asked_in_doubt, holding
from tabletop.arcana.odds.hazards import hazard_of
from tabletop.arcana.odds.magic import cast_of, countering_of, dispel_of
from tabletop.arcana.odds.morale import rally_of, test_of
from tabletop.arcana.odds.overruns import overrun_of
from tabletop.arcana.odds.passing import passing_of
from tabletop.arcana.odds.questions import Asked, Receipt, hit_of, turn_of
from tabletop.arcana.odds.shooting import area_of, one_after_the_other, shots_of, strikes_of
from tabletop.arcana.odds.situations import (
    AnySituation,
    AreaAttack,
    BreakTest,
    Counterspell,
    Dispel,
    Duel,
    FightOn,
    InHazard,
    Initiative,
    MeleeTurn,
    MoraleTest,
    Passing,
    Rally,
    Shooting,
    Situation,
    SpellCast,
    Strikes,
    TemplateTouch,
    ToHit,
)
from tabletop.arcana.odds.templates import template_of
from tabletop.arcana.odds.units import enchantments
from tabletop.arcana.odds.work import check_to_the_end
from tabletop.arcana.rules.melee.endings import exactly
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    following,
    is_over,
    one_turn,
    standings,
    start_of,
    turn_steps,
    winner,
)
from tabletop.arcana.rules.shooting.into_melees import Melee
from tabletop.arcana.rules.shooting.salvoes import SalvoState
from tabletop.decoding import MalformedError
from tabletop.dice import Distribution, play, spread
from tabletop.dice.plain import plain_chance, plain_mean, plain_numbers, plain_throw
from tabletop.dice.sources import Rolled
from tabletop.receipts import plain_lines

Plain = dict[str, Any]

FEW_STATES = 64  # wounds of both sides multiplied: up to here a melee to the end is computed in fractions
FEW_THAT_HEAL = 16  # the same where wounds come back: states that lead to one another make numbers long


class Odds(Struct, frozen=True, kw_only=True):
    """Every result by its name, and the numbers that dice need, with their sources.

    Floats stand where a fight to the end was computed in them; a mean is None of what may never come. `changes` is what
    spells change without dice, None of situations without spells.
    """

    numbers: Mapping[str, Distribution[int]]
    chances: Mapping[str, Fraction | float]
    means: Mapping[str, Fraction | float | None]
    receipts: tuple[Receipt, ...]
    changes: tuple[Plain, ...] | None


def counted(catalogue: Catalogue, situation: AnySituation) -> Odds:
    """The odds of a situation, exactly; MalformedError where it can't be."""
    if isinstance(situation, FightOn | Duel):
        return _counted_to_the_end(catalogue, situation)
    asked = asked_in_doubt(catalogue, situation, asked_of)
    ends = spread(asked.steps, asked.start)
    chances = {name: ends.chance_that(holds) for name, holds in asked.events.items()}
    return Odds(
        numbers={name: ends.map(read) for name, read in asked.numbers.items()},
        chances=chances,
        means=_attempts(chances["rallies"]) if isinstance(situation, Rally) else {},
        receipts=asked.receipts,
        changes=_changes(catalogue, situation, asked),
    )


def counted_together(catalogue: Catalogue, volleys: Sequence[Shooting]) -> Odds | None:
    """What volleys of a unit at one target, from several ranges, cost it; None where a die has to settle a spell first.

    Of hits nothing is said: each volley has its own.
    """
    every = [asked_in_doubt(catalogue, volley, asked_of) for volley in volleys]
    if not all(isinstance(asked.start, SalvoState | Melee) for asked in every):
        return None
    asked = one_after_the_other(every)
    ends = spread(asked.steps, asked.start)
    return Odds(
        numbers={name: ends.map(read) for name, read in asked.numbers.items()},
        chances={name: ends.chance_that(holds) for name, holds in asked.events.items()},
        means={},
        receipts=asked.receipts,
        changes=None,
    )


def _attempts(rallies: Fraction) -> dict[str, Fraction | None]:
    """How many it takes on average, turn after turn; None where it may not try now."""
    return {"attempts": 1 / rallies if rallies else None}


def odds(catalogue: Catalogue, situation: AnySituation) -> Plain:
    """The odds of a situation for JSON."""
    return plain_odds(counted(catalogue, situation))


def resolved(catalogue: Catalogue, situation: AnySituation, source: Rolled) -> Plain:
    """What came up once: every throw with its faces, and the results as numbers or true and false."""
    if isinstance(situation, FightOn | Duel):
        ended = _played_to_the_end(_pair(catalogue, situation), source, morale=isinstance(situation, FightOn))
        return ended | _plain_changes(_changes(catalogue, situation))
    asked = asked_in_doubt(catalogue, situation, asked_of)
    end = play(asked.steps, asked.start, source)
    return {
        "results": _read(asked, end.state),
        "steps": [plain_throw(it) for it in end.log],
        **_plain_changes(_changes(catalogue, situation, asked)),
    }


def _changes(catalogue: Catalogue, situation: AnySituation, asked: Asked | None = None) -> tuple[Plain, ...] | None:
    """What spells change without dice; None of situations without spells."""
    of_spell = asked.changes if asked else None
    changes = (*enchantments(catalogue, holding(catalogue, situation)), *(of_spell or ()))
    return changes or of_spell


def _read(asked: Asked, state: Any) -> Plain:
    reads: dict[str, Callable[[Any], Any]] = {**asked.numbers, **asked.events}
    return {name: read(state) for name, read in reads.items()}


def asked_of(catalogue: Catalogue, situation: AnySituation) -> Asked:
    """The steps of a situation, to be played or counted; MalformedError where it can't be resolved."""
    return ASKED[type(situation)](catalogue, situation)


def _pair(catalogue: Catalogue, situation: MeleeTurn | FightOn | Duel) -> Contenders:
    pair = contenders(catalogue, situation.sides, fresh=situation.turn == "first")
    for place, own in enumerate(pair):
        if isinstance(situation, Duel) and own.fighter.leader:
            raise MalformedError(f"sides[{place}].characters", "must be empty: a duel is fought by two models")
        if isinstance(situation, Duel) and own.fighter.left.models != 1:
            raise MalformedError(f"sides[{place}].models[0].count", "must be 1: a duel is fought by two models")
    if not isinstance(situation, MeleeTurn):
        check_to_the_end(pair)
    return pair


def _counted_to_the_end(catalogue: Catalogue, situation: FightOn | Duel) -> Odds:
    pair, morale = _pair(catalogue, situation), isinstance(situation, FightOn)
    first, second = (own.all_wounds for own in pair)
    bodies = [one for own in pair for one in (own.fighter, *own.fighter.characters)]
    few = FEW_THAT_HEAL if any(one.figures.defence.regeneration for one in bodies) else FEW_STATES
    ending = (exactly if first * second <= few else closely)(pair, morale=morale)
    chances = dict(
        zip(
            (*(f"{own.fighter.name}.wins" for own in pair), f"{NOBODY}.wins"),
            (*ending.wins, ending.nobody),
            strict=True,
        )
    )
    return Odds(
        numbers={},
        chances=chances,
        means={"rounds": ending.turns},
        receipts=turn_of(pair, morale=morale).receipts,
        changes=_changes(catalogue, situation),
    )


def _played_to_the_end(pair: Contenders, source: Rolled, *, morale: bool) -> Plain:
    """Turn after turn; it ends, too, when no turn can change anything any more."""
    steps, turns, ends = [], 0, standings(pair, start_of(pair))
    while not is_over(ends):
        turns, now = turns + 1, pair if not turns else following(pair, ends)
        end = play(turn_steps(now, morale=morale), start_of(now), source, within=f"turn {turns}")
        steps += [plain_throw(thrown) for thrown in end.log]
        before, ends = ends, standings(now, end.state)
        if ends == before and set(one_turn(following(pair, ends), morale=morale).weights) == {ends}:
            break
    who = winner(ends) if is_over(ends) else None
    results: Plain = {f"{own.fighter.name}.wins": who == which for which, own in enumerate(pair)}
    results |= {f"{own.fighter.name}.models": ends[which].left.models for which, own in enumerate(pair)}
    return {"results": results | {"rounds": turns}, "steps": steps}


ASKED: dict[type[Situation], Callable[[Catalogue, Any], Asked]] = {
    MeleeTurn: lambda catalogue, situation: (
        overrun_of(catalogue, situation) if situation.overrun else turn_of(_pair(catalogue, situation))
    ),
    Shooting: shots_of,
    Strikes: lambda _, situation: strikes_of(situation),
    AreaAttack: area_of,
    ToHit: lambda _, situation: hit_of(situation),
    MoraleTest: test_of,
    Rally: rally_of,
    BreakTest: lambda _, situation: break_test_of(situation),
    Initiative: lambda _, situation: initiative_of(situation),
    InHazard: hazard_of,
    Passing: passing_of,
    Counterspell: lambda _, situation: countering_of(situation),
    Dispel: dispel_of,
    SpellCast: cast_of,
    TemplateTouch: template_of,
}


def plain_odds(found: Odds) -> Plain:
    """The odds for JSON: results by name, and the steps with their lines."""
    results: Plain = {name: plain_numbers(numbers) for name, numbers in found.numbers.items()}
    results |= {name: plain_chance(chance) for name, chance in found.chances.items()}
    results |= {name: None if mean is None else plain_mean(mean) for name, mean in found.means.items()}
    steps = [plain_receipt(receipt) for receipt in found.receipts]
    return {"results": results, "steps": steps, **_plain_changes(found.changes)}


def _plain_changes(changes: tuple[Plain, ...] | None) -> Plain:
    return {} if changes is None else {"changes": list(changes)}


def plain_receipt(receipt: Receipt) -> Plain:
    number = receipt.breakdown.exact
    return {"text": receipt.text, "number": int(number), "lines": plain_lines(receipt.breakdown)}
