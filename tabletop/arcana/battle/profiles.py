"""What the profiles of a unit's living models say of it now: how far it moves, its morale, how it may stand."""

from __future__ import annotations

from tabletop.arcana.battle.kinds import models_of_kinds
from tabletop.arcana.battle.situations import models_beside, stated, troops_of
from tabletop.arcana.battle.state import INCH, BattleUnit, Body
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import MoraleKind, Statistics
from tabletop.arcana.odds.situations import BorneSpell
from tabletop.arcana.odds.spells import bewitched, borne_by
from tabletop.arcana.odds.units import figures_of
from tabletop.arcana.rules.formation.legality import is_wide_enough, may_form_ranks
from tabletop.decoding import MalformedError


def figures(catalogue: Catalogue, unit: BattleUnit, body: Body) -> Statistics:
    """The figures of a body under those spells on its unit that the resolvers know.

    MalformedError where its list has no such profile.
    """
    found = figures_of(catalogue, troops_of(body), body.name)
    for own in (spell for spell in unit.spells if not spell.by_hand):
        try:
            stated = BorneSpell(spell=own.spell, line=own.line, weapon=own.weapon, holds=own.holds)
            borne = borne_by(catalogue, (stated,), found, "")
        except MalformedError:
            continue
        found = bewitched(found, borne)
    return found


def living(unit: BattleUnit) -> tuple[Body, ...]:
    """The bodies of which somebody lives, but who is carried by another."""
    bodies = tuple(body for body in unit.bodies if body.left)
    return tuple(body for body in bodies if unit.mount_of(body) is None)


def whole_move(catalogue: Catalogue, unit: BattleUnit) -> int:
    """Hundredths of an inch that the slowest of it moves at most in its best way, without the d3 of the berserk."""
    return min((_farthest(figures(catalogue, unit, body)) for body in living(unit)), default=0) * INCH


def _farthest(own: Statistics) -> int:
    ways = own.movement
    return max(ways.ground or 0, ways.fly or 0, ways.swim or 0)


def may_fly(catalogue: Catalogue, unit: BattleUnit) -> bool:
    return all(figures(catalogue, unit, body).movement.fly for body in living(unit))


def highest_morale(catalogue: Catalogue, unit: BattleUnit) -> int:
    """The highest value of morale in the unit."""
    values = (figures(catalogue, unit, body).morale for body in unit.bodies if body.left)
    return max((morale.value for morale in values if morale), default=0)


def is_berserk(catalogue: Catalogue, unit: BattleUnit) -> bool:
    """Whether most of it is: who rides or joins a berserk unit goes along."""
    morale = figures(catalogue, unit, unit.main).morale
    return morale is not None and morale.kind is MoraleKind.BERSERK


def may_stand(catalogue: Catalogue, unit: BattleUnit, files: int) -> bool:
    """Whether its models may stand so many files wide; loose, which 0 is, they always may."""
    if not files:
        return True
    models = _in_ranks(unit)
    own = figures_of(catalogue, troops_of(unit.main), unit.main.name)
    return may_form_ranks(own, models) and files <= models and is_wide_enough(files, models)


def _in_ranks(unit: BattleUnit) -> int:
    """The models that count for ranks: the main body and the characters among it."""
    return (models_of_kinds(unit) if stated(unit).troops else 0) + models_beside(unit)
