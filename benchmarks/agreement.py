"""Whether a million plays of every kind of situation, and of every spell, agree with the odds.

Faces are real ones from a seed, and each named result is held against its exact distribution by chi-square.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from tabletop.decoding import MalformedError
from tests.agreement import UNLIKELY, surprises
from tests.catalogue import printed_catalogue
from tests.situations import HEAD, SITUATIONS

PLAYS = 1_000_000
TOUCHED = 6  # models under a template
FIGURES = {
    "movement": {"fly": 10},
    "wounds": 2,
    "armour": {"value": 2},
    "morale": {"value": 8},
    "defence": {"magic_resistance": 2},
}


def castings() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every spell with how it may be cast: at a unit, at a single model, at models under it."""
    unit = {"models": [{"figures": FIGURES, "count": 12}]}
    single = {"models": [{"figures": FIGURES, "count": 1}]}
    plain: list[dict[str, Any]] = [{"target": unit}, {"target": single}]
    touched = [{"target": unit, "touched": TOUCHED}, {"target": single, "touched": 1}]
    undead = [way | {"undead": True} for way in plain + touched]
    ways = [*plain, *touched, *undead, {"against": "life/bless"}, {}]
    for slug in printed_catalogue().spells:
        yield slug, [HEAD | {"kind": "cast", "spell": slug} | way for way in ways]


def main() -> None:
    generator, count, far, refused = np.random.default_rng(19), 0, list[str](), list[str]()
    start = process_time()
    for name, ways in [*((name, [plain]) for name, plain in SITUATIONS.items()), *castings()]:
        for plain in ways:
            try:
                found = surprises(plain, PLAYS, generator)
            except MalformedError:
                continue
            count += len(found)
            far += [f"{name}, {result}: {by:.1f}" for result, by in found.items() if abs(by) > UNLIKELY]
            break
        else:
            refused.append(name)
    print(f"{count} results of {PLAYS:,} plays each, {process_time() - start:.0f} s of the processor")
    for told in far:
        print(f"  over {UNLIKELY} standard deviations: {told}")
    print(f"never at such a unit: {', '.join(refused) or 'none'}")
    sys.exit(bool(far))


if __name__ == "__main__":
    main()
