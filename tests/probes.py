"""slipcover made cheaper where much is counted, before anything that it counts is imported.

Before it sets its probes it marks the branches of a source, compiles it and lists its lines and branches. That follows
from the source alone, and costs four times as much as the probes: the first process of a run does it once, and keeps it
in a file for all workers and for the next run. Only sources that have changed since are marked again.

It takes probes out once one of them has been passed so many times, and looks through every function of the program for
it: a tenth of a second of processor each time, hundreds of times in a run if it begins at its own 50. A probe that is
passed some thousand times more costs a millisecond.
"""

from __future__ import annotations

import ast
import marshal
import os
import sys
from hashlib import sha256
from pathlib import Path
from types import CodeType, ModuleType

from slipcover import Slipcover, branch
from slipcover.importer import SlipcoverLoader, SlipcoverMetaPathFinder
from slipcover.version import __version__

PASSES = 10_000
KEPT = Path(f".slipcover-{sys.implementation.cache_tag}")  # of another Python nothing can be read
Marked = tuple[bytes, CodeType, frozenset[int], frozenset[tuple[int, int]]]  # digest, code, its lines, its branches


def marked(path: Path, before: Marked | None) -> Marked:
    """What slipcover makes of a source before it sets probes; what was made before, if the source is still the same."""
    source = path.read_bytes()
    digest = sha256(source + f"{path} {sys.version} {__version__}".encode()).digest()
    if before and before[0] == digest:
        return before
    code = compile(branch.preinstrument(ast.parse(source)), str(path), "exec")
    return digest, code, frozenset(Slipcover.lines_from_code(code)), frozenset(Slipcover.branches_from_code(code))


def exec_module(loader: SlipcoverLoader, module: ModuleType) -> None:
    """As slipcover's own, from the marked code."""
    loader.sci.register_module(module)
    exec(loader.sci.instrument(sources[str(loader.origin.resolve())][1]), vars(module))


def add_unseen(sci: Slipcover, _: object) -> None:
    """As slipcover's own: what nobody imports is reported as not run."""
    for name, (_, _, lines, branches) in sources.items():
        sci.code_lines.setdefault(name, set(lines))
        sci.code_branches.setdefault(name, set(branches))


def lines_of(code: CodeType) -> frozenset[int]:
    return sources[code.co_filename][2]


def branches_of(code: CodeType) -> frozenset[tuple[int, int]]:
    return sources[code.co_filename][3]


finders = [each for each in sys.meta_path if isinstance(each, SlipcoverMetaPathFinder)]
sources: dict[str, Marked] = marshal.loads(KEPT.read_bytes()) if finders and KEPT.exists() else {}
for finder in finders:
    finder.sci.d_miss_threshold = PASSES
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
