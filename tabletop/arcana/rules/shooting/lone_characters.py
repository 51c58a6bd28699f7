"""Lone characters: shot at only where nobody nearer could be hurt."""

from __future__ import annotations

from collections.abc import Callable

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Section
from tabletop.geometry.primitives.tolerances import RANGE

LONE_CHARACTERS = BOOK.section("Targeting Characters with Missiles and Magic")
MOUNTS_WOUNDS = 4

# Whether a shooter has a chance worth the name against an enemy.
Hurts = Callable[[PlacedUnit], bool]


def is_sheltered(unit: PlacedUnit) -> bool:
    """A character alone, neither high in the air nor on a mount of four wounds or more (reading T80)."""
    if unit.row is None or unit.row.section != Section.CHARACTERS or unit.models > 1:
        return False
    return unit.altitude != Altitude.HIGH and unit.wounds < unit.row.wounds + MOUNTS_WOUNDS


def nearer_target(scene: PlacedTable, shooter: PlacedUnit, target: PlacedUnit, hurts: Hurts) -> Reason | None:
    """The nearest enemy that stands before a lone character; None where the character is the nearest that counts."""
    if not is_sheltered(target):
        return None
    away = between(shooter, target).gap.inches
    foes = (other for other in scene.others(shooter) if other.side != shooter.side and other.ref != target.ref)
    near = sorted((apart, foe.ref) for foe in foes if (apart := between(shooter, foe).gap.inches) < away - RANGE)
    first = next(((apart, scene.unit(ref)) for apart, ref in near if hurts(scene.unit(ref))), None)
    if first is None:
        return None
    gap, nearer = first
    return because(
        Cause.LONE_CHARACTER,
        LONE_CHARACTERS,
        ref=nearer.ref,
        target=target.called,
        nearer=nearer.called,
        gap=gap,
        away=away,
    )
