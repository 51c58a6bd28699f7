"""What follows contact: lining up, pushing, wrapping or meeting, as both are formed, and the answer of the charged."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Column
from tabletop.arcana.rules.charge.contact.lining import Lined, line_up
from tabletop.arcana.rules.charge.contact.meeting import Met, meet
from tabletop.arcana.rules.charge.contact.pushing import Pushed, push
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped, wrap
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import touched_enemies
from tabletop.arcana.rules.movement.closing import CLOSING
from tabletop.arcana.rules.movement.making_way import giving_way, holds
from tabletop.geometry.primitives.polygons import overlapping


class After(Struct, frozen=True, kw_only=True):
    """Where both and `others`, who made room, stand once all that follows contact is done; no units where nothing did.

    One of `lined`, `pushed`, `wrapped` and `met` says how they came together; in `closing` the charged come nearer.
    Both fight at `altitude`. `also_touched` are other enemies whom the charger touches in the end: charged only if
    that was declared too. `gave_way` are the friends among the others.
    """

    unit: PlacedUnit | None = None
    target: PlacedUnit | None = None
    others: tuple[PlacedUnit, ...] = ()
    lined: Lined | None = None
    pushed: Pushed | None = None
    wrapped: Wrapped | None = None
    met: Met | None = None
    closing: Wrapped | Met | None = None
    altitude: Altitude = "ground"
    also_touched: tuple[str, ...] = ()
    gave_way: tuple[PlacedUnit, ...] = ()


def aftermath(scene: PlacedTable, found: Charge) -> After:
    """A charge that isn't possible is followed all the same; a column that is charged is one no more (reading T74)."""
    target = loosened(found.target) if isinstance(found.target.formation, Column) else found.target
    scene = scene.with_unit(found.unit).with_unit(target)
    after = _charged_home(scene, found, target)
    level = _level(found)
    unit = replace(after.unit or found.unit, altitude=level)
    charged = replace(after.target or target, altitude=level)
    friends = giving_way(scene, (unit, charged, *after.others))
    return replace(
        after,
        unit=unit,
        target=charged,
        others=(*after.others, *friends),
        altitude=level,
        also_touched=_also_touched(scene, after, found),
        gave_way=friends,
    )


def _level(found: Charge) -> Altitude:
    """Where both fight: on the ground where either is, or else as high as the charged."""
    return found.target.altitude if found.flying else "ground"


def _also_touched(scene: PlacedTable, after: After, found: Charge) -> tuple[str, ...]:
    """Other enemies whom the charger touches in the end: charged only if that was declared too."""
    for unit in (after.unit, after.target, *after.others):
        scene = scene.with_unit(unit) if unit else scene
    return tuple(ref for ref in touched_enemies(scene, scene.unit(found.unit.ref)) if ref != found.target.ref)


def _charged_home(scene: PlacedTable, found: Charge, target: PlacedUnit) -> After:
    """Those who come down to the ground for the fight get none of the extra inches of skirmishers."""
    left = max(found.allowance - (found.needed or 0.0), 0.0)
    comes_down = found.flying and target.altitude == "ground"
    if lined := line_up(scene, found.unit, target, found.side, left=left):
        return After(unit=lined.unit, lined=lined, others=lined.moved)
    if pushed := push(scene, found.unit, target, left):
        return _closed(scene, After(unit=pushed.unit, target=pushed.target, pushed=pushed), found)
    budget, unit = found.allowance + (0.0 if comes_down else CLOSING), _off_friends(scene, found)
    scene = scene.with_unit(unit)
    if wrapped := wrap(scene, unit, target, budget, charged=found.side):
        return After(unit=wrapped.unit, wrapped=wrapped)
    if met := meet(scene, unit, target, budget):
        return _closed(scene, After(unit=met.unit, target=target, met=met), found)
    return After()


def _off_friends(scene: PlacedTable, found: Charge) -> PlacedUnit:
    """Where the first would come to stand on friends who don't give way, all choose their places from the start."""
    friends = [other for other in scene.others(found.unit) if other.side == found.unit.side]
    held = [block for each in friends if holds(scene, each) for block in each.blocks]
    return found.begun if any(overlapping(found.unit.bases, held)) else found.unit


def _closed(scene: PlacedTable, after: After, found: Charge) -> After:
    """With the three inches of the charged, spent to fight with more; not theirs who were brought down."""
    brought_down = found.target.altitude != _level(found)
    if brought_down or not (after.unit and after.target):
        return after
    scene = scene.with_unit(after.unit).with_unit(after.target)
    if closing := wrap(scene, after.target, after.unit, CLOSING) or meet(scene, after.target, after.unit, CLOSING):
        return replace(after, target=closing.unit, closing=closing)
    return after
