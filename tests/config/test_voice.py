"""What people read is written as docs/voice.md says: no old words, one kind of apostrophe."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = [path for path in sorted((ROOT / "templates").rglob("*")) if path.suffix in {".html", ".txt"}]
SOURCES = [path for room in ("armybuilder", "tabletop", "config") for path in sorted((ROOT / room).rglob("*.py"))]
SCRIPTS = sorted((ROOT / "armybuilder/static/armybuilder").glob("*.js"))
DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
# What reads the signs of others, or names a rule of the voice.
READERS = {"search.py", "naming.py", "words.py", "lines.py", "amounts.py", "surroundings.py"}
CURLY = re.compile("[‘’]")
OLD_WORDS = re.compile(
    r"look into your mail|lie with the junk|whoever runs this site|stands? there for people|nobody believes"
    r"|verdict of then|doesn't hold any more|things? to mend|what is right\b|it is dead the moment|(?:is|are) like that"
    r"|it opens with|markers lie|leave it</|in another place meanwhile|nothing more to go to|take it back\b"
    r"|the fault is ours|that was too often"
    r"|\|timesince }} ago|set anew|made anew"
    r"|opponent's leave|is none of:|stand on each other|is an own design|fights? along"
    r"|no such row|the row (?:has|prints)"
    r"|printed rows? (?:by|priced)|nobody can restore|people to say",
    re.IGNORECASE,
)
# What is printed in a profile's table has the signs of print on pages, 5″ and −1, and so has an ability's text.
CELLS = "move|wounds|armour|magic|morale|melee|missile|special"
PLAIN_FIGURES = re.compile(
    rf"\{{\{{ (?:(?:printed|line)\.(?:{CELLS})(?:\|default:\"–\")?|ability\.(?:name|text)|spell\.text) \}}\}}"
)
COUNT_AND_NAME = re.compile(r"\{[\w.]*count\} \{[\w.]*(?:name|names\[[\w.]*\])\}")
FILES_AND_PAPER = {"formats", "printing"}  # where lines have the names as they are printed in the lists


def literals(source: str) -> Iterator[str]:
    """Every text in a module but docstrings: what it may say to somebody."""
    tree = ast.parse(source)
    quiet = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet:
            yield node.value


def said(path: Path) -> str:
    """What a file says to people: all of a template, script or document, the texts of a module."""
    text = path.read_text(encoding="utf-8")
    return "\n".join(literals(text)) if path.suffix == ".py" else text


def uncounted(source: str) -> list[str]:
    """The texts of a module that put a count before a profile's name as it is printed: `8 Berserker`."""
    if "count" not in source or "name" not in source:
        return []
    texts = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr))
    return [found for text in texts for found in COUNT_AND_NAME.findall(ast.unparse(text))]


def faults(text: str, *, reads_others: bool = False) -> list[str]:
    """The old words and the curly apostrophes in a text."""
    curly = [] if reads_others else CURLY.findall(text)
    return [*OLD_WORDS.findall(text), *curly]


@pytest.mark.parametrize("paths", [TEMPLATES, SOURCES, SCRIPTS], ids=["templates", "messages", "scripts"])
def test_nothing_is_said_in_old_words_or_with_two_kinds_of_apostrophes(paths: list[Path]) -> None:
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in paths
        if (found := faults(said(path), reads_others=path.name in READERS))
    }
    assert wrong == {}


def test_profiles_are_counted_in_the_plural() -> None:
    rooms = [path for path in SOURCES if not FILES_AND_PAPER & set(path.relative_to(ROOT).parts)]
    wrong = {str(path.relative_to(ROOT)): found for path in rooms if (found := uncounted(path.read_text("utf-8")))}
    assert wrong == {}
    assert uncounted('f"{models.count} {models.row.name}, {row.points}"') == ["{models.count} {models.row.name}"]


def test_figures_on_pages_have_the_signs_of_print() -> None:
    wrong = [path.name for path in TEMPLATES if PLAIN_FIGURES.search(path.read_text("utf-8"))]
    assert wrong == []


def test_documents_have_straight_apostrophes() -> None:
    assert [str(path.relative_to(ROOT)) for path in DOCUMENTS if CURLY.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<h1>Look into your mail</h1>", ["Look into your mail"]),
        ("It doesn’t", ["’"]),
        ("2 things to mend", ["things to mend"]),
        ("Orcs need the opponent's leave", ["opponent's leave"]),
        ("Check your email. It doesn't matter.", []),
    ],
)
def test_an_old_word_is_found(text: str, found: list[str]) -> None:
    assert faults(text) == found
