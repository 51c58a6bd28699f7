"""What a laboratory is asked, and the cells of battles that answer it.

| question | cells | what is estimated |
|---|---|---|
| `roster-against-roster` | one | how many of 100 battles the own roster wins, those that nobody wins as half |
| `roster-against-field` | one for each opponent | the same, over all and against each |
| `swap` | one for each opponent | by how much the changed roster wins more often, with the same dice |
| `units-that-earn-their-points` | one for each opponent | points destroyed for each point of a unit |
| `row-against-fellows` | one for each fellow of equal points | how often the row wins against each of its fellows |
| `league` | one for each pair of rows that meet | how often each row wins against the others that it meets |

A league of the whole catalogue would have eighty thousand pairs. Where each row `meets` so many, these are the next
dearer ones with which its points can be parted evenly, so that it meets about as many cheaper ones as well: a thousand
pairs, each of rows whose prices say that they are worth nearly the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import Annotated

from msgspec import Meta, Struct

from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Roster, check_refs
from tabletop.arcana.battle.armies import begun
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.state import Options, Scenario
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.creation.design_files import with_designs
from tabletop.arcana.rules.formation.legality import usual_files
from tabletop.arcana.simulation.counts import Cell, Table
from tabletop.arcana.simulation.line.forces import Body, Force, Squad, force_of
from tabletop.arcana.simulation.line.tables import most_attacks
from tabletop.arcana.simulation.policies import Policy
from tabletop.decoding import MalformedError
from tabletop.spelling import closest_word
from tabletop.values import Slug, Value
from tabletop.work import go_on

MOST_OPPONENTS = 100
MOST_ROWS = 60
MOST_ROWS_THAT_MEET_FEW = 600
MOST_DESIGNS = 20
MOST_DICE = 2_000  # of a unit at once: a table of their sums grows with the square
MOST_OF_A_ROW = 60
NEAR = 60  # rows by price, in which a row's neighbours are looked for
UNEVEN = 0.02  # of the points of two rows that meet, at most
Opponents = Annotated[tuple[Roster, ...], Meta(min_length=1, max_length=MOST_OPPONENTS)]
Budget = Annotated[int, Meta(ge=100, le=2000)]
Designs = Annotated[tuple[Design, ...], Meta(max_length=MOST_DESIGNS)]


class AgainstRoster(Value, frozen=True, kw_only=True, tag_field="asks", tag="roster-against-roster"):
    """How often one roster wins against another."""

    own: Roster
    other: Roster


class AgainstField(Value, frozen=True, kw_only=True, tag_field="asks", tag="roster-against-field"):
    """How often one roster wins against each of others, and against all of them."""

    own: Roster
    others: Opponents


class Swap(Value, frozen=True, kw_only=True, tag_field="asks", tag="swap"):
    """Whether a changed roster wins more often than the own against the same opponents with the same dice."""

    own: Roster
    changed: Roster
    others: Opponents


class Earning(Value, frozen=True, kw_only=True, tag_field="asks", tag="units-that-earn-their-points"):
    """Which units of a roster destroy how much for each of their points."""

    own: Roster
    others: Opponents


class Fellows(Value, frozen=True, kw_only=True, tag_field="asks", tag="row-against-fellows"):
    """Whether a printed row, or one of the `designs`, wins against its fellows of equal points.

    More than half says that it's cheap. A design is named as in rosters: `designs/young-dragon`.
    """

    row: Slug
    fellows: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=MOST_ROWS)]
    points: Budget = 400
    designs: Designs = ()


class League(Value, frozen=True, kw_only=True, tag_field="asks", tag="league"):
    """Every row against every other of equal points; or against its neighbours in price, where it `meets` so many."""

    rows: Annotated[tuple[Slug, ...], Meta(min_length=2, max_length=MOST_ROWS_THAT_MEET_FEW)]
    points: Budget = 400
    meets: Annotated[int, Meta(ge=1, le=20)] | None = None
    designs: Designs = ()


Question = AgainstRoster | AgainstField | Swap | Earning | Fellows | League


def opponents(question: Question) -> tuple[Roster, ...]:
    if isinstance(question, AgainstRoster):
        return (question.other,)
    return () if isinstance(question, Fellows | League) else question.others


def cells(
    question: Question, catalogue: Catalogue, policies: tuple[Policy, Policy], *, on_table: bool = False
) -> tuple[Cell, ...]:
    """The question's cells, in a line or on a table; MalformedError names what can't be fielded."""
    if isinstance(question, Fellows | League):
        priced = _with_designs(question, catalogue)
        pairs = _fellows(question, priced) if isinstance(question, Fellows) else _in_league(question, priced)
        return tuple(_of_rows(number, pair, priced, policies) for number, pair in enumerate(pairs))
    variants = {"question.own": question.own}
    if isinstance(question, Swap):
        variants["question.changed"] = question.changed
    own = [_army(roster, catalogue, field) for field, roster in variants.items()]
    field = "question.other" if isinstance(question, AgainstRoster) else "question.others[{}]"
    found: list[Cell] = []
    for number, roster in enumerate(opponents(question)):
        go_on()
        other = _army(roster, catalogue, field.format(number))
        table = Table(catalogue, tuple(_begins(army, other) for army in own)) if on_table else None
        alone = len(opponents(question)) == 1
        found.append(Cell(number, tuple(map(force_of, own)), force_of(other), policies, table, alone))
    return tuple(found)


def _begins(own: Army, other: Army) -> tuple[BattleBegun, BattleBegun]:
    """A battle on a table with the own army in either seat."""
    first, second = (
        begun(
            f"{armies[0].name} against {armies[1].name}"[:120], armies, scenario=Scenario.ATTRITION, options=Options()
        )
        for armies in ((own, other), (other, own))
    )
    return first, second


def _army(roster: Roster, catalogue: Catalogue, field: str) -> Army:
    try:
        check_refs(roster)
        army = resolve(roster, catalogue)
        _check_dice(force_of(army))
    except MalformedError as error:
        raise MalformedError(f"{field}.{error.field}" if error.field else field, error.reason) from error
    return army


def _check_dice(force: Force) -> None:
    """No unit throws so many dice at once that their sums take all memory."""
    for squad in force.squads:
        for body in squad.bodies:
            blows = [most_attacks(line, body) for line in body.figures.melee]
            shots = [body.count * line.attacks for line in body.figures.missile]
            if max((*blows, *shots), default=0) > MOST_DICE:
                raise MalformedError("units", f"{squad.name} throws more than {MOST_DICE:,} dice at once")


class Pair(Struct, frozen=True):
    """Two rows, and how many models of each have equal points."""

    rows: tuple[Row, Row]
    counts: tuple[int, int]


def _with_designs(question: Fellows | League, catalogue: Catalogue) -> Catalogue:
    try:
        return with_designs(catalogue, question.designs)
    except MalformedError as error:
        raise MalformedError(f"question.{error.field}", error.reason) from error


def _fellows(question: Fellows, catalogue: Catalogue) -> list[Pair]:
    row = _row(question.row, catalogue)
    return [_evenly(row, _row(fellow, catalogue), question.points) for fellow in question.fellows]


def _in_league(question: League, catalogue: Catalogue) -> list[Pair]:
    if len(set(question.rows)) < len(question.rows):
        raise MalformedError("question.rows", "names a row twice")
    rows = [_row(slug, catalogue) for slug in question.rows]
    if question.meets:
        pairs = neighbours(rows, question.points, question.meets)
        if not pairs:
            raise MalformedError("question.rows", "has no two rows whose points can be parted evenly")
        return pairs
    if len(rows) > MOST_ROWS:
        raise MalformedError("question.meets", f"must be stated of more than {MOST_ROWS} rows")
    return [_evenly(*pair, question.points) for pair in combinations(rows, 2)]


def neighbours(rows: Sequence[Row], points: int, meets: int) -> list[Pair]:
    """Each row with so many that come next by price and can be parted evenly with it, of those that are near.

    A row that costs more than the budget has one of it for its budget.
    """
    ordered = sorted(rows, key=lambda row: (row.points, row.slug))
    found: list[Pair] = []
    for place, row in enumerate(ordered):
        go_on()
        ways = ((other, parted(row, other, points)) for other in ordered[place + 1 : place + 1 + NEAR])
        found += islice((Pair((row, other), counts) for other, counts in ways if counts), meets)
    return found


def parted(row: Row, other: Row, points: int) -> tuple[int, int] | None:
    """How many models of two rows have equal points, up to the budget or the price of the dearer."""
    return balanced(row.points, other.points, max(points, row.points, other.points))


def _evenly(row: Row, other: Row, points: int) -> Pair:
    if counts := balanced(row.points, other.points, points):
        return Pair((row, other), counts)
    raise MalformedError("question.points", f"{points} can't be parted evenly among {row.name} and {other.name}")


def _of_rows(number: int, pair: Pair, catalogue: Catalogue, policies: tuple[Policy, Policy]) -> Cell:
    go_on()
    own, other = (_alone(row, count, catalogue) for row, count in zip(pair.rows, pair.counts, strict=True))
    for force in (own, other):
        _check_dice(force)
    return Cell(number, (own,), other, policies)


def _row(slug: str, catalogue: Catalogue) -> Row:
    if slug not in catalogue.rows:
        near = closest_word(slug, catalogue.rows)
        raise MalformedError(
            "question", f"there is no profile “{slug}”" + (f" (did you mean “{near}”?)" if near else "")
        )
    row = catalogue.in_play(slug)
    if not row.wounds or not row.points:
        raise MalformedError("question", f"“{slug}” is nothing that fights by itself")
    return row


def balanced(first: int, second: int, points: int) -> tuple[int, int] | None:
    """How many models of two prices come nearest to the same points, up to a budget; None where 2 % can't be kept."""
    ways = (
        (abs(own * first - its * second) / (own * first), -own, its)
        for own in range(1, MOST_OF_A_ROW + 1)
        if points / 2 <= own * first <= points * 5 / 4
        for its in {own * first // second, -(-own * first // second)}
        if 1 <= its <= MOST_OF_A_ROW
    )
    uneven, own, its = min(ways, default=(1.0, 0, 0))
    return (-own, its) if uneven <= UNEVEN else None


def title_of(row: Row, catalogue: Catalogue) -> str:
    """A row's name with its list: several lists have a row of one name."""
    return f"{row.name} ({catalogue.lists[list_slug(row.slug)].name})"


def _alone(row: Row, count: int, catalogue: Catalogue) -> Force:
    """One unit of a row and nothing else."""
    name = title_of(row, catalogue)
    body = Body(ref="troops", figures=row, count=count, section=row.section)
    files = 0 if row.section is Section.WAR_MACHINES else usual_files(row, count)
    squad = Squad(ref="u1", name=row.name, points=row.points * count, bodies=(body,), files=files)
    return Force(name=name, squads=(squad,))
