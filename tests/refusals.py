"""Tables of what may not be done in a game: what stands, who sends what, and the reason that it is refused with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tabletop.battle.events import RefusalError


def misjudged(play: Callable[[Any, Any, str], object], cases: Iterable[tuple[Any, str, Any, str]]) -> list[str]:
    """Cases of a state, a seat, a command and how its refusal begins that come out otherwise, each with what came.

    `play` carries a command of a seat out.
    """
    found = []
    for state, seat, command, reason in cases:
        came = "carried out"
        try:
            play(state, command, seat)
        except RefusalError as error:
            came = error.sentence
        if not came.startswith(reason):
            found.append(f"{seat} sends {command}: {came}, not {reason}")
    return found
