"""How long verdicts take as rosters grow, beside another game's validator; files in one call; the start of a command.

Four ways to ask. *First*: of a roster no unit of which was ever seen, nor its like: every unit has a size and a name
that it never had. *Renamed*: every unit has a name that it never had. *Again*: of the same one. *Edited*: of one that
differs from what was judged before in one unit, whose like was never seen. The tables are prepared in all four, as the
validator's are. Every bar is a share of what that validator takes in the same run; both take turns, and of each the
quietest turn counts.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import count, cycle, islice
from math import log
from pathlib import Path
from statistics import linear_regression, median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypeVar

import django
from jsonschema import Draft202012Validator
from msgspec.structs import replace

django.setup()

from armybuilder.core.games import References  # noqa: E402 (Django must be set up first)
from armybuilder.management.commands.check_roster import check_file  # noqa: E402 (Django must be set up first)
from armybuilder.rosters.verdicts import advised, verdict  # noqa: E402
from manage import WITHOUT_SITE  # noqa: E402
from tabletop.arcana.army.roster import Models, Roster, Unit, read_roster  # noqa: E402
from tabletop.arcana.game import Reference  # noqa: E402
from tabletop.rosters.document import write_roster  # noqa: E402
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue  # noqa: E402

SIZES = (10, 20, 40, 80)
JUDGED_SIZES = (20, 40, 80)
ROUNDS = 100
WARM_UP = 20
TURNS = 3
FILES = 1000
STARTS = 5
MOST_OF_PEER = {"first": 1.0, "renamed": 1.0, "edited": 0.25}
MOST_GROWTH = 1.05
MOST_FOR_FILES = 0.3
MOST_FOR_A_START = 0.5

PRINTED = References({"arcana": Reference(printed_catalogue(), lambda rules: {})})

Made = TypeVar("Made")
Times = list[float]
Medians = dict[int, float]  # seconds by so many units


def times(work: Callable[[], object], rounds: int = ROUNDS) -> Times:
    return times_of(lambda _: work(), lambda: None, rounds)


def times_of(work: Callable[[Made], object], make: Callable[[], Made], rounds: int = ROUNDS) -> Times:
    """Seconds of the processor that the work takes on what was made for each round.

    Of the processor, because whoever shares the machine mustn't decide whether a bar is met.
    """
    taken = []
    for _ in range(WARM_UP + rounds):
        made = make()
        start = process_time()
        work(made)
        taken.append(process_time() - start)
    return taken[WARM_UP:]


def p95(taken: Times) -> float:
    return quantiles(taken, n=20)[-1]


def least(turns: list[Medians]) -> Medians:
    """The medians of the quietest turn of each size."""
    return {size: min(turn[size] for turn in turns) for size in turns[0]}


def growth(medians: Medians) -> float:
    """The exponent by which time grows with units: 1 is linear."""
    return linear_regression([log(size) for size in medians], [log(each) for each in medians.values()]).slope


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


def another(roster: Roster, number: int) -> Roster:
    """The same roster with names that no unit had before, read as from its file."""
    units = tuple(replace(unit, name=f"{unit.name} {number}") for unit in roster.units)
    return read_roster(write_roster(replace(roster, units=units)))


def unlike(roster: Roster, number: int) -> Roster:
    """The same roster with sizes and names that no unit had before; but for characters alone, who have no size."""
    first = number * len(roster.units)
    units = tuple(_resized(unit, first + place) for place, unit in enumerate(roster.units))
    return another(replace(roster, units=units), number)


def _resized(unit: Unit, number: int) -> Unit:
    """The unit with so many models as few others have; of war machines few, for they may not be most of an army."""
    if not unit.models:
        return unit
    first, *others = unit.models
    if first.profile.startswith("war-machines/"):
        count = 1 + number % 40
        return replace(unit, models=(replace(first, count=count, reinforced=number // 40 % (count + 1)), *others))
    return replace(unit, models=(replace(first, count=1 + number % 999), *others))


def edited(roster: Roster, number: int) -> Roster:
    """The roster with so many models in the unit in its middle, as nobody had them before."""
    at = len(roster.units) // 2
    first, *others = roster.units[at].models
    unit = replace(roster.units[at], models=(replace(first, count=1 + number % 999), *others))
    return replace(roster, units=(*roster.units[:at], unit, *roster.units[at + 1 :]))


def measured(name: str, rosters: Callable[[int], Roster]) -> dict[str, Medians]:
    """A table of one kind of roster: the medians of each way to ask."""
    found: dict[str, Medians] = {"first": {}, "renamed": {}, "again": {}, "edited": {}}
    for size in SIZES:
        roster, numbers = rosters(size), count()
        findings = len(verdict(roster, PRINTED).report.findings)
        ways = {
            "first": times_of(look, lambda: unlike(roster, next(numbers))),  # noqa: B023 (called in this round)
            "renamed": times_of(look, lambda: another(roster, next(numbers))),  # noqa: B023
            "again": times_of(look, lambda: roster),  # noqa: B023
            "edited": times_of(look, lambda: edited(roster, next(numbers))),  # noqa: B023
        }
        for way, taken in ways.items():
            found[way][size] = median(taken)
            row(f"{name}, {way}", size, findings, taken)
    print(f"{name:<24} at first grows with units to the power of {growth(found['first']):.2f}")
    return found


def missed(name: str, found: dict[str, Medians], peer: Medians) -> list[str]:
    """The bars that a kind of roster misses, beside the other game's validator where there is one."""
    over = []
    if growth(found["first"]) > MOST_GROWTH:
        over.append(f"{name}: more than linear growth")
    for way, most in MOST_OF_PEER.items():
        for size in JUDGED_SIZES if peer else ():
            share = found[way][size] / peer[size]
            print(f"{f'{name}, {way}':<24} {size:>3} units take {share:5.2f} of Old World Builder's recheck")
            if share > most:
                over.append(f"{name}, {way}: {size} units take {share:.2f} of Old World Builder's, not {most:g}")
    return over


def row(name: str, size: int, findings: int, taken: Times) -> None:
    print(f"{name:<24} {size:>3} units {findings:>3} findings {median(taken) * 1e3:8.3f} ms {p95(taken) * 1e3:8.3f} ms")


def look(roster: Roster) -> object:
    """Look up, price, review by all rules."""
    return verdict(roster, PRINTED)


def look_for_ways_out(roster: Roster) -> object:
    """What a verdict with tried remedies costs, as the editor and the API show it.

    No other checker does this, so there is no bar.
    """
    return advised(verdict(roster, PRINTED))


def peer() -> Medians:
    """Old World Builder's validator in node, where OWB_DIR is its checkout with what owb_bundle.mjs makes there.

    Its rules are another game's, and it looks at neither prices nor shares: the times say what a click costs, not more.
    """
    checkout, node = os.environ.get("OWB_DIR", ""), shutil.which("node")
    if not checkout or node is None or not Path(checkout, "validation.mjs").exists():
        print("Old World Builder         left out: no OWB_DIR with validation.mjs, or no node")
        return {}
    script = Path(__file__).with_name("owb_times.mjs")
    answer = subprocess.run([node, script, checkout, *map(str, SIZES)], capture_output=True, check=True, text=True)
    found = json.loads(answer.stdout)
    for size in SIZES:
        row("Old World Builder", size, found[str(size)]["errors"], found[str(size)]["times"])
    medians = {size: median(found[str(size)]["times"]) for size in SIZES}
    print(f"{'Old World Builder':<24} grows with units to the power of {growth(medians):.2f}")
    return medians


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
    """Files as `check_roster` reads and checks them: every sample over and over, and each with units of its own."""
    samples = [read_roster(sample.read_bytes()) for sample in sorted(SAMPLES.glob("*.json"))]
    over = []
    for name, differ in {"the samples over and over": False, "each with its own units": True}.items():
        with TemporaryDirectory() as folder:
            files = [Path(folder, f"{number}.json") for number in range(FILES)]
            for number, (file, roster) in enumerate(zip(files, cycle(samples), strict=False)):
                file.write_bytes(write_roster(another(roster, number) if differ else roster))
            start, by_the_clock = process_time(), perf_counter()
            for file in files:
                check_file(str(file), references=PRINTED)
            taken, waited = process_time() - start, perf_counter() - by_the_clock
        print(f"{f'{FILES:,} roster files, {name}':<46} {taken:8.3f} s, {waited:.3f} s by the clock")
        if taken > MOST_FOR_FILES:
            over.append(f"{FILES} files, {name}, take {taken:.2f} s, not {MOST_FOR_FILES:g}")
    return over


def starts() -> list[str]:
    """What a command takes that needs no database until it begins its work: the least of a few starts each."""
    over = []
    with TemporaryDirectory() as compiled:
        for command in sorted(WITHOUT_SITE):
            taken = min(_start(command, compiled) for _ in range(STARTS))
            print(f"{f'manage.py {command} --help':<46} {taken:8.3f} s of the processor")
            if taken > MOST_FOR_A_START:
                over.append(f"manage.py {command} takes {taken:.2f} s to start, not {MOST_FOR_A_START:g}")
    return over


def _start(command: str, compiled: str) -> float:
    """Seconds of the processor; modules are compiled by the first start and kept in a folder, as Python does."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = compiled
    words = [sys.executable, "manage.py", command, "--help"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, cwd=PROJECT, env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    print(f"{'':<24} {'':>9} {'':>12} {'median':>11} {'p95':>11}")
    kinds: dict[str, Callable[[int], Roster]] = {
        "legal": lambda size: army_of(size, limit=None),
        "illegal": lambda size: army_of(size, limit=500),
        "wrong": lambda size: spoilt(army_of(size, limit=500)),
    }
    over = []
    for name, rosters in kinds.items():
        turns = [(measured(name, rosters), peer()) for _ in range(TURNS)]
        found = {way: least([ours[way] for ours, _ in turns]) for way in turns[0][0]}
        over += missed(name, found, least([theirs for _, theirs in turns]))
    print("Without a bar: by the tournament rules, and with the ways out, each tried on the roster.")
    measured("tournament", lambda size: replace(army_of(size, limit=4000), rules="tournament"))
    for size in SIZES:
        roster = army_of(size, limit=500)
        row("illegal, remedies tried", size, 2, times(lambda: look_for_ways_out(roster), rounds=30))  # noqa: B023
    compared()
    over += [*thousand(), *starts()]
    if over:
        sys.exit("\n".join(over))


if __name__ == "__main__":
    main()
