"""Questions typed among the commands: whatever a table answers, asked of a unit in words, told in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from tabletop.arcana.battle.table.charges import answer_charge_in_play, check_pairs
from tabletop.arcana.battle.table.state import Play
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.queries.answer import Answer
from tabletop.arcana.queries.json import encoded, parts_of
from tabletop.arcana.queries.questions import QUESTIONS, ask
from tabletop.arcana.rules.standing import misplaced
from tabletop.decoding import MalformedError

ASK = "ask "
ADVANCING = "advancing"  # after a charge: what an advance first would change
OF_ANOTHER = ("measure", "sight", "shoot", "charge", "pursuit")
ALSO_COMMANDS = ("charge", "manoeuvre", "move", "template", "formation")  # with “ask” before them they are questions
FIRST = ("possible", "legal", "visible", "reason", "opens")  # said before the figures
NAMES = {"reason": "Why not", "opens": "Try", "blocked_by": "In the way", "strikers": "Strike"}
# Not told: places, and what the steps say better.
PLACES = ("line", "where", "start", "end", "formation", "room", "zones")
PARTS = (*PLACES, "steps", "citation", "covering", "blockers", "turns", "over", "loose", "shunned")


class AnswerLine(Struct, frozen=True):
    """A line of an answer: what it is about, and the answer."""

    about: str
    text: str


def question_in(text: str) -> str:
    """The question that a command is, as it is asked from then on; nothing for what is to be done."""
    spoken = " ".join(text.split()).strip("; ")
    if spoken.lower().startswith(ASK):
        return spoken[len(ASK) :]
    name = spoken.partition(" ")[0].lower()
    return spoken if name in QUESTIONS and name not in ALSO_COMMANDS else ""


def answer_to(play: Play, scene: PlacedTable, ref: str, text: str) -> Answer:
    """What the table answers; MalformedError for what isn't a question or hasn't the words that it needs."""
    name, _, rest = text.partition(" ")
    words = _words(name.lower(), ref, rest.strip())
    if name.lower() in OF_ANOTHER and len(words) > 1 and words[1] in scene.units:
        check_pairs(scene, ref, words[1])
    if name.lower() == "charge" and words[2:] in ([], [ADVANCING]) and len(words) > 1:
        return answer_charge_in_play(play, scene, ref, words[1], advancing=ADVANCING in words)
    return ask(scene, name.lower(), words)


def _words(name: str, ref: str, rest: str) -> list[str]:
    if name == "setup":
        return [rest] if rest else []
    if not ref:
        raise MalformedError("unit", "choose the unit that this is asked of")
    if name in OF_ANOTHER:
        target, _, more = rest.partition(" ")
        return [ref, target, *([more] if more else [])] if target else [ref]
    first, _, more = rest.partition(";") if name == "overrun" else (rest, "", "")
    return [ref, *(part.strip() for part in (first, more) if part)]


def lines_of_answer(answer: Answer) -> Iterator[AnswerLine]:
    """An answer's own figures in words, each under the name that programs have for it."""
    return lines_of(parts_of(answer))


def notes_about(scene: PlacedTable) -> Iterator[AnswerLine]:
    """Which units can't stand as they do, and why."""
    return (AnswerLine("Note", wrong.reason.text) for wrong in misplaced(scene))


def lines_of(figures: Mapping[str, Any]) -> Iterator[AnswerLine]:
    """Figures in words: lists by their lines, without places and steps."""
    for name in sorted(figures, key=lambda key: key not in FIRST):
        value = figures[name]
        of_every_model = name == "models" and isinstance(value, list | tuple)  # the steps say how many are alike
        if name not in PARTS and not of_every_model and (text := _in_words(value)):
            yield AnswerLine(NAMES.get(name, name.replace("_", " ").capitalize()), text)


def _in_words(value: Any) -> str:
    match value:
        case None:
            words = ""
        case bool():
            words = "yes" if value else "no"
        case float():
            words = f"{encoded(value):.2f}".rstrip("0").rstrip(".")
        case Fraction():
            share = f"{float(value):.0%}" if value <= 1 else f"{float(value):.2f}"
            words = str(value) if value.denominator == 1 else f"{value} ({share})"
        case list() | tuple():
            words = " · ".join(filter(None, map(_in_words, value)))
        case Reason():
            words = value.text
        case Struct() | dict():
            figures = parts_of(value) if isinstance(value, Struct) else value
            named = ((key, _in_words(part)) for key, part in figures.items() if key not in PARTS)
            words = ", ".join(f"{key.replace('_', ' ')} {text}" for key, text in named if text)
        case _:
            words = str(value)
    return words
