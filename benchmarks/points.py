"""How long the creature creation formula takes: one price, the sensitivity of a design, the audit of every row."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee, Missile
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.points.audit import audit, audit_row
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.points.sensitivity import cheapest_changes, sensitivity
from tests.catalogue import printed_catalogue

ROUNDS = 5
LARGEST = "giant-kings/marshall"


def seconds(work: Callable[[], object]) -> float:
    """The best of some rounds."""
    return min(_timed(work) for _ in range(ROUNDS))


def _timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def crowded(design: Design, lines: int = 4) -> Design:
    """More kinds of attack than any printed row has."""
    return replace(
        design, melee=(Melee(attacks=2, skill=3),) * lines, missile=(Missile(range=9, attacks=2, skill=3),) * lines
    )


def report(what: str, taken: float, allowed: float) -> None:
    print(f"{what:<44} {taken * 1000:10.3f} ms  {taken / allowed:6.2f} of {allowed * 1000:g} ms")


def main() -> None:
    catalogue = printed_catalogue()
    designs: list[Design] = [design_of(row) for row in catalogue.rows.values() if row.wounds]
    largest = design_of(catalogue.rows[LARGEST])
    prices = [seconds(lambda design=design: price(design)) for design in designs]  # type: ignore[misc]
    report("one price with its receipt, median of rows", median(prices), 0.0002)
    report("one price with its receipt, dearest row", max(prices), 0.0002)
    steps = [seconds(lambda design=design: sensitivity(design)) for design in designs]  # type: ignore[misc]
    report("sensitivity of a design, median of rows", median(steps), 0.02)
    report("sensitivity of a design, dearest row", max(steps), 0.02)
    report("sensitivity of 4 attacks of each kind", seconds(lambda: sensitivity(crowded(largest))), 0.02)
    report("cheapest changes to a price, a large row", seconds(lambda: cheapest_changes(largest, 400)), 0.2)
    rows = catalogue.rows.values()
    report(f"audit of {len(rows)} rows", seconds(lambda: [audit_row(row, catalogue) for row in rows]), 0.5)
    report("the same with every explanation", _timed(lambda: audit(catalogue)), 5)


if __name__ == "__main__":
    main()
