"""The style that can be measured: functions and modules of a readable length, plain names."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("armybuilder", "config", "tabletop")
SOURCES = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts
)
ALL_SOURCES = SOURCES + sorted(path for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))

MEDIAN_BODY = 6
LONG_BODY = 25
LONGEST_BODY = 60
DEEPEST_NESTING = 3
MOST_PARAMETERS = 8
LONGEST_MODULE = 600

# What a cache without a bound may be asked by: kinds of few values, and words that no visitor chooses.
CLOSED_KINDS = {"Charge", "Division", "School", "Sign", "type[Kept]", "type[Struct]"}
CLOSED_WORDS = {"_kept_once", "_outlines", "example", "face", "tincture", "written_schema"}

LONG_MODULES: dict[str, str] = {}  # path: why its length is right (a table of data, say)
NAMED_BY_DJANGO = {"process_exception", "process_view"}  # hooks of middleware
FILE_NAMES = {"utils", "helpers", "common", "base"}
WORDS = {"Manager", "Helper", "Helpers", "Util", "Utils", "Base", "Mixin", "Info", "Data", "Handler"}

CLASS, HOOK = (re.compile(rf"^\s*(?:async )?{words}", re.MULTILINE) for words in (r"class (\w+)", r"def (process_\w+)"))

Function = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def body_length(function: Function) -> int:
    """Lines of the body without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def nesting(node: ast.AST) -> int:
    """How many blocks deep the code below stands; an elif is as deep as its if."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        is_elif = isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)
        deepest = max(deepest, nesting(child) + (isinstance(child, BLOCKS) and not is_elif))
    return deepest


def parameters(function: Function) -> list[str]:
    arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return [argument.arg for argument in arguments if argument.arg not in {"self", "cls"}]


class Measured(NamedTuple):
    """A function of a module: where it stands, the lines of its body, its parameters, how deep it nests."""

    place: str
    lines: int
    parameters: int
    depth: int


class Source(NamedTuple):
    """What is asked of a module; its tree, which is large, is thrown away."""

    is_silent: bool
    functions: list[Measured]
    boundless: list[str]


@cache
def read(path: Path) -> Source:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    measured = [
        Measured(f"{name_of(path)}:{each.lineno} {each.name}", body_length(each), len(parameters(each)), nesting(each))
        for each in ast.walk(tree)
        if isinstance(each, Function)
    ]
    boundless = [f"{name_of(path)} {each.name}" for each in tree.body if isinstance(each, Function) and grows(each)]
    return Source(bool(tree.body) and not ast.get_docstring(tree), measured, boundless)


def grows(function: Function) -> bool:
    """Whether it keeps all its answers, and nothing says how many questions there are."""
    keeps_all = {"cache", "functools.cache", "lru_cache(maxsize=None)"} & {*map(ast.unparse, function.decorator_list)}
    arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    kinds = {ast.unparse(each.annotation) for each in arguments if each.annotation}
    return bool(keeps_all) and function.name not in CLOSED_WORDS and not kinds <= CLOSED_KINDS


def test_most_functions_are_short_and_none_is_endless() -> None:
    functions = [each for path in SOURCES for each in read(path).functions]
    lengths = [each.lines for each in functions]
    assert median(lengths) <= MEDIAN_BODY
    assert quantiles(lengths, n=10, method="inclusive")[-1] <= LONG_BODY
    assert [f"{each.place}: {each.lines} lines" for each in functions if each.lines > LONGEST_BODY] == []


def test_whatever_keeps_answers_to_open_questions_has_a_bound() -> None:
    assert [place for path in SOURCES for place in read(path).boundless] == []


def test_functions_take_few_parameters_and_nest_little() -> None:
    functions = [each for path in SOURCES for each in read(path).functions]
    culprits = [e.place for e in functions if e.parameters > MOST_PARAMETERS or e.depth > DEEPEST_NESTING]
    assert culprits == []


def test_modules_are_of_a_readable_length() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in ALL_SOURCES}
    assert {name for name, length in lengths.items() if length > LONGEST_MODULE} == set(LONG_MODULES)


def test_modules_say_what_lives_there() -> None:
    assert [name_of(path) for path in SOURCES if read(path).is_silent] == []


def test_names_say_what_a_thing_is() -> None:
    culprits = [name_of(path) for path in ALL_SOURCES if path.stem in FILE_NAMES]
    for path in ALL_SOURCES:
        source = path.read_text(encoding="utf-8")
        bad = [each for each in CLASS.findall(source) if WORDS & set(re.findall(r"[A-Z][a-z]*", each))]
        bad += [each for each in HOOK.findall(source) if each not in NAMED_BY_DJANGO]
        culprits += [f"{name_of(path)} {name}" for name in bad]
    assert culprits == []
