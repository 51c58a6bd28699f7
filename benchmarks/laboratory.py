"""How fast the laboratory is, and whether it is right: battles a second, scaling, a swap's answer, exact odds.

Battles in a line and on a table are those of two sample armies of 2,000 points. Rates of one core are by processor
time, which others on the machine change least; those of all cores and scaling are by the clock and need the machine
alone. `--exact 1000000` is how many fights are held against the exact odds, within three standard errors each;
`--cluster` measures Dask's share, too, where it is installed.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from time import monotonic, process_time

from msgspec.structs import replace

from benchmarks.dice import report
from tabletop.arcana.army.roster import Models, Roster
from tabletop.arcana.simulation.counts import Cell
from tabletop.arcana.simulation.estimates import Fixed, Within
from tabletop.arcana.simulation.executors import Executor, Processes, Serial, Work
from tabletop.arcana.simulation.experiments import Record
from tabletop.arcana.simulation.questions import AgainstRoster, Swap
from tabletop.arcana.simulation.running import Run
from tests.catalogue import SAMPLES, printed_catalogue
from tests.experiments import LINES, SEED, STANDARD_ERRORS, exact, experiment, frequencies, sample

CORES = 2
SIZE = 1000  # pairs of a batch in a line
LINE_BATCHES, TABLE_BATCHES = 6, 4
EACH = 50_000  # fights at a time
DASKS_TASK = 0.5  # seconds


def cell(depth: str) -> Cell:
    question = AgainstRoster(own=sample("dwarves"), other=sample("orcs"))
    (found,) = Run(Record(experiment(question, depth=depth, stop=Fixed(1))), printed_catalogue()).cells
    return found


def work(depth: str, size: int, batches: int) -> list[Work]:
    return [Work(cell(depth), SEED, number, size) for number in range(batches)]


def rate(depth: str, size: int, batches: int) -> float:
    """Battles a second of one core's own time, once everything is looked up."""
    every = work(depth, size, batches + 1)
    every[0].done()
    start = process_time()
    for each in every[1:]:
        each.done()
    return 2 * size * batches / (process_time() - start)


def elapsed(executor: Executor, every: list[Work]) -> float:
    """Seconds on the clock for so many batches, once the workers are there and have looked everything up."""
    with executor as working:
        warm = [replace(each, number=10_000 + number) for number, each in enumerate(every[: 2 * CORES])]
        list(working.batches(iter(warm)))
        start = monotonic()
        list(working.batches(iter(every)))
        return monotonic() - start


def axes_for_crossbows() -> tuple[Roster, Roster]:
    """The dwarves' sample army, and the same with ten axemen fewer and crossbowmen for their points."""
    own = sample("dwarves")
    counts = {"dwarves/axemen": -10, "dwarves/crossbowmen": 6}
    units = []
    for unit in own.units:
        models = tuple(_changed(each, counts) for each in unit.models)
        units.append(replace(unit, models=models))
    return own, replace(own, name="With the swap", units=tuple(units))


def _changed(models: Models, counts: dict[str, int]) -> Models:
    return replace(models, count=models.count + counts.pop(models.profile, 0))


def swap(half: float) -> tuple[float, float, int, float]:
    """Seconds for the answer on all cores, its half width, pairs, and how many times as many it would take apart."""
    own, changed = axes_for_crossbows()
    field = tuple(sample(path.stem) for path in sorted(SAMPLES.glob("*.json")) if path.stem != "dwarves")
    asked = experiment(
        Swap(own=own, changed=changed, others=field), size=SIZE // 4, stop=Within(half=half, batches=1000)
    )
    start = monotonic()
    run = Run(Record(asked), printed_catalogue())
    with Processes(CORES) as executor:
        for _ in run.batches(executor):
            pass
    answer = run.reading.answer()
    assert answer.estimate
    return monotonic() - start, answer.estimate.half, answer.estimate.pairs, answer.saved or 0.0


def worst_exact(name: str, fights: int) -> float:
    """By how many standard errors a fight's frequencies are off what the exact odds say, at most."""
    rounds, totals = max(fights // EACH, 1), [0.0, 0.0]
    for number in range(rounds):
        for side, share in enumerate(frequencies(name, min(EACH, fights), seed=SEED + number)):
            totals[side] += share / rounds
    number = rounds * min(EACH, fights)
    errors: list[float] = [(max(wanted * (1 - wanted), 1 / number) / number) ** 0.5 for wanted in exact(name)]
    return max(abs(found - wanted) / error for found, wanted, error in zip(totals, exact(name), errors, strict=True))


def dasks_share() -> float:
    """How much longer batches of half a second take by a cluster of this machine's than by processes, in percent."""
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    from tabletop.arcana.simulation.cluster import Cluster  # noqa: PLC0415 - imports it

    per_second = rate("line", SIZE, 1) / 2
    every = work("line", max(int(per_second * DASKS_TASK), 1), 12)
    plain = elapsed(Processes(CORES), every)
    with LocalCluster(n_workers=CORES, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        return 100 * (elapsed(Cluster(cluster.scheduler_address), every) / plain - 1)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--exact", type=int, default=200_000, metavar="FIGHTS")
    parser.add_argument("--cluster", action="store_true")
    asked = parser.parse_args()
    line, table = rate("line", SIZE, LINE_BATCHES), rate("table", 1, TABLE_BATCHES)
    every = work("line", SIZE, LINE_BATCHES * CORES)
    alone, together = elapsed(Serial(), every), elapsed(Processes(CORES), every)
    seconds, half, pairs, saved = swap(0.02)
    battles = 2 * SIZE * len(every)
    print(f"a swap against 17 armies: {pairs:,} pairs to ±{100 * half:.2f} %; apart {saved:.2f} times as many")
    print(f"all cores by the clock: {battles / together:,.0f} battles a second in a line")
    over = [
        report("battles in a line a second, by a core's own time, two cores", CORES * line / 2000, 1, unit="×"),
        report("battles on a table a second, two cores", CORES * table / 2, 1, unit="×"),
        report("two processes for one", alone / together, 1.8, unit="×"),
        report("a swap answered to ±2 %", seconds, 30, unit="s"),
    ]
    over += [
        report(f"{name}, off the exact odds", worst_exact(name, asked.exact), STANDARD_ERRORS, unit="se")
        for name in LINES
    ]
    if asked.cluster:
        over.append(report("Dask's share of half a second", dasks_share(), 10, unit="%"))
    sys.exit(any(over))


if __name__ == "__main__":
    main()
