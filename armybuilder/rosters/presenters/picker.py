"""The editor's picker: the rows that can be added, and how many at first."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec import Struct

from armybuilder.rosters.presenters.facts import facts_of
from tabletop.arcana.army.rules.composition import SPECIAL_PERCENT
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyList, ListKind
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.game import ArcanaVerdict

USUAL_UNIT = {
    Section.TROOPS: 10,
    Section.MONSTERS: 1,
    Section.VEHICLES: 1,
    Section.WAR_MACHINES: 1,
    Section.CHARACTERS: 1,
}
USUAL_UNIT_LARGE = 5
SINGLY_FROM = 100
OPEN_AT_FIRST = (Section.TROOPS, Section.CHARACTERS)


class Pick(Struct, frozen=True):
    """A row that can be added: what it is, how many at first, how many are in, and why it wouldn't fit."""

    row: Row
    facts: str
    count: int
    fielded: int
    edit: str
    misfit: str


class PickGroup(Struct, frozen=True):
    """The rows under one heading; the id is the same whatever is looked for."""

    id: str
    heading: str
    is_open: bool
    picks: tuple[Pick, ...]


class Picker(Struct, frozen=True):
    """The rows that can be added under their headings, those of the army's own list first."""

    groups: tuple[PickGroup, ...]
    find: str


def picker_of(verdict: ArcanaVerdict, *, find: str) -> Picker:
    """Rows of the army's own list and of the general ones whose names have all the words of `find`."""
    own = verdict.army.own.army
    words = find.lower().split()[:8]
    fielded = _fielded(verdict)
    groups: list[PickGroup] = []
    for army in (own, *(listed for listed in verdict.army.catalogue.lists.values() if listed.kind == ListKind.GENERAL)):
        picks = _picks(verdict, army, own, words, fielded)
        for section in dict.fromkeys(pick.row.section for pick in picks):
            kind = section.replace("-", " ")
            heading = army.name if army.kind == ListKind.GENERAL else kind.capitalize()
            if army.slug == DESIGNS and army is not own:
                heading = f"{army.name}: {kind}"
            of_section = tuple(pick for pick in picks if pick.row.section == section)
            is_open = bool(words) or (army is own and section in OPEN_AT_FIRST)
            groups.append(PickGroup(f"picks-{army.slug}-{section}", heading, is_open, of_section))
    return Picker(tuple(groups), find)


def _fielded(verdict: ArcanaVerdict) -> Counter[str]:
    """How many there are of each row."""
    counts: Counter[str] = Counter()
    for unit in verdict.army.units:
        for models in unit.models:
            counts[models.row.slug] += models.count
        counts.update(character.row.slug for character in unit.characters)
    return counts


def _picks(
    verdict: ArcanaVerdict, army: ArmyList, own: ArmyList, words: list[str], fielded: Counter[str]
) -> list[Pick]:
    rows = verdict.army.catalogue.rows_of(army.slug)
    return [
        _pick(row, own, verdict, fielded[row.slug])
        for row in rows
        if row.section in USUAL_UNIT and all(word in row.name.lower() for word in words)
    ]


def _pick(row: Row, own: ArmyList, verdict: ArcanaVerdict, fielded: int) -> Pick:
    count = USUAL_UNIT_LARGE if row.section == Section.TROOPS and row.base > 1 else USUAL_UNIT[row.section]
    if row.points >= SINGLY_FROM:
        count = 1
    edit = msgspec.json.encode({"verb": "add_unit", "profile": row.slug, "count": count}).decode()
    special = is_special(row, own, verdict.army.options, verdict.army.basis)
    pack = verdict.army.pack
    banned = f"banned by {pack.name}" if pack and pack.bans(row.slug) else ""
    return Pick(
        row=row,
        facts=facts_of(row),
        count=count,
        fielded=fielded,
        edit=edit,
        misfit=banned or _misfit(row.points * count, verdict, special=special),
    )


def _misfit(points: int, verdict: ArcanaVerdict, *, special: bool) -> str:
    """Why so many points more don't fit the game or its special share; empty where they do."""
    limit = verdict.army.points_limit
    if limit is None:
        return ""
    over_special = verdict.price.special + points - limit * SPECIAL_PERCENT // 100
    if special and over_special > 0:
        return f"{over_special:,} over the special share"
    over = verdict.price.points + points - limit
    return f"{over:,} over the game" if over > 0 else ""
