"""The legal corpus: every list at many sizes, core and tournament, with allies, designs and agreements."""

from __future__ import annotations

from functools import cache

from tests.corpus.generator import Composed, allied, composed
from tests.corpus.printed import ARMIES

SMALL, MIDDLING, LARGE = 750, 2000, 5000
PLAGUED = ("ratmen", "undead", "orcs", "graccans", "goblins")
BEFRIENDED = (("high-elves", "barbarians"), ("goblins", "orcs"), ("dwarves", "dwarves"), ("undead", "daemons"),
              ("giant-kings", "hogmen"), ("sylvan-elves", "halflings-and-centaurs"), ("marr", "graccans"),
              ("lizardmen", "snakemen"), ("ratmen", "dark-elves"))  # fmt: skip


@cache
def corpus() -> tuple[Composed, ...]:
    made = []
    for seed, army in enumerate(ARMIES):
        made.append(composed(f"{army}, small", army, SMALL if army == "giant-kings" else 500, seed))
        made.append(composed(f"{army}, middling", army, MIDDLING, seed + 100))
        made.append(composed(f"{army}, tournament", army, 4000, seed + 200, tournament=True))
        made.append(composed(f"{army}, large", army, LARGE, seed + 300, tournament=True, with_designs=seed % 3 == 0))
        made.append(composed(f"{army}, own creatures", army, 1500, seed + 400, with_designs=True))
        made.append(composed(f"{army}, cheap monsters", army, 3000, seed + 500, cheap_monsters=True))
    made += [composed(f"{army}, plague", army, 3000, 600 + n, plague=True) for n, army in enumerate(PLAGUED)]
    made += [allied(f"{' and '.join(pair)}", pair, (2000, 1001 + n), 700 + n) for n, pair in enumerate(BEFRIENDED)]
    return tuple(made)
