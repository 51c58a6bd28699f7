"""A spell as a value: header, target, template, effects and our words for the rule."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells.effects import Roll, SpellEffect
from tabletop.values import NO_CONTROLS, ONE_LINE, Name, Slug, Text, Value

Level = Literal[1, 2, 3]
Range = Annotated[int, Meta(ge=1, le=120)] | Literal["line-of-sight", "contact", "self", "none"]


class SpellKind(StrEnum):
    """How long a spell lasts, or that it brings creatures."""

    INSTANT = "instant"
    PERSISTENT = "persistent"
    SUMMONING = "summoning"


class Save(StrEnum):
    """What is saved against a spell, and by whom."""

    NONE = "none"
    UNIT = "unit"
    INDIVIDUAL = "individual"
    INDIVIDUAL_SAVES = "individual-saves"
    MULTIPLE = "multiple"
    NONE_BUT_UNIT = "none-but-unit"
    NONE_OR_INDIVIDUAL = "none-or-individual"
    NONE_BUT_INDIVIDUAL = "none-but-individual"
    SPECIAL = "special"


class Marker(StrEnum):
    """What lies on the table for a spell that lasts."""

    COUNTER = "counter"
    TEMPLATE = "template"


Requirement = Literal["undead", "not-undead", "flying", "broken", "infiltrating", "lone", "forest", "water"]
Bases = Annotated[int, Meta(ge=1, le=20)]
Wording = Annotated[str, Meta(min_length=1, max_length=2000, pattern=NO_CONTROLS, extra=ONE_LINE)]


class PrintedHeader(Value, frozen=True, kw_only=True):
    """The cells of the header line as the book prints them."""

    name: Text
    level: Text
    range: Text
    kind: Text
    saves: Text
    template: Text = ""


class Listing(Value, frozen=True, kw_only=True):
    """A school that teaches the spell, and the spell's place in its list, from 1."""

    school: School
    place: Annotated[int, Meta(ge=1, le=20)]


class Target(Value, frozen=True, kw_only=True):
    """What the caster points at; a `place` is a point for a template or a summoned creature."""

    what: Literal["unit", "model", "caster", "caster-and-unit", "place", "spell", "terrain"]
    side: Literal["any", "enemy"] = "any"
    only: tuple[Requirement, ...] = ()


class Drift(Value, frozen=True, kw_only=True):
    """How a template wanders: inches, when and where to."""

    inches: Roll
    when: Literal["magic-phase-start", "turn-end"]
    towards: Literal["random", "nearest-enemy"]


class TemplateShape(StrEnum):
    """The outline of a template."""

    CIRCLE = "circle"
    RECTANGLE = "rectangle"


class TemplateMeasure(StrEnum):
    """What the sizes of a template count: base units or inches."""

    BASES = "bases"
    INCHES = "inches"


class TemplateSight(StrEnum):
    """What a template does to sight."""

    BLOCKED = "blocked"
    OPEN = "open"
    UNSAID = "unsaid"


class Template(Value, frozen=True, kw_only=True):
    """A shape on the table, in base units or inches; several `sizes` are a choice, `at_most` lets them be smaller."""

    shape: TemplateShape
    sizes: Annotated[tuple[tuple[Bases, Bases], ...], Meta(min_length=1)]
    measured_in: TemplateMeasure = TemplateMeasure.BASES
    at_most: bool = False
    sight: TemplateSight = TemplateSight.UNSAID
    drift: Drift | None = None

    def __post_init__(self) -> None:
        if self.shape == TemplateShape.CIRCLE and any(width != depth for width, depth in self.sizes):
            raise ValueError("a circle is as wide as it is deep")

    @property
    def blocks_sight(self) -> bool:
        return self.sight == TemplateSight.BLOCKED


class ExtraPower(Value, frozen=True, kw_only=True):
    """What each further point of power adds."""

    adds: Roll
    to: Literal["wounds", "creatures", "roll", "templates"]


class Spell(Value, frozen=True, kw_only=True):
    """One spell; `text` is the whole rule in our words, enough to play from."""

    slug: Slug
    name: Name
    schools: Annotated[tuple[Listing, ...], Meta(min_length=1)]
    level: Level
    range: Range
    kind: SpellKind
    save: Save
    printed: PrintedHeader
    template: Template | None = None
    target: Target
    effects: Annotated[tuple[SpellEffect, ...], Meta(min_length=1)]
    extra_power: ExtraPower | None = None
    text: Wording

    def __post_init__(self) -> None:
        home, _, _ = self.slug.partition("/")
        if home != self.schools[0].school:
            raise ValueError("a spell's first school is the one in its slug")

    @property
    def marker(self) -> Marker | None:
        """What lies on the table while the spell lasts; instant and summoning spells leave nothing behind."""
        if self.kind != SpellKind.PERSISTENT:
            return None
        return Marker.COUNTER if self.template is None else Marker.TEMPLATE

    def place_in(self, school: School) -> int | None:
        """The spell's number in a school's printed list, None where the school doesn't teach it."""
        return next((listing.place for listing in self.schools if listing.school == school), None)


def in_school(spells: Iterable[Spell], school: School) -> tuple[Spell, ...]:
    """The school's spells in the book's order."""
    placed = ((spell.place_in(school), spell) for spell in spells)
    taught = [(place, spell) for place, spell in placed if place is not None]
    return tuple(spell for _, spell in sorted(taught, key=lambda pair: pair[0]))
