"""Files that commands are given, or standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tabletop.arcana.roster import LARGEST_FILE, MalformedError

STANDARD_INPUT = "-"


def content_of(file: str) -> bytes:
    """The file's bytes, no more than one over what may be read; MalformedError where it can't be read."""
    try:
        if file == STANDARD_INPUT:
            return sys.stdin.buffer.read(LARGEST_FILE + 1)
        with Path(file).open("rb") as opened:
            return opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise MalformedError("", f"can't be read: {getattr(error, 'strerror', None) or error}") from error


def shown(file: str) -> str:
    """The file's name for people, whatever bytes it is made of."""
    return os.fsencode(file).decode(errors="replace")
