"""How many modules and functions one question runs through: a charge, a forward move, a roster's verdict.

Counted with `sys.setprofile` while one library call runs: `charge`; `ask` for the answer, which isn't written as JSON;
`move` by an order that is read already; `resolve`, `price` and `review`. Their input (a table with two blocks of ten
and nothing else, a sample roster) is read before. A function is one `def` of `tabletop/` or `armybuilder/`, properties
and nested ones included, however often it is called; a comprehension, a generator expression or a lambda belongs to the
function that it stands in. Code that runs on import doesn't count. A module counts where any of its code runs.

The rules of a roster don't count as functions, only what they call: each rule is one function, and one more of them
makes no way through the code longer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from types import CodeType, FrameType
from typing import NamedTuple

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.army.rules import CORE, TOURNAMENT, review
from tabletop.arcana.battlefield import PlacedTable, lay, read_table
from tabletop.arcana.catalogue.lists import Catalogue, catalogue
from tabletop.arcana.queries.questions import ask
from tabletop.arcana.rules.charge import charge
from tabletop.arcana.rules.movement import move
from tabletop.arcana.rules.movement.orders import Forward
from tabletop.arcana.rules.visibility import in_sight
from tabletop.findings import Report
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue

OURS = (f"{PROJECT}/tabletop/", f"{PROJECT}/armybuilder/")


class Hops(NamedTuple):
    """The modules and functions of the project that ran."""

    modules: int
    functions: int


# A way through the code gets no longer than this.
MOST = {
    "a charge": Hops(25, 200),
    "the answer about a charge": Hops(28, 205),
    "a forward move": Hops(12, 60),
    "the verdict on a roster": Hops(25, 90),
}


RULES = {rule.check.__code__ for rulebook in (CORE, TOURNAMENT) for rule in rulebook.rules}


def two_blocks() -> PlacedTable:
    """Two blocks of ten, face to face, on a table without terrain."""
    units = [
        {"ref": "a", "side": "red", "formation": _ranks((30.0, 20.0), 0)},
        {"ref": "b", "side": "blue", "formation": _ranks((37.0, 27.0), 180)},
    ]
    every = [{"base": 1, "models": 10, "movement": 10, **unit} for unit in units]
    plain = {"format": "muster-table/1", "game": "arcana", "size": [72, 48], "units": every}
    return lay(read_table(json.dumps(plain)), catalogue([], []))


def _ranks(corner: tuple[float, float], facing: float) -> dict[str, object]:
    return {"kind": "rank-and-file", "files": 5, "corner": corner, "facing": facing}


def calls() -> dict[str, Callable[[], object]]:
    """What is counted, ready to be called."""
    roster, printed = read_roster((SAMPLES / "dwarves.json").read_bytes()), printed_catalogue()
    return {
        "a charge": partial(charge, two_blocks(), "a", "b", sees=in_sight),
        "the answer about a charge": partial(ask, two_blocks(), "charge", ["a", "b"]),
        "a forward move": partial(move, two_blocks(), "a", [Forward(2.0)]),
        "the verdict on a roster": partial(verdict, roster, printed),
    }


def verdict(roster: Roster, printed: Catalogue) -> Report:
    army = resolve(roster, printed)
    return review(army, price(army))


def hops(call: Callable[[], object]) -> Hops:
    """The modules and functions of the project that a call runs."""
    seen: set[CodeType] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(before)
    ours = [code for code in seen if code.co_filename.startswith(OURS)]
    named = {code for code in ours if not code.co_name.startswith("<")}
    return Hops(len({code.co_filename for code in ours}), len(named - RULES))


def main() -> None:
    over = []
    for name, call in calls().items():
        found, most = hops(call), MOST[name]
        print(f"{name}: {found.modules} modules, {found.functions} functions (bar: {most.modules}, {most.functions})")
        if found.modules > most.modules or found.functions > most.functions:
            over.append(name)
    if over:
        sys.exit(f"over their bars: {', '.join(over)}")


if __name__ == "__main__":
    main()
