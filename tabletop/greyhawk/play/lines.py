"""The lines of a battle: who fires in which order at whom, what hits, and what hits do (GW-60 to GW-68).

A volley is what one side's counters of one kind do at once: its scouts, or all others. Hits lie beside the counters
that they met until the volley after which they are applied, so one that was met still fires where both fire at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.boards.area_graph import Terrain
from tabletop.greyhawk.catalogue import COMBAT, DIE, ROUNDS, ROUNDS_WITH_HERO, Tag, TroopClass
from tabletop.greyhawk.pack import TroopRow
from tabletop.greyhawk.play.refusals import Refusal
from tabletop.values import Value

LEAST = 1  # strength below which nothing is brought (GW-64)


class Side(StrEnum):
    """Whose line."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> Side:
        return Side.DEFENDER if self is Side.ATTACKER else Side.ATTACKER


class Ground(Value, frozen=True, kw_only=True):
    """Where a battle is fought: over which border, against a fortification, in which terrain; `race` where GW-70 holds.

    `landing` is an attack from ships, which has what a ferry has.
    """

    river: bool = False
    ferry: bool = False
    landing: bool = False
    fort: bool = False
    terrain: Terrain | None = None
    race: bool = True
    at_sea: bool = False
    safe_marines: bool = False

    @property
    def comes_second(self) -> bool:
        """Whether the attacker fires after the defender in the first round (GW-67)."""
        return self.river or self.ferry or self.landing


class Line(Struct, frozen=True):
    """A reason for a strength, and what it adds."""

    label: str
    amount: int


class Fighter(Struct, frozen=True, kw_only=True):
    """A counter in a line; `bonus` is what its heroes and cards add."""

    ref: str
    row: TroopRow
    flipped: bool = False
    bonus: int = 0

    @property
    def base(self) -> int:
        return self.row.reduced if self.flipped and self.row.reduced else self.row.strength

    @property
    def lives(self) -> int:
        """Hits that it takes until it is gone."""
        return 2 if self.row.reduced is not None and not self.flipped else 1

    @property
    def is_scout(self) -> bool:
        return Tag.SCOUT in self.row.tags

    def hit(self, times: int = 1) -> Fighter | None:
        """It after hits: flipped, or gone (GW-65)."""
        if times >= self.lives:
            return None
        return replace(self, flipped=True) if times else self


class Volley(Struct, frozen=True):
    """Counters of a side that fire at once; with `applies` all hits that lie there are applied after it."""

    side: Side
    scouts: bool | None  # None: all of the side
    applies: bool

    def fires(self, fighter: Fighter) -> bool:
        return self.scouts is None or fighter.is_scout is self.scouts


class Lines(Struct, frozen=True, kw_only=True):
    """Both lines in a round, the ground, and the hits that aren't applied yet by who took them."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    ground: Ground = Ground()
    round: int = 1
    hits: Mapping[str, int] = {}

    def of(self, side: Side) -> tuple[Fighter, ...]:
        return self.attackers if side is Side.ATTACKER else self.defenders

    def with_line(self, side: Side, line: tuple[Fighter, ...]) -> Lines:
        return replace(self, attackers=line) if side is Side.ATTACKER else replace(self, defenders=line)

    def shooters(self, volley: Volley) -> tuple[Fighter, ...]:
        return tuple(each for each in self.of(volley.side) if volley.fires(each))

    def targets(self, volley: Volley) -> tuple[Fighter, ...]:
        """Whom they may fire at; at sea marines stand behind their ships where the players read it so (G-10)."""
        line = self.of(volley.side.other)
        ships = tuple(each for each in line if each.row.is_ship)
        return ships if self.ground.at_sea and self.ground.safe_marines and ships else line

    def applied(self) -> Lines:
        """The lines once the hits that lie there are applied."""
        lines = self
        for side in Side:
            after = (each.hit(self.hits.get(each.ref, 0)) for each in self.of(side))
            lines = lines.with_line(side, tuple(each for each in after if each))
        return replace(lines, hits={})

    def order(self) -> tuple[Volley, ...]:
        """Who fires in this round, one after the other (GW-65, GW-67, GW-68)."""
        second = self.round == 1 and self.ground.comes_second
        first = Side.DEFENDER if second else Side.ATTACKER
        scouts = [side for side in (first, first.other) if any(each.is_scout for each in self.of(side))]
        volleys = [Volley(side, True, second or side is scouts[-1]) for side in scouts]
        rest = False if scouts else None
        return (*volleys, Volley(first, rest, second), Volley(first.other, rest, True))


def strength_lines(fighter: Fighter, side: Side, ground: Ground) -> Iterator[Line]:
    """What makes a counter's strength, each part with its reason (GW-66, GW-70)."""
    yield Line("flipped" if fighter.flipped else fighter.row.name, fighter.base)
    if fighter.bonus:
        yield Line("heroes and cards", fighter.bonus)
    if ground.race and ground.terrain in fighter.row.favoured:
        yield Line("its own terrain", 1)
    if side is Side.ATTACKER and ground.fort:
        yield Line("a fortification", -1)
    if side is Side.ATTACKER and (ground.ferry or ground.landing):
        yield Line("from ships" if ground.landing else "over a ferry", -1)


def strength(fighter: Fighter, side: Side, ground: Ground) -> int:
    """The modified strength, at least 1."""
    return max(LEAST, sum(line.amount for line in strength_lines(fighter, side, ground)))


def hits_on(fighter: Fighter, side: Side, ground: Ground) -> int:
    """The highest face that hits: as its strength says, 10 at most, so that every face does (GW-64)."""
    return min(strength(fighter, side, ground), DIE)


def refused_targets(
    shooters: Sequence[Fighter], enemies: Sequence[Fighter], chosen: Mapping[str, str]
) -> Iterator[Refusal]:
    """Each counter makes one attack, and every enemy is attacked once before any twice, as far as they go (GW-63)."""
    known = {each.ref for each in enemies}
    for fighter in shooters:
        if chosen.get(fighter.ref) not in known:
            yield Refusal("GW-63", f"{fighter.row.name} {fighter.ref} attacks one enemy counter", COMBAT, fighter.ref)
    for ref in chosen.keys() - {each.ref for each in shooters}:
        yield Refusal("GW-63", f"{ref} doesn't attack now", COMBAT, ref)
    met = {chosen[each.ref] for each in shooters if each.ref in chosen}
    missed = [each for each in enemies if each.ref not in met]
    if missed and len(met) < min(len(shooters), len(enemies)):
        named = ", ".join(f"{each.row.name} {each.ref}" for each in missed)
        yield Refusal("GW-63", f"every enemy counter is attacked once before any is twice: {named} isn't", COMBAT)


def usual_targets(
    shooters: Sequence[Fighter], enemies: Sequence[Fighter], side: Side, ground: Ground
) -> dict[str, str]:
    """Who attacks whom where nobody says otherwise: the strongest each one who falls at once, the strongest of those.

    Who is left over begins again with the first.
    """
    if not enemies:
        return {}
    order = sorted(enemies, key=target_order)
    best = sorted(shooters, key=lambda each: shooting_order(each, side, ground))
    return {each.ref: order[number % len(order)].ref for number, each in enumerate(best)}


def target_order(fighter: Fighter) -> tuple[Any, ...]:
    """Who is attacked first by `usual_targets`."""
    return fighter.lives, -fighter.base, fighter.row.code, fighter.bonus, fighter.ref


def shooting_order(fighter: Fighter, side: Side, ground: Ground) -> tuple[Any, ...]:
    """Who chooses first there."""
    return -strength(fighter, side, ground), fighter.row.code, fighter.flipped, fighter.bonus, fighter.ref


def read_volley(lines: Lines, volley: Volley, chosen: Mapping[str, str], faces: Mapping[str, int]) -> Lines:
    """The lines after a volley with these faces by who threw them; hits are applied where the volley says so."""
    hits = dict(lines.hits)
    for fighter in lines.shooters(volley):
        if faces[fighter.ref] <= hits_on(fighter, volley.side, lines.ground):
            hits[chosen[fighter.ref]] = hits.get(chosen[fighter.ref], 0) + 1
    after = replace(lines, hits=hits)
    return after.applied() if volley.applies else after


def most_rounds(heroes: bool) -> int:
    """Rounds of a battle at most: a fourth where either side has a hero who wishes it (GW-62)."""
    return ROUNDS_WITH_HERO if heroes else ROUNDS


def free_attacks(pursuing: Iterable[Fighter], screening: Iterable[Fighter]) -> int:
    """Free attacks of pursuing cavalry: as many as are more than the screening ones (GW-77)."""
    return max(0, sum(map(_rides, pursuing)) - sum(map(_rides, screening)))


def pursued(retreating: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """Who may be attacked in a pursuit: all but cavalry."""
    return tuple(each for each in retreating if not _rides(each))


def _rides(fighter: Fighter) -> bool:
    return fighter.row.kind is TroopClass.CAVALRY
