"""What a spell makes of a profile while it lasts: figures, abilities and attacks, without dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import (
    Armour,
    Element,
    Melee,
    Missile,
    Morale,
    MoraleKind,
    Movement,
    OddStrength,
    Statistics,
    Strength,
    TerrainAbility,
)
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import effects as fx

Line = TypeVar("Line", Melee, Missile)


class Moment(Struct, frozen=True, kw_only=True):
    """For what a profile is read: `shot_at` by missiles, by or against a `foe`; and which attack a spell is on.

    `line` and `missile_line` are places among its attacks, the first unless the caster has chosen another (reading
    BR33: one for the whole unit).
    """

    shot_at: bool = False
    foe: Statistics | None = None
    line: int = 0
    missile_line: int | None = None


ANY_MOMENT = Moment()


def under_spells(figures: Statistics, spells: Iterable[Spell], moment: Moment = ANY_MOMENT) -> Statistics:
    """The profile as it is while these spells last, one after the other."""
    for spell in spells:
        for effect in chosen(spell, moment):
            figures = changed(figures, effect, moment)
    return figures


def chosen(spell: Spell, moment: Moment) -> Iterable[fx.SpellEffect]:
    """The effects of a spell; of those on a blow or on a missile, as the caster chooses, one alone."""
    alterations = [effect for effect in spell.effects if isinstance(effect, fx.Alters)]
    left_out = "melee" if moment.missile_line is not None else "missile"
    return [
        effect
        for effect in spell.effects
        if not (len(alterations) > 1 and isinstance(effect, fx.Alters) and effect.attack == left_out)
    ]


def changed(figures: Statistics, effect: fx.SpellEffect, moment: Moment = ANY_MOMENT) -> Statistics:
    """The profile with one effect on it; the same where the effect isn't about its figures, or is for others.

    Halved moves aren't among them: they are half of what each order costs, not another printed figure.
    """
    if effect.whom != "target" or not _holds(effect, figures, moment):
        return figures
    match effect:
        case fx.Stat():
            return _figure(figures, effect)
        case fx.Gains():
            return GAINS[effect.ability](figures, effect.value or 0)
        case fx.Loses():
            return LOSES[effect.ability](figures)
        case fx.Alters():
            return _altered(figures, effect, moment)
        case fx.ExtraAttack():
            return _with_attack(figures, effect, moment)
    return figures


def _holds(effect: fx.Effect, figures: Statistics, moment: Moment) -> bool:
    """Whether an effect that is only for some, or only against some, is for these."""
    if effect.only == "without-ground-movement" and figures.movement.ground:
        return False
    match getattr(effect, "against", None):
        case "missiles":
            return moment.shot_at
        case "not-fire-immune":
            return moment.foe is None or Element.FIRE not in moment.foe.defence.immune
    return True


def _figure(figures: Statistics, stat: fx.Stat) -> Statistics:
    """A figure changed by an amount or set to one; none falls below 0."""
    by = stat.by or 0
    match stat.stat:
        case "movement":
            return replace(figures, movement=_faster(figures.movement, by, stat.of))
        case "armour":
            return replace(
                figures, armour=_thicker(figures.armour, by), second_armour=_thicker(figures.second_armour, by)
            )
        case "magic-resistance":
            return _defence(figures, magic_resistance=_resisting(figures.defence.magic_resistance, stat))
        case "morale":
            return replace(figures, morale=_steadier(figures.morale, by))
        case "missile-skill":
            return replace(figures, missile=tuple(_skilled(line, by) for line in figures.missile))
        case "melee-skill":
            return _with_blows(figures, lambda line: _skilled(line, by))
    return _with_blows(figures, lambda line: replace(line, strength=_stronger(line.strength, by)))


def _faster(movement: Movement, by: int, of: str) -> Movement:
    """Every way of moving that it has, unless the ground is named (reading BR36)."""
    ways = {way: getattr(movement, way) for way in (("ground",) if of == "ground" else ("ground", "fly", "swim"))}
    return replace(movement, **{way: max(inches + by, 0) for way, inches in ways.items() if inches})


def _thicker(armour: Armour | None, by: int) -> Armour | None:
    return None if armour is None else replace(armour, value=max(armour.value + by, 0))


def _resisting(resistance: int, stat: fx.Stat) -> int:
    """One that is set or raised never falls by it (reading BR30)."""
    wanted = stat.to if stat.to is not None else resistance + (stat.by or 0)
    most = wanted if stat.at_most is None else min(wanted, stat.at_most)
    return max(resistance, most)


def _steadier(morale: Morale | None, by: int) -> Morale | None:
    return None if morale is None else replace(morale, value=max(morale.value + by, 0))


def _skilled(line: Line, by: int) -> Line:
    return replace(line, skill=max(line.skill + by, 0))


def _stronger(strength: Strength, by: int) -> Strength:
    """Weak counts as -1, and nothing is weaker; what is eldritch has no strength to change (reading BR35)."""
    if strength == OddStrength.ELDRITCH:
        return strength
    number = (strength if isinstance(strength, int) else -1) + by
    return number if number >= 0 else OddStrength.WEAK


def _with_blows(figures: Statistics, made: Callable[[Melee], Melee]) -> Statistics:
    """All blows and rams, which are printed like them (reading BR17)."""
    ramming = None if figures.ramming is None else made(figures.ramming)
    return replace(figures, melee=tuple(made(line) for line in figures.melee), ramming=ramming)


def _defence(figures: Statistics, **changes: Any) -> Statistics:
    return replace(figures, defence=replace(figures.defence, **changes))


def _armoured(figures: Statistics, value: int) -> Statistics:
    """A further armour, of which the better counts; of two that it has the other fixed one gives way."""
    gained = Armour(value=value, fixed=True)
    if figures.armour is None:
        return replace(figures, armour=gained)
    if figures.armour.fixed:
        return replace(figures, armour=max(figures.armour, gained, key=lambda armour: armour.value))
    if figures.second_armour is None or not figures.second_armour.fixed or figures.second_armour.value < value:
        return replace(figures, second_armour=gained)
    return figures


def _evasive(figures: Statistics, value: int) -> Statistics:
    """Having it twice isn't having more of it (reading BR31)."""
    return _defence(figures, evasion=max(figures.defence.evasion, value))


def _minded(figures: Statistics, kind: MoraleKind) -> Statistics:
    return replace(figures, morale=replace(figures.morale or Morale(value=0), kind=kind))


def _able(figures: Statistics, ability: TerrainAbility) -> Statistics:
    abilities = tuple(dict.fromkeys((*figures.movement.abilities, ability)))
    return replace(figures, movement=replace(figures.movement, abilities=abilities))


def _immune(figures: Statistics, element: Element) -> Statistics:
    return _defence(figures, immune=tuple(dict.fromkeys((*figures.defence.immune, element))))


def _undaunted_no_more(figures: Statistics) -> Statistics:
    """The berserk stay what they are."""
    fearless = figures.morale is not None and figures.morale.kind is MoraleKind.FEARLESS
    return _minded(figures, MoraleKind.NATURAL) if fearless else figures


GAINS: dict[str, Callable[[Statistics, int], Statistics]] = {
    "fixed-armour": _armoured,
    "evasion": _evasive,
    "fearsome": lambda figures, _: replace(figures, fearsome=True),
    "berserk": lambda figures, _: _minded(figures, MoraleKind.BERSERK),
    "forestwalker": lambda figures, _: _able(figures, TerrainAbility.FORESTWALKER),
    "swimmer": lambda figures, _: _able(figures, TerrainAbility.SWIMMER),
    "flying": lambda figures, inches: replace(figures, movement=replace(figures.movement, fly=inches)),
    "slow": lambda figures, _: _defence(figures, slow=True),
    "fire-immune": lambda figures, _: _immune(figures, Element.FIRE),
    "plague-immune": lambda figures, _: figures,  # no figure of a profile says it: see `is_untouchable`
}
LOSES: dict[str, Callable[[Statistics], Statistics]] = {
    "evasion": lambda figures: _defence(figures, evasion=0),
    "shield": lambda figures: _defence(figures, shield=False),
    "fearless": _undaunted_no_more,
    "flying": lambda figures: replace(figures, movement=replace(figures.movement, fly=None)),
    "movement": lambda figures: replace(figures, movement=Movement(abilities=figures.movement.abilities)),
}


def _altered(figures: Statistics, alters: fx.Alters, moment: Moment) -> Statistics:
    """One attack changed: the chosen missile where one is chosen, else a blow, or what is there of both."""
    shoots = alters.attack == "missile" or (alters.attack == "melee-or-missile" and moment.missile_line is not None)
    place = (moment.missile_line or 0) if shoots else moment.line
    lines: tuple[Melee | Missile, ...] = figures.missile if shoots else figures.melee
    if place >= len(lines):
        return figures
    if alters.lost:
        return replace(figures, missile=figures.missile[:place] + figures.missile[place + 1 :])
    made = (*lines[:place], _alteration(lines[place], alters), *lines[place + 1 :])
    return replace(figures, **{"missile" if shoots else "melee": made})


def _alteration(line: Melee | Missile, alters: fx.Alters) -> Melee | Missile:
    if alters.plain:
        return Melee(name=line.name, attacks=line.attacks, skill=alters.skill_to or 0, alternative=line.alternative)
    strength = _stronger(line.strength, alters.strength_by or 0) if alters.strength_to is None else alters.strength_to
    return replace(
        line,
        skill=max(line.skill + (alters.skill_by or 0), 0) if alters.skill_to is None else alters.skill_to,
        strength=strength,
        magical=line.magical or alters.magical,
        element=alters.element or line.element,
    )


def _with_attack(figures: Statistics, extra: fx.ExtraAttack, moment: Moment) -> Statistics:
    """One more attack: like one that it has (one enemy more in a sweep, reading BR34), or of the spell's own."""
    if extra.skill is not None:
        own = Melee(attacks=1, skill=extra.skill, strength=extra.strength, magical=extra.magical, element=extra.element)
        return replace(figures, melee=(*figures.melee, own))
    if moment.line >= len(figures.melee):
        return figures
    line = figures.melee[moment.line]
    more = replace(line, attacks=line.attacks + 1)
    return replace(figures, melee=(*figures.melee[: moment.line], more, *figures.melee[moment.line + 1 :]))
