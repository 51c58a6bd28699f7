"""Casters of a battle: who has power, who may still cast or counter, and which spells are theirs."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.battle.resolving import figures_of
from tabletop.arcana.battle.state import BattleUnit, Body, Standing, State, other
from tabletop.arcana.catalogue.dispelling import MELDING_ALONE
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.effects import Meld

FEWEST = 1  # points of power of the cheapest spell, and of a counterspell


def schools_known(catalogue: Catalogue, body: Body) -> frozenset[School]:
    """The schools whose spells a body casts; none for who casts nothing. Where it hasn't chosen, any that it may."""
    if body.school == School.GENERAL:
        return frozenset({School.GENERAL})
    if body.school is not None:
        return frozenset({School(body.school), School.GENERAL})
    row = catalogue.rows.get(body.profile)
    own = row.spellcaster.schools if isinstance(row, Row) and row.spellcaster else ()
    return frozenset({*own, School.GENERAL}) if own else frozenset()


def knows(catalogue: Catalogue, body: Body, spell: Spell) -> bool:
    return bool(schools_known(catalogue, body) & {listing.school for listing in spell.schools})


def casters_of(state: State, catalogue: Catalogue, side: str) -> Iterator[tuple[BattleUnit, Body]]:
    """A side's living casters who are neither broken nor hidden."""
    for unit in state.of(side):
        if unit.standing is Standing.READY:
            yield from ((unit, body) for body in unit.bodies if body.left and schools_known(catalogue, body))


def actors_of(state: State, catalogue: Catalogue, side: str) -> Iterator[tuple[BattleUnit, Body]]:
    """A side's casters, and who has bought a counterspell: that ability dispels, too."""
    for unit in state.of(side):
        for body in unit.bodies if unit.standing is Standing.READY else ():
            if body.left and (body.counterspell or schools_known(catalogue, body)):
                yield unit, body


def has_bought(unit: BattleUnit, body: Body) -> bool:
    """Whether a body has a bought counterspell that it hasn't used this turn, to counter or to dispel (B78)."""
    return body.counterspell and body.ref not in unit.turn.countered


def may_cast(state: State, unit: BattleUnit, body: Body) -> bool:
    """Whether one may still act: with power for a spell, a spell of its own to end, or a bought dispel for any."""
    if body.ref in unit.turn.cast or body.ref in unit.turn.passed:
        return False
    casters = {lying.caster for lying in state.lying}
    casters |= {spell.caster for its in state.units.values() for spell in its.spells}
    return body.power >= FEWEST or body.ref in casters or (has_bought(unit, body) and bool(casters))


def castable(state: State, catalogue: Catalogue, unit: BattleUnit) -> Iterator[Spell]:
    """The spells that casters of a unit know and have power for, in the catalogue's order."""
    able = [body for body in unit.bodies if body.left and may_cast(state, unit, body)]
    for spell in catalogue.spells.values():
        if any(body.power >= cheapest(spell) and knows(catalogue, body, spell) for body in able):
            yield spell


def cheapest(spell: Spell) -> int:
    """The least power that it takes: a wizard may meld alone for less."""
    return MELDING_ALONE if any(isinstance(effect, Meld) for effect in spell.effects) else spell.level


def to_cast(state: State, catalogue: Catalogue) -> str | None:
    """The side whose turn it is to cast: as they alternate, or the one that is left; None when nobody may.

    Nobody has begun where both may and it isn't said who does: then the choice is the first mover's.
    """
    able = [
        side
        for side in ("red", "blue")
        if side not in state.finished
        and any(may_cast(state, unit, body) for unit, body in actors_of(state, catalogue, side))
    ]
    preferred = state.to_cast or state.mover or "red"
    return preferred if preferred in able else able[0] if able else None


def may_choose_order(state: State, catalogue: Catalogue, side: str) -> bool:
    """Whether it is this side's choice who casts first: the first mover's, before anybody has."""
    if state.to_cast is not None or side != (state.mover or "red"):
        return False
    return any(may_cast(state, unit, body) for unit, body in actors_of(state, catalogue, other(side)))


def counterers(state: State, catalogue: Catalogue) -> Iterator[tuple[BattleUnit, Body]]:
    """Who may counter the spell that is announced: wizards with power, and who has bought it and not used it yet."""
    casting = state.casting
    if casting is None:
        return
    side = other(state.unit(casting.unit).side)
    for unit in state.of(side):
        for body in unit.bodies if unit.standing is Standing.READY else ():
            wizard = body.power >= FEWEST and bool(schools_known(catalogue, body))
            if body.left and body.ref not in casting.tried and (has_bought(unit, body) or wizard):
                yield unit, body


def is_undead(catalogue: Catalogue, unit: BattleUnit) -> bool:
    """Whether spells on the undead touch it: those of the Undead list are."""
    row = figures_of(catalogue, unit.main)
    slug = row.slug if isinstance(row, Row) else unit.main.profile
    return slug.startswith("undead/")
