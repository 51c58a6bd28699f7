"""Finding and changing the parts of a roster."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Roster, Unit, Upgrade, reread
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import with_designs
from tabletop.decoding import MalformedError

Thing = TypeVar("Thing")
Written = Annotated[str, Meta(max_length=4000)]


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="verb"):
    """A change of one thing."""

    def applied(self, roster: Roster, catalogue: Catalogue) -> Roster:
        """The changed roster, readable as a file; MalformedError names the field that can't be."""
        return reread(self.changed(roster, with_designs(catalogue, roster.designs, own=roster.own_list)))

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Edit, ...]:
        """The single edits that it is made of."""
        return (self,)


def one_line(text: str) -> str:
    """What was written in a large field, without its line breaks."""
    return " ".join(text.split())


def find_unit(roster: Roster, ref: str) -> Unit:
    for unit in roster.contingent_units:
        if unit.ref == ref:
            return unit
    raise MalformedError("unit", f"the roster has no unit “{ref}”")


def find_character(roster: Roster, ref: str) -> tuple[Unit, Character]:
    """The character and the unit it is in."""
    for unit in roster.contingent_units:
        for character in unit.characters:
            if character.ref == ref:
                return unit, character
    raise MalformedError("character", f"the roster has no character “{ref}”")


def free_ref(roster: Roster, letter: str) -> str:
    """The next numbered ref after all that the roster has used; numbers too long to count on are passed over."""
    units = roster.contingent_units
    refs = {unit.ref for unit in units} | {character.ref for unit in units for character in unit.characters}
    numbers = [int(ref[1:]) for ref in refs if ref[0] == letter and ref[1:].isdecimal() and len(ref) < 10]
    fresh = (f"{letter}{number}" for number in count(max(numbers, default=0) + 1))
    return next(ref for ref in fresh if ref not in refs)


def with_units(roster: Roster, change: Callable[[tuple[Unit, ...]], tuple[Unit, ...]]) -> Roster:
    allies = tuple(replace(ally, units=change(ally.units)) for ally in roster.allies)
    return replace(roster, units=change(roster.units), allies=allies)


def ally_of(roster: Roster, ref: str) -> int | None:
    """The place among the allies of the one whose unit this is; None for the army's own and for unknown units."""
    owners = (number for number, ally in enumerate(roster.allies) if any(unit.ref == ref for unit in ally.units))
    return next(owners, None)


def with_units_of(roster: Roster, ally: int | None, change: Callable[[tuple[Unit, ...]], tuple[Unit, ...]]) -> Roster:
    """Change the units of one ally, or the army's own; MalformedError where there is no such ally."""
    if ally is None:
        return replace(roster, units=change(roster.units))
    if ally >= len(roster.allies):
        raise MalformedError("ally", f"the roster has only {len(roster.allies)} allies")
    allies = list(roster.allies)
    allies[ally] = replace(allies[ally], units=change(allies[ally].units))
    return replace(roster, allies=tuple(allies))


def with_unit(roster: Roster, ref: str, change: Callable[[Unit], Unit]) -> Roster:
    find_unit(roster, ref)
    return with_units(roster, lambda units: tuple(change(unit) if unit.ref == ref else unit for unit in units))


def with_character(roster: Roster, ref: str, change: Callable[[Character], Character]) -> Roster:
    unit, _ = find_character(roster, ref)
    characters = tuple(change(character) if character.ref == ref else character for character in unit.characters)
    return with_unit(roster, unit.ref, lambda unit: replace(unit, characters=characters))


def with_models(roster: Roster, ref: str, profile: str, change: Callable[[Models], Models | None]) -> Roster:
    """Change a unit's first line of a profile; None takes the line away. MalformedError where there is none."""

    def changed(unit: Unit) -> Unit:
        line = line_of(unit, profile)
        place = unit.models.index(line)
        fresh = change(line)
        return replace(unit, models=(*unit.models[:place], *([fresh] if fresh else []), *unit.models[place + 1 :]))

    return with_unit(roster, ref, changed)


def line_of(unit: Unit, profile: str) -> Models:
    """A unit's first line of a profile; MalformedError where there is none."""
    line = models_of(unit, profile)
    if line is None:
        raise MalformedError("profile", f"the unit has no models of “{profile}”")
    return line


def models_of(unit: Unit, profile: str) -> Models | None:
    return next((models for models in unit.models if models.profile == profile), None)


def with_leader(unit: Unit, character: Character) -> Unit:
    return replace(unit, characters=(*unit.characters, character))


def insert_after(things: tuple[Thing, ...], thing: Thing, new: Thing) -> tuple[Thing, ...]:
    if thing not in things:
        return things
    place = things.index(thing) + 1
    return (*things[:place], new, *things[place:])


def set_upgrade(upgrades: tuple[Upgrade, ...], profile: str, count: int) -> tuple[Upgrade, ...]:
    others = tuple(upgrade for upgrade in upgrades if upgrade.profile != profile)
    return (*others, Upgrade(profile=profile, count=count)) if count else others
