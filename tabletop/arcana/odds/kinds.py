"""Units of several kinds of models, as crews of a vehicle and war machines may mix: one unit whose attacks are some's.

All kinds have to be hit, saved and shaken alike; what differs is with what they strike and shoot. Their attacks stand
one kind after the other, each with the places of the models that have it. Kinds named first touch the enemy first and
fall last (reading BR117), so that what is left of the unit says who they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Row, Section, Statistics
from tabletop.arcana.odds.situations import Loose, Troops, Unit
from tabletop.arcana.rules.melee.fighters import FIGURE_BY_FIGURE
from tabletop.arcana.rules.melee.vehicles import OF
from tabletop.decoding import MalformedError

ALIKE = (
    "wounds", "armour", "second_armour", "defence", "morale", "ramming", "fearsome", "base", "footprint", "movement",
)  # fmt: skip

Places = tuple[tuple[int, int], ...]  # by attack the first of the models that have it, and the one behind the last


class Kinds(Struct, frozen=True):
    """By its blows and by its missiles, which of a unit's models have them; empty where all have all."""

    melee: Places = ()
    missile: Places = ()


ONE_KIND = Kinds()


def as_one(
    unit: Unit, each: Sequence[Statistics], sections: Sequence[Section | None], field: str
) -> tuple[Unit, Kinds]:
    """The unit with all its kinds as one, by the figures of each; MalformedError where they can't be counted so."""
    first, troops = each[0], unit.models
    for place, (figures, section) in enumerate(zip(each, sections, strict=True)):
        other = [name for name in ALIKE if getattr(figures, name) != getattr(first, name)]
        other += ["section"] * (section is not sections[0])
        if other:
            what = " and ".join(name.replace("_", " ") for name in other)
            raise MalformedError(f"{field}.models[{place}]", f"must have the {what} of the first kind in the unit")
        if troops[place].wounds_lost and place + 1 < len(troops):
            reason = "must be 0: of several kinds the one named last suffers first"
            raise MalformedError(f"{field}.models[{place}].wounds_lost", reason)
    _check_blows(unit, each, sections[0], field)
    melee, missile = _attacks(each, troops, "melee"), _attacks(each, troops, "missile")
    plain = {name: getattr(first, name) for name in Statistics.__struct_fields__}
    figures = Statistics(**plain | {"melee": melee[0], "missile": missile[0]})
    whole = replace(
        troops[-1], profile=None, figures=figures, section=sections[0], count=sum(it.count for it in troops)
    )
    return replace(unit, models=(whole,)), Kinds(melee[1], missile[1])


def _check_blows(unit: Unit, each: Sequence[Statistics], section: Section | None, field: str) -> None:
    """Who strikes otherwise than others must be known by its place among those that are left."""
    if len({own.melee for own in each}) == 1:
        return
    if not isinstance(unit.formation, Loose):
        reason = "must be skirmish: which of several kinds stands in which rank isn't stated"
        raise MalformedError(f"{field}.formation", reason)
    if section is Section.WAR_MACHINES or each[0].wounds >= FIGURE_BY_FIGURE:
        what = "share their wounds" if section is Section.WAR_MACHINES else "suffer each by itself"
        reason = f"must strike as the first kind does: such models {what}, and who of which kind is left isn't followed"
        raise MalformedError(f"{field}.models[1]", reason)


def _attacks(each: Sequence[Statistics], troops: Sequence[Troops], name: str) -> tuple[tuple[Any, ...], Places]:
    """The blows or missiles of all kinds one after the other, each named after its kind, with the places of models."""
    every: list[tuple[Any, ...]] = [getattr(figures, name) for figures in each]
    if len(set(every)) == 1:
        return every[0], ()
    lines: list[Any] = []
    places: list[tuple[int, int]] = []
    before = 0
    for number, (figures, own, stated) in enumerate(zip(each, every, troops, strict=True), 1):
        kind = figures.name if isinstance(figures, Row) else f"kind {number}"
        lines += [replace(line, name=f"{line.name}{OF}{kind}" if line.name else kind) for line in own]
        places += [(before, before + stated.count)] * len(own)
        before += stated.count
    return tuple(lines), tuple(places)
