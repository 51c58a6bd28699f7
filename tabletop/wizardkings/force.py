"""A start force as its player has chosen it: `muster-roster/1` with game wizard-kings, choices and never gold."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tabletop.boards.hex import HexName
from tabletop.decoding import allowing
from tabletop.packs import PackCode
from tabletop.values import Name, Slug, Text, Value
from tabletop.wizardkings.catalogue import MOST_STEPS, TERMS, Size, Terms
from tabletop.wizardkings.pack import ArmyWord

A_REF = allowing("1 to 32 small letters, digits and hyphens, no hyphen first")
Ref = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$(?!\n)", extra=A_REF)]
Steps = Annotated[int, Meta(ge=1, le=MOST_STEPS)]
MOST_BLOCKS = 100
Blocks = Annotated[int, Meta(ge=0, le=MOST_BLOCKS)]


class Models(Value, frozen=True, kw_only=True):
    """Blocks of one kind that begin with so many steps each."""

    profile: Slug
    count: Blocks
    steps: Steps = 1


class Unit(Value, frozen=True, kw_only=True):
    """Blocks that a player has put together; the rules know none but their kinds."""

    ref: Ref | None = None
    name: Text = ""
    models: Annotated[tuple[Models, ...], Meta(max_length=50)] = ()


class Capital(Value, frozen=True, kw_only=True):
    """A city that is a player's capital, on the first or the second of the home maps.

    `gold` is what it is worth, where the pack's map has no city in that hex.
    """

    city: HexName
    map: Annotated[int, Meta(ge=1, le=2)] = 1
    gold: Annotated[int, Meta(ge=0, le=3)] | None = None


class Force(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """One player's start force for a size of game, with the chaos pool that later cadres are taken from.

    `five_blocks` is the bracket in the small game's text, 5 blocks in all (K-1); `third_wizard` the large game's
    option; `werebeasts` whether both players have agreed on them. `pack` is the code of an owner's data pack, empty
    for the house's; `army` is empty where none is chosen yet.
    """

    format: Literal["muster-roster/1"]
    game: Literal["wizard-kings"]
    name: Name
    notes: Text = ""
    army: ArmyWord = ""
    scenario: Size
    five_blocks: bool = False
    third_wizard: bool = False
    werebeasts: bool = False
    pack: PackCode = ""
    units: Annotated[tuple[Unit, ...], Meta(max_length=50)] = ()
    pool: Annotated[tuple[Models, ...], Meta(max_length=50)] = ()
    capitals: Annotated[tuple[Capital, ...], Meta(max_length=10)] = ()

    @property
    def terms(self) -> Terms:
        """What the size of the game allows."""
        return TERMS[self.scenario]

    @property
    def cadres(self) -> int:
        """Army cadres at the start (K-1)."""
        bracket = self.terms.small_text
        return bracket if self.five_blocks and bracket is not None else self.terms.army

    @property
    def wizards(self) -> int:
        """Wizards at the start, with the large game's option."""
        return self.terms.most_wizards if self.third_wizard else self.terms.wizards

    @property
    def blocks(self) -> int:
        """Blocks at the start in all (K-14)."""
        return self.wizards + self.terms.chaos + self.cadres

    @property
    def models(self) -> tuple[Models, ...]:
        """All blocks of the start, in the order of the file."""
        return tuple(models for unit in self.units for models in unit.models if models.count)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Blocks at the start by profile, in the order of the file; none of 0."""
        return _counted(self.models)

    @cached_property
    def pooled(self) -> dict[str, int]:
        """Blocks of the chaos pool by profile; none of 0."""
        return _counted(self.pool)


def _counted(all_models: tuple[Models, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for models in all_models:
        counts[models.profile] = counts.get(models.profile, 0) + models.count
    return {slug: count for slug, count in counts.items() if count}


def with_count(force: Force, slug: str, count: int) -> Force:
    """The force with so many blocks of a kind: in the unit that has them already, or in a new one."""
    units: list[Unit] = []
    left = count
    for unit in force.units:
        kept = []
        for models in unit.models:
            if models.profile != slug:
                kept.append(models)
            elif left:
                kept.append(replace(models, count=left))
                left = 0
        if kept or not unit.models:
            units.append(replace(unit, models=tuple(kept)))
    if left:
        units.append(Unit(models=(Models(profile=slug, count=left),)))
    return replace(force, units=tuple(units))


def with_pooled(force: Force, slug: str, count: int) -> Force:
    """The force with so many blocks of a kind in its chaos pool."""
    if slug in force.pooled and count:
        first = next(place for place, models in enumerate(force.pool) if models.profile == slug)
        kept = tuple(
            replace(models, count=count) if place == first else models
            for place, models in enumerate(force.pool)
            if place == first or models.profile != slug
        )
    else:
        others = tuple(models for models in force.pool if models.profile != slug)
        kept = (*others, Models(profile=slug, count=count)) if count else others
    return replace(force, pool=kept)


def at_one_step(force: Force) -> Force:
    """The force with every block at one step (WK-70)."""
    units = tuple(
        replace(unit, models=tuple(replace(models, steps=1) for models in unit.models)) for unit in force.units
    )
    return replace(force, units=units)
