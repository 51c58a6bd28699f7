"""What spells do, fact by fact: each effect says whom it strikes, when, and what prevents it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.catalogue.profiles import Element, Strength
from tabletop.decoding import allowing
from tabletop.values import Count, Inches, Slug, Value

A_ROLL = allowing("a digit, or dice as in d6 and 2d3")
Roll = Annotated[str, Meta(pattern=r"^([1-9]|[2-9]?d[36])$(?!\n)", extra=A_ROLL)]
Change = Annotated[int, Meta(ge=-20, le=20)]

Recipient = Literal[
    "target",
    "unit-near",
    "units-touched",
    "models-touched",
    "models-in-contact",
    "models-within-a-base",
    "enemies-touched",
    "enemies-engaged",
]
Recurrence = Literal["turn-start", "each-turn", "magic-phase-start", "magic-phase", "after-its-move", "on-touch"]
Condition = Literal["undead", "not-fearless", "broken", "without-ground-movement"]
Escape = Literal["unit-save", "roll-of-1"]
Against = Literal["missiles", "not-fire-immune"]
Ability = Literal[
    "fixed-armour",
    "evasion",
    "fearsome",
    "berserk",
    "forestwalker",
    "swimmer",
    "flying",
    "slow",
    "fire-immune",
    "plague-immune",
]
Lost = Literal["evasion", "shield", "fearless", "flying", "movement"]
Figure = Literal["movement", "armour", "magic-resistance", "morale", "strength", "melee-skill", "missile-skill"]
Ground = Literal["forest", "light-forest", "water", "open-ground"]
Area = tuple[Inches, Inches]


class Effect(Value, frozen=True, kw_only=True, tag_field="effect"):
    """What effects share: the recipient, the moments, who alone feels it, and the roll that escapes it.

    `at_once` is false where the effect begins later than the casting; `again` says when it comes back.
    """

    whom: Recipient = "target"
    at_once: bool = True
    again: Recurrence | None = None
    only: Condition | None = None
    unless: Escape | None = None


class Hits(Effect, frozen=True, kw_only=True, tag="hits"):
    """Blows; with a `skill` they are attacks that must roll to hit. `spread` is how far half as many reach.

    `halved` says whether skirmishers take half as many, None where the book is silent. `inches` measures
    the recipient `unit-near`.
    """

    hits: Roll
    skill: Count | None = None
    strength: Strength = 0
    magical: bool = False
    element: Element | None = None
    manner: Literal["melee", "missile"] | None = None
    halved: bool | None = None
    wounds: Roll = "1"
    per_base_unit: bool = False
    until_saved: bool = False
    spread: Inches = 0
    inches: Inches = 0


class Wounds(Effect, frozen=True, kw_only=True, tag="wounds"):
    """Wounds that no armour or magic resistance saves."""

    wounds: Roll


class Heals(Effect, frozen=True, kw_only=True, tag="heals"):
    """Lost wounds given back, up to the starting total."""

    wounds: Roll


class Revives(Effect, frozen=True, kw_only=True, tag="revives"):
    """Killed models put back, by their wounds."""

    wounds: Roll
    of: tuple[Literal["normal-troops", "elite-troops", "character", "monster"], ...]


class Slays(Effect, frozen=True, kw_only=True, tag="slays"):
    """Models die outright unless saved; `up_to` counts models, or wounds of models that it must cover whole.

    `movement`: a die within a limit that grows with the model's speed. `weight`: a die plus armour that isn't fixed.
    """

    save: Literal["magic", "movement", "weight"] | None = None
    up_to: Roll | None = None
    counted_in: Literal["wounds", "models"] | None = None
    halved: bool | None = None
    spares: tuple[Literal["flyers", "burrowers"], ...] = ()


class Stat(Effect, frozen=True, kw_only=True, tag="stat"):
    """A figure of the profile changed by an amount, or set to one; `of` says which movement."""

    stat: Figure
    by: Change | None = None
    to: Count | None = None
    at_most: Count | None = None
    of: Literal["all", "ground"] = "all"

    def __post_init__(self) -> None:
        if (self.by is None) == (self.to is None):
            raise ValueError("a figure changes either by an amount or to one")
        if self.of != "all" and self.stat != "movement":
            raise ValueError("only movement is of the ground")


class HalfSpeed(Effect, frozen=True, kw_only=True, tag="half-speed"):
    """Movement halved, on the ground alone or in every way."""

    of: Literal["all", "ground"] = "all"


class Gains(Effect, frozen=True, kw_only=True, tag="gains"):
    """An ability for as long as the spell lasts; `value` is its figure, inches for flying."""

    ability: Ability
    value: Count | None = None
    against: Against | None = None


class Loses(Effect, frozen=True, kw_only=True, tag="loses"):
    """An ability taken away; flyers that lose flight come down at once."""

    ability: Lost


class Alters(Effect, frozen=True, kw_only=True, tag="alters"):
    """One of a model's own attacks changed; `plain` strips its strength and every ability, `lost` the attack itself."""

    attack: Literal["melee", "missile", "melee-or-missile"]
    skill_by: Change | None = None
    skill_to: Count | None = None
    strength_by: Change | None = None
    strength_to: Count | None = None
    magical: bool = False
    element: Element | None = None
    against: Against | None = None
    plain: bool = False
    lost: bool = False


class ExtraAttack(Effect, frozen=True, kw_only=True, tag="extra-attack"):
    """One more melee attack for each model: like one it has where no skill is given."""

    skill: Count | None = None
    strength: Strength = 0
    magical: bool = False
    element: Element | None = None


class Summons(Effect, frozen=True, kw_only=True, tag="summons"):
    """Creatures called onto the table; `joins` where they may fill the ranks of a unit of their kind."""

    creature: Slug
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    joins: bool = False


class Raises(Effect, frozen=True, kw_only=True, tag="raises"):
    """The spell's dead rise for the caster, within `inches` of their unit (0: in contact with it)."""

    creature: Slug
    save: Literal["individual"] | None = None
    inches: Inches = 0
    joins: bool = False


class Becomes(Effect, frozen=True, kw_only=True, tag="becomes"):
    """The target turns into a creature of the catalogue and keeps its wounds."""

    creature: Slug


class Loosens(Effect, frozen=True, kw_only=True, tag="skirmish"):
    """Rank and file falls into skirmish formation; `inches` is the closing move of a unit that is engaged."""

    inches: Inches = 0


class Outcome(StrEnum):
    """What a contest won does to the persistent spell."""

    REMOVES = "removes"
    STEALS = "steals"


class Contest(Effect, frozen=True, kw_only=True, tag="contest"):
    """A die against a persistent spell's die plus its level, ties to the caster.

    The caster adds all power spent, or only the extra; a stolen spell goes to a unit within `inches`.
    """

    outcome: Outcome
    adds: Literal["all-power", "extra-power"]
    inches: Inches = 0


class Meld(Effect, frozen=True, kw_only=True, tag="meld"):
    """Into the ground here and out of it elsewhere, `inches` away, and as many again for each turn inside."""

    through: Ground
    inches: Inches


class Reshapes(Effect, frozen=True, kw_only=True, tag="reshapes"):
    """Terrain made, moved by `inches` or cleared; `areas` are the largest, in inches; `going` is the spell's."""

    change: Literal["makes", "moves", "clears"]
    ground: Ground
    going: Literal["difficult", "very-difficult"] | None = None
    areas: tuple[Area, ...] = ()
    inches: Inches = 0


class Bars(Effect, frozen=True, kw_only=True, tag="bars"):
    """Something the target may not do."""

    act: Literal["moving", "shooting", "ramming"]


class Does(Effect, frozen=True, kw_only=True, tag="does"):
    """A rule that has no figures of its own but a distance; the spell's text holds it."""

    rule: Literal[
        "rallies",
        "tests-morale",
        "appears",
        "regenerates",
        "attacks-the-closest",
        "changes-control",
        "strikes-its-own-unit",
        "wounds-twice",
        "hides-everything-inside",
    ]
    inches: Inches = 0


Plain = (
    Hits
    | Wounds
    | Heals
    | Revives
    | Slays
    | Stat
    | HalfSpeed
    | Gains
    | Loses
    | Alters
    | ExtraAttack
    | Summons
    | Raises
    | Becomes
    | Loosens
    | Contest
    | Meld
    | Reshapes
    | Bars
    | Does
)


class DieResult(Value, frozen=True, kw_only=True):
    """What some faces of a d6 mean; no effects where nothing happens."""

    rolls: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(min_length=1)]
    effects: tuple[Plain, ...] = ()


class DieTable(Effect, frozen=True, kw_only=True, tag="table"):
    """A d6 decides; results that are `cumulative` add up while the spell lasts."""

    results: tuple[DieResult, ...]
    cumulative: bool = False

    def __post_init__(self) -> None:
        if sorted(face for result in self.results for face in result.rolls) != [1, 2, 3, 4, 5, 6]:
            raise ValueError("a table has one result for each face of a d6")


SpellEffect = Plain | DieTable


def flattened(effects: Iterable[SpellEffect]) -> Iterator[SpellEffect]:
    """The effects, those of tables after the table itself."""
    for effect in effects:
        yield effect
        if isinstance(effect, DieTable):
            for result in effect.results:
                yield from result.effects
