"""A table in words: every unit where it stands, and from one of them how far the others are and whom it sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battle.table.positions import middle_of
from tabletop.arcana.battle.table.turn_state import Ledger
from tabletop.arcana.battlefield import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.footprints import ranks_of
from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.battlefield.schema import Altitude, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.queries.request import MOST_PAIRS
from tabletop.arcana.rules.movement.terrain_cost import factor_under
from tabletop.arcana.rules.visibility import Sight, looks, view_of
from tabletop.geometry.distance.distances import Gap, closest_pair
from tabletop.geometry.primitives.tolerances import RANGE

MOST_PAIRS_AT_ONCE = 20_000  # of loose models; a block counts as one
WAYS = ("up the table", "right", "down the table", "left")


class Relation(Struct, frozen=True, kw_only=True):
    """Another unit as one sees it: the gap from edge to edge, the sight where it was looked for."""

    unit: PlacedUnit
    gap: Gap
    sight: Sight | None = None
    far: bool = False
    told: str = ""

    @property
    def inches(self) -> str:
        return inches(self.gap.inches)


def reason_in_words(reason: Reason | None) -> str:
    """Why not, and what would open it."""
    if reason is None:
        return "no reason is known"
    return f"{reason.text}; try: {reason.remedy}" if reason.remedy else reason.text


def relations(scene: PlacedTable, ref: str, *, with_sight: bool, reach: float | None = None) -> tuple[Relation, ...]:
    """Every other unit from this one, the nearest first; sights are of enemies, as many as one answer may cost.

    Where a reach is given, only enemies within so many inches are looked for.
    """
    unit = scene.unit(ref)
    measured = [Relation(unit=other, gap=closest_pair(unit.blocks, other.blocks).gap) for other in scene.others(unit)]
    measured.sort(key=lambda relation: relation.gap.inches)
    return tuple(_looked(scene, unit, measured, reach)) if with_sight else tuple(measured)


def _looked(
    scene: PlacedTable, unit: PlacedUnit, measured: Iterable[Relation], reach: float | None
) -> Iterator[Relation]:
    told = list(_within(unit, measured, reach))
    asked = [relation for relation in told if relation.unit.side != unit.side and not relation.told]
    seen = dict(
        zip(
            (relation.unit.ref for relation in asked),
            looks(view_of(scene), unit, [relation.unit for relation in asked]) if asked else (),
            strict=True,
        )
    )
    for relation in told:
        sight = seen.get(relation.unit.ref)
        yield replace(relation, sight=sight, told=_sight_in_words(sight)) if sight else relation


def _within(unit: PlacedUnit, measured: Iterable[Relation], reach: float | None) -> Iterator[Relation]:
    """With the reason why an enemy isn't looked for: out of range, or too many models for one answer."""
    left = MOST_PAIRS_AT_ONCE
    for relation in measured:
        pairs = len(unit.blocks) * len(relation.unit.blocks)
        if relation.unit.side == unit.side:
            yield relation
        elif reach is not None and relation.gap.inches > reach + RANGE:
            yield replace(relation, far=True, told=f"out of range: {relation.inches} of {inches(reach)}")
        elif pairs > min(left, MOST_PAIRS):
            yield replace(relation, told="too many models to look for")
        else:
            left -= pairs
            yield relation


def _sight_in_words(sight: Sight) -> str:
    return "in sight" if sight.visible else f"not in sight: {reason_in_words(sight.reason)}"


def formation_in_words(unit: PlacedUnit) -> str:
    """How many models, how they stand, where the middle is and which way they face."""
    x, y = middle_of(unit)
    place = f"middle at {x:.1f} across and {y:.1f} up, facing {facing_in_words(unit.formation.facing)}"
    models = f"{unit.models} model{'' if unit.models == 1 else 's'}{_with_members(unit)}"
    if isinstance(unit.formation, Skirmish):
        return f"{models}, loose, {place}"
    ranks = len(ranks_of(unit.formation.files, unit.models))
    return f"{models}, {unit.formation.files} wide and {ranks} deep, {place}"


def _with_members(unit: PlacedUnit) -> str:
    named = [
        counted(member.name, member.count) if member.count > 1 else member.name
        for member in unit.members
        if member.name
    ]
    return f" with {', '.join(named)}" if named else ""


def facing_in_words(degrees: float) -> str:
    rest = degrees % 90
    if min(rest, 90 - rest) < 0.05:
        return WAYS[round(degrees / 90) % 4]
    return f"{degrees % 360:.1f}°"


def movement_in_words(scene: PlacedTable, unit: PlacedUnit, ledger: Ledger | None) -> str:
    """What is left of its move, and how far that goes on the ground that it stands on where every inch costs more."""
    flying = unit.altitude != Altitude.GROUND
    whole = (unit.fly or 0.0) if flying else unit.ground
    left = ledger.left if ledger else whole
    above = f", {unit.altitude} in the air" if flying else ""
    factor = 1.0 if flying else factor_under(unit, scene.pieces.values())
    worth = f", enough for {inches(left / factor)} on this ground" if factor > 1 and left > RANGE else ""
    return f"{inches(left)} of its {inches(whole)} move left{worth}{above}"


def missile_ranges(unit: PlacedUnit) -> Iterator[float]:
    """The normal ranges of what it shoots with."""
    if unit.row:
        yield from dict.fromkeys(float(missile.range) for missile in unit.row.missile)
