"""Questions of sight and shooting, answered in the plain shape with what to draw."""

from __future__ import annotations

from tabletop.arcana.askable import Answer, Question, plain_reason, plain_steps, rounded
from tabletop.arcana.sight import sight
from tabletop.arcana.table.placed import PlacedTable
from tabletop.arcana.tablepicture import Line, Mark, Spot


def _sight(scene: PlacedTable, viewer: str, target: str) -> Answer:
    """`blocked_by` are refs in order from the viewer, `blockers` say why each and where the line meets it."""
    found = sight(scene, viewer, target)
    plain = {
        **plain_reason(found.reason),
        "visible": found.visible,
        "line": found.line,
        "blocked_by": list(dict.fromkeys(blocker.ref for blocker in found.blockers)),
        "blockers": [{"ref": each.ref, "why": each.why, "where": each.where} for each in found.blockers],
        "steps": plain_steps(found.steps),
    }
    marks: list[Mark] = [Line(*found.line, "" if found.visible else "blocked")]
    marks += [Spot(blocker.where, blocker.ref) for blocker in found.blockers]
    return Answer(rounded(plain), scene, tuple(marks))


SIGHT_QUESTIONS: dict[str, Question] = {"sight": Question(("a ref", "another"), _sight)}
