"""Moments of a game that are asked about, read strictly: `muster-situation/1` with game wizard-kings.

Each may bring the player's own pack; without one the house's is used, and the answer says so. Units and spells are
named by their ids in the pack.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.boards.hex import HexName
from tabletop.decoding import LARGEST_FILE, decoded
from tabletop.values import Name, Text, Value
from tabletop.wizardkings.catalogue import MOST_STEPS, Moon, Size
from tabletop.wizardkings.pack import Pack, Word
from tabletop.wizardkings.play.battle import Side
from tabletop.wizardkings.play.building import City
from tabletop.wizardkings.play.ends import Goal, HeldCity
from tabletop.wizardkings.play.ground import Site
from tabletop.wizardkings.play.recruiting import Readings

MOST_BLOCKS = 20  # in one hex, of one question
Steps = Annotated[int, Meta(ge=1, le=MOST_STEPS)]
Turn = Annotated[int, Meta(ge=1, le=99)]


class UnitInHex(Value, frozen=True, kw_only=True):
    """A unit with its steps and what it has done this turn; `ref` where two of a kind stand there.

    One that doesn't want to recruit, `wants` false, doesn't count towards its hex's limit.
    """

    unit: Word
    steps: Steps
    ref: Name | None = None
    moved: bool = False
    fought: bool = False
    regroups: bool = False
    fatigued: bool = False
    wants: bool = True


class Fighter(Value, frozen=True, kw_only=True):
    """A block in a battle, and the spell that it casts this round instead of firing."""

    unit: Word
    steps: Steps
    side: Side
    ref: Name | None = None
    spell: Word | None = None


class SpellKill(Value, frozen=True, kw_only=True):
    """A spell that eliminated an enemy, in which battle of the turn."""

    spell: Word
    battle: Annotated[int, Meta(ge=1, le=99)] = 1


class Pick(Value, frozen=True, kw_only=True):
    """A cadre of a `unit` that arrives `at` a capital, or a step on the castle of a city."""

    unit: Word | None = None
    at: Text = ""
    castle: Name | None = None


class Realm(Value, frozen=True, kw_only=True):
    """What a side holds, and how many wizards it has lost."""

    cities: Annotated[tuple[HeldCity, ...], Meta(max_length=100)] = ()
    lost_wizards: Annotated[int, Meta(ge=0, le=3)] = 0


class Situation(Value, frozen=True, kw_only=True, tag_field="kind"):
    """What every kind states."""

    format: Literal["muster-situation/1"]
    game: Literal["wizard-kings"]
    name: Text = ""
    pack: Pack | None = None


class Recruiting(Situation, frozen=True, kw_only=True, tag="recruit"):
    """Who of a hex may recruit, by a hex of the pack's map or as a `site`; by a `turn` of its moons or a `moon`.

    `after_battle` where the units have fought there and are to recruit instead of regrouping.
    """

    units: Annotated[tuple[UnitInHex, ...], Meta(min_length=1, max_length=MOST_BLOCKS)]
    site: Site | None = None
    hex: HexName | None = None
    capital: bool = False
    enemies: bool = False
    turn: Turn | None = None
    moon: Moon | None = None
    after_battle: bool = False
    won: bool = True
    readings: Readings = Readings()


class Casting(Situation, frozen=True, kw_only=True, tag="spell"):
    """A wizard or a chaos unit casts a spell of the pack."""

    caster: UnitInHex
    spell: Word
    cast: bool = False


class Learning(Situation, frozen=True, kw_only=True, tag="learn"):
    """What a wizard learns by the kills of a turn, in their order."""

    wizard: UnitInHex
    kills: Annotated[tuple[SpellKill, ...], Meta(max_length=MOST_BLOCKS)]


class Study(Situation, frozen=True, kw_only=True, tag="henge"):
    """A wizard studies at a henge in the build phase."""

    wizard: UnitInHex
    site: Site


class Firing(Situation, frozen=True, kw_only=True, tag="fire"):
    """One block fires."""

    unit: Word
    steps: Steps


class BattleRound(Situation, frozen=True, kw_only=True, tag="battle"):
    """One round between blocks of both sides."""

    blocks: Annotated[tuple[Fighter, ...], Meta(min_length=2, max_length=12)]


class Building(Situation, frozen=True, kw_only=True, tag="build"):
    """The picks of one build phase; `pool` are blocks that are off the map by their ids, not checked where absent."""

    scenario: Size
    picks: Annotated[tuple[Pick, ...], Meta(max_length=10)]
    cities: Annotated[tuple[City, ...], Meta(max_length=100)] = ()
    pool: dict[Word, Annotated[int, Meta(ge=0, le=100)]] | None = None
    dead: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    turn: Turn | None = None
    moon: Moon | None = None


class Retreat(Situation, frozen=True, kw_only=True, tag="retreat"):
    """A hex to retreat or regroup into."""

    scenario: Size
    goal: Goal


class Watch(Situation, frozen=True, kw_only=True, tag="victory"):
    """Whether somebody has won, at the end of a turn or after a battle phase."""

    scenario: Size
    turn: Turn
    sides: Annotated[dict[Name, Realm], Meta(min_length=2, max_length=7)]
    end_of_turn: bool = True


AnySituation = Recruiting | Casting | Learning | Study | Firing | BattleRound | Building | Retreat | Watch


def read_situation(content: bytes | str) -> AnySituation:
    """A situation from its file; MalformedError names the field that can't be."""
    situation: AnySituation = decoded(content, AnySituation, most=LARGEST_FILE, what="situation")  # type: ignore[arg-type]
    return situation
