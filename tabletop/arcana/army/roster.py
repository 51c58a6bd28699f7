"""What a player has chosen, exactly as a `muster-roster/1` file states it: choices, never prices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Label, ListSlug, Notes, Ref, Rules
from tabletop.arcana.catalogue.lists import DESIGNS, OwnList
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.decoding import LARGEST_FILE, MalformedError, converted, decoded
from tabletop.values import Name, Slug, Value

MOST_MODELS = 1000
MOST_POINTS = 1_000_000
MOST_DESIGNS = 100
ModelCount = Annotated[int, Meta(ge=1, le=MOST_MODELS)]
Points = Annotated[int, Meta(ge=1, le=MOST_POINTS)]

FORMAT = "muster-roster/1"
MOST_UNITS = 500


class Upgrade(Value, frozen=True, kw_only=True):
    """Equipment or extra parts bought for each model, by the slug of the equipment's profile."""

    profile: Slug
    count: Annotated[int, Meta(ge=1, le=100)] = 1


class Models(Value, frozen=True, kw_only=True, cache_hash=True):
    """Models of one profile; `reinforced` of them are war machines with a second crew.

    Beasts that cast know the spells of `school`; troops whose profile has a price for it form a `phalanx`. Its hash is
    kept as a unit's is, of which it is a part.
    """

    profile: Slug
    count: ModelCount
    reinforced: Annotated[int, Meta(ge=0, le=1000)] = 0
    upgrades: Annotated[tuple[Upgrade, ...], Meta(max_length=20)] = ()
    school: School | None = None
    phalanx: bool = False


class Mount(Value, frozen=True, kw_only=True):
    """What a character rides; `shared` is a vehicle that another character of the unit has bought."""

    profile: Slug
    shared: bool = False
    school: School | None = None


class Character(Value, frozen=True, kw_only=True):
    """One character and what was bought for it."""

    ref: Ref
    profile: Slug
    weapon: Weapon | None = None
    counterspell: bool = False
    school: School | None = None
    upgrades: Annotated[tuple[Upgrade, ...], Meta(max_length=20)] = ()
    mount: Mount | None = None


class Unit(Value, frozen=True, kw_only=True, cache_hash=True):
    """Models that fight together, with the characters that lead them; characters alone stand alone.

    Its hash is kept: what was said of a unit is looked up by it with every change of a roster.
    """

    ref: Ref
    name: Label = ""
    notes: Notes = ""
    infiltrating: bool = False
    models: Annotated[tuple[Models, ...], Meta(max_length=50)] = ()
    characters: Annotated[tuple[Character, ...], Meta(max_length=50)] = ()


Units = Annotated[tuple[Unit, ...], Meta(max_length=MOST_UNITS)]


class Options(Value, frozen=True, kw_only=True):
    """What both players have agreed to."""

    cheap_monsters_as_normal: bool = False
    optional_schools: bool = False


class Ally(Value, frozen=True, kw_only=True):
    """A second contingent: another army's units within its own share of the points."""

    army: ListSlug
    points: Points
    units: Units = ()


class Roster(Value, frozen=True, kw_only=True):
    """A player's army as chosen; of the list `designs` it is of `own_list`, with its rows and the designs."""

    format: Literal["muster-roster/1"]
    game: Literal["arcana"]
    name: Name
    notes: Notes = ""
    army: ListSlug
    points_limit: Points | None = None
    rules: Rules = "core"
    options: Options = Options()
    units: Units = ()
    allies: Annotated[tuple[Ally, ...], Meta(max_length=10)] = ()
    designs: Annotated[tuple[Design, ...], Meta(max_length=MOST_DESIGNS)] = ()
    own_list: OwnList | None = None

    @property
    def contingent_units(self) -> tuple[Unit, ...]:
        """The units of every contingent, the player's own first."""
        return self.units + tuple(unit for ally in self.allies for unit in ally.units)


Part = Ally | Unit | Models | Character | Upgrade | Mount
PartWithRef = Unit | Character


def new_roster(*, name: str, army: str, points_limit: int | None = None, rules: Rules = "core") -> Roster:
    return Roster(format="muster-roster/1", game="arcana", name=name, army=army, points_limit=points_limit, rules=rules)


def read_roster(content: bytes | str) -> Roster:
    """A roster from the text of a file; MalformedError names the first field that is wrong."""
    roster = decoded(content, Roster, most=LARGEST_FILE)
    check_refs(roster)
    return roster


def reread(roster: Roster) -> Roster:
    """The roster as its own file would be read; MalformedError where it has outgrown the format."""
    readable = converted(msgspec.to_builtins(roster), Roster)
    check_refs(readable)
    return readable


def check_refs(roster: Roster) -> None:
    """MalformedError where two parts share a ref, which is looked for only then; and where `check_list` raises it."""
    check_list(roster)
    refs = [ref for unit in roster.contingent_units for ref in (unit.ref, *[each.ref for each in unit.characters])]
    if len(set(refs)) == len(refs):
        return
    seen = set[str]()
    for path, part in walk(roster):
        if isinstance(part, PartWithRef):
            if part.ref in seen:
                raise MalformedError(f"{path}.ref", f"the ref “{part.ref}” is used twice")
            seen.add(part.ref)


def check_list(roster: Roster) -> None:
    """MalformedError where a list of the player's own isn't the army's, or the army is of one that isn't stated."""
    if roster.army == DESIGNS and roster.own_list is None:
        raise MalformedError("own_list", f"is missing: the army is “{DESIGNS}”")
    if roster.army != DESIGNS and roster.own_list is not None:
        raise MalformedError("own_list", f"stands only beside the army “{DESIGNS}”")


def refs_of(roster: Roster) -> set[str]:
    """Every ref that a unit or a character has."""
    return {part.ref for _, part in walk(roster) if isinstance(part, PartWithRef)}


def walk(roster: Roster) -> Iterator[tuple[str, Part]]:
    """Every part of a roster with its path in the file, as `allies[0].units[2].models[1]`, in the file's order."""
    yield from _walk_units("units", roster.units)
    for number, ally in enumerate(roster.allies):
        path = f"allies[{number}]"
        yield path, ally
        yield from _walk_units(f"{path}.units", ally.units)


def _walk_units(path: str, units: tuple[Unit, ...]) -> Iterator[tuple[str, Part]]:
    for number, unit in enumerate(units):
        of_unit = f"{path}[{number}]"
        yield of_unit, unit
        for index, models in enumerate(unit.models):
            of_models = f"{of_unit}.models[{index}]"
            yield of_models, models
            for position, upgrade in enumerate(models.upgrades):
                yield f"{of_models}.upgrades[{position}]", upgrade
        for index, character in enumerate(unit.characters):
            of_character = f"{of_unit}.characters[{index}]"
            yield of_character, character
            for position, upgrade in enumerate(character.upgrades):
                yield f"{of_character}.upgrades[{position}]", upgrade
            if character.mount:
                yield f"{of_character}.mount", character.mount
