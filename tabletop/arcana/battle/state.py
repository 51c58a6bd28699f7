"""A battle at one moment: armies, units with all that the battle has made of them, who touches whom, whose step it is.

The state is what the events make, one after the other (`facts`): it is never kept by itself. It needs no catalogue:
what a unit was when the battle began is sealed in the first event. Distances are hundredths of an inch, whole numbers,
so that a log of them is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from tabletop.arcana.battle.awaited import Awaited, When
from tabletop.arcana.battle.laid import Laid
from tabletop.arcana.battle.spells import BorneSpell, Casting, Errand, LyingSpell
from tabletop.arcana.battle.table.state import Play
from tabletop.arcana.battlefield.schema import Altitude, Hazard, TerrainKind
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.identifiers import ListSlug, Ref
from tabletop.arcana.catalogue.profiles import School, Section, Statistics
from tabletop.arcana.odds.situations import CharactersNumber, Lines, Modifier
from tabletop.arcana.rules.harm.losses import Left
from tabletop.battle.events import Clock
from tabletop.values import Count, Name, Slug, Text, Value

Side = Literal["red", "blue"]
SIDES: tuple[Side, Side] = ("red", "blue")
FiguresText = Annotated[str, Meta(max_length=20_000)]
INCH = 100  # in hundredths, the unit of distances here
Hundredths = Annotated[int, Meta(ge=0, le=100_000)]  # of an inch
Many = Annotated[int, Meta(ge=0, le=10_000)]  # models, dice, hits or wounds of one unit: it may have 1,000 models
Minutes = Annotated[int, Meta(ge=1, le=1000)]
MOUNT = "-mount"  # how the ref of what carries a character ends, after the ref of that one
QUARTER = 4  # an army counts units with less than one in so many of their models as lost


def other(side: str) -> Side:
    """The side across the table."""
    return SIDES[1 - SIDES.index(side)]


class Scenario(StrEnum):
    """What a battle is fought for."""

    ATTRITION = "attrition"
    MEETING = "meeting"
    AGREED = "agreed"


class Standing(StrEnum):
    """Where a unit is as the battle counts it."""

    WAITING = "waiting"  # not set up yet
    HIDDEN = "hidden"  # infiltrators kept back
    READY = "ready"
    BROKEN = "broken"
    LOST = "lost"


class Loss(StrEnum):
    """How a unit was lost for good."""

    DESTROYED = "destroyed"
    FLED = "fled off the table"
    FLEW_TO_DEATH = "fell from the sky"


class Body(Value, frozen=True, kw_only=True):
    """Equal models of a unit, its troops or a character, as they began and as many as are left.

    `wounds` are those of one unhurt model, `lost` what living ones have lost, the most first. `figures` are a profile
    as JSON where no printed list has it: a log holds no numbers with points. A character `commands` a unit that it was
    bought with; else it has only joined it.
    """

    ref: Ref
    name: Name
    profile: Slug
    section: Section
    wounds: Annotated[int, Meta(ge=1, le=1000)]
    at_first: Annotated[int, Meta(ge=1, le=1000)]
    left: Annotated[int, Meta(ge=0, le=1000)]
    lost: tuple[int, ...] = ()
    points: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    figures: FiguresText = ""
    character: bool = False
    commands: bool = True
    rides: bool = False
    school: School | None = None
    counterspell: bool = False
    power: Annotated[int, Meta(ge=0, le=1000)] = 0

    @property
    def remains(self) -> Left:
        return Left(self.left, self.lost)

    @property
    def wounds_left(self) -> int:
        return self.remains.wounds(self.wounds)

    def statistics(self) -> Statistics | None:
        """The profile that is stated with the body; None where its printed list has it."""
        return _figures_in(self.figures) if self.figures else None

    def left_with(self, left: Left) -> Body:
        """A copy with so many models left."""
        return replace(self, left=left.models, lost=left.lost)


@lru_cache(maxsize=512)
def _figures_in(text: str) -> Statistics:
    return msgspec.json.decode(text, type=Statistics)


class ThisTurn(Value, frozen=True, kw_only=True):
    """What a unit has done and suffered since the turn began; reset with the next (B4).

    `moved` are hundredths of an inch, `extra` those that a berserk unit may run on by its d3; `fallen` counts
    models of troops, of `characters_lost` the `commanders_lost` on foot were bought with the unit; `mounts_lost` are
    the wounds that each mount had at first which carried one among troops. `rallied` is whether it
    has tried to, `counts_against` the enemy against whose test its numbers count, `sealed` the commitment to one.
    `shot_by` are the bodies that have shot, all `shot_at` one unit. `cast` are the characters that have cast,
    `countered` those whose bought counterspell is spent; `recurred` are spells that have struck it again in this
    phase, `shaken` those that it has tried to shake off, `barred` is what a spell keeps it from, `must_test` whether
    one makes it test. Who has `covered` a retreat has no blows of a first round. `charmed` is whether charmers have
    made it easier to hit, None before it has tried to resist. `loaded` are vehicles that somebody has boarded or left,
    and who has done so; `led` is whether its characters have moved to their fight.
    """

    moved: Hundredths = 0
    fallen: Many = 0
    wounded: bool = False
    frightened: bool = False
    characters_lost: Many = 0
    commanders_lost: Many = 0
    mounts_lost: tuple[int, ...] = ()
    was_engaged: bool = False
    charged: Ref | None = None
    was_charged: bool = False
    moved_already: bool = False
    shot: bool = False
    shot_at: Ref | None = None
    shot_by: tuple[Ref, ...] = ()
    cast: tuple[Ref, ...] = ()
    countered: tuple[Ref, ...] = ()
    recurred: tuple[Slug, ...] = ()
    shaken: tuple[Slug, ...] = ()
    barred: tuple[Text, ...] = ()
    must_test: bool = False
    passed: tuple[Ref, ...] = ()
    rammed: bool = False
    fought: bool = False
    fled: bool = False
    pursued: bool = False
    overran: bool = False
    fell_back: bool = False
    failed_to_fall_back: bool = False
    suffered: bool = False
    extra: Hundredths = 0
    arrived: bool = False
    closed_in: bool = False
    covered: bool = False
    counts_against: Ref | None = None
    sealed: str | None = None
    rallied: bool = False
    regenerated: bool = False
    tested: bool = False
    charmed: bool | None = None
    loaded: bool = False
    led: bool = False


class Aim(Value, frozen=True, kw_only=True):
    """What a unit's player has chosen for its blows `at` one enemy, before they are struck (reading BR13).

    `touching` are the models that strike there, `lines` the attacks they use, from 1 on, as of a side in a situation;
    those with `character_` are the unit's character's, who strikes where it `leads`. Blows at a vehicle are aimed at
    the character of number `aboard` it.
    """

    at: Ref
    touching: Count | None = None
    lines: Lines | None = None
    rams: bool | None = None
    at_characters: bool = False
    aboard: CharactersNumber | None = None
    in_reach: Count | None = None
    to_hit: Modifier = 0
    leads: bool | None = None
    character_lines: Lines | None = None
    character_rams: bool | None = None


class BattleUnit(Value, frozen=True, kw_only=True):
    """A unit of a battle. `files` is 0 for one in loose order; `models_at_first` and wounds are of its bodies.

    `unloaded` are the missiles that have yet to be loaded again, each with the body whose it is. `aboard` are the
    vehicles that carry it.
    """

    ref: Ref
    side: Side
    name: Name
    army: ListSlug
    bodies: tuple[Body, ...]
    files: Annotated[int, Meta(ge=0, le=1000)] = 0
    infiltrates: bool = False
    standing: Standing = Standing.WAITING
    broken_in: int | None = None
    how_lost: Loss | None = None
    altitude: Altitude = Altitude.GROUND
    unloaded: tuple[tuple[Ref, Text], ...] = ()
    spells: tuple[BorneSpell, ...] = ()
    hazard: Hazard | None = None
    aims: tuple[Aim, ...] = ()
    aboard: Ref | None = None
    turn: ThisTurn = ThisTurn()

    @property
    def troops(self) -> Body | None:
        """The largest body of its models that aren't characters; None for characters alone."""
        bodies = [body for body in self.bodies if not body.character]
        return max(bodies, key=lambda body: (body.left, body.at_first), default=None)

    @property
    def main(self) -> Body:
        """The body that stands for the unit: its troops while some live, else a character that lives."""
        troops = self.troops
        if troops and troops.left:
            return troops
        return next((body for body in self.characters if body.left), troops or self.bodies[0])

    @property
    def characters(self) -> tuple[Body, ...]:
        return tuple(body for body in self.bodies if body.character)

    @property
    def mounts(self) -> tuple[Body, ...]:
        """What carries characters, each a body of its own."""
        return tuple(body for body in self.bodies if body.ref.endswith(MOUNT))

    def mount_of(self, rider: Body) -> Body | None:
        """What carries a character, as long as it lives: its own, or the vehicle of another that it shares."""
        if not rider.rides:
            return None
        own = [mount for mount in self.mounts if mount.ref == f"{rider.ref}{MOUNT}"]
        shared = [mount for mount in self.mounts if mount.section is Section.VEHICLES]
        return next((mount for mount in own or shared[:1] if mount.left), None)

    @property
    def models(self) -> int:
        return sum(body.left for body in self.bodies)

    @property
    def models_as_they_stand(self) -> int:
        """Its models, of which who rides and what carries them are one."""
        return self.models - sum(bool(body.left) and self.mount_of(body) is not None for body in self.characters)

    @property
    def wounds(self) -> int:
        return sum(body.wounds_left for body in self.bodies)

    @property
    def models_at_first(self) -> int:
        """What quarters of its models are counted from: attached characters don't count, nor twice who rides."""
        return sum(body.at_first for body in self.bodies if body.commands and not body.rides)

    @property
    def wounds_at_first(self) -> int:
        return sum(body.at_first * body.wounds for body in self.bodies if body.commands)

    @property
    def points(self) -> int:
        return sum(body.points for body in self.bodies)

    @property
    def is_here(self) -> bool:
        """Whether it stands on the table, broken or not."""
        return self.standing in (Standing.READY, Standing.BROKEN)

    @property
    def counts_as_lost(self) -> bool:
        """Whether attrition counts its points: broken, gone, or fewer than a quarter of its models (B106)."""
        if self.standing in (Standing.BROKEN, Standing.LOST):
            return True
        return self.is_here and QUARTER * self.models_as_they_stand < self.models_at_first

    def body(self, ref: str) -> Body:
        """KeyError where none of its bodies has the ref."""
        for body in self.bodies:
            if body.ref == ref:
                return body
        raise KeyError(ref)

    def having(self, body: Body) -> BattleUnit:
        """A copy with a body as it is now."""
        return replace(self, bodies=tuple(body if body.ref == other.ref else other for other in self.bodies))

    def having_done(self, **changes: object) -> BattleUnit:
        """A copy with what it has done this turn."""
        return replace(self, turn=replace(self.turn, **changes))


class Contact(Value, frozen=True, kw_only=True):
    """Two units that fight: the side of each that the other is on, models that touch, and the turn it began in."""

    units: tuple[Ref, Ref]
    sides: tuple[Facing, Facing] = (Facing.FRONT, Facing.FRONT)
    touching: tuple[int | None, int | None] = (None, None)
    since: int

    def of(self, ref: str) -> int:
        """Which of the two a unit is."""
        return self.units.index(ref)

    def foe(self, ref: str) -> str:
        """The ref of the other one."""
        return self.units[1 - self.units.index(ref)]


class Aimed(Value, frozen=True, kw_only=True):
    """What all in a fight had chosen when the first dice of their first, normal or last blows fell (reading BR13)."""

    when: When
    aims: tuple[tuple[Ref, tuple[Aim, ...]], ...]


class BegunFight(Value, frozen=True, kw_only=True):
    """A fight that is struck throw by throw: its `units` and contacts as they came into it, and its dice so far.

    Of its blows so many are `told`, and so many `times` at which models fall together are over. What everybody suffers
    is made of the dice anew.
    """

    units: tuple[BattleUnit, ...]
    contacts: tuple[Contact, ...]
    aimed: tuple[Aimed, ...] = ()
    faces: tuple[int, ...] = ()
    told: int = 0
    times: int = 0
    awaits: Awaited | None = None

    @property
    def fighters(self) -> tuple[Ref, ...]:
        return tuple(unit.ref for unit in self.units)


class Charge(Value, frozen=True, kw_only=True):
    """A charge that was declared and isn't over: where it comes from, and the answer once there is one.

    `sealed` is the commitment to what it throws, which its target answers without knowing it; `throws_own` is whether
    its own player throws that then.
    """

    unit: Ref
    target: Ref
    side: Facing = Facing.FRONT
    touching: tuple[int | None, int | None] = (None, None)
    response: Literal["stand", "flee", "fire"] | None = None
    overruns: bool = False
    throws: Text = ""
    sealed: str | None = None
    throws_own: bool = False

    @property
    def comes_in(self) -> bool:
        """Whether it is answered, and its own missiles are still to be thrown."""
        return self.throws_own and self.response in ("stand", "fire")


class Flight(Value, frozen=True, kw_only=True):
    """A flight that is declared and waits for its pursuers: the inches added to the die, and who may follow.

    `edge` is how far it is to the table's edge on its way, None where it can't get there; `charger` is the one from
    whose charge it runs.
    """

    unit: Ref
    inches: Hundredths
    pursuers: tuple[Ref, ...]
    edge: Hundredths | None = None
    altitude: Altitude = Altitude.GROUND
    through: tuple[Ref, ...] = ()
    charger: Ref | None = None


class Retreat(Value, frozen=True, kw_only=True):
    """A unit that has fallen back, and the enemies that have yet to follow it or to stay."""

    unit: Ref
    followers: tuple[Ref, ...]


class Falling(Value, frozen=True, kw_only=True):
    """Losses to missiles that are taken off when all have shot: what is left of a body then, `by` who shot last."""

    unit: Ref
    body: Ref
    left: Many
    lost: tuple[int, ...] = ()
    by: Ref


class Jolt(Value, frozen=True, kw_only=True):
    """What a unit aboard vehicles has yet to suffer: a hit for each of their wounds, and models thrown off."""

    unit: Ref
    hits: Many = 0
    thrown: Many = 0


class Claim(Value, frozen=True, kw_only=True):
    """Something in the log that a side says was otherwise, in the log's words, until both or a referee are agreed."""

    about: Text
    by: Side


class Ground(Value, frozen=True, kw_only=True):
    """A piece of terrain as it was put on the table, and where."""

    kind: TerrainKind
    where: Text


class Objective(Value, frozen=True, kw_only=True):
    """What a side must reach in a meeting engagement; `held` is the side that has it now."""

    ref: Ref
    side: Side
    kind: Literal["terrain", "character", "unit", "monster"]
    what: Text
    unit: Ref | None = None
    reached: bool = False


class Army(Value, frozen=True, kw_only=True):
    """One side's army as it was brought: `digest` proves the roster it was made of."""

    side: Side
    name: Name
    army: ListSlug
    army_name: Name
    points: Annotated[int, Meta(ge=0, le=10_000_000)]
    digest: Text = ""


class Options(Value, frozen=True, kw_only=True):
    """What players agree on before the first turn: `minutes` are what the clock of each side begins with, if one runs.

    A clock that has run out ends nothing: that is the players'.
    """

    dice: Literal["any", "typed", "rolled"] = "any"
    minutes: Minutes | None = None


class Result(Value, frozen=True, kw_only=True):
    """How a battle ended; no winner where players agreed on a draw."""

    winner: Side | None
    level: Literal["total", "major", "minor", "pyrrhic", "objectives", "agreed"]
    reason: Text = ""


class State(Value, frozen=True, kw_only=True):
    """A battle at one moment. `finished` are sides that are done with the step, `mover` who moves first this turn.

    While the table is `counting` what a fight cost, the step waits until both sides finish it.

    `casting` is a spell that waits for counterspells, `to_cast` whose turn it is to cast. `laid` is the drawn table,
    where one is played on, `near` the side that sets up at its lower edge. While a table is played on without phases it
    is the `sandbox`: what it shows stands there, and what a battle has made of its units waits.
    """

    name: Text = ""
    scenario: Scenario = Scenario.ATTRITION
    options: Options = Options()
    clock: Clock = Clock()
    armies: tuple[Army, ...] = ()
    units: dict[Ref, BattleUnit] = field(default_factory=dict)
    contacts: tuple[Contact, ...] = ()
    mover: Side | None = None
    initiative: Side | None = None
    finished: tuple[Side, ...] = ()
    moving: Ref | None = None
    charge: Charge | None = None
    flight: Flight | None = None
    retreat: Retreat | None = None
    falling: tuple[Falling, ...] = ()
    tests: tuple[Ref, ...] = ()
    tested_armies: tuple[Side, ...] = ()
    counting: bool = False
    fights: tuple[BegunFight, ...] = ()
    casting: Casting | None = None
    to_cast: Side | None = None
    lying: tuple[LyingSpell, ...] = ()
    errands: tuple[Errand, ...] = ()
    objectives: tuple[Objective, ...] = ()
    jolts: tuple[Jolt, ...] = ()
    claims: tuple[Claim, ...] = ()
    terrain: tuple[Ground, ...] = ()
    near: Side = "red"
    laid: Laid | None = None
    sandbox: Play | None = None
    proposed: Result | None = None
    proposed_by: Side | Literal["book"] | None = None
    result: Result | None = None

    def unit(self, ref: str) -> BattleUnit:
        """KeyError where no unit has the ref."""
        return self.units[ref]

    @property
    def agreeing(self) -> tuple[Side, ...]:
        """The sides that may end the battle as is proposed: not whose proposal it is, nor who wins by the book."""
        if self.proposed is None:
            return ()
        by = self.proposed.winner if self.proposed_by == "book" else self.proposed_by
        return tuple(side for side in SIDES if side != by)

    @property
    def answering(self) -> str | None:
        """The side that must answer before anybody goes on: a charge, a flight, a unit that falls back, a spell."""
        if self.charge is not None and self.charge.comes_in:
            return self.unit(self.charge.unit).side
        for waiting in (self.charge, self.flight, self.retreat, self.casting):
            if waiting is not None:
                return other(self.unit(waiting.unit).side)
        return None

    def army(self, side: str) -> Army:
        return next(army for army in self.armies if army.side == side)

    def of(self, side: str) -> Iterator[BattleUnit]:
        """A side's units, in the order of its roster."""
        return (unit for unit in self.units.values() if unit.side == side)

    def contacts_of(self, ref: str) -> Iterator[Contact]:
        return (contact for contact in self.contacts if ref in contact.units)

    def foes_of(self, ref: str) -> tuple[BattleUnit, ...]:
        """The units that a unit fights."""
        return tuple(self.unit(contact.foe(ref)) for contact in self.contacts_of(ref))

    def touch(self, contact: Contact) -> State:
        """A copy in which two units fight; it takes the place of what stood of the same two."""
        others = tuple(each for each in self.contacts if set(each.units) != set(contact.units))
        return replace(self, contacts=(*others, contact))

    def is_engaged(self, ref: str) -> bool:
        return any(True for _ in self.contacts_of(ref))

    def having(self, *units: BattleUnit) -> State:
        """A copy with these units as they are now."""
        return replace(self, units=self.units | {unit.ref: unit for unit in units})

    def with_unit(self, ref: str, change: Callable[[BattleUnit], BattleUnit]) -> State:
        """A copy with a unit changed."""
        return self.having(change(self.units[ref]))

    def apart(self, ref: str) -> State:
        """A copy with a unit in no fight, for which nobody waits."""
        charge, flight, retreat = self.charge, self.flight, self.retreat
        if retreat is not None:
            followers = tuple(each for each in retreat.followers if each != ref)
            retreat = replace(retreat, followers=followers) if followers and retreat.unit != ref else None
        return replace(
            self,
            contacts=tuple(contact for contact in self.contacts if ref not in contact.units),
            charge=None if charge and ref in (charge.unit, charge.target) else charge,
            flight=None if flight and flight.unit == ref else flight,
            retreat=retreat,
        )

    def begun_fight(self, ref: str) -> BegunFight | None:
        """The fight of a unit, if it is being struck throw by throw."""
        return next((fight for fight in self.fights if ref in fight.fighters), None)

    def remains(self, ref: str, body: str) -> Left:
        """What will be left of a unit's body when those that fall are taken off."""
        for falling in self.falling:
            if falling.body == body:
                return Left(falling.left, falling.lost)
        return self.unit(ref).body(body).remains

    def lost_points(self, side: str) -> int:
        """The points that attrition counts against a side now."""
        return sum(unit.points for unit in self.of(side) if unit.counts_as_lost)
