"""A casting from its announcement to its end: counterspells, saves that stop it, and what its dice do.

Nothing fails by itself: a spell happens unless it is countered, saved against, or can't touch its target. What it does
then stands in its effects (`tabletop/arcana/rules/magic/effects.py`).
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.dispelling import COUNTERSPELL
from tabletop.arcana.catalogue.profiles import School, Statistics
from tabletop.arcana.catalogue.spells import Save, Spell, SpellKind
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.rules.magic.contests import LASTING, MOST_LASTING, Contest, Displacing
from tabletop.arcana.rules.shooting.salvoes import SalvoState, Target
from tabletop.dice import Change, Hits, Step
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

ON_UNITS = ("unit", "model", "caster", "caster-and-unit")  # what the spells are on that lie on units
ALL_OR_NOTHING = (Save.UNIT, Save.NONE_BUT_UNIT, Save.INDIVIDUAL, Save.NONE_BUT_INDIVIDUAL)
SAVES = BOOK.section("Spell Profiles")
UNIT_SAVE = "save against the spell"  # what its dice are for


class Stop(StrEnum):
    """Why a spell has no effect."""

    IMMUNE = "immune"
    COUNTERED = "countered"
    SAVED = "saved"
    DISPLACED = "displaced"
    MISSED = "missed"


class Part(StrEnum):
    """How a unit comes into a spell: as its target or under its template, or only beside it."""

    TARGET = "target"
    BESIDE = "beside"


class Casting(Struct, frozen=True, kw_only=True):
    """A spell with so much power, and what is known before the first die.

    `counters` are the powers of those who try to counter it, one after the other, 0 of a bought counterspell. `others`
    are magic resistances of further units that it touches against their will. `touched` is how many models of the
    target a template lies on, or stand next to one that is struck, `fallen` how many of its models are dead, `undead`
    whether it is. `borne` are persistent spells that are on it, `against` the one that the spell contests.
    """

    spell: Spell
    power: int
    counters: tuple[int, ...] = ()
    target: Target | None = None
    part: Part = Part.TARGET
    others: tuple[int, ...] = ()
    willing: bool = False
    touched: int = 0
    fallen: int = 0
    undead: bool = False
    without_shields: bool = False
    borne: tuple[Spell, ...] = ()
    against: Spell | None = None

    @property
    def extra(self) -> int:
        """Power beyond the level."""
        return max(self.power - self.spell.level, 0)

    @property
    def displaces(self) -> bool:
        """Whether it is a third persistent spell on its target; a template is on nobody (reading BR27)."""
        lasts = self.spell.kind is SpellKind.PERSISTENT and self.spell.target.what in ON_UNITS
        return lasts and self.part is Part.TARGET and len(self.borne) >= MOST_LASTING


class Command(StrEnum):
    """Who commands the confused."""

    CASTER = "caster"
    OWNER = "owner"
    NOBODY = "nobody"


class Cast(Struct, frozen=True, kw_only=True):
    """A casting between two throws: what has stopped it, how often it was challenged, and what it has done.

    `at` is what is left of the target, `face` what its table shows, `spared` whether a save has kept one effect off.
    `regained` is what regeneration gives back to whom a siphon chooses. `lost` is what the target's troops and each of
    its characters have lost as its morale is tested, `enemies_regained` what has come back to those whom it fights,
    `paid` what the unit suffers instead of breaking, `owed` wounds from which its characters have yet to save. `under`
    are its models under a template that lies on the table.
    """

    at: SalvoState
    stopped: Stop | None = None
    attempts: int = 0
    face: int = 0
    healed: int = 0
    returned: int = 0
    regained: int = 0
    won: bool = False
    spared: bool = False
    command: Command | None = None
    displaced: tuple[int, ...] = ()
    lost: tuple[tuple[int, ...], ...] = ()
    enemies_regained: tuple[int, ...] = ()
    tests: bool = False
    broken: bool = False
    paid: int = 0
    owed: int = 0
    under: int = 0

    @property
    def goes_on(self) -> bool:
        return self.stopped is None


def resistance(target: Target) -> int:
    """The best magic resistance in a unit, of whoever leads it, too."""
    best: int = max(figures.defence.magic_resistance for figures in (target.figures, *target.characters))
    return best


def is_untouchable(casting: Casting, figures: Statistics) -> bool:
    """Whether such models are immune to every school of the spell, by themselves or by one on them (reading BR41)."""
    immune = {element.value for element in figures.defence.immune}
    gains = (effect for spell in casting.borne for effect in spell.effects if isinstance(effect, fx.Gains))
    if any(effect.ability == "plague-immune" for effect in gains):
        immune.add(School.PLAGUE.value)
    return all(listing.school.value in immune for listing in casting.spell.schools)


def touches_nobody(casting: Casting, target: Target) -> bool:
    """Whether all of a unit, its characters too, are immune to the spell."""
    return all(is_untouchable(casting, figures) for figures in (target.figures, *target.characters))


def others_may_resist(casting: Casting) -> bool:
    """Whether others than the unit may stop it: of a spell at a point, or whom it strikes beside the unit."""
    at_a_point = casting.spell.template is not None or casting.spell.target.what not in ("unit", "model")
    return casting.spell.save in ALL_OR_NOTHING and (at_a_point or casting.part is Part.BESIDE)


def resisted_by(casting: Casting) -> tuple[int, ...]:
    """The magic resistances of which one success stops the whole spell: the target's first, then all others'."""
    own = () if casting.target is None or casting.part is Part.BESIDE else (resistance(casting.target),)
    match casting.spell.save:
        case save if save in ALL_OR_NOTHING:
            return (() if casting.willing else own) + casting.others
        case Save.NONE_OR_INDIVIDUAL:
            return own if casting.undead and not casting.willing else ()
    return ()


def opening_steps(casting: Casting) -> Steps[Cast]:
    """Counterspells, saves that stop the spell, and a third persistent one's contest with two."""
    steps: list[Step[Cast] | Change[Cast]] = []
    target = casting.target
    if target is not None and touches_nobody(casting, target):
        steps.append(Change(lambda cast: replace(cast, stopped=Stop.IMMUNE)))
    steps += countering_steps(casting.counters, casting.power)
    steps += [_save(number) for number in resisted_by(casting) if number]
    if casting.displaces:
        steps.append(_displacing(casting))
    return steps


def countering_steps(powers: tuple[int, ...], against: int) -> list[Step[Cast]]:
    """Attempts to counter a casting of so much power, until one succeeds; the caster rolls anew each time (BR26)."""
    return [
        _counter(Contest(COUNTERSPELL, power, against), f"attempt {number}" if len(powers) > 1 else "")
        for number, power in enumerate(powers, 1)
    ]


def _counter(contest: Contest, name: str) -> Step[Cast]:
    return Step(
        name,
        COUNTERSPELL.citation,
        lambda cast: contest if cast.goes_on else None,
        lambda cast, won: replace(cast, attempts=cast.attempts + 1, stopped=Stop.COUNTERED if won else None),
    )


def _save(number: int) -> Step[Cast]:
    return Step(
        UNIT_SAVE,
        SAVES,
        lambda cast: Hits(1, number) if cast.goes_on else None,
        lambda cast, saved: replace(cast, stopped=Stop.SAVED) if saved else cast,
    )


def _displacing(casting: Casting) -> Step[Cast]:
    """Before the spell does anything: one that is lost at once has no effect (reading BR81)."""
    levels = tuple(spell.level for spell in (*casting.borne, casting.spell))

    def after(cast: Cast, lost: tuple[int, ...]) -> Cast:
        return replace(cast, displaced=lost, stopped=Stop.DISPLACED if len(casting.borne) in lost else None)

    roll = Displacing(levels)
    return Step("which spells stay", LASTING, lambda cast: roll if cast.goes_on else None, after)


def save_receipts(casting: Casting) -> tuple[Breakdown, ...]:
    """What each unit that may stop the spell needs."""
    return tuple(
        Breakdown((Line("magic resistance", Fraction(number), SAVES),)) for number in resisted_by(casting) if number
    )
