"""What the dice of a spell do at its casting: an effect's kind says which steps.

They are passed over once something has stopped the spell. Kinds without dice change only what stands on the table or in
a profile (`changes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.dispelling import DISPEL, STEAL_ENCHANTMENT
from tabletop.arcana.catalogue.profiles import Row, Section, Statistics
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.catalogue.troop_class import is_elite
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import HEALS_ON, REGENERATION
from tabletop.arcana.rules.magic.casting import (
    SAVES,
    Cast,
    Casting,
    Command,
    Part,
    opening_steps,
    resistance,
)
from tabletop.arcana.rules.magic.contests import Contest
from tabletop.arcana.rules.magic.harm import (
    EFFECTS,
    Gate,
    extra_rolls,
    hits_steps,
    number_of,
    slays_steps,
    wounds_steps,
)
from tabletop.arcana.rules.shooting.salvoes import SalvoState, Target
from tabletop.dice import Change, Dice, Hits, Step
from tabletop.dice.steps import Steps

CONFUSION = BOOK.section("Chaos Spells")
NEAR = ("models-in-contact", "models-within-a-base")
STRUCK = ("target", "units-touched")

Stepping = Sequence[Step[Cast] | Change[Cast]]


def casting_start(casting: Casting) -> Cast:
    """The state before the first die."""
    target = casting.target
    if target is None:
        return Cast(at=SalvoState(0, Left(0), Left(0)))
    return Cast(at=SalvoState(0, target.left, target.character_left, others=target.others_left))


def casting_steps(casting: Casting) -> Steps[Cast]:
    """The casting from its first counterspell to the last of what it does at once."""
    steps = [*opening_steps(casting)]
    for effect in casting.spell.effects:
        steps += effect_steps(effect, casting, lambda cast: cast.goes_on)
    return steps


def reaches(effect: fx.SpellEffect, part: Part) -> bool:
    """Whether an effect concerns a unit in that part.

    Beside the target, or beside who is under the template, are those who fight it and take half of what is halved on
    skirmishers (ruling S12), those near it where hits spread, and models next to one that is struck.
    """
    if isinstance(effect, fx.DieTable):
        return any(reaches(inner, part) for result in effect.results for inner in result.effects)
    if part is Part.TARGET:
        return effect.whom not in NEAR
    scatters = isinstance(effect, fx.Hits | fx.Slays) and effect.halved is True
    return effect.whom in NEAR or (scatters and effect.whom in STRUCK)


def rolled(effects: Iterable[fx.SpellEffect], casting: Casting) -> Iterator[fx.SpellEffect]:
    """The effects for whose dice a unit in that part is needed at the casting, those of tables, too."""
    for effect in fx.flattened(effects):
        if effect.at_once and reaches(effect, casting.part) and _has_dice(effect) and concerns(effect, casting):
            yield effect


def _has_dice(effect: fx.SpellEffect) -> bool:
    """Whether its dice are for a unit; those of contests aren't."""
    regenerates = isinstance(effect, fx.Does) and effect.rule == "regenerates"
    return regenerates or isinstance(effect, fx.Hits | fx.Wounds | fx.Slays | fx.Heals | fx.Revives)


def concerns(effect: fx.Effect, casting: Casting) -> bool:
    """Whether an effect is for such a target at all: what is for the undead, and what they suffer instead."""
    if effect.only == "undead":
        return casting.undead
    instead = casting.undead and any(other.only == "undead" for other in casting.spell.effects)
    return not (instead and isinstance(effect, fx.Heals))


def effect_steps(effect: fx.SpellEffect, casting: Casting, gate: Gate) -> Stepping:
    """The dice of an effect at the casting; none for one without dice, or later ones, or one for others."""
    if isinstance(effect, fx.DieTable):
        return _table(effect, casting, gate)
    if not effect.at_once or not reaches(effect, casting.part):
        return ()
    match effect:
        case fx.Contest():
            return _contest(effect, casting, gate)
        case fx.Does(rule="changes-control"):
            return _command(gate)
    target = casting.target
    if target is None or not concerns(effect, casting):
        return ()
    if effect.unless == "unit-save":
        gate, saving = _unless_saved(target, gate)
        return [*saving, *_on(effect, casting, target, gate)] if isinstance(effect, fx.Hits | fx.Slays) else ()
    return _on(effect, casting, target, gate)


def _on(effect: fx.SpellEffect, casting: Casting, target: Target, gate: Gate) -> Stepping:
    """What is rolled for a target."""
    match effect:
        case fx.Hits():
            return hits_steps(effect, casting, target, gate)
        case fx.Wounds():
            return wounds_steps(effect, casting, target, gate)
        case fx.Slays():
            return slays_steps(effect, casting, target, gate)
        case fx.Heals():
            return _heals(effect, casting, target, gate)
        case fx.Revives():
            return _revives(effect, casting, target, gate)
        case fx.Does(rule="regenerates"):
            return _regenerates(target, gate)
    return ()


def _unless_saved(target: Target, gate: Gate) -> tuple[Gate, Stepping]:
    """A unit save from one effect alone, and the gate behind it."""
    number = resistance(target)
    roll = Step[Cast](
        "unit save",
        SAVES,
        lambda cast: Hits(1, number) if gate(cast) and number > 0 else None,
        lambda cast, saved: replace(cast, spared=bool(saved)),
    )
    return (lambda cast: gate(cast) and not cast.spared), (roll,)


def _table(table: fx.DieTable, casting: Casting, gate: Gate) -> Stepping:
    """A d6, and the effects of what it shows."""
    if not reaches(table, casting.part):
        return ()
    steps: list[Step[Cast] | Change[Cast]] = [
        Step(
            f"{casting.spell.name}, its table",
            EFFECTS,
            lambda cast: Dice(1) if gate(cast) else None,
            lambda cast, face: replace(cast, face=face),
        )
    ]
    for result in table.results:
        shown = _shown(result.rolls, gate)
        for effect in result.effects:
            steps += effect_steps(effect, casting, shown)
    return steps


def _shown(faces: tuple[int, ...], gate: Gate) -> Callable[[Cast], bool]:
    return lambda cast: gate(cast) and cast.face in faces


def contest_of(effect: fx.Contest, casting: Casting) -> Contest | None:
    """The dice of the caster against those of the persistent spell."""
    if casting.against is None:
        return None
    challenge = DISPEL if effect.outcome is fx.Outcome.REMOVES else STEAL_ENCHANTMENT
    adds = casting.power if effect.adds == "all-power" else casting.extra
    return Contest(challenge, adds, casting.against.level)


def _contest(effect: fx.Contest, casting: Casting, gate: Gate) -> Stepping:
    contest = contest_of(effect, casting)
    if contest is None:
        return ()
    return [
        Step(
            "",
            contest.challenge.citation,
            lambda cast: contest if gate(cast) else None,
            lambda cast, won: replace(cast, won=won),
        )
    ]


def _command(gate: Gate) -> Stepping:
    """Both players roll: the lower one commands, and nobody where they are equal."""

    def after(cast: Cast, face: int) -> Cast:
        lower = Command.CASTER if cast.face < face else Command.OWNER
        return replace(cast, face=0, command=Command.NOBODY if cast.face == face else lower)

    return [
        Step(
            "the caster's player",
            CONFUSION,
            lambda cast: Dice(1) if gate(cast) else None,
            lambda cast, face: replace(cast, face=face),
        ),
        Step("the owner", CONFUSION, lambda cast: Dice(1) if gate(cast) else None, after),
    ]


def _heals(heals: fx.Heals, casting: Casting, target: Target, gate: Gate) -> Stepping:
    """Wounds of one model given back, no more than it has lost."""
    dice = replace(number_of(heals.wounds, extra=extra_rolls(casting)), most=sum(target.left.lost))
    return [
        Step(
            f"{casting.spell.name}, wounds given back",
            EFFECTS,
            lambda cast: dice if gate(cast) else None,
            lambda cast, number: replace(cast, healed=number),
        )
    ]


def _revives(revives: fx.Revives, casting: Casting, target: Target, gate: Gate) -> Stepping:
    """Whole models put back, as many as have fallen."""
    if classed(target.figures) not in revives.of:
        return ()
    dice, each, fallen = number_of(revives.wounds), target.figures.wounds, casting.fallen
    return [
        Step(
            f"{casting.spell.name}, wounds of the dead",
            EFFECTS,
            lambda cast: dice if gate(cast) else None,
            lambda cast, number: replace(cast, returned=min(number // each, fallen)),
        )
    ]


def classed(figures: Statistics) -> str:
    """What a model is to a spell that tells troops from others; figures without a printed row are normal troops."""
    if not isinstance(figures, Row):
        return "normal-troops"
    if figures.section is Section.CHARACTERS:
        return "character"
    if figures.section is Section.MONSTERS:
        return "monster"
    return "elite-troops" if is_elite(figures) else "normal-troops"


def _regenerates(target: Target, gate: Gate) -> Stepping:
    """A roll of regeneration for each wound that was dealt, for models nearby."""
    each = target.figures.wounds
    before = target.left.wounds(each)

    def roll(cast: Cast) -> Hits | None:
        dealt = before - cast.at.left.wounds(each)
        return Hits(dealt, HEALS_ON) if gate(cast) and dealt else None

    return [Step("regeneration", REGENERATION, roll, lambda cast, number: replace(cast, regained=number))]
