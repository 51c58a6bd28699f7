"""What may be asked on the page: an army against others, a change in it, a profile among its fellows, a league."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from armybuilder.laboratory.services import HALF_ON_TABLE, PAIRS_ON_TABLE
from tabletop.arcana.army.edits import AddModels, AddUnit, RemoveModels, RemoveUnit
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import GENERAL_LISTS, Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.simulation.estimates import Fixed, Ratio, Stop, Within
from tabletop.arcana.simulation.experiments import Experiment
from tabletop.arcana.simulation.policies import STEADY
from tabletop.arcana.simulation.questions import (
    AgainstField,
    AgainstRoster,
    Earning,
    Fellows,
    League,
    Question,
    Swap,
    balanced,
    cells,
    opponents,
)
from tabletop.decoding import MalformedError
from tabletop.rosters.document import without_notes
from tabletop.work import go_on

FIELD, MINE = "field", "mine"
FEWEST_POINTS, MOST_POINTS = 0.85, 1.15  # of a sample army's own, that it may meet
SEEDS = 2**48  # which programs of any language read whole
PAIRS = 250  # in a batch, of one opponent; as many as take half a second
PAIRS_OF_A_FIELD = 25  # at least: shorter batches are nothing but overhead
BATCHES_OF_A_FIELD = 100  # of all opponents together, or more: rounds by which an estimate is seen to narrow
PAIRS_OF_FELLOWS = 100  # of two units, which take as long as a quarter of them would
MOST_LINKS = 20
FELLOWS = 8
FEWEST_POINTS_OF_A_SIDE, MOST_POINTS_OF_A_SIDE = 400, 2000
MEETS_IN_A_LIST, MEETS_IN_ALL = 20, 4  # rows next in price, of a league
MOST_BATCHES_OF_A_LEAGUE = 1_600
ROUNDS = 2
LONGEST_NAME = 120
SWAPPED = (Section.TROOPS, Section.MONSTERS, Section.WAR_MACHINES, Section.VEHICLES)


class Precision(Struct, frozen=True):
    """How narrow an interval is asked for, to either side, and pairs of battles at most; of a league these alone.

    Or, where `apart` is stated, a test: whether that many more are won than where nothing differs, or none.
    """

    key: str
    half: float
    pairs: int
    about: str
    apart: float = 0.0

    @property
    def words(self) -> str:
        if self.apart:
            return f"Yes or no: {100 * self.apart:.0f} wins in 100 more, or none?"
        return f"±{100 * self.half:.0f} in 100" if self.half else f"{self.pairs} pairs of battles a meeting"

    def stop(self, batches: int, *, even: float) -> Stop:
        """The rule, with its cap of so many batches a meeting; `even` is the figure where nothing differs."""
        if self.apart:
            return Ratio(no=even, yes=even + self.apart, batches=batches)
        return Within(half=self.half, batches=batches) if self.half else Fixed(batches)


IN_LINE = {
    each.key: each
    for each in (
        Precision("3", 0.03, 2_400, "quick"),
        Precision("2", 0.02, 5_000, "usual"),
        Precision("1", 0.01, 18_000, "narrow: some minutes"),
        Precision("test", 0.0, 5_000, "a test, wrong in 5 of 100; stops as soon as it is clear", apart=0.03),
    )
}
IN_A_LEAGUE = {
    each.key: each
    for each in (
        Precision("3", 0.0, 100, "quick"),
        Precision("2", 0.0, 200, "usual"),
        Precision("1", 0.0, 800, "narrow: some minutes"),
    )
}
ON_TABLE = Precision("table", HALF_ON_TABLE, PAIRS_ON_TABLE, "on an open table, move by move: many minutes")
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


def of_its_size(own: Roster, rosters: Iterable[Roster], catalogue: Catalogue, what: str) -> tuple[Roster, ...]:
    """Those of about as many points; MalformedError, by `what` they are, where there is none."""
    points = points_of(own, catalogue)
    found = []
    for roster in rosters:
        go_on()
        if FEWEST_POINTS <= points_of(roster, catalogue) / max(points, 1) <= MOST_POINTS:
            found.append(roster)
    if not found:
        raise MalformedError("b", f"no {what} has about as many points as this one ({points:,}); choose one army")
    return tuple(found)


def points_of(roster: Roster, catalogue: Catalogue) -> int:
    return sum(unit.points for unit in price(resolve(roster, catalogue)).units.values())


def lines_of(army: Army) -> Iterator[Line]:
    """What may be taken out of an army: models, unit by unit."""
    for unit in army.units:
        for models in unit.models:
            row = models.row
            if row.points:
                words = f"{models.count} {named(row.name, models.count)}"
                own = unit.choice.name
                key = f"{unit.ref} {row.slug}"
                yield Line(key, f"{words} of {own}" if own else words, models.count, row.points)


def rows_to_put(army: Army) -> Mapping[str, list[Row]]:
    """What may be put in instead, list by list: profiles of the army's own, and of those that are open to it."""
    own, found = army.own.army, dict[str, list[Row]]()
    for slug in dict.fromkeys((own.slug, *reversed(GENERAL_LISTS))):
        rows = army.catalogue.rows_of(slug)
        if fighting := [row for row in rows if own.may_field(row) and _can_be_put(row)]:
            found[army.catalogue.lists[slug].name] = fighting
    return found


def _can_be_put(row: Row) -> bool:
    return row.section in SWAPPED and bool(row.points and row.wounds)


def changed(roster: Roster, catalogue: Catalogue, *, take: str, fewer: int, put: str, more: int | None) -> Change:
    """So many models fewer of a line, and so many of a profile more: for about the same points where none is said.

    MalformedError names what can't be.
    """
    army = resolve(roster, catalogue)
    rows = army.catalogue.rows
    line = next((line for line in lines_of(army) if line.key == take), None)
    if line is None:
        raise MalformedError("take", "choose what to take out of this army")
    row = next((row for listed in rows_to_put(army).values() for row in listed if row.slug == put), None)
    if row is None:
        raise MalformedError("put", "choose what to put in instead")
    if not 1 <= fewer <= line.count:
        raise MalformedError("fewer", f"is from 1 to {line.count}, as many as there are")
    count = more if more is not None else max(round(fewer * line.points / row.points), 1)
    if not 1 <= count <= 1000:
        raise MalformedError("more", "is from 1 to 1,000")
    ref, _, profile = take.partition(" ")
    unit = next(unit for unit in army.units if unit.ref == ref)
    is_all = fewer == line.count and len(unit.choice.models) == 1 and not unit.characters
    without = RemoveUnit(unit=ref) if is_all else RemoveModels(unit=ref, profile=profile, count=fewer)
    left = without.applied(roster, catalogue)
    place = next((unit.ref for unit in left.units if any(each.profile == put for each in unit.models)), None)
    adding = AddModels(unit=place, profile=put, count=count) if place else AddUnit(profile=put, count=count)
    after = adding.applied(left, catalogue)
    name = f"{count} {named(row.name, count)} for {fewer} {named(rows[profile].name, fewer)}"
    return Change(after, name, points_of(after, catalogue))


def fellows_of(
    row: Row, catalogue: Catalogue, *, in_its_list: bool = False, designs: tuple[Design, ...] = ()
) -> Fellows:
    """The question whether a row wins against the nearest in price of its section, of which equal points are fielded.

    MalformedError where there is none.
    """
    points = max(FEWEST_POINTS_OF_A_SIDE, min(row.points, MOST_POINTS_OF_A_SIDE))
    others = [
        other
        for other in catalogue.rows.values()
        if other.section is row.section
        and other.slug != row.slug
        and other.points
        and other.wounds
        and not (in_its_list and list_slug(other.slug) != list_slug(row.slug))
    ]
    nearest = sorted(others, key=lambda other: (abs(other.points - row.points), other.slug))
    evenly = (other.slug for other in nearest if balanced(row.points, other.points, points))
    found = tuple(islice(evenly, FELLOWS))
    if not found:
        raise MalformedError("among", "no such profile has a price that goes evenly with this one")
    return Fellows(row=row.slug, fellows=found, points=points, designs=designs)


def league_of(army: str, catalogue: Catalogue) -> League:
    """A league of one list, or of the whole catalogue where none is named: what fights by itself, without characters.

    MalformedError for a list with fewer than two such rows.
    """
    rows = catalogue.rows_of(army) if army else tuple(catalogue.rows.values())
    found = tuple(row.slug for row in rows if row.section in SWAPPED and row.points and row.wounds)
    if len(found) < 2:
        raise MalformedError("army", "has fewer than two profiles that could meet")
    return League(rows=found, points=FEWEST_POINTS_OF_A_SIDE, meets=MEETS_IN_A_LIST if army else MEETS_IN_ALL)


def meetings_of(question: Question, catalogue: Catalogue) -> int:
    """How many pairs of armies, or of rows, meet."""
    return len(cells(question, catalogue, (STEADY, STEADY))) if isinstance(question, League) else _others(question)


def _others(question: Question) -> int:
    return len(question.fellows) if isinstance(question, Fellows) else len(opponents(question))


def experiment_of(
    question: Question, name: str, precision: Precision, policies: tuple[str, str], *, meetings: int | None = None
) -> Experiment:
    """A question as an experiment of the site: with a seed by chance, small batches, a stop rule with its cap.

    A league, and which units earn their points, have no one figure to stop by: so many batches are fixed.
    """
    others = _others(question) if meetings is None else meetings
    on_table = precision is ON_TABLE
    size = 1 if on_table else PAIRS
    if others > 1 and not on_table:
        size = max(PAIRS_OF_A_FIELD, precision.pairs // BATCHES_OF_A_FIELD)
    if isinstance(question, Fellows):
        size = PAIRS_OF_FELLOWS
    is_swap = isinstance(question, Swap)
    pairs = precision.pairs * (CHANGES_TAKE if is_swap else 1)
    batches = max(-(-pairs // (size * others)), 2)
    if isinstance(question, League):
        batches = max(min(ROUNDS, MOST_BATCHES_OF_A_LEAGUE // others), 1)
        size = -(-precision.pairs // batches)
    is_of_many = isinstance(question, Earning | League)
    stop = Fixed(batches) if is_of_many else precision.stop(batches, even=0.0 if is_swap else 0.5)
    return Experiment(
        format="muster-experiment/1",
        game="arcana",
        name=name[:LONGEST_NAME],
        question=question,
        stop=stop,
        seed=secrets.randbelow(SEEDS),
        depth="table" if on_table else "line",
        policies=policies,
        size=size,
    )


def question_of(
    own: Roster, others: tuple[Roster, ...], with_change: Roster | None = None, *, units: bool = False
) -> Question:
    """The question about these armies, or about the first one's units.

    Without their players' notes: whoever is shown the answer is shown them.
    """
    mine, theirs = without_notes(own), tuple(map(without_notes, others))
    if with_change is not None:
        return Swap(own=mine, changed=replace(without_notes(with_change), name=mine.name), others=theirs)
    if units:
        return Earning(own=mine, others=theirs)
    return AgainstRoster(own=mine, other=theirs[0]) if len(theirs) == 1 else AgainstField(own=mine, others=theirs)


def name_of(question: Question, change: str = "") -> str:
    """What an experiment is called."""
    if change:
        return change
    if isinstance(question, AgainstRoster):
        return f"{question.own.name or 'An army'} against {question.other.name or 'another'}"
    if isinstance(question, Earning):
        return f"The units of {question.own.name or 'an army'}"
    own = question.own.name if isinstance(question, AgainstField | Swap) else ""
    return f"{own or 'An army'} against the field"
