"""Base outlines and movement trays at true size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

from msgspec import Struct

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.profiles import FOOTPRINTS
from tabletop.arcana.printing.cutouts.shapes import CUT, FINE, SMALL, TEXT, base_size, oblong
from tabletop.pdf.cutouts import Cutout, Label, Line

RIM = 3.0
FILES = 5
NAMES = {0.5: "½"}


class Tray(Struct, frozen=True, kw_only=True):
    """Places for a unit in ranks and files; `stands_on` is the width and depth of one base in base units."""

    name: str
    stands_on: tuple[float, float]
    files: int
    ranks: int


DEFAULT_TRAYS = (
    Tray(name="Foot", stands_on=(1, 1), files=5, ranks=2),
    Tray(name="Foot", stands_on=(1, 1), files=5, ranks=4),
    Tray(name="Cavalry", stands_on=(1, 2), files=5, ranks=2),
    Tray(name="Large creatures", stands_on=(2, 2), files=3, ranks=2),
)


def base_outlines(scale: int) -> tuple[Cutout, ...]:
    """Each size of base once: ½, 1, 2, 4, 6, 9 and 15."""
    return tuple(_outline(base, scale) for base in FOOTPRINTS)


def _outline(base: float, scale: int) -> Cutout:
    width, depth, _ = FOOTPRINTS[base]
    wide, deep = base_size((width, depth), scale)
    name = f"base {NAMES.get(base, f'{base:g}')}"
    labels = () if wide < 12 else (Label((wide / 2, min(deep - 2, 7)), name, TEXT, "centre"),)
    ahead = Line(((wide / 2, 0.0), (wide / 2, min(3.0, deep / 4))), FINE)
    return Cutout(name=name, width=wide, height=deep, lines=(Line(oblong(wide, deep), CUT), ahead), labels=labels)


def trays_for(armies: Iterable[Army]) -> tuple[Tray, ...]:
    """A tray of five files, or fewer for smaller units, for each unit of more than one model."""
    return tuple(tray for army in armies for tray in _trays(army))


def _trays(army: Army) -> Iterator[Tray]:
    for unit in army.units:
        if unit.models and unit.size > 1:
            stands_on = max((models.row.stands_on for models in unit.models), key=prod)
            files = min(unit.size, FILES)
            yield Tray(name=unit.name, stands_on=stands_on, files=files, ranks=-(-unit.size // files))


def trays(wanted: Iterable[Tray], scale: int) -> tuple[Cutout, ...]:
    """Trays whose inner outline is exactly the block, with a rim of 3 mm around it."""
    return tuple(_tray(tray, scale) for tray in wanted)


def _tray(tray: Tray, scale: int) -> Cutout:
    wide, deep = base_size(tray.stands_on, scale)
    across, back = tray.files * wide, tray.ranks * deep
    outer = Line(oblong(across + 2 * RIM, back + 2 * RIM), CUT)
    block = Line(oblong(across, back, (RIM, RIM)), CUT)
    files = [Line(((RIM + file * wide, RIM), (RIM + file * wide, RIM + back)), FINE) for file in range(1, tray.files)]
    ranks = [Line(((RIM, RIM + rank * deep), (RIM + across, RIM + rank * deep)), FINE) for rank in range(1, tray.ranks)]
    label = Label((RIM + 1.5, RIM + back - 1.5), f"{tray.files} × {tray.ranks}", SMALL)
    name = Label((RIM + 1.5, RIM + 4), tray.name, SMALL)
    return Cutout(
        name=tray.name,
        width=across + 2 * RIM,
        height=back + 2 * RIM,
        lines=(outer, block, *files, *ranks),
        labels=(name, label),
    )
