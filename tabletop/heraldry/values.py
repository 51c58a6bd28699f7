"""Shields and tinctures as values, and the rule of tincture."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Tincture = Literal["or", "argent", "gules", "azure", "vert", "purpure", "sable", "tenne", "sanguine", "cendree"]
Division = Literal[
    "plain", "pale", "fess", "bend", "bend-sinister", "chevron", "saltire", "quarterly", "chief", "bordure"
]
Charge = Literal[
    "hammer", "crescent", "star", "tree", "mountain", "arrow", "horseshoe", "tusk", "axe", "spearhead",
    "eagle", "claw", "tail", "skull", "snake", "sword", "flame", "dragon", "wheel", "cannon",
]  # fmt: skip

METALS: frozenset[Tincture] = frozenset({"or", "argent"})
CHARGE_ON_FIELD_ALONE: frozenset[Division] = frozenset({"plain", "chief", "bordure"})


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
        if self.division != "plain" and self.field == self.second:
            raise ValueError("second must differ from field in a divided shield")


def grounds(shield: Shield) -> tuple[Tincture, ...]:
    """The tinctures that the charge lies on: the field, and the second where the division runs under the charge."""
    if shield.division in CHARGE_ON_FIELD_ALONE:
        return (shield.field,)
    return (shield.field, shield.second)


def breaks_rule_of_tincture(shield: Shield) -> bool:
    """Whether metal lies on metal or colour on colour, on any ground of the charge."""
    return any((ground in METALS) == (shield.charge_tincture in METALS) for ground in grounds(shield))
