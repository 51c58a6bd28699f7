"""The question about a charge: the way, the declaration, the side and what follows contact."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.marks import Ghost, Mark, Spot
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, explained, farthest_way, picked, why_not
from tabletop.arcana.queries.json import parts_of
from tabletop.arcana.rules.charge.contact.aftermath import After, aftermath
from tabletop.arcana.rules.charge.declaration.nearest import charge, choices, curve
from tabletop.arcana.rules.charge.declaration.sides import Miss
from tabletop.arcana.rules.charge.overrun.strength import Overrun, overrun
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.charge.reactions.responses import (
    StandAndFire,
    flown_over,
    in_place_to_fire,
    natural_missiles,
    responses,
    stand_and_fire,
)
from tabletop.arcana.rules.formation.changing import CHARGES
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.movement.orders import orders_text
from tabletop.arcana.rules.movement.vehicles import Hits, terrain_hits
from tabletop.arcana.rules.visibility import in_sight

STEPS_OF_THE_CURVE = 4


class Advance(Struct, frozen=True):
    """What a charge needs, all in all, after so many inches straight ahead."""

    advance: float
    needed: float | None
    possible: bool
    side: Side


class ChargeAnswer(Answer, frozen=True, kw_only=True):
    """A charge and what follows contact; the missiles of both sides, enemies flown over, hits by rough ground.

    `choices` are charges against other sides that a first manoeuvre opens, `advances` what an advance would change,
    where that was asked. `overrun` says whether the target could be run over instead.
    """

    found: Charge
    after: After
    fire: StandAndFire
    natural_missiles: tuple[str, ...] | None
    natural_shooters: int
    choices: dict[Miss, Charge]
    flown_over: tuple[str, ...]
    hits: Hits | None
    advances: tuple[Advance, ...]
    overrun: Overrun

    def parts(self) -> Plain:
        solved, fire = self.found, self.fire
        wheeled, degrees = solved.wheel
        return {
            **picked(solved, "possible", "needed", "allowance", "straight"),
            "side": solved.side if solved.needed is not None else None,
            "pivot": solved.pivot,
            "wheel": {"inches": wheeled, "degrees": degrees},
            "orders": solved.words or None,
            **why_not(self.reason),
            "declared": {"from": solved.declared.start, "until": solved.declared.end} if solved.declared else None,
            "models": solved.tally,
            "sides": [{"side": stretch.side, "from": stretch.start, "until": stretch.end} for stretch in solved.sides],
            "misses": [_parts_of_miss(miss, self.choices.get(miss)) for miss in solved.misses],
            "responses": responses(solved.target, fire),
            "stand_and_fire": {
                "shooters": len(fire.shooters),
                "distances": [shooter.inches for shooter in fire.shooters],
                "reason": fire.reason,
            },
            **picked(self, "natural_missiles", "natural_shooters", "flown_over", "hits"),
            "advance_first": self.advances,
            **parts_of(self.after),
            **picked(self, "overrun", "steps"),
        }


def _parts_of_miss(miss: Miss, then: Charge | None) -> Plain:
    """How many models short, the smallest wheel or step that mends it, and the charge after it in the first quarter."""
    return {
        **picked(miss, "side", "models"),
        "inches": miss.manoeuvre.inches if miss.manoeuvre else None,
        "orders": orders_text(miss.manoeuvre.orders) if miss.manoeuvre else None,
        "charge": {**picked(then, "needed", "possible"), "orders": then.words} if then else None,
    }


def answer_charge(scene: PlacedTable, ref: str, target_ref: str, *, advancing: bool = True) -> ChargeAnswer:
    """Question `charge A B`; what an advance would change takes as long again as four charges, and may be left out."""
    solved = charge(scene, ref, target_ref, sees=in_sight)
    after = aftermath(scene, solved) if solved.needed is not None else After()
    declares_at = solved.declared.unit if solved.declared else solved.charger
    natural = natural_missiles(solved.charger)
    return ChargeAnswer(
        scene=scene.with_units([after.unit or solved.unit, after.target, *after.others]),
        marks=tuple(_marks(solved)),
        steps=explained(_steps(solved), solved.reason),
        reason=solved.reason,
        found=solved,
        after=after,
        fire=stand_and_fire(scene, solved.target, declares_at),
        natural_missiles=natural,
        natural_shooters=len(in_place_to_fire(declares_at, solved.target)) if natural else 0,
        choices=choices(scene, solved, sees=in_sight),
        flown_over=flown_over(scene, solved.charger, solved.legs, solved.target) if solved.flying else (),
        hits=_hits(scene, solved) if solved.charger.towed else None,
        advances=tuple(_curve(scene, solved)) if advancing else (),
        overrun=overrun(scene, ref, [target_ref]),
    )


def _hits(scene: PlacedTable, solved: Charge) -> Hits | None:
    """What rough ground does to each towed vehicle on the way into contact."""
    state = begin_move(scene, solved.begun)
    for leg in solved.legs:
        crossed = state.after_ground(leg.tolls, leg.motion.inches, 1.0)
        state = replace(crossed, path=state.path + leg.motion.inches)
    return terrain_hits(state)


def _curve(scene: PlacedTable, solved: Charge) -> Iterator[Advance]:
    if solved.needed is not None:
        for number, then in enumerate(curve(scene, solved, STEPS_OF_THE_CURVE, sees=in_sight)):
            advanced = solved.allowance / 4 * (number + 1) / STEPS_OF_THE_CURVE
            yield Advance(advanced, then.needed, then.possible, then.side)


def _steps(solved: Charge) -> Iterator[Step]:
    if solved.needed is None:
        return
    if solved.declared:
        text = f"declares from {inches(solved.declared.start)} to {inches(solved.declared.end)} of its move"
        yield Step(text=f"{text}, against the {solved.side}", citation=CHARGES)
    yield Step(text=solved.words or "stands in contact", inches=solved.needed, cost=solved.needed, citation=CHARGES)


def _marks(solved: Charge) -> Iterator[Mark]:
    yield Ghost(solved.charger)
    if solved.needed is not None:
        yield Ghost(solved.unit)
        yield farthest_way(solved.charger, solved.unit, inches(solved.needed))
    if solved.reason and solved.reason.where:
        yield Spot(solved.reason.where, solved.reason.ref)
