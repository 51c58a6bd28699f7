"""Where one may retreat to, which cities one controls, and when somebody has won (WK-60, WK-70 to WK-72)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from tabletop.values import Value
from tabletop.wizardkings.catalogue import REGROUPING, TERMS, Size
from tabletop.wizardkings.play.ground import Refusal


class Goal(Value, frozen=True, kw_only=True):
    """A hex that somebody wants to retreat or regroup into; `held` where their unit was in its city before the battles.

    `empty` where no unit at all is in it now.
    """

    city: bool = True
    home: bool = False
    held: bool = False
    empty: bool = True


def refused_goal(size: Size, goal: Goal) -> Iterator[Refusal]:
    """WK-60: no city of an enemy's board that wasn't garrisoned before the battles; in a small game no empty city."""
    if not goal.city:
        return
    if size is Size.SMALL:
        if goal.empty:
            yield Refusal("WK-60", "In a small game an empty city blocks every retreat and regroup.", REGROUPING)
    elif not goal.home and not goal.held:
        said = "A city of an enemy's board is no goal, unless you had a unit in it before the battle phase."
        yield Refusal("WK-60", said, REGROUPING)


class HeldCity(Value, frozen=True, kw_only=True):
    """A city that a player was the last in: its gold, whether it is on their own map, and whether a unit is in it."""

    gold: Annotated[int, Meta(ge=0, le=3)]
    home: bool = False
    garrison: bool = False


def controls(size: Size, city: HeldCity) -> bool:
    """Whether the city counts: with a garrison, and on one's own map without one but in a small game (K-9)."""
    return city.garrison or (city.home and size is not Size.SMALL)


def gold_held(size: Size, cities: Sequence[HeldCity]) -> int:
    """Gold of all cities that count (K-13)."""
    return sum(city.gold for city in cities if controls(size, city))


class Victory(StrEnum):
    """How a game has ended."""

    INSTANT = "victory"
    STRATEGIC = "strategic victory"
    MARGINAL = "marginal victory"
    LAST_TURN = "victory at the last turn"
    BY_WIZARDS = "victory, the other side has lost more wizards"
    TIE = "tie"


class Ended(Struct, frozen=True):
    """A game that is over; `winner` is empty for a tie."""

    how: Victory
    winner: str = ""


def ended(
    size: Size, turn: int, gold: Mapping[str, int], lost: Mapping[str, int], *, end_of_turn: bool = True
) -> Ended | None:
    """WK-71, WK-72: whether a game is over, by each side's gold and lost wizards; None where it goes on.

    In a small game it is asked after each battle phase, too, else at the end of a turn (K-12). Where both sides have
    enough gold, more wins.
    """
    terms = TERMS[size]
    if size is not Size.SMALL and not end_of_turn:
        return None
    last = turn >= terms.turns and end_of_turn
    reached = turn >= terms.not_before and max(gold.values()) >= terms.gold
    if not (last or reached):
        return None
    best = [side for side, held in gold.items() if held == max(gold.values())]
    if len(best) > 1:
        return _tied(best, lost) if last else None
    small = size is Size.SMALL
    if reached:
        return Ended(Victory.INSTANT if small else Victory.STRATEGIC, best[0])
    return Ended(Victory.LAST_TURN if small else Victory.MARGINAL, best[0])


def _tied(sides: Sequence[str], lost: Mapping[str, int]) -> Ended:
    """A tie, unless one side alone has lost the fewest wizards (WK-72)."""
    fewest = min(lost.get(side, 0) for side in sides)
    least = [side for side in sides if lost.get(side, 0) == fewest]
    return Ended(Victory.BY_WIZARDS, least[0]) if len(least) == 1 else Ended(Victory.TIE)
