"""Questions typed among the commands: whatever a table answers, asked of a unit in words, told in lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from tabletop.arcana.battle.charges import charge_told, check_pairs
from tabletop.arcana.battle.state import Play
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.queries.answer import Answer
from tabletop.arcana.queries.json import Plain, to_json
from tabletop.arcana.queries.questions import QUESTIONS, ask
from tabletop.decoding import MalformedError

ASK = "ask "
ADVANCING = "advancing"  # after a charge: what an advance first would change
OF_ANOTHER = ("measure", "sight", "shoot", "charge", "pursuit")
ALSO_COMMANDS = ("charge", "manoeuvre", "move", "template", "formation")  # with “ask” before them they are questions
FIRST = ("possible", "legal", "visible", "reason", "opens")  # said before the figures
NAMES = {"reason": "Why not", "opens": "It opens with", "blocked_by": "In the way", "strikers": "Strike"}
# Not told: places, and what the steps say better.
PLACES = ("line", "where", "start", "end", "formation", "room", "zones")
PARTS = (*PLACES, "steps", "citation", "covering", "blockers", "turns", "over", "loose", "shunned")


class Told(Struct, frozen=True):
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


def asked(play: Play, scene: PlacedTable, ref: str, text: str) -> Answer:
    """What the table answers; MalformedError for what isn't a question or hasn't the words that it needs."""
    name, _, rest = text.partition(" ")
    words = _words(name.lower(), ref, rest.strip())
    if name.lower() in OF_ANOTHER and len(words) > 1 and words[1] in scene.units:
        check_pairs(scene, ref, words[1])
    if name.lower() == "charge" and words[2:] in ([], [ADVANCING]) and len(words) > 1:
        return charge_told(play, scene, ref, words[1], advancing=ADVANCING in words)
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


def told(answer: Answer) -> Iterator[Told]:
    """An answer's own figures in words, each under the name that programs have for it."""
    return lines_of(to_json(answer))


def lines_of(plain: Plain) -> Iterator[Told]:
    """Figures in words: lists by their lines, without places and steps."""
    for name in sorted(plain, key=lambda key: key not in FIRST):
        if name not in PARTS and not _is_of_each(name, plain[name]) and (text := _in_words(plain[name])):
            yield Told(NAMES.get(name, name.replace("_", " ").capitalize()), text)


def _is_of_each(name: str, value: Any) -> bool:
    """Whether it is about every model, one by one: the steps say how many are alike."""
    return name == "models" and isinstance(value, list)


def _in_words(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {text}" for key, text in _said(value))
    if isinstance(value, list | tuple):
        return " · ".join(filter(None, map(_in_words, value)))
    return _with_share(str(value))


def _said(value: Plain) -> Iterator[tuple[str, str]]:
    return ((key, text) for key, part in value.items() if key not in PARTS and (text := _in_words(part)))


def _with_share(text: str) -> str:
    """A fraction with its share in hundredths beside it."""
    over, _, under = text.partition("/")
    if not (over.isdecimal() and under.isdecimal() and int(under)):
        return text
    return f"{text} ({float(Fraction(text)):.0%})" if Fraction(text) <= 1 else f"{text} ({float(Fraction(text)):.2f})"
