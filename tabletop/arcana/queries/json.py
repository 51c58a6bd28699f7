"""Answers as plain values, in the one shape that programs are given.

An answer names its parts itself; a value in it is written field by field, under the names of its Struct. Only what is
said otherwise has a function of its own, which `parts_of` finds by the type. Fractions are exact, as text; floats are
rounded to nine decimals, without what binary arithmetic loses; models count from 1; a reason is its sentence.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import singledispatch
from typing import Any

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.queries.answer import Answer, Plain, formations, picked, why_not
from tabletop.arcana.rules.charge.contact.aftermath import After, Lined
from tabletop.arcana.rules.charge.contact.meeting import Met
from tabletop.arcana.rules.charge.contact.pushing import Pushed
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped
from tabletop.arcana.rules.charge.overrun.run_over import Onward, Passed
from tabletop.arcana.rules.charge.reactions.berserk import Run
from tabletop.arcana.rules.harm.saving import Save, SaveKind
from tabletop.arcana.rules.melee.striking import Striker, Sweep
from tabletop.arcana.rules.movement.orders import orders_text
from tabletop.arcana.rules.shooting import Shot
from tabletop.arcana.rules.shooting.strays import Stray
from tabletop.arcana.rules.standing import Misplaced, misplaced
from tabletop.receipts import plain_lines

DECIMALS = 9


def to_json(answer: Answer, asked: PlacedTable | None = None) -> Plain:
    """An answer about a table as the command line, the API and the page tell it.

    Where units of the table that was asked can't stand as it states them, `notes` says which and why; an answer about
    setting up has them among its faults.
    """
    plain: Plain = encoded(answer)
    notes = misplaced(asked) if asked and "faults" not in plain else ()
    return {**plain, "notes": encoded(notes)} if notes else plain


def encoded(value: Any) -> Any:
    """Any value of an answer as JSON has it."""
    match value:
        case Enum():
            return value.value
        case float():
            return round(value, DECIMALS) + 0
        case Fraction() | Reason():
            return str(value)
        case dict():
            return {key: encoded(part) for key, part in value.items()}
        case list() | tuple():
            return [encoded(part) for part in value]
        case Struct():
            return encoded(parts_of(value))
    return value


@singledispatch
def parts_of(value: Struct) -> Plain:
    """What is said of a value, by its keys: its fields, with the tag that tells it from its kin, if it has one."""
    fields = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    named = {key: getattr(value, name) for key, name in fields}
    config = value.__struct_config__
    return {config.tag_field: config.tag, **named} if config.tag_field else named


@parts_of.register
def _(answer: Answer) -> Plain:
    return answer.parts()


@parts_of.register
def _(wrong: Misplaced) -> Plain:
    return {"ref": wrong.ref, **why_not(wrong.reason)}


@parts_of.register
def _(step: Step) -> Plain:
    return picked(step, "text", "inches", "cost", "citation")


@parts_of.register
def _(shot: Shot) -> Plain:
    needed = shot.needed
    return {
        "model": shot.model + 1,
        **picked(shot, "inches", "band"),
        "fires": needed is not None,
        "why": shot.why,
        "needed": needed.number if needed else None,
        "chance": needed.chance if needed else None,
        "lines": plain_lines(needed.breakdown) if needed else [],
    }


@parts_of.register
def _(save: Save) -> Plain:
    """Of each hit; `times` it counts for who is sensitive, and the mean of wounds of one that isn't saved."""
    return {
        "kind": save.kind,
        "needed": None if save.kind is SaveKind.IMMUNE else save.number,
        **picked(save, "chance", "times", "wounds"),
        "lines": plain_lines(save.breakdown),
    }


@parts_of.register
def _(stray: Stray) -> Plain:
    return {"ref": stray.unit.ref, "needed": [needed.number if needed else None for needed in stray.needed.values()]}


@parts_of.register
def _(striker: Striker) -> Plain:
    return {"model": striker.model + 1, **picked(striker, "touches", "over")}


@parts_of.register
def _(sweep: Sweep) -> Plain:
    return {"model": sweep.model + 1, **picked(sweep, "reach")}


@parts_of.register
def _(after: After) -> Plain:
    """Nothing where nobody came into contact."""
    if after.unit is None:
        return {}
    return {
        **picked(after, "lining_up", "push", "wrap", "meet", "closing", "altitude", "also_touched"),
        "gave_way": formations(after.gave_way),
    }


@parts_of.register
def _(lined: Lined) -> Plain:
    return {
        "degrees": lined.degrees,
        "formation": lined.unit.formation,
        **picked(lined, "own_models", "their_models"),
        "meets": lined.reason.ref if lined.reason else None,
        **picked(lined, "reason", "charges", "overruns"),
        "moved": formations(lined.moved),
        "wrap": lined.wrap,
    }


@parts_of.register
def _(pushed: Pushed) -> Plain:
    return {"inches": pushed.inches, "models": [model + 1 for model in pushed.models], "full": pushed.full}


@parts_of.register
def _(wrapped: Wrapped) -> Plain:
    posts = [
        {"model": model + 1, **parts_of(post), "inches": wrapped.inches[model]}
        for model, post in sorted(wrapped.posts.items())
    ]
    return {"sides": wrapped.sides, "models": posts}


@parts_of.register
def _(met: Met) -> Plain:
    touches = [
        {"model": model + 1, "against": touch.foe + 1, **picked(touch, "place", "inches")}
        for model, touch in met.touches.items()
    ]
    return {"models": touches}


@parts_of.register
def _(passed: Passed) -> Plain:
    return {**picked(passed, "ref", "inches"), **parts_of(passed.weighed)}


@parts_of.register
def _(onward: Onward) -> Plain:
    """Where the move goes on: `stopped_by` is what it met, `charge` how the charge at its end is reached."""
    charge: Plain | None = None
    if end := onward.charge:
        charge = {"target": end.target.ref, **picked(end, "needed", "side"), **parts_of(onward.after)}
    return {
        "legal": onward.legal,
        "orders": orders_text(onward.orders) or None,
        **picked(onward, "spent", "left"),
        "formation": onward.unit.formation,
        "moved": formations(onward.moved),
        "stopped_by": why_not(onward.met) if onward.met else None,
        "charge": charge,
        "flown_over": onward.flown_over,
        **why_not(onward.reason),
    }


@parts_of.register
def _(run: Run) -> Plain:
    return {
        "extra": run.extra,
        "charges": run.charge is not None,
        "formation": run.unit.formation,
        **parts_of(run.after),
    }
