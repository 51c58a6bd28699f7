"""The readings that are used where the book contradicts itself or is silent, as values from their document."""

from __future__ import annotations

import re

from msgspec import Struct

CODE = re.compile(r"[A-Z]{1,2}\d{1,3}")
CELL = re.compile(r"(?<!\\)\|")


class Ruling(Struct, frozen=True):
    """A question with the reading that we use, and why; both without marks of Markdown. `chapter` is its heading."""

    code: str
    chapter: str
    question: str
    reading: str
    why: str = ""


def read_rulings(document: str) -> tuple[Ruling, ...]:
    """The rulings of docs/rulings.md: each row of its tables that begins with a code, under the heading before it."""
    rulings, chapter = [], ""
    for line in document.splitlines():
        if line.startswith("## "):
            chapter = line.removeprefix("## ").partition(" (")[0]
        cells = [_plain(cell) for cell in CELL.split(line)[1:-1]] if line.startswith("|") else []
        if len(cells) >= 3 and CODE.fullmatch(cells[0]):
            rulings.append(Ruling(cells[0], chapter, *cells[1:4]))
    return tuple(rulings)


def _plain(cell: str) -> str:
    return cell.replace("**", "").replace("`", "").strip()
