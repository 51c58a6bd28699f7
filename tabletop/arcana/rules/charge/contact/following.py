"""What follows contact: lining up, pushing, wrapping or meeting, as both are formed, and the answer of the charged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Column
from tabletop.arcana.queries.answer import plain_formation, plain_reason
from tabletop.arcana.rules.charge.contact.lining import Lined, line_up
from tabletop.arcana.rules.charge.contact.meeting import Met, meet
from tabletop.arcana.rules.charge.contact.pushing import Pushed, push
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped, wrap
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import touched_enemies
from tabletop.arcana.rules.movement.execute import CLOSING
from tabletop.arcana.rules.movement.making_way import giving_way, holds
from tabletop.geometry.primitives.polygons import overlapping

PARTS = ("lining_up", "push", "wrap", "meet", "closing")


class After(Struct, frozen=True):
    """Where both and `others`, who made room, stand once all that follows contact is done; the same in plain values."""

    unit: PlacedUnit | None = None
    target: PlacedUnit | None = None
    plain: dict[str, Any] = {}
    others: tuple[PlacedUnit, ...] = ()


def aftermath(scene: PlacedTable, found: Charge) -> After:
    """A charge that isn't possible is followed all the same; a column that is charged is one no more (reading T74)."""
    target = loosened(found.target) if isinstance(found.target.formation, Column) else found.target
    scene = scene.with_unit(found.unit).with_unit(target)
    after = _charged_home(scene, found, target)
    level = _level(found)
    beside = {"altitude": level, "also_touched": _also_touched(scene, after, found)}
    plain = {**dict.fromkeys(PARTS), **after.plain, **beside}
    unit = replace(after.unit or found.unit, altitude=level)
    charged = replace(after.target or target, altitude=level)
    friends = giving_way(scene, (unit, charged, *after.others))
    plain["gave_way"] = {friend.ref: plain_formation(friend.formation) for friend in friends}
    return After(unit, charged, plain, (*after.others, *friends))


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
        return After(lined.unit, None, {"lining_up": _plain_lined(lined)}, lined.moved)
    if pushed := push(scene, found.unit, target, left):
        return _closed(scene, After(pushed.unit, pushed.target, {"push": _plain_pushed(pushed)}), found)
    budget, unit = found.allowance + (0.0 if comes_down else CLOSING), _off_friends(scene, found)
    scene = scene.with_unit(unit)
    if wrapped := wrap(scene, unit, target, budget, charged=found.side):
        return After(wrapped.unit, None, {"wrap": plain_wrapped(wrapped)})
    if met := meet(scene, unit, target, budget):
        return _closed(scene, After(met.unit, target, {"meet": plain_met(met)}), found)
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
    if wrapped := wrap(scene, after.target, after.unit, CLOSING):
        return After(after.unit, wrapped.unit, {**after.plain, "closing": plain_wrapped(wrapped)})
    if met := meet(scene, after.target, after.unit, CLOSING):
        return After(after.unit, met.unit, {**after.plain, "closing": plain_met(met)})
    return after


def _plain_lined(lined: Lined) -> dict[str, Any]:
    return {
        "degrees": lined.turn,
        "formation": plain_formation(lined.unit.formation),
        "own_models": lined.own,
        "their_models": lined.theirs,
        "meets": lined.met.ref if lined.met else None,
        "reason": plain_reason(lined.met)["reason"],
        "charges": lined.charges,
        "overruns": lined.overruns,
        "moved": {unit.ref: plain_formation(unit.formation) for unit in lined.moved},
        "wrap": plain_wrapped(lined.wrapped) if lined.wrapped else None,
    }


def _plain_pushed(pushed: Pushed) -> dict[str, Any]:
    return {"inches": pushed.inches, "models": [model + 1 for model in pushed.models], "full": pushed.full}


def plain_wrapped(wrapped: Wrapped) -> dict[str, Any]:
    posts = [
        {"model": model + 1, "side": post.side, "place": post.place, "inches": wrapped.inches[model]}
        for model, post in sorted(wrapped.posts.items())
    ]
    return {"sides": wrapped.sides, "models": posts}


def plain_met(met: Met) -> dict[str, Any]:
    return {"models": list(_touches(met))}


def _touches(met: Met) -> Iterator[dict[str, Any]]:
    for model, touch in met.touches.items():
        yield {"model": model + 1, "against": touch.foe + 1, "place": touch.place, "inches": touch.inches}
