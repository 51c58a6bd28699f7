"""Commands from forms, and what is said of those that weren't carried out."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.http import QueryDict
from msgspec import Struct

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.presenters.play.drawn import order_in_words
from armybuilder.battles.presenters.play.forms import INCHES
from armybuilder.battles.snapshots import battle_rules, log_in
from armybuilder.core.forms import whole_number
from tabletop.arcana.battle.state import INCH
from tabletop.battle.commands import CommandId, ConflictError, Sent
from tabletop.battle.undo import RoomCommand
from tabletop.decoding import MalformedError, converted
from tabletop.dice.rolls import SIDES
from tabletop.values import Value

OF_THE_FORM = frozenset({"csrfmiddlewaretoken", "on", "id", "as", "faces", "how", "draft", "count", "bearer", "pieces"})
NUMBERS = frozenset({"others_resist", "lines", "character_lines", "lost"})  # several in one field
LISTS = frozenset({"pursuers", "through", "touching"})  # also of one or none
SEPARATED = re.compile(r"[\s,;]+")
NUMBER_OF_INCHES = re.compile(r"-?(?=\.?[0-9])[0-9]{0,4}(\.[0-9]{0,4})?")
TEN = 10  # sides of a die that shows 0 for 10
MOST_FACES = 1_000


class Named(Value, frozen=True):
    """What a form calls its command, so that it counts once."""

    id: CommandId


class Notice(Struct, frozen=True):
    """What is said where the action was: "warn" or "bad", a sentence, and lines of what happened meanwhile."""

    kind: str
    text: str
    lines: tuple[str, ...] = ()

    def explained_by(self, conflict: ConflictError, lines: tuple[str, ...] = ()) -> Notice:
        """With why the command wasn't decided on what stands now, and lines of what happened meanwhile."""
        text = f"{self.text} {conflict.refusal.sentence}." if conflict.refusal else self.text
        return Notice(self.kind, text, lines)


NOTHING_SENT = Notice("warn", "Something happened meanwhile, so nothing was done. This is how it stands now.")


def sent_in(post: QueryDict, seat: Seat) -> Sent[Any]:
    """The command that a form states; MalformedError names the field that can't be read."""
    fields: dict[str, Any] = {
        name: values if len(values := post.getlist(name)) > 1 else values[0]
        for name in post
        if name not in OF_THE_FORM and any(post.getlist(name))
    }
    if "count" in post:  # models left and wounds that living ones have lost, as 24:1
        left, _, lost = post.get("count", "").partition(":")
        fields |= {"left": left, "lost": lost.split(",") if lost else []}
    for name in NUMBERS & fields.keys():
        fields[name] = _numbers(fields[name])
    fields |= _aims(fields)
    for name in [name for name in fields if "." in name]:  # hazard.dice is the dice of the hazard
        whole, _, part = name.partition(".")
        inner = fields.setdefault(whole, {})
        if isinstance(inner, dict):
            inner[part] = fields.pop(name)
    if isinstance(farther := fields.pop("further", None), dict) and not farther.keys() <= {"cover"}:
        fields["further"] = [farther | {"range": _hundredths("further", farther.get("range", ""))}]
    if "bearer" in post:
        fields["on"] = post["bearer"]
    side = side_of(seat, post, key="as")
    if "words" in post:
        ref, state = post.get("unit", ""), log_in(seat.battle).state
        fields = order_in_words(state, ref, post.get("words", ""), by_hand=bool(post.get("hand")))
        owner = state.units[ref].side if ref in state.units else side
        side = owner if owner in seat.sides else side  # a phone of both sides moves whichever is taken hold of
    for name in INCHES:
        if name in fields:
            stated = fields[name]
            both = isinstance(stated, list) and name == "at"  # how far from the left, and from below
            fields[name] = [_hundredths(name, it) for it in stated] if both else _hundredths(name, stated)
    for name in LISTS & fields.keys():
        fields[name] = [it or None for it in ([fields[name]] if isinstance(fields[name], str) else fields[name])]
    command = converted(fields, battle_rules().commands | RoomCommand, strict=False)
    return Sent(
        id=id_in(post),
        on=head_in(post),
        seat=side,
        device=str(seat.pk),
        command=command,
        faces=faces_in(post) if post.get("how") != "roll" else None,
    )


def id_in(post: QueryDict) -> str:
    """What a form calls its command, or a new name; MalformedError where it can't be one."""
    return converted({"id": post.get("id") or str(uuid4())}, Named).id


def head_in(post: QueryDict) -> int:
    """The last event that a form was made on; MalformedError where it states none."""
    on = whole_number(post.get("on", ""))
    if on is None:
        raise MalformedError("on", "is missing or not a number")
    return on


def _numbers(typed: str | list[str]) -> list[str]:
    """Numbers as typed in one field, as `2 3`."""
    return [word for part in ([typed] if isinstance(typed, str) else typed) for word in SEPARATED.split(part) if word]


def _aims(fields: dict[str, Any]) -> dict[str, Any]:
    """How a unit strikes at each enemy, of fields such as aims.b1.touching, which are taken out."""
    aims: dict[str, dict[str, Any]] = {}
    for name in [name for name in fields if name.startswith("aims.")]:
        _, at, part = name.split(".", 2) if name.count(".") > 1 else ("", "", name)
        value = fields.pop(name)
        aims.setdefault(at, {"at": at})[part] = _numbers(value) if part in NUMBERS else value
    return {"aims": list(aims.values())} if aims else {}


def _hundredths(name: str, inches: str | list[str]) -> int:
    """Hundredths of an inch of what a form states in inches: a few digits, for a long number takes long to read."""
    if not isinstance(inches, str):
        raise MalformedError(name, "is stated twice")
    if not NUMBER_OF_INCHES.fullmatch(inches.strip()):
        raise MalformedError(name, "is no number of inches, such as 12 or 4.5")
    return round(Fraction(inches.strip()) * INCH)


def side_of(seat: Seat, query: QueryDict, *, key: str = "side") -> str:
    """The side that a seat speaks for: its own, or of both the one that the page is turned to."""
    if seat.role != Role.BOTH:
        return seat.role
    return Role.BLUE.value if query.get(key) == Role.BLUE else Role.RED.value


def faces_in(post: QueryDict, sides: int = SIDES) -> tuple[int, ...] | None:
    """Faces as typed, as `2 5 5`, or `255` of six-sided dice; a ten-sided one's 0 is 10.

    None for no text, for then dice are rolled if that isn't ruled out.
    """
    words = [word for word in SEPARATED.split(post.get("faces", "").strip()) if word]
    if not words and post.get("how") == "typed":
        raise MalformedError("faces", "are missing: type what you have thrown")
    if not words:
        return None
    digits = list(words[0]) if len(words) == 1 and sides <= SIDES else words
    faces = [sides if sides == TEN and digit == "0" else whole_number(digit) for digit in digits]
    shown = tuple(face for face in faces if face is not None and 1 <= face <= sides)
    if len(shown) < len(faces) or len(faces) > MOST_FACES:
        raise MalformedError("faces", f"are numbers from 1 to {sides}, such as 2 5 5")
    return shown
