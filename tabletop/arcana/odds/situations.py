"""Moments of a battle as files state them, read strictly (`muster-situation/1`)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.battlefield.schema import Hazard, Models
from tabletop.arcana.catalogue.profiles import Section, Statistics
from tabletop.decoding import allowing, decoded
from tabletop.rosters.files import decode_text
from tabletop.values import NO_CONTROLS, Count, Slug, Text, Value

LARGEST_SITUATION = 100_000  # bytes

Called = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=NO_CONTROLS, extra=allowing("one line without control characters"))
]
Modifier = Annotated[int, Meta(ge=-10, le=10)]
MOST_KINDS = 8  # of models in a unit
Shots = Annotated[int, Meta(ge=0, le=200)]
D3s = Annotated[str, Meta(pattern=r"^[1-9]?d3$(?!\n)", extra=allowing("dice as d3 or 4d3"))]
ArmyPoints = Annotated[int, Meta(ge=1, le=1_000_000)]
Place = Literal["front", "flank", "rear"]


class Ranks(Value, frozen=True, kw_only=True, tag="rank-and-file", tag_field="kind"):
    """Rank and file, so many files wide."""

    files: Models


class Loose(Value, frozen=True, kw_only=True, tag="skirmish", tag_field="kind"):
    """Skirmish: models on their own."""


class Troops(Value, frozen=True, kw_only=True):
    """Living models of a printed profile or of figures; `wounds_lost` are those of the one that is wounded.

    Where wounds are on several of them, as those of 5 and more take them, `also_lost` are those of the others, the most
    first. `section` is what models of figures are, as vehicles and war machines fight by rules of their own.
    """

    profile: Slug | None = None
    figures: Statistics | None = None
    section: Section | None = None
    count: Models = 1
    wounds_lost: Count = 0
    also_lost: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=100)] = ()


CharactersNumber = Annotated[int, Meta(ge=1, le=4)]
Lines = Annotated[tuple[Annotated[int, Meta(ge=1, le=20)], ...], Meta(max_length=20)]


class Mount(Troops, frozen=True, kw_only=True):
    """What carries a character among troops, a mount of 4 wounds and more or a vehicle; as one it takes hits apart.

    `lines`, `rams` and `howdah` as of a side.
    """

    lines: Lines | None = None
    rams: bool = False
    howdah: bool = False


class Character(Troops, frozen=True, kw_only=True):
    """A character with a unit: one that commands it, or that only `joined` it, or that `rides` its only model.

    `mount` is what carries it among others, `aboard` the number of the character whose mount it shares; one that has
    `fallen` has left its mount fighting. `lines` and `rams` as of a side. Of several enemy characters it strikes at the
    one of number `at`, from 1; its blows at a vehicle may be aimed, at -1, at the one `at_aboard`. Who is run over with
    its unit is `struck_by` so many troops.
    """

    joined: bool = False
    rides: bool = False
    mount: Mount | None = None
    aboard: CharactersNumber | None = None
    fallen: bool = False
    lines: Lines | None = None
    rams: bool = False
    at: CharactersNumber | None = None
    at_aboard: CharactersNumber | None = None
    struck_by: Annotated[int, Meta(ge=0, le=6)] = 0


class BorneSpell(Value, frozen=True, kw_only=True):
    """A persistent spell on a unit; `line` is the blow it is on, from 1, `weapon` how the missile's name begins.

    `holds` is what a die has shown of a spell that may be shaken off for the turn, `shown` the faces so far of one
    whose table is rolled again and again.
    """

    spell: Slug
    line: Annotated[int, Meta(ge=1, le=20)] | None = None
    weapon: Text = ""
    holds: bool | None = None
    shown: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=20)] | None = None


class Unit(Value, frozen=True, kw_only=True):
    """A unit with what the battle has made of it.

    Of several kinds of `models` those named first touch an enemy first and fall last. `fought_at` is the side of it at
    which the enemy stands. `models_at_first` and `wounds_at_first` are what it began the battle with, `fallen` models
    lost and `wounded` whether any wound was suffered this turn, before this; of `characters_lost` those that were
    bought with it, and whom no mount outlived, are `commanders_lost`. `mounts_lost` are the wounds that each mount
    among its troops had at first which fell.
    """

    name: Called = ""
    models: Annotated[tuple[Troops, ...], Meta(min_length=1, max_length=MOST_KINDS)]
    characters: Annotated[tuple[Character, ...], Meta(max_length=3)] = ()
    formation: Ranks | Loose = Loose()
    fought_at: Place = "front"
    models_at_first: Models | None = None
    wounds_at_first: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    fallen: Annotated[int, Meta(ge=0, le=1000)] = 0
    wounded: bool = False
    frightened: bool = False
    characters_lost: Count = 0
    commanders_lost: Count = 0
    mounts_lost: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=3)] = ()
    morale_modifier: Modifier = 0
    pays: bool = True
    spells: Annotated[tuple[BorneSpell, ...], Meta(max_length=2)] = ()


class Side(Unit, frozen=True, kw_only=True):
    """A unit in a melee. `lines` are the attacks it uses, from 1 on; without them all but alternatives.

    `at_characters` is whether a monster or a giant strikes at the enemy's character and not at its troops, or whoever
    fights a giant; `at_aboard` the number of the character aboard a vehicle at whom its blows are aimed. A `howdah` is
    carried by its beast, which rams as well as ever.
    """

    in_contact: Models | None = None
    in_reach: Models | None = None
    to_hit: Modifier = 0
    rams: bool = False
    lines: Lines | None = None
    at_characters: bool = False
    at_aboard: CharactersNumber | None = None
    howdah: bool = False


class Opponent(Unit, frozen=True, kw_only=True):
    """A unit that is fought by one that tests; it stands at that one's front, flank or rear.

    `numbers_count` is false where its owner has chosen another enemy for its numbers.
    """

    stands_at: Place = "front"
    numbers_count: bool = True


class Situation(Value, frozen=True, kw_only=True):
    """What every kind states."""

    format: Literal["muster-situation/1"]
    game: Literal["arcana"]
    name: Text = ""


Sides = Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]


class MeleeTurn(Situation, frozen=True, kw_only=True, tag="melee", tag_field="kind"):
    """A turn's blows between two units, and both tests of morale; in the first turn both have just met.

    In an `overrun` the first side runs the second one over: blows alone, in later turns out of a fight. Of the second
    then `in_contact` are the models that fight nobody else; characters strike at those with whom they are in contact,
    whose number is stated `at` them, else at troops.
    """

    sides: Sides
    turn: Literal["first", "later"] = "first"
    overrun: bool = False


class FightOn(Situation, frozen=True, kw_only=True, tag="fight-on", tag_field="kind"):
    """The same turn after turn, until one breaks or is destroyed."""

    sides: Sides
    turn: Literal["first", "later"] = "first"


class Duel(Situation, frozen=True, kw_only=True, tag="duel", tag_field="kind"):
    """Two single models to the end; nobody tests."""

    sides: Sides
    turn: Literal["first", "later"] = "first"


Distance = Annotated[float, Meta(ge=0, le=200)]
Cover = Literal["none", "cover", "full"]


class Beside(Value, frozen=True, kw_only=True):
    """A unit that the target of shots fights: what misses the target is rolled at it, by its own range and cover."""

    unit: Unit
    range: Distance
    cover: Cover = "none"
    flying: bool = False
    held_fast: bool = False
    to_hit: Modifier = 0


class Shooting(Situation, frozen=True, kw_only=True, tag="shoot", tag_field="kind"):
    """A unit's shots at another: `range` and `moved` in inches; `shots` where not every model shoots.

    `weapon` is how the weapon's name begins. `charge` are shots while a charge comes in, of the chargers or of those
    who stand and fire; `arrived` have infiltrators after all movement. `strays` are whom the target fights, in the
    order in which its player has misses rolled at them. Whose weapon isn't `loaded` spends the turn on reloading, and
    `engages` is whether it fights in a melee then.
    """

    shooter: Unit
    target: Unit
    weapon: Text = ""
    range: Distance | None = None
    moved: Distance = 0
    charge: Literal["charging", "standing"] | None = None
    arrived: bool = False
    shots: Shots | None = None
    cover: Cover = "none"
    flying: bool = False
    held_fast: bool = False
    engaged: bool = False
    to_hit: Modifier = 0
    strays: Annotated[tuple[Beside, ...], Meta(max_length=3)] = ()
    loaded: bool = True
    engages: bool = False


class Strikes(Situation, frozen=True, kw_only=True, tag="strikes", tag_field="kind"):
    """Attacks by plain numbers: what hits, what saves, `hits` and `wounds` in d3; models of `wounds_each`."""

    attacks: Shots
    needed: Annotated[int, Meta(ge=-10, le=20)]
    save: Annotated[int, Meta(ge=-20, le=20)] = 0
    hits: D3s | None = None
    wounds: D3s | None = None
    wounds_each: Annotated[int, Meta(ge=1, le=100)] = 1
    models: Models = 1
    loose: bool = False
    engaged: bool = False


class AreaAttack(Situation, frozen=True, kw_only=True, tag="area", tag_field="kind"):
    """Shots of an area attack by plain numbers at a unit: what each needs, the d3 of `hits` that it brings, `wounds`.

    One that misses by one still brings half of its hits at whom nobody fights; on skirmishers all are halved.
    """

    target: Unit
    needed: Annotated[int, Meta(ge=-10, le=20)]
    hits: D3s
    shots: Annotated[int, Meta(ge=1, le=200)] = 1
    strength: Annotated[int, Meta(ge=0, le=20)] = 0
    wounds: D3s | None = None
    magical: bool = False
    artillery: bool = False
    engaged: bool = False


class ToHit(Situation, frozen=True, kw_only=True, tag="to-hit", tag_field="kind"):
    """One attack that needs a number."""

    needed: Annotated[int, Meta(ge=-10, le=20)]


class Reason(StrEnum):
    """What a test of morale is made for."""

    TURN_END = "turn-end"
    COVERING = "covering"
    FALLING_BACK = "falling-back"
    EXCHANGE = "exchange"
    FOLLOWING = "following"


class MoraleTest(Situation, frozen=True, kw_only=True, tag="morale", tag_field="kind"):
    """A unit with the enemies in contact whose numbers count against it, at the end of its turn or for a `reason`.

    `forced` where it tests whatever has happened. In the movement and fleeing phases it tests in order to cover a
    retreat, fall back or exchange, always and with the same changes to its number, or not to follow, without them.
    `regenerated` where nothing comes back any more before it.
    """

    unit: Unit
    enemies: Annotated[tuple[Opponent, ...], Meta(max_length=10)] = ()
    forced: bool = False
    regenerated: bool = False
    reason: Reason = Reason.TURN_END


class Rally(Situation, frozen=True, kw_only=True, tag="rally", tag_field="kind"):
    """A broken unit that may rally, by the highest morale in it, or a `unit` with what decides whether it may try.

    `just_broken` is whether it broke in the same phase; `nearest_enemy` how many inches away one is that isn't broken.
    """

    morale: Count | None = None
    unit: Unit | None = None
    just_broken: bool = False
    nearest_enemy: Distance | None = None


class Army(Value, frozen=True, kw_only=True):
    """An army's points as bought, and those of its units that are broken, depleted, destroyed or gone."""

    name: Called = ""
    points: ArmyPoints
    lost: Annotated[int, Meta(ge=0, le=1_000_000)]


class BreakTest(Situation, frozen=True, kw_only=True, tag="break-test", tag_field="kind"):
    """Armies at the end of a turn of attrition."""

    sides: Annotated[tuple[Army, ...], Meta(min_length=1, max_length=2)]


class Player(Value, frozen=True, kw_only=True):
    """Who rolls for initiative."""

    name: Called = ""


class Initiative(Situation, frozen=True, kw_only=True, tag="initiative", tag_field="kind"):
    """One roll for who moves first."""

    sides: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=4)] = (Player(), Player())


class PassingBlows(StrEnum):
    """What brings blows that nobody answers."""

    FLOWN_OVER = "flown-over"
    CAUGHT = "caught"
    OVERRUN = "overrun"
    RAMMING = "ramming"


class Passing(Situation, frozen=True, kw_only=True, tag="passing", tag_field="kind"):
    """Blows without an answer.

    Of all models of who is flown over, at the flyer; of pursuers on whom they have caught, or of who runs a broken unit
    over; and of rams at an enemy who fights `friends`, at whom those that miss are rolled in that order.
    """

    how: PassingBlows
    striker: Side
    struck: Side
    friends: Annotated[tuple[Side, ...], Meta(max_length=3)] = ()


class InHazard(Situation, frozen=True, kw_only=True, tag="hazard", tag_field="kind"):
    """A unit in dangerous ground as a turn starts; `hazard` as a piece of a table states it."""

    unit: Unit
    hazard: Hazard


class Counter(Value, frozen=True, kw_only=True):
    """An attempt to counter: with so much power of a wizard, or with an ability that was bought and adds none."""

    power: Annotated[int, Meta(ge=0, le=40)] = 0
    bought: bool = False


Power = Annotated[int, Meta(ge=0, le=40)]
Counters = Annotated[tuple[Counter, ...], Meta(max_length=10)]


class Counterspell(Situation, frozen=True, kw_only=True, tag="counterspell", tag_field="kind"):
    """A casting of so much power that others try to counter, one after the other."""

    power: Annotated[int, Meta(ge=1, le=40)]
    counters: Annotated[tuple[Counter, ...], Meta(min_length=1, max_length=10)]


class Dispel(Situation, frozen=True, kw_only=True, tag="dispel", tag_field="kind"):
    """A persistent spell that is dispelled with so much power, or with a `bought` ability; it may be countered."""

    spell: Slug
    power: Power = 0
    bought: bool = False
    counters: Counters = ()


class SpellCast(Situation, frozen=True, kw_only=True, tag="cast", tag_field="kind"):
    """A spell with so much power, its level where none is stated, on a target; `alone` of a wizard who melds alone.

    `part` is how the target comes into it: struck, or beside one that is. `others_resist` are magic resistances of
    further units under the template, or of who is struck where the target is beside it. `touched` are models of the
    target under it, or next to one that is struck. `against` is the persistent spell that is contested. With `enemies`
    in contact the test of morale that follows counts them. A third spell on a target with two is rolled off against
    them, a template never.
    """

    spell: Slug
    power: Power | None = None
    alone: bool = False
    counters: Counters = ()
    target: Unit | None = None
    part: Literal["target", "beside"] = "target"
    willing: bool = False
    undead: bool | None = None
    others_resist: Annotated[tuple[Count, ...], Meta(max_length=10)] = ()
    touched: Annotated[int, Meta(ge=1, le=200)] | None = None
    shields_thrown: bool = False
    against: Slug | None = None
    enemies: Annotated[tuple[Opponent, ...], Meta(max_length=10)] = ()


Inches = Annotated[float, Meta(ge=-60, le=60)]


class TemplateTouch(Situation, frozen=True, kw_only=True, tag="template", tag_field="kind"):
    """A spell's template that lies on the table: whom of a unit it touches, and what that costs.

    `touched` is how many models it touches; of ranks they are counted by its `middle`, in inches to the right of the
    middle of the unit's front and before it, where it lies or, if it `drifts` by the spell's dice, lay before that.
    `facing` is where the unit looks, in degrees clockwise from the clock's 12. `may_resist` is whether the unit's
    success in a save stops the spell, as at its casting.
    """

    spell: Slug
    unit: Unit
    touched: Annotated[int, Meta(ge=1, le=200)] | None = None
    middle: tuple[Inches, Inches] | None = None
    facing: Annotated[float, Meta(ge=-360, le=360)] = 0
    drifts: bool = False
    may_resist: bool = False
    shields_thrown: bool = False
    enemies: Annotated[tuple[Opponent, ...], Meta(max_length=10)] = ()


AnySituation = (
    MeleeTurn
    | FightOn
    | Duel
    | Shooting
    | Strikes
    | AreaAttack
    | ToHit
    | MoraleTest
    | Rally
    | BreakTest
    | Initiative
    | InHazard
    | Passing
    | Counterspell
    | Dispel
    | SpellCast
    | TemplateTouch
)


def read_situation(content: bytes | str) -> AnySituation:
    """A situation from a file; MalformedError names the first field that is wrong, as in `sides[0].in_contact`."""
    text = decode_text(content, LARGEST_SITUATION) if isinstance(content, bytes) else content
    return decoded(text, AnySituation, most=LARGEST_SITUATION)  # type: ignore[arg-type]
