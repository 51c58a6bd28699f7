"""The question about overruns: how both weigh, where the move goes on, and what it ends in."""

from __future__ import annotations

import re

from tabletop.arcana.battlefield.marks import Ghost
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.queries.answer import Answer, Plain, Question, plain_formation, plain_reason, plain_steps, rounded
from tabletop.arcana.queries.visibility import in_sight
from tabletop.arcana.rules.charge.overrun.overrunning import Onward, Passed, Plan, run_over
from tabletop.arcana.rules.charge.overrun.overruns import Overrun
from tabletop.arcana.rules.movement import read_orders
from tabletop.arcana.rules.movement.orders import orders_text
from tabletop.decoding import MalformedError

CHARGE_LAST = re.compile(r"(?:(.*);)?\s*charge ([a-z0-9][a-z0-9-]{0,31})\s*", re.DOTALL)


def answer_overrun(scene: PlacedTable, ref: str, targets: str, orders: str = "") -> Answer:
    """Question `overrun A "B C" "forward 9; charge D"`: over all that it is engaged with, and others on its way."""
    found = run_over(scene, ref, read_plan(targets, orders), sees=in_sight)
    ends = scene
    if found.legal:
        for unit in (found.unit, *found.moved, found.after.target, *found.after.others):
            ends = ends.with_unit(unit) if unit else ends
    first = found.over[0].weighed
    refused = next((each.weighed.reason for each in found.over if each.weighed.reason), None)
    plain = {
        **plain_overrun(first),
        "possible": refused is None,
        **plain_reason(refused),
        "over": [_plain_passed(each) for each in found.over],
        "onward": _plain_onward(found) if refused is None else None,
        "steps": plain_steps(found.steps, refused or found.reason),
    }
    ghosts = (Ghost(scene.unit(each)) for each in (ref, *(unit.ref for unit in found.moved)))
    return Answer(rounded(plain), ends, tuple(ghosts))


def read_plan(targets: str, orders: str) -> Plan:
    """MalformedError for orders that can't be read, nobody to run over, or one who is run over and charged."""
    refs = tuple(dict.fromkeys(targets.split()))
    found = CHARGE_LAST.fullmatch(orders.strip())
    way, charge = (found[1] or "", found[2]) if found else (orders, "")
    if not refs or charge in refs:
        raise MalformedError("refs", "name one enemy or more, and another to charge")
    return Plan(targets=refs, orders=read_orders(way) if way.strip() else (), charge=charge)


def plain_overrun(found: Overrun) -> Plain:
    return {
        "possible": found.possible,
        "wounds": found.own,
        "against": found.theirs,
        "defenders": found.defenders,
        "attackers": found.attackers,
        "reason": found.reason.text if found.reason else None,
    }


def _plain_passed(each: Passed) -> Plain:
    return {"ref": each.ref, "inches": each.inches, **plain_overrun(each.weighed)}


def _plain_onward(found: Onward) -> Plain:
    """Where the move goes on: `stopped_by` is what it met, `charge` how the charge at its end is reached."""
    charge = found.charge
    return {
        "legal": found.legal,
        "orders": orders_text(found.orders) or None,
        "spent": found.spent,
        "left": found.left,
        "formation": plain_formation(found.unit.formation),
        "moved": {unit.ref: plain_formation(unit.formation) for unit in found.moved},
        "stopped_by": plain_reason(found.met) if found.met else None,
        "charge": {"target": charge.target.ref, "needed": charge.needed, "side": charge.side, **found.after.plain}
        if charge
        else None,
        "flown_over": found.flown_over,
        **plain_reason(found.reason),
    }


OVERRUN_QUESTIONS: dict[str, Question] = {"overrun": Question(("a ref", "refs"), answer_overrun, ("orders",))}
