"""The question about manoeuvres of engaged units, in plain values and marks."""

from __future__ import annotations

from tabletop.arcana.asking.answer import Answer, Question, plain_formation, plain_reason, plain_steps, rounded
from tabletop.arcana.fighting import manoeuvre, read_manoeuvres
from tabletop.arcana.fighting.retiring import passing
from tabletop.arcana.table.placed import PlacedTable
from tabletop.arcana.tablepicture import Ghost


def answer_manoeuvre(scene: PlacedTable, ref: str, orders: str) -> Answer:
    """Question `manoeuvre A "turn left; add both"`; `passes` is the chance of the test before any modifier."""
    done = manoeuvre(scene, ref, read_manoeuvres(orders))
    chance = passing(done.unit) if done.test else None
    plain = {
        "legal": done.legal,
        "formation": plain_formation(done.unit.formation),
        "altitude": done.unit.altitude,
        "moved": {unit.ref: plain_formation(unit.formation) for unit in done.moved},
        "sides": done.sides,
        "test": done.test or None,
        "passes": None if chance is None else str(chance),
        "may_follow": done.may_follow,
        "must_follow": done.must_follow,
        **plain_reason(done.reason),
        "steps": plain_steps(done.steps),
    }
    after = scene
    for unit in (done.unit, *done.moved):
        after = after.with_unit(unit)
    return Answer(rounded(plain), after, tuple(Ghost(scene.unit(each.ref)) for each in (done.unit, *done.moved)))


FIGHT_QUESTIONS: dict[str, Question] = {"manoeuvre": Question(("a ref", "manoeuvres"), answer_manoeuvre)}
