"""The mechanical kinds of spells: what an engine has to do for each kind of effect."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from tabletop.arcana.catalogue.profiles import OddStrength
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import effects as fx


class Mechanism(StrEnum):
    """What a spell makes somebody do at the table."""

    HITS = "hits"
    ELDRITCH = "eldritch-hits"
    WOUNDS = "wounds"
    KILLS = "kills"
    HEALS = "heals"
    FIGURES = "figures"
    ABILITIES = "abilities"
    ATTACKS = "attacks"
    SUMMONS = "summons"
    TEMPLATE = "template"
    TERRAIN = "terrain"
    MOVES = "moves"
    FORMATION = "formation"
    LOCKS = "locks"
    SIGHT = "sight"
    CONTROL = "control"
    MORALE = "morale"
    CONTEST = "contest"
    TABLE = "table"


OF_EFFECT: dict[type[fx.Effect], Mechanism] = {
    fx.Wounds: Mechanism.WOUNDS,
    fx.Slays: Mechanism.KILLS,
    fx.Heals: Mechanism.HEALS,
    fx.Revives: Mechanism.HEALS,
    fx.HalfSpeed: Mechanism.FIGURES,
    fx.Gains: Mechanism.ABILITIES,
    fx.Becomes: Mechanism.ABILITIES,
    fx.Alters: Mechanism.ATTACKS,
    fx.ExtraAttack: Mechanism.ATTACKS,
    fx.Summons: Mechanism.SUMMONS,
    fx.Raises: Mechanism.SUMMONS,
    fx.Meld: Mechanism.MOVES,
    fx.Reshapes: Mechanism.TERRAIN,
    fx.Loosens: Mechanism.FORMATION,
    fx.Bars: Mechanism.LOCKS,
    fx.Contest: Mechanism.CONTEST,
    fx.DieTable: Mechanism.TABLE,
}
OF_RULE: dict[str, Mechanism] = {
    "rallies": Mechanism.MORALE,
    "tests-morale": Mechanism.MORALE,
    "appears": Mechanism.MOVES,
    "regenerates": Mechanism.HEALS,
    "attacks-the-closest": Mechanism.CONTROL,
    "changes-control": Mechanism.CONTROL,
    "strikes-its-own-unit": Mechanism.CONTROL,
    "wounds-twice": Mechanism.WOUNDS,
    "hides-everything-inside": Mechanism.SIGHT,
}


def mechanisms(spell: Spell) -> tuple[Mechanism, ...]:
    """Every kind of the spell once, its template's first; those of a table's results are the table's."""
    return tuple(dict.fromkeys(_mechanisms(spell)))


def _mechanisms(spell: Spell) -> Iterator[Mechanism]:
    if spell.template is not None:
        yield Mechanism.TEMPLATE
    for effect in spell.effects:
        yield mechanism(effect)


def mechanism(effect: fx.SpellEffect) -> Mechanism:
    """The kind of one effect, by its type and what it says."""
    match effect:
        case fx.Hits():
            return Mechanism.ELDRITCH if effect.strength == OddStrength.ELDRITCH else Mechanism.HITS
        case fx.Stat():
            return Mechanism.MORALE if effect.stat == "morale" else Mechanism.FIGURES
        case fx.Loses():
            return Mechanism.LOCKS if effect.ability == "movement" else Mechanism.ABILITIES
        case fx.Does():
            return OF_RULE[effect.rule]
    return OF_EFFECT[type(effect)]
