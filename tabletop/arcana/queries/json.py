"""Answers and prices as plain values, in the one shape that programs are given.

What an answer's question found is written field by field, under the names of its Struct. Only what is said otherwise
has a function of its own, which `parts_of` finds by the type. Fractions are exact, as text; floats are rounded to nine
decimals, without what binary arithmetic loses; models count from 1; a reason inside another value is its sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from functools import singledispatch
from typing import Any

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.creation.points import Receipt
from tabletop.arcana.queries.answer import Answer, Refusal
from tabletop.arcana.queries.berserk import BerserkAnswer
from tabletop.arcana.queries.casualties import CasualtiesAnswer
from tabletop.arcana.queries.charges import ChargeAnswer
from tabletop.arcana.queries.fights import ManoeuvreAnswer, MeleeAnswer
from tabletop.arcana.queries.flight import FlightAnswer, PursuitAnswer, SetUpAnswer
from tabletop.arcana.queries.overruns import OverrunAnswer
from tabletop.arcana.queries.questions import FormationAnswer, MeasureAnswer, MoveAnswer
from tabletop.arcana.queries.sight import ShootAnswer, SightAnswer
from tabletop.arcana.queries.templates import TemplateAnswer
from tabletop.arcana.rules.charge.contact.aftermath import After, Lined
from tabletop.arcana.rules.charge.contact.meeting import Met
from tabletop.arcana.rules.charge.contact.pushing import Pushed
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped
from tabletop.arcana.rules.charge.declaration.sides import Miss
from tabletop.arcana.rules.charge.overrun.run_over import Onward, Passed
from tabletop.arcana.rules.charge.overrun.strength import Overrun
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.charge.reactions.berserk import Run
from tabletop.arcana.rules.charge.reactions.responses import responses
from tabletop.arcana.rules.melee.striking import Striker
from tabletop.arcana.rules.movement.orders import orders_text
from tabletop.arcana.rules.rout.pursuing import COVERING
from tabletop.arcana.rules.rout.threats import Shunned
from tabletop.arcana.rules.shooting import Shot
from tabletop.arcana.rules.shooting.saving import Save, SaveKind
from tabletop.arcana.rules.shooting.strays import Order, Stray
from tabletop.receipts import plain_lines

Plain = dict[str, Any]
DECIMALS = 9


def plain_price(receipt: Receipt) -> Plain:
    """A design's receipt: `exact` is a fraction as text, `points` that rounded up, `special` by the core rules."""
    return {
        "name": receipt.design.name,
        "exact": str(receipt.exact),
        "points": receipt.points,
        "elite": receipt.elite,
        "special": receipt.is_special(),
        "lines": plain_lines(receipt.breakdown),
    }


def to_json(answer: Answer) -> Plain:
    """An answer about a table as the command line, the API and the page tell it."""
    plain: Plain = encoded(answer)
    return plain


def encoded(value: Any) -> Any:
    """Any value of an answer as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return round(value, DECIMALS) + 0
    if isinstance(value, Fraction | Reason):
        return str(value)
    if isinstance(value, dict):
        return {key: encoded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [encoded(part) for part in value]
    return encoded(parts_of(value)) if isinstance(value, Struct) else value


@singledispatch
def parts_of(value: Struct) -> Plain:
    """What is said of a value, by its keys: its fields, with the tag that tells it from its kin, if it has one."""
    fields = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    named = {key: getattr(value, name) for key, name in fields}
    config = value.__struct_config__
    return {config.tag_field: config.tag, **named} if config.tag_field else named


def _why(reason: Reason | None) -> Plain:
    """`reason` in words, `blocked_by` whom, `where`, what `opens` it and the `citation`; nulls for no reason."""
    if reason is None:
        return dict.fromkeys(("reason", "blocked_by", "where", "opens", "citation"))
    return {
        "reason": reason,
        "blocked_by": reason.ref or None,
        "where": reason.where,
        "opens": reason.remedy or None,
        "citation": reason.citation,
    }


def _formations(units: Iterable[PlacedUnit]) -> Plain:
    return {unit.ref: unit.formation for unit in units}


def _from_1(places: Iterable[int]) -> list[int]:
    return [place + 1 for place in places]


@parts_of.register
def _(step: Step) -> Plain:
    return {"text": step.text, "inches": step.inches, "cost": step.cost, "citation": step.citation}


@parts_of.register
def _(answer: Refusal) -> Plain:
    return {"possible": False, **(_why(answer.reason) if answer.reason else {"reason": answer.words})}


@parts_of.register
def _(answer: MeasureAnswer) -> Plain:
    found = answer.found
    return {"inches": found.inches, "start": found.start, "end": found.end, "steps": answer.steps}


@parts_of.register
def _(answer: FormationAnswer) -> Plain:
    return {
        "legal": not answer.reasons,
        "formation": answer.formation,
        "ranks": answer.ranks,
        "reasons": [_why(reason) for reason in answer.reasons],
        "steps": answer.steps,
    }


@parts_of.register
def _(answer: MoveAnswer) -> Plain:
    moved = answer.moved
    return {
        "legal": moved.legal,
        "spent": moved.spent,
        "left": moved.left,
        "may_charge": moved.may_charge,
        "no_charge": moved.no_charge,
        "formation": moved.unit.formation,
        "altitude": moved.unit.altitude,
        **_why(moved.reason),
        "passed": moved.passed,
        "displaced": moved.displaced,
        "hits": moved.hits,
        "steps": answer.steps,
        "moved": _formations(answer.making_way),
    }


@parts_of.register
def _(answer: SightAnswer) -> Plain:
    found = answer.found
    return {
        **_why(found.reason),
        "visible": found.visible,
        "line": found.line,
        "blocked_by": list(dict.fromkeys(blocker.ref for blocker in found.blockers)),
        "blockers": found.blockers,
        "steps": answer.steps,
    }


@parts_of.register
def _(answer: ShootAnswer) -> Plain:
    volley, save = answer.volley, answer.save
    return {
        **_why(volley.reason),
        "possible": bool(volley.fires),
        "weapon": volley.weapon.name,
        "firing": len(volley.fires),
        "attacks": len(volley.fires) * volley.weapon.attacks,
        "cover": volley.cover,
        "expected": volley.expected,
        "save": save,
        "wounds": save.expected(volley.expected) if save else None,
        "strays": answer.strays,
        "orders": answer.orders,
        "models": volley.shots,
        "steps": answer.steps,
    }


@parts_of.register
def _(shot: Shot) -> Plain:
    needed = shot.needed
    return {
        "model": shot.model + 1,
        "inches": shot.inches,
        "band": shot.band,
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
        "chance": save.chance,
        "times": save.times,
        "wounds": save.wounds,
        "lines": plain_lines(save.breakdown),
    }


@parts_of.register
def _(stray: Stray) -> Plain:
    return {"ref": stray.unit.ref, "needed": [needed.number if needed else None for needed in stray.needed.values()]}


@parts_of.register
def _(order: Order) -> Plain:
    return {"order": order.refs, "expected": order.expected, "beside": order.beside}


@parts_of.register
def _(answer: CasualtiesAnswer) -> Plain:
    toll = answer.toll
    return {
        "fallen": toll.fallen,
        "left": answer.left,
        "wounded": toll.wounded,
        "wasted": toll.wasted,
        "formation": answer.after.formation if answer.after else None,
        "citation": answer.citation,
        "steps": answer.steps,
    }


@parts_of.register
def _(answer: TemplateAnswer) -> Plain:
    return {
        **_why(answer.reason),
        "possible": answer.reason is None,
        "touched": answer.touched,
        "models": sum(len(under.models) for under in answer.touched),
        "odds": answer.odds,
        "hits": answer.hits,
        "countered": answer.countered,
        "steps": answer.steps,
    }


@parts_of.register
def _(answer: ChargeAnswer) -> Plain:
    found, declared = answer.found, answer.found.declared
    wheeled, degrees = found.wheel
    return {
        "possible": found.possible,
        "needed": found.needed,
        "allowance": found.allowance,
        "straight": found.straight,
        "side": found.side if found.needed is not None else None,
        "pivot": found.pivot,
        "wheel": {"inches": wheeled, "degrees": degrees},
        "orders": found.words or None,
        **_why(answer.reason),
        "declared": {"from": declared.start, "until": declared.end} if declared else None,
        "models": found.tally.counts if found.tally else None,
        "sides": [{"side": stretch.side, "from": stretch.start, "until": stretch.end} for stretch in found.sides],
        "misses": [_miss(miss, answer.choices.get(miss)) for miss in found.misses],
        "responses": responses(found.target, answer.fire),
        "stand_and_fire": {
            "shooters": len(answer.fire.shooters),
            "distances": [shooter.inches for shooter in answer.fire.shooters],
            "reason": answer.fire.reason,
        },
        "natural_missiles": answer.natural_missiles,
        "natural_shooters": answer.natural_shooters,
        "flown_over": answer.flown_over,
        "hits": answer.hits,
        "advance_first": answer.advances,
        **parts_of(answer.after),
        "overrun": answer.overrun,
        "steps": answer.steps,
    }


def _miss(miss: Miss, then: Charge | None) -> Plain:
    """How many models short, the smallest manoeuvre that mends it, and the charge after it within the first quarter."""
    return {
        "side": miss.side,
        "models": miss.models,
        "inches": miss.manoeuvre.inches if miss.manoeuvre else None,
        "orders": orders_text(miss.manoeuvre.orders) if miss.manoeuvre else None,
        "charge": {"needed": then.needed, "possible": then.possible, "orders": then.words} if then else None,
    }


@parts_of.register
def _(after: After) -> Plain:
    """Nothing where nobody came into contact."""
    if after.unit is None:
        return {}
    return {
        "lining_up": after.lined,
        "push": after.pushed,
        "wrap": after.wrapped,
        "meet": after.met,
        "closing": after.closing,
        "altitude": after.altitude,
        "also_touched": after.also_touched,
        "gave_way": _formations(after.gave_way),
    }


@parts_of.register
def _(lined: Lined) -> Plain:
    return {
        "degrees": lined.turn,
        "formation": lined.unit.formation,
        "own_models": lined.own,
        "their_models": lined.theirs,
        "meets": lined.met.ref if lined.met else None,
        "reason": lined.met,
        "charges": lined.charges,
        "overruns": lined.overruns,
        "moved": _formations(lined.moved),
        "wrap": lined.wrapped,
    }


@parts_of.register
def _(pushed: Pushed) -> Plain:
    return {"inches": pushed.inches, "models": _from_1(pushed.models), "full": pushed.full}


@parts_of.register
def _(wrapped: Wrapped) -> Plain:
    posts = [
        {"model": model + 1, "side": post.side, "place": post.place, "inches": wrapped.inches[model]}
        for model, post in sorted(wrapped.posts.items())
    ]
    return {"sides": wrapped.sides, "models": posts}


@parts_of.register
def _(met: Met) -> Plain:
    touches = [
        {"model": model + 1, "against": touch.foe + 1, "place": touch.place, "inches": touch.inches}
        for model, touch in met.touches.items()
    ]
    return {"models": touches}


@parts_of.register
def _(found: Overrun) -> Plain:
    return {
        "possible": found.possible,
        "wounds": found.own,
        "against": found.theirs,
        "defenders": found.defenders,
        "attackers": found.attackers,
        "reason": found.reason,
    }


@parts_of.register
def _(passed: Passed) -> Plain:
    return {"ref": passed.ref, "inches": passed.inches, **parts_of(passed.weighed)}


@parts_of.register
def _(answer: OverrunAnswer) -> Plain:
    onward, refused = answer.onward, answer.reason
    return {
        **parts_of(onward.over[0].weighed),
        "possible": refused is None,
        **_why(refused),
        "over": onward.over,
        "onward": onward if refused is None else None,
        "steps": answer.steps,
    }


@parts_of.register
def _(onward: Onward) -> Plain:
    """Where the move goes on: `stopped_by` is what it met, `charge` how the charge at its end is reached."""
    end = onward.charge
    charge = (
        {"target": end.target.ref, "needed": end.needed, "side": end.side, **parts_of(onward.after)} if end else None
    )
    return {
        "legal": onward.legal,
        "orders": orders_text(onward.orders) or None,
        "spent": onward.spent,
        "left": onward.left,
        "formation": onward.unit.formation,
        "moved": _formations(onward.moved),
        "stopped_by": _why(onward.met) if onward.met else None,
        "charge": charge,
        "flown_over": onward.flown_over,
        **_why(onward.reason),
    }


@parts_of.register
def _(answer: BerserkAnswer) -> Plain:
    found = answer.found
    first = next(iter(found.charges), None)
    return {
        "target": found.target.ref if found.target else None,
        "needed": found.needed,
        "allowance": found.unit.ground if found.unit.altitude == "ground" else found.unit.fly,
        "extra": first.extra if first else None,
        "chance": found.chance,
        "orders": first.charge.words if first and first.charge else None,
        "runs": found.runs,
        **_why(answer.reason),
        "steps": answer.steps,
    }


@parts_of.register
def _(run: Run) -> Plain:
    return {
        "extra": run.extra,
        "charges": run.charge is not None,
        "formation": run.unit.formation,
        **parts_of(run.after),
    }


@parts_of.register
def _(answer: ManoeuvreAnswer) -> Plain:
    done = answer.done
    return {
        "legal": done.legal,
        "formation": done.unit.formation,
        "altitude": done.unit.altitude,
        "moved": _formations(done.moved),
        "sides": done.sides,
        "test": done.test or None,
        "passes": answer.passes,
        "may_follow": done.may_follow,
        "must_follow": done.must_follow,
        **_why(done.reason),
        "steps": answer.steps,
    }


@parts_of.register
def _(answer: MeleeAnswer) -> Plain:
    return {
        "strikers": len(answer.strikers),
        "against": answer.against,
        "choice": answer.choosing,
        "ranks": answer.ranks,
        "models": answer.strikers,
        **_why(answer.reason),
        "citation": answer.citation,
        "steps": answer.steps,
    }


@parts_of.register
def _(striker: Striker) -> Plain:
    return {"model": striker.model + 1, "touches": striker.touches, "over": striker.over}


@parts_of.register
def _(answer: SetUpAnswer) -> Plain:
    found = answer.found
    return {
        "legal": not found.faults,
        "zones": found.zones,
        "turns": found.turns,
        "faults": [{"ref": ref, **_why(reason)} for ref, reason in found.faults.items()],
        "room": found.room,
        "withheld": found.withheld,
        "citation": answer.citation,
        "steps": answer.steps,
    }


@parts_of.register
def _(answer: FlightAnswer) -> Plain:
    found = answer.found
    return {
        "edge": found.edge,
        "away": found.away,
        "priorities_kept": found.kept,
        "fan": found.fan,
        "direction": found.best,
        "engaged": found.engaged,
        "compulsory": {"least": found.least, "most": found.most},
        "voluntary": found.voluntary,
        "voluntary_fans": found.lingering,
        "leaves": found.leaves,
        "must_leave": found.must_leave,
        "runs_through": found.met,
        "shunned": found.shunned,
        "steps": answer.steps,
        "citation": answer.citation,
    }


@parts_of.register
def _(shunned: Shunned) -> Plain:
    return {"ref": shunned.ref, "why": shunned.why}


@parts_of.register
def _(answer: PursuitAnswer) -> Plain:
    found = answer.found
    return {
        "possible": found.reason is None,
        **_why(found.reason),
        "direction": found.bearing,
        "chance": found.chance,
        "ranked_chance": found.ranked_chance,
        "loose": found.loose,
        "ranked": found.ranked or None,
        "flies": found.flies,
        "wounds": found.wounds,
        "citation": answer.citation,
        "steps": answer.steps,
        "covering": COVERING if any(chase.covered_by for chase in found.loose) else None,
    }
