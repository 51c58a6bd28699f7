"""What a hit by a missile on a unit of a table is saved on."""

from __future__ import annotations

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.rules.harm.saving import Save, save_from_missile


def save_against(missile: Missile, target: PlacedUnit) -> Save | None:
    """The save of a target against a missile; None where the target's profile isn't known."""
    if target.row is None:
        return None
    most = target.wounds * (target.models if target.is_war_machine else 1)
    return save_from_missile(missile, target.row, ranked=target.is_ranked, most=most)
