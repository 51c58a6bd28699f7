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
from tabletop.arcana.rules.shooting import Volley, shoot
from tabletop.arcana.rules.shooting.conditions import STILL, ChargeFire, Conditions
from tabletop.arcana.rules.shooting.saving import Save, save_against
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
        found = self.found
        return {
            **why_not(self.reason),
            **picked(found, "visible", "line"),
            "blocked_by": list(dict.fromkeys(blocker.ref for blocker in found.blockers)),
            "blockers": found.blockers,
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
    found = sight(scene, viewer, target)
    marks: list[Mark] = [Line(*found.line, "" if found.visible else "blocked")]
    marks += [Spot(blocker.where, blocker.ref) for blocker in found.blockers]
    steps = explained(found.steps, found.reason)
    return SightAnswer(scene=scene, marks=tuple(marks), steps=steps, reason=found.reason, found=found)


def answer_shoot(scene: PlacedTable, shooter: str, target: str, conditions: str = "") -> ShootAnswer:
    """Question `shoot A B`, perhaps with `moved 3; weapon bow; riding`."""
    stated = read_conditions(conditions)
    found = shoot(scene, shooter, target, stated)
    unit, aimed_at = scene.unit(shooter), scene.unit(target)
    gap = between(unit, aimed_at).gap
    beside = tuple(strays(scene, unit, aimed_at, found, stated))
    return ShootAnswer(
        scene=scene,
        marks=tuple(_lines(found)) or (Line(gap.start, gap.end, inches(gap.inches)),),
        steps=found.steps,
        reason=found.reason,
        volley=found,
        save=save_against(found.weapon, aimed_at) if found.fires else None,
        strays=beside,
        orders=tuple(orders(scene, aimed_at, found, beside)),
    )


def _lines(found: Volley) -> Iterator[Mark]:
    for shot in found.fires:
        if shot.line:
            yield Line(*shot.line)
    if found.reason and found.reason.where:
        yield Spot(found.reason.where, found.reason.ref)


def read_conditions(text: str) -> Conditions:
    """From words as in `moved 3; weapon bow; riding`; MalformedError for others."""
    found = STILL
    for part in filter(None, (words.strip() for words in text.split(";"))):
        name, _, value = part.partition(" ")
        if name == "weapon" and value.strip():
            found = replace(found, weapon=value.strip())
        elif name == "moved":
            found = replace(found, moved=_inches(value))
        elif part in MOMENTS:
            found = replace(found, **MOMENTS[part])
        else:
            known = ", ".join(("moved with inches", "weapon with a name", *MOMENTS))
            raise MalformedError("conditions", f"“{part}” is none of: {known}")
    return found


def _inches(text: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise MalformedError("conditions", f"“{text}” is no number of inches") from error
    if not 0 <= number <= LARGEST_SIDE:
        raise MalformedError("conditions", f"“{text}” is not from 0 to {LARGEST_SIDE} inches")
    return number
