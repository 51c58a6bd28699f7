"""Questions asked of a table in words, each answered by a Struct of its own; `json` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.footprints import lattice_of, ranks_of
from tabletop.arcana.battlefield.marks import Ghost, Line, Mark, Spot
from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Formation, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, explained, formations, picked, why_not
from tabletop.arcana.queries.berserk import answer_berserk
from tabletop.arcana.queries.casualties import answer_casualties
from tabletop.arcana.queries.charges import answer_charge
from tabletop.arcana.queries.fights import answer_manoeuvre, answer_melee
from tabletop.arcana.queries.flight import answer_flight, answer_pursuit, answer_setup
from tabletop.arcana.queries.json import parts_of
from tabletop.arcana.queries.overruns import answer_overrun
from tabletop.arcana.queries.sight import answer_shoot, answer_sight
from tabletop.arcana.queries.templates import answer_template
from tabletop.arcana.rules.formation import faults, measured
from tabletop.arcana.rules.measuring import Measured, measure
from tabletop.arcana.rules.movement import Moved, move, read_orders
from tabletop.arcana.rules.movement.making_way import make_way
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import farthest_pair
from tabletop.geometry.primitives.vectors import ahead

BESIDE = 0.7  # inches between a block and the lines that say how wide and deep it is


class Question(Struct, frozen=True):
    """A question by the words that it needs after its name, and those that may follow."""

    words: tuple[str, ...]
    asked: Callable[..., Answer]
    options: tuple[str, ...] = ()


def ask(scene: PlacedTable, name: str, words: Sequence[str]) -> Answer:
    """MalformedError for an unknown question, too many or too few words, and refs that aren't on the table."""
    question = QUESTIONS.get(name)
    if question is None:
        raise MalformedError("question", f"“{name}” isn't one of: {', '.join(QUESTIONS)}")
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


def answer_measure(scene: PlacedTable, first: str, second: str) -> MeasureAnswer:
    """Question `measure A B`: units, models or pieces of terrain."""
    measured = measure(scene, first, second)
    line = Line(measured.start, measured.end, inches(measured.inches))
    return MeasureAnswer(scene=scene, marks=(line,), steps=measured.steps, found=measured)


def answer_move(scene: PlacedTable, ref: str, orders: str) -> MoveAnswer:
    """Question `move A "wheel left 2; forward 3"`."""
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


def answer_formation(scene: PlacedTable, ref: str) -> FormationAnswer:
    """Question `formation A`."""
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


QUESTIONS = {
    "measure": Question(("a ref", "another"), answer_measure),
    "formation": Question(("a ref",), answer_formation),
    "move": Question(("a ref", "orders"), answer_move),
    "sight": Question(("a ref", "another"), answer_sight),
    "shoot": Question(("a ref", "another"), answer_shoot, ("conditions",)),
    "casualties": Question(("a ref", "wounds"), answer_casualties),
    "template": Question(("the caster's ref", "a template"), answer_template),
    "charge": Question(("a ref", "another"), answer_charge),
    "overrun": Question(("a ref", "refs"), answer_overrun, ("orders",)),
    "berserk": Question(("a ref",), answer_berserk),
    "manoeuvre": Question(("a ref", "manoeuvres"), answer_manoeuvre),
    "melee": Question(("a ref",), answer_melee),
    "setup": Question((), answer_setup, ("terms",)),
    "flight": Question(("a ref",), answer_flight, ("high, low or land",)),
    "pursuit": Question(
        ("a ref", "the fleeing unit's"), answer_pursuit, ("a direction in degrees, high, low or land",)
    ),
}
