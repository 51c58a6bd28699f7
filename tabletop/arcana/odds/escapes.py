"""Spells on a unit that a die may shake off for the turn: the odds with it and without it, by the chance of the die.

Earthbind lets go on a 1; a success in a unit save lets archers shoot through Hail Storm. A file may state instead what
the die has shown, by `holds`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.questions import Asked
from tabletop.arcana.odds.situations import AnySituation, Shooting, Side, Unit
from tabletop.arcana.odds.spells import persistent_spell
from tabletop.arcana.odds.units import known, units_of
from tabletop.arcana.rules.magic.casting import SAVES
from tabletop.dice import Chain, Hits, Step
from tabletop.dice.steps import Steps

LETS_GO_ON = 1

Ask = Callable[[Catalogue, AnySituation], Asked]
Read = TypeVar("Read")


class Doubt(Struct, frozen=True):
    """A spell on a unit of which a die says whether it holds: its place, and what shakes it off or less."""

    field: str
    unit: Unit
    place: int
    name: str
    needed: int


class Outcome(Struct, frozen=True):
    """Whether the spell holds, and what the rest has come to."""

    holds: bool | None = None
    state: Any = None


class Question:
    """What is asked if the spell holds, or if it doesn't; one is itself alone."""

    __slots__ = ("asked",)

    def __init__(self, asked: Asked) -> None:
        self.asked = asked


class Rest(Chain[Any], frozen=True):
    """All that follows the die."""

    question: Question

    def steps(self) -> Steps[Any]:
        return self.question.asked.steps

    def start(self) -> Any:
        return self.question.asked.start

    def result(self, state: Any) -> Any:
        return state


def asked_in_doubt(catalogue: Catalogue, situation: AnySituation, ask: Ask) -> Asked:
    """As `ask` answers, with a die first for each spell of which the file doesn't say whether it holds."""
    doubt = _doubt(catalogue, situation)
    if doubt is None:
        return ask(catalogue, situation)
    answers = {
        holds: asked_in_doubt(catalogue, _settled(situation, doubt, holds=holds), ask) for holds in (True, False)
    }
    rests = {holds: Rest(Question(asked)) for holds, asked in answers.items()}
    die = Step[Outcome](
        f"{doubt.unit.name or doubt.field}, out of {doubt.name}",
        SAVES,
        lambda _: Hits(1, doubt.needed) if doubt.needed else None,
        lambda _, free: Outcome(holds=not free),
    )
    rest = Step[Outcome](
        "", SAVES, lambda outcome: rests[bool(outcome.holds)], lambda outcome, end: Outcome(outcome.holds, end)
    )
    held = answers[True]
    return replace(
        held,
        steps=(die, rest),
        start=Outcome(holds=True),
        numbers={
            name: partial(_read, {holds: it.numbers[name] for holds, it in answers.items()}) for name in held.numbers
        },
        events={
            name: partial(_read, {holds: it.events[name] for holds, it in answers.items()}) for name in held.events
        },
    )


def _read(reads: Mapping[bool, Callable[[Any], Read]], outcome: Outcome) -> Read:
    return reads[bool(outcome.holds)](outcome.state)


def holding(catalogue: Catalogue, situation: AnySituation) -> AnySituation:
    """The situation with every such spell holding."""
    while (doubt := _doubt(catalogue, situation)) is not None:
        situation = _settled(situation, doubt, holds=True)
    return situation


def _doubt(catalogue: Catalogue, situation: AnySituation) -> Doubt | None:
    """The first spell in doubt."""
    for field, unit in units_of(situation):
        for place, own in enumerate(unit.spells):
            if own.holds is not None:
                continue
            spell = persistent_spell(catalogue, own.spell, f"{field}.spells[{place}].spell")
            if any(effect.unless == "roll-of-1" for effect in spell.effects):
                return Doubt(field, unit, place, spell.name, LETS_GO_ON)
            bars = any(isinstance(effect, fx.Bars) and effect.act == "shooting" for effect in spell.effects)
            if bars and field == "shooter":
                resists: int = known(catalogue, unit, field, name=field).figures.defence.magic_resistance
                return Doubt(field, unit, place, spell.name, resists)
    return None


def _settled(situation: AnySituation, doubt: Doubt, *, holds: bool) -> AnySituation:
    """The situation with that spell holding or not; who is held fast doesn't ram."""
    spells = list(doubt.unit.spells)
    spells[doubt.place] = replace(spells[doubt.place], holds=holds)
    unit = replace(doubt.unit, spells=tuple(spells))
    if isinstance(unit, Side) and holds:
        unit = replace(unit, rams=False)
    name, _, rest = doubt.field.partition("[")
    if not rest:
        return replace(situation, **{name: unit})
    place, members = int(rest.partition("]")[0]), list(getattr(situation, name))
    members[place] = replace(members[place], unit=unit) if isinstance(situation, Shooting) else unit
    return replace(situation, **{name: tuple(members)})
