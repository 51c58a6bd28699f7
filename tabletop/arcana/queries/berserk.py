"""The question about berserk units: whom they run at, and where each roll of the extra inches takes them."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.battlefield.marks import Ghost, Mark
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, explained, farthest_way, why_not
from tabletop.arcana.rules.charge.reactions.berserk import Frenzy, frenzy
from tabletop.arcana.rules.formation.legality import BERSERK
from tabletop.arcana.rules.visibility import in_sight


class BerserkAnswer(Answer, frozen=True, kw_only=True):
    """Whom a berserk unit runs at."""

    found: Frenzy

    def parts(self) -> Plain:
        frenzied = self.found
        first = next(iter(frenzied.charges), None)
        return {
            "target": frenzied.target.ref if frenzied.target else None,
            "needed": frenzied.needed,
            "allowance": frenzied.unit.ground if frenzied.unit.altitude == Altitude.GROUND else frenzied.unit.fly,
            "extra": first.extra if first else None,
            "chance": frenzied.chance,
            "orders": first.charge.words if first and first.charge else None,
            "runs": frenzied.runs,
            **why_not(self.reason),
            "steps": self.steps,
        }


def answer_berserk(scene: PlacedTable, ref: str) -> BerserkAnswer:
    """Question `berserk A`: the picture shows the least roll that gets there, or the farthest run."""
    frenzied = frenzy(scene, ref, sees=in_sight)
    run = frenzied.likeliest
    return BerserkAnswer(
        scene=scene.with_units([run.unit, run.after.target, *run.after.others]) if run else scene,
        marks=tuple(_marks(frenzied)),
        steps=explained(_steps(frenzied), frenzied.reason),
        reason=frenzied.reason,
        found=frenzied,
    )


def _steps(frenzied: Frenzy) -> Iterator[Step]:
    """Whom it runs at, and what each roll brings."""
    if frenzied.target is None:
        return
    text = f"{frenzied.target.called} is the nearest enemy that it sees and can reach"
    yield Step(text=text, inches=frenzied.needed or 0.0, citation=BERSERK)
    for run in frenzied.runs:
        way = run.charge.needed if run.charge else None
        outcome = f"charges in the {run.charge.side}" if run.charge else "runs as far as it gets"
        yield Step(text=f'with {run.extra}" more it {outcome}', inches=way or 0.0, cost=way or 0.0, citation=BERSERK)


def _marks(frenzied: Frenzy) -> Iterator[Mark]:
    yield Ghost(frenzied.unit)
    if frenzied.likeliest and frenzied.target:
        reached = frenzied.likeliest.charge.unit if frenzied.likeliest.charge else frenzied.likeliest.unit
        yield farthest_way(frenzied.unit, reached, inches(frenzied.needed or 0.0))
