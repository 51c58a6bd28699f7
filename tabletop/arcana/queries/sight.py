"""Questions of sight and shooting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.battlefield.marks import Line, Mark, Spot
from tabletop.arcana.battlefield.scene import PlacedTable, between
from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, explained, picked, why_not
from tabletop.arcana.rules.harm.saving import Save
from tabletop.arcana.rules.shooting import Volley, shoot
from tabletop.arcana.rules.shooting.conditions import STILL, ChargeFire, Conditions
from tabletop.arcana.rules.shooting.saving import save_against
from tabletop.arcana.rules.shooting.strays import Order, Stray, orders, strays
from tabletop.arcana.rules.visibility import Sight, sight
from tabletop.decoding import MalformedError

# What else a unit did this turn, in a word.
MOMENTS: dict[str, dict[str, Any]] = {
    "riding": {"riding": True},
    "arrived": {"arrived": True},
    "charging": {"charge": ChargeFire.CHARGING},
    "standing": {"charge": ChargeFire.STANDING},
}


class SightAnswer(Answer, frozen=True, kw_only=True):
    """What one unit sees of another."""

    found: Sight

    def parts(self) -> Plain:
        judged = self.found
        return {
            **why_not(self.reason),
            **picked(judged, "visible", "line"),
            "blocked_by": list(dict.fromkeys(blocker.ref for blocker in judged.blockers)),
            "blockers": judged.blockers,
            "steps": self.steps,
        }


class ShootAnswer(Answer, frozen=True, kw_only=True):
    """A volley with what its hits do: the target's save, and who else in its fight is hit."""

    volley: Volley
    save: Save | None
    strays: tuple[Stray, ...]
    orders: tuple[Order, ...]

    def parts(self) -> Plain:
        volley, firing = self.volley, len(self.volley.fires)
        return {
            **why_not(self.reason),
            "possible": firing > 0,
            "weapon": volley.weapon.name,
            "firing": firing,
            "attacks": firing * volley.weapon.attacks,
            **picked(volley, "cover", "expected"),
            "save": self.save,
            "wounds": self.save.expected(volley.expected) if self.save else None,
            **picked(self, "strays", "orders"),
            "models": volley.shots,
            "steps": self.steps,
        }


def answer_sight(scene: PlacedTable, viewer: str, target: str) -> SightAnswer:
    """Question `sight A B`."""
    judged = sight(scene, viewer, target)
    marks: list[Mark] = [Line(*judged.line, "" if judged.visible else "blocked")]
    marks += [Spot(blocker.where, blocker.ref) for blocker in judged.blockers]
    steps = explained(judged.steps, judged.reason)
    return SightAnswer(scene=scene, marks=tuple(marks), steps=steps, reason=judged.reason, found=judged)


def answer_shoot(scene: PlacedTable, shooter: str, target: str, conditions: str = "") -> ShootAnswer:
    """Question `shoot A B`, perhaps with `moved 3; weapon bow; riding`."""
    stated = read_conditions(conditions)
    volley = shoot(scene, shooter, target, stated)
    unit, aimed_at = scene.unit(shooter), scene.unit(target)
    gap = between(unit, aimed_at).gap
    beside = tuple(strays(scene, unit, aimed_at, volley, stated))
    return ShootAnswer(
        scene=scene,
        marks=tuple(_lines(volley)) or (Line(gap.start, gap.end, inches(gap.inches)),),
        steps=volley.steps,
        reason=volley.reason,
        volley=volley,
        save=save_against(volley.weapon, aimed_at) if volley.fires else None,
        strays=beside,
        orders=tuple(orders(scene, aimed_at, volley, beside)),
    )


def _lines(volley: Volley) -> Iterator[Mark]:
    for shot in volley.fires:
        if shot.line:
            yield Line(*shot.line)
    if volley.reason and volley.reason.where:
        yield Spot(volley.reason.where, volley.reason.ref)


def read_conditions(text: str) -> Conditions:
    """From words as in `moved 3; weapon bow; riding`; MalformedError for others."""
    conditions = STILL
    for part in filter(None, (words.strip() for words in text.split(";"))):
        name, _, value = part.partition(" ")
        if name == "weapon" and value.strip():
            conditions = replace(conditions, weapon=value.strip())
        elif name == "moved":
            conditions = replace(conditions, moved=_inches(value))
        elif part in MOMENTS:
            conditions = replace(conditions, **MOMENTS[part])
        else:
            known = ", ".join(("moved with inches", "weapon with a name", *MOMENTS))
            raise MalformedError("conditions", f"“{part}” isn't one of: {known}")
    return conditions


def _inches(text: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise MalformedError("conditions", f"“{text}” isn't a number of inches") from error
    if not 0 <= number <= LARGEST_SIDE:
        raise MalformedError("conditions", f"“{text}” is not from 0 to {LARGEST_SIDE} inches")
    return number
