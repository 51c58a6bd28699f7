"""The question of a template, answered in the plain shape with what to draw."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabletop.arcana.asking.answer import Answer, Plain, Question, plain_reason, plain_steps, rounded
from tabletop.arcana.sight.bodies import base_units
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import Step, inches
from tabletop.arcana.tablepicture import Line, Mark, Outline, Ring
from tabletop.arcana.templates import Odds, Order, Touched, odds, read_template, reason_against, touched, walls_of
from tabletop.arcana.templates.placing import TEMPLATES
from tabletop.arcana.templates.scattering import CLOCK, Chance, distances_of
from tabletop.geometry.vectors import ahead


def _template(scene: PlacedTable, caster: str, text: str) -> Answer:
    """`touched` where it is put; with a scatter, `odds` of the models touched where it ends, fractions by the clock."""
    order, unit = read_template(text), scene.unit(caster)
    found, reason = touched(scene, order), reason_against(scene, unit, order)
    plain = {
        **plain_reason(reason),
        "possible": reason is None,
        "touched": [_plain_touched(each) for each in found],
        "models": sum(len(each.models) for each in found),
        "odds": {ref or "all": _plain_odds(each) for ref, each in _odds(scene, order).items()},
        "steps": plain_steps(tuple(_steps(scene, order, found))),
    }
    return Answer(rounded(plain), scene, tuple(_marks(unit, order)))


def _odds(scene: PlacedTable, order: Order) -> dict[str, Odds]:
    return odds(scene, order) if order.scatter else {}


def _plain_touched(each: Touched) -> Plain:
    return {
        "ref": each.unit.ref,
        "models": [place + 1 for place in each.models],
        "under": [place + 1 for place in each.middles],
        "base_units": len(each.models) * base_units(each.unit) // each.unit.models,
    }


def _plain_odds(each: Odds) -> Plain:
    return {"expected": _plain(each.expected), "at_least": [_plain(chance) for chance in each.at_least]}


def _plain(chance: Chance) -> str | float:
    return str(chance) if isinstance(chance, Fraction) else chance


def _steps(scene: PlacedTable, order: Order, found: tuple[Touched, ...]) -> Iterator[Step]:
    for each in found:
        text = f"{len(each.models)} of {each.unit.called} are touched, {len(each.middles)} with their middle under it"
        yield Step(text=text, citation=TEMPLATES)
        if scene.is_engaged(each.unit.ref):
            text = f"{each.unit.called} is engaged: the middle belongs on one of those who fight, if it can be"
            yield Step(text=text, citation=TEMPLATES)
    if order.scatter:
        how = "by the clock" if order.scatter.by_clock else "in any direction"
        farthest = max(distances_of(order.scatter))
        yield Step(text=f"it wanders {how}, {inches(farthest)} at most", inches=farthest, citation=TEMPLATES)


def _marks(caster: PlacedUnit, order: Order) -> Iterator[Mark]:
    first, radius = order.spots[0].middle, order.diameter / 2
    yield Line(caster.centres[0], first)
    if order.diameter:
        yield Ring(first, radius)
    yield from (Outline(wall) for wall in walls_of(order))
    if order.scatter:
        far = max(distances_of(order.scatter))
        yield from (Ring(ahead(first, angle, far), radius, dashed=True) for angle in CLOCK)


TEMPLATE_QUESTIONS: dict[str, Question] = {"template": Question(("the caster's ref", "a template"), _template)}
