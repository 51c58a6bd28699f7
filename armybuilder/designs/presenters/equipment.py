"""Equipment packages in the forge's forms: what can be chosen, and putting it on a design."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from armybuilder.catalogue.loaders.creation import equipment
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.equipment import Package, equip
from tabletop.arcana.creation.equipment.apply import Equipped
from tabletop.decoding import MalformedError
from tabletop.findings import Severity

CHOSEN = {"armour": "Armour", "weapon": "Weapon", "missile": "Missile", "temper": "Temper"}
ADDED = ("shield", "magic-armour")


class Slot(Struct, frozen=True):
    """A choice of one package of a kind, or of none."""

    label: str
    packages: tuple[Package, ...]
    chosen: str


def added() -> tuple[Package, ...]:
    """What is worn on top of the choices."""
    return tuple(equipment()[slug] for slug in ADDED)


def slots(packages: Sequence[str] = ()) -> tuple[Slot, ...]:
    """A slot for each kind, with what is chosen of it."""
    return tuple(_slot(label, kind, packages) for kind, label in CHOSEN.items())


def _slot(label: str, kind: str, slugs: Sequence[str]) -> Slot:
    packages = tuple(package for package in equipment().values() if package.kind == kind)
    return Slot(label, packages, next((package.slug for package in packages if package.slug in slugs), ""))


def put_on(design: Design, packages: Sequence[str]) -> Equipped:
    """The design with the packages, under its own name; MalformedError says what doesn't go together."""
    if not packages:
        raise MalformedError("", "choose some equipment first")
    equipped = equip(design, packages, equipment(), name=design.name)
    for finding in equipped.report.findings:
        if finding.severity is Severity.ERROR:
            raise MalformedError("", finding.message.removesuffix("."))
    return equipped


def equipment_sentence(equipped: Equipped) -> str:
    """What the packages changed, and what else is to be known of them."""
    changes = "; ".join(str(change) for change in equipped.changes) or "Nothing changed"
    return " ".join([f"{changes[0].upper()}{changes[1:]}.", *(finding.message for finding in equipped.report.findings)])
