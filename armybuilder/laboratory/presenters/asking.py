"""What may be asked on the page: an army against another or against the field, or a unit for another in it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.catalogue.samples import sample_rosters
from tabletop.arcana.army.edits import AddModels, AddUnit, RemoveModels, RemoveUnit
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.simulation.estimates import Within
from tabletop.arcana.simulation.experiments import Experiment
from tabletop.arcana.simulation.questions import AgainstField, AgainstRoster, Question, Swap
from tabletop.decoding import MalformedError
from tabletop.rosters.document import without_notes

FIELD = "field"
FEWEST_POINTS, MOST_POINTS = 0.85, 1.15  # of a sample army's own, that it may meet
SEEDS = 2**48  # which programs of any language read whole
PAIRS = 250  # in a batch, of one opponent; as many as take half a second
PAIRS_OF_A_FIELD = 25
LONGEST_NAME = 120
SWAPPED = (Section.TROOPS, Section.MONSTERS, Section.WAR_MACHINES, Section.VEHICLES)


class Precision(Struct, frozen=True):
    """How narrow an interval is asked for, in wins of 100 to either side, and pairs of battles at most."""

    key: str
    half: float
    pairs: int
    about: str


IN_LINE = {
    each.key: each
    for each in (
        Precision("3", 0.03, 2_400, "quick"),
        Precision("2", 0.02, 5_000, "usual"),
        Precision("1", 0.01, 18_000, "narrow: some minutes"),
    )
}
ON_TABLE = Precision("table", 0.07, 400, "on an open table, move by move: many minutes")
CHANGES_TAKE = 2  # times as many pairs


class Line(Struct, frozen=True):
    """Models of a kind in a unit: how a form names them, their words, what one costs."""

    key: str
    words: str
    count: int
    points: int


class Change(Struct, frozen=True):
    """A roster with some models for others, and what that is called."""

    roster: Roster
    name: str
    points: int


def field_of(own: Roster, catalogue: Catalogue) -> tuple[Roster, ...]:
    """The sample armies of about as many points; MalformedError where there is none."""
    points = points_of(own, catalogue)
    found = tuple(
        roster
        for roster in sample_rosters().values()
        if FEWEST_POINTS <= points_of(roster, catalogue) / max(points, 1) <= MOST_POINTS
        and (roster.name, roster.army) != (own.name, own.army)
    )
    if not found:
        raise MalformedError("b", f"no sample army has about as many points as yours ({points:,}); choose one army")
    return found


def points_of(roster: Roster, catalogue: Catalogue) -> int:
    return sum(unit.points for unit in price(resolve(roster, catalogue)).units.values())


def lines_of(roster: Roster, catalogue: Catalogue) -> Iterator[Line]:
    """What may be taken out of an army: models, unit by unit."""
    for unit in resolve(roster, catalogue).units:
        for models in unit.choice.models:
            row = catalogue.rows.get(models.profile)
            if row is None or not row.points:
                continue
            words = f"{models.count} {named(row.name, models.count)}"
            own = unit.choice.name
            yield Line(f"{unit.ref} {models.profile}", f"{words} of {own}" if own else words, models.count, row.points)


def rows_to_put(roster: Roster, catalogue: Catalogue) -> list[Row]:
    """What may be put in instead: printed profiles of the army's own list."""
    return [row for row in catalogue.rows_of(roster.army) if row.section in SWAPPED and row.points and row.wounds]


def changed(roster: Roster, catalogue: Catalogue, *, take: str, fewer: int, put: str, more: int | None) -> Change:
    """So many models fewer of a line, and so many of a profile more: for about the same points where none is said.

    MalformedError names what can't be.
    """
    line = next((line for line in lines_of(roster, catalogue) if line.key == take), None)
    if line is None:
        raise MalformedError("take", "choose what to take out of this army")
    row = next((row for row in rows_to_put(roster, catalogue) if row.slug == put), None)
    if row is None:
        raise MalformedError("put", "choose what to put in instead")
    if not 1 <= fewer <= line.count:
        raise MalformedError("fewer", f"is from 1 to {line.count}, as many as there are")
    count = more if more is not None else max(round(fewer * line.points / row.points), 1)
    if not 1 <= count <= 1000:
        raise MalformedError("more", "is from 1 to 1,000")
    ref, _, profile = take.partition(" ")
    unit = next(unit for unit in resolve(roster, catalogue).units if unit.ref == ref)
    is_all = fewer == line.count and len(unit.choice.models) == 1 and not unit.characters
    without = RemoveUnit(unit=ref) if is_all else RemoveModels(unit=ref, profile=profile, count=fewer)
    left = without.applied(roster, catalogue)
    place = next((unit.ref for unit in left.units if any(each.profile == put for each in unit.models)), None)
    adding = AddModels(unit=place, profile=put, count=count) if place else AddUnit(profile=put, count=count)
    after = adding.applied(left, catalogue)
    name = f"{count} {named(row.name, count)} for {fewer} {named(catalogue.rows[profile].name, fewer)}"
    return Change(after, name, points_of(after, catalogue))


def experiment_of(question: Question, name: str, precision: Precision, policies: tuple[str, str]) -> Experiment:
    """A question as an experiment of the site: with a seed by chance, small batches, a stop rule with its cap."""
    others = len(question.others) if isinstance(question, AgainstField | Swap) else 1
    on_table = precision is ON_TABLE
    size = 1 if on_table else PAIRS if others == 1 else PAIRS_OF_A_FIELD
    pairs = precision.pairs * (CHANGES_TAKE if isinstance(question, Swap) else 1)
    return Experiment(
        format="muster-experiment/1",
        game="arcana",
        name=name[:LONGEST_NAME],
        question=question,
        stop=Within(half=precision.half, batches=max(-(-pairs // (size * others)), 2)),
        seed=secrets.randbelow(SEEDS),
        depth="table" if on_table else "line",
        policies=policies,
        size=size,
    )


def question_of(own: Roster, others: tuple[Roster, ...], with_change: Roster | None = None) -> Question:
    """The question about these armies, without their players' notes: whoever is shown the answer is shown them."""
    mine, theirs = without_notes(own), tuple(map(without_notes, others))
    if with_change is not None:
        return Swap(own=mine, changed=replace(without_notes(with_change), name=mine.name), others=theirs)
    return AgainstRoster(own=mine, other=theirs[0]) if len(theirs) == 1 else AgainstField(own=mine, others=theirs)


def name_of(question: Question, change: str = "") -> str:
    """What an experiment is called."""
    if change:
        return change
    if isinstance(question, AgainstRoster):
        return f"{question.own.name or 'An army'} against {question.other.name or 'another'}"
    own = question.own.name if isinstance(question, AgainstField | Swap) else ""
    return f"{own or 'An army'} against the field"
