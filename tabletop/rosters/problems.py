"""What is wrong in a file that somebody hands in: problems by line, with the word that was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from tabletop.decoding import MalformedError
from tabletop.spelling import Spellings

MOST_PROBLEMS = 100
MOST_SUGGESTED = 10  # in one file: who has more wrong than that hasn't mistyped
LONGEST_QUOTE = 120


class ProblemLine(Struct, frozen=True):
    """One thing that couldn't be read: its line from 1, 0 for the whole file; its text or the name of its field."""

    line: int
    text: str
    reason: str
    suggestion: str = ""


class UnclearError(MalformedError):
    """Words that name nothing we know; `word` is what was written, `among` what it could have meant.

    Many words are prepared once by whoever raises many errors.
    """

    def __init__(self, reason: str, word: str = "", among: Iterable[str] | Spellings = ()) -> None:
        super().__init__("", reason)
        self.word = word
        self.among = among

    @property
    def suggestion(self) -> str:
        known = self.among if isinstance(self.among, Spellings) else Spellings(self.among)
        return known.closest(self.word)


class SeveralError(MalformedError):
    """All that is wrong in one line of a file."""

    def __init__(self, errors: Iterable[MalformedError]) -> None:
        self.errors = tuple(errors)
        super().__init__("", "; ".join(map(str, self.errors)))


class Faults:
    """Gathers what is wrong in parts that are read one after another, so that all of it is told at once."""

    def __init__(self) -> None:
        self.errors: list[MalformedError] = []

    def attempt(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """What `read` makes of the arguments; None where it raises MalformedError, which is kept."""
        try:
            return read(*arguments)
        except MalformedError as error:
            self.errors += errors_of(error)
            return None

    def raise_all(self) -> None:
        """Raises what was kept: SeveralError for more than one."""
        if self.errors:
            raise self.errors[0] if len(self.errors) == 1 else SeveralError(self.errors)


def errors_of(error: MalformedError) -> tuple[MalformedError, ...]:
    return error.errors if isinstance(error, SeveralError) else (error,)


def problem_of(error: MalformedError, line: int = 0, text: str = "", *, suggest: bool = True) -> ProblemLine:
    """The error as a problem of a line, or of its own field where there are no lines; with what was meant if asked."""
    suggestion = error.suggestion if suggest and isinstance(error, UnclearError) else ""
    reason = f"{error.field}: {error.reason}" if text and error.field else error.reason
    return ProblemLine(line, (text or error.field)[:LONGEST_QUOTE], reason, suggestion)


def problem_text(problem: ProblemLine) -> str:
    """`line 6, “- 17 Axmen”: there is no profile “Axmen” (did you mean “Axemen”?)`."""
    text = f"“{problem.text}”" if problem.line else problem.text
    place = ", ".join(filter(None, (f"line {problem.line}" if problem.line else "", text)))
    meant = f" (did you mean “{problem.suggestion}”?)" if problem.suggestion else ""
    return f"{place}: {problem.reason}{meant}" if place else f"{problem.reason}{meant}"
