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
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.effects import Hits
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
    """A unit with what it cost; `files` is how wide it is put down, 0 in loose order.

    `casters` is how many wizards it has, `spells` what they may cast here, `place` its place in the roster among those
    that have models.
    """

    ref: str
    name: str
    points: int
    bodies: tuple[Body, ...]
    files: int = 0
    casters: int = 0
    spells: tuple[Spell, ...] = ()
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
    casters = sum(own.row.spellcaster is not None for own in unit.characters)
    squad = Squad(
        ref=unit.ref,
        name=unit.name,
        points=points,
        bodies=tuple(_bodies(stands, catalogue)),
        files=stands.files,
        casters=casters,
        spells=_spells(unit, catalogue) if casters else (),
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


def _spells(unit: FieldedUnit, catalogue: Catalogue) -> tuple[Spell, ...]:
    """What its wizards may cast here: spells whose hits strike a unit that is seen, at once."""
    schools = {School.GENERAL}
    for own in unit.characters:
        if own.row.spellcaster:
            learnt = own.row.spellcaster.schools
            schools.add(own.choice.school or (learnt[0] if len(learnt) == 1 else School.GENERAL))
    spells = [spell for school in sorted(schools) for spell in catalogue.spells_of(school)]
    return tuple(spell for spell in spells if is_a_bolt(spell))


def is_a_bolt(spell: Spell) -> bool:
    """Whether a spell does nothing here but strike one unit with hits."""
    return spell.target.what == "unit" and spell.template is None and bool(bolts_of(spell))


def bolts_of(spell: Spell) -> list[Hits]:
    effects = [effect for effect in spell.effects if isinstance(effect, Hits)]
    return [own for own in effects if own.whom == "target" and own.at_once and own.skill is None]
