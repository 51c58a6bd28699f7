"""Every printed row priced by the formula, beside its printed price, with what may be behind a difference."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue import Catalogue, Erratum, corrected, granted, list_slug
from tabletop.arcana.design import Design
from tabletop.arcana.points.formula import BOOK_FORMULA, MOVEMENT_COSTS, Formula
from tabletop.arcana.points.misfits import Explanation, explanations, fits
from tabletop.arcana.points.movement import pace
from tabletop.arcana.points.pricing import total
from tabletop.arcana.points.rows import design_of
from tabletop.arcana.points.tally import NOTHING, Tally, written
from tabletop.arcana.profile import Movement, Row
from tabletop.arcana.receipt import Breakdown, rounded_up, to_nearest

BEARERS = {
    "giant-kings/rollers": "giant-kings/young-giant",
    "giant-kings/lobbers": "giant-kings/young-giant",
    "giant-kings/ballista": "giant-kings/young-giant",
    "monsters/hydra-head": "monsters/hydra-body",
}
MOST_EXPLANATIONS = 3


class Audited(Struct, frozen=True):
    """One printed row: its printed price, the exact price by the formula, and a note where they differ."""

    slug: str
    name: str
    printed: int
    exact: Fraction
    note: str = ""
    changes: int = 0

    @property
    def list(self) -> str:
        return list_slug(self.slug)

    @property
    def points(self) -> int:
        """The exact price rounded up."""
        return rounded_up(self.exact)

    @property
    def nearest(self) -> int:
        """The exact price to the nearest point."""
        return to_nearest(self.exact)

    @property
    def agrees(self) -> bool:
        """Whether the printed price is the exact one, rounded up or to the nearest."""
        return fits(self.exact, self.printed)

    @property
    def is_explained(self) -> bool:
        """Whether the row differs and the note says what would make it agree."""
        return self.changes > 0


def audit(catalogue: Catalogue, formula: Formula = BOOK_FORMULA) -> tuple[Audited, ...]:
    """Every row in the catalogue's order, each misfit with the likeliest changes that give its printed price."""
    return tuple(explained(row, catalogue, formula) for row in catalogue.rows.values())


def audited(row: Row, catalogue: Catalogue, formula: Formula = BOOK_FORMULA) -> Audited:
    """The row priced as it is printed, without looking for explanations."""
    return Audited(row.slug, row.name, row.points, receipt_of(row, catalogue, formula).exact)


def receipt_of(row: Row, catalogue: Catalogue, formula: Formula = BOOK_FORMULA) -> Breakdown:
    """The lines of a row's price as printed, with what its whole list has; errata aren't applied."""
    return Breakdown(row_total(row, catalogue, formula).lines)


def row_total(row: Row, catalogue: Catalogue, formula: Formula) -> Tally:
    """The formula's price of a row; equipment is priced as what it adds to the model that bears it."""
    design = design_in(row, catalogue)
    bearer = catalogue.rows.get(BEARERS.get(row.slug, ""))
    if bearer is None:
        return total(design, formula)
    return slowed(row, bearer, formula).and_then(total(replace(design, movement=Movement()), formula))


def design_in(row: Row, catalogue: Catalogue) -> Design:
    """The row as a design, with the abilities of its whole list or of what bears it."""
    in_list = granted(row, catalogue.list_of(row.slug).grants)
    bearer = catalogue.rows.get(BEARERS.get(row.slug, ""))
    if bearer is not None:
        resistance = row.defence.magic_resistance or bearer.defence.magic_resistance
        defence = replace(row.defence, magic_resistance=resistance)
        in_list = replace(row, defence=defence, fearsome=row.fearsome or bearer.fearsome)
    return design_of(in_list)


def slowed(row: Row, bearer: Row, formula: Formula) -> Tally:
    """What equipment changes in its bearer's move."""
    before, after = bearer.movement.ground, row.movement.ground
    if before is None or after is None:
        return NOTHING
    label = f"Ground {after}″ instead of {before}″"
    return NOTHING.plus(label, pace(after, formula) - pace(before, formula), MOVEMENT_COSTS)


def explained(row: Row, catalogue: Catalogue, formula: Formula = BOOK_FORMULA) -> Audited:
    """The row priced as printed and, where that differs, a note with the changes that would make it agree."""
    plain = audited(row, catalogue, formula)
    if plain.agrees:
        return plain
    errata = [erratum for erratum in catalogue.errata.get(row.slug, ()) if erratum.strength == "strong"]
    put_right = corrected(row, errata)
    exact = row_total(put_right, catalogue, formula).total
    if errata and fits(exact, put_right.points):
        return replace(plain, note=f"Fits with {recorded(errata)} ({written(exact)}).", changes=len(errata))
    found = explanations(design_in(put_right, catalogue), put_right.points, formula)
    return replace(plain, note=note(found, plain, errata), changes=len(errata) + len(found[0].suspicions) if found else 0)


def recorded(errata: Sequence[Erratum]) -> str:
    """Errata in words that follow “fits with”."""
    each = [f"{erratum.field} {erratum.corrected} instead of {erratum.printed}" for erratum in errata]
    return f"the recorded erratum: {', '.join(each)}"


def note(found: Sequence[Explanation], plain: Audited, errata: Sequence[Erratum]) -> str:
    """The likeliest explanations in a sentence that anyone can check, or that there is none."""
    if not found:
        return f"Nothing found: no change of one or two cells gives {plain.printed}."
    known = f"{recorded(errata)} and " if errata else ""
    ways = "; or ".join(f"{each.words} ({written(each.exact)})" for each in found[:MOST_EXPLANATIONS])
    more = len(found) - MOST_EXPLANATIONS
    others = f"; or in {more} more {'way' if more == 1 else 'ways'}" if more > 0 else ""
    return f"Fits {'with ' if known else ''}{known}{ways}{others}."
