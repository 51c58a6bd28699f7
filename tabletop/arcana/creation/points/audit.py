"""Every printed row priced by the formula, beside its printed price, with what may be behind a difference."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from math import floor

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, Erratum, Evidence, apply_errata, apply_grants, list_slug
from tabletop.arcana.catalogue.profiles import Movement, Row, Section
from tabletop.arcana.creation.points.changes import PRICED_BY, with_changes
from tabletop.arcana.creation.points.errata_search import Explanation, explanations, fits
from tabletop.arcana.creation.points.formula import BOOK_FORMULA, MOVEMENT_COSTS, Formula
from tabletop.arcana.creation.points.likely_causes import READING
from tabletop.arcana.creation.points.movement import pace
from tabletop.arcana.creation.points.pricing import tally_of
from tabletop.arcana.creation.points.printed_vehicles import MADE_OF
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.points.sums import NOTHING, Tally, format_amount
from tabletop.receipts import Breakdown, rounded_up, to_nearest

BEARERS = {
    "giant-kings/rollers": "giant-kings/young-giant",
    "giant-kings/lobbers": "giant-kings/young-giant",
    "giant-kings/ballista": "giant-kings/young-giant",
    "monsters/hydra-head": "monsters/hydra-body",
}
MOST_EXPLANATIONS = 3


class ExplainedBy(StrEnum):
    """What explains a printed price that isn't the formula's, in the order of how little it asks for."""

    AGREES = ""
    ERRATUM = "erratum"
    READING = "reading"
    ONE_CHANGE = "one change"
    TWO_CHANGES = "two changes"
    PARTS = "parts"
    NONE = "none"


class Audited(Struct, frozen=True):
    """One printed row: its printed price, the exact price by the formula, and a note where they differ."""

    slug: str
    name: str
    printed: int
    exact: Fraction
    note: str = ""
    cause: ExplainedBy = ExplainedBy.AGREES
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
    return tuple(explain_row(row, catalogue, formula) for row in catalogue.rows.values())


def audit_row(row: Row, catalogue: Catalogue, formula: Formula = BOOK_FORMULA) -> Audited:
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
        return tally_of(design, formula)
    return slowing_by(row, bearer, formula).concat(tally_of(replace(design, movement=Movement()), formula))


def design_in(row: Row, catalogue: Catalogue) -> Design:
    """The row as a design, with the abilities of its whole list or of what bears it; mounts are priced without."""
    in_list = row if row.section == Section.MOUNTS else apply_grants(row, catalogue.list_of(row.slug).grants)
    bearer = catalogue.rows.get(BEARERS.get(row.slug, ""))
    if bearer is not None:
        resistance = row.defence.magic_resistance or bearer.defence.magic_resistance
        defence = replace(row.defence, magic_resistance=resistance)
        in_list = replace(row, defence=defence, fearsome=row.fearsome or bearer.fearsome)
    return design_of(in_list)


def slowing_by(row: Row, bearer: Row, formula: Formula) -> Tally:
    """What equipment changes in its bearer's move."""
    before, after = bearer.movement.ground, row.movement.ground
    if before is None or after is None:
        return NOTHING
    label = f"Ground {after}″ instead of {before}″"
    return NOTHING.plus(label, pace(after, formula) - pace(before, formula), MOVEMENT_COSTS)


def explain_row(row: Row, catalogue: Catalogue, formula: Formula = BOOK_FORMULA) -> Audited:
    """The row priced as printed and, where that differs, a note with the changes that would make it agree."""
    plain = audit_row(row, catalogue, formula)
    if plain.agrees:
        return plain
    errata = [erratum for erratum in catalogue.errata.get(row.slug, ()) if erratum.field.split(".")[0] in PRICED_BY]
    strong = [erratum for erratum in errata if erratum.strength == Evidence.STRONG]
    by_errata = put_right(plain, row, catalogue, choices=(strong, errata), formula=formula)
    if by_errata is not None:
        return by_errata
    likeliest = explanations(design_in(apply_errata(row, strong), catalogue), row.points, formula)
    if not likeliest:
        return by_parts(plain, design_in(row, catalogue), formula)
    changes = len(strong) + len(likeliest[0].suspicions)
    return replace(plain, note=note(likeliest, plain, strong), changes=changes, cause=cause(likeliest[0], strong))


def put_right(
    plain: Audited, row: Row, catalogue: Catalogue, *, choices: Sequence[Sequence[Erratum]], formula: Formula
) -> Audited | None:
    """The row explained by recorded errata alone, the first of the choices that fits; None where none does."""
    for errata in choices:
        mended = apply_errata(row, [replace(erratum, strength=Evidence.STRONG) for erratum in errata])
        exact = row_total(mended, catalogue, formula).total
        if errata and fits(exact, row.points):
            words = f"Fits with the recorded erratum: {errata_in_words(errata)} ({format_amount(exact)})."
            return replace(plain, note=words, changes=len(errata), cause=ExplainedBy.ERRATUM)
    return None


def by_parts(plain: Audited, design: Design, formula: Formula) -> Audited:
    """The row explained by the printed rows that it is made of, or the plain word that nothing was found."""
    made = MADE_OF.get(plain.slug)
    if made is not None:
        exact = tally_of(with_changes(design, made.changes), formula).total
        if fits(exact, plain.printed):
            words = f"Fits {made.words} ({format_amount(exact)}). {made.doubt}"
            return replace(plain, note=words, changes=len(made.changes), cause=ExplainedBy.PARTS)
    return replace(
        plain, cause=ExplainedBy.NONE, note=f"Nothing found: no change of one or two cells gives {plain.printed}."
    )


def errata_in_words(errata: Sequence[Erratum]) -> str:
    """Errata in words: `melee 1 strength 3 instead of 2`."""
    phrases = []
    for erratum in errata:
        parts = [str(int(part) + 1) if part.isdigit() else part.replace("_", " ") for part in erratum.field.split(".")]
        corrected, printed = value_in_words(erratum.corrected), value_in_words(erratum.printed)
        phrases.append(f"{' '.join(parts)} {corrected} instead of {printed}")
    return " and ".join(phrases)


def value_in_words(value: object) -> str:
    """A field's value for people."""
    if value is None or value is False:
        return "none"
    return "yes" if value is True else str(value)


def cause(explanation: Explanation, errata: Sequence[Erratum]) -> ExplainedBy:
    """What kind of change explains a misfit."""
    if len(errata) + len(explanation.suspicions) > 1:
        return ExplainedBy.TWO_CHANGES
    return ExplainedBy.READING if explanation.weight == READING else ExplainedBy.ONE_CHANGE


def note(explanations: Sequence[Explanation], plain: Audited, errata: Sequence[Erratum]) -> str:
    """The likeliest explanations in a sentence that anyone can check."""
    known = f"with the recorded erratum ({errata_in_words(errata)}) and " if errata else ""
    ways = [f"{known}{cause.words} ({format_amount(cause.exact)})" for cause in explanations[:MOST_EXPLANATIONS]]
    if floor(plain.exact) == plain.printed:
        ways.insert(0, f"if {format_amount(plain.exact)} was rounded down")
    more = len(explanations) - MOST_EXPLANATIONS
    others = f"; or in {more} more {'way' if more == 1 else 'ways'}" if more > 0 else ""
    return f"Fits {'; or '.join(ways)}{others}."
