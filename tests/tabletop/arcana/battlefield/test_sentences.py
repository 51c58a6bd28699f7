"""Reasons are codes with arguments: every cause has its sentence, every site gives what the sentence needs."""

from __future__ import annotations

import ast
import re
import string
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import because
from tabletop.arcana.battlefield.sentences import SENTENCES, remedy_of, text_of
from tabletop.arcana.catalogue.book import BOOK
from tests.catalogue import PROJECT

ROOMS = (PROJECT / "tabletop" / "arcana", PROJECT / "armybuilder" / "battles")
MAKERS = {"because", "forbidden", "leading_to"}
BESIDE = {"ref", "where", "citation"}  # of the reason itself, not of its sentence
TAKEN_APART_BY = {"partition", "rpartition", "split", "startswith", "endswith", "find", "index", "removeprefix"}
NAMED = re.compile(r"\bCause[.]([A-Z]\w*)\b")
ASKED = re.compile(r"[.]\s*(text|remedy)\b")
MOVING = BOOK.section("Moving Units")


def modules() -> Iterator[tuple[Path, str]]:
    """Each module and its source; trees of all of them are more than is kept."""
    for room in ROOMS:
        for path in sorted(room.rglob("*.py")):
            yield path, path.read_text(encoding="utf-8")


def fields_of(cause: Cause) -> set[str]:
    """The names of the arguments of a sentence and its remedy."""
    words = SENTENCES[cause]
    named = [name for text in words for _, name, _, _ in string.Formatter().parse(text) if name]
    return {name.partition(".")[0] for name in named}


def causes_in(node: ast.AST) -> set[Cause]:
    named = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name))
    return {Cause[each.attr] for each in named if isinstance(each.value, ast.Name) and each.value.id == "Cause"}


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def given(call: ast.Call) -> set[str]:
    return {keyword.arg for keyword in call.keywords if keyword.arg} - BESIDE


def sites(tree: ast.Module) -> Iterator[tuple[set[Cause], set[str], int]]:
    """Every place where a reason is made: its possible causes, its arguments and its line."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        started = {
            target.id: given(node.value)
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            if name_of(node.value.func) == "partial" and "because" in map(name_of, node.value.args)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in calls:
            made_by = name_of(call.func)
            if made_by in MAKERS or made_by in started:
                before = started.get(made_by, {"met"} if made_by == "leading_to" else set())
                causes = causes_in(call.args[0]) or causes_in(function) or causes_in(tree)
                yield causes, before | given(call), call.lineno


def test_every_cause_has_its_sentence_and_is_given_somewhere() -> None:
    used = {Cause[name] for _, source in modules() for name in NAMED.findall(source)}
    assert set(SENTENCES) == set(Cause)
    assert set(Cause) - used == set()


def test_sentences_use_exactly_the_arguments_that_their_sites_give() -> None:
    wrong, seen = [], defaultdict(int)
    for path, source in modules():
        if path.name == "reasons.py" or not any(maker in source for maker in MAKERS):
            continue
        for causes, arguments, line in sites(ast.parse(source)):
            for cause in causes:
                seen[cause] += 1
            if not any(fields_of(cause) == arguments for cause in causes) or (
                len(causes) == 1 and fields_of(next(iter(causes))) != arguments
            ):
                wrong.append(f"{path.relative_to(PROJECT)}:{line}: {sorted(causes)} {sorted(arguments)}")
    assert wrong == []
    assert len(seen) > len(Cause) * 0.9


def test_no_code_takes_a_sentence_apart() -> None:
    """A sentence is for people; code that decides something asks for the cause."""
    wrong = []
    for path, source in modules():
        for node in ast.walk(ast.parse(source)) if ASKED.search(source) else ():
            if isinstance(node, ast.Compare):
                asked = [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and name_of(node.func) in TAKEN_APART_BY:
                asked = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            else:
                continue
            if any(isinstance(each, ast.Attribute) and each.attr in {"text", "remedy"} for each in asked):
                wrong.append(f"{path.relative_to(PROJECT)}:{node.lineno}")
    assert wrong == []


def test_a_reason_inside_a_reason_keeps_its_place_and_its_remedy() -> None:
    met = because(Cause.ENDS_ON_A_UNIT, MOVING, ref="b1", where=(1.0, 2.0), unit="Scouts")
    above = met.leading_to(Cause.NO_ROOM_TO_LAND)
    assert above.text == "no room to land: it would end on Scouts"
    assert above.remedy == met.remedy == "stop short of it or move on past it"
    assert (above.ref, above.where, above.citation) == ("b1", (1.0, 2.0), MOVING)


@pytest.mark.parametrize(("number", "words"), [(1, "1 model of base 1"), (5, "5 models of base 1")])
def test_a_number_is_counted_with_its_noun(number: int, words: str) -> None:
    assert text_of(Cause.TOO_FEW_FOR_RANKS, {"models": number, "base": 1.0, "needed": 6}).startswith(words)


@pytest.mark.parametrize(
    ("inches", "words"), [(3.0, 'fall back 3"'), (3.456, 'fall back 3.46"'), (-0.001, 'fall back 0"')]
)
def test_inches_have_two_decimals_at_most(inches: float, words: str) -> None:
    assert remedy_of(Cause.FALLS_BACK_TOO_FAR, {"distance": 1.0, "most": inches}) == words
