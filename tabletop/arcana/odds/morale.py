"""A unit's test at the end of a turn, regeneration before it, and what is paid instead of breaking; and rallying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.questions import Asked, Receipt
from tabletop.arcana.odds.situations import MoraleTest, Rally
from tabletop.arcana.odds.spells import unnerved
from tabletop.arcana.odds.units import Known, known, shaken
from tabletop.arcana.rules.harm.regaining import REGENERATION, Regaining
from tabletop.arcana.rules.morale import testing
from tabletop.arcana.rules.morale.paying import Payment, paying_step, payment
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, Shaken, receipt, triggers
from tabletop.dice import Step

RALLYING = BOOK.section("Rally Attempts")


class Body(Struct, frozen=True):
    """Models that regenerate: troops or the character of the tested unit, which is the first, or of an enemy."""

    unit: int
    leads: bool
    name: str
    lost: tuple[int, ...]


class Tested(Struct, frozen=True):
    """A test between two throws: what bodies have regained, the points it failed by, what its character didn't save."""

    regained: tuple[int, ...] = ()
    points: int = 0
    unsaved: int = 0


class Named(Struct, frozen=True):
    """A test as it is named, None where nobody has to make it; the unit, its enemies, and why it tests."""

    test: testing.MoraleTest | None
    own: Shaken
    enemies: tuple[Enemy, ...]
    reasons: tuple[testing.Trigger, ...]


def test_of(catalogue: Catalogue, situation: MoraleTest) -> Asked:
    """A unit's test, if it has to make one: whether it breaks, or what it pays instead."""
    unit = known(catalogue, situation.unit, "unit", name="unit")
    foes = [known(catalogue, foe, f"enemies[{place}]", name="enemy") for place, foe in enumerate(situation.enemies)]
    for foe in foes:
        unit = replace(unit, figures=unnerved(unit.figures, foe.borne))
    bodies = tuple(body for number, each in enumerate((unit, *foes)) for body in _bodies(number, each))
    named = cache(lambda regained: _named(situation, (unit, *foes), bodies, regained))
    pays = testing.may_pay(unit.morale, ranked=bool(unit.ranks), machine=unit.is_war_machine, chosen=unit.unit.pays)

    def paid(tested: Tested) -> Payment:
        if not pays:
            return Payment()
        back = sum(back for body, back in zip(bodies, tested.regained, strict=True) if not (body.unit or body.leads))
        troops = unit.left.wounds(unit.figures.wounds) + back
        return payment(tested.points, troops=troops, character=named(tested.regained).own.wounds - troops)

    steps = [_regaining(body) for body in bodies]
    steps.append(
        Step(
            "morale",
            TESTS,
            lambda tested: named(tested.regained).test,
            lambda tested, points: replace(tested, points=points),
        )
    )
    if unit.leader:
        character = f"{unit.name}'s character"
        steps.append(
            paying_step(character, unit.leader, paid, lambda tested, unsaved: replace(tested, unsaved=unsaved))
        )
    numbers: dict[str, Callable[[Tested], int]] = {
        "paid": lambda tested: paid(tested).troops + tested.unsaved,
    }
    if bodies:
        numbers["regained"] = lambda tested: sum(
            back for body, back in zip(bodies, tested.regained, strict=True) if not body.unit
        )
    return Asked(
        steps=tuple(steps),
        start=Tested(),
        numbers=numbers,
        events={
            "tests": lambda tested: named(tested.regained).test is not None,
            "passes": lambda tested: not tested.points,
            "breaks": lambda tested: tested.points > 0 and not pays,
        },
        receipts=(_receipt(unit, named((0,) * len(bodies)), regenerates=bool(bodies)),),
    )


def _bodies(number: int, unit: Known) -> Iterator[Body]:
    if unit.figures.defence.regeneration and unit.left.lost:
        yield Body(number, False, unit.name, unit.left.lost)
    if unit.leader and unit.leader.defence.regeneration and unit.leader_left.lost:
        yield Body(number, True, f"{unit.name}'s character", unit.leader_left.lost)


def _regaining(body: Body) -> Step[Tested]:
    roll = Regaining(body.lost)
    return Step(
        f"{body.name}, regeneration",
        REGENERATION,
        lambda tested: roll,
        lambda tested, lost: replace(tested, regained=(*tested.regained, sum(body.lost) - sum(lost))),
    )


def _named(situation: MoraleTest, units: tuple[Known, ...], bodies: Sequence[Body], regained: Sequence[int]) -> Named:
    """The test by what has come back before it."""
    states = [shaken(unit, engaged=bool(number or units[1:])) for number, unit in enumerate(units)]
    for body, back in zip(bodies, regained, strict=True):
        state = states[body.unit]
        joined = back if body.leads and state.joined else 0
        lost = 0 if body.leads else back
        states[body.unit] = replace(
            state, wounds=state.wounds + back, joined=state.joined + joined, lost=state.lost - lost
        )
    own, *others = states
    enemies = tuple(
        Enemy(state, front=foe.unit.fought_at == "front", at_flank=stated.stands_at != "front")
        for state, foe, stated in zip(others, units[1:], situation.enemies, strict=True)
    )
    reasons = triggers(own, enemies)
    unit = units[0]
    pays = testing.may_pay(unit.morale, ranked=own.ranked, machine=unit.is_war_machine, chosen=unit.unit.pays)
    forced = situation.forced and testing.may_be_tested(own)
    test = testing.MoraleTest(testing.number(own, enemies), pays=pays) if reasons or forced else None
    return Named(test, own, enemies, reasons)


def _receipt(unit: Known, named: Named, *, regenerates: bool) -> Receipt:
    because = f" because it {', '.join(named.reasons)}" if named.reasons else ""
    text = f"{unit.name} tests{because}" if named.test else f"{unit.name} doesn't test; it would need"
    return Receipt(f"{text}{', before it regenerates' * regenerates}", receipt(named.own, named.enemies))


def rally_of(situation: Rally) -> Asked:
    """One attempt to rally: 2 and 12 count as in every test (reading BR38)."""
    test = testing.MoraleTest(situation.morale)
    step = Step[bool]("rally", RALLYING, lambda _: test, lambda _, points: not points)
    return Asked((step,), False, {}, {"rallies": lambda rallied: rallied})
