"""What happens in a game, fact by fact: each knows what stands after it and how it is told; none judges or rolls."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.arrakhar.battle.commands import Counters, HauntName
from tabletop.arrakhar.battle.state import (
    OF_WIZARD,
    Battle,
    Declared,
    changed,
    named,
    took_part,
    with_units,
)
from tabletop.arrakhar.catalogue import PROFILES, SUMMONED, Scenario, Side, UnitType
from tabletop.arrakhar.ground import PlacedHaunt, written
from tabletop.arrakhar.pack import Pack
from tabletop.arrakhar.play.casting import burnt
from tabletop.arrakhar.play.movement import Move, moved
from tabletop.arrakhar.play.valley import TURN, Segment
from tabletop.battle.lines import Digest
from tabletop.battle.sealing import Salt
from tabletop.boards.hex import Hex
from tabletop.decoding import MalformedError
from tabletop.values import Name


class GameFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every fact of this game is made of."""

    def after(self, battle: Battle) -> Battle:
        """What stands after it."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """It in a few words."""
        raise NotImplementedError


class GameBegun(GameFact, frozen=True, tag="game_begun"):
    """What both sides have agreed on: a scenario, a pack whole, other points for a side where they want them (AW-16).

    A log has its pack in it, so that it is played on by the same tables whatever becomes of the pack.
    """

    name: Name
    scenario: Scenario
    pack: Pack
    advanced: bool = False
    limits: dict[Side, int] = {}

    def __post_init__(self) -> None:
        """ValueError for a pack whose board nobody can play on."""
        try:
            self.pack.ensure("board")
        except MalformedError as error:
            raise ValueError(str(error)) from error

    def after(self, battle: Battle) -> Battle:
        assert self.pack.board is not None
        return replace(
            battle,
            name=self.name,
            scenario=self.scenario,
            advanced=self.advanced,
            limits=self.limits,
            pack=self.pack,
            valley=replace(battle.valley, board=self.pack.board),
        )

    @property
    def words(self) -> str:
        return f"the {self.scenario} scenario begins, by the {self.pack.meta.sentence}"


class ForceSealed(GameFact, frozen=True, tag="force_sealed"):
    """What the other side may know of a force before the end: the digest that will prove it."""

    side: Side
    digest: Digest

    @property
    def words(self) -> str:
        return f"the {self.side} brings a force, sealed as {self.digest[:12]}"


class ForceBrought(GameFact, frozen=True, tag="force_brought"):
    """A side's force, by type: its secret, which the log's digests don't give away."""

    side: Side
    counts: dict[UnitType, Counters]
    salt: Salt
    digest: Digest

    @property
    def for_others(self) -> ForceSealed:
        return ForceSealed(self.side, self.digest)

    def after(self, battle: Battle) -> Battle:
        battle = replace(battle, forces={**battle.forces, self.side: self.counts}).with_secret(self)
        if self.side is Side.WIZARD:
            return battle
        pool = {unit: self.counts.get(unit, 0) for unit in SUMMONED.values()}
        return replace(battle, valley=replace(battle.valley, pool=pool))

    @property
    def words(self) -> str:
        force = ", ".join(PROFILES[unit].counted(count) for unit, count in self.counts.items() if count)
        return f"the {self.side} brings {force}; sealed as {self.digest[:12]}"


class HauntPlaced(GameFact, frozen=True, tag="haunt_placed"):
    haunt: HauntName
    place: Hex

    def after(self, battle: Battle) -> Battle:
        others = tuple(other for other in battle.valley.haunts if other.name != self.haunt)
        haunts = (*others, PlacedHaunt.named(self.haunt, self.place))
        return replace(battle, valley=replace(battle.valley, haunts=haunts))

    @property
    def words(self) -> str:
        return f"{self.haunt} is placed in {written(self.place)}"


class WandSealed(GameFact, frozen=True, tag="wand_sealed"):
    """What the wizard may know of the hiding place before it is found: the digest that will prove it."""

    digest: Digest

    @property
    def words(self) -> str:
        return f"the wand is hidden, sealed as {self.digest[:12]}"


class WandHidden(GameFact, frozen=True, tag="wand_hidden"):
    """In a haunt, named as on its counter: the sorcerer's secret."""

    haunt: HauntName
    salt: Salt
    digest: Digest

    @property
    def for_others(self) -> WandSealed:
        return WandSealed(self.digest)

    def after(self, battle: Battle) -> Battle:
        return replace(battle, hidden_in=self.haunt).with_secret(self)

    @property
    def words(self) -> str:
        return f"the wand is hidden in {self.haunt}; sealed as {self.digest[:12]}"


class UnitsPlaced(GameFact, frozen=True, tag="units_placed"):
    refs: tuple[str, ...]
    unit: UnitType
    place: Hex

    def after(self, battle: Battle) -> Battle:
        return with_units(battle, self.refs, self.unit, self.place)

    @property
    def words(self) -> str:
        return f"{PROFILES[self.unit].counted(len(self.refs))} placed in {written(self.place)}"


class SetUpDone(GameFact, frozen=True, tag="set_up_done"):
    """The sorcerer has set up; the wizard's units come to the entries now."""

    def after(self, battle: Battle) -> Battle:
        return replace(battle, segment=OF_WIZARD)

    @property
    def words(self) -> str:
        return "the sorcerer has set up"


class SegmentBegun(GameFact, frozen=True, tag="segment_begun"):
    """A segment of `TURN` by its place there.

    Nothing is declared in it yet; a phase begins with units that have done nothing.
    """

    turn: Annotated[int, Meta(ge=1)]
    segment: Annotated[int, Meta(ge=0, lt=len(TURN))]

    def after(self, battle: Battle) -> Battle:
        side, segment = TURN[self.segment]
        valley = replace(battle.valley, turn=self.turn, side=side)
        if segment is not Segment.COMBAT:
            valley = replace(valley, emptied=frozenset())
        if side is not battle.valley.side or battle.now is None:
            units = tuple(replace(unit, moved=False, cast=False, attacked=False, haste=0) for unit in valley.units)
            valley = replace(valley, units=units, wand_carried=False, wand_used=False, summoned_at=frozenset())
        return replace(battle, valley=valley, segment=self.segment, declared=(), rolled=False, fought={})

    @property
    def words(self) -> str:
        side, segment = TURN[self.segment]
        return f"turn {self.turn}: the {side}'s {segment}"


class OrcsWandered(GameFact, frozen=True, tag="orcs_wandered"):
    refs: tuple[str, ...]
    place: Hex

    def after(self, battle: Battle) -> Battle:
        return replace(with_units(battle, self.refs, UnitType.ORC, self.place), rolled=True)

    @property
    def words(self) -> str:
        if not self.refs:
            return "no orcs wander in"
        return f"{named(self.refs)} {'wanders' if len(self.refs) == 1 else 'wander'} in at {written(self.place)}"


class Summoned(GameFact, frozen=True, tag="summoned"):
    """Those who have arrived; whether more could have is nobody's to know (AW-50)."""

    caster: str
    haunt: HauntName
    unit: UnitType
    refs: tuple[str, ...]

    def after(self, battle: Battle) -> Battle:
        valley = changed(battle.valley, (self.caster,), cast=True)
        place = valley.haunt(self.haunt).place
        pool = {**valley.pool, self.unit: valley.pool.get(self.unit, 0) - len(self.refs)}
        valley = replace(valley, pool=pool, summoned_at=valley.summoned_at | {self.haunt})
        return with_units(replace(battle, valley=valley), self.refs, self.unit, place)

    @property
    def words(self) -> str:
        return f"{named((self.caster,))} summons {named(self.refs)} at {self.haunt}"


class HasteDeclared(GameFact, frozen=True, tag="haste_declared"):
    caster: str
    refs: tuple[str, ...]

    def after(self, battle: Battle) -> Battle:
        valley = changed(battle.valley, (self.caster,), cast=True)
        return replace(battle, valley=valley, declared=(*battle.declared, Declared("haste", (self.caster,), self.refs)))

    @property
    def words(self) -> str:
        return f"{named((self.caster,))} will haste {named(self.refs)}"


class Hasted(GameFact, frozen=True, tag="hasted"):
    """What one casting brings; of several on a unit the highest counts, and one on the best already is wasted."""

    caster: str
    refs: tuple[str, ...]
    bonus: int

    def after(self, battle: Battle) -> Battle:
        valley = battle.valley
        for unit in valley.named(self.refs):
            valley = changed(valley, (unit.ref,), haste=max(unit.haste, self.bonus))
        return replace(battle, valley=valley).resolved("haste", self.caster)

    @property
    def words(self) -> str:
        if not self.bonus:
            return f"the haste of {named((self.caster,))} is wasted"
        return f"{named((self.caster,))} hastes {named(self.refs)} by {self.bonus}"


class Moved(GameFact, frozen=True, tag="moved"):
    refs: tuple[str, ...]
    way: tuple[Hex, ...]
    takes_wand: bool = False

    def after(self, battle: Battle) -> Battle:
        return replace(battle, valley=moved(battle.valley, Move(self.refs, self.way, self.takes_wand)))

    @property
    def words(self) -> str:
        goes, ends = "goes" if len(self.refs) == 1 else "go", f"{written(self.way[0])} to {written(self.way[-1])}"
        return f"{named(self.refs)} {goes} from {ends}{' with the wand' if self.takes_wand else ''}"


class FireballDeclared(GameFact, frozen=True, tag="fireball_declared"):
    caster: str
    target: Hex
    by_wand: bool = False

    def after(self, battle: Battle) -> Battle:
        valley = battle.valley
        spent = replace(valley, wand_used=True) if self.by_wand else changed(valley, (self.caster,), cast=True)
        declared = Declared("wand" if self.by_wand else "fireball", (self.caster,), target=self.target)
        return replace(battle, valley=spent, declared=(*battle.declared, declared))

    @property
    def words(self) -> str:
        return f"{named((self.caster,))} will throw {a_fireball(self.by_wand)} into {written(self.target)}"


class FireballThrown(GameFact, frozen=True, tag="fireball_thrown"):
    """What it kills; `wasted` where nobody was left."""

    caster: str
    target: Hex
    dead: tuple[str, ...]
    by_wand: bool = False
    wasted: bool = False

    def after(self, battle: Battle) -> Battle:
        done = battle.resolved("wand" if self.by_wand else "fireball", self.caster)
        return replace(done, valley=burnt(done.valley, self.dead))

    @property
    def words(self) -> str:
        what = f"{named((self.caster,))} throws {a_fireball(self.by_wand)} into {written(self.target)}"
        return f"{what}: nobody is left there" if self.wasted else f"{what}: {killed_in_words(self.dead)}"


class AttackDeclared(GameFact, frozen=True, tag="attack_declared"):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    def after(self, battle: Battle) -> Battle:
        place = battle.valley.by_ref[self.defenders[0]].place
        declared = Declared("attack", self.attackers, self.defenders, place)
        valley = changed(battle.valley, self.attackers, attacked=True)
        return replace(battle, valley=valley, declared=(*battle.declared, declared))

    @property
    def words(self) -> str:
        return f"{named(self.attackers)} will attack {named(self.defenders)}"


class Attacked(GameFact, frozen=True, tag="attacked"):
    """Whom an attack kills, with the odds that it was rolled at; no odds where it was wasted."""

    attackers: tuple[str, ...]
    place: Hex
    dead: tuple[str, ...]
    ratio: str = ""

    def after(self, battle: Battle) -> Battle:
        valley = battle.valley
        left = tuple(unit for unit in valley.units if unit.ref not in self.dead)
        fought = took_part(battle.fought, self.place, self.attackers)
        done = battle.resolved("attack", self.attackers[0])
        return replace(done, valley=replace(valley, units=left), fought=fought)

    @property
    def words(self) -> str:
        attack = "attacks" if len(self.attackers) == 1 else "attack"
        if not self.ratio:
            return f"{named(self.attackers)} {attack} {written(self.place)}: nobody is left there"
        return f"{named(self.attackers)} {attack} {written(self.place)} at {self.ratio}: {killed_in_words(self.dead)}"


class Advanced(GameFact, frozen=True, tag="advanced"):
    refs: tuple[str, ...]
    to: Hex

    def after(self, battle: Battle) -> Battle:
        return replace(battle, valley=changed(battle.valley, self.refs, place=self.to, attacked=True))

    @property
    def words(self) -> str:
        return f"{named(self.refs)} {'advances' if len(self.refs) == 1 else 'advance'} to {written(self.to)}"


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
        destroyed = f"{' and '.join(self.destroyed)} {'is' if len(self.destroyed) == 1 else 'are'} destroyed"
        return f"{destroyed}: {f'the wand is found in {written(self.wand)}' if self.wand else 'no wand is there'}"


class SecretsOpened(GameFact, frozen=True, tag="secrets_opened"):
    """What was settled in secret, with the salts: whoever has the digests can check it."""

    secrets: tuple[WandHidden | ForceBrought, ...]

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


def a_fireball(by_wand: bool) -> str:
    return "a fireball of the wand" if by_wand else "a fireball"


def killed_in_words(dead: tuple[str, ...]) -> str:
    """`orcs 1 and 3 die`."""
    return f"{named(dead)} {'die' if len(dead) > 1 else 'dies'}"


AnyFact = (
    GameBegun
    | ForceBrought
    | HauntPlaced
    | WandHidden
    | UnitsPlaced
    | SetUpDone
    | SegmentBegun
    | OrcsWandered
    | Summoned
    | HasteDeclared
    | Hasted
    | Moved
    | FireballDeclared
    | FireballThrown
    | AttackDeclared
    | Attacked
    | Advanced
    | HauntsChecked
    | SecretsOpened
    | Won
)
