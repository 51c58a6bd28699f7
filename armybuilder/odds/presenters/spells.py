"""Spells that the page of odds offers: to be cast at a unit, or borne by one of those who meet."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Movement, Statistics
from tabletop.arcana.catalogue.spells import Save, Spell, SpellKind
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.situations import BorneSpell
from tabletop.arcana.odds.spells import bewitched, borne_by, cost_of_a_wound, unnerved
from tabletop.arcana.rules.magic.changes import Moment
from tabletop.arcana.rules.magic.harm import by_model
from tabletop.decoding import MalformedError

DICED = fx.Hits | fx.Wounds | fx.Slays | fx.Heals | fx.Revives


def to_cast(catalogue: Catalogue) -> list[Spell]:
    """The spells that dice are rolled for as they are cast at a unit, by name; contests of spells aren't."""
    spells = (spell for spell in catalogue.spells.values() if spell.target.what != "terrain" and _has_dice(spell))
    return sorted(spells, key=lambda spell: spell.name)


def to_lie(catalogue: Catalogue) -> list[Spell]:
    """The spells whose template may stay on the table and hurts whom it touches there, by name."""
    spells = (spell for spell in catalogue.spells.values() if spell.template and _hurts(spell))
    return sorted(spells, key=lambda spell: spell.name)


def _hurts(spell: Spell) -> bool:
    return spell.kind is SpellKind.PERSISTENT and any(isinstance(each, DICED) for each in fx.flattened(spell.effects))


def wanders(spell: Spell) -> bool:
    """Whether dice say where its template goes."""
    return bool(spell.template and spell.template.drift and spell.template.drift.towards == "random")


def to_dispel(catalogue: Catalogue) -> list[Spell]:
    """The spells that last, by name."""
    spells = (spell for spell in catalogue.spells.values() if spell.kind is SpellKind.PERSISTENT)
    return sorted(spells, key=lambda spell: spell.name)


def _has_dice(spell: Spell) -> bool:
    effects = [*fx.flattened(spell.effects)]
    if any(isinstance(effect, fx.Contest | fx.Summons) for effect in effects):
        return False
    return spell.save is not Save.NONE or any(isinstance(effect, DICED) and effect.at_once for effect in effects)


def touches_models(spell: Spell) -> bool:
    """Whether its odds hang on how many models it touches."""
    effects = fx.flattened(spell.effects)
    return any(isinstance(effect, DICED) and effect.at_once and by_model(effect) for effect in effects)


@lru_cache(maxsize=64)
def bearable(catalogue: Catalogue, own: Statistics, foe: Statistics, *, shot_at: bool) -> tuple[Spell, ...]:
    """Lasting spells that change what a unit of such figures does to the other, or what that does to it; by name."""
    spells = (spell for spell in catalogue.spells.values() if _changes(catalogue, spell, own, foe, shot_at=shot_at))
    return tuple(sorted(spells, key=lambda spell: spell.name))


def _changes(catalogue: Catalogue, spell: Spell, own: Statistics, foe: Statistics, *, shot_at: bool) -> bool:
    if any(isinstance(effect, fx.Becomes) for effect in spell.effects):
        return False
    try:
        borne = borne_by(catalogue, (BorneSpell(spell=spell.slug),), own, "")
    except MalformedError:
        return False
    if own.wounds > 1 and cost_of_a_wound(borne) > 1:
        return True
    under = bewitched(own, borne, Moment(foe=foe, shot_at=shot_at))
    return _standing(under) != _standing(own) or (not shot_at and unnerved(foe, borne) != foe)


def _standing(figures: Statistics) -> Statistics:
    """The figures without how they move, which no blow hangs on."""
    return replace(figures, movement=Movement())
