"""Footnotes for printed figures that are wrong: numbered once, told wherever the row stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.lists import Erratum
from tabletop.arcana.catalogue.profiles import Row

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
        return f"{place(self.erratum.field)}: {self._reading()}. {self.erratum.why}"

    def _reading(self) -> str:
        printed = "not printed" if self.erratum.printed is None else f"printed {figure(self.erratum.printed)}"
        if self.erratum.strength == "strong":
            return f"{printed}, played as {figure(self.erratum.corrected)}"
        doubt = "" if self.erratum.corrected is None else f", perhaps meant as {figure(self.erratum.corrected)}"
        return f"{printed} and played so{doubt}"


def rows_of(unit: FieldedUnit) -> Iterator[Row]:
    """Every row that a unit's block shows, in its order."""
    for models in unit.models:
        yield models.row
        yield from (upgrade.row for upgrade in models.upgrades)
    for character in unit.characters:
        yield character.row
        yield from (upgrade.row for upgrade in character.upgrades)
        if character.mount:
            yield character.mount


def footnotes(army: Army) -> dict[str, tuple[Footnote, ...]]:
    """The footnotes of each row by its slug, numbered as the roster first meets them."""
    notes: dict[str, tuple[Footnote, ...]] = {}
    number = 0
    for row in (row for unit in army.units for row in rows_of(unit)):
        if row.slug not in notes:
            errata = army.catalogue.errata.get(row.slug, ())
            notes[row.slug] = tuple(Footnote(number + place, erratum) for place, erratum in enumerate(errata, 1))
            number += len(errata)
    return notes


def place(field: str) -> str:
    """A field's path in words: `melee.1.attacks` is `Melee 2, attacks`."""
    words = [f" {int(part) + 1}" if part.isdigit() else f", {part.replace('_', ' ')}" for part in field.split(".")]
    return "".join(words).removeprefix(", ").capitalize()


def figure(value: Any) -> str:
    """A field's value in words."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, list | tuple):
        return ", ".join(figure(each) for each in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {figure(each)}" for key, each in value.items()) or "nothing"
    return str(value)
