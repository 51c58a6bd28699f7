"""Armies as battles in a line see them: units of bodies, each with its figures and how many there are.

The first body of a unit are its troops; characters, what carries them, and further kinds are bodies after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Morale, MoraleKind, Row, School, Section, Statistics
from tabletop.arcana.odds.fielded import Fielded, fielded
from tabletop.arcana.odds.situations import Troops
from tabletop.arcana.odds.units import figures_of
from tabletop.arcana.rules.formation.legality import USUAL_FILES
from tabletop.decoding import MalformedError

NO_MORALE = Morale(value=0)


class Body(Struct, frozen=True, kw_only=True):
    """Equal models of a unit; one that is a character, or carries one, is `led`."""

    ref: str
    figures: Statistics
    count: int = 1
    section: Section = Section.TROOPS
    led: bool = False

    @property
    def morale(self) -> Morale:
        return self.figures.morale or NO_MORALE

    @property
    def lines(self) -> tuple[int, ...]:
        """The places of its blows, of those that exclude each other the first."""
        return tuple(place for place, line in enumerate(self.figures.melee) if not line.alternative)


class Squad(Struct, frozen=True, kw_only=True):
    """A unit with what it cost; `files` is how wide it is put down, 0 in loose order; `schools` are its wizards'.

    `place` is its place in the roster among those that have models.
    """

    ref: str
    name: str
    points: int
    bodies: tuple[Body, ...]
    files: int = 0
    schools: tuple[School, ...] = ()
    place: int = 0

    @property
    def troops(self) -> Body:
        return self.bodies[0]

    @property
    def across(self) -> int:
        """The models of its front at most, loose ones five abreast."""
        return self.files or min(self.troops.count, USUAL_FILES)

    @property
    def wounds(self) -> int:
        return sum(body.count * body.figures.wounds for body in self.bodies)

    @property
    def move(self) -> int:
        """Inches by its best way, of the slowest kind of it."""
        kinds = [body for body in self.bodies if not body.led] or [self.troops]
        return min(
            max(own.ground or 0, own.fly or 0, own.swim or 0) for own in (body.figures.movement for body in kinds)
        )

    @property
    def berserk(self) -> bool:
        return self.troops.morale.kind is MoraleKind.BERSERK


class Force(Struct, frozen=True, kw_only=True):
    """An army: its units by their refs, so that the order of a file changes nothing."""

    name: str
    squads: tuple[Squad, ...]
    left_out: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return sum(squad.points for squad in self.squads)


def force_of(army: Army) -> Force:
    """An army as it fights in a line; MalformedError where it has no units with models."""
    prices = price(army).units
    squads: list[Squad] = []
    left_out: list[str] = []
    for place, unit in enumerate(unit for unit in army.units if unit.size):
        squad, missing = _squad(unit, army.catalogue, points=prices[unit.ref].points, place=place)
        squads.append(squad)
        left_out += missing
    if not squads:
        raise MalformedError("units", f"{army.name} has no units")
    return Force(
        name=army.name or army.own.army.name,
        squads=tuple(sorted(squads, key=lambda squad: squad.ref)),
        left_out=tuple(left_out),
    )


def _squad(unit: FieldedUnit, catalogue: Catalogue, *, points: int, place: int) -> tuple[Squad, tuple[str, ...]]:
    stands = fielded(unit, catalogue)
    squad = Squad(
        ref=unit.ref,
        name=unit.name,
        points=points,
        bodies=tuple(_bodies(stands, catalogue)),
        files=stands.files,
        schools=_schools(unit),
        place=place,
    )
    return squad, stands.left_out


def _bodies(stands: Fielded, catalogue: Catalogue) -> Iterator[Body]:
    troops = stands.troops
    section = troops.section or (stands.figures.section if isinstance(stands.figures, Row) else Section.TROOPS)
    yield Body(ref="troops", figures=stands.figures, count=troops.count, section=section)
    for number, (_, kind) in enumerate(stands.mixed, 2):
        yield Body(ref=f"kind-{number}", figures=figures_of(catalogue, kind, ""), count=kind.count, section=section)
    for number, commander in enumerate(stands.commanders, 1):
        mount: Troops | None = commander.stated.mount
        if mount:
            yield Body(ref=f"c{number}-mount", figures=figures_of(catalogue, mount, ""), led=True)
        yield Body(ref=f"c{number}", figures=commander.figures, section=Section.CHARACTERS, led=True)


def _schools(unit: FieldedUnit) -> tuple[School, ...]:
    """What its wizards have learnt."""
    found = []
    for own in unit.characters:
        if own.row.spellcaster:
            schools = own.row.spellcaster.schools
            found.append(own.choice.school or (schools[0] if len(schools) == 1 else School.GENERAL))
    return tuple(found)
