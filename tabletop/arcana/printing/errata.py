"""Footnotes for printed figures that are wrong: numbered once, told wherever the row stands."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.lists import Erratum, Evidence
from tabletop.arcana.printing.rosters.printed_roster import unit_rows

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Footnote(Struct, frozen=True):
    """An erratum under the number that marks it on this roster."""

    number: int
    erratum: Erratum

    @property
    def mark(self) -> str:
        return str(self.number).translate(RAISED)

    @property
    def text(self) -> str:
        """What is printed, what is played, and why."""
        return f"{field_text(self.erratum.field)}: {self._reading()}. {self.erratum.why}"

    def _reading(self) -> str:
        printed = "not printed" if self.erratum.printed is None else f"printed {value_text(self.erratum.printed)}"
        if self.erratum.strength == Evidence.STRONG:
            return f"{printed}, played as {value_text(self.erratum.corrected)}"
        doubt = "" if self.erratum.corrected is None else f", perhaps meant as {value_text(self.erratum.corrected)}"
        return f"{printed} and played so{doubt}"


def footnotes(army: Army) -> dict[str, tuple[Footnote, ...]]:
    """The footnotes of each row by its slug, numbered as the roster first meets them."""
    notes: dict[str, tuple[Footnote, ...]] = {}
    number = 0
    for row in (row for unit in army.units for row in unit_rows(unit)):
        if row.slug not in notes:
            errata = army.catalogue.errata.get(row.slug, ())
            notes[row.slug] = tuple(Footnote(number + place, erratum) for place, erratum in enumerate(errata, 1))
            number += len(errata)
    return notes


def field_text(field: str) -> str:
    """A field's path in words: `melee.1.attacks` is `Melee 2, attacks`."""
    words = [f" {int(part) + 1}" if part.isdigit() else f", {part.replace('_', ' ')}" for part in field.split(".")]
    return "".join(words).removeprefix(", ").capitalize()


def value_text(value: Any) -> str:
    """A field's value in words."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, list | tuple):
        return ", ".join(value_text(item) for item in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {value_text(item)}" for key, item in value.items()) or "nothing"
    return str(value)
