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

AT_ONCE = fx.Slays | fx.Hits | fx.Does  # what of a table is over as soon as it is shown


class Borne(Struct, frozen=True):
    """A persistent spell on a unit; `line` and `missile_line` are the places of the attack that it is on.

    `holds` is whether a die has shaken it off for the turn, None where none was thrown. `works` is the spell with what
    its table has brought in place of the table, `becomes` what its bearer has turned into.
    """

    spell: Spell
    works: Spell
    line: int = 0
    missile_line: int | None = None
    holds: bool | None = None
    becomes: Statistics | None = None


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
        escapes = {effect.unless for effect in spell.effects} - {None}
        if own.holds is not None and not escapes:
            raise MalformedError(f"{where}.holds", f"must be absent: nothing shakes {spell.name} off")
        if "roll-of-1" in escapes and own.holds is None:
            reason = f"is missing: each turn a die says whether {spell.name} holds, and here nobody throws it"
            raise MalformedError(f"{where}.holds", reason)
        stands = tuple(_standing(own, spell, where))
        if own.holds is False:  # it stays on the unit, without what a roll of 1 keeps off this turn
            stands = tuple(effect for effect in stands if effect.unless != "roll-of-1")
        works = replace(spell, effects=stands)
        becomes = next((catalogue.in_play(it.creature) for it in spell.effects if isinstance(it, fx.Becomes)), None)
        line, missile = _blow(own, figures, where), _missile(own, figures, where)
        borne.append(Borne(spell, works, line, missile, own.holds, becomes))
    return tuple(borne)


def _standing(own: BorneSpell, spell: Spell, field: str) -> Iterator[fx.SpellEffect]:
    """What is on the bearer now, of a table what its die has shown: gains add up, an ability is had once."""
    tables = [effect for effect in spell.effects if isinstance(effect, fx.DieTable)]
    if tables and own.shown is None:
        raise MalformedError(f"{field}.shown", f"is missing: which faces has the die of {spell.name} shown?")
    if own.shown is not None and not tables:
        raise MalformedError(f"{field}.shown", f"must be absent: {spell.name} has no table")
    yield from (effect for effect in spell.effects if effect not in tables)
    for table in tables:
        by_face = {face: result.effects for result in table.results for face in result.rolls}
        had: set[int] = set()
        for place, face in enumerate(own.shown or ()):
            effects = by_face[face]
            if effects and all(isinstance(effect, AT_ONCE) for effect in effects):
                reason = f"must not be {face}: what that brings is over at once and stays on nobody"
                raise MalformedError(f"{field}.shown[{place}]", reason)
            if face not in had:
                yield from effects
            if any(isinstance(effect, fx.Gains) for effect in effects):
                had.add(face)


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


def cost_of_a_wound(borne: tuple[Borne, ...]) -> int:
    """How many wounds a model loses by each: a second one under a spell that doubles them (S7, BR102)."""
    return 2 if any(Mechanism.WOUNDS in mechanisms(own.spell) for own in borne) else 1


def bewitched(figures: Statistics, borne: tuple[Borne, ...], moment: Moment = ANY_MOMENT) -> Statistics:
    """The figures under the spells that are on them."""
    for own in borne:
        on = replace(moment, line=own.line, missile_line=own.missile_line)
        if own.becomes is not None:
            figures = replace(own.becomes, wounds=figures.wounds)
        figures = under_spells(figures, [own.works], on)
    return figures


def unnerved(figures: Statistics, foes: tuple[Borne, ...]) -> Statistics:
    """The figures of who fights the bearers of these spells."""
    for own in foes:
        for effect in own.works.effects:
            if effect.whom == "enemies-engaged":
                figures = changed(figures, replace(effect, whom="target"))
    return figures


def forbids(borne: tuple[Borne, ...], act: str) -> Spell | None:
    """The first of the spells that keeps its bearer from something, unless a die is known to have prevented it."""
    for own in borne:
        for effect in own.works.effects:
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
        for effect in chosen(own.works, on):
            yield {"unit": unit, "spell": own.spell.slug, **plain_change(effect, figures, on)}
