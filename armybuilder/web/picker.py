"""The editor's picker: the rows that can be added, and how many at first."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from armybuilder.verdicts import Verdict
from tabletop.arcana.catalogue import ArmyList
from tabletop.arcana.profile import Row
from tabletop.arcana.roster import Options
from tabletop.arcana.standing import is_special

USUAL_UNIT = {"troops": 10, "monsters": 1, "vehicles": 1, "war-machines": 1, "characters": 1}
USUAL_UNIT_LARGE = 5


class Pick(Struct, frozen=True):
    """A row that can be added, and how many at first."""

    row: Row
    special: bool
    count: int
    edit: str


class Picker(Struct, frozen=True):
    """The rows of the army's own and of the general lists, by heading."""

    groups: tuple[tuple[str, tuple[Pick, ...]], ...]
    find: str


def picker_of(verdict: Verdict, *, find: str) -> Picker:
    """Rows of the army's own list and of the general ones whose names have all the words of `find`."""
    own = verdict.army.own.army
    words = find.lower().split()[:8]
    groups = []
    for army in (own, *(each for each in verdict.army.catalogue.lists.values() if each.kind == "general")):
        picks = _picks(verdict, army, own, words)
        sections = dict.fromkeys(pick.row.section for pick in picks)
        for section in sections:
            heading = army.name if army.kind == "general" else section.replace("-", " ").capitalize()
            groups.append((heading, tuple(pick for pick in picks if pick.row.section == section)))
    return Picker(tuple(groups), find)


def _picks(verdict: Verdict, army: ArmyList, own: ArmyList, words: list[str]) -> list[Pick]:
    rows = verdict.army.catalogue.rows_of(army.slug)
    return [
        _pick(row, own, verdict.army.options)
        for row in rows
        if row.section in USUAL_UNIT and all(word in row.name.lower() for word in words)
    ]


def _pick(row: Row, own: ArmyList, options: Options) -> Pick:
    count = USUAL_UNIT_LARGE if row.section == "troops" and row.base > 1 else USUAL_UNIT[row.section]
    if row.points >= 100:
        count = 1
    edit = msgspec.json.encode({"verb": "add_unit", "profile": row.slug, "count": count}).decode()
    return Pick(row, is_special(row, own, options), count, edit)
