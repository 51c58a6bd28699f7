"""How fast the laboratory is, and whether it is right: battles a second, scaling, a swap's answer, odds, tables.

Battles in a line and on a table are those of two sample armies of 2,000 points. All is measured by processor time of
parents and children, which others on the machine change least: as three batches a worker are always under way, two
cores take half of it each. What the clock says stands beside it; with `--alone`, on a machine that nobody else uses,
the bars hold for the clock, from when both processes have begun, which they do while a command reads its file; what
that takes is printed. `--exact 1000000` is how many fights and volleys are held against the exact odds, within three
standard errors each; `--tables 100` how many pairs of battles front to front on a table against those in a line, where
both have to agree; `--cluster` measures Dask's share, too, where it is installed. All of it takes two minutes alone.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from itertools import islice
from math import ceil
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic, process_time
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.dice import report
from tabletop.arcana.army.roster import Models, Roster
from tabletop.arcana.simulation.answers import Reading
from tabletop.arcana.simulation.counts import Cell
from tabletop.arcana.simulation.estimates import Fixed, Within, sample_of
from tabletop.arcana.simulation.executors import IN_FLIGHT, Executor, Processes, Serial, Work, play
from tabletop.arcana.simulation.experiments import Record
from tabletop.arcana.simulation.questions import AgainstRoster, Swap
from tabletop.arcana.simulation.running import Run
from tests.catalogue import SAMPLES, printed_catalogue
from tests.experiments import (
    LINES,
    SEED,
    STANDARD_ERRORS,
    VOLLEYS,
    errors_off,
    exact,
    exactly_fallen,
    experiment,
    fallen,
    frequencies,
    roster,
    sample,
)

CORES = 2
SIZE = 1000  # pairs of a batch in a line
LINE_BATCHES, TABLE_BATCHES = 6, 4
BATCHES_OF_BOTH = 40  # so many that starting two processes is little of it
EACH = 50_000  # fights at a time
EMPTY_TASKS = 2_000
DASKS_TASKS = 20
FRONT_TO_FRONT = {
    "infantry": (roster("dwarves", axemen=20), roster("orcs", orc_warrior=20), ("bold", "bold")),
    "lances": (roster("high-elves", noble_cavalry=10), roster("orcs", orc_warrior=20), ("bold", "bold")),
    "crossbows": (roster("dwarves", crossbowmen=12), roster("orcs", orc_warrior=20), ("standing", "bold")),
}
IN_A_LINE = 2_000  # pairs


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


class Taken(NamedTuple):
    """Seconds by the clock, and of the processor in all processes."""

    clock: float
    processor: float


def taken(doing: Callable[[], object]) -> Taken:
    clock, processor = monotonic(), _processor()
    doing()
    return Taken(monotonic() - clock, _processor() - processor)


def _processor() -> float:
    return process_time() + sum(getrusage(RUSAGE_CHILDREN)[:2])


def worked_out(executor: Executor, every: list[Work]) -> None:
    with executor as working:
        for _ in working.batches(iter(every)):
            pass


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


def scaling() -> tuple[Taken, Taken, Taken]:
    """The same batches by one process, and by two once they have begun; and what it takes that they begin."""
    every = work("line", SIZE, BATCHES_OF_BOTH)
    every[0].done()
    alone = taken(lambda: worked_out(Serial(), every))
    few = [replace(each, size=1) for each in every[:CORES]]
    begun = taken(lambda: worked_out(Processes(CORES), few))
    processor = _processor()
    with Processes(CORES) as executor:
        for _ in executor.batches(iter(few)):
            pass
        clock = monotonic()
        for _ in executor.batches(iter(every)):
            pass
        clock = monotonic() - clock
    return alone, Taken(clock, _processor() - processor - begun.processor), begun


def off_the_line(name: str, pairs: int) -> float:
    """By how many standard errors battles of two units front to front win more or less often on a table."""
    own, other, policies = FRONT_TO_FRONT[name]
    samples = []
    for depth, number in (("line", IN_A_LINE), ("table", pairs)):
        question = AgainstRoster(own=own, other=other)
        asked = experiment(question, depth=depth, size=number, stop=Fixed(1), policies=policies)
        run = Run(Record(asked), printed_catalogue())
        counts = next(run.batches(Serial())).pairs
        samples.append(sample_of(counts, [score / 4 for score in range(5)]))
    line, table = samples
    error: float = (line.variance / line.number + table.variance / table.number) ** 0.5
    print(f"{name}: wins in 100 in a line {100 * line.mean:.1f}, on a table {100 * table.mean:.1f} ± {100 * error:.1f}")
    return abs(line.mean - table.mean) / error


def swap(half: float) -> Reading:
    """A swap answered on all cores."""
    own, changed = axes_for_crossbows()
    field = tuple(sample(path.stem) for path in sorted(SAMPLES.glob("*.json")) if path.stem != "dwarves")
    asked = experiment(
        Swap(own=own, changed=changed, others=field), size=SIZE // 4, stop=Within(half=half, batches=1000)
    )
    run = Run(Record(asked), printed_catalogue())
    with Processes(CORES) as executor:
        for _ in run.batches(executor):
            pass
    return run.reading


def worst_exact(name: str, fights: int) -> float:
    """By how many standard errors a fight's frequencies are off what the exact odds say, at most."""
    rounds, totals = max(fights // EACH, 1), [0.0, 0.0]
    for number in range(rounds):
        for side, share in enumerate(frequencies(name, min(EACH, fights), seed=SEED + number)):
            totals[side] += share / rounds
    number = rounds * min(EACH, fights)
    errors: list[float] = [(max(wanted * (1 - wanted), 1 / number) / number) ** 0.5 for wanted in exact(name)]
    return max(abs(found - wanted) / error for found, wanted, error in zip(totals, exact(name), errors, strict=True))


def worst_volley(name: str, volleys: int) -> float:
    """The same of how many models a volley fells."""
    rounds, each = max(volleys // EACH, 1), min(EACH, volleys)
    found = [fallen(name, each, seed=SEED + number) for number in range(rounds)]
    return errors_off(
        [sum(shares) / rounds for shares in zip(*found, strict=True)], exactly_fallen(name), each * rounds
    )


def dasks_share() -> float:
    """How much more of the processor a task of half a second takes by a cluster than here, in percent: by turns."""
    import psutil  # noqa: PLC0415 - comes with Dask
    from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra

    def spent() -> float:
        children = [child.cpu_times() for child in psutil.Process().children(recursive=True)]
        return process_time() + float(sum(times.user + times.system for times in children))

    first, again = work("line", SIZE, 2)
    first.done()
    start = monotonic()
    again.done()
    batches = ceil(0.5 / (monotonic() - start))  # as many as take half a second on this machine
    every = work("line", SIZE, DASKS_TASKS * batches)
    tasks = [tuple(every[at : at + batches]) for at in range(0, len(every), batches)]
    here = by_dask = 0.0
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        client.submit(play, (first,), pure=False).result()
        for task in tasks:
            before = spent()
            play(task)
            between = spent()
            client.submit(play, task, pure=False).result()
            here, by_dask = here + between - before, by_dask + spent() - between
    return 100 * (by_dask / here - 1)


def nothing(number: int) -> int:
    """A task that takes no time: what is left is what sending it takes."""
    return number


def tasks_a_second(count: int = EMPTY_TASKS) -> float:
    """How many empty tasks a scheduler with two workers gets through, three a worker under way as always."""
    from distributed import Client, LocalCluster, as_completed  # noqa: PLC0415 - an extra

    with (
        LocalCluster(n_workers=CORES, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        client.gather([client.submit(nothing, number, pure=False) for number in range(CORES)])
        start, numbers = monotonic(), iter(range(count))
        first = [client.submit(nothing, number, pure=False) for number in islice(numbers, IN_FLIGHT * CORES)]
        under_way = as_completed(first, loop=client.loop, with_results=True)
        for _ in under_way:
            for number in islice(numbers, 1):
                under_way.add(client.submit(nothing, number, pure=False))
        return count / (monotonic() - start)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--exact", type=int, default=50_000, metavar="FIGHTS")
    parser.add_argument("--tables", type=int, default=20, metavar="PAIRS")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--cluster", action="store_true")
    asked = parser.parse_args()
    line, table = rate("line", SIZE, LINE_BATCHES), rate("table", 1, TABLE_BATCHES)
    alone, together, began = scaling()
    found: list[Reading] = []
    swapped = taken(lambda: found.append(swap(0.02)))
    answer, battles = found[0].answer(), 2 * SIZE * BATCHES_OF_BOTH
    assert answer.estimate
    print(f"a swap against 17 armies: {answer.estimate.pairs:,} pairs to ±{100 * answer.estimate.half:.2f} %")
    print(f"{swapped.clock:.1f} s by the clock; with dice that aren't common it would take")
    print(f"{answer.saved or 0:.2f} times as many, interval {answer.saved_range}")
    print(f"two processes by the clock: {battles / together.clock:,.0f} battles a second, {_times(alone, together)} ×")
    print(f"they began within {began.clock:.1f} s, which a command reads its file in")
    times = alone.clock / together.clock if asked.alone else CORES * alone.processor / together.processor
    seconds = swapped.clock if asked.alone else swapped.processor / CORES
    over = [
        report("battles in a line a second to 2,000, two cores", CORES * line / 2000, 1, unit="×"),
        report("battles on a table a second to 2, two cores", CORES * table / 2, 1, unit="×"),
        report("two processes for one", times, 1.8, unit="×"),
        report("a swap answered to ±2 %", seconds, 30, unit="s"),
    ]
    over += [
        report(f"{name}, off the exact odds", worst_exact(name, asked.exact), STANDARD_ERRORS, unit="se")
        for name in LINES
    ]
    over += [
        report(f"{name}, off the exact odds", worst_volley(name, asked.exact), STANDARD_ERRORS, unit="se")
        for name in VOLLEYS
    ]
    over += [
        report(f"{name} on a table, off the line", off_the_line(name, asked.tables), STANDARD_ERRORS, unit="se")
        for name in FRONT_TO_FRONT
    ]
    if asked.cluster:
        each = tasks_a_second()
        print(f"empty tasks by a cluster of two workers: {each:,.0f} a second, {1000 / each:.2f} ms each")
        over.append(report("Dask's share of half a second", dasks_share(), 10, unit="%"))
    sys.exit(any(over))


def _times(alone: Taken, together: Taken) -> str:
    return f"{alone.clock / together.clock:.2f}"


if __name__ == "__main__":
    main()
