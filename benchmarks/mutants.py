"""How many small faults in the rules the tests find: each mutant of a room's modules against the tests of that room.

Cosmic Ray makes the mutants (why that tool: docs/adr/0011-faults-by-machine.md). A child process runs the tests with
one mutant in place of its module: it is born with all that the tests import, forgets whatever imports that module, and
imports it anew. Nothing is written to disk. A mutant is killed by a test that fails, by an error,
or by taking far too long. One that can't be told from the original by any test stands in tests/mutants.yaml with the
reason; an entry there whose mutant is gone, or is killed, is stale and an error. `make mutants ROOMS="prices cover"`
runs some rooms, BUDGET is minutes for each: what is left when it is spent is not run, and is said.
"""

from __future__ import annotations

import ast
import os
import re
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

import grimp
import hypothesis
import numpy as np  # with the others below: known to every child before it starts
import pytest
import shapely
import yaml
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from msgspec import Struct
from msgspec import yaml as typed_yaml

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "tests" / "mutants.yaml"
ARMY, RULES = "tabletop/arcana/army", "tabletop/arcana/rules"
BAR = 90
PRELOADED: tuple[ModuleType, ...] = (hypothesis, np, shapely, yaml)

# A boundary and an opposite for each comparison, the nearest other operation for each sum: the other kinds of mutant
# are killed with these, or are the same to the interpreter.
OPERATORS = re.compile(
    r"core/(NumberReplacer|AddNot|RemoveDecorator|Replace(AndWithOr|OrWithAnd|TrueWithFalse|FalseWithTrue"
    r"|BreakWithContinue|ContinueWithBreak|UnaryOperator_Delete_\w+"
    r"|BinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_Mul)"
    r"|ComparisonOperator_(Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is)"
    r"))"
)


class Room(Struct, frozen=True):
    """Modules, and the tests that have to find what is wrong with them; `bar` in percent, 0 for none."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    bar: int = BAR


def rules_room(folder: str, modules: Sequence[str], tests: Sequence[str], bar: int = BAR) -> Room:
    found = f"tests/{RULES}/{folder.partition('/')[0]}"
    return Room(
        tuple(f"{RULES}/{folder}/{module}.py" for module in modules),
        tuple(f"{found}/test_{test}.py" for test in tests) or (found,),
        bar,
    )


def geometry_room(folder: str, *modules: str) -> Room:
    return Room(
        tuple(f"tabletop/geometry/{folder}/{module}.py" for module in modules),
        (f"tests/tabletop/geometry/{folder}",),
        0,
    )


ROOMS = {
    "prices": Room(
        (f"{ARMY}/pricing.py", "tabletop/arcana/catalogue/weapons.py"),
        (
            "tests/tabletop/arcana/catalogue/test_weapons.py",
            f"tests/{ARMY}/test_pricing.py",
            "tests/tabletop/arcana/creation/equipment",
            "tests/corpus/test_legal.py",
        ),
    ),
    "composition": Room(
        (f"{ARMY}/rules/composition.py",),
        (
            f"tests/{ARMY}/rules/test_composition_figures.py",
            f"tests/{ARMY}/rules/test_composition.py",
            f"tests/{ARMY}/test_cases.py",
        ),
    ),
    "overruns": rules_room("charge/overrun", ["strength"], ["strength"]),
    "cover": rules_room("shooting", ["cover", "tohit"], ["cover", "tohit"]),
    "march": rules_room("movement", ["move_state", "terrain_cost"], ["rough_ground", "move_state", "vehicles"]),
    "saves": rules_room("shooting", ["saving", "conditions"], [], bar=0),
    "formation": rules_room("formation", ["legality", "changing", "wounds"], [], bar=0),
    "primitives": geometry_room("primitives", "vectors", "segments", "polygons"),
    "distance": geometry_room("distance", "distances", "bearings"),
    "motion": geometry_room("motion", "sweeps"),
}


class Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that nobody can tell from the original: the line as it is, as it becomes, and why that is the same."""

    module: str
    line: str
    becomes: str
    reason: str


class Mutant(Struct, frozen=True):
    """A module's source with one fault in it."""

    module: str
    number: int
    line: str
    becomes: str
    source: str

    def __str__(self) -> str:
        return f"{self.module}:{self.number}\n  - {self.line}\n  + {self.becomes}"

    @property
    def key(self) -> tuple[str, str, str]:
        return self.module, self.line, self.becomes


def mutants_of(module: str) -> Iterator[Mutant]:
    """Each different mutant once, in the order of its lines."""
    path = ROOT / module
    original = path.read_text(encoding="utf-8")
    tree = get_ast_from_path(path)
    made: dict[str, Mutant] = {}
    for name in operator_names():
        if not OPERATORS.fullmatch(name):
            continue
        operator = get_operator(name)()
        places = sum(1 for node in ast_nodes(tree) for _ in operator.mutation_positions(node))
        for occurrence in range(places):
            source = mutate_code(original, operator, occurrence)
            if source and source != original and source not in made:
                made[source] = mutant_of(module, original, source)
    # Whether a class is frozen or takes keywords alone is for those who write code: mypy looks after that.
    # An asterisk between parameters is no product either.
    told = (mutant for mutant in made.values() if not mutant.line.startswith("class ") and "/," not in mutant.becomes)
    yield from sorted(told, key=lambda mutant: mutant.number)


def mutant_of(module: str, original: str, source: str) -> Mutant:
    before, after = original.splitlines(), source.splitlines()
    number = next((place for place, lines in enumerate(zip(before, after, strict=False)) if lines[0] != lines[1]), 0)
    changed = list(unified_diff(before, after, n=0, lineterm=""))[3:]
    gone = " ".join(line[1:].strip() for line in changed if line.startswith("-")).strip()
    come = " ".join(line[1:].strip() for line in changed if line.startswith("+")).strip()
    return Mutant(module, number + 1, gone, come, source)


class MutantLoader(SourceFileLoader):
    """Loads a module from a source of ours."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module.removesuffix(".py").replace("/", "."), str(ROOT / mutant.module))
        self.source = mutant.source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class MutantFinder(MetaPathFinder):
    """Finds the mutant where its module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self.loader = MutantLoader(mutant)

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_loader(fullname, self.loader) if fullname == self.loader.name else None


def files_of(room: Room) -> list[Path]:
    places = [ROOT / test for test in room.tests]
    return [path for place in places for path in ([place] if place.suffix else sorted(place.glob("test_*.py")))]


def imports_of(path: Path) -> set[str]:
    """The modules that a file's own lines import by name from `tabletop` and `tests`."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name for name in names if name.partition(".")[0] in ("tabletop", "tests")}


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("tabletop", cache_dir=None)


def warm_up(room: Room) -> None:
    """Import what the tests of a room import, see who imports what, and read the printed lists."""
    imports()
    for name in sorted(set().union(*map(imports_of, files_of(room)))):
        import_module(name)
    import_module("tests.catalogue").printed_catalogue()


def forget(module: str) -> None:
    """Leave no trace of a module nor of any that has imported something of it."""
    gone = {module} | imports().find_downstream_modules(module)
    tests = {name: found for name, found in sys.modules.items() if name.startswith("tests.") and found.__file__}
    sources = {name: imports_of(Path(str(found.__file__))) for name, found in tests.items()}
    while more := {name for name, imported in sources.items() if name not in gone and imported & gone}:
        gone |= more
    for name in gone & set(sys.modules):
        package, _, last = name.rpartition(".")
        if package in sys.modules:
            vars(sys.modules[package]).pop(last, None)
        del sys.modules[name]


def run_tests(tests: Sequence[str], mutant: Mutant, seconds: float) -> int:
    """In a child process: pytest's exit code. Hypothesis looks at the same few cases each time.

    A file is read when those before it have passed: most mutants are killed by the first, and never see the others.
    """
    signal.setitimer(signal.ITIMER_REAL, seconds)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.dup2(nowhere, sys.stderr.fileno())
    finder = MutantFinder(mutant)
    forget(finder.loader.name)
    sys.meta_path.insert(0, finder)
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        deadline=None,
        max_examples=20,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),  # a busy machine is no fault of the mutant's
    )
    hypothesis.settings.load_profile("mutants")
    without = [f"no:{plugin}" for plugin in ("django", "xdist", "randomly", "cov", "schemathesis", "cacheprovider")]
    options = ["-x", "-q", "--noconftest", "-c", os.devnull, f"--rootdir={ROOT}", "--import-mode=importlib"]
    options += [word for name in without for word in ("-p", name)]
    return next((code for test in tests if (code := int(pytest.main([*options, test])))), 0)


def start(tests: Sequence[str], mutant: Mutant, seconds: float) -> int:
    """The process that runs the tests with this mutant; 0 is its exit code where they all pass."""
    if child := os.fork():
        return child
    code = 1
    try:
        code = run_tests(tests, mutant, seconds)
    finally:
        os._exit(code)


def survivors(room: Room, mutants: Sequence[Mutant], *, workers: int, until: float) -> tuple[list[Mutant], int]:
    """The mutants that no test finds, and how many were run until the budget was spent."""
    warm_up(room)
    began = time.monotonic()
    for module in room.modules:
        same = Mutant(module, 0, "", "", (ROOT / module).read_text(encoding="utf-8"))
        if os.waitpid(start(room.tests, same, 600), 0)[1]:
            sys.exit(f"The tests fail though nothing is changed in {module}: {' '.join(room.tests)}")
    patience = 10 + 5 * (time.monotonic() - began)
    waiting, done = list(reversed(mutants)), 0
    running: dict[int, Mutant] = {}
    alive: list[Mutant] = []
    while running or (waiting and time.monotonic() < until):
        while waiting and len(running) < workers and time.monotonic() < until:
            mutant = waiting.pop()
            running[start(room.tests, mutant, patience)] = mutant
        child, status = os.wait()
        mutant = running.pop(child)
        done += 1
        if status == 0:
            alive.append(mutant)
            print(mutant, flush=True)
    return alive, done


def spread(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Every tenth, then those between: a budget that is too small sees some of every part."""
    return [mutant for first in range(10) for mutant in mutants[first::10]]


def run_room(name: str, known: dict[tuple[str, str, str], Equivalent], *, workers: int, minutes: float) -> bool:
    """Whether the room is above its bar and nothing is stale; its line is printed."""
    room = ROOMS[name]
    made = [mutant for module in room.modules for mutant in mutants_of(module)]
    keys = {mutant.key for mutant in made}
    asked = [mutant for mutant in made if mutant.key not in known]
    stale = [key for key in known if key[0] in room.modules and key not in keys]
    alive, done = survivors(room, spread(asked), workers=workers, until=time.monotonic() + 60 * minutes)
    rate = 100 * (done - len(alive)) / max(done, 1)
    left = f", {len(asked) - done} not run" if done < len(asked) else ""
    print(f"{name}: {rate:.1f} % of {done} killed, {len(made) - len(asked)} equivalent{left}", flush=True)
    for key in stale:
        print("stale in tests/mutants.yaml:", *key)
    return rate >= room.bar and not stale


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10, help="the budget of each room")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    listed = typed_yaml.decode(EQUIVALENT.read_bytes(), type=list[Equivalent])
    known = {(each.module, each.line, each.becomes): each for each in listed}
    sound = [run_room(name, known, workers=options.workers, minutes=options.minutes) for name in options.rooms]
    sys.exit(not all(sound))


if __name__ == "__main__":
    main()
