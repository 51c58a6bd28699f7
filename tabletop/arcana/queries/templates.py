"""The question of a template, answered in the plain shape with what to draw."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabletop.arcana.battlefield.footprints import INCHES_A_BASE
from tabletop.arcana.battlefield.marks import Line, Mark, Outline, Ring, Spot
from tabletop.arcana.battlefield.reasons import Reason, Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.queries.answer import Answer, Plain, Question, plain_reason, plain_steps, rounded
from tabletop.arcana.rules.templates import (
    Odds,
    Order,
    Touched,
    expected_hits,
    odds,
    read_template,
    reason_against,
    touched,
    walls_of,
)
from tabletop.arcana.rules.templates.placing import FIRE_WALL, TEMPLATES, distance_to
from tabletop.arcana.rules.templates.scattering import CLOCK, Chance, distances_of
from tabletop.arcana.rules.visibility.bodies import base_units
from tabletop.geometry.primitives.vectors import ahead

SPELL_NOTES = BOOK.section("Spell Notes")
FACES = 6


def _template(scene: PlacedTable, caster: str, text: str) -> Answer:
    """`touched` where it is put; with a scatter, `odds` of the models touched where it ends, fractions by the clock.

    `hits` are means of those that are rolled for a unit, and `countered` is the chance that an enemy makes its save.
    """
    order, unit = read_template(text, INCHES_A_BASE[scene.table.scale]), scene.unit(caster)
    found, reason = touched(scene, order), reason_against(scene, unit, order)
    plain = {
        **plain_reason(reason),
        "possible": reason is None,
        "touched": [_plain_touched(unit, each) for each in found],
        "models": sum(len(each.models) for each in found),
        "odds": {ref or "all": _plain_odds(each) for ref, each in _odds(scene, order).items()},
        "hits": {ref: _plain(mean) for ref, mean in _hits(scene, order).items()},
        "countered": _plain_save(_countered(unit, found)),
        "steps": plain_steps((*_steps(scene, unit, order, found), *_wandering(order))),
    }
    return Answer(rounded(plain), scene, (*_spots(reason), *_marks(unit, order)))


def _odds(scene: PlacedTable, order: Order) -> dict[str, Odds]:
    return odds(scene, order) if order.scatter else {}


def _hits(scene: PlacedTable, order: Order) -> dict[str, Chance]:
    return expected_hits(scene, order, order.hits) if order.hits else {}


def _saves(caster: PlacedUnit, each: Touched) -> Fraction | None:
    """An enemy's unit save, by its magic resistance; None where its profile isn't known."""
    if each.unit.side == caster.side:
        return Fraction()
    row = each.unit.row
    return Fraction(min(row.defence.magic_resistance, FACES), FACES) if row else None


def _countered(caster: PlacedUnit, found: tuple[Touched, ...]) -> Fraction | None:
    """The chance that any of them saves, for spells that a unit save counters; None where one isn't known."""
    fails = Fraction(1)
    for each in found:
        save = _saves(caster, each)
        if save is None:
            return None
        fails *= 1 - save
    return 1 - fails


def _plain_save(chance: Fraction | None) -> str | None:
    return None if chance is None else str(chance)


def _plain_touched(caster: PlacedUnit, each: Touched) -> Plain:
    return {
        "ref": each.unit.ref,
        "models": [place + 1 for place in each.models],
        "under": [place + 1 for place in each.middles],
        "base_units": len(each.models) * base_units(each.unit) // each.unit.models,
        "unit_save": _plain_save(_saves(caster, each)),
    }


def _plain_odds(each: Odds) -> Plain:
    return {"expected": _plain(each.expected), "at_least": [_plain(chance) for chance in each.at_least]}


def _plain(chance: Chance) -> str | float:
    return str(chance) if isinstance(chance, Fraction) else chance


def _steps(scene: PlacedTable, caster: PlacedUnit, order: Order, found: tuple[Touched, ...]) -> Iterator[Step]:
    away = distance_to(caster, order.spots[0].middle)
    yield Step(text=f"its middle is {inches(away)} from {caster.called}", inches=away, citation=TEMPLATES)
    if len(order.spots) > 1:
        yield Step(text=f"{len(order.spots)} walls, each in contact with one before it", citation=FIRE_WALL)
    for each in found:
        text = f"{len(each.models)} of {each.unit.called} are touched, {len(each.middles)} with their middle under it"
        yield Step(text=text, citation=TEMPLATES)
        if scene.is_engaged(each.unit.ref):
            text = f"{each.unit.called} is engaged: the middle belongs on somebody in contact, if it can be"
            yield Step(text=text, citation=TEMPLATES)


def _wandering(order: Order) -> Iterator[Step]:
    if order.hits:
        dice = f"{order.hits.count}d{order.hits.faces}"
        text = f"{dice} hits on each unit touched, half on skirmishers, half on who fights one that is touched"
        yield Step(text=text, citation=SPELL_NOTES)
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


def _spots(reason: Reason | None) -> Iterator[Mark]:
    if reason and reason.where:
        yield Spot(reason.where, reason.ref)


TEMPLATE_QUESTIONS: dict[str, Question] = {"template": Question(("the caster's ref", "a template"), _template)}
