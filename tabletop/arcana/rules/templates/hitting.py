"""Hits that a template brings to whole units: rolled for each that it touches, halved where the rules halve them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from fractions import Fraction

from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.rules.templates.orders import Order
from tabletop.arcana.rules.templates.placing import touched
from tabletop.arcana.rules.templates.scattering import Chance, fates
from tabletop.dice import Dice


def expected_hits(scene: PlacedTable, order: Order, dice: Dice) -> dict[str, Chance]:
    """The mean of hits on each unit that may suffer any, wherever the template ends (“Spell Notes”)."""
    means: defaultdict[str, Chance] = defaultdict(Fraction)
    for chance, refs in _ends(scene, order):
        for ref, halvings in _suffering(scene, refs).items():
            means[ref] += chance * replace(dice, halvings=halvings).odds().mean()
    return dict(means)


def _ends(scene: PlacedTable, order: Order) -> Iterator[tuple[Chance, Set[str]]]:
    """Who is touched together, and with what chance."""
    if not order.diameter:
        yield Fraction(1), {touch.unit.ref for touch in touched(scene, order)}
        return
    chances, near = fates(scene, order)
    for number, chance in enumerate(chances):
        yield chance, {ref for ref, bases in near.items() if bases[number].any()}


def _suffering(scene: PlacedTable, refs: Set[str]) -> dict[str, int]:
    """How often the hits are halved: on skirmishers but vehicles, and on whoever fights those that are touched."""
    beside = {ref for one in refs for engagement in scene.engagements(one) for ref in engagement.units} - refs
    suffering = {ref: scene.unit(ref) for ref in scene.units if ref in refs | beside}
    return {ref: int(unit.takes_half) + (ref in beside) for ref, unit in suffering.items()}
