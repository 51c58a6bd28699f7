"""Questions about fights: manoeuvres of engaged units, and who may strike whom, in plain values and marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.marks import Ghost, Line, Mark, Picked
from tabletop.arcana.battlefield.reasons import Step, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.queries.answer import Answer, Question, plain_formation, plain_reason, plain_steps, rounded
from tabletop.arcana.queries.flight import middle_of
from tabletop.arcana.rules.melee import manoeuvre, read_manoeuvres
from tabletop.arcana.rules.melee.retiring import passing
from tabletop.arcana.rules.melee.striking import WHO_MAY_FIGHT, Striker, ranks_that_strike, strikers
from tabletop.citations import plain_citation


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
        "steps": plain_steps(done.steps, done.reason),
    }
    after = scene
    for unit in (done.unit, *done.moved):
        after = after.with_unit(unit)
    return Answer(rounded(plain), after, tuple(Ghost(scene.unit(each.ref)) for each in (done.unit, *done.moved)))


def answer_melee(scene: PlacedTable, ref: str) -> Answer:
    """Question `melee A`: the models of a unit that may fight; `against` are those with no choice of enemies."""
    unit = scene.unit(ref)
    found, ranks = strikers(scene, unit), ranks_that_strike(unit)
    reason = None if scene.is_engaged(ref) else because(Cause.NOT_ENGAGED, WHO_MAY_FIGHT)
    sure = Counter(each.at[0] for each in found if len(each.at) == 1)
    plain = {
        "strikers": len(found),
        "against": dict(sure),
        "choice": sum(len(each.at) > 1 for each in found),
        "ranks": ranks,
        "models": [{"model": each.model + 1, "touches": each.touches, "over": each.over} for each in found],
        **plain_reason(reason),
        "citation": plain_citation(WHO_MAY_FIGHT),
        "steps": plain_steps(tuple(_melee_steps(scene, unit, found)), reason),
    }
    return Answer(rounded(plain), scene, tuple(_melee_marks(scene, unit, found)) or (Ghost(unit),))


def _melee_steps(scene: PlacedTable, unit: PlacedUnit, found: tuple[Striker, ...]) -> Iterator[Step]:
    """Of each enemy how many touch it and reach it over others; then who may choose."""
    for foe in scene.foes(unit):
        touching, over = sum(foe.ref in each.touches for each in found), sum(foe.ref in each.over for each in found)
        reaching = f", {over} reach it over comrades" if over else ""
        yield Step(text=f"{touching} of {unit.models} touch {foe.called}{reaching}", citation=WHO_MAY_FIGHT)
    if choosing := sum(len(each.at) > 1 for each in found):
        yield Step(text=f"{choosing} of them may choose whom they strike", citation=WHO_MAY_FIGHT)


def _melee_marks(scene: PlacedTable, unit: PlacedUnit, found: tuple[Striker, ...]) -> Iterator[Mark]:
    """Those who strike, and from them to each enemy how many may strike it."""
    yield from (Picked(unit.bases[each.model]) for each in found)
    for foe in scene.foes(unit):
        if places := [unit.centres[each.model] for each in found if foe.ref in each.at]:
            yield Line(middle_of(tuple(places)), middle_of(foe.centres), str(len(places)))


FIGHT_QUESTIONS: dict[str, Question] = {
    "manoeuvre": Question(("a ref", "manoeuvres"), answer_manoeuvre),
    "melee": Question(("a ref",), answer_melee),
}
