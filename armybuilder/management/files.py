"""What commands share: the files that they are given, their JSON, and asking before one is overwritten."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError

from tabletop.decoding import MalformedError
from tabletop.rosters.files import LARGEST_XML
from tabletop.work import Budget, limited

STANDARD_INPUT = "-"
PIECE = 2**16  # bytes that are read at once: for all that may be read, their room would be made, for a small file too
MALFORMED = 2  # the exit code for a file that can't be read
SECONDS = "of the processor that each file may take, where strangers send them; no limit unless given"


def content_of(file: str) -> bytes:
    """The file's bytes, those over what may be read left out but for a few; MalformedError where it can't be read."""
    try:
        if file == STANDARD_INPUT:
            return sys.stdin.buffer.read(LARGEST_XML + 1)
        with Path(file).open("rb") as opened:
            pieces = iter(partial(opened.read, PIECE), b"")
            return b"".join(islice(pieces, LARGEST_XML // PIECE + 1))
    except (OSError, ValueError) as error:
        raise MalformedError("", f"can't be read: {getattr(error, 'strerror', None) or error}") from error


def limited_to(seconds: float | None) -> AbstractContextManager[object]:
    """A budget of so many seconds of the processor for all that is done inside; none for None."""
    return nullcontext() if seconds is None else limited(Budget(seconds))


def files_in(paths: Sequence[str]) -> Iterator[str]:
    """The paths with each folder replaced by its files, sorted; a folder without any stays, to be complained about."""
    for path in paths:
        yield from _inside(path) if _is_folder(path) else [path]


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except ValueError:
        return False


def _inside(folder: str) -> list[str]:
    """Every file in a folder and the folders in it; hidden ones and links are left out."""
    root = Path(folder)
    found = [path for path in root.rglob("*") if not any(part.startswith(".") for part in path.relative_to(root).parts)]
    files = [path for path in found if path.is_file() and not path.is_symlink()]
    return sorted(map(str, files)) or [folder]


def as_json(answer: Any) -> str:
    """An answer as JSON, indented."""
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()


def shown(file: str) -> str:
    """The file's name for people, whatever bytes it is made of."""
    return os.fsencode(file).decode(errors="replace")


def ask_leave(question: str, *, yes: bool) -> None:
    """Ask whoever is at the terminal; CommandError for no, or where nobody is there and `yes` wasn't given."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandError(f"{question} Nobody is here to ask: say --yes.")
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise CommandError("Nothing was changed.")
