"""Questions asked of a table in words, answered in the one plain shape that programs are given, with what to draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tabletop.arcana.battlefield.footprints import lattice_of, ranks_of
from tabletop.arcana.battlefield.marks import Ghost, Line, Mark, Spot
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, Question, plain_formation, plain_reason, plain_steps, rounded
from tabletop.arcana.queries.casualties import CASUALTY_QUESTIONS
from tabletop.arcana.queries.charges import CHARGE_QUESTIONS
from tabletop.arcana.queries.fights import FIGHT_QUESTIONS
from tabletop.arcana.queries.flight import FLIGHT_QUESTIONS
from tabletop.arcana.queries.sight import SIGHT_QUESTIONS
from tabletop.arcana.queries.templates import TEMPLATE_QUESTIONS
from tabletop.arcana.rules.formation import faults, measured
from tabletop.arcana.rules.measuring import measure
from tabletop.arcana.rules.movement import Moved, move, read_orders
from tabletop.arcana.rules.movement.making_way import make_way
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import farthest_pair
from tabletop.geometry.primitives.vectors import ahead

BESIDE = 0.7  # inches between a block and the lines that say how wide and deep it is


def ask(scene: PlacedTable, name: str, words: Sequence[str]) -> Answer:
    """MalformedError for an unknown question, too many or too few words, and refs that aren't on the table."""
    question = QUESTIONS.get(name)
    if question is None:
        raise MalformedError("question", f"“{name}” is none of: {', '.join(QUESTIONS)}")
    if not len(question.words) <= len(words) <= len(question.words) + len(question.options):
        options = "".join(f", then perhaps {option}" for option in question.options)
        raise MalformedError("question", f"“{name}” takes {' and '.join(question.words) or 'nothing'}{options}")
    return question.asked(scene, *words)


def _measure(scene: PlacedTable, first: str, second: str) -> Answer:
    found = measure(scene, first, second)
    plain = {"inches": found.inches, "start": found.start, "end": found.end, "steps": plain_steps(found.steps)}
    return Answer(rounded(plain), scene, (Line(found.start, found.end, inches(found.inches)),))


def _move(scene: PlacedTable, ref: str, orders: str) -> Answer:
    moved = move(scene, ref, read_orders(orders))
    after = scene.with_unit(moved.unit)
    making_way = make_way(after, moved.displaced)
    for unit in making_way:
        after = after.with_unit(unit)
    marks: list[Mark] = [Ghost(scene.unit(each.ref)) for each in (moved.unit, *making_way)]
    if moved.reason and moved.reason.where:
        marks.append(Spot(moved.reason.where, moved.reason.ref))
    plain = plain_moved(moved) | rounded({"moved": {unit.ref: plain_formation(unit.formation) for unit in making_way}})
    return Answer(plain, after, tuple(marks))


def _formation(scene: PlacedTable, ref: str) -> Answer:
    unit = scene.unit(ref)
    reasons = faults(unit, engaged=scene.is_engaged(ref))
    ranks = () if isinstance(unit.formation, Skirmish) else ranks_of(unit.formation.files, unit.models)
    plain = {
        "legal": not reasons,
        "formation": plain_formation(unit.formation),
        "ranks": ranks,
        "reasons": [plain_reason(reason) for reason in reasons],
        "steps": plain_steps(measured(unit)),
    }
    spots = (Spot(reason.where) for reason in reasons if reason.where)
    return Answer(rounded(plain), scene, (*_extent(unit), *spots))


def _extent(unit: PlacedUnit) -> Iterator[Mark]:
    """How wide and how deep a block is; of loose models how far apart they are."""
    block = unit.formation
    if isinstance(block, Skirmish):
        if widest := farthest_pair(unit.bases):
            yield Line(widest.gap.start, widest.gap.end, inches(widest.gap.inches))
        yield Ghost(unit)
        return
    lattice, ranks = lattice_of(block, unit.size), len(ranks_of(block.files, unit.models))
    for side, first, last, count in (
        (0, lattice.point(block.files, 0), lattice.point(0, 0), block.files),
        (90, lattice.point(block.files, ranks), lattice.point(block.files, 0), ranks),
    ):
        beside = block.facing + side
        yield Line(ahead(first, beside, BESIDE), ahead(last, beside, BESIDE), str(count))


def plain_moved(moved: Moved) -> Plain:
    """Where it ends, what it spent, why it can't or may not."""
    return rounded(
        {
            "legal": moved.legal,
            "spent": moved.spent,
            "left": moved.left,
            "may_charge": moved.may_charge,
            "no_charge": moved.no_charge.text if moved.no_charge else None,
            "formation": plain_formation(moved.unit.formation),
            "altitude": moved.unit.altitude,
            **plain_reason(moved.reason),
            "passed": moved.passed,
            "displaced": moved.displaced,
            "hits": msgspec.to_builtins(moved.hits),
            "steps": plain_steps(moved.steps, moved.reason),
        }
    )


QUESTIONS: dict[str, Question] = {
    "measure": Question(("a ref", "another"), _measure),
    "formation": Question(("a ref",), _formation),
    "move": Question(("a ref", "orders"), _move),
    **SIGHT_QUESTIONS,
    **CASUALTY_QUESTIONS,
    **TEMPLATE_QUESTIONS,
    **CHARGE_QUESTIONS,
    **FIGHT_QUESTIONS,
    **FLIGHT_QUESTIONS,
}
