"""Shields and tinctures as values, and the rule of tincture."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Tincture(StrEnum):
    """The colours of heraldry, metals first."""

    OR = "or"
    ARGENT = "argent"
    GULES = "gules"
    AZURE = "azure"
    VERT = "vert"
    PURPURE = "purpure"
    SABLE = "sable"
    TENNE = "tenne"
    SANGUINE = "sanguine"
    CENDREE = "cendree"


class Division(StrEnum):
    """How a field is divided."""

    PLAIN = "plain"
    PALE = "pale"
    FESS = "fess"
    BEND = "bend"
    BEND_SINISTER = "bend-sinister"
    CHEVRON = "chevron"
    SALTIRE = "saltire"
    QUARTERLY = "quarterly"
    CHIEF = "chief"
    BORDURE = "bordure"


class Charge(StrEnum):
    """What lies on a field."""

    HAMMER = "hammer"
    CRESCENT = "crescent"
    STAR = "star"
    TREE = "tree"
    MOUNTAIN = "mountain"
    ARROW = "arrow"
    HORSESHOE = "horseshoe"
    TUSK = "tusk"
    AXE = "axe"
    SPEARHEAD = "spearhead"
    EAGLE = "eagle"
    CLAW = "claw"
    TAIL = "tail"
    SKULL = "skull"
    SNAKE = "snake"
    SWORD = "sword"
    FLAME = "flame"
    DRAGON = "dragon"
    WHEEL = "wheel"
    CANNON = "cannon"


METALS: frozenset[Tincture] = frozenset({Tincture.OR, Tincture.ARGENT})
CHARGE_ON_FIELD_ALONE: frozenset[Division] = frozenset({Division.PLAIN, Division.CHIEF, Division.BORDURE})


class Shield(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A field divided in two tinctures with one plain charge on it; a plain field shows no second.

    Raises ValueError when a division parts a tincture from itself.
    """

    division: Division
    field: Tincture
    second: Tincture
    charge: Charge
    charge_tincture: Tincture

    def __post_init__(self) -> None:
        if self.division != Division.PLAIN and self.field == self.second:
            raise ValueError("second must differ from field in a divided shield")


def grounds(shield: Shield) -> tuple[Tincture, ...]:
    """The tinctures that the charge lies on: the field, and the second where the division runs under the charge."""
    if shield.division in CHARGE_ON_FIELD_ALONE:
        return (shield.field,)
    return (shield.field, shield.second)


def breaks_rule_of_tincture(shield: Shield) -> bool:
    """Whether metal lies on metal or colour on colour, on any ground of the charge."""
    return any((ground in METALS) == (shield.charge_tincture in METALS) for ground in grounds(shield))
