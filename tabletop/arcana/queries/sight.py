"""Questions of sight and shooting, answered in the plain shape with what to draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.battlefield.marks import Line, Mark, Spot
from tabletop.arcana.battlefield.scene import PlacedTable, between
from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, Question, plain_reason, plain_steps, rounded
from tabletop.arcana.rules.shooting import Shot, Volley, shoot
from tabletop.arcana.rules.shooting.conditions import STILL, Conditions
from tabletop.arcana.rules.shooting.saving import Save, save_against
from tabletop.arcana.rules.shooting.strays import Order, Stray, orders, strays
from tabletop.arcana.rules.visibility import sight
from tabletop.decoding import MalformedError
from tabletop.receipts import plain_lines

# What else a unit did this turn, in a word.
MOMENTS: dict[str, dict[str, Any]] = {
    "riding": {"riding": True},
    "arrived": {"arrived": True},
    "charging": {"charge": "charging"},
    "standing": {"charge": "standing"},
}


def _sight(scene: PlacedTable, viewer: str, target: str) -> Answer:
    """`blocked_by` are refs in order from the viewer, `blockers` say why each and where the line meets it."""
    found = sight(scene, viewer, target)
    plain = {
        **plain_reason(found.reason),
        "visible": found.visible,
        "line": found.line,
        "blocked_by": list(dict.fromkeys(blocker.ref for blocker in found.blockers)),
        "blockers": [{"ref": each.ref, "why": each.why.text, "where": each.where} for each in found.blockers],
        "steps": plain_steps(found.steps, found.reason),
    }
    marks: list[Mark] = [Line(*found.line, "" if found.visible else "blocked")]
    marks += [Spot(blocker.where, blocker.ref) for blocker in found.blockers]
    return Answer(rounded(plain), scene, tuple(marks))


def _shoot(scene: PlacedTable, shooter: str, target: str, conditions: str = "") -> Answer:
    """`models` says of each what it needs and what the chance is, or why it doesn't shoot; fractions are exact."""
    stated = read_conditions(conditions)
    found = shoot(scene, shooter, target, stated)
    unit, aimed_at = scene.unit(shooter), scene.unit(target)
    save = save_against(found.weapon, aimed_at) if found.fires else None
    gap = between(unit, aimed_at).gap
    beside = strays(scene, unit, aimed_at, found, stated)
    plain = {
        **plain_reason(found.reason),
        "possible": bool(found.fires),
        "weapon": found.weapon.name,
        "firing": len(found.fires),
        "attacks": len(found.fires) * found.weapon.attacks,
        "cover": found.cover,
        "expected": str(found.expected),
        "save": _plain_save(save) if save else None,
        "wounds": str(save.expected(found.expected)) if save else None,
        "strays": [_plain_stray(each) for each in beside],
        "orders": [_plain_order(each) for each in orders(scene, aimed_at, found, beside)],
        "models": [_plain_shot(shot) for shot in found.shots],
        "steps": plain_steps(found.steps),
    }
    marks = tuple(_lines(found)) or (Line(gap.start, gap.end, inches(gap.inches)),)
    return Answer(rounded(plain), scene, marks)


def _plain_save(save: Save) -> Plain:
    """Of each hit; `times` it counts for who is sensitive, and the mean of wounds of one that isn't saved."""
    return {
        "kind": save.kind,
        "needed": None if save.kind == "immune" else save.number,
        "chance": str(save.chance),
        "times": save.times,
        "wounds": str(save.wounds),
        "lines": plain_lines(save.breakdown),
    }


def _plain_stray(stray: Stray) -> Plain:
    needs = [each.number if each else None for each in stray.needed.values()]
    return {"ref": stray.unit.ref, "needed": needs}


def _plain_order(order: Order) -> Plain:
    beside = {ref: str(mean) for ref, mean in order.beside.items()}
    return {"order": order.refs, "expected": [str(each) for each in order.expected], "beside": beside}


def _plain_shot(shot: Shot) -> Plain:
    return {
        "model": shot.model + 1,
        "inches": shot.inches,
        "band": shot.band,
        "fires": shot.needed is not None,
        "why": shot.why.text if shot.why else None,
        "needed": shot.needed.number if shot.needed else None,
        "chance": str(shot.needed.chance) if shot.needed else None,
        "lines": plain_lines(shot.needed.breakdown) if shot.needed else [],
    }


def _lines(found: Volley) -> Iterator[Mark]:
    for shot in found.fires:
        if shot.line:
            yield Line(*shot.line)
    if found.reason and found.reason.where:
        yield Spot(found.reason.where, found.reason.ref)


def read_conditions(text: str) -> Conditions:
    """From words as in `moved 3; weapon bow; riding`; MalformedError for others."""
    found = STILL
    for part in filter(None, (each.strip() for each in text.split(";"))):
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


SIGHT_QUESTIONS: dict[str, Question] = {
    "sight": Question(("a ref", "another"), _sight),
    "shoot": Question(("a ref", "another"), _shoot, ("conditions",)),
}
