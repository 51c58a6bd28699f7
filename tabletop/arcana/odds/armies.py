"""What whole armies roll: for who moves first, and whether they hold on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.odds.questions import Asked, Receipt
from tabletop.arcana.odds.situations import BreakTest, Initiative
from tabletop.arcana.rules.morale.testing import ARMY_MORALE, ARMY_TESTS, ArmyTest, army_holds_on
from tabletop.decoding import MalformedError
from tabletop.dice import Distribution, Hits, Step
from tabletop.dice.rolls import SIDES
from tabletop.receipts import Breakdown, Line

INITIATIVE = BOOK.section("Roll Initiative")


class Highest(Struct, frozen=True):
    """The place of the one die of so many that is higher than all others; None where the highest are tied."""

    count: int

    def read(self, faces: Sequence[int]) -> int | None:
        return faces.index(max(faces)) if faces.count(max(faces)) == 1 else None

    def odds(self) -> Distribution[int | None]:
        weights: dict[int | None, int] = {}
        for faces in product(range(1, SIDES + 1), repeat=self.count):
            highest = self.read(faces)
            weights[highest] = weights.get(highest, 0) + 1
        return Distribution(weights)


def initiative_of(situation: Initiative) -> Asked:
    """One roll of every side; who are tied roll again (reading BR5)."""
    names = _names([side.name for side in situation.sides])
    roll = Highest(len(names))
    step = Step[int | None]("initiative", INITIATIVE, lambda _: roll, lambda _, highest: highest)
    events = {f"{name}.highest": partial(_is, place) for place, name in enumerate(names)}
    return Asked((step,), None, {}, events | {"tied": partial(_is, None)})


def _is(place: int | None, which: int | None) -> bool:
    return place == which


def _names(stated: Sequence[str]) -> list[str]:
    names = [name or "abcd"[place] for place, name in enumerate(stated)]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise MalformedError(f"sides[{place}].name", f"is that of another side, “{name}”")
    return names


class Testing(Struct, frozen=True):
    """Armies that test one after the other: those that have yet to, the next first, and which has broken."""

    waiting: tuple[int, ...]
    broken: int | None = None


def break_test_of(situation: BreakTest) -> Asked:
    """One army or both at the end of a turn: who has lost most first, and nobody once an army has broken."""
    armies = situation.sides
    names = _names([army.name for army in armies])
    for place, army in enumerate(armies):
        if army.lost > army.points:
            raise MalformedError(f"sides[{place}].lost", f"must be at most {army.points}, the army's points")
    numbers = [army_holds_on(100 * army.lost // army.points) for army in armies]
    waiting = [place for place, number in enumerate(numbers) if number is not None]
    waiting.sort(key=lambda place: armies[place].lost, reverse=True)
    steps: list[Step[Testing]] = []
    if len(waiting) > 1 and armies[0].lost == armies[1].lost:
        steps.append(_who_begins())
    steps += [_test(names[place], place, numbers[place]) for place in (*waiting, *waiting[:-1])]
    receipts = [Receipt(f"{names[place]} holds on", _receipt(numbers[place] or 0)) for place in sorted(waiting)]
    events = {f"{name}.breaks": partial(_has_broken, place) for place, name in enumerate(names)}
    return Asked(tuple(steps), Testing(tuple(waiting)), {}, events, tuple(receipts))


def _has_broken(place: int, end: Testing) -> bool:
    return end.broken == place


def _who_begins() -> Step[Testing]:
    """A die says which of two armies that have lost alike tests first (reading BR64)."""
    die = Hits(1, SIDES // 2)
    return Step(
        "the first army tests first on 1 to 3",
        ARMY_TESTS,
        lambda _: die,
        lambda testing, first: testing if first else Testing(testing.waiting[::-1]),
    )


def _test(name: str, place: int, number: int | None) -> Step[Testing]:
    """The army's test when it is next: which of two is next is known when the step comes."""
    test = ArmyTest(number or 0)
    return Step(
        f"{name} holds on",
        ARMY_TESTS,
        lambda testing: test if testing.waiting[:1] == (place,) else None,
        lambda testing, holds: Testing(testing.waiting[1:]) if holds else Testing((), broken=place),
    )


def _receipt(number: int) -> Breakdown:
    lines = ("morale of an army", ARMY_MORALE), ("tenths lost", number - ARMY_MORALE)
    return Breakdown(tuple(Line(label, Fraction(amount), ARMY_TESTS) for label, amount in lines))
