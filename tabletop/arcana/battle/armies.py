"""Two armies brought to a battle: rosters turned into units with everything that the log needs to know of them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, count

import msgspec
from msgspec.structs import replace

from tabletop.arcana.army.pricing import UnitPrice, price
from tabletop.arcana.army.resolve import Army as Resolved
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedUnit
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.state import MOUNT, SIDES, Army, BattleUnit, Body, Options, Scenario, Side
from tabletop.arcana.catalogue.identifiers import ListSlug
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Row, School, Statistics
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.creation.points.pricing import with_second_crew
from tabletop.arcana.rules.formation.legality import usual_files
from tabletop.decoding import MalformedError
from tabletop.rosters.document import write_roster

MOST_UNITS = 100
MOST_MODELS = 2_000


def begun(
    name: str,
    armies: tuple[Resolved, Resolved],
    *,
    digests: tuple[str, str] = ("", ""),
    scenario: Scenario,
    options: Options,
) -> BattleBegun:
    """The first event of a battle between two rosters; MalformedError where one has no units, or far too many."""
    sides: list[Army] = []
    fielded: list[BattleUnit] = []
    for side, army, digest in zip(SIDES, armies, digests, strict=True):
        own, units = brought(side, army, digest=digest)
        sides.append(own)
        fielded += units
    if len(fielded) > MOST_UNITS or sum(unit.models for unit in fielded) > MOST_MODELS:
        raise MalformedError("", f"a battle here has at most {MOST_UNITS} units and {MOST_MODELS:,} models")
    return BattleBegun(name=name, scenario=scenario, options=options, armies=tuple(sides), fielded=tuple(fielded))


def brought(
    side: Side, army: Resolved, *, digest: str = "", refs: Iterable[str] = ()
) -> tuple[Army, tuple[BattleUnit, ...]]:
    """An army as a side brings it, and its units that have models, called `r1`, `r2` … as on a table, or by `refs`.

    MalformedError where it has none.
    """
    prices = price(army).units
    slugs = {unit.ref: part.army.slug for part in army.contingents for unit in part.units}
    called = chain(refs, (f"{side[0]}{number}" for number in count(1)))
    shown = (unit for unit in army.units if unit.size)
    units = tuple(
        _unit(unit, ref, side, slugs[unit.ref], prices[unit.ref]) for unit, ref in zip(shown, called, strict=False)
    )
    if not units:
        raise MalformedError(side, f"{army.name} has no units")
    own, points = army.own.army, sum(unit.points for unit in units)
    name = army.name or own.name
    return Army(side=side, name=name, army=own.slug, army_name=own.name, points=points, digest=digest), units


def digest_of(roster: Roster) -> str:
    """SHA-256 of the roster's file, by which both players can prove what was brought."""
    return hashlib.sha256(write_roster(roster)).hexdigest()


def _unit(unit: FieldedUnit, ref: str, side: Side, army: ListSlug, priced: UnitPrice) -> BattleUnit:
    bodies = tuple(_bodies(unit, ref, priced))
    models = sum(body.at_first for body in bodies)
    largest = max(unit.models, key=lambda models: models.count).row if unit.models else unit.characters[0].row
    return BattleUnit(
        ref=ref,
        side=side,
        name=unit.name[:120],
        army=army,
        bodies=bodies,
        files=usual_files(largest, models) if unit.models else 0,
        infiltrates=unit.choice.infiltrating,
    )


def _bodies(unit: FieldedUnit, ref: str, priced: UnitPrice) -> Iterator[Body]:
    """The unit's kinds of models, then its characters, each with what carries it before it."""
    points = Counter[str]()
    for item in priced.items:
        points[item.ref if item.ref != unit.ref else item.profile] += item.points
    number = 0
    for models in unit.models:
        crewed = min(models.choice.reinforced, models.count)
        for many, second_crew in ((models.count - crewed, False), (crewed, True)):
            if many:
                number += 1
                own = points.pop(models.row.slug, 0)
                yield _troops(models.row, f"{ref}-m{number}", count=many, points=own, second_crew=second_crew)
    for number, character in enumerate(unit.characters, 1):
        yield from _character(character, f"{ref}-c{number}", points[character.choice.ref])


def _troops(row: Row, ref: str, *, count: int, points: int, second_crew: bool) -> Body:
    if not second_crew:
        return body_of(row, ref, count=count, points=points)
    figures = with_second_crew(_without_identity(row))
    found = body_of(row, ref, count=count, points=points, figures=figures)
    return replace(found, name=f"{row.name} with a second crew")


def _character(character: FieldedCharacter, ref: str, points: int) -> Iterator[Body]:
    """A character: one creature with a small mount, or with a large one under it as a body of its own."""
    ride, choice = character.ride, character.choice
    if ride and not ride.merged and not character.rides_along:
        yield body_of(ride.mount, f"{ref}{MOUNT}", count=1, points=0)
    figures = ride.merged if ride else None
    found = body_of(character.row, ref, count=1, points=points, figures=figures)
    name = f"{character.row.name} on {character.mount.name}" if figures and character.mount else character.row.name
    yield replace(
        found,
        name=name,
        character=True,
        rides=bool(ride and not ride.merged),
        school=choice.school or only_school(character.row),
        counterspell=choice.counterspell,
    )


def only_school(row: Row) -> School | None:
    """The school of a caster who has no choice; None for who casts nothing, or hasn't chosen."""
    schools = schools_of(row, optional=False)
    return schools[0] if len(schools) == 1 else None


def body_of(row: Row, ref: str, *, count: int, points: int, figures: Statistics | None = None) -> Body:
    """So many equal models of a row; `figures` where they aren't the row's."""
    stated = figures or (_without_identity(row) if is_design(row) else None)
    return Body(
        ref=ref,
        name=row.name,
        profile=row.slug,
        section=row.section,
        wounds=figures.wounds if figures else row.wounds,
        at_first=count,
        left=count,
        points=points,
        figures=msgspec.json.encode(stated).decode() if stated else "",
    )


def _without_identity(row: Row) -> Statistics:
    return Statistics(**{name: getattr(row, name) for name in Statistics.__struct_fields__})
