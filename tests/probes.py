"""slipcover made cheaper where much is counted, before anything that it counts is imported.

It marks the branches of a source, compiles it, lists its lines and branches and writes a probe before each. That
follows from the source alone, and takes longer than the import itself: the first process of a run does it once, and
keeps it in a file for all workers and for the next run. Only sources that have changed since are done again.

A probe is a call behind an instruction that does nothing, and that says how far a jump in its place would go. slipcover
writes the jumps of all probes that were passed into new code, once one was passed so many times, and looks through
every function of the program for the old code; what a decorator, a property or a closure holds it doesn't find, so
views and answers that are remembered pay for their probes to the end. Here each probe writes its own jump into the code
that runs, the first time that it is passed. (From Python 3.12 on the interpreter itself does so, and slipcover asks it
to.) docs/adr/0013 has the figures.
"""

from __future__ import annotations

import ast
import gc
import marshal
import os
import sys
from ctypes import memset, string_at
from dis import opmap
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

from slipcover import Slipcover, branch, bytecode, slipcover
from slipcover.importer import SlipcoverLoader, SlipcoverMetaPathFinder
from slipcover.version import __version__

KEPT = Path(f".slipcover-{sys.implementation.cache_tag}")  # of another Python nothing can be read
WRITES_PROBES = sys.version_info < (3, 12)
CALLED, PLACE = "what a probe calls", "the place of a probe"  # among the constants of kept code
NOTHING, JUMP = opmap["NOP"], opmap["JUMP_FORWARD"]
Marked = tuple[bytes, CodeType, frozenset[int], frozenset[tuple[int, int]]]  # digest, code, its lines, its branches


class Probe:
    """A line, or a branch from one line to another, and where in the instructions of its code it is called."""

    __slots__ = ("code", "label", "places", "seen")

    def __init__(self, seen: set[Any], label: int | tuple[int, int], *places: int) -> None:
        self.seen, self.label, self.places = seen, label, places
        self.code: CodeType | None = None

    def passed(self) -> None:
        """Keep that it was, and have the code jump over this from now on; a copy of the code comes here again."""
        self.seen.add(self.label)
        if self.code:
            start = id(self.code) + CodeType.__basicsize__  # what is run is the end of the object (CPython 3.11)
            assert all(string_at(start + place, 1)[0] in (NOTHING, JUMP) for place in self.places)
            for place in self.places:
                memset(start + place, JUMP, 1)
            self.code = None


def marked(path: Path, before: Marked | None) -> Marked:
    """What slipcover makes of a source, with places for its probes: what was made before, if of the same source."""
    source = path.read_bytes()
    digest = sha256(source + f"{path} {sys.version} {__version__}".encode() + Path(__file__).read_bytes()).digest()
    if before and before[0] == digest:
        return before
    code = compile(branch.preinstrument(ast.parse(source)), str(path), "exec")
    if not WRITES_PROBES:
        return digest, code, frozenset(Slipcover.lines_from_code(code)), frozenset(Slipcover.branches_from_code(code))
    real, sci = slipcover.probe, Slipcover(branch=True)
    numbers = count()  # no two probes are equal
    slipcover.probe = SimpleNamespace(signal=CALLED, new=lambda *_: (PLACE, next(numbers)))
    try:
        code = with_places(sci.instrument(code), sci)
    finally:
        slipcover.probe = real
    return digest, code, frozenset(sci.code_lines[str(path)]), frozenset(sci.code_branches[str(path)])


def with_places(code: CodeType, sci: Slipcover) -> CodeType:
    """The code as it was instrumented, with the label of each probe and the places that call it among its constants.

    Code that is written twice, for an end with an error and one without, shares the probes of its branches.
    """
    constants = [with_places(each, sci) if isinstance(each, CodeType) else each for each in code.co_consts]
    editor = bytecode.Editor(code)
    for place, label in sci.code2index[code]:
        _, index = editor.get_inserted_function(place)
        _, *found = constants[index]
        constants[index] = (PLACE, label, *(found[1:] if found[0] == label else ()), place)
    return code.replace(co_consts=tuple(constants))


def is_place(constant: object) -> bool:
    return isinstance(constant, tuple) and constant[:1] == (PLACE,)


def with_probes(code: CodeType, seen: set[Any]) -> CodeType:
    """Kept code with probes that write down here what was seen."""
    constants, probes = list(code.co_consts), []
    for index, each in enumerate(constants):
        if isinstance(each, CodeType):
            constants[index] = with_probes(each, seen)
        elif each == CALLED:
            constants[index] = Probe.passed
        elif is_place(each):
            constants[index] = probe = Probe(seen, *each[1:])
            probes.append(probe)
    made = code.replace(co_consts=tuple(constants))
    for probe in probes:
        probe.code = made
    return made


def exec_module(loader: SlipcoverLoader, module: ModuleType) -> None:
    """As slipcover's own, from the code that is kept."""
    path, sci = str(loader.origin.resolve()), loader.sci
    code = sources[path][1]
    sci.register_module(module)
    if WRITES_PROBES:
        sci.code_lines[path], sci.code_branches[path] = set(sources[path][2]), set(sources[path][3])
        code = with_probes(code, sci.all_seen[path])
    else:
        code = sci.instrument(code)
    exec(code, vars(module))


def add_unseen(sci: Slipcover, _: object) -> None:
    """As slipcover's own: what nobody imports is reported as not run."""
    for name, (_, _, lines, branches) in sources.items():
        sci.code_lines.setdefault(name, set(lines))
        sci.code_branches.setdefault(name, set(branches))


def lines_of(code: CodeType) -> frozenset[int]:
    return sources[code.co_filename][2]


def branches_of(code: CodeType) -> frozenset[tuple[int, int]]:
    return sources[code.co_filename][3]


gc.disable()  # trees of syntax are no garbage: looking through them takes as long as all the rest
finders = [each for each in sys.meta_path if isinstance(each, SlipcoverMetaPathFinder)]
sources: dict[str, Marked] = marshal.loads(KEPT.read_bytes()) if finders and KEPT.exists() else {}
for finder in finders:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        paths = [path for folder in finder.sci.source for path in Path(folder).resolve().rglob("*.py")]
        counted = [path for path in paths if finder.file_matcher.matches(path)]
        sources = {str(path): marked(path, sources.get(str(path))) for path in counted}
        new = Path(f"{KEPT}.new")
        new.write_bytes(marshal.dumps(sources))
        new.replace(KEPT)
    SlipcoverLoader.exec_module = exec_module
    Slipcover.lines_from_code, Slipcover.branches_from_code = staticmethod(lines_of), staticmethod(branches_of)
    Slipcover._add_unseen_source_files = add_unseen
