"""Where a unit may be picked from: one's rosters and designs, samples, printed lists; step by step, in links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.http import Http404
from msgspec import Struct

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.models import Visitor
from armybuilder.designs.queries import designs_of
from armybuilder.odds.queries import DESIGN, SAMPLE, roster_named
from armybuilder.rosters.queries import rosters_of_game
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError

LIST = "list."
MOST_SHOWN = 60
MOST_ROSTERS = 200
FIGHTING = (
    *(Section.TROOPS, Section.CHARACTERS, Section.MONSTERS),
    *(Section.WAR_MACHINES, Section.VEHICLES, Section.MOUNTS),
)


class Choice(Struct, frozen=True):
    """A link of the picker: a unit, by its key, or where units are, by `source`."""

    name: str
    about: str = ""
    key: str = ""
    source: str = ""


class Group(Struct, frozen=True):
    title: str
    choices: tuple[Choice, ...]


def rosters_to_pick(visitor: Visitor, linked: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Groups of rosters by the names that an address has for them: those from links, one's own, the samples."""
    own = [(row.code, row.name) for row in rosters_of_game(visitor, ARCANA.slug)[:MOST_ROSTERS]]
    samples = [(f"{SAMPLE}.{name}", roster.name) for name, roster in sample_rosters().items()]
    known = {key for key, _ in (*own, *samples)}
    named = (
        ("From a link", [(key, name) for key, name in linked.items() if key not in known]),
        ("My rosters", own),
        ("Samples", samples),
    )
    return [(name, choices) for name, choices in named if choices]


def picked_from(source: str, visitor: Visitor, catalogue: Catalogue) -> list[Group]:
    """The units of a list or a roster; where nothing is named, or nothing that is there, everything to begin with."""
    army = source.removeprefix(LIST)
    if source.startswith(LIST) and army in catalogue.lists:
        return list(_of_list(army, catalogue))
    if source:
        try:
            return [_of_roster(source, visitor, catalogue)]
        except (Http404, MalformedError):
            pass
    return [group for group in _sources(visitor, catalogue) if group.choices]


def _sources(visitor: Visitor, catalogue: Catalogue) -> Iterator[Group]:
    rosters = rosters_of_game(visitor, ARCANA.slug)[:MOST_SHOWN]
    yield Group("From my rosters", tuple(Choice(row.name, source=row.code) for row in rosters))
    designs = designs_of(visitor)[:MOST_SHOWN]
    yield Group("From my designs", tuple(Choice(row.name, key=f"{DESIGN}.{row.code}") for row in designs))
    lists = [army for army in catalogue.lists.values() if army.slug and any(_of_list(army.slug, catalogue))]
    yield Group("From a list", tuple(Choice(army.name, source=LIST + army.slug) for army in lists))
    samples = sample_rosters().items()
    yield Group("From a sample", tuple(Choice(each.name, source=f"{SAMPLE}.{name}") for name, each in samples))


def _of_list(army: str, catalogue: Catalogue) -> Iterator[Group]:
    for section in FIGHTING:
        rows = [row for row in catalogue.rows_of(army) if row.section is section and row.wounds]
        if rows:
            title = f"{catalogue.lists[army].name}: {section.replace('-', ' ')}"
            yield Group(title, tuple(Choice(row.name, f"{row.points:,}", key=row.slug) for row in rows))


def _of_roster(source: str, visitor: Visitor, catalogue: Catalogue) -> Group:
    army = resolve(roster_named(source, visitor), catalogue)
    units = tuple(Choice(unit.name, unit.described, key=f"{source}.{unit.ref}") for unit in army.units)
    return Group(army.name, units)
