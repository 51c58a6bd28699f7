"""What happens in a game, fact by fact: each knows what stands after it and how it is told; none judges or rolls."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import PROFILES, Haunt, Side, UnitType
from tabletop.arrakhar.ground import PlacedHaunt, written
from tabletop.arrakhar.play.casting import burnt
from tabletop.arrakhar.play.movement import Move, moved
from tabletop.arrakhar.play.valley import TURN, FieldedUnit, Segment, Valley
from tabletop.battle.sealing import Salt
from tabletop.boards.hex import Hex

SETTING_UP = -1


class Battle(Struct, frozen=True, kw_only=True):
    """A game as it stands; `segment` is its place in `TURN`, -1 while the sides set up.

    `hidden_in` is the wand's haunt. `declared` is whether this segment's spells, attacks or wandering orcs were.
    `secrets` are the sorcerer's in the order in which they were settled, for the end.
    `fought` are those who attacked a hex this segment, by the hex's name; `numbers` count all units there ever were.
    """

    valley: Valley
    segment: int = SETTING_UP
    hidden_in: str = ""
    secrets: tuple[WandHidden | PoolSet, ...] = ()
    winner: Side | None = None
    declared: bool = False
    fought: Mapping[str, tuple[str, ...]] = {}
    numbers: Mapping[UnitType, int] = {}

    @property
    def now(self) -> Segment | None:
        """The segment that is played; None while the sides set up."""
        return None if self.segment == SETTING_UP else TURN[self.segment][1]


def changed(valley: Valley, refs: tuple[str, ...], **fields: object) -> Valley:
    units = tuple(replace(unit, **fields) if unit.ref in refs else unit for unit in valley.units)
    return replace(valley, units=units)


def with_units(battle: Battle, refs: tuple[str, ...], unit: UnitType, place: Hex) -> Battle:
    """More units of a type in a hex; refs are numbered through the whole game."""
    new = tuple(FieldedUnit(ref=ref, unit=unit, place=place) for ref in refs)
    numbers = {**battle.numbers, unit: battle.numbers.get(unit, 0) + len(new)}
    return replace(battle, valley=replace(battle.valley, units=battle.valley.units + new), numbers=numbers)


def new_refs(battle: Battle, unit: UnitType, count: int) -> tuple[str, ...]:
    """The refs of the next units of a type: `orc-3`."""
    first = battle.numbers.get(unit, 0) + 1
    return tuple(f"{unit}-{number}" for number in range(first, first + count))


def killed_in_words(dead: tuple[str, ...]) -> str:
    """`orc-1 and orc-3 die`."""
    *first, last = dead or ("nobody",)
    return f"{', '.join(first)} and {last} die" if first else f"{last} dies"


class GameFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every fact of this game is made of."""

    def after(self, battle: Battle) -> Battle:
        """What stands after it."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """It in a few words."""
        raise NotImplementedError


class HauntPlaced(GameFact, frozen=True, tag="haunt_placed"):
    haunt: Haunt
    number: int
    place: Hex

    def after(self, battle: Battle) -> Battle:
        haunt = PlacedHaunt(self.haunt, self.number, self.place)
        return replace(battle, valley=replace(battle.valley, haunts=(*battle.valley.haunts, haunt)))

    @property
    def words(self) -> str:
        return f"{self.haunt} {self.number} is placed in {written(self.place)}"


class WandHidden(GameFact, frozen=True, tag="wand_hidden"):
    """In a haunt, named as on its counter: the sorcerer's secret, that the log's digests don't give away."""

    haunt: str
    salt: Salt

    def after(self, battle: Battle) -> Battle:
        return replace(battle, hidden_in=self.haunt, secrets=(*battle.secrets, self))

    @property
    def words(self) -> str:
        return f"the wand is hidden in {self.haunt}"


class PoolSet(GameFact, frozen=True, tag="pool_set"):
    """What waits to be summoned: the sorcerer's secret, with a salt as the wand's."""

    pool: dict[UnitType, int]
    salt: Salt

    def after(self, battle: Battle) -> Battle:
        valley = replace(battle.valley, pool=self.pool)
        return replace(battle, valley=valley, secrets=(*battle.secrets, self))

    @property
    def words(self) -> str:
        return "the pool is " + ", ".join(PROFILES[unit].counted(count) for unit, count in self.pool.items())


class UnitPlaced(GameFact, frozen=True, tag="unit_placed"):
    ref: str
    unit: UnitType
    place: Hex

    def after(self, battle: Battle) -> Battle:
        return with_units(battle, (self.ref,), self.unit, self.place)

    @property
    def words(self) -> str:
        return f"{self.ref} is placed in {written(self.place)}"


class SegmentBegun(GameFact, frozen=True, tag="segment_begun"):
    """A segment of `TURN` by its place there.

    Nothing is declared in it yet; a phase begins with units that have done nothing.
    """

    turn: int
    segment: int

    def after(self, battle: Battle) -> Battle:
        side, segment = TURN[self.segment]
        valley = replace(battle.valley, turn=self.turn, side=side)
        if segment is not Segment.COMBAT:
            valley = replace(valley, emptied=frozenset())
        if side is not battle.valley.side or battle.segment == SETTING_UP:
            units = tuple(replace(unit, moved=False, cast=False, attacked=False, haste=0) for unit in valley.units)
            valley = replace(valley, units=units, wand_carried=False, wand_used=False, summoned_at=frozenset())
        return replace(battle, valley=valley, segment=self.segment, declared=False, fought={})

    @property
    def words(self) -> str:
        side, segment = TURN[self.segment]
        return f"turn {self.turn}, the {side}'s {segment}"


class OrcsWandered(GameFact, frozen=True, tag="orcs_wandered"):
    refs: tuple[str, ...]
    place: Hex

    def after(self, battle: Battle) -> Battle:
        return replace(with_units(battle, self.refs, UnitType.ORC, self.place), declared=True)

    @property
    def words(self) -> str:
        return f"{', '.join(self.refs)} wander to {written(self.place)}" if self.refs else "no orcs wander in"


class Summoned(GameFact, frozen=True, tag="summoned"):
    """Those who have arrived; whether more could have is nobody's to know (AW-50)."""

    caster: str
    haunt: str
    unit: UnitType
    refs: tuple[str, ...]

    def after(self, battle: Battle) -> Battle:
        valley = changed(battle.valley, (self.caster,), cast=True)
        (place,) = (haunt.place for haunt in valley.haunts if haunt.name == self.haunt)
        pool = {**valley.pool, self.unit: valley.pool.get(self.unit, 0) - len(self.refs)}
        valley = replace(valley, pool=pool, summoned_at=valley.summoned_at | {self.haunt})
        return with_units(replace(battle, valley=valley), self.refs, self.unit, place)

    @property
    def words(self) -> str:
        return f"{self.caster} summons {', '.join(self.refs) or 'nobody'} at {self.haunt}"


class Hasted(GameFact, frozen=True, tag="hasted"):
    """What one casting brings; of several on a unit the highest counts."""

    caster: str
    refs: tuple[str, ...]
    bonus: int

    def after(self, battle: Battle) -> Battle:
        valley = changed(battle.valley, (self.caster,), cast=True)
        for unit in valley.named(self.refs):
            valley = changed(valley, (unit.ref,), haste=max(unit.haste, self.bonus))
        return replace(battle, valley=valley, declared=True)

    @property
    def words(self) -> str:
        return f"{self.caster} hastes {', '.join(self.refs)} by {self.bonus}"


class Moved(GameFact, frozen=True, tag="moved"):
    refs: tuple[str, ...]
    way: tuple[Hex, ...]
    takes_wand: bool = False

    def after(self, battle: Battle) -> Battle:
        return replace(battle, valley=moved(battle.valley, Move(self.refs, self.way, self.takes_wand)))

    @property
    def words(self) -> str:
        return f"{', '.join(self.refs)} to {written(self.way[-1])}{' with the wand' if self.takes_wand else ''}"


class FireballThrown(GameFact, frozen=True, tag="fireball_thrown"):
    caster: str
    target: Hex
    dead: tuple[str, ...]
    by_wand: bool = False

    def after(self, battle: Battle) -> Battle:
        valley = battle.valley
        spent = replace(valley, wand_used=True) if self.by_wand else changed(valley, (self.caster,), cast=True)
        return replace(battle, valley=burnt(spent, self.dead), declared=True)

    @property
    def words(self) -> str:
        what = "a fireball of the wand" if self.by_wand else "a fireball"
        return f"{self.caster} throws {what} into {written(self.target)}: {killed_in_words(self.dead)}"


class Attacked(GameFact, frozen=True, tag="attacked"):
    attackers: tuple[str, ...]
    place: Hex
    dead: tuple[str, ...]

    def after(self, battle: Battle) -> Battle:
        valley = changed(battle.valley, self.attackers, attacked=True)
        left = tuple(unit for unit in valley.units if unit.ref not in self.dead)
        name = written(self.place)
        fought = {**battle.fought, name: (*battle.fought.get(name, ()), *self.attackers)}
        return replace(battle, valley=replace(valley, units=left), declared=True, fought=fought)

    @property
    def words(self) -> str:
        return f"{', '.join(self.attackers)} attack {written(self.place)}: {killed_in_words(self.dead)}"


class Advanced(GameFact, frozen=True, tag="advanced"):
    refs: tuple[str, ...]
    to: Hex

    def after(self, battle: Battle) -> Battle:
        return replace(battle, valley=changed(battle.valley, self.refs, place=self.to, attacked=True))

    @property
    def words(self) -> str:
        return f"{', '.join(self.refs)} advance to {written(self.to)}"


class HauntsChecked(GameFact, frozen=True, tag="haunts_checked"):
    """Haunts that are destroyed, and the hex in which the wand has come to light."""

    destroyed: tuple[str, ...]
    wand: Hex | None = None

    def after(self, battle: Battle) -> Battle:
        valley = battle.valley
        left = tuple(haunt for haunt in valley.haunts if haunt.name not in self.destroyed)
        return replace(battle, valley=replace(valley, haunts=left, wand=self.wand or valley.wand))

    @property
    def words(self) -> str:
        there = f"the wand is found in {written(self.wand)}" if self.wand else "the wand isn't there"
        return f"{', '.join(self.destroyed)} destroyed: {there}"


class SecretsOpened(GameFact, frozen=True, tag="secrets_opened"):
    """What the sorcerer has settled in secret, with the salts: whoever has the log's digests can check it."""

    secrets: tuple[WandHidden | PoolSet, ...]

    def after(self, battle: Battle) -> Battle:
        return battle

    @property
    def words(self) -> str:
        return "; ".join(secret.words for secret in self.secrets)


class Won(GameFact, frozen=True, tag="won"):
    side: Side

    def after(self, battle: Battle) -> Battle:
        return replace(battle, winner=self.side)

    @property
    def words(self) -> str:
        return f"the {self.side} has won"


AnyFact = (
    HauntPlaced
    | WandHidden
    | PoolSet
    | UnitPlaced
    | SegmentBegun
    | OrcsWandered
    | Summoned
    | Hasted
    | Moved
    | FireballThrown
    | Attacked
    | Advanced
    | HauntsChecked
    | SecretsOpened
    | Won
)
