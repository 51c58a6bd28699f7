"""What follows contact: lining up, pushing or wrapping, by the formations of both."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from tabletop.arcana.asking.answer import plain_formation, plain_reason
from tabletop.arcana.charge.lining import Lined, line_up
from tabletop.arcana.charge.pushing import Pushed, push
from tabletop.arcana.charge.solving import Charge
from tabletop.arcana.charge.wrapping import Wrapped, wrap
from tabletop.arcana.movement.closing import CLOSING
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit


class After(Struct, frozen=True):
    """Where both stand once all that follows contact is done, and the same in plain values."""

    unit: PlacedUnit | None = None
    target: PlacedUnit | None = None
    plain: dict[str, Any] = field(default_factory=lambda: dict.fromkeys(("lining_up", "push", "wrap")))


def aftermath(scene: PlacedTable, found: Charge) -> After:
    """Flyers get none of the extra inches of skirmishers; a charge that isn't possible is followed all the same."""
    reached = scene.with_unit(found.unit)
    left = max(found.allowance - (found.needed or 0.0), 0.0)
    if lined := line_up(reached, found.unit, found.target, found.side):
        return After(lined.unit, None, {"lining_up": _plain_lined(lined), "push": None, "wrap": None})
    if pushed := push(found.unit, found.target, left):
        return After(pushed.unit, pushed.target, {"lining_up": None, "push": _plain_pushed(pushed), "wrap": None})
    extra = 0.0 if found.flying else CLOSING
    if wrapped := wrap(reached, found.unit, found.target, found.allowance + extra):
        return After(wrapped.unit, None, {"lining_up": None, "push": None, "wrap": plain_wrapped(wrapped)})
    return After()


def _plain_lined(lined: Lined) -> dict[str, Any]:
    return {
        "degrees": lined.turn,
        "formation": plain_formation(lined.unit.formation),
        "own_models": lined.own,
        "their_models": lined.theirs,
        "meets": lined.met.ref if lined.met else None,
        "reason": plain_reason(lined.met)["reason"],
    }


def _plain_pushed(pushed: Pushed) -> dict[str, Any]:
    return {"inches": pushed.inches, "models": [model + 1 for model in pushed.models], "full": pushed.full}


def plain_wrapped(wrapped: Wrapped) -> dict[str, Any]:
    posts = [
        {"model": model + 1, "side": post.side, "place": post.place, "inches": wrapped.inches[model]}
        for model, post in sorted(wrapped.posts.items())
    ]
    return {"sides": wrapped.sides, "models": posts}
