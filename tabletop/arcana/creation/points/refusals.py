"""What the tables don't hold: refused by field and reason, never guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import (
    PRICED_ELEMENTS,
    Armour,
    Defence,
    Element,
    Melee,
    Missile,
    MoraleKind,
    OddStrength,
)
from tabletop.arcana.creation.points.formula import Formula, Table


class Refusal(Struct, frozen=True):
    """A field of a design, as `melee[1].skill`, and why the formula has no price for it."""

    field: str
    reason: str


class RefusedError(ValueError):
    """A design that the formula can't price: the first field and reason, and all of them."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        self.field, self.reason = refusals[0].field, refusals[0].reason
        super().__init__(f"{self.field}: {self.reason}")


def check(design: Design, formula: Formula) -> None:
    """RefusedError where the formula has no price for something in the design."""
    if reasons := list(refusals(design, formula)):
        raise RefusedError(reasons)


def refusals(design: Design, formula: Formula) -> Iterator[Refusal]:
    """Everything the formula can't price, in the order of the design's fields."""
    yield from _movement(design, formula)
    if design.wounds < 1:
        yield Refusal("wounds", "a model has at least one wound")
    yield from _armour(design, formula)
    yield from _defence(design.defence, formula)
    yield from _morale(design, formula)
    for number, blows in enumerate(design.melee):
        yield from _melee(f"melee[{number}]", blows, formula)
    for number, shots in enumerate(design.missile):
        yield from _missile(f"missile[{number}]", shots, formula)
    if design.ramming is not None:
        yield from _melee("ramming", design.ramming, formula)
    yield from _alternatives(design)
    if design.missile_skill is not None and design.kind != DesignKind.CHARACTER:
        yield Refusal("missile_skill", "only characters buy missile weapons; give others a missile attack")


def _movement(design: Design, formula: Formula) -> Iterator[Refusal]:
    inches = design.movement
    if inches.ground is not None and inches.ground < 2:
        yield Refusal("movement.ground", "below 2″ the formula gives a price below 0; leave the ground move out")
    paid = formula.movement["war-machine-inches"]
    if design.kind == DesignKind.WAR_MACHINE and (inches.ground or 0) > paid:
        yield Refusal("movement.ground", f"a war machine pays for {paid}″ and moves no more")
    if inches.fly == 0:
        yield Refusal("movement.fly", "0″ isn't a move; leave it out")
    if inches.swim is not None and inches.swim < 2:
        yield Refusal("movement.swim", "below 2″ the formula gives a price below 0; leave swimming out")
    walks = inches.ground is not None or design.kind == DesignKind.WAR_MACHINE
    for number, ability in enumerate(inches.abilities):
        if not walks:
            yield Refusal(f"movement.abilities[{number}]", "it is priced by the ground move, and there is none")
        if ability in inches.abilities[:number]:
            yield Refusal(f"movement.abilities[{number}]", f"{ability} is there twice")


def _armour(design: Design, formula: Formula) -> Iterator[Refusal]:
    if design.armour is not None:
        yield from _suit("armour", design.armour, formula)
    if design.second_armour is not None:
        yield from _suit("second_armour", design.second_armour, formula)
        if design.armour is None:
            yield Refusal("second_armour", "there is no first armour")


def _suit(path: str, suit: Armour, formula: Formula) -> Iterator[Refusal]:
    table, kind = (formula.fixed_armour, "fixed armour") if suit.fixed else (formula.armour, "armour")
    yield from _unpriced(f"{path}.value", suit.value, table, kind)


def _unpriced(field: str, value: int | str, table: Table, what: str) -> Iterator[Refusal]:
    if value not in table:
        steps = [key for key in table if isinstance(key, int)]
        yield Refusal(field, f"the table for {what} goes from {min(steps)} to {max(steps)}, not {value}")


def _defence(worth: Defence, formula: Formula) -> Iterator[Refusal]:
    yield from _unpriced(
        "defence.magic_resistance", worth.magic_resistance, formula.magic_resistance, "magic resistance"
    )
    yield from _unpriced("defence.evasion", worth.evasion, formula.evasion, "evasion")
    yield from _unpriced("defence.missile_armour", worth.missile_armour, formula.missile_armour, "missile armour")
    if worth.testudo and not (worth.shield or worth.missile_armour):
        yield Refusal("defence.testudo", "testudo also needs a shield or missile armour")
    yield from _elements(worth)


def _elements(worth: Defence) -> Iterator[Refusal]:
    for number, element in enumerate(worth.sensitive):
        yield from _element(f"defence.sensitive[{number}]", element)
        if element in worth.sensitive[:number]:
            yield Refusal(f"defence.sensitive[{number}]", f"{element} is there twice")
    for number, element in enumerate(worth.immune):
        yield from _element(f"defence.immune[{number}]", element)
        if element in worth.immune[:number]:
            yield Refusal(f"defence.immune[{number}]", f"{element} is there twice")
        if element in worth.sensitive:
            yield Refusal(f"defence.immune[{number}]", f"a model can't be both sensitive and immune to {element}")


def _element(field: str, element: Element | None) -> Iterator[Refusal]:
    """Lightning and chaos stand in printed rows and in no table (ruling P29)."""
    if element is not None and element not in PRICED_ELEMENTS:
        yield Refusal(field, f"the tables have {', '.join(PRICED_ELEMENTS)}, not {element}")


def _morale(design: Design, formula: Formula) -> Iterator[Refusal]:
    if design.morale is not None:
        table = formula.fearless_morale if design.morale.kind == MoraleKind.FEARLESS else formula.morale
        yield from _unpriced("morale.value", design.morale.value, table, "morale")


def _melee(path: str, line: Melee, formula: Formula) -> Iterator[Refusal]:
    table = formula.melee_strength_magical if line.magical else formula.melee_strength
    yield from _attack(path, line, formula.melee_skill, table)
    if line.phalanx and not line.long_weapon:
        yield Refusal(f"{path}.phalanx", "a phalanx also needs long weapons")
    if line.first_strike and line.last_strike:
        yield Refusal(f"{path}.last_strike", "a blow can't strike both first and last")
    if line.sweeps > 1 and not line.sweep:
        yield Refusal(f"{path}.sweeps", "only a sweep is made more than once")


def _attack(path: str, line: Melee | Missile, skills: Table, strengths: Table) -> Iterator[Refusal]:
    if not line.attacks:
        yield Refusal(f"{path}.attacks", "a line needs at least one attack")
    yield from _unpriced(f"{path}.skill", line.skill, skills, "skill")
    yield from _element(f"{path}.element", line.element)
    if line.strength == OddStrength.ELDRITCH and line.magical:
        yield Refusal(f"{path}.magical", "the table has no price for magical eldritch attacks")
    else:
        yield from _unpriced(f"{path}.strength", line.strength, strengths, "strength")


def _missile(path: str, line: Missile, formula: Formula) -> Iterator[Refusal]:
    table = formula.missile_strength_magical if line.magical else formula.missile_strength
    yield from _attack(path, line, formula.missile_skill, table)
    longest = max(key for key in formula.range if isinstance(key, int))
    if line.range > longest:
        yield Refusal(f"{path}.range", f"the table for range ends at {longest}″, before {line.range}″")
    if line.min_range > line.range:
        yield Refusal(f"{path}.min_range", "the least range is longer than the range")


def _alternatives(design: Design) -> Iterator[Refusal]:
    if design.melee and design.melee[0].alternative:
        yield Refusal("melee[0].alternative", "the first line has none before it to replace")
    if design.missile and design.missile[0].alternative:
        yield Refusal("missile[0].alternative", "the first line has none before it to replace")
    if design.ramming is not None and design.ramming.alternative:
        yield Refusal("ramming.alternative", "a ram replaces nothing")
