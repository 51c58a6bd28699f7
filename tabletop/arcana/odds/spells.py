"""Spells that units of a situation bear: which they are, on which attack, and what they make of a profile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.catalogue.spells import Spell, SpellKind
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.situations import BorneSpell
from tabletop.arcana.rules.magic.casting import ON_UNITS
from tabletop.arcana.rules.magic.changes import ANY_MOMENT, Moment, changed, chosen, under_spells
from tabletop.arcana.rules.magic.kinds import Mechanism, mechanism, mechanisms
from tabletop.decoding import MalformedError
from tabletop.spelling import closest_word

Plain = dict[str, Any]

UNRESOLVED = {Mechanism.CONTROL, Mechanism.TABLE, Mechanism.WOUNDS}


class Borne(Struct, frozen=True):
    """A persistent spell on a unit; `line` and `missile_line` are the places of the attack that it is on.

    `holds` is whether a die has shaken it off for the turn, None where none was thrown.
    """

    spell: Spell
    line: int = 0
    missile_line: int | None = None
    holds: bool | None = None


def spell_of(catalogue: Catalogue, slug: str, field: str) -> Spell:
    """The spell; MalformedError for that field where there is none."""
    if slug not in catalogue.spells:
        near = closest_word(slug, catalogue.spells)
        meant = f" (did you mean “{near}”?)" if near else ""
        raise MalformedError(field, f"there is no spell “{slug}”{meant}")
    return catalogue.spells[slug]


def persistent_spell(catalogue: Catalogue, slug: str, field: str) -> Spell:
    """A spell that lasts; MalformedError for any other."""
    spell = spell_of(catalogue, slug, field)
    if spell.kind is not SpellKind.PERSISTENT:
        raise MalformedError(field, f"must be a persistent spell: {spell.name} is {spell.kind}")
    return spell


def borne_by(
    catalogue: Catalogue, stated: tuple[BorneSpell, ...], figures: Statistics, field: str
) -> tuple[Borne, ...]:
    """The spells on a unit of these figures; MalformedError for one that can't be on it, or isn't resolved there."""
    borne: list[Borne] = []
    for place, own in enumerate(stated):
        where = f"{field}[{place}]"
        spell = persistent_spell(catalogue, own.spell, f"{where}.spell")
        if spell.target.what not in ON_UNITS:
            raise MalformedError(f"{where}.spell", f"{spell.name} isn't on units")
        if any(other.spell is spell for other in borne):
            raise MalformedError(f"{where}.spell", f"{spell.name} is never twice on one unit")
        becomes = any(isinstance(effect, fx.Becomes) for effect in spell.effects)
        kinds = [kind for kind in mechanisms(spell) if kind in UNRESOLVED or becomes]
        if kinds:
            raise MalformedError(f"{where}.spell", f"{spell.name} isn't resolved on a unit yet: {', '.join(kinds)}")
        escapes = {effect.unless for effect in spell.effects} - {None}
        if own.holds is not None and not escapes:
            raise MalformedError(f"{where}.holds", f"must be absent: nothing shakes {spell.name} off")
        if "roll-of-1" in escapes and own.holds is None:
            reason = f"is missing: each turn a die says whether {spell.name} holds, and here nobody throws it"
            raise MalformedError(f"{where}.holds", reason)
        if "roll-of-1" in escapes and not own.holds:
            continue
        borne.append(Borne(spell, _blow(own, figures, where), _missile(own, figures, where), own.holds))
    return tuple(borne)


def _blow(own: BorneSpell, figures: Statistics, field: str) -> int:
    if own.line is not None and own.line > len(figures.melee):
        raise MalformedError(f"{field}.line", f"must be at most {len(figures.melee)}, the attacks it has")
    return (own.line or 1) - 1


def _missile(own: BorneSpell, figures: Statistics, field: str) -> int | None:
    if not own.weapon:
        return None
    for place, missile in enumerate(figures.missile):
        if missile.name.lower().startswith(own.weapon.lower()):
            return place
    raise MalformedError(f"{field}.weapon", f"there is no missile attack “{own.weapon}”")


def bewitched(figures: Statistics, borne: tuple[Borne, ...], moment: Moment = ANY_MOMENT) -> Statistics:
    """The figures under the spells that are on them."""
    for own in borne:
        on = replace(moment, line=own.line, missile_line=own.missile_line)
        figures = under_spells(figures, [own.spell], on)
    return figures


def unnerved(figures: Statistics, foes: tuple[Borne, ...]) -> Statistics:
    """The figures of who fights the bearers of these spells."""
    for own in foes:
        for effect in own.spell.effects:
            if effect.whom == "enemies-engaged":
                figures = changed(figures, replace(effect, whom="target"))
    return figures


def forbids(borne: tuple[Borne, ...], act: str) -> Spell | None:
    """The first of the spells that keeps its bearer from something, unless a die is known to have prevented it."""
    for own in borne:
        for effect in own.spell.effects:
            if isinstance(effect, fx.Bars) and effect.act == act and own.holds is not False:
                return own.spell
    return None


def is_in_doubt(borne: tuple[Borne, ...], spell: Spell) -> bool:
    """Whether a die has yet to say whether that spell holds."""
    return any(own.spell is spell and own.holds is None for own in borne)


def plain_change(effect: fx.SpellEffect, figures: Statistics | None, moment: Moment = ANY_MOMENT) -> Plain:
    """An effect for JSON, in the catalogue's words, with the figures that it changes, before and after."""
    told = list(_figures(effect, figures, moment)) if figures is not None else []
    return {"mechanism": mechanism(effect).value, "effect": msgspec.to_builtins(effect), "figures": told}


def _figures(effect: fx.SpellEffect, before: Statistics, moment: Moment) -> Iterator[Plain]:
    after = changed(before, effect, moment)
    for field in before.__struct_fields__:
        old, new = getattr(before, field), getattr(after, field)
        if old != new:
            yield {"figure": field, "before": msgspec.to_builtins(old), "after": msgspec.to_builtins(new)}


def told(borne: tuple[Borne, ...], figures: Statistics, unit: str) -> Iterator[Plain]:
    """Every effect of the spells on a unit of that name, of those to choose from the chosen one, for JSON."""
    for own in borne:
        on = Moment(shot_at=True, line=own.line, missile_line=own.missile_line)
        for effect in chosen(own.spell, on):
            yield {"unit": unit, "spell": own.spell.slug, **plain_change(effect, figures, on)}
