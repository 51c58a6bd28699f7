"""Questions about charges: the way, the declaration, the side and what follows contact, in plain values and marks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from tabletop.arcana.battlefield.marks import Ghost, Mark, Spot
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, Question, farthest_way, plain_reason, plain_steps, rounded
from tabletop.arcana.queries.berserk import BERSERK_QUESTIONS
from tabletop.arcana.queries.overruns import OVERRUN_QUESTIONS, plain_overrun
from tabletop.arcana.queries.visibility import in_sight
from tabletop.arcana.rules.charge.contact.following import After, aftermath
from tabletop.arcana.rules.charge.declaration.nearest import charge, choices, curve
from tabletop.arcana.rules.charge.declaration.sides import Miss
from tabletop.arcana.rules.charge.overrun.overruns import overrun
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.charge.reactions.flyovers import flown_over
from tabletop.arcana.rules.charge.reactions.responses import (
    in_place_to_fire,
    natural_missiles,
    responses,
    stand_and_fire,
)
from tabletop.arcana.rules.formation.changing import CHARGES
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.movement.orders import orders_text
from tabletop.arcana.rules.movement.vehicles import Hits, terrain_hits

STEPS_OF_THE_CURVE = 4


def answer_charge(scene: PlacedTable, ref: str, target_ref: str, *, advancing: bool = True) -> Answer:
    """Question `charge A B`; what an advance would change takes as long again as four charges, and may be left out."""
    found = charge(scene, ref, target_ref, sees=in_sight)
    after = aftermath(scene, found) if found.needed is not None else After()
    ends = scene
    for unit in (after.unit or found.unit, after.target, *after.others):
        ends = ends.with_unit(unit) if unit else ends
    plain = {
        "possible": found.possible,
        "needed": found.needed,
        "allowance": found.allowance,
        "straight": found.straight,
        "side": found.side if found.needed is not None else None,
        "pivot": found.pivot,
        "wheel": {"inches": found.wheel[0], "degrees": found.wheel[1]},
        "orders": found.words or None,
        **plain_reason(found.reason),
        **_declaration(scene, found),
        "advance_first": list(_curve(scene, found)) if advancing else [],
        **after.plain,
        "overrun": plain_overrun(overrun(scene, ref, [target_ref])),
        "steps": plain_steps(tuple(_steps(found)), found.reason),
    }
    return Answer(rounded(plain), ends, tuple(_marks(scene, found)))


def _declaration(scene: PlacedTable, found: Charge) -> Plain:
    """From where it can be declared, the sides, who fires, what is flown over."""
    place = found.declared.unit if found.declared else found.charger
    fire, natural = stand_and_fire(scene, found.target, place), natural_missiles(found.charger)
    opened = choices(scene, found, sees=in_sight)
    over = flown_over(scene, found.charger, found.legs, found.target) if found.flying else ()
    return {
        "declared": {"from": found.declared.start, "until": found.declared.end} if found.declared else None,
        "models": found.tally.counts if found.tally else None,
        "sides": [{"side": each.side, "from": each.start, "until": each.end} for each in found.sides],
        "misses": [_plain_miss(miss, opened) for miss in found.misses],
        "responses": responses(found.target, fire),
        "stand_and_fire": {
            "shooters": len(fire.shooters),
            "distances": [each.inches for each in fire.shooters],
            "reason": fire.reason,
        },
        "natural_missiles": natural,
        "natural_shooters": len(in_place_to_fire(place, found.target)) if natural else 0,
        "flown_over": over,
        "hits": msgspec.to_builtins(_hits(scene, found)),
    }


def _hits(scene: PlacedTable, found: Charge) -> Hits | None:
    """What rough ground does to each towed vehicle on the way into contact."""
    march = begin_move(scene, found.begun)
    for leg in found.legs:
        roughed = march.after_ground(leg.tolls, leg.motion.inches, 1.0)
        march = replace(roughed, path=march.path + leg.motion.inches)
    return terrain_hits(march)


def _curve(scene: PlacedTable, found: Charge) -> Iterator[Plain]:
    if found.needed is not None:
        for number, each in enumerate(curve(scene, found, STEPS_OF_THE_CURVE, sees=in_sight)):
            advanced = found.allowance / 4 * (number + 1) / STEPS_OF_THE_CURVE
            yield {"advance": advanced, "needed": each.needed, "possible": each.possible, "side": each.side}


def _plain_miss(miss: Miss, opened: dict[Miss, Charge]) -> Plain:
    """How many models short, the smallest manoeuvre that mends it, and the charge after it within the first quarter."""
    then = opened.get(miss)
    return {
        "side": miss.side,
        "models": miss.models,
        "inches": miss.turn.inches if miss.turn else None,
        "orders": orders_text(miss.turn.orders) if miss.turn else None,
        "charge": {"needed": then.needed, "possible": then.possible, "orders": then.words} if then else None,
    }


def _steps(found: Charge) -> Iterator[Step]:
    if found.needed is None:
        return
    if found.declared:
        text = f"declares from {inches(found.declared.start)} to {inches(found.declared.end)} of its move"
        yield Step(text=f"{text}, against the {found.side}", citation=CHARGES)
    yield Step(text=found.words or "stands in contact", inches=found.needed, cost=found.needed, citation=CHARGES)


def _marks(scene: PlacedTable, found: Charge) -> Iterator[Mark]:
    yield Ghost(found.charger)
    if found.needed is not None:
        yield Ghost(found.unit)
        yield farthest_way(found.charger, found.unit, inches(found.needed))
    if found.reason and found.reason.where:
        yield Spot(found.reason.where, found.reason.ref)


CHARGE_QUESTIONS: dict[str, Question] = {
    "charge": Question(("a ref", "another"), answer_charge),
    **OVERRUN_QUESTIONS,
    **BERSERK_QUESTIONS,
}
