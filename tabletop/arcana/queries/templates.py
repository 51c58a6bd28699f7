"""The question of a template: whom it touches where it is put, and where it drifts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield.footprints import INCHES_A_BASE
from tabletop.arcana.battlefield.marks import Line, Mark, Outline, Ring, Spot
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.queries.answer import Answer, Plain, picked, why_not
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


class Under(Struct, frozen=True):
    """A unit that a template touches: its models that are touched, and those with their middle under it, from 1 on.

    `base_units` are those of the models touched. `unit_save` is its chance to counter the spell as an enemy, by its
    magic resistance; None where its profile isn't known.
    """

    ref: str
    models: tuple[int, ...]
    under: tuple[int, ...]
    base_units: int
    unit_save: Fraction | None


class TemplateAnswer(Answer, frozen=True, kw_only=True):
    """Whom a template touches where it is put, and where it drifts: odds and means of hits by ref, `all` together.

    `countered` is the chance that any enemy makes its save; None where one isn't known.
    """

    touched: tuple[Under, ...]
    odds: dict[str, Odds]
    hits: dict[str, Chance]
    countered: Fraction | None

    def parts(self) -> Plain:
        return {
            **why_not(self.reason),
            "possible": self.reason is None,
            "touched": self.touched,
            "models": sum(len(under.models) for under in self.touched),
            **picked(self, "odds", "hits", "countered", "steps"),
        }


def answer_template(scene: PlacedTable, caster: str, text: str) -> TemplateAnswer:
    """Question `template A "circle 3; at 30,20"`."""
    order, unit = read_template(text, INCHES_A_BASE[scene.table.scale]), scene.unit(caster)
    units_touched, reason = touched(scene, order), reason_against(scene, unit, order)
    spots = (Spot(reason.where, reason.ref),) if reason and reason.where else ()
    under = tuple(_under(unit, touch) for touch in units_touched)
    return TemplateAnswer(
        scene=scene,
        marks=(*spots, *_marks(unit, order)),
        steps=(*_steps(scene, unit, order, units_touched), *_wandering(order)),
        reason=reason,
        touched=under,
        odds={ref or "all": chances for ref, chances in odds(scene, order).items()} if order.scatter else {},
        hits=expected_hits(scene, order, order.hits) if order.hits else {},
        countered=_countered(under),
    )


def _under(caster: PlacedUnit, touch: Touched) -> Under:
    unit, row = touch.unit, touch.unit.row
    if unit.side == caster.side:
        save: Fraction | None = Fraction()
    else:
        save = Fraction(min(row.defence.magic_resistance, FACES), FACES) if row else None
    touched_base_units = len(touch.models) * base_units(unit) // unit.models
    models, under = (tuple(place + 1 for place in places) for places in (touch.models, touch.middles))
    return Under(unit.ref, models, under, touched_base_units, save)


def _countered(touched_units: tuple[Under, ...]) -> Fraction | None:
    fails = Fraction(1)
    for under in touched_units:
        if under.unit_save is None:
            return None
        fails *= 1 - under.unit_save
    return 1 - fails


def _steps(scene: PlacedTable, caster: PlacedUnit, order: Order, units_touched: tuple[Touched, ...]) -> Iterator[Step]:
    away = distance_to(caster, order.spots[0].middle)
    yield Step(text=f"its middle is {inches(away)} from {caster.called}", inches=away, citation=TEMPLATES)
    if len(order.spots) > 1:
        yield Step(text=f"{len(order.spots)} walls, each in contact with one before it", citation=FIRE_WALL)
    for touch in units_touched:
        text = (
            f"{len(touch.models)} of {touch.unit.called} are touched, {len(touch.middles)} with their middle under it"
        )
        yield Step(text=text, citation=TEMPLATES)
        if scene.is_engaged(touch.unit.ref):
            text = f"{touch.unit.called} is engaged: the middle has to be on a model in contact, if it can be"
            yield Step(text=text, citation=TEMPLATES)


def _wandering(order: Order) -> Iterator[Step]:
    if order.hits:
        dice = f"{order.hits.count}d{order.hits.faces}"
        text = f"{dice} hits on each unit touched, half on skirmishers and on units that fight one that is touched"
        yield Step(text=text, citation=SPELL_NOTES)
    if order.scatter:
        how = "by the clock" if order.scatter.by_clock else "in any direction"
        farthest = max(distances_of(order.scatter))
        yield Step(text=f"it drifts {how}, {inches(farthest)} at most", inches=farthest, citation=TEMPLATES)


def _marks(caster: PlacedUnit, order: Order) -> Iterator[Mark]:
    first, radius = order.spots[0].middle, order.diameter / 2
    yield Line(caster.centres[0], first)
    if order.diameter:
        yield Ring(first, radius)
    yield from (Outline(wall) for wall in walls_of(order))
    if order.scatter:
        far = max(distances_of(order.scatter))
        yield from (Ring(ahead(first, angle, far), radius, dashed=True) for angle in CLOCK)
