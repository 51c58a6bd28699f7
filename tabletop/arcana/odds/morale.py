"""A unit's test at the end of a turn, regeneration before it, and what is paid instead of breaking; and rallying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import MoraleKind
from tabletop.arcana.odds.questions import Asked, Receipt
from tabletop.arcana.odds.regenerating import Body, bodies_of
from tabletop.arcana.odds.situations import MoraleTest, Rally, Reason
from tabletop.arcana.odds.units import Known, known, shaken, unnerved_by
from tabletop.arcana.rules.harm.regaining import REGENERATION
from tabletop.arcana.rules.morale import testing
from tabletop.arcana.rules.morale.paying import Payment, paying_among, paying_step, payment
from tabletop.arcana.rules.morale.rallying import RALLYING, Bar, Runaway, bars
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, Shaken, receipt, triggers
from tabletop.decoding import MalformedError
from tabletop.dice import Step
from tabletop.receipts import Breakdown, Line

BREAKING = (Reason.TURN_END, Reason.COVERING, Reason.EXCHANGE)  # who fails a test for anything else only stays
PASSING = {  # how its receipt calls a test that is always made
    Reason.COVERING: "tests to cover a retreat",
    Reason.FALLING_BACK: "tests to fall back",
    Reason.EXCHANGE: "tests to exchange",
    Reason.FOLLOWING: "tests not to follow",
}


class Tested(Struct, frozen=True):
    """A test between two throws: what bodies have regained, the points it failed by, what each character pays."""

    regained: tuple[int, ...] = ()
    points: int = 0
    unsaved: tuple[int, ...] = ()


class Named(Struct, frozen=True):
    """A test as it is named, None where nobody has to make it; the unit, its enemies, and why it tests."""

    test: testing.MoraleTest | None
    own: Shaken
    enemies: tuple[Enemy, ...]
    reasons: tuple[testing.Trigger, ...]


def test_of(catalogue: Catalogue, situation: MoraleTest) -> Asked:
    """A unit's test, if it has to make one: whether it breaks, or what it pays instead."""
    units = _units(catalogue, situation)
    unit, at_the_end = units[0], situation.reason is Reason.TURN_END
    if situation.forced and not at_the_end:
        raise MalformedError("forced", f"must be false: a test for {situation.reason} is always made")
    if situation.reason is Reason.FOLLOWING and unit.morale.kind is MoraleKind.BERSERK:
        raise MalformedError("unit", "must not be berserk: such units always follow")
    regenerating = units if at_the_end and not situation.regenerated else ()
    bodies = tuple(body for number, each in enumerate(regenerating) for body in bodies_of(number, each))
    named = cache(lambda regained: _named(situation, units, bodies, regained))
    breaks = situation.reason in BREAKING
    pays = breaks and testing.may_pay(
        unit.morale, ranked=bool(unit.ranks), machine=unit.is_war_machine, chosen=unit.unit.pays
    )

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
    steps += _paying(unit, bodies, paid)
    numbers: dict[str, Callable[[Tested], int]] = {
        "paid": lambda tested: paid(tested).troops + sum(tested.unsaved),
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
            "breaks": lambda tested: breaks and tested.points > 0 and not pays,
        },
        receipts=(_receipt(situation, unit, named((0,) * len(bodies)), regenerates=bool(bodies)),),
    )


def _paying(unit: Known, bodies: Sequence[Body], paid: Callable[[Tested], Payment]) -> Iterator[Step[Tested]]:
    """What its characters save of what is paid beyond its troops."""
    if unit.leader and len(unit.characters) == 1:
        character = f"{unit.name}'s character"
        yield paying_step(character, unit.leader, paid, lambda tested, unsaved: replace(tested, unsaved=(unsaved,)))
        return
    every = [place for place, led in enumerate(unit.characters) if led.left.models]

    def after(tested: Tested, unsaved: Mapping[int, int]) -> Tested:
        back = {body.leads: own for body, own in zip(bodies, tested.regained, strict=True) if not body.unit}
        most = [led.wounds + back.get(place, 0) for place, led in enumerate(unit.characters, 1)]
        return replace(tested, unsaved=tuple(min(unsaved.get(place, 0), own) for place, own in enumerate(most)))

    if every:
        figures = [led.figures for led in unit.characters]
        name, rides = f"{unit.name}'s characters", unit.rides_of
        yield paying_among(name, figures, lambda tested: (paid(tested), every), after, rides=rides)


def named_test(catalogue: Catalogue, situation: MoraleTest) -> Named:
    """The test as it is named when nothing has come back yet, and why it must be made."""
    return _named(situation, _units(catalogue, situation), (), ())


def _units(catalogue: Catalogue, situation: MoraleTest) -> tuple[Known, ...]:
    """The tested unit, as its enemies unnerve it, and these."""
    unit = known(catalogue, situation.unit, "unit", name="unit")
    foes = [known(catalogue, foe, f"enemies[{place}]", name="enemy") for place, foe in enumerate(situation.enemies)]
    for foe in foes:
        unit = unnerved_by(unit, foe.borne)
    return (unit, *foes)


def _regaining(body: Body) -> Step[Tested]:
    return Step(
        f"{body.name}, regeneration",
        REGENERATION,
        lambda tested: body.roll,
        lambda tested, lost: replace(tested, regained=(*tested.regained, body.regained(lost))),
    )


def _named(situation: MoraleTest, units: tuple[Known, ...], bodies: Sequence[Body], regained: Sequence[int]) -> Named:
    """The test by what has come back before it."""
    states = [shaken(unit, engaged=bool(number or units[1:])) for number, unit in enumerate(units)]
    for body, back in zip(bodies, regained, strict=True):
        states[body.unit] = body.recovered(states[body.unit], back)
    own, *others = states
    enemies = tuple(
        Enemy(
            state,
            front=foe.unit.fought_at == "front",
            at_flank=stated.stands_at != "front",
            counts=stated.numbers_count,
        )
        for state, foe, stated in zip(others, units[1:], situation.enemies, strict=True)
    )
    if situation.reason is not Reason.TURN_END:
        return _named_for(situation.reason, own, enemies, units[0])
    reasons = triggers(own, enemies)
    unit = units[0]
    pays = testing.may_pay(unit.morale, ranked=own.ranked, machine=unit.is_war_machine, chosen=unit.unit.pays)
    forced = situation.forced and testing.may_be_tested(own)
    test = testing.MoraleTest(testing.number(own, enemies), pays=pays) if reasons or forced else None
    return Named(test, own, enemies, reasons)


def _named_for(reason: Reason, own: Shaken, enemies: tuple[Enemy, ...], unit: Known) -> Named:
    """A test that is always made; not to follow it is made without any change to the morale value."""
    if reason is Reason.FOLLOWING:
        return Named(testing.MoraleTest(own.morale), own, enemies, ())
    pays = testing.may_pay(unit.morale, ranked=own.ranked, machine=unit.is_war_machine, chosen=unit.unit.pays)
    return Named(testing.MoraleTest(testing.number(own, enemies), pays=pays), own, enemies, ())


def _receipt(situation: MoraleTest, unit: Known, named: Named, *, regenerates: bool) -> Receipt:
    if situation.reason is Reason.FOLLOWING:
        return Receipt(f"{unit.name} {PASSING[situation.reason]}", unchanged_number(named.own.morale))
    if situation.reason is not Reason.TURN_END:
        return Receipt(f"{unit.name} {PASSING[situation.reason]}", receipt(named.own, named.enemies))
    because = f" because it {', '.join(named.reasons)}" if named.reasons else ""
    text = f"{unit.name} tests{because}" if named.test else f"{unit.name} doesn't test; it would need"
    return Receipt(f"{text}{', before it regenerates' * regenerates}", receipt(named.own, named.enemies))


def rally_of(catalogue: Catalogue, situation: Rally) -> Asked:
    """One attempt to rally, where it may be tried: 2 and 12 count as in every test (reading BR38)."""
    if (situation.morale is None) == (situation.unit is None):
        raise MalformedError("morale", "is missing: state the highest morale in the unit, or the unit")
    if situation.unit is None:
        for field in ("just_broken", "nearest_enemy"):
            if getattr(situation, field) not in (None, False):
                raise MalformedError(field, "must be absent without a unit")
        return _rallying(situation.morale or 0)
    unit = known(catalogue, situation.unit, "unit", name="unit")
    own = shaken(unit, engaged=False)
    joined = unit.led_by - unit.bought_with
    against = tuple(
        bars(
            Runaway(
                models=own.models - joined,
                models_at_first=own.models_at_first,
                broken=not situation.just_broken,
                enemy=situation.nearest_enemy,
                hurt=own.wounded or own.characters_lost > 0,
            )
        )
    )
    return _rallying(own.morale, unit.name, against)


def _rallying(morale: int, name: str = "", against: tuple[Bar, ...] = ()) -> Asked:
    test = testing.MoraleTest(morale)
    step = Step[bool]("rally", RALLYING, lambda _: None if against else test, lambda _, points: not points)
    may_try: dict[str, Callable[[bool], bool]] = {"may_try": lambda _: not against} if name else {}
    text = f"{name} may not try, because it {', '.join(against)}" if against else f"{name} rallies"
    receipts = (Receipt(text, unchanged_number(morale)),) if name else ()
    return Asked((step,), False, {}, {"rallies": lambda rallied: rallied, **may_try}, receipts)


def unchanged_number(morale: int) -> Breakdown:
    """The highest value of a unit, which nothing changes."""
    return Breakdown((Line("morale", Fraction(morale), RALLYING),))
