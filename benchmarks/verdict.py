"""How long verdicts take as rosters grow, beside another game's validator and two readers; 1,000 files in one call."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle, islice
from math import log
from pathlib import Path
from statistics import linear_regression, median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import django
from jsonschema import Draft202012Validator
from msgspec.structs import replace

django.setup()

from armybuilder.core.games import References  # noqa: E402 (Django must be set up first)
from armybuilder.management.commands.check_roster import check_file  # noqa: E402 (Django must be set up first)
from armybuilder.rosters.verdicts import advised, verdict  # noqa: E402
from tabletop.arcana.army.roster import Models, Roster, Unit, read_roster  # noqa: E402
from tabletop.arcana.game import Reference  # noqa: E402
from tabletop.rosters.document import write_roster  # noqa: E402
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue  # noqa: E402

SIZES = (10, 20, 40, 80)
ROUNDS = 300
WARM_UP = 20
FILES = 1000
MOST_AT_20 = 0.001
MOST_GROWTH = 1.0
GROWTH_NOISE = 0.1
MOST_FOR_FILES = 1.0

PRINTED = References({"arcana": Reference(printed_catalogue(), lambda rules: {})})

Times = list[float]


def times(work: Callable[[], object], rounds: int = ROUNDS) -> Times:
    for _ in range(WARM_UP):
        work()
    return [_timed(work) for _ in range(rounds)]


def _timed(work: Callable[[], object]) -> float:
    """Seconds of the processor, because whoever shares the machine mustn't decide whether a bar is met."""
    start = process_time()
    work()
    return process_time() - start


def p95(taken: Times) -> float:
    return quantiles(taken, n=20)[-1]


def growth(medians: list[float]) -> float:
    """The exponent by which time grows with units: 1 is linear."""
    return linear_regression([log(size) for size in SIZES], [log(median) for median in medians]).slope


def army_of(size: int, *, limit: int | None) -> Roster:
    """So many units of the dwarves' sample, one after another, with their characters."""
    sample = read_roster((SAMPLES / "dwarves.json").read_bytes())
    units = tuple(_numbered(unit, number) for number, unit in enumerate(islice(cycle(sample.units), size)))
    return replace(sample, units=units, points_limit=limit)


def _numbered(unit: Unit, number: int) -> Unit:
    characters = tuple(replace(each, ref=f"c{number}-{index}") for index, each in enumerate(unit.characters))
    return replace(unit, ref=f"u{number}", characters=characters)


def spoilt(roster: Roster) -> Roster:
    """Something wrong in every unit: models of another list, that mix, with a second crew."""
    orcs = Models(profile="orcs/orc-warrior", count=3, reinforced=1)
    return replace(roster, units=tuple(replace(unit, models=(*unit.models, orcs)) for unit in roster.units))


def measured(
    name: str,
    work: Callable[[Roster], object],
    *,
    limit: int | None,
    rules: str = "core",
    spoil: Callable[[Roster], Roster] = lambda roster: roster,
) -> list[str]:
    """A table of one kind of roster; the bars that it misses."""
    medians, missed = [], []
    for size in SIZES:
        roster = spoil(replace(army_of(size, limit=limit), rules=rules))
        taken = times(lambda roster=roster: work(roster))  # type: ignore[misc]
        findings = len(verdict(roster, PRINTED).report.findings)
        medians.append(median(taken))
        row(name, size, findings, taken)
        if size == 20 and p95(taken) > MOST_AT_20:
            missed.append(f"{name}: 20 units take more than {MOST_AT_20 * 1e3:g} ms at p95")
    exponent = growth(medians)
    print(f"{name:<24} grows with units to the power of {exponent:.2f}")
    if exponent > MOST_GROWTH + GROWTH_NOISE:
        missed.append(f"{name}: more than linear growth")
    return missed


def row(name: str, size: int, findings: int, taken: Times) -> None:
    print(f"{name:<24} {size:>3} units {findings:>3} findings {median(taken) * 1e3:8.3f} ms {p95(taken) * 1e3:8.3f} ms")


def look(roster: Roster) -> object:
    """What every click costs: look up, price, review by all rules."""
    return verdict(roster, PRINTED)


def look_for_ways_out(roster: Roster) -> object:
    """What a verdict with tried remedies costs, as the editor and the API show it.

    No other checker does this, so there is no bar.
    """
    return advised(verdict(roster, PRINTED))


def peer() -> None:
    """Old World Builder's validator in node, where OWB_DIR is its checkout with what owb_bundle.mjs makes there.

    Its rules are another game's, and it looks at neither prices nor shares: the times say what a click costs, not more.
    """
    checkout, node = os.environ.get("OWB_DIR", ""), shutil.which("node")
    if not checkout or node is None or not Path(checkout, "validation.mjs").exists():
        print("Old World Builder         left out: no OWB_DIR with validation.mjs, or no node")
        return
    script = Path(__file__).with_name("owb_times.mjs")
    answer = subprocess.run([node, script, checkout, *map(str, SIZES)], capture_output=True, check=True, text=True)
    found = json.loads(answer.stdout)
    for size in SIZES:
        row("Old World Builder", size, found[str(size)]["errors"], found[str(size)]["times"])
    exponent = growth([median(found[str(size)]["times"]) for size in SIZES])
    print(f"{'Old World Builder':<24} grows with units to the power of {exponent:.2f}")


def compared() -> None:
    """Twenty units from the file's text to the verdict, beside two things that only read the same text."""
    text = write_roster(army_of(20, limit=None))
    validator = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-roster-1.json").read_bytes()))
    ours = median(times(lambda: verdict(read_roster(text), PRINTED)))
    peers: dict[str, Callable[[], object]] = {
        "json.loads and json.dumps": lambda: json.dumps(json.loads(text)),
        "jsonschema, validating alone": lambda: validator.validate(json.loads(text)),
    }
    print(f"{'file to verdict, 20 units':<38} {ours * 1e3:8.3f} ms")
    for name, work in peers.items():
        peer = median(times(work, rounds=50))
        print(f"{name:<38} {peer * 1e3:8.3f} ms   ours takes {ours / peer:.2f} of it")


def thousand() -> list[str]:
    """Every sample over and over, as `check_roster` reads and checks them."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.json") for number in range(FILES)]
        for file, sample in zip(files, cycle(sorted(SAMPLES.glob("*.json"))), strict=False):
            file.write_bytes(sample.read_bytes())
        start, by_the_clock = process_time(), perf_counter()
        for file in files:
            check_file(str(file), references=PRINTED)
        taken, waited = process_time() - start, perf_counter() - by_the_clock
    share = f"{taken / MOST_FOR_FILES:.2f} of the bar, {waited:.3f} s by the clock"
    print(f"{f'{FILES:,} roster files in one call':<38} {taken:8.3f} s    {share}")
    return [f"{FILES} files take more than {MOST_FOR_FILES:g} s"] if taken > MOST_FOR_FILES else []


def main() -> None:
    print(f"{'':<24} {'':>9} {'':>12} {'median':>11} {'p95':>11}")
    missed = measured("legal", look, limit=None)
    missed += measured("illegal", look, limit=500)
    missed += measured("wrong all over", look, limit=500, spoil=spoilt)
    missed += measured("tournament", look, limit=4000, rules="tournament")
    print("What else is shown where it is wanted: the ways out, each tried on the roster. No bar.")
    measured("illegal, remedies tried", look_for_ways_out, limit=500)
    peer()
    compared()
    missed += thousand()
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
