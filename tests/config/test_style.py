"""The style that can be measured: functions and modules of a readable length, plain names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median, quantiles

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

LONG_MODULES: dict[str, str] = {}  # path: why its length is right (a table of data, say)
NAMED_BY_DJANGO = {"process_exception", "process_view"}  # hooks of middleware
FILE_NAMES = {"utils", "helpers", "common", "base"}
WORDS = {"Manager", "Helper", "Helpers", "Util", "Utils", "Base", "Mixin", "Info", "Data", "Handler"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[Function]:
    tree = parsed(path)
    return (node for node in ast.walk(tree) if isinstance(node, Function))


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


def long_bodies(path: Path) -> list[str]:
    return [
        f"{name_of(path)}:{function.lineno} {function.name}: {body_length(function)} lines"
        for function in functions(path)
        if body_length(function) > LONGEST_BODY
    ]


def test_most_functions_are_short_and_none_is_endless() -> None:
    lengths = [body_length(function) for path in SOURCES for function in functions(path)]
    assert median(lengths) <= MEDIAN_BODY
    assert quantiles(lengths, n=10, method="inclusive")[-1] <= LONG_BODY
    assert [found for path in SOURCES for found in long_bodies(path)] == []


def test_functions_take_few_parameters_and_nest_little() -> None:
    culprits = [
        f"{name_of(path)}:{function.lineno} {function.name}"
        for path in SOURCES
        for function in functions(path)
        if len(parameters(function)) > MOST_PARAMETERS or nesting(function) > DEEPEST_NESTING
    ]
    assert culprits == []


def test_modules_are_of_a_readable_length() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in ALL_SOURCES}
    assert {name for name, length in lengths.items() if length > LONGEST_MODULE} == set(LONG_MODULES)


def test_modules_say_what_lives_there() -> None:
    trees = {name_of(path): parsed(path) for path in SOURCES}
    assert [name for name, tree in trees.items() if tree.body and not ast.get_docstring(tree)] == []


def test_names_say_what_a_thing_is() -> None:
    culprits = [name_of(path) for path in ALL_SOURCES if path.stem in FILE_NAMES]
    for path in ALL_SOURCES:
        tree = parsed(path)
        classes = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        culprits += [f"{name_of(path)} {name}" for name in classes if WORDS & set(re.findall(r"[A-Z][a-z]*", name))]
        named = [each.name for each in functions(path) if each.name.startswith("process_")]
        culprits += [f"{name_of(path)} {name}" for name in named if name not in NAMED_BY_DJANGO]
    assert culprits == []
