"""Exact odds of a situation, as values and for JSON, and the same situation played once.

Both take the same steps. A melee to the end is computed in fractions where it has few states, else in floats, which are
good to about 1e-12 (`tabletop/arcana/rules/melee/turns.py`); `exact` is null then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.armies import break_test_of, initiative_of
from tabletop.arcana.odds.hazards import hazard_of
from tabletop.arcana.odds.magic import cast_of, countering_of, dispel_of
from tabletop.arcana.odds.morale import rally_of, test_of
from tabletop.arcana.odds.passing import passing_of
from tabletop.arcana.odds.questions import Asked, Receipt, hit_of, turn_of
from tabletop.arcana.odds.shooting import shots_of, strikes_of
from tabletop.arcana.odds.situations import (
    AnySituation,
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
    ToHit,
)
from tabletop.arcana.odds.units import NOBODY, contenders, enchantments
from tabletop.arcana.odds.work import check_to_the_end
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    following,
    is_over,
    one_turn,
    standings,
    start_of,
    to_the_end,
    turn_steps,
    winner,
)
from tabletop.citations import plain_citation
from tabletop.decoding import MalformedError
from tabletop.dice import Distribution, Thrown, play, spread
from tabletop.dice.sources import Rolled
from tabletop.receipts import plain_lines

Plain = dict[str, Any]

FEW_STATES = 64  # wounds of both sides multiplied: up to here a melee to the end is computed in fractions
MIDDLE = Fraction(4, 5)
LONGEST_FRACTION = 14_000  # bits, some 4200 digits


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
    asked = _asked(catalogue, situation)
    ends = spread(asked.steps, asked.start)
    chances = {name: ends.chance_that(holds) for name, holds in asked.events.items()}
    return Odds(
        numbers={name: ends.map(read) for name, read in asked.numbers.items()},
        chances=chances,
        means={"attempts": 1 / chances["rallies"]} if isinstance(situation, Rally) else {},
        receipts=asked.receipts,
        changes=_changes(catalogue, situation, asked),
    )


def odds(catalogue: Catalogue, situation: AnySituation) -> Plain:
    """The odds of a situation for JSON."""
    return plain_odds(counted(catalogue, situation))


def resolved(catalogue: Catalogue, situation: AnySituation, source: Rolled) -> Plain:
    """What came up once: every throw with its faces, and the results as numbers or true and false."""
    if isinstance(situation, FightOn | Duel):
        ended = _played_to_the_end(_pair(catalogue, situation), source, morale=isinstance(situation, FightOn))
        return ended | _plain_changes(_changes(catalogue, situation))
    asked = _asked(catalogue, situation)
    end = play(asked.steps, asked.start, source)
    return {
        "results": _read(asked, end.state),
        "steps": [plain_throw(it) for it in end.log],
        **_plain_changes(_changes(catalogue, situation, asked)),
    }


def _changes(catalogue: Catalogue, situation: AnySituation, asked: Asked | None = None) -> tuple[Plain, ...] | None:
    """What spells change without dice; None of situations without spells."""
    of_spell = asked.changes if asked else None
    changes = (*enchantments(catalogue, situation), *(of_spell or ()))
    return changes or of_spell


def _read(asked: Asked, state: Any) -> Plain:
    reads: dict[str, Callable[[Any], Any]] = {**asked.numbers, **asked.events}
    return {name: read(state) for name, read in reads.items()}


def _asked(catalogue: Catalogue, situation: AnySituation) -> Asked:
    return ASKED[type(situation)](catalogue, situation)


def _pair(catalogue: Catalogue, situation: MeleeTurn | FightOn | Duel) -> Contenders:
    pair = contenders(catalogue, situation.sides, fresh=situation.turn == "first")
    for place, own in enumerate(pair):
        both = filter(None, (own.fighter, own.fighter.leader))
        if not isinstance(situation, MeleeTurn) and any(each.figures.defence.regeneration for each in both):
            reason = "regeneration isn't resolved to the end: losses would come back"
            raise MalformedError(f"sides[{place}].models[0]", reason)
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
    is_small = first * second <= FEW_STATES
    ending = to_the_end(pair, Fraction, morale=morale) if is_small else to_the_end(pair, float, morale=morale)
    chances: dict[str, Fraction | float] = {}
    for name, which in ((pair[0].fighter.name, 0), (pair[1].fighter.name, 1), (NOBODY, None)):
        won = [chance for ends, chance in ending.chances.items() if winner(ends) == which]
        chances[f"{name}.wins"] = sum(won, Fraction() if is_small else 0.0)
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
    MeleeTurn: lambda catalogue, situation: turn_of(_pair(catalogue, situation)),
    Shooting: shots_of,
    Strikes: lambda _, situation: strikes_of(situation),
    ToHit: lambda _, situation: hit_of(situation),
    MoraleTest: test_of,
    Rally: lambda _, situation: rally_of(situation),
    BreakTest: lambda _, situation: break_test_of(situation),
    Initiative: lambda _, situation: initiative_of(situation),
    InHazard: hazard_of,
    Passing: passing_of,
    Counterspell: lambda _, situation: countering_of(situation),
    Dispel: dispel_of,
    SpellCast: cast_of,
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


def plain_chance(chance: Fraction | float) -> Plain:
    """A chance as a fraction in text and as a decimal; null where it was computed in floats."""
    return {"exact": _exact(chance), "decimal": float(chance)}


def plain_mean(mean: Fraction | float) -> Plain:
    return {"mean": _exact(mean), "decimal": float(mean)}


def _exact(number: Fraction | float) -> str | None:
    """A fraction in text; None where it is none, or too long to be read by anybody (and for Python to write)."""
    if not isinstance(number, Fraction):
        return None
    return str(number) if max(number.numerator, number.denominator).bit_length() <= LONGEST_FRACTION else None


def plain_numbers(numbers: Distribution[int]) -> Plain:
    """A number's mean and distribution, the chance of at least each, and the middle 80 %."""
    return {
        **plain_mean(numbers.mean()),
        "distribution": {str(number): _exact(chance) for number, chance in numbers.chances().items()},
        "at_least": {str(least): _exact(chance) for least, chance in numbers.at_least().items()},
        "middle": list(numbers.middle(MIDDLE)),
    }


def plain_receipt(receipt: Receipt) -> Plain:
    number = receipt.breakdown.exact
    return {"text": receipt.text, "number": int(number), "lines": plain_lines(receipt.breakdown)}


def plain_throw(thrown: Thrown) -> Plain:
    result = list(thrown.result) if isinstance(thrown.result, tuple) else thrown.result
    citation = plain_citation(thrown.citation)
    return {"name": thrown.name, "faces": list(thrown.faces), "result": result, "citation": citation}
