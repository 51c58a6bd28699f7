"""Changes of a design's fields, and the exact price of any of them without pricing the rest again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Morale
from tabletop.arcana.creation.points.defence import defence
from tabletop.arcana.creation.points.extras import infiltration, ramming, spellcasting
from tabletop.arcana.creation.points.formula import Formula
from tabletop.arcana.creation.points.melee import melee
from tabletop.arcana.creation.points.missile import missile
from tabletop.arcana.creation.points.morale import morale
from tabletop.arcana.creation.points.movement import movement
from tabletop.arcana.creation.points.pricing import SECTIONS, Section
from tabletop.arcana.creation.points.sums import Tally

PATH = re.compile(r"(\w+)(?:\[(\d+)\])?(?:\.(\w+))?")
PRICED_BY: dict[str, tuple[Section, ...]] = {
    "movement": (movement, defence),
    "wounds": (defence, melee, ramming),
    "armour": (defence,),
    "second_armour": (defence,),
    "defence": (defence,),
    "morale": (morale,),
    "melee": (melee,),
    "fearsome": (melee,),
    "missile": (missile,),
    "ramming": (ramming,),
    "spellcaster": (spellcasting,),
    "infiltrates": (),
}


class Change(Struct, frozen=True):
    """A change of one field of a design, named as in `melee[0].skill`, to another value."""

    field: str
    value: Any

    @property
    def head(self) -> str:
        return _parts(self.field)[0]

    def before(self, design: Design) -> Any:
        """What stands in the field now."""
        head, index, leaf = _parts(self.field)
        part: Any = getattr(design, head)
        if index is not None:
            part = part[index]
        return getattr(_present(head, part), leaf) if leaf else part

    def applied(self, design: Design) -> Design:
        """The changed design, unchecked; AttributeError or TypeError for a field that a design doesn't have."""
        head, index, leaf = _parts(self.field)
        part: Any = getattr(design, head)
        if index is not None:
            item = replace(part[index], **{leaf: self.value})
            part = (*part[:index], item, *part[index + 1 :])
        elif leaf:
            part = replace(_present(head, part), **{leaf: self.value})
        else:
            part = self.value
        return replace(design, **{head: part})


@lru_cache(maxsize=1024)
def _parts(field: str) -> tuple[str, int | None, str]:
    match = PATH.fullmatch(field)
    if match is None:
        raise AttributeError(field)
    head, index, leaf = match.groups()
    return head, int(index) if index else None, leaf or ""


def _present(head: str, part: Any) -> Any:
    if part is None and head == "armour":
        return Armour()
    if part is None and head == "morale":
        return Morale(value=6)
    return part


def with_changes(design: Design, changes: Sequence[Change]) -> Design:
    """The design with all of the changes, in order."""
    for change in changes:
        design = change.applied(design)
    return design


class Variations:
    """Exact prices of variations of one design; only the sections that a change touches are priced again.

    Of attacks only the lines that are changed and their alternatives are, for lines are simply added up.
    """

    def __init__(self, design: Design, formula: Formula) -> None:
        self.design = design
        self.formula = formula
        self._known: dict[tuple[Section, tuple[Change, ...], Span | None], Fraction] = {}
        self._plain = sum((self._section(section, ()) for section in SECTIONS), Fraction(0))

    def exact(self, changes: Sequence[Change] = ()) -> Fraction:
        """The price with these changes, unrounded; KeyError for a value that the tables don't hold."""
        whole = self._plain
        for section in {section for change in changes for section in PRICED_BY[change.head]}:
            touching = tuple(change for change in changes if section in PRICED_BY[change.head])
            span = span_of(self.design, touching)
            whole += self._section(section, touching, span) - self._section(section, (), span)
        hurried = with_changes(self.design, [change for change in changes if change.head == "infiltrates"])
        return infiltration(Tally((), whole), hurried, self.formula).total

    def _section(self, section: Section, touching: tuple[Change, ...], span: Span | None = None) -> Fraction:
        key = (section, touching, span)
        if key not in self._known:
            design = with_changes(self.design, touching)
            if span is not None:
                design = replace(design, **{span.part: getattr(design, span.part)[span.first : span.last + 1]})
            self._known[key] = section(design, self.formula).total
        return self._known[key]


class Span(Struct, frozen=True):
    """Lines of attacks that can be priced without the others, both ends included."""

    part: str
    first: int
    last: int


def span_of(design: Design, changes: Sequence[Change]) -> Span | None:
    """The lines that the changes are made in, with all their alternatives; None where more than lines is changed."""
    places = [_parts(change.field) for change in changes]
    heads, numbers = {head for head, _, _ in places}, [number for _, number, _ in places if number is not None]
    if len(numbers) < len(changes) or len(heads) > 1 or any(leaf == "alternative" for _, _, leaf in places):
        return None
    [part] = heads
    lines, first, last = getattr(design, part), min(numbers), max(numbers)
    while first and lines[first].alternative:
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].alternative:
        last += 1
    return Span(part, first, last)
