"""What the charged may answer with missiles, and the chargers with theirs: who may fire, and at what distance."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.book import BOOK
from tabletop.arcana.charge.seeing import in_arc
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.values import RankAndFile
from tabletop.geometry.distances import closest

RESPONSES = BOOK.section("Charge responses")
FIRING_RANKS = 2


class Shooter(Struct, frozen=True):
    """A model by its place, and its inches to the nearest charger where the charge is declared."""

    model: int
    inches: float


class StandAndFire(Struct, frozen=True):
    """Who may fire as a charge comes in; a reason where nobody does. Range neither helps nor hinders."""

    shooters: tuple[Shooter, ...]
    reason: str | None = None


def stand_and_fire(scene: PlacedTable, target: PlacedUnit, charger: PlacedUnit) -> StandAndFire:
    """The target's answer to a charger that stands where it declares; cover and lines of sight are asked elsewhere."""
    if reason := _silent(scene, target, charger):
        return StandAndFire((), reason)
    return StandAndFire(_shooters(target, charger.bases))


def _silent(scene: PlacedTable, target: PlacedUnit, charger: PlacedUnit) -> str | None:
    if target.row is None:
        return "its profile isn't known"
    if not target.row.missile:
        return "it has no missiles"
    if scene.is_engaged(target.ref):
        return "it is engaged"
    if not in_arc(target, charger.blocks):
        return "the charge comes from outside its forward 90°"
    return None


def _shooters(target: PlacedUnit, chargers: Sequence[tuple[tuple[float, float], ...]]) -> tuple[Shooter, ...]:
    count = target.models
    if isinstance(target.formation, RankAndFile):
        count = min(count, FIRING_RANKS * target.formation.files)
    return tuple(Shooter(number, closest([target.bases[number]], chargers).gap.inches) for number in range(count))


def natural_missiles(charger: PlacedUnit) -> tuple[str, ...] | None:
    """The charger's natural missiles, fired as it comes in; None where its profile isn't known."""
    if charger.row is None:
        return None
    return tuple(missile.name or "missile" for missile in charger.row.missile if missile.natural)
