"""Wizards' learning, henges, spells and fatigue, and the spells of chaos (WK-30 to WK-35, WK-40)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from tabletop.dice.rolls import SIDES
from tabletop.wizardkings.catalogue import CHAOS, WIZARDS, Kind
from tabletop.wizardkings.pack import Spell
from tabletop.wizardkings.play.ground import Refusal, Site, Standing

HENGE_FACES = 2  # the henge teaches on so much or less
HIGHEST_LEVEL = 3


class Kill(Struct, frozen=True):
    """An enemy unit that a spell eliminated, in which battle of the turn."""

    spell: Spell
    battle: int = 1


def refused_learning(wizard: Standing, spell: Spell, *, this_battle: bool, this_turn: bool) -> Iterator[Refusal]:
    """WK-30: a wizard learns by a kill of a direct attack spell, once a battle and once a turn (K-2); never above 4."""
    if spell.kind != "direct":
        yield Refusal("WK-30", f"{spell.name} is no direct attack: nothing is learnt by it.", WIZARDS, wizard.ref)
    if this_battle:
        yield Refusal("WK-30", f"{wizard.name} has learnt in this battle.", WIZARDS, wizard.ref)
    elif this_turn:
        yield Refusal("WK-30", f"{wizard.name} has learnt this turn.", WIZARDS, wizard.ref)
    if wizard.steps >= wizard.row.steps:
        yield Refusal("WK-30", f"{wizard.name} has {wizard.steps} steps, and can't have more.", WIZARDS, wizard.ref)


def steps_learnt(wizard: Standing, kills: tuple[Kill, ...]) -> int:
    """WK-30: steps gained by the kills of a turn, in their order: 1 at most."""
    learnt_in: set[int] = set()
    for kill in kills:
        refused = refused_learning(
            wizard, kill.spell, this_battle=kill.battle in learnt_in, this_turn=bool(learnt_in)
        )  # fmt: skip
        if not any(refused):
            learnt_in.add(kill.battle)
    return len(learnt_in)


def refused_study(wizard: Standing, site: Site) -> Iterator[Refusal]:
    """WK-31: in the build phase a wizard in a henge's hex that neither moved nor fought may roll for a step."""
    if wizard.row.kind is not Kind.WIZARD:
        yield Refusal("WK-31", f"{wizard.name} is no wizard.", WIZARDS, wizard.ref)
    if not site.henge:
        yield Refusal("WK-31", "There is no henge in the hex.", WIZARDS, wizard.ref)
    if wizard.moved or wizard.fought:
        yield Refusal("WK-31", f"{wizard.name} has {'moved' if wizard.moved else 'fought'}.", WIZARDS, wizard.ref)
    if wizard.steps >= wizard.row.steps:
        yield Refusal("WK-31", f"{wizard.name} has {wizard.steps} steps, and can't have more.", WIZARDS, wizard.ref)


def steps_studied(face: int) -> int:
    """WK-31: a step on a 1 or 2."""
    return int(face <= HENGE_FACES)


def highest_level(steps: int) -> int:
    """WK-32: the highest level of spells with so many steps."""
    return min(steps, HIGHEST_LEVEL)


def refused_spell(wizard: Standing, level: int, *, cast: bool = False) -> Iterator[Refusal]:
    """WK-32, WK-34: one spell a round, of a level up to the wizard's steps, and none once he is fatigued."""
    if level > highest_level(wizard.steps):
        steps = f"{wizard.steps} step{'s' if wizard.steps > 1 else ''}"
        said = f"With {steps} {wizard.name} casts up to level {highest_level(wizard.steps)}, not {level}."
        yield Refusal("WK-32", said, WIZARDS, wizard.ref)
    if cast:
        yield Refusal("WK-32", f"{wizard.name} has cast a spell this round.", WIZARDS, wizard.ref)
    if wizard.fatigued:
        yield Refusal("WK-34", f"{wizard.name} is fatigued, and does nothing more in this battle.", WIZARDS, wizard.ref)


def steps_after_spell(caster: Standing, level: int) -> int:
    """WK-35: a wizard loses no step by casting; WK-40: a chaos unit pays steps as the spell's level."""
    return caster.steps if caster.row.kind is Kind.WIZARD else caster.steps - level


def rounds_held(spell: Spell) -> int:
    """WK-33: a spell that would last a battle holds for one round, unless it is cast again; others strike at once."""
    return 1 if spell.kind == "lasting" else 0


def is_fatigued(face: int, level: int) -> bool:
    """WK-34: on the spell's level or less the wizard has to retreat as his next round begins."""
    return face <= level


def fatigue_chance(level: int) -> Fraction:
    """WK-34: the chance to be fatigued by a spell of a level."""
    return Fraction(level, SIDES)


def refused_chaos_spell(unit: Standing, level: int) -> Iterator[Refusal]:
    """WK-40: a chaos unit pays a spell with steps, and never with its last one."""
    if level >= unit.steps:
        steps = f"{unit.steps} step{'s' if unit.steps > 1 else ''}"
        said = f"{unit.name} has {steps}: a spell of level {level} would cost its last one."
        yield Refusal("WK-40", said, CHAOS, unit.ref)
