"""Hits, wounds and deaths that a spell brings to one unit, as steps over the casting."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Melee, Missile, OddStrength, Statistics
from tabletop.arcana.catalogue.spells import Save as SpellSave
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.hitting import Needed
from tabletop.arcana.rules.harm.losses import Left, of_parts
from tabletop.arcana.rules.harm.saving import PROFILES, SAVES, Save, SaveKind, save_from_blow
from tabletop.arcana.rules.magic.casting import Cast, Casting, Part, is_untouchable
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, Target, hit_steps
from tabletop.dice import Change, Dice, Hits, Step
from tabletop.dice.rolls import SIDES, parse_dice
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

EFFECTS = BOOK.section("Spell Notes")
MELEE = BOOK.section("Resolving Melee Attacks")
MOST_WEIGHT = 5  # what quicksand bears: a d6 and armour together
SPEEDS = (4, 8, 12, 16)  # inches up to which a model needs 1, 2, 3, 4 to leap clear; 5 beyond
MISSILE, BLOW = "missile", "melee"  # manners of hits

Gate = Callable[[Cast], bool]


class Volley(Salvo, frozen=True, kw_only=True):
    """Hits of a spell. Those that the book doesn't call missile hits are saved as blows (reading BR28).

    Eldritch ones and missile hits find characters by a 1 in 6, those of a melee never (readings BR71, BR82). Who of
    the target is `immune` to the spell suffers nothing (reading BR41).
    """

    manner: str | None
    immune: tuple[Statistics, ...] = ()

    @property
    def finds_characters(self) -> bool:
        if self.target.character is None or self.manner == BLOW:
            return False
        return self.manner == MISSILE or self.missile.strength == OddStrength.ELDRITCH

    def save(self, figures: Statistics) -> Save:
        shot = self.missile
        if figures in self.immune:
            return Save(kind=SaveKind.IMMUNE)
        if self.manner == MISSILE:
            return super().save(figures)
        blow = Melee(attacks=1, skill=0, strength=shot.strength, magical=shot.magical, element=shot.element)
        return save_from_blow(replace(blow, wounds_d3=shot.wounds_d3), figures, most=figures.wounds)


def volley(hits: fx.Hits, casting: Casting, target: Target) -> Volley:
    """The hits of an effect, as they are saved."""
    wounds = 0 if hits.wounds.isdecimal() else parse_dice(hits.wounds).count
    shot = Missile(
        range=1,
        attacks=1,
        skill=hits.skill or 0,
        strength=hits.strength,
        magical=hits.magical,
        element=hits.element,
        wounds_d3=wounds,
    )
    immune = tuple(one for one in (target.figures, *target.kinds, *target.characters) if is_untouchable(casting, one))
    name = casting.spell.name
    return Volley(name=name, missile=shot, shots=0, needed=SIDES, target=target, manner=hits.manner, immune=immune)


def number_of(roll: str, *, times: int = 1, halvings: int = 0, extra: int = 0) -> Dice:
    """So many as a digit or dice say, `times` over, with `extra` further rolls of them."""
    if roll.isdecimal():
        return Dice(0, more=int(roll) * (times + extra), halvings=halvings)
    dice = parse_dice(roll)
    return Dice(dice.count * (times + extra), dice.faces, halvings=halvings)


def by_model(effect: fx.SpellEffect) -> bool:
    """Whether it hits or slays each model touched by itself, as attacks on enemies touched do, and not their unit."""
    each_attacked = isinstance(effect, fx.Hits) and effect.whom == "enemies-touched" and effect.skill is not None
    return isinstance(effect, fx.Hits | fx.Slays) and (effect.whom.startswith("models-") or each_attacked)


def hits_of(hits: fx.Hits, casting: Casting, target: Target) -> Dice:
    """How many hits or attacks the unit takes: for each model touched, or for all together and then halved."""
    if by_model(hits):
        units = FOOTPRINTS[target.figures.base][2] if hits.per_base_unit else 1
        return number_of(hits.hits, times=casting.touched * units)
    return number_of(hits.hits, halvings=_halvings(hits, casting, target))


def _halvings(effect: fx.Hits | fx.Slays, casting: Casting, target: Target) -> int:
    """How often it is halved: on skirmishers, and for who only fights the unit that is struck."""
    return int(effect.halved is True and target.takes_half) + int(casting.part is Part.BESIDE)


def needed(skill: int, figures: Statistics) -> Needed:
    """What the attacks of a spell need, as blows do."""
    defence = figures.defence
    changes = (("evasion", -defence.evasion, PROFILES), ("the target is slow", int(defence.slow), MELEE))
    lines = [Line("skill", Fraction(skill), MELEE)]
    lines += [Line(label, Fraction(amount), citation) for label, amount, citation in changes if amount]
    return Needed(Breakdown(tuple(lines)))


def hits_steps(hits: fx.Hits, casting: Casting, target: Target, gate: Gate) -> Steps[Cast]:
    """From the number of hits to who falls of them."""
    if hits.until_saved:
        return _until_saved(casting, target, gate)
    name, dice = casting.spell.name, hits_of(hits, casting, target)
    steps: list[Step[Cast] | Change[Cast]] = [
        Step(f"{name}, hits", EFFECTS, lambda cast: dice if gate(cast) else None, _scored),
    ]
    if hits.skill is not None:
        number = needed(hits.skill, target.figures).number
        steps.append(
            Step(
                name,
                MELEE,
                lambda cast: Blows(cast.at.hits, number, 0, MELEE) if gate(cast) and cast.at.hits else None,
                _scored,
            )
        )
    return [*steps, *(_within(step, gate) for step in hit_steps(volley(hits, casting, target)))]


def _scored(cast: Cast, hits: int) -> Cast:
    return replace(cast, at=replace(cast.at, hits=hits))


def _within(step: Step[SalvoState] | Change[SalvoState], gate: Gate) -> Step[Cast] | Change[Cast]:
    """A step of hits as one of the casting."""
    if isinstance(step, Change):
        change = step.after
        return Change(lambda cast: replace(cast, at=change(cast.at)) if gate(cast) else cast)
    roll, after = step.roll, step.after
    return Step(
        step.name,
        step.citation,
        lambda cast: roll(cast.at) if gate(cast) else None,
        lambda cast, result: replace(cast, at=after(cast.at, result)),
    )


def _until_saved(casting: Casting, target: Target, gate: Gate) -> Steps[Cast]:
    """A hit on one model, and another one for each save that fails, until one is made or the model dies."""
    each, number = target.figures.wounds, target.figures.defence.magic_resistance

    def after(cast: Cast, saved: int) -> Cast:
        left = cast.at.left if saved else cast.at.left.after(each, wounds=1)
        return replace(cast, at=replace(cast.at, scored=cast.at.scored + 1, left=left, hits=int(not saved)))

    def roll(cast: Cast) -> Hits | None:
        return Hits(1, number) if gate(cast) and cast.at.hits and cast.at.left.models else None

    begin = Change[Cast](lambda cast: _scored(cast, 1))
    saves = Step(f"{casting.spell.name}, saves", SAVES, roll, after)
    return [begin, *([saves] * target.left.wounds(each)), Change(lambda cast: _scored(cast, 0))]


def wounds_steps(wounds: fx.Wounds, casting: Casting, target: Target, gate: Gate) -> Steps[Cast]:
    """Wounds that nothing saves."""
    dice, each = number_of(wounds.wounds, extra=extra_rolls(casting)), target.figures.wounds
    return [
        Step(
            f"{casting.spell.name}, wounds",
            EFFECTS,
            lambda cast: dice if gate(cast) else None,
            lambda cast, number: _left(cast, cast.at.left.after(each, wounds=number, shares=target.shares)),
        )
    ]


def _left(cast: Cast, left: Left) -> Cast:
    return replace(cast, at=replace(cast.at, left=left))


def extra_rolls(casting: Casting) -> int:
    """How often extra power repeats the roll of a spell's wounds."""
    more = casting.spell.extra_power
    return casting.extra if more is not None and more.to in ("wounds", "roll") else 0


def slays_steps(slays: fx.Slays, casting: Casting, target: Target, gate: Gate) -> Steps[Cast]:
    """Models that die unless they save: who is covered by the roll or touched, then a die for each of them."""
    name, figures = casting.spell.name, target.figures
    number = int(death_receipt(slays, casting, figures).exact)
    dice, each = covering(slays, casting, target), figures.wounds
    alone = target.left.models == 1

    def covered(cast: Cast, total: int) -> Cast:
        living = cast.at.left
        weight = (living.wounds(each) if alone else each) if slays.counted_in == "wounds" else 1
        return _scored(cast, min(total // weight, living.models))

    def after(cast: Cast, spared: int) -> Cast:
        dead = cast.at.hits - spared
        return _scored(_left(cast, cast.at.left.without(dead)), 0)

    steps: list[Step[Cast] | Change[Cast]] = [
        Step(f"{name}, how many", EFFECTS, lambda cast: dice if gate(cast) else None, covered)
    ]
    numbers = [int(death_receipt(slays, casting, own).exact) for own in target.kinds]
    if len(set(numbers)) > 1:
        every = reversed([*enumerate(numbers)])
        return [*steps, *(_slays_kind(name, kind, own, gate) for kind, own in every)]
    if number < 1:
        return [*steps, Change(lambda cast: after(cast, 0) if gate(cast) else cast)]
    roll = Step[Cast](
        f"{name}, saves", SAVES, lambda cast: Hits(cast.at.hits, number) if gate(cast) and cast.at.hits else None, after
    )
    return [*steps, roll]


def _slays_kind(name: str, kind: int, number: int, gate: Gate) -> Step[Cast]:
    """Of several kinds that die otherwise those named last are covered first (reading BR118)."""

    def among(cast: Cast) -> int:
        parts = cast.at.left.parts
        return min(cast.at.hits, parts[kind][0]) if gate(cast) and parts else 0

    def roll(cast: Cast) -> Hits | None:
        return Hits(among(cast), max(number, 0)) if among(cast) else None

    def after(cast: Cast, spared: int) -> Cast:
        covered, parts = among(cast), list(cast.at.left.parts)
        models, lost = parts[kind]
        parts[kind] = models - covered + spared, lost[: models - covered + spared]
        return _scored(_left(cast, of_parts(parts, cast.at.left.costs)), cast.at.hits - covered)

    return Step(f"{name}, saves", SAVES, roll, after)


def covering(slays: fx.Slays, casting: Casting, target: Target) -> Dice:
    """How many models, or wounds of them, may die: all that are touched, or as the dice say."""
    if slays.up_to is None:
        touched = casting.touched if by_model(slays) else target.left.models
        return Dice(0, more=touched)
    dice = parse_dice(slays.up_to)
    return Dice(dice.count + extra_rolls(casting), dice.faces, halvings=_halvings(slays, casting, target))


def death_receipt(slays: fx.Slays, casting: Casting, figures: Statistics) -> Breakdown:
    """What a model needs on a d6, or less: its resistance, or what its move or its armour leaves it.

    Where the header's own save was a single model's, it isn't rolled twice.
    """
    lines: list[tuple[str, int]] = []
    if "flyers" in slays.spares and figures.movement.fly:
        lines.append(("it flies", SIDES))
    elif slays.save == "movement":
        lines.append(("its move", 1 + sum((figures.movement.ground or 0) > inches for inches in SPEEDS)))
    elif slays.save == "weight":
        lines.append(("what the ground bears", MOST_WEIGHT))
        if weight := _weight(figures, without_shield=casting.without_shields):
            lines.append(("armour that isn't fixed", -weight))
    elif slays.save == "magic" and casting.spell.save is not SpellSave.INDIVIDUAL:
        lines.append(("magic resistance", figures.defence.magic_resistance))
    return Breakdown(tuple(Line(label, Fraction(amount), EFFECTS) for label, amount in lines))


def _weight(figures: Statistics, *, without_shield: bool) -> int:
    """Armour that isn't fixed; a shield that is thrown away makes it 1 less."""
    worn = [armour.value for armour in (figures.armour, figures.second_armour) if armour and not armour.fixed]
    return max(max(worn, default=0) - int(without_shield), 0)
