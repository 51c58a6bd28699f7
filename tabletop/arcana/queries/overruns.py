"""The question about overruns: how both weigh, where the move goes on, and what it ends in."""

from __future__ import annotations

import re

from tabletop.arcana.battlefield.marks import Ghost
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.queries.answer import Answer, Plain, explained, why_not
from tabletop.arcana.queries.json import parts_of
from tabletop.arcana.rules.charge.overrun.run_over import Onward, Plan, run_over
from tabletop.arcana.rules.movement import read_orders
from tabletop.arcana.rules.visibility import in_sight
from tabletop.decoding import MalformedError

CHARGE_LAST = re.compile(r"(?:(.*);)?\s*charge ([a-z0-9][a-z0-9-]{0,31})\s*", re.DOTALL)


class OverrunAnswer(Answer, frozen=True, kw_only=True):
    """An overrun: `reason` is why nobody is run over at all, that of `onward` why its move isn't legal."""

    onward: Onward

    def parts(self) -> Plain:
        over, refused = self.onward.over, self.reason
        return {
            **parts_of(over[0].weighed),
            "possible": refused is None,
            **why_not(refused),
            "over": over,
            "onward": self.onward if refused is None else None,
            "steps": self.steps,
        }


def answer_overrun(scene: PlacedTable, ref: str, targets: str, orders: str = "") -> OverrunAnswer:
    """Question `overrun A "B C" "forward 9; charge D"`: over all that it is engaged with, and others on its way."""
    onward = run_over(scene, ref, read_plan(targets, orders), sees=in_sight)
    changed = [onward.unit, *onward.moved, onward.after.target, *onward.after.others] if onward.legal else []
    refused = next((passed.weighed.reason for passed in onward.over if passed.weighed.reason), None)
    return OverrunAnswer(
        scene=scene.with_units(changed),
        marks=tuple(Ghost(scene.unit(moved)) for moved in (ref, *(unit.ref for unit in onward.moved))),
        steps=explained(onward.steps, refused or onward.reason),
        reason=refused,
        onward=onward,
    )


def read_plan(targets: str, orders: str) -> Plan:
    """MalformedError for orders that can't be read, nobody to run over, or one who is run over and charged."""
    refs = tuple(dict.fromkeys(targets.split()))
    match = CHARGE_LAST.fullmatch(orders.strip())
    way, charge = (match[1] or "", match[2]) if match else (orders, "")
    if not refs or charge in refs:
        raise MalformedError("refs", "name one enemy or more, and another to charge")
    return Plan(targets=refs, orders=read_orders(way) if way.strip() else (), charge=charge)
