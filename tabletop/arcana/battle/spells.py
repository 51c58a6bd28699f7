"""Spells as a battle keeps them: on units, on the table, announced, and what of them only the table can carry out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.values import Count, Name, Slug, Text, Value


class BorneSpell(Value, frozen=True, kw_only=True):
    """A persistent spell on a unit, by whom it was cast; `line` and `weapon` as in a situation.

    `by_hand` is one whose effects only the table can count: situations don't state it. `holds` is whether one that a
    die may shake off holds this turn; None of all others.
    """

    spell: Slug
    caster: Ref
    line: int | None = None
    weapon: Text = ""
    by_hand: bool = False
    holds: bool | None = None


class LyingSpell(Value, frozen=True, kw_only=True):
    """A persistent spell that is on no unit: a template, or something else that the table shows.

    `moved_in` is the turn in which it has last wandered.
    """

    spell: Slug
    name: Name
    caster: Ref
    side: Literal["red", "blue"]
    moved_in: int | None = None


class Errand(Value, frozen=True, kw_only=True):
    """Something of a spell that only the table can carry out, and that nobody has called done."""

    spell: Slug
    name: Name
    caster: Ref
    target: Ref | None = None


class Casting(Value, frozen=True, kw_only=True):
    """A spell that is announced and waits for those who may counter it.

    `unit` is the caster's, `target` whom it is cast at, of whom a single `body` where it is cast at one model; `line`
    and `weapon` as of a spell on a unit. `touched`, `others_resist` and `shields_thrown` as in a situation. `against`
    is the persistent spell that it contests, on the target or on the table, `to` who gets a stolen one. `bought` is a
    dispel without power, `tried` are who have tried to counter it.
    """

    spell: Slug
    name: Name
    unit: Ref
    caster: Ref
    power: Annotated[int, Meta(ge=0, le=10_000)]
    target: Ref | None = None
    body: Ref | None = None
    line: Annotated[int, Meta(ge=1, le=20)] | None = None
    weapon: Text = ""
    willing: bool = False
    touched: Annotated[int, Meta(ge=1, le=200)] | None = None
    others_resist: tuple[Count, ...] = ()
    shields_thrown: bool = False
    alone: bool = False
    against: Slug | None = None
    to: Ref | None = None
    bought: bool = False
    by_hand: bool = False
    tried: tuple[Ref, ...] = ()
