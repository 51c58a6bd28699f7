"""Every command to a table in play as a value, with two ways to write it: words, as players type them, and JSON.

In words a command doesn't name its unit, which is the one that was chosen; whatever is no other command is orders to
move. `read_command` and `command_text` undo each other, as do `command_from` and `to_builtins` of msgspec.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.rules.movement.orders import number_text
from tabletop.arcana.rules.rout.running import FlightEnd
from tabletop.decoding import converted

Orders = Annotated[str, Meta(max_length=50_000)]
Coordinate = Annotated[float, Meta(gt=-1000, lt=1000)]
Bearing = Annotated[float, Meta(gt=-1000, lt=1000)]
Inches = Annotated[float, Meta(ge=0, lt=1000)]


class _Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """What all commands have in common: the name by which JSON tells them apart."""


class _UnitCommand(_Command, frozen=True, kw_only=True):
    unit: Ref


class Move(_UnitCommand, frozen=True, kw_only=True, tag="move"):
    """Move a unit by orders, as `read_orders` reads them."""

    orders: Orders


class Charge(_UnitCommand, frozen=True, kw_only=True, tag="charge"):
    """Charge an enemy with what is left of the move."""

    target: Ref


class Lose(_UnitCommand, frozen=True, kw_only=True, tag="lose"):
    """Take away so many models; with the last of them the unit."""

    models: Annotated[int, Meta(ge=0, lt=10_000)]


class Flee(_UnitCommand, frozen=True, kw_only=True, tag="flee"):
    """Break, and run so many inches in a direction of the table, or in the best; on the wing where `ends` is given."""

    inches: Inches
    bearing: Bearing | None = None
    ends: FlightEnd | None = None


class Rally(_UnitCommand, frozen=True, kw_only=True, tag="rally"):
    """Be broken no more."""


class Manoeuvre(_UnitCommand, frozen=True, kw_only=True, tag="manoeuvre"):
    """Manoeuvre in contact with the enemy, by orders as `read_manoeuvres` reads them."""

    orders: Orders


class Put(_UnitCommand, frozen=True, kw_only=True, tag="put"):
    """Put a unit down with its middle there, in inches, and facing that way; as it faces where none is given."""

    x: Coordinate
    y: Coordinate
    facing: Bearing | None = None


class SetFiles(_UnitCommand, frozen=True, kw_only=True, tag="set_files"):
    """Set a unit up in so many files."""

    files: Annotated[int, Meta(ge=0, lt=1000)]


class Remove(_UnitCommand, frozen=True, kw_only=True, tag="remove"):
    """Take a unit off the table."""


class NewTurn(_Command, frozen=True, kw_only=True, tag="new_turn"):
    """Begin a turn: everybody has a whole move."""


Command = Move | Charge | Lose | Flee | Rally | Manoeuvre | Put | SetFiles | Remove | NewTurn


def command_from(fields: Any) -> Command:
    """A command from what JSON holds; MalformedError names the field."""
    command: Command = converted(fields, Command)
    return command


def read_command(unit: str, text: str) -> Command:
    """A command from words to a unit by its ref; what can't be read is left for whoever reads orders to refuse."""
    words = " ".join(text.lower().split()).strip("; ")
    for pattern, made in GRAMMAR:
        if match := re.fullmatch(pattern, words):
            return made(unit, *match.groups())
    return Move(unit=unit, orders=words)


def command_text(command: Command) -> str:
    """The words for it; numbers have twelve decimals at most."""
    match command:
        case Move(orders=orders):
            words = orders
        case Charge(target=target):
            words = f"charge {target}"
        case Lose(models=models):
            words = f"lose {models}"
        case Flee(inches=inches, bearing=bearing, ends=ends):
            way = "" if bearing is None else f" {number_text(bearing)}"
            words = f"flee {number_text(inches)}{way}{f' {ends}' if ends else ''}"
        case Rally():
            words = "rally"
        case Remove():
            words = "remove"
        case Manoeuvre(orders=orders):
            words = f"manoeuvre {orders}"
        case Put(x=x, y=y, facing=facing):
            turned = "" if facing is None else f" facing {number_text(facing)}"
            words = f"put {number_text(x)},{number_text(y)}{turned}"
        case SetFiles(files=files):
            words = f"set {files} files"
        case NewTurn():
            words = "new turn"
    return words


def _number(text: str | None) -> float | None:
    return None if text is None else float(text)


def _flee(unit: str, way: str, bearing: str | None, ends: str | None) -> Flee:
    return Flee(unit=unit, inches=float(way), bearing=_number(bearing), ends=FlightEnd(ends) if ends else None)


def _put(unit: str, x: str, y: str, facing: str | None) -> Put:
    return Put(unit=unit, x=float(x), y=float(y), facing=_number(facing))


NUMBER = r"-?\d{1,3}(?:\.\d{1,12})?"
LENGTH = r"\d{1,3}(?:\.\d{1,12})?"
REF = r"[a-z0-9][a-z0-9-]{0,31}"
GRAMMAR: tuple[tuple[str, Callable[..., Command]], ...] = (
    (rf"put ({NUMBER}),? ?({NUMBER})(?: facing ({NUMBER})°?)?", _put),
    (r"set (\d{1,3}) files?", lambda unit, files: SetFiles(unit=unit, files=int(files))),
    (r"remove", lambda unit: Remove(unit=unit)),
    (r"new turn", lambda unit: NewTurn()),
    (rf"charge ({REF})", lambda unit, target: Charge(unit=unit, target=target)),
    (r"lose (\d{1,4})", lambda unit, models: Lose(unit=unit, models=int(models))),
    (rf"flee ({LENGTH})(?: ({NUMBER})°?)?(?: (high|low|land))?", _flee),
    (r"rally", lambda unit: Rally(unit=unit)),
    (r"manoeuvre (.+)", lambda unit, orders: Manoeuvre(unit=unit, orders=orders)),
)
