"""Questions asked of a table in words, each answered by a Struct of its own; `json` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.arcana.battlefield.footprints import lattice_of, ranks_of
from tabletop.arcana.battlefield.marks import Ghost, Line, Mark, Spot
from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Formation, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, Question, explained, formations, picked, why_not
from tabletop.arcana.queries.casualties import CASUALTY_QUESTIONS
from tabletop.arcana.queries.charges import CHARGE_QUESTIONS
from tabletop.arcana.queries.fights import FIGHT_QUESTIONS
from tabletop.arcana.queries.flight import FLIGHT_QUESTIONS
from tabletop.arcana.queries.json import parts_of
from tabletop.arcana.queries.sight import SIGHT_QUESTIONS
from tabletop.arcana.queries.templates import TEMPLATE_QUESTIONS
from tabletop.arcana.rules.formation import faults, measured
from tabletop.arcana.rules.measuring import Measured, measure
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


class MeasureAnswer(Answer, frozen=True, kw_only=True):
    """How far it is from one thing to another."""

    found: Measured

    def parts(self) -> Plain:
        return parts_of(self.found)


class MoveAnswer(Answer, frozen=True, kw_only=True):
    """A unit's move, and the friends who make way for it."""

    moved: Moved
    making_way: tuple[PlacedUnit, ...]

    def parts(self) -> Plain:
        moved = self.moved
        return {
            **picked(moved, "legal", "spent", "left", "may_charge", "no_charge"),
            **picked(moved.unit, "formation", "altitude"),
            **why_not(self.reason),
            **picked(moved, "passed", "displaced", "hits"),
            "steps": self.steps,
            "moved": formations(self.making_way),
        }


class FormationAnswer(Answer, frozen=True, kw_only=True):
    """A unit's formation, how many models are in each rank, and every reason why it isn't legal."""

    formation: Formation
    ranks: tuple[int, ...]
    reasons: tuple[Reason, ...]

    def parts(self) -> Plain:
        return {
            "legal": not self.reasons,
            **picked(self, "formation", "ranks"),
            "reasons": [why_not(reason) for reason in self.reasons],
            "steps": self.steps,
        }


def _measure(scene: PlacedTable, first: str, second: str) -> MeasureAnswer:
    found = measure(scene, first, second)
    line = Line(found.start, found.end, inches(found.inches))
    return MeasureAnswer(scene=scene, marks=(line,), steps=found.steps, found=found)


def _move(scene: PlacedTable, ref: str, orders: str) -> MoveAnswer:
    moved = move(scene, ref, read_orders(orders))
    after = scene.with_unit(moved.unit)
    making_way = tuple(make_way(after, moved.displaced))
    marks: list[Mark] = [Ghost(scene.unit(unit.ref)) for unit in (moved.unit, *making_way)]
    if moved.reason and moved.reason.where:
        marks.append(Spot(moved.reason.where, moved.reason.ref))
    return MoveAnswer(
        scene=after.with_units(making_way),
        marks=tuple(marks),
        steps=explained(moved.steps, moved.reason),
        reason=moved.reason,
        moved=moved,
        making_way=making_way,
    )


def _formation(scene: PlacedTable, ref: str) -> FormationAnswer:
    unit = scene.unit(ref)
    reasons = faults(unit, engaged=scene.is_engaged(ref))
    spots = (Spot(reason.where) for reason in reasons if reason.where)
    return FormationAnswer(
        scene=scene,
        marks=(*_extent(unit), *spots),
        steps=measured(unit),
        formation=unit.formation,
        ranks=() if isinstance(unit.formation, Skirmish) else ranks_of(unit.formation.files, unit.models),
        reasons=reasons,
    )


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
