"""What ground does to whom, as a table: every cell is what the rules' own functions answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield import Terrain
from tabletop.arcana.battlefield.schema import Cover, Going, Nature, TerrainKind
from tabletop.arcana.catalogue.abilities.ability import PROFILES
from tabletop.arcana.catalogue.profiles import TerrainAbility
from tabletop.arcana.rules.movement.vehicles import CAREFUL, MOVING_VEHICLES
from tabletop.arcana.terrain import TERRAIN_KINDS, Mover, Slowing, cover_penalty, slowing_of
from tabletop.arcana.terrain.effects import RESOLVING_MISSILES, MoverFormation, MoverKind, evasion_against
from tabletop.arcana.terrain.going import TERRAIN_AND_MOVEMENT
from tabletop.citations import Citation

CORNER = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
SHARES = {Fraction(1): "all", Fraction(3, 4): "¾", Fraction(1, 2): "½", Fraction(1, 4): "¼"}


def _ground(kind: TerrainKind, *, going: Going | None = None, nature: Nature | None = None) -> Terrain:
    return Terrain(ref="ground", kind=kind, polygon=CORNER, going=going, nature=nature)


def _able(ability: TerrainAbility) -> tuple[Mover, Mover]:
    return Mover(formation=MoverFormation.RANK_AND_FILE, abilities=(ability,)), Mover(abilities=(ability,))


DEEP_WATER = _ground(TerrainKind.WATER, going=Going.IMPASSABLE)
GROUNDS = {
    "Light forest": _ground(TerrainKind.LIGHT_FOREST),
    "Dense forest": _ground(TerrainKind.DENSE_FOREST),
    "Rocks": _ground(TerrainKind.DIFFICULT, nature=Nature.ROCKY),
    "Other difficult": _ground(TerrainKind.DIFFICULT),
    "Other very difficult": _ground(TerrainKind.VERY_DIFFICULT),
    "Stream or shallow river": _ground(TerrainKind.WATER, going=Going.DIFFICULT),
    "River": _ground(TerrainKind.WATER),
    "Deep water": DEEP_WATER,
    "Impassable": _ground(TerrainKind.IMPASSABLE),
}
# Each as rank and file and as skirmishers; the rest is never rank and file, or moves alike in both.
MOVERS: dict[str, tuple[Mover, ...]] = {
    "No ability": (Mover(formation=MoverFormation.RANK_AND_FILE), Mover()),
    "Forestwalker": _able(TerrainAbility.FORESTWALKER),
    "Rock Climber": _able(TerrainAbility.ROCK_CLIMBER),
    "Swimmer": _able(TerrainAbility.SWIMMER),
    "Ignores terrain": (Mover(abilities=(TerrainAbility.IGNORES_TERRAIN,)),),
    "Flyers": (Mover(flying=True),),
    "Towed vehicles": (Mover(kind=MoverKind.TOWED),),
    "War machines": (Mover(kind=MoverKind.WAR_MACHINE),),
}
FORMATIONS = {MoverFormation.RANK_AND_FILE: "rank and file", MoverFormation.SKIRMISH: "skirmish"}


class Share(Struct, frozen=True):
    """What is left of a mover's speed, as a figure and in a shade from 0 to 3."""

    slowing: Slowing

    @property
    def words(self) -> str:
        return SHARES[self.slowing.speed] if self.slowing.factor else "no entry"

    @property
    def shade(self) -> str:
        return {"all": "free", "¾": "slow", "½": "slow", "¼": "slower"}.get(self.words, "closed")


class Speeds(Struct, frozen=True):
    """A mover on each of the `GROUNDS`."""

    name: str
    formation: str
    shares: tuple[Share, ...]

    @property
    def sections(self) -> tuple[str, ...]:
        """Where its rules stand."""
        return tuple(dict.fromkeys(share.slowing.citation.section for share in self.shares))


class Effect(Struct, frozen=True):
    """Something that ground does besides slowing."""

    what: str
    does: str
    citation: Citation


def speeds() -> tuple[Speeds, ...]:
    return tuple(
        Speeds(
            name,
            FORMATIONS[mover.formation] if len(movers) > 1 else "",
            tuple(Share(slowing_of(ground, mover)) for ground in GROUNDS.values()),
        )
        for name, movers in MOVERS.items()
        for mover in movers
    )


def beyond_movement() -> tuple[Effect, ...]:
    swimmer, wader = MOVERS["Swimmer"][1], MOVERS["No ability"][1]
    evasion = evasion_against(DEEP_WATER, swimmer, wader)
    return (
        Effect(
            "Soft or hard cover", f"Shots at the unit: {_penalty(Cover.SOFT, Cover.HARD)} to hit.", RESOLVING_MISSILES
        ),
        Effect("Full cover", f"Shots at the unit: {_penalty(Cover.FULL)} to hit.", RESOLVING_MISSILES),
        Effect("Half in the open", "If one visible model has no cover, the unit has none.", RESOLVING_MISSILES),
        Effect("Deep water", f"Swimmers: Evasion ({evasion}) against attackers that can't swim.", PROFILES),
        *_sight(),
        Effect("Towed vehicles", _towed(), MOVING_VEHICLES),
    )


def _sight() -> Iterator[Effect]:
    for kind in TERRAIN_KINDS.values():
        if kind.sight:
            does = (
                f"One sees {kind.sight.inside:g} inches in, out or within, and from outside nothing that is behind it."
            )
            yield Effect(kind.name, does, TERRAIN_AND_MOVEMENT)


def _penalty(*covers: Cover) -> str:
    return str(cover_penalty(covers)).replace("-", "−")


def _towed() -> str:
    return (
        "A hit on each for every whole inch through difficult ground, Str (0), or very difficult ground, Str (2). "
        f"None at {CAREFUL} inches or less a turn, but then it doesn't ram either."
    )
