"""The question about berserk units: whom they run at, and where each roll of the extra inches takes them."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.asking.answer import Answer, Plain, Question, plain_formation, plain_reason, rounded
from tabletop.arcana.asking.view import in_sight
from tabletop.arcana.charge.berserk import Frenzy, Run, frenzy
from tabletop.arcana.table.placed import PlacedTable
from tabletop.arcana.table.reasons import inches
from tabletop.arcana.tablepicture import Ghost, Line, Mark


def answer_berserk(scene: PlacedTable, ref: str) -> Answer:
    """Question `berserk A`: the picture shows the least roll that gets there, or the farthest run."""
    found = frenzy(scene, ref, sees=in_sight)
    first = next(iter(found.charges), None)
    plain = {
        "target": found.target.ref if found.target else None,
        "needed": found.needed,
        "allowance": found.unit.ground if found.unit.altitude == "ground" else found.unit.fly,
        "extra": first.extra if first else None,
        "chance": str(found.chance),
        "orders": first.charge.words if first and first.charge else None,
        "runs": [_plain_run(each) for each in found.runs],
        **plain_reason(found.reason),
    }
    return Answer(rounded(plain), _ends(scene, found.likeliest), tuple(_marks(found)))


def _plain_run(each: Run) -> Plain:
    return {
        "extra": each.extra,
        "charges": each.charge is not None,
        "formation": plain_formation(each.unit.formation),
        **each.after.plain,
    }


def _ends(scene: PlacedTable, run: Run | None) -> PlacedTable:
    if run is None:
        return scene
    for unit in (run.unit, run.after.target, *run.after.others):
        scene = scene.with_unit(unit) if unit else scene
    return scene


def _marks(found: Frenzy) -> Iterator[Mark]:
    yield Ghost(found.unit)
    if found.likeliest and found.target:
        text = inches(found.needed or 0.0)
        yield Line(found.unit.centres[0], found.likeliest.unit.centres[0], text)


BERSERK_QUESTIONS: dict[str, Question] = {"berserk": Question(("a ref",), answer_berserk)}
