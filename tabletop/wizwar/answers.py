"""What is said of a situation, for JSON: damage and cracks with their reasons, the exact odds of the die."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.boards.walled_squares import STEPS
from tabletop.citations import plain_citation
from tabletop.dice import play, spread
from tabletop.dice.plain import plain_chance, plain_numbers, plain_throw
from tabletop.dice.rolls import OddDice
from tabletop.dice.sources import Rolled
from tabletop.dice.steps import Step
from tabletop.wizwar.catalogue import BOOK, CRACK, DIE, LIFE
from tabletop.wizwar.effects import amount_of, has_die, through
from tabletop.wizwar.situations import AnySituation, Attack, Cracks, RandomMove

Plain = dict[str, Any]
COMBAT, MOVING, OBJECTS = BOOK.section("Attacks"), BOOK.section("Random movement"), BOOK.section("Damaging objects")
FACES = tuple(STEPS)  # north, east, south, west from 1 on (W-9)


class Blow(Struct, frozen=True):
    """An attack in the middle: whether it was evaded, and the damage that comes through."""

    missed: bool = False
    through: int = 0


class Spot(Struct, frozen=True):
    """Where a random move has come to, from 0,0: squares down and to the right."""

    down: int = 0
    right: int = 0


class Asked(Struct, frozen=True):
    """The steps of a situation, what is read of the state after them by name, and what needs no dice."""

    steps: Sequence[Step[Any]] = ()
    start: Any = 0
    numbers: Mapping[str, Callable[[Any], int]] = {}
    events: Mapping[str, Callable[[Any], bool]] = {}
    said: Plain = {}


def answered(situation: AnySituation) -> Plain:
    """The exact odds and the reasons for JSON."""
    asked = _asked(situation)
    ends_in = spread(asked.steps, asked.start)
    results: Plain = {name: plain_numbers(ends_in.map(read)) for name, read in asked.numbers.items()}
    results |= {name: plain_chance(ends_in.chance_that(holds)) for name, holds in asked.events.items()}
    return {"results": results, "steps": [], **asked.said}


def resolved(situation: AnySituation, source: Rolled) -> Plain:
    """What came up once: every throw with its faces, and the results."""
    asked = _asked(situation)
    end = play(asked.steps, asked.start, source)
    reads: dict[str, Callable[[Any], Any]] = {**asked.numbers, **asked.events}
    results = {name: read(end.state) for name, read in reads.items()}
    return {"results": results, "steps": [plain_throw(thrown) for thrown in end.log], **asked.said}


def _asked(situation: AnySituation) -> Asked:
    match situation:
        case Attack():
            return _attack(situation)
        case Cracks():
            return _cracks(situation)
        case RandomMove():
            return _random_move(situation)


def _comes_through(situation: Attack, face: int) -> int:
    """The damage of an attack that isn't evaded, by the face of its die."""
    amount = amount_of(situation.damage, situation.energy, face)
    return through((1,) * amount if situation.separate else (amount,), situation.armour, situation.less)


def _attack(situation: Attack) -> Asked:
    die = OddDice(DIE)

    def evade(blow: Blow) -> OddDice | None:
        return die if situation.evades else None

    def damage(blow: Blow) -> OddDice | None:
        return die if not blow.missed and has_die(situation.damage) else None

    steps = (
        Step("evade", COMBAT, evade, lambda blow, face: replace(blow, missed=face <= situation.evades)),
        Step("damage", COMBAT, damage, lambda blow, face: replace(blow, through=_comes_through(situation, face))),
    )
    fixed = 0 if has_die(situation.damage) else _comes_through(situation, 0)
    life = situation.life or LIFE
    numbers = {"damage": _damage_of, "cracks": lambda blow: _damage_of(blow) // CRACK}
    events = {"misses": lambda blow: blow.missed, "kills": lambda blow: _damage_of(blow) >= life}
    says = [f"damage {situation.damage}" + (f" with energy {situation.energy}" if "E" in situation.damage else "")]
    says += [f"armour takes {situation.armour} off each source"] if situation.armour else []
    says += [f"counters take {situation.less} off"] if situation.less else []
    says += [f"evaded on 1 to {situation.evades} of {DIE}"] if situation.evades else []
    return Asked(steps, Blow(through=fixed), numbers, events, _said(says, "WW-46"))


def _damage_of(blow: Blow) -> int:
    return 0 if blow.missed else blow.through


def _cracks(situation: Cracks) -> Asked:
    each = [damage // CRACK for damage in situation.damage]
    whole = min(situation.limit, situation.cracked + sum(each))
    says = [f"{damage} damage: {cracks} crack{'' if cracks == 1 else 's'}, {damage % CRACK} wasted"
            for damage, cracks in zip(situation.damage, each, strict=True)]  # fmt: skip
    left = situation.limit - whole
    says.append(
        f"{whole} of {situation.limit}: {'destroyed' if not left else f'{left * CRACK} damage more destroy it'}"
    )
    return Asked(
        numbers={"cracks": lambda _: whole}, events={"destroyed": lambda _: not left}, said=_said(says, "WW-80")
    )


def _random_move(situation: RandomMove) -> Asked:
    closed = {FACES.index(side) + 1 for side in situation.closed}
    moves = {face: (down, right) for face, (right, down) in enumerate(STEPS.values(), 1)}

    def after(spot: Spot, face: int) -> Spot:
        if face in closed and spot == Spot():
            return spot
        down, right = moves[face]
        return Spot(spot.down + down, spot.right + right)

    steps = tuple(
        Step(f"direction {number}", MOVING, lambda _: OddDice(DIE), after) for number in range(1, situation.steps + 1)
    )
    numbers = {"away": lambda spot: abs(spot.down) + abs(spot.right)}
    events = {
        "stays": lambda spot: spot == Spot(),
        "north": lambda spot: spot.down < 0,
        "south": lambda spot: spot.down > 0,
        "west": lambda spot: spot.right < 0,
        "east": lambda spot: spot.right > 0,
    }
    says = [f"{face} is {side}" + (", closed at first" if face in closed else "") for face, side in enumerate(FACES, 1)]
    return Asked(steps, Spot(), numbers, events, _said(says, "WW-35"))


def _said(says: Sequence[str], rule: str) -> Plain:
    citation = {"WW-46": COMBAT, "WW-80": OBJECTS, "WW-35": MOVING}[rule]
    return {"explained": list(says), "rule": rule, "citation": plain_citation(citation)}
